"""Solving a family's model for its contract test: an optimum, the cost of a fixed plan. The one place with a solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ask2decide.backend import Options, Status
from ask2decide.family import Family, PlanModel
from ask2decide.ir import Milp, Row
from ask2decide.ir.statement import as_milp
from ask2decide.solvers.highs import Highs
from ask2decide.testing.case import ContractError

ROUNDING = Fraction(1, 10**6)
"""How far a solver's floating-point values of continuous columns may be off, absolute and relative."""


def optimum(family: Family[Any, Any], records: Any) -> tuple[Any, Fraction] | None:
    """Return an optimal plan by the model and its value in the family's sense; None when there is no plan."""
    solution = solve(as_milp(family.model(records)))
    if solution is None:
        return None
    cost, values = solution
    return family.plan(values, records), family.cost(cost, family.sense(records))


def best_of(family: Family[Any, Any], plans: Iterable[PlanModel], records: Any) -> Fraction | None:
    """Return the best value that the checker gives to any of the plans; None when it rejects all."""
    values = [check.value for plan in plans if (check := family.check(plan, records)).value is not None]
    sense = family.sense(records)
    return min((value for value in values if value is not None), key=lambda v: family.cost(v, sense), default=None)


def cost_when_fixed(model: Milp, columns: Mapping[str, Fraction]) -> Fraction | None:
    """Return the model's least cost with its plan columns fixed; None when that has no solution.

    The fixed columns are put in exactly; only what other columns remain is left to the solver.
    """
    plan = {column.name: columns.get(column.name, Fraction(0)) for column in model.plan_columns}
    if set(columns) - set(plan):
        return None  # a column that the model left out is zero there
    bounds_only = Milp(model.plan_columns, ())
    if bounds_only.broken(plan) is not None:
        return None
    rows = tuple(_without(row, plan) for row in model.rows)
    constant = model.constant + bounds_only.objective(plan)
    rest = Milp(tuple(column for column in model.columns if not column.plan), rows, constant)
    if not rest.columns:
        return constant if rest.broken({}) is None else None
    solution = solve(rest)
    return None if solution is None else solution[0]


def _without(row: Row, fixed: Mapping[str, Fraction]) -> Row:
    shift = sum((value * fixed[name] for name, value in row.terms if name in fixed), Fraction(0))
    return replace(
        row,
        lower=None if row.lower is None else row.lower - shift,
        upper=None if row.upper is None else row.upper - shift,
        terms=tuple((name, value) for name, value in row.terms if name not in fixed),
    )


def solve(model: Milp, time_limit: float = 60.0) -> tuple[Fraction, dict[str, Fraction]] | None:
    """Return the optimal cost and values by HiGHS at gap 0; None when infeasible.

    Raises
    ------
    ContractError
        When HiGHS ends in any other way: a limit is neither optimal nor infeasible.
    """
    answer = Highs().solve(model, Options(time_limit=time_limit))
    if answer.status is Status.INFEASIBLE:
        return None
    if answer.status is not Status.OPTIMAL or answer.values is None:
        raise ContractError(f"the model is neither solved nor infeasible: the solver ends with {answer.status.value}")
    return model.objective(answer.values), dict(answer.values)


def is_near(left: Fraction, right: Fraction) -> bool:
    """Return whether two values agree but for the rounding of continuous columns."""
    return abs(left - right) <= ROUNDING * max(Fraction(1), abs(left), abs(right))
