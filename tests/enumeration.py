"""Brute force: optima, regrets and survival verdicts by going through every plan, in rational arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.family import PlanModel
from ask2decide.variants.variants import Problem


def costs(problem: Problem, plans: Sequence[PlanModel]) -> tuple[Fraction | None, ...]:
    """Return every plan's cost, None where it is infeasible; worked out once a problem."""
    if "enumerated" not in vars(problem):
        vars(problem)["enumerated"] = tuple(problem.cost(plan) for plan in plans)
    known: tuple[Fraction | None, ...] = vars(problem)["enumerated"]
    return known


def optimum(problem: Problem, plans: Sequence[PlanModel]) -> Fraction | None:
    """Return the least cost, None when no plan is feasible."""
    return min((cost for cost in costs(problem, plans) if cost is not None), default=None)


def losses(problem: Problem, plans: Sequence[PlanModel]) -> list[Fraction]:
    """Return Eq. 2 for every plan."""
    best = optimum(problem, plans)
    assert best is not None
    one = Fraction(1)
    return [one if cost is None else min(one, (cost - best) / abs(best)) for cost in costs(problem, plans)]


def regret(problems: Sequence[Problem], plans: Sequence[PlanModel]) -> Fraction:
    """Return Eq. 3."""
    return min(max(worst) for worst in zip(*(losses(problem, plans) for problem in problems), strict=True))


def survival(known: Problem, today: Problem, plans: Sequence[PlanModel]) -> Fraction:
    """Return the least loss today over the optimal plans of `known`."""
    best = optimum(known, plans)
    pairs = zip(costs(known, plans), losses(today, plans), strict=True)
    return min(loss for cost, loss in pairs if cost == best)
