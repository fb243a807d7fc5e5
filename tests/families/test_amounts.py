"""Amounts with units, as authors write them and planners read them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from ask2decide.families._amounts import amount_text, compared, listed, near_text, price_text, read_amount


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (Fraction(19, 2), "h", "9.5 h"),
        (Fraction(-5, 4), "$/kg", "-$1.25/kg"),
        (Fraction(100, 3), "kg", "100/3 kg (about 33.3333 kg)"),
        (Fraction(3), "", "3"),
        (Fraction(3, 2), "$", "$1.50"),
        (Fraction(1, 3), "$", "$1/3 (about $0.333333)"),
    ],
)
def test_exact_text(value: Fraction, unit: str, text: str) -> None:
    assert amount_text(value, unit) == text


def test_near_text_keeps_six_decimals() -> None:
    assert near_text(Fraction(125, 4), "%") == "31.25 %"
    assert near_text(Fraction(-200, 3), "kg") == "-66.666667 kg"


@pytest.mark.parametrize(
    ("value", "limit", "texts"),
    [
        (Fraction(2), Fraction(1), ("2 u", "1 u")),
        (1 + Fraction(1, 10**6), Fraction(1), ("1.000001 u", "1 u")),
        (1 + Fraction(1, 10**9), Fraction(1), ("1.000000001 u", "1 u")),
        (Fraction(100, 3) + Fraction(1, 10**8), Fraction(100, 3), ("33.33333334 u", "33.33333333 u")),
        (Fraction(-1, 10**8), Fraction(0), ("-0.00000001 u", "0 u")),
    ],
)
def test_a_number_and_the_limit_it_breaks_never_look_the_same(
    value: Fraction, limit: Fraction, texts: tuple[str, str]
) -> None:
    assert compared(value, limit, "u") == texts


def test_prices_in_tables_have_whole_dollars_or_cents() -> None:
    assert [price_text(Fraction(n, 8)) for n in (1, 4, 8)] == ["0.125", "0.50", "1"]


def test_lists() -> None:
    assert [listed("A"), listed("AB"), listed("ABC", "or"), listed("")] == ["A", "A and B", "A, B or C", ""]


@pytest.mark.parametrize("value", [40, Decimal("4.0"), "100/3"])
def test_plain_numbers_pass(value: object) -> None:
    assert read_amount(value, "supply", "kg") == value


@pytest.mark.parametrize(
    ("text", "number"),
    [("40 kg", 40), ("40kg", 40), (" 40  kg ", 40), ("40", 40), ("-2.50 kg", Decimal("-2.5")), ("100/3 kg", "100/3")],
)
def test_a_text_becomes_the_number_without_its_unit(text: str, number: object) -> None:
    found = read_amount(text, "supply", "kg")
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("40 t", "the supply is in kg, not in t"),
        ("plenty", "the supply is a number in kg: a number is wanted, not the text 'plenty'"),
        ("10:00", "a number is wanted, not the text '10:00'"),
        (4.5, "not a binary float"),
        (None, "not nothing"),
    ],
)
def test_anything_else_is_refused(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_amount(value, "supply", "kg")
