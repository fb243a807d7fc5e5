"""The task needs asking: no plan that is optimal with only some items known is optimal today (docs/mathematics.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from ask2decide.backend import Answer, Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.exact import number_text
from ask2decide.ir import Milp
from ask2decide.ir.compose import survival
from ask2decide.labels import Bracket, Certificate, Label, Method, Survival
from ask2decide.labels.loss import ONE, ZERO, loss_bracket, losses_at_most
from ask2decide.passes.bounds import guard, rounded_to_grid, safe_bound
from ask2decide.passes.ceilings import none_within
from ask2decide.passes.found_plan import WRONG_BACK_END, checked_plan
from ask2decide.passes.optima import Optima
from ask2decide.variants.variants import Problem, Variants


@dataclass(frozen=True)
class _Found:
    """A plan in the task's plan format, and its costs in the problem it was made for and today."""

    plan: Mapping[str, Any]
    costs: tuple[Fraction, Fraction]

    @property
    def today(self) -> Fraction:
        return self.costs[1]


@dataclass(frozen=True)
class _Question:
    """One survival problem: where the plans are made, with the optima there and today as costs."""

    problem: Problem
    recorded: Bracket
    today: Bracket

    @property
    def optima(self) -> tuple[Bracket, Bracket]:
        return self.recorded, self.today

    @property
    def ceiling(self) -> Fraction:
        """U, not z: the plans that cost at most U include every optimal plan, also where the optimum is open."""
        return self.recorded.upper + _room(self.problem, self.recorded.upper)

    @property
    def limit(self) -> str:
        """U as sentences write it."""
        return self.problem.value_text(self.recorded.upper)

    def loss_at_most(self, best: _Found | None) -> Fraction:
        return ONE if best is None else loss_bracket(best.today, self.today).upper


