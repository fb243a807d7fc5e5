"""Labels, intervals and needs-asking verdicts of random days with five customers equal a search of all 501 plans."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.families.vrptw import Vrptw
from ask2decide.variants.variants import Variants
from tests.brute_force import assume_proper, check_intervals, check_labels, check_verdicts
from tests.delivery_days import Driven, as_plan, every_day_plan
from tests.strategies import task_of, widths
from tests.strategies_labels import day_changes, days, items

withheld = st.sampled_from([0, 0, 2, 3])
filtered = settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, Driven]:
    data = draw(days())
    variants = Variants(task_of(draw(items(data, day_changes(data))), family="vrptw"), Vrptw(), data)
    truth = every_day_plan(list(data["customers"]))
    assume_proper(variants, truth)
    return variants, truth


@given(cases())
@settings(filtered, max_examples=3)
def test_the_search_agrees_with_the_checker(case):
    variants, truth = case
    assert len(truth.plans) == 501
    problem = variants.problem(["H1"])
    assert [problem.cost(as_plan(plan)) for plan in truth.plans] == list(vars(problem)["enumerated"])


@given(cases())
@settings(filtered, max_examples=6)
def test_labels(case):
    check_labels(*case)


@given(cases())
@settings(filtered, max_examples=6)
def test_verdicts(case):
    check_verdicts(*case)


@given(cases(), widths, withheld)
@settings(filtered, max_examples=6)
def test_intervals(case, below, withhold):
    check_intervals(*case, below, withhold)


@pytest.mark.slow
@given(cases(), widths, withheld)
@settings(filtered, max_examples=60)
def test_all_thoroughly(case, below, withhold):
    check_labels(*case)
    check_verdicts(*case)
    check_intervals(*case, below, withhold)
