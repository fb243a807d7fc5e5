"""Numbers and sets of items in the author's terms: senses turned back, brackets, lists, names of problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import overload

from ask2decide.exact import number_text
from ask2decide.family import Sense
from ask2decide.labels import Bracket


@overload
def in_author_sense(cost: Bracket, sense: Sense) -> Bracket: ...
@overload
def in_author_sense(cost: Bracket | None, sense: Sense) -> Bracket | None: ...
def in_author_sense(cost: Bracket | None, sense: Sense) -> Bracket | None:
    """Return the bracket of a cost as the family's own value: a profit's bracket is turned back.

    The transformation is its own inverse, so it also turns a value's bracket into a cost's. An optimum of which nothing
    is known stays None.

    >>> in_author_sense(Bracket(Fraction(-5), Fraction(-4)), Sense.MAX).texts
    ('4', '5')
    """
    return cost if cost is None or sense is Sense.MIN else cost.negated()


def bracket_words(bracket: Bracket | None) -> str:
    """Return a bracket within a sentence: a number, both ends, or that nothing is known.

    >>> bracket_words(Bracket(Fraction(0), Fraction(2))), bracket_words(None)
    ('between 0 and 2', 'not known')
    """
    return "not known" if bracket is None else bracket.words


def listed(names: Iterable[str], word: str = "and") -> str:
    """Return names as a person lists them.

    >>> listed(["H1", "H2", "S1"])
    'H1, H2 and S1'
    """
    every = list(names)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {word} {every[-1]}"


def problem_words(key: str, hidden: Sequence[str]) -> str:
    """Return what a problem's key stands for, so that it reads well after "for" or "in".

    Parameters
    ----------
    key : str
        Ids of the known items joined by commas; empty for the knowledge base alone; ``H1#2`` for an item at its
        second further plausible value.
    hidden : sequence of str
        Ids of all hidden items of the task.

    >>> problem_words("", ["H1", "H2"]), problem_words("H1", ["H1", "H2"])
    ('the knowledge base alone', 'the knowledge base with H1')
    >>> problem_words("H1,H2", ["H1", "H2"])
    "today's true problem"
    >>> problem_words("H1#2", ["H1", "H2", "H3"])
    'the knowledge base with H1 (H1 at its further plausible value 2)'
    """
    parts = [part.partition("#") for part in key.split(",") if part]
    known = [name for name, _, _ in parts]
    versions = [f"{name} at its further plausible value {version}" for name, _, version in parts if version]
    return _known_words(known, hidden) + (f" ({listed(versions)})" if versions else "")


def _known_words(known: Sequence[str], hidden: Sequence[str]) -> str:
    if not known:
        return "the knowledge base alone"
    if set(known) == set(hidden):
        return "today's true problem"
    missing = [name for name in hidden if name not in known]
    if len(missing) < len(known) and set(known) <= set(hidden):
        return f"today's true problem without {listed(missing)}"
    return f"the knowledge base with {listed(known)}"


def relative_gap(better: Fraction, worse: Fraction, sense: Sense) -> str:
    """Return the written-out loss of a value against an optimum, e.g. ``(622.5 - 617.1)/617.1``."""
    first, second = (worse, better) if sense is Sense.MIN else (better, worse)
    optimum = number_text(better) if better > 0 else f"|{number_text(better)}|"
    subtrahend = number_text(second) if second >= 0 else f"({number_text(second)})"
    minuend = number_text(first)
    return f"({minuend} - {subtrahend})/{_grouped(optimum)}"


def _grouped(number: str) -> str:
    return f"({number})" if "/" in number and not number.startswith("|") else number


def unbroken(text: str) -> str:
    """Return a text in which no line break parts a percentage from its sign.

    >>> unbroken("0 % to 33.4 %") == "0\N{NO-BREAK SPACE}% to 33.4\N{NO-BREAK SPACE}%"
    True
    """
    return text.replace(" %", "\N{NO-BREAK SPACE}%")
