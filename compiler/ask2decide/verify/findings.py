"""What a check finds: disagreements, each with both numbers and both sources, and claims that it must take on trust."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ask2decide.exact import number_text


def solver_of(back_end: str) -> str:
    """Return the back end on whose word a bound rests that came through the optimum of a looser problem."""
    return back_end.partition(" through the optimum of ")[0]


@dataclass(frozen=True)
class Disagreement:
    """Two sources that do not say the same.

    Parameters
    ----------
    what : str
        The label, optimum or verdict, e.g. "the standalone regret of H1, upper end".
    first, second : str
        What each source says.
    first_source, second_source : str
        File and key, or how the number was recomputed.
    """

    task: str
    what: str
    first: str
    first_source: str
    second: str
    second_source: str

    def __str__(self) -> str:
        return (
            f"{self.task}: {self.what} is {self.first} by {self.first_source}, "
            f"but {self.second} by {self.second_source}."
        )


@dataclass(frozen=True)
class Claim:
    """A statement of the package that only solving could check again: what it is of, and whose word it is."""

    kind: str
    what: str
    source: str
    word_of: str


@dataclass
class Found:
    """Everything that the check of one package found; the checks add to it."""

    task: str
    labels: int = 0
    verdicts: int = 0
    optima: int = 0
    attained: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def differ(self, what: str, first: object, first_source: str, second: object, second_source: str) -> None:
        """Note a disagreement."""
        self.disagreements.append(
            Disagreement(self.task, what, shown(first), first_source, shown(second), second_source)
        )

    def same(self, what: str, first: object, first_source: str, second: object, second_source: str) -> bool:
        """Note a disagreement unless the two are equal; return whether they are."""
        if first == second:
            return True
        self.differ(what, first, first_source, second, second_source)
        return False

    def trust(self, kind: str, what: str, source: str, back_ends: Sequence[str]) -> None:
        """Note a claim on an optimum, a label or a verdict that rests on the word of back ends.

        A claim on nobody's word is a disagreement. A bound that came through the optimum of a looser problem rests on
        the word of the back end that solved that one.
        """
        word = ", ".join(sorted({solver_of(name) for name in back_ends}))
        if not word:
            self.differ(what, "claimed", source, "on nobody's word", f"its key back_ends in {source}")
            return
        self.claims.append(Claim(kind, what, source, word))


def shown(value: object) -> str:
    """Return a number, a list of ids or a text as a sentence shows it."""
    if value is None:
        return "not known"
    if isinstance(value, Fraction):
        return number_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list | set | frozenset):
        entries = [str(entry) for entry in (sorted(value) if isinstance(value, set | frozenset) else value)]
        return f"{{{', '.join(entries)}}}"
    return str(value)
