"""Global constraints, stated beside the linear rows that express them (docs/architecture.md).

A MILP solver reads the rows; a solver that knows the constraint itself reads that, and skips the rows whose `source` is
its name. Both readings have the same solutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """An activity that lasts from the value of column `start` for `duration` > 0."""

    start: str
    duration: Fraction


@dataclass(frozen=True, slots=True)
class Order:
    """A binary column that decides which of two intervals comes first.

    Where `column` is 1, interval number `first` ends before number `second` starts, or just then; where it is 0, the
    other way round.
    """

    first: int
    second: int
    column: str


@dataclass(frozen=True, slots=True)
class NoOverlap:
    """No two of the intervals overlap; they may touch.

    Parameters
    ----------
    name : str
        Unique in a model; the rows that only express this constraint carry it as their `source`.
    intervals : tuple of Interval
        Their start columns are bounded.
    orders : tuple of Order
        At most one a pair; a pair without one may come in either order.
    """

    name: str
    intervals: tuple[Interval, ...]
    orders: tuple[Order, ...]

    def text(self) -> str:
        """Return the content on one line, for the model's digest."""
        activities = " ".join(f"{interval.start}+{interval.duration}" for interval in self.intervals)
        orders = " ".join(f"{order.first}<{order.second}:{order.column}" for order in self.orders)
        return f"no_overlap {self.name} {activities} | {orders}"
