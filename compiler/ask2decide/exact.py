"""Exact numbers: rationals from records and plans, and their text (docs/mathematics.md).

Records, plans and labels hold integers, finite decimals or ratios. They become `fractions.Fraction`, never a binary
float: floating point must not decide a zero.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Annotated, Any

import simplejson
from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

MAX_DIGITS = 40
"""Bound on the digits of a number that comes from a stranger, before and after the point."""

_RATIO = re.compile(r"[+-]?[0-9]{1,40}(/[0-9]{1,40}|\.[0-9]{1,40})?")


def to_fraction(value: object) -> Fraction:
    """Return `value` as an exact rational.

    Parameters
    ----------
    value : int, Decimal, Fraction or str
        A string holds an integer, a finite decimal or ``p/q``.

    Raises
    ------
    ValueError
        For floats, booleans, NaN, infinities, and numbers of more than `MAX_DIGITS` digits.

    >>> to_fraction("8/561"), to_fraction(Decimal("617.1"))
    (Fraction(8, 561), Fraction(6171, 10))
    """
    if type(value) is Fraction:
        return value
    if type(value) is Decimal and value.is_finite():
        return _from_decimal(value)
    if isinstance(value, bool) or not isinstance(value, int | Decimal | Fraction | str):
        raise ValueError(f"a number is wanted, not {_kind(value)}")
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("a finite number is wanted, not NaN or infinity")
        return _from_decimal(value)
    if isinstance(value, str):
        if not _RATIO.fullmatch(value):
            raise ValueError(f"a number is wanted, not the text {shortened(value)}")
        try:
            return Fraction(value)
        except ZeroDivisionError:
            raise ValueError("a ratio must not be over 0") from None
    if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        raise ValueError(f"a number of at most {MAX_DIGITS} digits is wanted")
    return Fraction(value)


# The same distances and times are read again for every variant of the records.
@lru_cache(maxsize=20_000)
def _from_decimal(value: Decimal) -> Fraction:
    if abs(value.adjusted()) > MAX_DIGITS or len(value.as_tuple().digits) > MAX_DIGITS:
        raise ValueError(f"a number of at most {MAX_DIGITS} digits is wanted")
    return Fraction(value)


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    names = {bool: "true or false", float: "a binary float", list: "a list", dict: "a mapping"}
    return names.get(type(value), type(value).__name__)


def shortened(text: str, limit: int = 40) -> str:
    """Return `text` quoted, cut to `limit` characters: what a stranger wrote may be long."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def authored(value: object, limit: int = 60) -> str:
    """Return a value about as its author would write it, cut to `limit` characters.

    >>> authored(Decimal("2.5")), authored(True), authored("6:00"), authored([1, Decimal("0.5")])
    ('2.5', 'true', "'6:00'", '[1, 0.5]')
    """
    if isinstance(value, str):
        return repr(value)[:limit]
    if isinstance(value, int | Decimal | Fraction) and not isinstance(value, bool):
        return str(value)[:limit]
    return str(simplejson.dumps(value, use_decimal=True, ensure_ascii=False))[:limit]


def number_text(value: Fraction) -> str:
    """Return the shortest exact text: an integer, a finite decimal, or ``p/q``.

    >>> number_text(Fraction(6171, 10)), number_text(Fraction(8, 561)), number_text(Fraction(-3))
    ('617.1', '8/561', '-3')
    """
    if value.denominator == 1:
        return str(value.numerator)
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1 or max(twos, fives) > 12:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def rounded_down(value: Fraction, places: int = 6) -> Fraction:
    """Return the largest multiple of ``10**-places`` that is at most `value`."""
    return Fraction((value * 10**places).__floor__(), 10**places)


def rounded_up(value: Fraction, places: int = 6) -> Fraction:
    """Return the smallest multiple of ``10**-places`` that is at least `value`."""
    return Fraction((value * 10**places).__ceil__(), 10**places)


