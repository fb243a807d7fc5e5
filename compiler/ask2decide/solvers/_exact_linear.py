"""An LP's optimum in rational arithmetic, from a simplex basis (docs/mathematics.md).

The basis of a floating-point solve is only a guess. Solving its equations in rationals gives a point and dual prices;
the point is checked against every bound and row, and the dual prices give a lower bound by weak duality. When the two
meet, the optimum is proved without any floating point. The construction is that of Applegate, Cook, Dash and Espinoza,
"Exact solutions to linear programming problems", Operations Research Letters 35 (2007) 693-699.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import flint

from ask2decide.ir import Column, Milp


class Position(Enum):
    """Where a column, or a row's activity, stands in a basis."""

    BASIC = "basic"
    LOWER = "lower"
    UPPER = "upper"
    FREE = "free"


@dataclass(frozen=True)
class Basis:
    """A simplex basis: the position of each column and of each row, in the model's order."""

    columns: Sequence[Position]
    rows: Sequence[Position]


@dataclass(frozen=True)
class ExactOptimum:
    """A feasible point and an equal lower bound, both exact."""

    values: Mapping[str, Fraction]
    objective: Fraction


def exact_optimum(model: Milp, basis: Basis) -> ExactOptimum | None:
    """Return the LP's exact optimum when `basis` is optimal in rational arithmetic, else None.

    Parameters
    ----------
    model : Milp
        Integrality is ignored: the LP relaxation is what is solved.
    basis : Basis
        As a floating-point simplex left it.
    """
    basic = [j for j, position in enumerate(basis.columns) if position is Position.BASIC]
    tight = [i for i, position in enumerate(basis.rows) if position is not Position.BASIC]
    if len(basic) != len(tight):
        return None
    values = _resting_values(model, basis)
    place = {model.columns[j].name: k for k, j in enumerate(basic)}
    matrix = [[Fraction(0)] * len(basic) for _ in tight]
    right = []
    for k, i in enumerate(tight):
        row = model.rows[i]
        bound = row.lower if basis.rows[i] is Position.LOWER else row.upper
        if bound is None:
            return None
        for name, coefficient in row.terms:
            if name in place:
                matrix[k][place[name]] = coefficient
            else:
                bound -= coefficient * values.get(name, Fraction(0))
        right.append(bound)
    point = _solved(matrix, right)
    prices = _solved([list(column) for column in zip(*matrix, strict=True)], [model.columns[j].cost for j in basic])
    if point is None or prices is None:
        return None
    values.update({model.columns[j].name: value for j, value in zip(basic, point, strict=True)})
    relaxed = Milp(_continuous(model), model.rows, model.constant)
    objective = model.objective(values)
    if relaxed.broken(values) is not None:
        return None
    if dual_bound(model, {model.rows[i].name: price for i, price in zip(tight, prices, strict=True)}) != objective:
        return None
    return ExactOptimum({name: value for name, value in values.items() if value}, objective)


def dual_bound(model: Milp, prices: Mapping[str, Fraction]) -> Fraction | None:
    """Return the lower bound that any row prices give by weak duality; None when it is minus infinity.

    For every feasible x: ``c x = y (A x) + (c - y A) x``, which is at least the sum over rows of y_i times the bound
    that y_i pays for, plus the same for the reduced costs and the column bounds.
    """
    reduced = {column.name: column.cost for column in model.columns}
    bound = model.constant
    for row in model.rows:
        price = prices.get(row.name, Fraction(0))
        if price:
            limit = row.lower if price > 0 else row.upper
            if limit is None:
                return None
            bound += price * limit
            for name, coefficient in row.terms:
                reduced[name] -= price * coefficient
    for column in model.columns:
        cost = reduced[column.name]
        if cost:
            limit = column.lower if cost > 0 else column.upper
            if limit is None:
                return None
            bound += cost * limit
    return bound


def _continuous(model: Milp) -> tuple[Column, ...]:
    return tuple(Column(c.name, c.lower, c.upper, False, c.plan, c.cost) for c in model.columns)


def _resting_values(model: Milp, basis: Basis) -> dict[str, Fraction]:
    values = {}
    for column, position in zip(model.columns, basis.columns, strict=True):
        resting = {Position.LOWER: column.lower, Position.UPPER: column.upper}.get(position)
        if resting:
            values[column.name] = resting
    return values


def _solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """Return the solution of a square rational system, None when it is singular."""
    if not right:
        return []
    left = flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator) for v in row] for row in matrix])
    try:
        solution = left.solve(flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator)] for v in right]))
    except ZeroDivisionError:
        return None
    return [Fraction(int(solution[k, 0].p), int(solution[k, 0].q)) for k in range(len(right))]
