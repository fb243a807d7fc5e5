"""Intervals stated with all that is known at the end of a run, and with what earlier runs proved: none gets wider.

A plan that comes late, or a looser problem's better bound, narrows numbers that were stated before it. And what an
earlier run proved stays true when a cheaper plan has made Eq. 3 another model: a bound that holds for upper ends
U_i >= z_i of the optima is one on the true losses, whichever better U_i are found later (docs/mathematics.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from ask2decide.engine.known import Known, KnownNumber, Models
from ask2decide.errors import BackEndError
from ask2decide.exact import number_text
from ask2decide.family import PlanModel
from ask2decide.labels import Bracket, Certificate, Label, Method, Optimum, Survival
from ask2decide.labels.loss import ONE, loss_bracket, losses_at_most
from ask2decide.passes.interval import unchanged_objective_bound, worst_loss
from ask2decide.passes.needs_asking import why_loss_is_not_more
from ask2decide.passes.optima import Optima
from ask2decide.passes.regret import floor_reason, method_of, upper_reason
from ask2decide.variants.variants import Problem, Variants

_WRONG = (
    "one of the answers behind it is wrong: remove known.json and solves/ from the task's package, and build again; "
    "if that ends here too, try another --solver."
)


@dataclass(frozen=True)
class _Upper:
    """The plan that gives an upper end, with its costs."""

    bound: Fraction
    plan: PlanModel | None
    costs: tuple[Fraction | None, ...]


class Settle:
    """States optima, labels and verdicts again, without a solve, from all plans and bounds that are known by now.

    Numbers that compare exact optima and are exact themselves stay as they are.

    Parameters
    ----------
    variants : Variants
        The problems theta_S.
    optima : Optima
        Their optima, and the pool.
    known : Known
        What earlier runs proved.
    """

    def __init__(self, variants: Variants, optima: Optima, known: Known) -> None:
        self.variants = variants
        self.optima = optima
        self.known = known
        self.today = variants.problem(variants.task.ids)

    def optimum(self, problem: Problem) -> Optimum:
        """Return the narrowest bracket of an optimum.

        Raises
        ------
        TaskError, BackEndError
            As from `Optima.of`; also when a kept bound lies above the cost of a checked plan.
        """
        own = self.optima.of(problem)
        kept = self.known.optima.get((problem.model.digest,))
        if kept is None or (own.cost is not None and own.cost.is_exact):
            return own
        plans = [(cost, plan) for plan, (cost,) in self._plans(kept, [problem])]
        if not plans:
            return own
        upper, plan = min(plans, key=lambda entry: entry[0])
        lower, (back_end,) = kept.lower, kept.back_ends
        if own.cost is not None and own.cost.lower >= lower:
            lower, back_end = own.cost.lower, own.back_end
        bracket = _bracket(f"the optimum of {problem.title}", lower, upper)
        return Optimum(own.known, bracket, plan.model_dump(mode="json"), back_end)

    def label(self, label: Label, problems: Sequence[Problem]) -> Label:
        """Return a label with the narrowest interval that all plans and bounds give.

        Raises
        ------
        BackEndError
            When a lower end lies above a checked plan's loss.
        """
        optima = [self.optimum(problem) for problem in problems]
        brackets = _away_from_zero(optima)
        if brackets is None or _nothing_to_gain(label.regret, brackets):
            return label
        kept = self.known.regrets.get(_models(problems))
        floor = unchanged_objective_bound([problem.model for problem in problems], brackets)
        own = label.certificate
        lowers = [KnownNumber(label.regret.lower, own.lower_reason, own.lower_by, None)]
        if self.optima.shortcuts:
            lowers.append(KnownNumber(floor, floor_reason(floor), (), None))
        lower = _highest([*lowers, kept])
        upper = self._common(kept, problems, brackets)
        regret = _bracket(f"the regret of {label.item}, {problems[-1].title}", lower.lower, upper.bound)
        certificate = _certificate(own, optima, brackets, lower, upper, upper_reason(upper.plan))
        return Label(label.item, label.background, regret, method_of(regret, floor), certificate)

    def verdict(self, verdict: Survival, conditional: Mapping[str, Label]) -> Survival:
        """Return a verdict with the narrowest interval that all plans, bounds and conditional labels give."""
        problems = [self.variants.problem(verdict.known), self.today]
        kept = self.known.verdicts.get(_models(problems))
        if verdict.method is Method.CONDITIONAL_LABEL:
            (missed,) = set(conditional) - set(verdict.known)
            label = conditional[missed]
            verdict = replace(verdict, loss=Bracket(label.regret.lower, ONE), certificate=label.certificate)
            if kept is None:
                return verdict
            verdict = replace(verdict, certificate=_of_missed(label, problems))
        optima = [self.optimum(problem) for problem in problems]
        brackets, own = _away_from_zero(optima), verdict.certificate
        if brackets is None or own is None or _nothing_to_gain(verdict.loss, brackets):
            return verdict
        lower = _highest([KnownNumber(verdict.loss.lower, own.lower_reason, own.lower_by, None), kept])
        upper = self._survivor(kept, problems, brackets)
        loss = _bracket(f"the loss today of plans made for {problems[0].title}", lower.lower, upper.bound)
        certificate = _certificate(own, optima, brackets, lower, upper, why_loss_is_not_more(upper.plan))
        return Survival(verdict.known, loss, _verdict_method(verdict.method, loss, upper), certificate)

    def kept(
        self,
        problems: Mapping[str, Problem],
        optima: Mapping[str, Optimum],
        labels: Sequence[Label],
        verdicts: Sequence[Survival],
    ) -> Known:
        """Return what a later run must not lose of these numbers.

        Parameters
        ----------
        problems : mapping of str to Problem
            Every problem that they compare, by key.
        """

        def entries(evidence: Sequence[tuple[Fraction, Certificate]]) -> dict[Models, KnownNumber]:
            return {
                _models([problems[key] for key in proof.problems]): KnownNumber(
                    lower, proof.lower_reason, proof.lower_by, proof.plan
                )
                for lower, proof in evidence
            }

        return Known(
            {
                _models([problems[key]]): KnownNumber(optimum.cost.lower, "", (optimum.back_end,), optimum.plan)
                for key, optimum in optima.items()
                if optimum.cost is not None
            },
            entries([(label.regret.lower, label.certificate) for label in labels]),
            entries(
                [
                    (verdict.loss.lower, verdict.certificate)
                    for verdict in verdicts
                    if verdict.method is not Method.CONDITIONAL_LABEL and verdict.certificate is not None
                ]
            ),
        )

    def _common(self, kept: KnownNumber | None, problems: Sequence[Problem], optima: Sequence[Bracket]) -> _Upper:
        """Return the least worst loss of a plan over problems; the kept plan wins where another one is as good."""
        best = _Upper(ONE, None, tuple(None for _ in problems))
        for plan, costs in self._plans(kept, problems):
            bound = worst_loss(costs, optima)
            if bound < best.bound or best.plan is None:
                best = _Upper(bound, plan, costs)
        return best

    def _survivor(self, kept: KnownNumber | None, problems: Sequence[Problem], optima: Sequence[Bracket]) -> _Upper:
        """Return the least loss today of a plan that is optimal where it is made, which only an exact optimum shows."""
        made, today = optima
        best = _Upper(ONE, None, (None, None))
        for plan, costs in self._plans(kept, problems) if made.is_exact else ():
            bound = loss_bracket(costs[1], today).upper
            if costs[0] <= made.upper and (bound < best.bound or best.plan is None):
                best = _Upper(bound, plan, costs)
        return best

    def _plans(
        self, kept: KnownNumber | None, problems: Sequence[Problem]
    ) -> Iterator[tuple[PlanModel, tuple[Fraction, ...]]]:
        """Yield the kept plan and those of the pool, as far as they are feasible in all problems, with their costs."""
        if kept is not None and kept.plan is not None:
            plan = _as_plan(kept.plan, problems[0])
            costs = [None if plan is None else problem.cost(plan) for problem in problems]
            known = tuple(cost for cost in costs if cost is not None)
            if plan is not None and len(known) == len(problems):
                yield plan, known
        yield from self.optima.pool.common(problems)


def _away_from_zero(optima: Sequence[Optimum]) -> list[Bracket] | None:
    """Return the brackets of optima; None where one is not known, or may be 0."""
    brackets = [optimum.cost for optimum in optima if optimum.cost is not None and not optimum.cost.contains_zero]
    return brackets if len(brackets) == len(optima) else None


def _nothing_to_gain(number: Bracket, optima: Sequence[Bracket]) -> bool:
    return number.is_exact and all(optimum.is_exact for optimum in optima)


def _as_plan(plan: Mapping[str, Any], problem: Problem) -> PlanModel | None:
    try:
        return problem.family.plan_model.model_validate(plan)
    except ValidationError:
        return None  # of an earlier plan format: it proves nothing any more


def _models(problems: Sequence[Problem]) -> Models:
    return tuple(problem.model.digest for problem in problems)


def _highest(lowers: Sequence[KnownNumber | None]) -> KnownNumber:
    """Return the highest lower end, the first of several."""
    return max((entry for entry in lowers if entry is not None), key=lambda entry: entry.lower)


def _of_missed(label: Label, problems: Sequence[Problem]) -> Certificate:
    """Return the evidence of a verdict that a conditional label gives, as that of the survival problem stands."""
    return Certificate(
        problems=tuple(problem.key for problem in problems),
        optima=(None, None),
        plan=None,
        costs=(None, None),
        losses=(ONE, ONE),
        lower_reason=f"a plan made without {label.item} loses nothing there, so today at least its conditional regret.",
        upper_reason=why_loss_is_not_more(None),
        lower_by=label.certificate.lower_by,
    )


def _verdict_method(own: Method, loss: Bracket, upper: _Upper) -> Method:
    if upper.plan is None and loss.lower == 1:
        return Method.NO_COMMON_PLAN
    return Method.BOUNDS if own is Method.BOUNDS and upper.plan is None and not loss.lower else Method.SURVIVAL


def _bracket(what: str, lower: Fraction, upper: Fraction) -> Bracket:
    if lower > upper:
        raise BackEndError(
            f"{what}: it is bounded below by {number_text(lower)}, yet a checked plan shows at most "
            f"{number_text(upper)}.",
            _WRONG,
        )
    return Bracket(lower, upper)


def _certificate(
    own: Certificate,
    optima: Sequence[Optimum],
    brackets: Sequence[Bracket],
    lower: KnownNumber,
    upper: _Upper,
    why_not_more: str,
) -> Certificate:
    return Certificate(
        problems=own.problems,
        optima=tuple(brackets),
        plan=None if upper.plan is None else upper.plan.model_dump(mode="json"),
        costs=upper.costs,
        losses=losses_at_most(upper.costs, brackets),
        lower_reason=lower.reason,
        upper_reason=why_not_more,
        back_ends=tuple(sorted({*(optimum.back_end for optimum in optima), *lower.back_ends})),
        lower_by=lower.back_ends,
    )
