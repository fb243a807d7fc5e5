"""Eq. 2 and the rounding of stated numbers, written here once more: this check shares no arithmetic with the passes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ask2decide.exact import rounded_down, rounded_up
from ask2decide.verify.files import Stated, StatedRegret

ZERO = Fraction(0)
ONE = Fraction(1)
ROUNDING = Fraction(1, 10**6)
"""Ends that are not exact are rounded outward to a multiple of this."""

PROVED = Fraction(1, 10**6)
"""Relative width of a bracket that counts as proved."""


@dataclass(frozen=True)
class Ends:
    """The stated bracket of an optimum as a cost to be minimised; both ends None where nothing is known."""

    lower: Fraction | None
    upper: Fraction | None

    @property
    def exact(self) -> bool:
        """Whether the two ends are one number."""
        return self.lower is not None and self.lower == self.upper


def as_cost(stated: Stated, maximise: bool) -> Ends:
    """Return a stated optimum as a cost: a profit is turned round."""
    if stated.lower is None or stated.upper is None:
        return Ends(None, None)
    return Ends(-stated.upper, -stated.lower) if maximise else Ends(stated.lower, stated.upper)


def own_sense(cost: Fraction | None, maximise: bool) -> Fraction | None:
    """Return a cost as the family's own value, and a value as a cost."""
    return None if cost is None else -cost if maximise else cost


def loss(cost: Fraction, optimum: Fraction) -> Fraction:
    """Return Eq. 2 for a feasible plan: ``min(1, (f - z) / |z|)``, and 0 where rounding put z above f."""
    return max(ZERO, min(ONE, (cost - optimum) / abs(optimum)))


def loss_range(cost: Fraction | None, optimum: Ends) -> tuple[Fraction, Fraction]:
    """Return between which numbers the stated upper bound on a plan's loss must lie.

    An exact optimum leaves one number. A bracket was rounded outward when it was written, so the bound was computed
    from an end that lies up to one unit of rounding further in.

    Parameters
    ----------
    cost : Fraction or None
        The plan's exact cost; None where it is not feasible.
    """
    if cost is None or optimum.lower is None or optimum.upper is None:
        return ONE, ONE
    low, high = optimum.lower, optimum.upper
    if optimum.exact:
        return (loss(cost, low),) * 2 if low else (ONE, ONE)
    if low + ROUNDING <= 0 <= high - ROUNDING:
        return ONE, ONE
    if low <= 0 <= high:
        return ZERO, ONE
    return loss(cost, low + ROUNDING), loss(cost, low)


def least_ratio(costly: Ends, cheap: Ends) -> Fraction:
    """Return what every plan loses at least that costs the same in two problems: ``(L_big - U_small) / |U_small|``."""
    if costly.lower is None or cheap.upper is None or cheap.lower is None or cheap.lower <= 0 <= cheap.upper:
        return ZERO
    return loss(costly.lower, cheap.upper)


def written_upper(value: Fraction, exact: bool) -> Fraction:
    """Return an upper end as files write it."""
    return value if exact else rounded_up(value)


def written_lower(value: Fraction, exact: bool) -> Fraction:
    """Return a lower end as files write it."""
    return value if exact else rounded_down(value)


def possible_statuses(stated: Stated | StatedRegret) -> set[str]:
    """Return the statuses that the two stated ends allow; near the limit of `PROVED` rounding leaves two."""
    lower, upper = stated.lower, stated.upper
    if lower is None or upper is None:
        return {"open"}
    if lower == upper:
        return {"exact"}
    limit = PROVED * max(ONE, abs(lower), abs(upper))
    found = set()
    if upper - lower - 2 * ROUNDING <= limit:
        found.add("proved")
    if upper - lower > limit - PROVED * ROUNDING:
        found.add("open")
    return found
