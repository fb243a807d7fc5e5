"""The regret of one item in one background: Eq. 3, by certificate where one closes it, else by one MILP.

The method that a label states depends on the proved numbers alone, never on which optimal plan a back end happened to
return:

- 0 is a ``witness``: one plan is optimal in every problem;
- the bound of the unchanged objective, attained, is ``two_optima``: the plan that attains it is optimal in the costlier
  problem and feasible in the cheaper one (Eq. 5);
- 1 otherwise is ``no_common_plan``: no plan is feasible in every problem, or each loses everything somewhere;
- any other exact number is ``minimax``;
- an interval is ``bounds``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ask2decide.backend import Answer, Hint, Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.exact import number_text
from ask2decide.family import PlanModel
from ask2decide.ir import Milp
from ask2decide.ir.compose import minimax
from ask2decide.labels import Bracket, Certificate, Label, Method
from ask2decide.labels.loss import ONE, ZERO, losses_at_most
from ask2decide.passes.bounds import next_on_grids, safe_bound
from ask2decide.passes.ceilings import none_within
from ask2decide.passes.found_plan import WRONG_BACK_END, checked_plan
from ask2decide.passes.interval import unchanged_objective_bound, worst_loss
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.spec import Item
from ask2decide.variants.variants import Problem, Variants


@dataclass(frozen=True)
class _Upper:
    """The best plan of the pool for a set of problems, and its worst loss; no plan loses 1."""

    bound: Fraction
    plan: PlanModel | None
    costs: tuple[Fraction | None, ...]


@dataclass(frozen=True)
class _Lower:
    """A lower bound on the regret, and the sentence that says where it comes from."""

    bound: Fraction
    reason: str
    back_ends: tuple[str, ...] = ()


class Regret:
    """Labels items.

    Parameters
    ----------
    variants : Variants
        The problems theta_S.
    optima : Optima
        Their optima, and the pool.
    engine : Engine
        Solves Eq. 3 where no certificate closes a label.
    shortcuts : bool
        False solves Eq. 3 for every label (``--audit``).
    """

    def __init__(self, variants: Variants, optima: Optima, engine: Engine, shortcuts: bool = True) -> None:
        self.variants = variants
        self.optima = optima
        self.engine = engine
        self.shortcuts = shortcuts
        self.pool: Pool = optima.pool
        self.minimax_solved = 0
        self.by_certificate = 0

    def label(self, item: Item, background: Sequence[str]) -> Label:
        """Return D(item | background) with its certificate.

        Raises
        ------
        TaskError, BackEndError
            As from `Optima.of`; also when Eq. 3 is called infeasible although a plan of the pool solves it.
        """
        return self.among(item.id, self.variants.versions(item, background))

    def among(self, name: str, problems: Sequence[Problem]) -> Label:
        """Return the regret of not knowing which of `problems` holds: Eq. 3 over any two or more of them.

        Parameters
        ----------
        name : str
            What is not known, in messages and as the label's item.
        """
        for problem in problems:
            self.optima.of(problem)
        brackets = [self.optima.of(problem).cost for problem in problems]
        known = [bracket for bracket in brackets if bracket is not None and not bracket.contains_zero]
        if len(known) < len(brackets):
            return self._unknown(name, problems, brackets)
        return self._label(name, problems, known)

    def open(self, item: Item, background: Sequence[str]) -> Iterator[tuple[str, Milp]]:
        """Yield, by title, the Eq. 3 problem of a label that nothing known by now closes; nothing where all is known.

        A label that comes before may meet a plan that closes this one as well: the problem is likely to be asked for.
        """
        problems = self.variants.versions(item, background)
        brackets = [self.optima.of(problem).cost for problem in problems]
        optima = [bracket for bracket in brackets if bracket is not None and not bracket.contains_zero]
        if len(optima) < len(brackets):
            return
        models = [problem.model for problem in problems]
        upper, floor = self._upper(problems, optima), unchanged_objective_bound(models, optima)
        if upper.bound > floor or not self.shortcuts:
            model, scale = minimax(models, [bracket.upper for bracket in optima])
            self._suggest(model, problems, upper, floor * scale)
            yield _title(problems), model

    def _suggest(self, model: Milp, problems: Sequence[Problem], upper: _Upper, floor: Fraction) -> None:
        """Tell the engine of an Eq. 3 problem's best common plan, and of a bound on it from the two optima."""
        if self.shortcuts and self.engine.takes_hints:
            start = None if upper.plan is None else problems[0].columns(upper.plan)
            self.engine.suggest(model, Hint(start, floor))

    def _label(self, name: str, problems: Sequence[Problem], optima: Sequence[Bracket]) -> Label:
        floor = unchanged_objective_bound([problem.model for problem in problems], optima)
        lower = _Lower(floor, floor_reason(floor))
        upper = self._upper(problems, optima)
        if upper.bound > lower.bound or not self.shortcuts:
            self.minimax_solved += 1
            solved = self._minimax(problems, optima, upper, floor)
            # Without shortcuts Eq. 3 stands alone, or a wrong shortcut would confirm itself.
            lower = max(lower, solved, key=lambda candidate: candidate.bound) if self.shortcuts else solved
            upper = self._upper(problems, optima)
        else:
            self.by_certificate += 1
        if lower.bound > upper.bound:
            raise BackEndError(
                f"{problems[-1].title}: the regret of {name} is bounded below by {number_text(lower.bound)}, "
                f"yet a checked plan loses at most {number_text(upper.bound)}.",
                WRONG_BACK_END,
            )
        regret = Bracket(lower.bound, upper.bound)
        certificate = Certificate(
            problems=tuple(problem.key for problem in problems),
            optima=tuple(optima),
            plan=None if upper.plan is None else upper.plan.model_dump(mode="json"),
            costs=upper.costs,
            losses=losses_at_most(upper.costs, optima),
            lower_reason=lower.reason,
            upper_reason=upper_reason(upper.plan),
            back_ends=tuple(sorted({*(self.optima.of(problem).back_end for problem in problems), *lower.back_ends})),
            lower_by=lower.back_ends,
        )
        return Label(name, problems[0].known, regret, method_of(regret, floor), certificate)

    def _unknown(self, name: str, problems: Sequence[Problem], brackets: Sequence[Bracket | None]) -> Label:
        reasons = [
            f"no bracket of the optimum of {problem.title} is known"
            if bracket is None
            else f"the optimum of {problem.title} lies {bracket.words}, so it may be 0"
            for problem, bracket in zip(problems, brackets, strict=True)
            if bracket is None or bracket.contains_zero
        ]
        certificate = Certificate(
            problems=tuple(problem.key for problem in problems),
            optima=tuple(brackets),
            plan=None,
            costs=tuple(None for _ in problems),
            losses=tuple(ONE for _ in problems),
            lower_reason=f"{'; '.join(reasons)}: nothing is proved.",
            upper_reason="a loss is at most 1 by definition.",
            back_ends=tuple(sorted({self.optima.of(problem).back_end for problem in problems})),
        )
        return Label(name, problems[0].known, Bracket(ZERO, ONE), Method.BOUNDS, certificate)

    def _upper(self, problems: Sequence[Problem], optima: Sequence[Bracket]) -> _Upper:
        best = _Upper(ONE, None, tuple(None for _ in problems))
        for plan, costs in self.pool.common(problems):
            bound = worst_loss(costs, optima)
            if bound < best.bound or best.plan is None:
                best = _Upper(bound, plan, costs)
        return best

    def _minimax(
        self, problems: Sequence[Problem], optima: Sequence[Bracket], upper: _Upper, known: Fraction
    ) -> _Lower:
        """Solve Eq. 3; its plan joins the pool, its bound is the answer."""
        tops = [bracket.upper for bracket in optima]
        model, scale = minimax([problem.model for problem in problems], tops)
        self._suggest(model, problems, upper, known * scale)
        answer = self.engine.answer(model, _title(problems))
        if answer.status is Status.INFEASIBLE:
            return self._no_common_plan(problems, optima, answer, upper)
        self._add_plan(answer, problems)
        best = self._upper(problems, optima)
        # The scaled loss may be small, yet it is the difference of costs as large as the scale.
        bound = safe_bound(answer, scale)
        floor = ZERO if bound is None else min(ONE, max(ZERO, bound / scale))
        reason = f"{answer.back_end} solved Eq. 3 as one MILP: every plan loses at least {float(floor):.9f} somewhere"
        exact = all(bracket.is_exact for bracket in optima)
        grids = _grids(problems, tops) if exact else None
        if grids is not None and not answer.exact:
            floor = min(ONE, next_on_grids(floor, grids))
            reason += "; a loss is a multiple of the objective's step over the optimum, so the bound is rounded up"
        if answer.exact:
            reason += " in rational arithmetic, from the final basis" if model.is_linear else " in integer arithmetic"
        lower = _Lower(floor, f"{reason}.", (answer.back_end,))
        if answer.status is Status.OPTIMAL and grids is not None and floor < best.bound:
            return self._by_ceilings(problems, optima, lower)
        return lower

    def _by_ceilings(self, problems: Sequence[Problem], optima: Sequence[Bracket], lower: _Lower) -> _Lower:
        """Close the last gap in the costs' own unit: look for a common plan one step below the best known loss.

        Two problems' losses lie on different grids, which may come closer together than a back end's tolerance. Costs
        do not: a plan that loses less than the best known one costs at least a whole step less somewhere.
        """

        def ceilings() -> list[Fraction] | None:
            best = self._upper(problems, optima)
            if best.bound <= lower.bound:
                return None
            return [_cost_below(problem, z.upper, best.bound) for problem, z in zip(problems, optima, strict=True)]

        answer = none_within(self.engine, self.pool, problems, ceilings)
        limits = ceilings()
        if answer is None or limits is None:
            return lower
        words = ", ".join(problem.value_text(limit) for problem, limit in zip(problems, limits, strict=True))
        reason = f"{answer.back_end} proves that no common plan is worth {words} or better in turn."
        return _Lower(self._upper(problems, optima).bound, reason, (*lower.back_ends, answer.back_end))

    def _no_common_plan(
        self, problems: Sequence[Problem], optima: Sequence[Bracket], answer: Answer, upper: _Upper
    ) -> _Lower:
        tops = [bracket.upper for bracket in optima]
        for plan, costs in self.pool.common(problems):
            # A plan that loses exactly 1 stands on the edge of Eq. 3, and contradicts no label of 1.
            if all(cost - top < abs(top) for cost, top in zip(costs, tops, strict=True)):
                raise BackEndError(
                    f"{problems[-1].title}: {answer.back_end} says that no plan is feasible in all of "
                    f"{[problem.key for problem in problems]}, yet the checker accepts {plan.model_dump(mode='json')} "
                    f"with losses of at most {number_text(upper.bound)}.",
                    WRONG_BACK_END,
                )
        kind = "by branch and bound"
        if answer.exact:
            kind = "in rational arithmetic" if all(p.model.is_linear for p in problems) else "in integer arithmetic"
        reason = f"{answer.back_end} proves {kind} that every common plan, if there is one, loses 1 somewhere."
        return _Lower(ONE, reason, (answer.back_end,))

    def _add_plan(self, answer: Answer, problems: Sequence[Problem]) -> None:
        found = checked_plan(answer, problems)
        if found is not None:
            self.pool.add(found[0])


