"""Proposed items as YAML to be pasted below ``hidden:``, with what is proved of each in comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.labels import Bracket
from ask2decide.labels.text import near_percent, ratio_text, regret_range
from ask2decide.variants.lock import flow_text


def item_lines(candidate: Candidate) -> list[str]:
    """Return the lines of an item in task.yaml, the first beginning with ``- ``, without indentation."""
    item, use = candidate.item, candidate.use
    lines = [f"- id: {item.id}", f"  kind: {item.kind.value}"]
    if item.twin_of is not None:
        lines.append(f"  twin_of: {item.twin_of}")
    return [*lines, f"  use: {use.name}", f"  with: {flow_text(dict(use.arguments))}"]


def regret_words(regret: Bracket) -> str:
    """Return a regret as an exact number with about how many percent that is, or as an interval.

    >>> from fractions import Fraction
    >>> regret_words(Bracket(Fraction(18, 2057), Fraction(18, 2057))), regret_words(Bracket(Fraction(0), Fraction(0)))
    ('18/2057 (about 0.875 %)', '0')
    >>> regret_words(Bracket(Fraction(0), Fraction(1, 3)))
    'between 0 and 0.333334 (0 % to 33.4 %)'
    """
    if not regret.is_exact:
        return f"{regret.words} ({regret_range(regret)})"
    return f"{ratio_text(regret.upper)} ({near_percent(regret.upper)})" if regret.upper else "0"


def comment(text: str) -> list[str]:
    """Return text as comment lines of at most 120 characters.

    >>> comment("Worth nothing.")
    ['# Worth nothing.']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < 110:
            lines[-1] += f" {word}"
        else:
            lines.append(f"# {word}")
    return lines


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines as they stand below ``hidden:``; empty ones stay empty."""
    return (f"  {line}" if line else "" for line in lines)
