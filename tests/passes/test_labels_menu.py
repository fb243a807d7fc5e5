"""Labels, intervals and needs-asking verdicts of random menus equal a search of the whole menu."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.families.menu import Menu, MenuPlan
from ask2decide.variants.variants import Variants
from tests.brute_force import Enumerated, assume_proper, check_intervals, check_labels, check_verdicts
from tests.strategies import task_of, widths
from tests.strategies_labels import items, menu_changes, menus

withheld = st.sampled_from([0, 0, 2, 3])
filtered = settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, Enumerated]:
    data = draw(menus())
    variants = Variants(task_of(draw(items(data, menu_changes(data))), family="menu"), Menu(), data)
    truth = Enumerated([MenuPlan(choice=name) for name in data["options"]])
    assume_proper(variants, truth)
    return variants, truth


@given(cases())
@settings(filtered, max_examples=40)
def test_labels(case):
    check_labels(*case)


@given(cases())
@settings(filtered, max_examples=40)
def test_verdicts(case):
    check_verdicts(*case)


@given(cases(), widths, withheld)
@settings(filtered, max_examples=40)
def test_intervals(case, below, withhold):
    check_intervals(*case, below, withhold)


@pytest.mark.slow
@given(cases(), widths, withheld)
@settings(filtered, max_examples=600)
def test_all_thoroughly(case, below, withhold):
    check_labels(*case)
    check_verdicts(*case)
    check_intervals(*case, below, withhold)
