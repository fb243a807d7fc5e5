"""Labels, intervals and needs-asking verdicts of whole quantities of goods equal a search of all plans."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.variants.variants import Variants
from tests.brute_force import Enumerated, assume_proper, check_intervals, check_labels, check_verdicts
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of, widths

withheld = st.sampled_from([0, 0, 2, 3])


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, Enumerated]:
    data = draw(quantities_data())
    items = draw(quantities_items(data))
    family = Quantities()
    variants = Variants(task_of(items), family, data)
    truth = Enumerated(list(every_plan(family.parse(data))))
    assume_proper(variants, truth)
    return variants, truth


@given(cases())
@settings(max_examples=50, deadline=None)
def test_labels(case):
    check_labels(*case)


@given(cases())
@settings(max_examples=40, deadline=None)
def test_verdicts(case):
    check_verdicts(*case)


@given(cases(), widths, withheld)
@settings(max_examples=60, deadline=None)
def test_intervals(case, below, withhold):
    check_intervals(*case, below, withhold)


@pytest.mark.slow
@given(cases(), widths, withheld)
@settings(max_examples=1000, deadline=None)
def test_all_thoroughly(case, below, withhold):
    check_labels(*case)
    check_verdicts(*case)
    check_intervals(*case, below, withhold)
