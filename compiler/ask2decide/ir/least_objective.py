"""When two problems' objectives agree on every common plan although they lie on columns beside the plan.

A schedule's makespan is no plan column, yet a due time leaves it as it is for every order that meets it. What makes
that so can be read off two models, as follows.

**Least points.** Fix a plan x. Let u be the other columns (times, say), and let C be a system of conditions on u, each
of them closed under the componentwise minimum of two points:

- an inequality, written as ``sum a_k u_k >= b``, in which at most one a_k is positive (b may depend on x): if two
  points fulfil it, the minimum takes u_k for the positive one from one of them, and the other terms only gain;
- a bound on a column, and integrality;
- a no-overlap constraint in which each pair of intervals is ordered by a plan column, which makes it such an
  inequality, or has a fixed start on one side, which leaves the other start a set of numbers, or is fixed on both.

A closed set that is closed under minima and bounded below is empty or has a least point u*(x), and an objective with
costs of at least 0 on u is least there.

**Conditions that only cut from above.** Let E be conditions on u that hold at every point below one that fulfils them:
inequalities ``sum a_k u_k >= b`` without any positive a_k, upper bounds, and conditions on x alone. If a point fulfils
C and E, then u*(x), which lies below it, does so too. Hence the objective of x under C and E is that of u*(x).

**Criterion.** If two models consist of the same C, with the same costs, and of an E each, then every plan that is
feasible in both has the same objective in both. C is taken to be what the two have in common; all else must be of kind
E.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ask2decide.ir.global_constraints import NoOverlap, Order
from ask2decide.ir.milp import Column, Milp, Row


def same_least_objective(first: Milp, second: Milp) -> bool:
    """Return whether the criterion above holds of two models; False proves nothing.

    Columns that only choose between the orders of a no-overlap constraint, and that constraint's rows, are left aside:
    the constraint says the same.
    """
    if first.global_constraints != second.global_constraints or first.constant != second.constant:
        return False
    ours, theirs = _beside_the_plan(first), _beside_the_plan(second)
    if ours is None or theirs is None or not _same_columns(ours, theirs):
        return False
    for constraint in first.global_constraints:
        if not _has_least_order(constraint, first, ours) or not _has_least_order(constraint, second, theirs):
            return False
    plan_costs = {column.name: column.cost for column in second.plan_columns}
    if any(plan_costs.get(column.name, column.cost) != column.cost for column in first.plan_columns):
        return False
    return _rows_agree(first, second, ours)


def _beside_the_plan(model: Milp) -> Mapping[str, Column] | None:
    """Return the columns u by name; None where one has a negative cost or no lower bound, or a choice other uses."""
    orders = [order for constraint in model.global_constraints for order in constraint.orders]
    choices = {order.column for order in orders if not _is_plan(order, model)}
    starts = {interval.start for constraint in model.global_constraints for interval in constraint.intervals}
    used = starts | {name for row in model.own_rows for name, _ in row.terms}
    twice = len([order for order in orders if order.column in choices]) > len(choices)
    free = [column for column in model.columns if column.name in choices]
    if twice or choices & used or any(column.cost or column.lower != 0 or column.upper != 1 for column in free):
        return None
    columns = {column.name: column for column in model.columns if not column.plan and column.name not in choices}
    if any(column.cost < 0 or column.lower is None for column in columns.values()):
        return None
    return columns


def _same_columns(ours: Mapping[str, Column], theirs: Mapping[str, Column]) -> bool:
    """Whether both have the same columns u; upper bounds may differ, for they are of kind E."""
    return ours.keys() == theirs.keys() and all(
        (column.lower, column.integer, column.cost) == (theirs[name].lower, theirs[name].integer, theirs[name].cost)
        for name, column in ours.items()
    )


def _has_least_order(constraint: NoOverlap, model: Milp, beside: Mapping[str, Column]) -> bool:
    """Whether every pair of intervals is ordered by a plan column, or has a fixed start."""
    by_plan = {frozenset((o.first, o.second)) for o in constraint.orders if _is_plan(o, model)}
    moving = [
        number
        for number, interval in enumerate(constraint.intervals)
        if interval.start in beside and not _fixed(beside[interval.start])
    ]
    if any(interval.start not in beside for interval in constraint.intervals):
        return False
    return all(frozenset((a, b)) in by_plan for a in moving for b in moving if a < b)


def _is_plan(order: Order, model: Milp) -> bool:
    return model.columns[model.index[order.column]].plan


def _fixed(column: Column) -> bool:
    return column.lower is not None and column.lower == column.upper


def _rows_agree(first: Milp, second: Milp, beside: Mapping[str, Column]) -> bool:
    """Whether the rows that both have are of kind C or E, and those that only one has are of kind E."""
    ours, theirs = (
        {(row.lower, row.upper, frozenset(row.terms)): row for row in model.own_rows} for model in (first, second)
    )
    common = [row for key, row in ours.items() if key in theirs]
    own = [row for key, row in ours.items() if key not in theirs] + [
        row for key, row in theirs.items() if key not in ours
    ]
    return all(_positives(row, beside) <= 1 for row in common) and all(_positives(row, beside) == 0 for row in own)


def _positives(row: Row, beside: Mapping[str, Column]) -> int:
    """Return how many columns u have a positive coefficient in the row written with >=, at most over its two sides."""
    values: list[Fraction] = [value for name, value in row.terms if name in beside]
    above = sum(value > 0 for value in values) if row.lower is not None else 0
    below = sum(value < 0 for value in values) if row.upper is not None else 0
    return max(above, below)
