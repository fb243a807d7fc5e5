"""A small simplex method in rational arithmetic: settles what a floating-point solve of an LP leaves open.

It starts from the basis that the floating-point solve ended with, which is nearly always one or two pivots away from
the truth, and it answers every LP: optimal, infeasible or unbounded, never "within tolerance". Bland's rule (New finite
pivoting rules for the simplex method, Mathematics of Operations Research 2, 1977, 103-107) keeps it from cycling.

The columns x and the row activities r are variables of one kind, bound by ``A x - r = 0``. While basic variables lie
outside their bounds, the sum of their violations is minimised; then the cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from ask2decide.backend import Status
from ask2decide.ir import Milp
from ask2decide.solvers._exact_linear import Basis, Position

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Outcome:
    """How an LP ends, in rational arithmetic.

    Parameters
    ----------
    status : Status
        OPTIMAL, INFEASIBLE or UNBOUNDED.
    values : mapping or None
        An optimal point, zeros left out.
    prices : mapping
        By row. At an optimum weak duality turns them into a bound equal to the optimum; where no point is feasible
        they give the LP without its costs a bound above 0 (Farkas).
    """

    status: Status
    values: Mapping[str, Fraction] | None
    prices: Mapping[str, Fraction]


def solve(model: Milp, basis: Basis | None) -> Outcome:
    """Return how the LP relaxation of `model` ends.

    Parameters
    ----------
    basis : Basis or None
        Where to start; a basis that is none, and None, start from the row activities.
    """
    return _Simplex(model, basis).run()


class _Simplex:
    """The state: which variables are basic, and where the others rest. Variables are numbered columns first."""

    def __init__(self, model: Milp, basis: Basis | None) -> None:
        self.model = model
        self.size = len(model.columns)
        self.lower = [*(c.lower for c in model.columns), *(r.lower for r in model.rows)]
        self.upper = [*(c.upper for c in model.columns), *(r.upper for r in model.rows)]
        self.costs = [*(c.cost for c in model.columns), *(ZERO for _ in model.rows)]
        self.entries: list[dict[int, Fraction]] = [{} for _ in model.columns]
        for i, row in enumerate(model.rows):
            for name, coefficient in row.terms:
                self.entries[model.index[name]][i] = coefficient
        self.entries += [{i: -ONE} for i in range(len(model.rows))]
        by_activities = [*(Position.LOWER for _ in model.columns), *(Position.BASIC for _ in model.rows)]
        self._start_at(by_activities if basis is None else [*basis.columns, *basis.rows])
        if len(self.basic) != len(model.rows) or self._inverse() is None:
            self._start_at(by_activities)

    def _start_at(self, positions: Sequence[Position]) -> None:
        self.basic = [j for j, position in enumerate(positions) if position is Position.BASIC]
        self.resting = {}
        for j, position in enumerate(positions):
            if position is not Position.BASIC:
                ends = (self.lower[j], self.upper[j])
                near, far = reversed(ends) if position is Position.UPPER else ends
                self.resting[j] = near if near is not None else far if far is not None else ZERO

    def run(self) -> Outcome:
        while True:
            inverse = self._inverse()
            assert inverse is not None, "a pivot on a non-zero entry keeps the basis regular"
            values = self._basic_values(inverse)
            slopes = [self._violation_slope(j, value) for j, value in zip(self.basic, values, strict=True)]
            feasible = not any(slopes)
            prices = _row_times([self.costs[j] for j in self.basic] if feasible else slopes, inverse)
            entering = self._entering(prices, feasible)
            if entering is None:
                return self._outcome(Status.OPTIMAL if feasible else Status.INFEASIBLE, values, prices)
            if not self._moved(*entering, values, _times_column(inverse, self.entries[entering[0]])):
                return self._outcome(Status.UNBOUNDED, values, prices)

    def _inverse(self) -> Any:
        """Return the inverse of the basic columns; None when they are dependent."""
        count = len(self.basic)
        matrix = flint.fmpq_mat(count, count)
        for k, j in enumerate(self.basic):
            for i, value in self.entries[j].items():
                matrix[i, k] = _rational(value)
        try:
            return matrix.inv()
        except ZeroDivisionError:
            return None

    def _basic_values(self, inverse: Any) -> list[Fraction]:
        right: dict[int, Fraction] = {}
        for j, value in self.resting.items():
            if value:
                for i, coefficient in self.entries[j].items():
                    right[i] = right.get(i, ZERO) - coefficient * value
        return _times_column(inverse, right)

    def _violation_slope(self, j: int, value: Fraction) -> Fraction:
        low, high = self.lower[j], self.upper[j]
        return -ONE if low is not None and value < low else ONE if high is not None and value > high else ZERO

    def _entering(self, prices: Sequence[Fraction], feasible: bool) -> tuple[int, int] | None:
        """Return the first variable whose move improves, and its direction (Bland's rule)."""
        for j in sorted(self.resting):
            reduced = self.costs[j] if feasible else ZERO
            reduced -= sum((prices[i] * value for i, value in self.entries[j].items()), ZERO)
            low, high = self.lower[j], self.upper[j]
            if reduced < 0 and (high is None or self.resting[j] < high):
                return j, 1
            if reduced > 0 and (low is None or self.resting[j] > low):
                return j, -1
        return None

    def _moved(self, entering: int, direction: int, values: Sequence[Fraction], column: Sequence[Fraction]) -> bool:
        """Move the entering variable until it or a basic one meets a bound; return False when none ever does."""
        low, high = self.lower[entering], self.upper[entering]
        blocks: list[tuple[Fraction, int, int, Fraction]] = []
        if low is not None and high is not None:
            blocks.append((high - low, entering, -1, high if direction > 0 else low))
        for k, (j, value) in enumerate(zip(self.basic, values, strict=True)):
            rate = -direction * column[k]
            bound = self._next_bound(j, value, rate)
            if bound is not None:
                blocks.append(((bound - value) / rate, j, k, bound))
        if not blocks:
            return False
        _, leaving, place, bound = min(blocks)
        if leaving == entering:
            self.resting[entering] = bound
        else:
            self.basic[place] = entering
            del self.resting[entering]
            self.resting[leaving] = bound
        return True

    def _next_bound(self, j: int, value: Fraction, rate: Fraction) -> Fraction | None:
        """Return the bound at which a basic variable that moves at `rate` must stop, the violated one first."""
        low, high = self.lower[j], self.upper[j]
        if rate > 0:
            return low if low is not None and value < low else high if high is not None and value <= high else None
        if rate < 0:
            return high if high is not None and value > high else low if low is not None and value >= low else None
        return None

    def _outcome(self, status: Status, values: Sequence[Fraction], prices: Sequence[Fraction]) -> Outcome:
        by_row = {row.name: price for row, price in zip(self.model.rows, prices, strict=True) if price}
        if status is not Status.OPTIMAL:
            return Outcome(status, None, by_row)
        point = {**self.resting, **dict(zip(self.basic, values, strict=True))}
        return Outcome(status, {c.name: point[j] for j, c in enumerate(self.model.columns) if point[j]}, by_row)


def _rational(value: Fraction) -> Any:
    return flint.fmpq(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _times_column(inverse: Any, column: Mapping[int, Fraction]) -> list[Fraction]:
    right = flint.fmpq_mat(inverse.nrows(), 1)
    for i, value in column.items():
        right[i, 0] = _rational(value)
    product = inverse * right
    return [_fraction(product[k, 0]) for k in range(inverse.nrows())]


def _row_times(row: Sequence[Fraction], inverse: Any) -> list[Fraction]:
    product = flint.fmpq_mat(1, inverse.nrows(), [_rational(value) for value in row]) * inverse
    return [_fraction(product[0, i]) for i in range(inverse.nrows())]
