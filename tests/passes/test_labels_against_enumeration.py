"""Every label, interval and needs-asking verdict equals what going through all plans gives."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ask2decide.backend import Answer, Options, Status
from ask2decide.engine.solve import Engine
from ask2decide.ir import Milp
from ask2decide.labels import Method
from ask2decide.passes.needs_asking import NeedsAsking, proper_subsets
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.regret import Regret
from ask2decide.solvers.highs import Highs
from ask2decide.variants.variants import Variants
from tests import enumeration
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of, widths


def all_backgrounds(names: list[str]) -> list[tuple[str, ...]]:
    return [(), tuple(names)]


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, list]:
    """Variants of a random task whose every theta_S is feasible with an optimum other than 0, and all plans."""
    data = draw(quantities_data())
    items = draw(quantities_items(data))
    family = Quantities()
    variants = Variants(task_of(items), family, data)
    plans = list(every_plan(family.parse(data)))
    names = [item.id for item in items]
    for known in [*proper_subsets(names), tuple(names)]:
        assume(enumeration.optimum(variants.problem(known), plans))
    for item in items:
        for background in all_backgrounds(names):
            for problem in variants.versions(item, background):
                assume(enumeration.optimum(problem, plans))
    return variants, plans


@given(cases(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_labels_equal_enumeration(case, shortcuts):
    variants, plans = case
    engine = Engine(Highs)
    optima = Optima(engine, Pool())
    regret = Regret(variants, optima, engine, shortcuts=shortcuts)
    names = [item.id for item in variants.task.hidden]
    for item in variants.task.hidden:
        for background in all_backgrounds(names):
            problems = variants.versions(item, background)
            for problem in problems:
                expected = enumeration.optimum(problem, plans)
                bracket = optima.of(problem).cost
                assert (bracket.lower, bracket.upper) == (expected, expected)
            label = regret.label(item, background)
            expected = enumeration.regret(problems, plans)
            assert (label.regret.lower, label.regret.upper) == (expected, expected)
            assert label.is_zero == (label.method is Method.WITNESS)


@given(cases())
@settings(max_examples=40, deadline=None)
def test_needs_asking_equals_enumeration(case):
    variants, plans = case
    engine = Engine(Highs)
    optima = Optima(engine, Pool())
    needs_asking = NeedsAsking(variants, optima, engine)
    names = [item.id for item in variants.task.hidden]
    for known in proper_subsets(names):
        verdict = needs_asking.verdict(known)
        expected = enumeration.survival(variants.problem(known), needs_asking.today, plans)
        assert (verdict.loss.lower, verdict.loss.upper) == (expected, expected)
        assert verdict.holds == (expected > 0)
    for item in variants.task.hidden:
        rest = [name for name in names if name != item.id]
        label = Regret(variants, optima, engine).label(item, names)
        missed = needs_asking.missed(label)
        expected = enumeration.survival(variants.problem(rest), needs_asking.today, plans)
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
            bound=answer.bound - self.below,
            values=None if hide else answer.values,
            primal=None if hide else answer.primal,
        )


@given(cases(), widths, st.sampled_from([0, 0, 2, 3]))
@settings(max_examples=60, deadline=None)
def test_intervals_contain_the_true_label(case, below, withhold):
    variants, plans = case
    back_end = Widened(below, withhold)
    engine = Engine(lambda: back_end)
    optima = Optima(engine, Pool())
    regret = Regret(variants, optima, engine)
    needs_asking = NeedsAsking(variants, optima, engine)
    names = [item.id for item in variants.task.hidden]
    for item in variants.task.hidden:
        for background in all_backgrounds(names):
            problems = variants.versions(item, background)
            label = regret.label(item, background)
            expected = enumeration.regret(problems, plans)
            assert label.regret.lower <= expected <= label.regret.upper
    for known in proper_subsets(names):
        verdict = needs_asking.verdict(known)
        expected = enumeration.survival(variants.problem(known), needs_asking.today, plans)
        assert verdict.loss.lower <= expected <= verdict.loss.upper
