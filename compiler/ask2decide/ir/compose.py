"""Problems joined over their shared plan columns: Eq. 3 of the paper, and the survival problem (docs/mathematics.md).

Each problem keeps its own copy of every column outside the plan, and all of its rows and global constraints. A plan
column that one of the problems lacks is zero there, hence zero in every common plan, and is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.ir.global_constraints import Interval, NoOverlap, Order
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
    columns, rows, constraints = _joined(models)
    columns.append(Column(LOSS_COLUMN, Fraction(0), scale, cost=Fraction(1)))
    for number, (model, optimum) in enumerate(zip(models, optima, strict=True)):
        terms = (*_objective(model, number, columns), (LOSS_COLUMN, -abs(optimum) / scale))
        rows.append(Row(f"{number} loss", None, optimum - model.constant, terms))
    return Milp(tuple(columns), tuple(rows), global_constraints=constraints), scale


def within_costs(models: Sequence[Milp], ceilings: Sequence[Fraction]) -> Milp:
    """Return the problem of finding a common plan that costs at most ``ceilings[i]`` in every problem i."""
    columns, rows, constraints = _joined(models)
    for number, (model, ceiling) in enumerate(zip(models, ceilings, strict=True)):
        rows.append(Row(f"{number} ceiling", None, ceiling - model.constant, _objective(model, number, columns)))
    return Milp(tuple(columns), tuple(rows), global_constraints=constraints)


def survival(known: Milp, ceiling: Fraction, today: Milp) -> Milp:
    """Return: minimise today's cost over the plans feasible in both problems that cost at most `ceiling` in `known`.

    With `ceiling` an upper bound on the optimum of `known`, the plans searched include all of its optimal plans.
    """
    models = (known, today)
    columns, rows, constraints = _joined(models)
    rows.append(Row("0 ceiling", None, ceiling - known.constant, _objective(known, 0, columns)))
    costs = dict(_objective(today, 1, columns))
    priced = tuple(Column(c.name, c.lower, c.upper, c.integer, c.plan, costs.get(c.name, Fraction(0))) for c in columns)
    return Milp(priced, tuple(rows), today.constant, constraints)


def _joined(models: Sequence[Milp]) -> tuple[list[Column], list[Row], tuple[NoOverlap, ...]]:
    """Return the shared plan columns with their bounds intersected, each problem's own columns, all rows, globals."""
    shared = [c.name for c in models[0].plan_columns if all(_has_plan(model, c.name) for model in models[1:])]
    columns: list[Column] = []
    rows: list[Row] = []
    for name in shared:
        column, conflict = _intersection([model.columns[model.index[name]] for model in models])
        columns.append(column)
        rows.extend(conflict)
    kept = set(shared)
    constraints: list[NoOverlap] = []
    for number, model in enumerate(models):
        for column in model.columns:
            if not column.plan:
                columns.append(Column(f"{number}/{column.name}", column.lower, column.upper, column.integer))
            elif column.name not in kept and _excludes_zero(column):
                rows.append(Row(f"{number}/{column.name} is zero", Fraction(1), None, ()))
        whole = [_kept_constraint(constraint, model, number, kept) for constraint in model.global_constraints]
        constraints.extend(constraint for constraint in whole if constraint is not None)
        sources = {constraint.name for constraint in whole if constraint is not None}
        rows.extend(_kept_row(row, model, number, kept, sources) for row in model.rows)
    return columns, rows, tuple(constraints)


def _kept_row(row: Row, model: Milp, number: int, kept: set[str], sources: set[str]) -> Row:
    """Return one problem's row. A row that lost a column (to zero) says more than its global, and stands alone."""
    terms = _renamed(row.terms, model, number, kept)
    source = f"{number}/{row.source}" if len(terms) == len(row.terms) else None
    return Row(f"{number}/{row.name}", row.lower, row.upper, terms, source if source in sources else None)


def _kept_constraint(constraint: NoOverlap, model: Milp, number: int, kept: set[str]) -> NoOverlap | None:
    """Return one problem's global over the joined columns; None when a start column is lost, and the rows must do.

    An order column that is lost is zero; the rows that hold it then say so on their own.
    """
    starts = [_renamed_column(interval.start, model, number, kept) for interval in constraint.intervals]
    columns = [_renamed_column(order.column, model, number, kept) for order in constraint.orders]
    known = [start for start in starts if start is not None]
    if len(known) < len(starts):
        return None
    return NoOverlap(
        f"{number}/{constraint.name}",
        tuple(Interval(start, old.duration) for start, old in zip(known, constraint.intervals, strict=True)),
        tuple(
            Order(order.first, order.second, column)
            for order, column in zip(constraint.orders, columns, strict=True)
            if column is not None
        ),
    )


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
    renamed = ((_renamed_column(name, model, number, kept), value) for name, value in terms)
    return tuple((name, value) for name, value in renamed if name is not None)


def _renamed_column(name: str, model: Milp, number: int, kept: set[str]) -> str | None:
    """Return a column's name in the joined problem, None for a plan column that is left out (zero)."""
    if not model.columns[model.index[name]].plan:
        return f"{number}/{name}"
    return name if name in kept else None


def _objective(model: Milp, number: int, columns: Sequence[Column]) -> tuple[tuple[str, Fraction], ...]:
    terms = [(column.name, column.cost) for column in model.columns if column.cost]
    return _renamed(terms, model, number, {column.name for column in columns if column.plan})
