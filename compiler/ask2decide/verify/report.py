"""The outcome of a check for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from ask2decide.errors import display_path
from ask2decide.exact import dump_json
from ask2decide.verify.findings import Claim, Found
from ask2decide.verify.run import Checked

SCHEMA = "ask2decide/verification/1"
_KINDS = (("optimum", "optima"), ("label", "labels"), ("verdict", "verdicts"))


def report_text(checked: Checked) -> str:
    """Return one line for a package, and a line more for every disagreement."""
    if checked.found is None:
        return f"{display_path(checked.folder)}: not checked. {checked.damage}"
    return "\n".join([_summary(checked.found), *(f"  {entry}" for entry in checked.found.disagreements)])


def _summary(found: Found) -> str:
    number = len(found.disagreements)
    outcome = "all agree" if not number else "1 disagreement" if number == 1 else f"{number:,} disagreements"
    return (
        f"{found.task}: {found.labels:,} labels and {found.verdicts:,} verdicts recomputed, {found.attained:,} of "
        f"{found.optima:,} optima attained by a checked plan, {_trusted(found.claims)}; {outcome}"
    )


def _trusted(claims: Sequence[Claim]) -> str:
    if not claims:
        return "nothing rests on a solver's word"
    words: dict[str, Counter[str]] = {}
    for claim in claims:
        words.setdefault(claim.word_of, Counter())[claim.kind] += 1
    return " and ".join(_word(word, kinds) for word, kinds in sorted(words.items()))


def _word(word: str, kinds: Counter[str]) -> str:
    counted = [
        f"{kinds[kind]:,} {kinds_name if kinds[kind] > 1 else kind}" for kind, kinds_name in _KINDS if kinds[kind]
    ]
    ends = "1 lower end rests" if kinds.total() == 1 else f"{kinds.total():,} lower ends rest"
    return f"{ends} on the word of {word} ({', '.join(counted)})"


def report_json(outcomes: Sequence[Checked]) -> str:
    """Return everything that was found as JSON text, the claims that rest on a solver's word included."""
    packages = []
    for checked in outcomes:
        found = checked.found
        packages.append(
            {
                "folder": display_path(checked.folder),
                "task": None if found is None else found.task,
                "damage": checked.damage or None,
                "labels": 0 if found is None else found.labels,
                "verdicts": 0 if found is None else found.verdicts,
                "optima": 0 if found is None else found.optima,
                "optima_attained": 0 if found is None else found.attained,
                "on_a_solvers_word": [] if found is None else [asdict(claim) for claim in found.claims],
                "disagreements": [] if found is None else [asdict(entry) for entry in found.disagreements],
            }
        )
    return dump_json({"schema": SCHEMA, "packages": packages})