def common_step(values: Iterable[Fraction]) -> Fraction:
    """Return the largest g such that every value is an integer multiple of g; 0 when all are 0.

    >>> common_step([Fraction(152, 10), Fraction(7, 2)])
    Fraction(1, 10)
    """
    numerator, denominator = 0, 1
    for value in values:
        if value:
            shared = lcm(denominator, value.denominator)
            scaled = numerator * (shared // denominator)
            numerator = gcd(scaled, value.numerator * (shared // value.denominator))
            denominator = shared
    return Fraction(numerator, denominator)


def load_json(text: str) -> Any:
    """Parse JSON with decimals kept as `Decimal`, refusing NaN, infinities and duplicate keys.

    Raises
    ------
    ValueError
        With a reason a person can read.
    """

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in items:
            if key in seen:
                raise ValueError(f"the key {shortened(key)} stands twice in one object")
            seen[key] = value
        return seen

    def constant(name: str) -> Any:
        raise ValueError(f"{name} is not a number")

    def integer(digits: str) -> int:
        if len(digits) > MAX_DIGITS + 1:
            raise ValueError(f"a number of at most {MAX_DIGITS} digits is wanted")
        return int(digits)

    try:
        return simplejson.loads(
            text, parse_float=Decimal, parse_int=integer, parse_constant=constant, object_pairs_hook=pairs
        )
    except RecursionError:
        raise ValueError("the text is nested too deeply") from None


def dump_json(value: object) -> str:
    """Return `value` as indented JSON text that ends with a newline; decimals keep their digits."""
    text = simplejson.dumps(value, indent=2, ensure_ascii=False, use_decimal=True, allow_nan=False)
    return str(text) + "\n"


def rational(value: int | Fraction) -> Fraction:
    """Return an exact number as a Fraction.

    >>> rational(2), rational(Fraction(1, 2))
    (Fraction(2, 1), Fraction(1, 2))
    """
    return value if type(value) is Fraction else _whole(value)


@lru_cache(maxsize=1_000)
def _whole(value: int | Fraction) -> Fraction:
    """Return an int as a Fraction; in a model most are 1, and making one takes a microsecond."""
    return Fraction(value)


def canonical_json(value: object) -> str:
    """Return the one-line JSON text that content hashes are taken of: sorted keys, numbers by value.

    >>> canonical_json({"b": Decimal("2.50"), "a": Decimal("3.0")}) == canonical_json({"a": 3, "b": Fraction(5, 2)})
    True
    """
    return _CANONICAL.encode(value)


def _canonical_number(node: object) -> object:
    """Return what stands for a number that JSON does not know: an equal int, or a text in a place of its own."""
    if not isinstance(node, Decimal | Fraction):
        raise TypeError(f"{type(node).__name__} has no place in records")
    if isinstance(node, Decimal):
        to_fraction(node)
    text = _decimal_text(node) if isinstance(node, Decimal) else number_text(node)
    return {"number": text} if "." in text or "/" in text else int(text)


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False, default=_canonical_number
)
"""The standard library's encoder runs in C for what records mostly hold; what it does not know comes here."""


@lru_cache(maxsize=20_000)
def _decimal_text(value: Decimal) -> str:
    return f"{value.normalize():f}" if value else "0"


def json_number(value: Fraction) -> int | Decimal | str:
    """Return `value` as records hold it: an int, a finite `Decimal`, or the text ``p/q``."""
    text = number_text(value)
    if "/" in text:
        return text
    return Decimal(text) if "." in text else int(text)


Exact = Annotated[
    Fraction,
    BeforeValidator(to_fraction),
    PlainSerializer(json_number),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number"},
                {"type": "string", "pattern": r"^[+-]?[0-9]{1,40}(/[0-9]{1,40}|\.[0-9]{1,40})?$"},
            ],
            "description": 'a number, or an exact ratio as text such as "100/3"',
        }
    ),
]
"""A pydantic field that reads integers, decimals and ``p/q`` exactly and writes them back without loss."""
