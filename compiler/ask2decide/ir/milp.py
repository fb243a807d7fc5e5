"""A mixed-integer linear program in exact numbers, the form that every front end makes and every back end reads."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ask2decide.exact import common_step
from ask2decide.ir.global_constraints import NoOverlap

SMALL = Fraction(1, 500)
"""Nearly all coefficients are larger."""

LARGE = 10**14
"""Nearly all coefficients are smaller; a back end may refuse what is ten times as large."""


@dataclass(frozen=True, slots=True)
class Column:
    """A decision variable: bounds (None is infinite), integrality, cost, and whether it is part of the plan."""

    name: str
    lower: Fraction | None
    upper: Fraction | None
    integer: bool = False
    plan: bool = False
    cost: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Row:
    """A linear constraint ``lower <= sum of coefficient * column <= upper``; None is infinite.

    `source` names the global constraint that the row only expresses, None for a row of its own.
    """

    name: str
    lower: Fraction | None
    upper: Fraction | None
    terms: tuple[tuple[str, Fraction], ...]
    source: str | None = None


@dataclass(frozen=True)
class Milp:
    """Minimise ``constant + sum of cost * column`` over the columns and rows.

    Parameters
    ----------
    columns : tuple of Column
        Names are unique.
    rows : tuple of Row
        Names are unique; terms name existing columns, each once, with non-zero coefficients.
    constant : Fraction
        Objective constant.
    global_constraints : tuple of NoOverlap
        Each is expressed by the rows that name it as their source as well.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    constant: Fraction = Fraction(0)
    global_constraints: tuple[NoOverlap, ...] = ()

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Position of each column by name."""
        return {column.name: position for position, column in enumerate(self.columns)}

    @cached_property
    def plan_columns(self) -> tuple[Column, ...]:
        """The columns that make up the plan, in model order."""
        return tuple(column for column in self.columns if column.plan)

    @cached_property
    def own_rows(self) -> tuple[Row, ...]:
        """The rows that do more than express a global constraint."""
        names = {constraint.name for constraint in self.global_constraints}
        return tuple(row for row in self.rows if row.source not in names)

    @cached_property
    def rows_of_extreme_terms(self) -> frozenset[int]:
        """The positions of rows with a coefficient below `SMALL` or above `LARGE`: back ends must take care of them."""
        found = []
        for position, row in enumerate(self.rows):
            for _, value in row.terms:
                size = abs(value.numerator)
                if size * SMALL.denominator < value.denominator or size > LARGE * value.denominator:
                    found.append(position)
                    break
        return frozenset(found)

    @property
    def is_linear(self) -> bool:
        """Whether no column is integer: a pure LP."""
        return not any(column.integer for column in self.columns)

    @cached_property
    def plan_objective(self) -> Mapping[str, Fraction] | None:
        """Costs of the plan columns, or None when a column outside the plan has a cost.

        Where two problems' plan objectives agree on their common columns and their constants are equal, every plan that
        is feasible in both costs the same in both: a plan uses no column that one of them lacks.
        """
        if any(column.cost and not column.plan for column in self.columns):
            return None
        return {column.name: column.cost for column in self.plan_columns}

    @cached_property
    def step(self) -> Fraction | None:
        """A number g such that every feasible objective value is ``constant`` plus a multiple of g.

        The largest there is; 1 where nothing has a cost. None when a continuous column has one.
        """
        costs = [(column.cost, column.integer) for column in self.columns if column.cost]
        if not all(integer for _, integer in costs):
            return None
        return common_step(cost for cost, _ in costs) or Fraction(1)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the content: names, bounds, coefficients, globals; not the order of rows or columns."""
        lines = [f"constant {self.constant}"]
        lines += sorted(
            f"column {c.name} {_bound(c.lower)} {_bound(c.upper)} {int(c.integer)}{int(c.plan)} {c.cost}"
            for c in self.columns
        )
        lines += sorted(
            f"row {r.name} {_bound(r.lower)} {_bound(r.upper)} "
            + " ".join(f"{name}*{value}" for name, value in sorted(r.terms))
            + ("" if r.source is None else f" of {r.source}")
            for r in self.rows
        )
        lines += sorted(constraint.text() for constraint in self.global_constraints)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def objective(self, values: Mapping[str, Fraction]) -> Fraction:
        """Return the objective at `values`; columns left out are zero."""
        return self.constant + sum(
            (column.cost * values.get(column.name, Fraction(0)) for column in self.columns if column.cost), Fraction(0)
        )

    def broken(self, values: Mapping[str, Fraction]) -> str | None:
        """Return the first bound, integrality or row that `values` breaks, exactly; None when they are feasible."""
        for column in self.columns:
            value = values.get(column.name, Fraction(0))
            if _outside(value, column.lower, column.upper):
                return f"bounds of {column.name}"
            if column.integer and value.denominator != 1:
                return f"integrality of {column.name}"
        for row in self.rows:
            total = sum((value * values.get(name, Fraction(0)) for name, value in row.terms), Fraction(0))
            if _outside(total, row.lower, row.upper):
                return f"row {row.name}"
        return None


def _outside(value: Fraction, lower: Fraction | None, upper: Fraction | None) -> bool:
    return (lower is not None and value < lower) or (upper is not None and value > upper)


def _bound(value: Fraction | None) -> str:
    return "-" if value is None else str(value)
