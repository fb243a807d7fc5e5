"""Compare every label, interval and verdict of a task with what an exhaustive search finds, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from hypothesis import assume

from ask2decide.backend import Answer, Options, Status
from ask2decide.engine.solve import Engine
from ask2decide.family import PlanModel
from ask2decide.ir import Milp
from ask2decide.labels import Method
from ask2decide.passes.needs_asking import NeedsAsking, proper_subsets
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.regret import Regret
from ask2decide.solvers.highs import Highs
from ask2decide.variants.variants import Problem, Variants
from tests import enumeration


class Truth(Protocol):
    """Optima, regrets and least losses of survivors, found without the compiler."""

    def optimum(self, problem: Problem) -> Fraction | None: ...

    def regret(self, problems: Sequence[Problem]) -> Fraction: ...

    def survival(self, known: Problem, today: Problem) -> Fraction: ...


@dataclass(frozen=True)
class Enumerated:
    """By going through every plan."""

    plans: Sequence[PlanModel]

    def optimum(self, problem: Problem) -> Fraction | None:
        return enumeration.optimum(problem, self.plans)

    def regret(self, problems: Sequence[Problem]) -> Fraction:
        return enumeration.regret(problems, self.plans)

    def survival(self, known: Problem, today: Problem) -> Fraction:
        return enumeration.survival(known, today, self.plans)


def names_of(variants: Variants) -> list[str]:
    return [item.id for item in variants.task.hidden]


def assume_proper(variants: Variants, truth: Truth) -> None:
    """Keep the case when every problem that a build may ask for is feasible, with an optimum other than 0."""
    names = names_of(variants)
    for known in [(), tuple(names), *proper_subsets(names)]:
        assume(truth.optimum(variants.problem(known)))
    for item in variants.task.hidden:
        for background in ((), names):
            for problem in variants.versions(item, background):
                assume(truth.optimum(problem))


def check_labels(variants: Variants, truth: Truth) -> None:
    """Optima and labels are exact and true, with shortcuts, and by solves of every optimum and by Eq. 3 alone."""
    for shortcuts in (True, False):
        engine = Engine(Highs)
        optima = Optima(engine, Pool(), shortcuts)
        regret = Regret(variants, optima, engine, shortcuts)
        for item in variants.task.hidden:
            for background in ((), names_of(variants)):
                problems = variants.versions(item, background)
                for problem in problems:
                    bracket, expected = optima.of(problem).cost, truth.optimum(problem)
                    assert bracket is not None
                    assert (bracket.lower, bracket.upper) == (expected, expected)
                label, expected = regret.label(item, background), truth.regret(problems)
                assert (label.regret.lower, label.regret.upper) == (expected, expected)
                assert label.is_zero == (label.method is Method.WITNESS)


def check_verdicts(variants: Variants, truth: Truth) -> None:
    """The least loss today of plans made with a part known is exact and true for every part."""
    engine = Engine(Highs)
    optima = Optima(engine, Pool())
    needs_asking = NeedsAsking(variants, optima, engine)
    names = names_of(variants)
    for known in proper_subsets(names):
        verdict = needs_asking.verdict(known)
        expected = truth.survival(variants.problem(known), needs_asking.today)
        assert (verdict.loss.lower, verdict.loss.upper) == (expected, expected)
        assert verdict.holds == (expected > 0)
    regret = Regret(variants, optima, engine)
    for item in variants.task.hidden:
        rest = [name for name in names if name != item.id]
        missed = needs_asking.missed(regret.label(item, names))
        expected = truth.survival(variants.problem(rest), needs_asking.today)
        assert missed.loss.lower <= expected <= missed.loss.upper


class Widened:
    """HiGHS with its bound weakened and its plan withheld now and then, as after a time limit."""

    name = "widened"
    features = Highs.features

    def __init__(self, below: Fraction, withhold: int) -> None:
        self.below = below
        self.withhold = withhold
        self.count = 0
        self.highs = Highs()

    def available(self) -> str | None:
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        answer = self.highs.solve(model, options)
        if answer.status is not Status.OPTIMAL:
            return answer
        self.count += 1
        hide = self.withhold and self.count % self.withhold == 0
        return replace(
            answer,
            status=Status.LIMIT,
            bound=None if answer.bound is None else answer.bound - self.below,
            values=None if hide else answer.values,
            primal=None if hide else answer.primal,
        )


def check_intervals(variants: Variants, truth: Truth, below: Fraction, withhold: int) -> None:
    """With open optima every interval still contains the truth."""
    back_end = Widened(below, withhold)
    engine = Engine(lambda: back_end)
    optima = Optima(engine, Pool())
    regret = Regret(variants, optima, engine)
    needs_asking = NeedsAsking(variants, optima, engine)
    names = names_of(variants)
    for item in variants.task.hidden:
        for background in ((), names):
            problems = variants.versions(item, background)
            for problem in problems:
                bracket, expected = optima.of(problem).cost, truth.optimum(problem)
                assert expected is not None
                assert bracket is None or bracket.lower <= expected <= bracket.upper
            label, expected = regret.label(item, background), truth.regret(problems)
            assert label.regret.lower <= expected <= label.regret.upper
    for known in proper_subsets(names):
        verdict = needs_asking.verdict(known)
        expected = truth.survival(variants.problem(known), needs_asking.today)
        assert verdict.loss.lower <= expected <= verdict.loss.upper
