from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ask2decide.errors import TaskError
from ask2decide.exact import number_text
from ask2decide.family import Data, Sense
from ask2decide.judge import judge
from ask2decide.labels import Bracket, loss_bracket
from tests.emit.tiny import FAMILY

fractions = st.fractions(-50, 50, max_denominator=20)


def one_mill(rate: Fraction, sense: Sense, least: Fraction, most: Fraction) -> Data:
    shown = [_authored(number) for number in (rate, least, most)]
    mill = {"label": "Mill", "rate": shown[0], "open": True}
    return {"goal": sense.value, "suppliers": {"A": mill}, "least": shown[1], "most": shown[2]}


def _authored(number: Fraction) -> object:
    text = number_text(number)
    return text if "/" in text else Decimal(text)


def plan(amount: Fraction) -> str:
    return f'{{"choice": "A", "amount": "{amount.numerator}/{amount.denominator}"}}'


@given(
    rate=fractions,
    sense=st.sampled_from(Sense),
    least=st.fractions(1, 5, max_denominator=6),
    width=st.fractions(0, 5, max_denominator=6),
    place=st.fractions(0, 1, max_denominator=5),
)
@settings(max_examples=60, deadline=None)
def test_the_loss_is_the_formula_of_the_design(
    rate: Fraction, sense: Sense, least: Fraction, width: Fraction, place: Fraction
) -> None:
    """Rates of both signs and both senses: optima are positive and negative."""
    assume(rate != 0)
    most = least + width
    values = [rate * least, rate * most]
    best = min(values) if sense is Sense.MIN else max(values)
    amount = least + place * width
    value = rate * amount
    gap = value - best if sense is Sense.MIN else best - value
    cost = FAMILY.cost(best, sense)
    verdict = judge(plan(amount), FAMILY, one_mill(rate, sense, least, most), Bracket(cost, cost), sense)
    assert verdict.loss.lower == verdict.loss.upper == min(Fraction(1), gap / abs(best))
    assert verdict.value == value
    assert verdict.violations == ()
    assert verdict.tolerance == 0


@given(lower=fractions, upper=fractions, inside=st.fractions(0, 1, max_denominator=9), above=st.fractions(0, 80))
@settings(max_examples=60, deadline=None)
def test_the_loss_against_a_bracket_contains_the_loss_against_each_optimum_in_it(
    lower: Fraction, upper: Fraction, inside: Fraction, above: Fraction
) -> None:
    assume(lower <= upper)
    optimum = lower + inside * (upper - lower)
    assume(optimum != 0)
    cost = optimum + above
    loss = loss_bracket(cost, Bracket(lower, upper))
    assert 0 <= loss.lower <= min(Fraction(1), above / abs(optimum)) <= loss.upper <= 1


def test_an_optimum_that_may_be_0_proves_nothing() -> None:
    loss = loss_bracket(Fraction(3), Bracket(Fraction(-1), Fraction(2)))
    assert (loss.lower, loss.upper) == (0, 1)


DATA = one_mill(Fraction(4), Sense.MIN, Fraction(5, 2), Fraction(4))
TEN = Bracket(Fraction(10), Fraction(10))


def test_a_plan_that_breaks_rules_says_which_in_words() -> None:
    verdict = judge('{"choice": "A", "amount": 1, "remarks": ["x\\u001b[31m"]}', FAMILY, DATA, TEN, Sense.MIN)
    assert verdict.violations == ("1 t is less than 2.5 t", "remark x\\x1b[31m is not wanted")
    assert verdict.reason == "The plan cannot be carried out: it breaks 2 rules."
    assert (verdict.loss.lower, verdict.value) == (1, None)


def test_an_unknown_object_is_a_broken_rule() -> None:
    verdict = judge('{"choice": "Z", "amount": 3}', FAMILY, DATA, TEN, Sense.MIN)
    assert verdict.violations == ("there is no supplier Z",)
    assert verdict.reason == "The plan cannot be carried out: it breaks a rule."


