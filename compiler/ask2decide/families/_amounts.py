"""Amounts with units: how families read them from an author and write them for a planner."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

from ask2decide.exact import Exact, json_number, number_text, to_fraction

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=40)]
"""An object's id: readable in a JSON pointer, and safe inside a column's name."""

_WITH_UNIT = re.compile(r"\s*(?P<number>[+-]?\d+(?:[./]\d+)?)\s*(?P<unit>[^\d\s./:].*?)\s*")
_SHOWN_PLACES = 6


def _not_negative(value: Fraction) -> Fraction:
    if value < 0:
        raise ValueError(f"a number of at least 0 is wanted, not {number_text(value)}")
    return value


NotNegative = Annotated[Exact, AfterValidator(_not_negative)]
"""An exact number of at least 0."""


def amount_text(value: Fraction, unit: str) -> str:
    """Return a number with its unit; dollars stand in front, ratios are also shown as a decimal.

    >>> amount_text(Fraction(19, 2), "h"), amount_text(Fraction(-5, 4), "$/kg"), amount_text(Fraction(100, 3), "kg")
    ('9.5 h', '-$1.25/kg', '100/3 kg (about 33.3333 kg)')
    """
    text = number_text(value)
    if "/" in text:
        return f"{_joined(text, unit)} (about {_joined(f'{float(value):.6g}', unit)})"
    return _joined(text, unit)


def near_text(value: Fraction, unit: str, beside: Fraction | None = None) -> str:
    """Return a number with its unit in at most six decimals: for messages, where 100/3 would only distract.

    Parameters
    ----------
    beside : Fraction or None
        A number that the message compares it with: as many more decimals are shown as tell the two apart.

    >>> near_text(Fraction(125, 4), "%"), near_text(Fraction(100, 3), "%")
    ('31.25 %', '33.333333 %')
    >>> near_text(1 + Fraction(1, 10**8), "kg", beside=Fraction(1))
    '1.00000001 kg'
    """
    places = _SHOWN_PLACES
    while beside is not None and value != beside and round(value * 10**places) == round(beside * 10**places):
        places += 1
    return _joined(_decimals(value, places), unit)


def compared(value: Fraction, limit: Fraction, unit: str) -> tuple[str, str]:
    """Return a number and the limit that it breaks, in as many decimals as tell them apart.

    >>> compared(1 + Fraction(1, 10**8), Fraction(1), "kg")
    ('1.00000001 kg', '1 kg')
    """
    return near_text(value, unit, limit), near_text(limit, unit, value)


def _decimals(value: Fraction, places: int) -> str:
    """Return a number rounded to that many decimals, without zeros at the end."""
    scaled = round(value * 10**places)
    digits = str(abs(scaled)).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return f"-{text}" if scaled < 0 else text


def price_text(value: Fraction) -> str:
    """Return a price for a table's cell: whole, or with at least two decimals.

    >>> price_text(Fraction(3, 2)), price_text(Fraction(7)), price_text(Fraction(1, 8))
    ('1.50', '7', '0.125')
    """
    return _cents(number_text(value))


def _cents(number: str) -> str:
    whole, point, decimals = number.partition(".")
    return f"{whole}.{decimals:0<2}" if point else number


def _joined(number: str, unit: str) -> str:
    if unit.startswith("$"):
        number = number if "/" in number else _cents(number)
        sign, digits = ("-", number[1:]) if number.startswith("-") else ("", number)
        return f"{sign}${digits}{unit[1:]}"
    return f"{number} {unit}".strip()


def listed(names: Iterable[str], word: str = "and") -> str:
    """Return names as a person lists them.

    >>> listed(["A", "B", "C"], "or")
    'A, B or C'
    """
    every = list(names)
    return every[0] if len(every) == 1 else f"{', '.join(every[:-1])} {word} {every[-1]}" if every else ""


def read_amount(value: Any, meaning: str, unit: str) -> Any:
    """Return an authored number as records hold it; a text may carry the unit, which must then be the right one.

    Raises
    ------
    ValueError
        When the value is not a number, or is given in another unit.

    >>> read_amount("40 kg", "supply", "kg"), read_amount("100/3", "supply", "kg")
    (40, '100/3')
    """
    if isinstance(value, str):
        found = _WITH_UNIT.fullmatch(value)
        if found is not None:
            if found["unit"] != unit:
                raise ValueError(f"the {meaning} is in {unit}, not in {found['unit']}")
            value = found["number"]
    try:
        exact = to_fraction(value)
    except ValueError as error:
        raise ValueError(f"the {meaning} is a number in {unit}: {error}") from None
    return json_number(exact) if isinstance(value, str) else value
