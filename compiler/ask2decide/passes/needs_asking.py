"""The task needs asking: no plan that is optimal with only some items known is optimal today (DESIGN 2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from ask2decide.backend import Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.exact import number_text
from ask2decide.ir.compose import survival
from ask2decide.labels import Bracket, Certificate, Label, Method, Survival
from ask2decide.labels.loss import ONE, ZERO, loss_bracket
from ask2decide.passes.bounds import guard, rounded_to_grid, safe_bound
from ask2decide.passes.ceilings import none_within
from ask2decide.passes.found_plan import checked_plan
from ask2decide.passes.optima import Optima
from ask2decide.variants.variants import Problem, Variants

_Found = tuple[dict[str, object], tuple[Fraction, Fraction]]
"""A plan in the task's plan format, and its costs in the problem it was made for and today."""


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
        """Return the least loss today over the plans that are optimal when exactly `known` is known."""
        problem = self.variants.problem(known)
        recorded, today = self.optima.of(problem).cost, self.optima.of(self.today).cost
        if recorded is None or today is None or today.contains_zero:
            return self._open(problem, (recorded, today), "no bracket away from 0 is known for one of the optima")
        # U, not z: the plans that cost at most U include every optimal plan, also where the optimum is open.
        ceiling = recorded.upper + _room(problem, recorded.upper)
        model = survival(problem.model, ceiling, self.today.model)
        answer = self.engine.answer(model)
        back_ends = tuple(
            sorted({self.optima.of(problem).back_end, self.optima.of(self.today).back_end, answer.back_end})
        )
        if answer.status is Status.INFEASIBLE:
            self._refuse_if_known(problem, recorded, answer.back_end)
            limit = problem.value_text(recorded.upper)
            plans = f"no plan worth {limit} or better by what is known"
            reason = f"{answer.back_end} proves that {plans} can be carried out today."
            certificate = self._certificate(problem, (recorded, today), None, reason, back_ends)
            return Survival(problem.known, Bracket(ONE, ONE), Method.NO_COMMON_PLAN, certificate)
        found = checked_plan(answer, [problem, self.today])
        if found is not None:
            self.optima.pool.add(found[0])
        bound = safe_bound(answer)
        if bound is not None and not answer.exact:
            bound = rounded_to_grid(bound, self.today.model.constant, self.today.model.step)
        lower = ZERO if bound is None else max(ZERO, loss_bracket(max(bound, today.lower), today).lower)
        best = self._best(problem, recorded)
        # A plan that costs U is known to be optimal there only when the optimum is exact.
        if recorded.lower < recorded.upper:
            best = None
        upper = ONE if best is None else loss_bracket(best[1][1], today).upper
        if lower > upper:
            raise BackEndError(
                f"{problem.title}: {answer.back_end} bounds the loss of every such plan today by {number_text(lower)}, "
                f"yet a checked plan loses {number_text(upper)}.",
                "the back end is wrong here; run again with another --solver.",
            )
        if lower < upper and best is not None and answer.status is Status.OPTIMAL:
            lower, best = self._closed(problem, recorded, ceiling, today, lower)
            upper = ONE if best is None else loss_bracket(best[1][1], today).upper
        limit = problem.value_text(recorded.upper)
        reason = f"{answer.back_end} bounds what every plan worth {limit} or better by what is known is worth today."
        certificate = self._certificate(problem, (recorded, today), best, reason, back_ends)
        return Survival(problem.known, Bracket(lower, upper), Method.SURVIVAL, certificate)

    def _closed(
        self, problem: Problem, recorded: Bracket, ceiling: Fraction, today: Bracket, lower: Fraction
    ) -> tuple[Fraction, _Found | None]:
        """Return the best known plan's loss as the bound when no plan within the ceiling is a step cheaper today."""
        step = self.today.model.step

        def ceilings() -> list[Fraction] | None:
            best = self._best(problem, recorded)
            return None if best is None or not step else [ceiling, best[1][1] - step / 2]

        proof = none_within(self.engine, self.optima.pool, [problem, self.today], ceilings)
        best = self._best(problem, recorded)
        if proof is None or best is None:
            return lower, best
        return loss_bracket(best[1][1], today).lower, best

    def missed(self, label: Label) -> Survival:
        """Return the verdict for all items but one, which that item's conditional label already gives.

        A plan that is optimal without the item loses at least the item's conditional regret today, since its loss in
        the other problem is 0. Where the label also looks at further plausible values this does not follow, and the
        survival problem is solved.
        """
        if len(label.certificate.problems) > 2:
            return self.verdict(label.background)
        return Survival(label.background, Bracket(label.regret.lower, ONE), Method.CONDITIONAL_LABEL, label.certificate)

    def _best(self, problem: Problem, recorded: Bracket) -> _Found | None:
        best = None
        for plan, (cost, today) in self.optima.pool.common([problem, self.today]):
            if cost <= recorded.upper and (best is None or today < best[1][1]):
                best = plan.model_dump(mode="json"), (cost, today)
        return best

    def _refuse_if_known(self, problem: Problem, recorded: Bracket, back_end: str) -> None:
        best = self._best(problem, recorded)
        if best is not None:
            raise BackEndError(
                f"{problem.title}: {back_end} says that no optimal plan of it is feasible today, "
                f"yet the checker accepts one that is worth {self.today.value_text(best[1][1])} today.",
                "the back end is wrong here; run again with another --solver.",
            )

    def _open(self, problem: Problem, optima: tuple[Bracket | None, ...], why: str) -> Survival:
        certificate = self._certificate(problem, optima, None, f"{why}: nothing is proved.", ())
        return Survival(problem.known, Bracket(ZERO, ONE), Method.BOUNDS, certificate)

    def _certificate(
        self,
        problem: Problem,
        optima: tuple[Bracket | None, ...],
        best: _Found | None,
        reason: str,
        back_ends: tuple[str, ...],
    ) -> Certificate:
        costs: tuple[Fraction | None, ...] = (None, None) if best is None else best[1]
        return Certificate(
            problems=(problem.key, self.today.key),
            optima=optima,
            plan=None if best is None else best[0],
            costs=costs,
            losses=tuple(
                ONE if cost is None or optimum is None or optimum.contains_zero else loss_bracket(cost, optimum).upper
                for cost, optimum in zip(costs, optima, strict=True)
            ),
            lower_reason=reason,
            upper_reason="a loss is at most 1 by definition."
            if best is None
            else "the plan given here loses this today.",
            back_ends=back_ends,
        )


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
