"""Labels, intervals and needs-asking verdicts of random two-by-two blends equal a search of all vertices."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.families.blend import Blend
from ask2decide.variants.variants import Variants
from tests.brute_force import assume_proper, check_intervals, check_labels, check_verdicts
from tests.polytopes import Vertices
from tests.strategies import task_of, widths
from tests.strategies_labels import blend_changes, blends, items

withheld = st.sampled_from([0, 0, 2, 3])
filtered = settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, Vertices]:
    data = draw(blends())
    variants = Variants(task_of(draw(items(data, blend_changes(data))), family="blend"), Blend(), data)
    assume_proper(variants, Vertices())
    return variants, Vertices()


@given(cases())
@settings(filtered, max_examples=25)
def test_labels(case):
    check_labels(*case)


@given(cases())
@settings(filtered, max_examples=40)
def test_verdicts(case):
    check_verdicts(*case)


@given(cases(), widths, withheld)
@settings(filtered, max_examples=25)
def test_intervals(case, below, withhold):
    check_intervals(*case, below, withhold)


@pytest.mark.slow
@given(cases(), widths, withheld)
@settings(filtered, max_examples=600)
def test_all_thoroughly(case, below, withhold):
    check_labels(*case)
    check_verdicts(*case)
    check_intervals(*case, below, withhold)
