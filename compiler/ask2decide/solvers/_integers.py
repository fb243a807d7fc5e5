"""From the IR to whole numbers: which column stands for how many units, without any rounding.

An integer column is itself. A continuous column counts multiples of a unit u, where some optimum is sure to lie there:

    With the integer columns fixed, let every row hold at most two continuous columns, with coefficients a and -a (or
    one, with any coefficient a). Divide the row by a: what remains is a difference system. Its matrix is totally
    unimodular (the transpose of a network's, with unit rows for bounds), so if all bounds, all other coefficients and
    all durations are multiples of u, every face of it has a point whose entries are multiples of u, and with it some
    optimum. A no-overlap constraint is a union of such systems, one for each order. Columns that share no row need not
    share a unit. (Schrijver, Theory of Linear and Integer Programming, 1986, Sections 19.3 and 19.4.)

The column of Eq. 3 that measures the loss is of this kind, and so are the times of a schedule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from networkx import Graph, connected_components

from ask2decide.exact import common_step
from ask2decide.ir import Column, Milp, Row

LARGEST = 2**62
"""No bound and no sum of a row may exceed this; CP-SAT's integers have 64 bits."""

ROUNDS = 50
"""How often bounds are propagated through the rows before a column counts as unbounded."""

Bounds = dict[str, tuple[int | None, int | None]]


class NotIntegralError(Exception):
    """Why a model cannot be written in whole numbers, in words."""


@dataclass(frozen=True)
class IntegerRow:
    """``lower <= sum of coefficient * column <= upper`` in whole numbers."""

    name: str
    lower: int | None
    upper: int | None
    terms: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class IntegerModel:
    """A model in whole numbers: a column's value is its integer times its unit.

    Parameters
    ----------
    rows : tuple of IntegerRow
        Those that do more than express a global constraint.
    objective : tuple
        Integer costs; the objective is ``constant + objective_unit * sum``.
    """

    units: Mapping[str, Fraction]
    bounds: Mapping[str, tuple[int, int]]
    rows: tuple[IntegerRow, ...]
    objective: tuple[tuple[str, int], ...]
    objective_unit: Fraction


def integer_model(model: Milp) -> IntegerModel:
    """Return `model` in whole numbers.

    Raises
    ------
    NotIntegralError
        When a continuous column may be off every grid, a column has no finite bounds, or numbers grow too large.
    """
    units = _units(model)
    rows = tuple(_integer_row(row, units) for row in model.own_rows)
    bounds = _finite(_propagated(_column_bounds(model, units), rows))
    costs = {column.name: column.cost * units[column.name] for column in model.columns if column.cost}
    unit = common_step(costs.values()) or Fraction(1)
    objective = tuple((name, int(cost / unit)) for name, cost in costs.items())
    for name, terms in (*((f"row {row.name}", row.terms) for row in rows), ("the objective", objective)):
        _require_small(name, terms, bounds)
    return IntegerModel(units, bounds, rows, objective, unit)


def _units(model: Milp) -> dict[str, Fraction]:
    """Return the unit of every column."""
    units = {column.name: Fraction(1) for column in model.columns if column.integer}
    continuous = {column.name: column for column in model.columns if not column.integer}
    graph, multiples = Graph(), {name: [column.lower, column.upper] for name, column in continuous.items()}
    graph.add_nodes_from(continuous)
    for row in model.own_rows:
        inside = [(name, value) for name, value in row.terms if name in continuous]
        if not inside:
            continue
        size = abs(inside[0][1])
        if len(inside) > 2 or (len(inside) == 2 and inside[0][1] != -inside[1][1]):
            raise NotIntegralError(
                f"the row {row.name} joins the continuous columns {', '.join(name for name, _ in inside[:3])} "
                "in other ways than by a difference, so no grid is sure to hold an optimum"
            )
        graph.add_edges_from([(inside[0][0], inside[-1][0])])
        others = [value for name, value in row.terms if name not in continuous]
        multiples[inside[0][0]] += [v / size for v in (row.lower, row.upper, *others) if v is not None]
    for constraint in model.global_constraints:
        starts = [interval.start for interval in constraint.intervals]
        inside_starts = [start for start in starts if start in continuous]
        if inside_starts:
            graph.add_edges_from(pairwise(inside_starts))
            multiples[inside_starts[0]] += [interval.duration for interval in constraint.intervals]
            multiples[inside_starts[0]] += [Fraction(1)] if len(inside_starts) < len(starts) else []
    for component in connected_components(graph):
        unit = common_step(v for name in component for v in multiples[name] if v is not None) or Fraction(1)
        units.update(dict.fromkeys(component, unit))
    return units