def _title(problems: Sequence[Problem]) -> str:
    return f"Eq. 3 of {' and '.join(problem.title for problem in problems)}"


def method_of(regret: Bracket, floor: Fraction) -> Method:
    """Return the method of a label, from its numbers and the bound of the unchanged objective."""
    if not regret.is_exact:
        return Method.BOUNDS
    if regret.upper == 0:
        return Method.WITNESS
    if regret.lower == floor:
        return Method.TWO_OPTIMA
    return Method.NO_COMMON_PLAN if regret.lower == 1 else Method.MINIMAX


def _grids(problems: Sequence[Problem], optima: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]] | None:
    """Return the grids that hold every plan's losses: offset 0, the cost's step over |z|; None where there is none."""
    grids = []
    for problem, optimum in zip(problems, optima, strict=True):
        step = problem.model.step
        if step is None or (optimum - problem.model.constant) % step:
            return None
        grids.append((ZERO, step / abs(optimum)))
    return grids


def _cost_below(problem: Problem, optimum: Fraction, bound: Fraction) -> Fraction:
    """Return a ceiling that admits exactly the costs whose loss is below `bound`, half a step clear of the next one."""
    step = problem.model.step
    assert step is not None
    limit = optimum + bound * abs(optimum)
    steps_below = ((limit - optimum) / step).__ceil__() - 1
    return optimum + step * steps_below + step / 2


def floor_reason(floor: Fraction) -> str:
    """Return why a regret is not below the bound of the unchanged objective."""
    if not floor:
        return "a loss is never below 0."
    return (
        "the objective is unchanged, so a plan feasible in both problems is worth the worse optimum at best in both: "
        f"it loses at least {number_text(floor)} where the optimum is better."
    )


def upper_reason(plan: PlanModel | None) -> str:
    """Return why a regret is not above the loss of the plan that is given, or of none."""
    if plan is None:
        return "no known plan is feasible in every problem; a loss is at most 1 by definition."
    return "the plan given here, valued exactly by the checker in every problem, loses at most this."
