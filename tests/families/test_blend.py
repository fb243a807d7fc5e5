"""The blend's checker in words, its tolerance, its records' errors, and units of authored numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from ask2decide.exact import load_json
from ask2decide.families.blend import Blend, BlendPlan
from ask2decide.family import Data
from ask2decide.testing.places import with_value
from tests.families.case_blend import textbook

BLEND = Blend()
candy = partial(textbook, 30)
Use = dict[str, dict[str, Any]]


def said(use: Use, data: Data) -> tuple[str, ...]:
    return BLEND.check(BlendPlan(use=use), BLEND.parse(data)).violations


GOOD: Use = {"first": {"a": 60, "b": 40}}
"""100 kg for (3.4 - 0.5) * 100 - 2 * 60 - 1.5 * 40 = 110 dollars."""


@pytest.mark.parametrize(
    ("use", "pointer", "value", "words"),
    [
        (
            {"third": {"b": 69, "c": 31}},
            "/products/third/shares/c/max",
            30,
            "Third holds 31 % C, over the limit of 30 % by 1 kg.",
        ),
        ({"first": {"a": 59, "b": 41}}, "", None, "First holds 59 % A, below the least of 60 % by 1 kg."),
        ({"third": {"b": 2501}}, "", None, "2501 kg of B is used, over the supply of 2500 kg."),
        (GOOD, "/materials/b/available", False, "40 kg of B is used, which is not available."),
        (GOOD, "/products/first/available", False, "100 kg of First is made, which cannot be made."),
        (GOOD, "/products/first/order", 120, "100 kg of First is made, less than the order of 120 kg."),
        (GOOD, "/products/first/sales_limit", 90, "100 kg of First is made, more than the 90 kg that can be sold."),
        (GOOD, "/plant/capacity", "99.99999", "100 kg is made in all, over the 99.99999 kg of the kettle."),
        (GOOD, "/plant/capacity", "199/2", "100 kg is made in all, over the 99.5 kg of the kettle."),
        ({"third": {"a": 1, "b": -1}}, "", None, "Third holds -1 kg of B, which is less than nothing."),
        ({"frist": {"a": 1}}, "", None, "There is no product 'frist'; write 'first'."),
        ({"first": {"water": 1}}, "", None, "There is no material 'water'; use one of the materials a, b, c."),
    ],
)
def test_broken_limits_are_said_in_words(use: Use, pointer: str, value: Any, words: str) -> None:
    data = with_value(candy(), pointer, value) if pointer else candy()
    assert words in said(use, data)


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/plant/capacity", 100),
        ("/materials/b/supply", 40),
        ("/products/first/order", 100),
        ("/products/first/sales_limit", 100),
        ("/products/first/shares/b", {"min": 40, "max": 40}),
    ],
)
def test_limits_may_be_met_exactly(pointer: str, value: Any) -> None:
    assert said(GOOD, with_value(candy(), pointer, value)) == ()


def test_profit_is_added_up_by_hand() -> None:
    assert BLEND.check(BlendPlan(use=GOOD), BLEND.parse(candy())).value == 110


def test_ratios_are_exact_where_decimals_are_not() -> None:
    """A share of exactly a third is met by 100/3 of 100, and missed by any finite decimal."""
    records = BLEND.parse(with_value(candy(), "/products/third/shares", {"a": {"min": "100/3"}}))
    thirds = load_json('{"use": {"third": {"a": "100/3", "b": "200/3"}}}')
    assert BLEND.check(BLEND.plan_model.model_validate(thirds), records).feasible
    digits = load_json('{"use": {"third": {"a": 33.33333333, "b": 66.66666667}}}')
    plan = BLEND.plan_model.model_validate(digits)
    assert not BLEND.check(plan, records).feasible
    assert BLEND.check(plan, records, BLEND.tolerance).feasible


@pytest.mark.parametrize(("missing", "forgiven"), [(Fraction(1, 10**6), True), (Fraction(11, 10**7), False)])
def test_a_limit_may_be_missed_by_the_stated_tolerance(missing: Fraction, forgiven: bool) -> None:
    records = BLEND.parse(candy())
    plan = BlendPlan(use={"third": {"b": 2500 + missing}})
    assert not BLEND.check(plan, records).feasible
    assert BLEND.check(plan, records, BLEND.tolerance).feasible is forgiven
    assert any("0.000001 kg" in rule for rule in BLEND.rules(records))


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/products/first/shares/d", {"max": 20}, "product first limits the share of 'd', .* not among the materials"),
        ("/products/first/shares/a", {}, "give it min or max"),
        (
            "/products/first/shares/a",
            {"min": 60, "max": 59},
            "least share, 60 percent, is above the largest, 59 percent",
        ),
        ("/products/first/shares/a/max", 101, "a share from 0 to 100 percent"),
        ("/materials/a/supply", -1, "a number of at least 0 is wanted, not -1"),
        ("/materials/a/price", "cheap", "a number is wanted"),
        ("/materials/a/colour", "red", "Extra inputs are not permitted"),
        ("/materials/a/available", 1, "valid boolean"),
    ],
)
def test_wrong_records_are_refused(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        BLEND.parse(with_value(candy(), pointer, value))


@pytest.mark.parametrize("text", ['{"use": {"first": {"a": NaN}}}', '{"use": {"first": {"a": 1, "a": 2}}}'])
def test_no_plan_holds_a_number_twice_or_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a number|stands twice"):
        load_json(text)


def test_units_of_authored_numbers() -> None:
    assert BLEND.read("/materials/a/price", "2.5 $/kg", candy()) == Decimal("2.5")
    assert BLEND.read("/products/first/shares/a", {"max": 20}, candy()) == {"max": 20}
    with pytest.raises(ValueError, match="the supply of a material is in kg, not in t"):
        BLEND.read("/materials/a/supply", "2 t", candy())
    with pytest.raises(ValueError, match=r"the price of a material is a number in [$]/kg: .* not true or false"):
        BLEND.read("/materials/a/price", True, candy())


def test_plans_are_described_by_product() -> None:
    records = BLEND.parse(candy())
    assert BLEND.describe(BlendPlan(use=GOOD | {"third": {"a": 0}}), records) == "First 100 kg: 60 kg A, 40 kg B"
    assert BLEND.describe(BlendPlan(use={}), records) == "nothing is made"