class NeedsAsking:
    """Bounds what the best plan made without asking loses today.

    Parameters
    ----------
    variants : Variants
        The problems theta_S.
    optima : Optima
        Their optima, and the pool.
    engine : Engine
        Solves the survival problems.
    """

    def __init__(self, variants: Variants, optima: Optima, engine: Engine) -> None:
        self.variants = variants
        self.optima = optima
        self.engine = engine
        self.today = variants.problem(variants.task.ids)

    def verdict(self, known: Sequence[str]) -> Survival:
        """Return the least loss today over the plans that are optimal when exactly `known` is known.

        Raises
        ------
        TaskError, BackEndError
            As from `Optima.of`; also when a checked plan contradicts the answer to the survival problem.
        """
        problem = self.variants.problem(known)
        recorded, today = self.optima.of(problem).cost, self.optima.of(self.today).cost
        if recorded is None or today is None or today.contains_zero:
            return self._open(problem, (recorded, today), "no bracket away from 0 is known for one of the optima")
        question = _Question(problem, recorded, today)
        answer = self.engine.answer(*self._asked(question))
        if answer.status is Status.INFEASIBLE:
            return self._none_survives(question, answer)
        found = checked_plan(answer, [problem, self.today])
        if found is not None:
            self.optima.pool.add(found[0])
        return self._bounded(question, answer)

    def solve_ahead(self, sets: Sequence[Sequence[str]]) -> None:
        """Solve the survival problems of several sets of known items side by side, where the engine can."""
        problems = [self.variants.problem(known) for known in sets]
        self.engine.solve_ahead((p.title, p.model) for p in problems if not self.optima.without_solve(p))
        costs = [self.optima.of(problem).cost for problem in problems]
        today = self.optima.of(self.today).cost
        if today is None or today.contains_zero:
            return
        questions = [_Question(p, cost, today) for p, cost in zip(problems, costs, strict=True) if cost is not None]
        self.engine.solve_ahead((title, model) for model, title in map(self._asked, questions))

    def _asked(self, question: _Question) -> tuple[Milp, str]:
        """Return the survival problem and its title."""
        title = f"the loss today of plans made for {question.problem.title}"
        return survival(question.problem.model, question.ceiling, self.today.model), title

    def _none_survives(self, question: _Question, answer: Answer) -> Survival:
        """Return the verdict where no plan that looks optimal can be carried out today."""
        best = self._best(question)
        if best is not None:
            raise BackEndError(
                f"{question.problem.title}: {answer.back_end} says that no optimal plan of it is feasible today, "
                f"yet the checker accepts one that is worth {self.today.value_text(best.today)} today.",
                WRONG_BACK_END,
            )
        reason = (
            f"{answer.back_end} proves that no plan worth {question.limit} or better by what is known "
            "can be carried out today."
        )
        certificate = self._certificate(question, answer, None, reason)
        return Survival(question.problem.known, Bracket(ONE, ONE), Method.NO_COMMON_PLAN, certificate)

    def _bounded(self, question: _Question, answer: Answer) -> Survival:
        """Return the verdict where the answer bounds what such plans lose today."""
        lower = self._lower(question, answer)
        # A plan that costs U is known to be optimal there only when the optimum is exact.
        best = self._best(question) if question.recorded.is_exact else None
        upper = question.loss_at_most(best)
        if lower > upper:
            raise BackEndError(
                f"{question.problem.title}: {answer.back_end} bounds the loss of every such plan today by "
                f"{number_text(lower)}, yet a checked plan loses {number_text(upper)}.",
                WRONG_BACK_END,
            )
        if lower < upper and best is not None and answer.status is Status.OPTIMAL:
            lower, best = self._closed(question, lower)
            upper = question.loss_at_most(best)
        reason = (
            f"{answer.back_end} bounds what every plan worth {question.limit} or better by what is known "
            "is worth today."
        )
        certificate = self._certificate(question, answer, best, reason)
        return Survival(question.problem.known, Bracket(lower, upper), Method.SURVIVAL, certificate)

    def _lower(self, question: _Question, answer: Answer) -> Fraction:
        """Return what every such plan loses today at least, by the back end's bound."""
        bound = safe_bound(answer)
        if bound is None:
            return ZERO
        if not answer.exact:
            bound = rounded_to_grid(bound, self.today.model.constant, self.today.model.step)
        return loss_bracket(max(bound, question.today.lower), question.today).lower

    def _closed(self, question: _Question, lower: Fraction) -> tuple[Fraction, _Found | None]:
        """Return the best known plan's loss as the bound when no plan within the ceiling is a step cheaper today."""
        step = self.today.model.step

        def ceilings() -> list[Fraction] | None:
            best = self._best(question)
            return None if best is None or not step else [question.ceiling, best.today - step / 2]

        proof = none_within(self.engine, self.optima.pool, [question.problem, self.today], ceilings)
        best = self._best(question)
        if proof is None or best is None:
            return lower, best
        return loss_bracket(best.today, question.today).lower, best

    def missed(self, label: Label) -> Survival:
        """Return the verdict for all items but one, which that item's conditional label already gives.

        A plan that is optimal without the item loses at least the item's conditional regret today, since its loss in
        the other problem is 0. Where the label also looks at further plausible values this does not follow, and the
        survival problem is solved.
        """
        if len(label.certificate.problems) > 2:
            return self.verdict(label.background)
        return Survival(label.background, Bracket(label.regret.lower, ONE), Method.CONDITIONAL_LABEL, label.certificate)

    def _best(self, question: _Question) -> _Found | None:
        """Return the known plan that costs least today of those that cost at most U by what is known."""
        best = None
        for plan, costs in self.optima.pool.common([question.problem, self.today]):
            if costs[0] <= question.recorded.upper and (best is None or costs[1] < best.today):
                best = _Found(plan.model_dump(mode="json"), (costs[0], costs[1]))
        return best

    def _open(self, problem: Problem, optima: tuple[Bracket | None, ...], why: str) -> Survival:
        certificate = Certificate(
            problems=(problem.key, self.today.key),
            optima=optima,
            plan=None,
            costs=(None, None),
            losses=(ONE, ONE),
            lower_reason=f"{why}: nothing is proved.",
            upper_reason=why_loss_is_not_more(None),
        )
        return Survival(problem.known, Bracket(ZERO, ONE), Method.BOUNDS, certificate)

    def _certificate(self, question: _Question, answer: Answer, best: _Found | None, reason: str) -> Certificate:
        costs: tuple[Fraction | None, ...] = (None, None) if best is None else best.costs
        bounded_by = {self.optima.of(problem).back_end for problem in (question.problem, self.today)}
        return Certificate(
            problems=(question.problem.key, self.today.key),
            optima=question.optima,
            plan=None if best is None else best.plan,
            costs=costs,
            losses=losses_at_most(costs, question.optima),
            lower_reason=reason,
            upper_reason=why_loss_is_not_more(None if best is None else best.plan),
            back_ends=tuple(sorted({*bounded_by, answer.back_end})),
            lower_by=(answer.back_end,),
        )


def why_loss_is_not_more(plan: object | None) -> str:
    """Return why the loss that a verdict bounds is not above that of the plan that is given, or of none."""
    return "a loss is at most 1 by definition." if plan is None else "the plan given here loses this today."


def _room(problem: Problem, cost: Fraction) -> Fraction:
    """Return how far the ceiling stands above an optimum, so that a back end's tolerances cannot hide its plans.

    Half a step where costs lie on a grid, which admits no further plan; nothing for an LP, which is answered in exact
    numbers; otherwise the guard. A wider ceiling admits more plans, so the proof only becomes harder.
    """
    if problem.model.step is not None:
        return problem.model.step / 2
    return ZERO if problem.model.is_linear else guard(cost)


def proper_subsets(relevant: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every proper subset of the relevant items, the smallest first."""
    for size in range(len(relevant)):
        yield from combinations(relevant, size)