def _integer_row(row: Row, units: Mapping[str, Fraction]) -> IntegerRow:
    """Return the row times the smallest number that makes its coefficients whole; bounds are cut to whole numbers."""
    terms = [(name, value * units[name]) for name, value in row.terms]
    scale = lcm(*(value.denominator for _, value in terms))
    return IntegerRow(
        row.name,
        None if row.lower is None else (row.lower * scale).__ceil__(),
        None if row.upper is None else (row.upper * scale).__floor__(),
        tuple((name, int(value * scale)) for name, value in terms),
    )


def _column_bounds(model: Milp, units: Mapping[str, Fraction]) -> Bounds:
    def whole(column: Column) -> tuple[int | None, int | None]:
        unit = units[column.name]
        return (
            None if column.lower is None else (column.lower / unit).__ceil__(),
            None if column.upper is None else (column.upper / unit).__floor__(),
        )

    return {column.name: whole(column) for column in model.columns}


def _propagated(bounds: Bounds, rows: tuple[IntegerRow, ...]) -> Bounds:
    """Give columns without a bound one that the rows imply; bounds that are there stay as they are."""
    for _ in range(ROUNDS):
        wanting = {name for name, (lower, upper) in bounds.items() if lower is None or upper is None}
        if not wanting:
            break
        changed = False
        for row in rows:
            for name, value in row.terms:
                if name in wanting:
                    changed |= _tightened(bounds, row, name, value)
        if not changed:
            break
    return bounds


def _tightened(bounds: Bounds, row: IntegerRow, name: str, value: int) -> bool:
    """Fill in a missing bound of one column from one row; return whether one was found."""
    lower, upper = bounds[name]
    rest = [(other, coefficient) for other, coefficient in row.terms if other != name]
    least, most = _activity(rest, bounds, 0), _activity(rest, bounds, 1)
    # value * x <= upper - least, and value * x >= lower - most
    ceiling = None if row.upper is None or least is None else Fraction(row.upper - least, value)
    floor = None if row.lower is None or most is None else Fraction(row.lower - most, value)
    if value < 0:
        ceiling, floor = floor, ceiling
    new_lower = floor.__ceil__() if lower is None and floor is not None else lower
    new_upper = ceiling.__floor__() if upper is None and ceiling is not None else upper
    bounds[name] = (new_lower, new_upper)
    return (new_lower, new_upper) != (lower, upper)


def _activity(terms: list[tuple[str, int]], bounds: Bounds, side: int) -> int | None:
    """Return the least (side 0) or largest (side 1) value of a sum; None when it is infinite."""
    total = 0
    for name, value in terms:
        bound = bounds[name][side if value > 0 else 1 - side]
        if bound is None:
            return None
        total += value * bound
    return total


def _finite(bounds: Bounds) -> dict[str, tuple[int, int]]:
    found = {}
    for name, (lower, upper) in bounds.items():
        if lower is None or upper is None:
            raise NotIntegralError(f"the column {name} has no finite bounds, and the rows imply none")
        found[name] = (lower, upper)
    return found


def _require_small(what: str, terms: tuple[tuple[str, int], ...], bounds: Mapping[str, tuple[int, int]]) -> None:
    if sum(_magnitudes(terms, bounds)) > LARGEST:
        raise NotIntegralError(f"{what} may exceed 2^62 once it is scaled to whole numbers")


def _magnitudes(terms: tuple[tuple[str, int], ...], bounds: Mapping[str, tuple[int, int]]) -> Iterator[int]:
    for name, value in terms:
        yield abs(value) * max(abs(bounds[name][0]), abs(bounds[name][1]), 1)
