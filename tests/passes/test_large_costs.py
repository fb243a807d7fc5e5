"""Costs whose step is smaller than what a floating-point bound may be off: labels stay exact, or at least true."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ask2decide.variants.variants import Variants
from tests.brute_force import Enumerated, assume_proper, check_intervals, check_labels, check_verdicts
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of, widths


@st.composite
def cases(draw: st.DrawFn, fixed: int, unit: Decimal) -> tuple[Variants, Enumerated]:
    """The cases of whole quantities, with every price in `unit` and a fixed amount before it."""
    data = draw(quantities_data())
    items = draw(quantities_items(data))
    assume(all(len(item.patches) == 1 for item in items) or unit == 1)
    data["fixed"] = fixed if draw(st.booleans()) else -fixed
    for good in data["goods"].values():
        good["price"] = good["price"] * unit
    family = Quantities()
    variants = Variants(task_of(items), family, data)
    truth = Enumerated(list(every_plan(family.parse(data))))
    assume_proper(variants, truth)
    return variants, truth


@given(cases(10**7, Decimal(1)))
@settings(max_examples=20, deadline=None)
def test_costs_of_ten_million_in_steps_of_1(case):
    check_labels(*case)
    check_verdicts(*case)


@given(cases(0, Decimal(10**7)))
@settings(max_examples=15, deadline=None)
def test_prices_of_ten_million(case):
    check_labels(*case)
    check_verdicts(*case)


@given(cases(100, Decimal("0.0000003")), widths)
@settings(max_examples=20, deadline=None)
def test_steps_below_every_tolerance(case, below):
    """A price of 3e-7 is nothing to a floating-point solver: labels may stay intervals, but true ones."""
    check_intervals(*case, Fraction(0), 0)
    check_intervals(*case, below / 10**6, 0)
