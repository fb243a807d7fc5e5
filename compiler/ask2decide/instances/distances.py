"""Distance conventions as data: the same coordinates give different instances under each (docs/traps.md, 9)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ask2decide.errors import InstanceError, did_you_mean


@dataclass(frozen=True)
class Convention:
    """How a Euclidean distance becomes a number of the records.

    Parameters
    ----------
    name : str
        As the registry and the specs write it.
    decimals : int
        Decimals that are kept.
    truncated : bool
        Whether further digits are cut off; otherwise the distance is rounded to the nearest.
    """

    name: str
    decimals: int
    truncated: bool

    def distance(self, x: int, y: int) -> Fraction:
        """Return the length of the vector (x, y), exactly as the convention has it: by integer square roots.

        >>> convention("truncated to one decimal").distance(6, 14)
        Fraction(76, 5)
        >>> convention("rounded to integers").distance(6, 14), convention("unrounded to six decimals").distance(1, 1)
        (Fraction(15, 1), Fraction(707107, 500000))
        """
        scaled = (x * x + y * y) * 100**self.decimals
        digits = isqrt(scaled) if self.truncated else (isqrt(4 * scaled) + 1) // 2
        return Fraction(digits, 10**self.decimals)


CONVENTIONS = {
    entry.name: entry
    for entry in (
        Convention("truncated to one decimal", 1, truncated=True),
        Convention("rounded to one decimal", 1, truncated=False),
        Convention("rounded to integers", 0, truncated=False),
        Convention("unrounded to six decimals", 6, truncated=False),
    )
}
"""By name: every convention there is."""


def convention(name: str) -> Convention:
    """Return the convention of that name.

    Raises
    ------
    InstanceError
        When there is none; offers the nearest name.
    """
    if name not in CONVENTIONS:
        raise InstanceError(
            f"There is no distance convention {name!r}.", did_you_mean(name, CONVENTIONS, "conventions")
        )
    return CONVENTIONS[name]
