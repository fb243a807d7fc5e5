"""A back end's plan, checked: what the checker rejects or costs otherwise stops the build (docs/traps.md)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.backend import Answer, Status
from ask2decide.errors import BackEndError
from ask2decide.family import PlanModel
from ask2decide.passes.bounds import guard
from ask2decide.variants.variants import Problem

WRONG_BACK_END = "the back end is wrong here; run again with another --solver and report the model to its authors."


def checked_plan(answer: Answer, problems: Sequence[Problem]) -> tuple[PlanModel, tuple[Fraction, ...]] | None:
    """Return the plan of `answer` with its exact cost in each problem; None when the answer holds no solution.

    Raises
    ------
    BackEndError
        When the plan breaks a rule of one of the problems, with the rule in words.
    """
    if answer.values is None:
        return None
    plan = problems[0].plan(answer.values)
    costs = []
    for problem in problems:
        check = problem.check(plan)
        if check.value is None:
            raise BackEndError(
                f"{problem.title}: the checker rejects a plan of {answer.back_end}: {check.violations[0]}",
                "the model and the checker of this family disagree, or the back end's tolerances are too wide; "
                "run the family's contract test on these records.",
            )
        costs.append(problem.family.cost(check.value, problem.sense))
    return plan, tuple(costs)


def require_equal_cost(problem: Problem, answer: Answer, cost: Fraction) -> None:
    """Stop when the checker's exact cost is not the back end's objective, within floating-point tolerance.

    A solve that stopped at its limit may leave columns beside the plan loose (a job that starts later than it could),
    so that its plan costs less than the back end says: that contradicts nothing, and a cost above it still does.
    """
    if answer.primal is None:
        return
    dearer = cost - answer.primal
    off = dearer if answer.status is Status.LIMIT else abs(dearer)
    if off > 10 * guard(cost):
        theirs = float(problem.value(answer.primal))
        raise BackEndError(
            f"{problem.title}: {answer.back_end} says its plan is worth {theirs!r}, "
            f"the checker says {problem.value_text(cost)}.",
            "the model and the checker of this family disagree; run the family's contract test on these records.",
        )


def require_bound_below(problem: Problem, bound: Fraction | None, cost: Fraction, back_end: str) -> None:
    """Stop when a safe lower bound lies above the exact cost of a checked plan."""
    if bound is not None and bound > cost:
        raise BackEndError(
            f"{problem.title}: {back_end} proves a bound of {float(problem.value(bound))!r}, "
            f"yet a checked plan is worth {problem.value_text(cost)}.",
            WRONG_BACK_END,
        )
