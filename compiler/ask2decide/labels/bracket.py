"""A number known exactly, or between two bounds (docs/mathematics.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ask2decide.exact import number_text, rounded_down, rounded_up

PROVED_WITHIN = Fraction(1, 10**6)
"""Relative width up to which a floating-point bracket counts as proved."""


class Status(StrEnum):
    """exact: lower = upper. proved: within 1e-6, in floating point. open: anything wider."""

    EXACT = "exact"
    PROVED = "proved"
    OPEN = "open"


@dataclass(frozen=True)
class Bracket:
    """The interval ``[lower, upper]`` that certainly contains a number.

    >>> Bracket(Fraction(0), Fraction(1, 3)).texts
    ('0', '0.333334')
    """

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise ValueError(f"the bracket [{self.lower}, {self.upper}] is empty")

    @property
    def is_exact(self) -> bool:
        """Whether the two ends are one number."""
        return self.lower == self.upper

    @property
    def status(self) -> Status:
        """How well the number is known."""
        if self.is_exact:
            return Status.EXACT
        scale = max(Fraction(1), abs(self.lower), abs(self.upper))
        return Status.PROVED if self.upper - self.lower <= PROVED_WITHIN * scale else Status.OPEN

    @property
    def texts(self) -> tuple[str, str]:
        """Lower and upper end as text: exact, or rounded outward to six decimals."""
        if self.is_exact:
            return number_text(self.lower), number_text(self.upper)
        return number_text(rounded_down(self.lower)), number_text(rounded_up(self.upper))

    @property
    def words(self) -> str:
        """The number as it stands in a sentence.

        >>> Bracket(Fraction(1, 3), Fraction(1, 3)).words, Bracket(Fraction(0), Fraction(2)).words
        ('1/3', 'between 0 and 2')
        """
        lower, upper = self.texts
        return lower if self.is_exact else f"between {lower} and {upper}"

    @property
    def contains_zero(self) -> bool:
        """Whether 0 lies in the bracket: such an optimum has no relative loss."""
        return self.lower <= 0 <= self.upper

    def negated(self) -> Bracket:
        """Return the bracket of the negated number: costs back to a maximising family's values."""
        return Bracket(-self.upper, -self.lower)
