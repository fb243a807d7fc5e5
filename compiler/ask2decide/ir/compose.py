"""Problems joined over their shared plan columns: Eq. 3 of the paper, and the survival problem (DESIGN 2.1 M, 2.3).

Each problem keeps its own copy of every column outside the plan, and all of its rows. A plan column that one of the
problems lacks is zero there, hence zero in every common plan, and is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.ir.milp import Column, Milp, Row

LOSS_COLUMN = "scaled loss"
"""Holds a blank, as no name of a model's own component does."""


def minimax(models: Sequence[Milp], optima: Sequence[Fraction]) -> tuple[Milp, Fraction]:
    """Return Eq. 3 as one MILP, and the scale by which its objective is the loss.

    Minimise W over the common plans with ``f_i(x) - |z_i| / s * W <= z_i`` for every problem i and ``0 <= W <= s``,
    where ``s = max |z_i|``. The loss is T = W / s; W is in the unit of the costs, which keeps the rows well scaled.

    Parameters
    ----------
    models : sequence of Milp
        k >= 2 problems.
    optima : sequence of Fraction
        k non-zero numbers z_i: the optima, or their upper bounds for a safe lower bound on the regret.
    """
    scale = max(abs(optimum) for optimum in optima)
    columns, rows = _joined(models)
    columns.append(Column(LOSS_COLUMN, Fraction(0), scale, cost=Fraction(1)))
    for number, (model, optimum) in enumerate(zip(models, optima, strict=True)):
        terms = (*_objective(model, number, columns), (LOSS_COLUMN, -abs(optimum) / scale))
        rows.append(Row(f"{number} loss", None, optimum - model.constant, terms))
    return Milp(tuple(columns), tuple(rows)), scale


def within_costs(models: Sequence[Milp], ceilings: Sequence[Fraction]) -> Milp:
    """Return the problem of finding a common plan that costs at most ``ceilings[i]`` in every problem i."""
    columns, rows = _joined(models)
    for number, (model, ceiling) in enumerate(zip(models, ceilings, strict=True)):
        rows.append(Row(f"{number} ceiling", None, ceiling - model.constant, _objective(model, number, columns)))
    return Milp(tuple(columns), tuple(rows))


def survival(known: Milp, ceiling: Fraction, today: Milp) -> Milp:
    """Return: minimise today's cost over the plans feasible in both problems that cost at most `ceiling` in `known`.

    With `ceiling` an upper bound on the optimum of `known`, the plans searched include all of its optimal plans.
    """
    models = (known, today)
    columns, rows = _joined(models)
    rows.append(Row("0 ceiling", None, ceiling - known.constant, _objective(known, 0, columns)))
    costs = dict(_objective(today, 1, columns))
    priced = tuple(Column(c.name, c.lower, c.upper, c.integer, c.plan, costs.get(c.name, Fraction(0))) for c in columns)
    return Milp(priced, tuple(rows), today.constant)


def _joined(models: Sequence[Milp]) -> tuple[list[Column], list[Row]]:
    """Return the shared plan columns with their bounds intersected, each problem's own columns, and all rows."""
    shared = [c.name for c in models[0].plan_columns if all(_has_plan(model, c.name) for model in models[1:])]
    columns: list[Column] = []
    rows: list[Row] = []
    for name in shared:
        column, conflict = _intersection([model.columns[model.index[name]] for model in models])
        columns.append(column)
        rows.extend(conflict)
    kept = set(shared)
    for number, model in enumerate(models):
        for column in model.columns:
            if not column.plan:
                columns.append(Column(f"{number}/{column.name}", column.lower, column.upper, column.integer))
            elif column.name not in kept and _excludes_zero(column):
                rows.append(Row(f"{number}/{column.name} is zero", Fraction(1), None, ()))
        rows.extend(
            Row(f"{number}/{row.name}", row.lower, row.upper, _renamed(row.terms, model, number, kept))
            for row in model.rows
        )
    return columns, rows


def _has_plan(model: Milp, name: str) -> bool:
    position = model.index.get(name)
    return position is not None and model.columns[position].plan


def _intersection(columns: Sequence[Column]) -> tuple[Column, list[Row]]:
    lowers = [column.lower for column in columns if column.lower is not None]
    uppers = [column.upper for column in columns if column.upper is not None]
    lower, upper = max(lowers, default=None), min(uppers, default=None)
    integer = any(column.integer for column in columns)
    name = columns[0].name
    if lower is not None and upper is not None and lower > upper:
        # No common plan; a row says so, since back ends refuse a column whose bounds cross.
        return Column(name, lower, lower, integer, plan=True), [
            Row(f"{name} in both", None, upper, ((name, Fraction(1)),))
        ]
    return Column(name, lower, upper, integer, plan=True), []


def _excludes_zero(column: Column) -> bool:
    return (column.lower is not None and column.lower > 0) or (column.upper is not None and column.upper < 0)


def _renamed(
    terms: Sequence[tuple[str, Fraction]], model: Milp, number: int, kept: set[str]
) -> tuple[tuple[str, Fraction], ...]:
    renamed = []
    for name, value in terms:
        if not model.columns[model.index[name]].plan:
            renamed.append((f"{number}/{name}", value))
        elif name in kept:
            renamed.append((name, value))
    return tuple(renamed)


def _objective(model: Milp, number: int, columns: Sequence[Column]) -> tuple[tuple[str, Fraction], ...]:
    terms = [(column.name, column.cost) for column in model.columns if column.cost]
    return _renamed(terms, model, number, {column.name for column in columns if column.plan})