def test_reasons_name_both_values() -> None:
    assert judge(plan(Fraction(5, 2)), FAMILY, DATA, TEN, Sense.MIN).reason == "The plan is optimal: 10 $."
    assert judge(plan(Fraction(3)), FAMILY, DATA, TEN, Sense.MIN).reason == (
        "The plan's value is 12 $; the best possible is 10 $."
    )
    assert judge(plan(Fraction(3)), FAMILY, DATA, Bracket(Fraction(9), Fraction(10)), Sense.MIN).reason == (
        "The plan's value is 12 $; the best possible is between 9 and 10."
    )
    far = Bracket(Fraction(1), Fraction(1))
    assert "off by all the optimum is worth: 1 $" in judge(plan(Fraction(3)), FAMILY, DATA, far, Sense.MIN).reason


def test_a_plan_within_the_tolerance_is_feasible_and_the_verdict_says_so() -> None:
    verdict = judge('{"choice": "A", "amount": 2.4995}', FAMILY, DATA, TEN, Sense.MIN)
    assert verdict.feasible
    assert verdict.tolerance == Fraction(1, 1000)
    assert (verdict.loss.lower, verdict.loss.upper) == (0, 0)
    assert verdict.value == Fraction("9.998")
    assert "only within the tolerance of 0.001: 2.4995 t is less than 2.5 t." in verdict.reason
    assert "its loss counts as 0" in verdict.reason


def test_a_plan_beyond_the_tolerance_is_not() -> None:
    verdict = judge('{"choice": "A", "amount": 2.4985}', FAMILY, DATA, TEN, Sense.MIN)
    assert not verdict.feasible
    assert verdict.loss.lower == 1


def test_a_plan_that_keeps_every_rule_and_beats_the_optimum_stops_with_both_numbers() -> None:
    wrong = Bracket(Fraction(21, 2), Fraction(21, 2))
    with pytest.raises(TaskError, match=r"its value is 10, better than the recorded optimum 10\.5: .*is wrong"):
        judge(plan(Fraction(5, 2)), FAMILY, DATA, wrong, Sense.MIN)


def test_a_profit_that_beats_the_optimum_stops_with_both_numbers() -> None:
    data = one_mill(Fraction(4), Sense.MAX, Fraction(5, 2), Fraction(4))
    wrong = Bracket(Fraction(-31, 2), Fraction(-31, 2))
    with pytest.raises(TaskError, match=r"its value is 16, better than the recorded optimum 15\.5"):
        judge(plan(Fraction(4)), FAMILY, data, wrong, Sense.MAX)


def test_a_plan_better_than_the_best_known_but_not_than_the_bound_is_fine() -> None:
    verdict = judge(plan(Fraction(5, 2)), FAMILY, DATA, Bracket(Fraction(9), Fraction(12)), Sense.MIN)
    assert (verdict.loss.lower, verdict.loss.upper) == (0, Fraction(1, 9))


def test_an_optimum_of_0_is_an_error_of_the_task() -> None:
    with pytest.raises(TaskError, match="The optimum of this problem is 0, so no loss is defined"):
        judge(plan(Fraction(3)), FAMILY, DATA, Bracket(Fraction(0), Fraction(0)), Sense.MIN)


def test_without_an_optimum_a_feasible_plan_may_lose_anything_and_a_broken_one_everything() -> None:
    verdict = judge(plan(Fraction(3)), FAMILY, DATA, None, Sense.MIN)
    assert (verdict.loss.lower, verdict.loss.upper) == (0, 1)
    assert verdict.reason == "The plan's value is 12 $; nothing is known of the best possible."
    assert judge(plan(Fraction(1)), FAMILY, DATA, None, Sense.MIN).loss.lower == 1
    assert judge('{"choice": "A", "amount": 2.4995}', FAMILY, DATA, None, Sense.MIN).tolerance > 0
