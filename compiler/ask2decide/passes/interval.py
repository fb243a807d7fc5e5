"""Losses and regret bounds from brackets of the optima, rounded to the safe side (docs/mathematics.md)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.ir import Milp
from ask2decide.ir.least_objective import same_least_objective
from ask2decide.labels import Bracket
from ask2decide.labels.loss import ZERO, loss, loss_bracket


def worst_loss(costs: Sequence[Fraction], optima: Sequence[Bracket]) -> Fraction:
    """Return an upper bound on the largest loss of a plan over all problems (U)."""
    return max(loss_bracket(cost, optimum).upper for cost, optimum in zip(costs, optima, strict=True))


def same_objective(first: Milp, second: Milp) -> bool:
    """Return whether every plan feasible in both problems costs the same in both.

    True where the objective lies on the plan columns alone, with equal costs and constants: a common plan uses no
    column that one of the problems lacks. True also where the rest of the objective is least at the same point in both
    (`ir/least_objective.py`), as for a makespan when a due time is added.
    """
    if first.constant != second.constant:
        return False
    ours, theirs = first.plan_objective, second.plan_objective
    if ours is None or theirs is None:
        return same_least_objective(first, second)
    return all(theirs[name] == cost for name, cost in ours.items() if name in theirs)


def unchanged_objective_bound(models: Sequence[Milp], optima: Sequence[Bracket]) -> Fraction:
    """Return the best lower bound of kind (L) over all pairs of problems with the same objective.

    A common plan costs at least the larger optimum, so it loses at least ``(z_big - z_small) / |z_small|`` where the
    optimum is smaller. With brackets: ``(L_big - U_small) / |U_small|``.
    """
    bound = ZERO
    for i, cheap in enumerate(optima):
        for j, costly in enumerate(optima):
            if costly.lower > cheap.upper and same_objective(models[i], models[j]):
                bound = max(bound, loss(costly.lower, cheap.upper))
    return bound
