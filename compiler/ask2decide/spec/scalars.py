"""Scalars of the YAML 1.2 core schema, read exactly and without guessing."""

from __future__ import annotations

import re
from decimal import Decimal

from ask2decide.exact import MAX_DIGITS, shortened

Scalar = str | int | Decimal | bool | None

_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class ScalarError(Exception):
    """A scalar that has no one meaning."""

    def __init__(self, cause: str, fix: str) -> None:
        super().__init__(cause)
        self.cause = cause
        self.fix = fix


def plain_scalar(text: str) -> Scalar:
    """Return what an unquoted scalar means: ``NO`` and ``10:00`` are text, ``1e3`` is exactly 1000.

    Raises
    ------
    ScalarError
        For ``010`` (ten, or octal eight), infinities, NaN, and numbers of too many digits.

    >>> plain_scalar("NO"), plain_scalar("10:00"), plain_scalar("1e3"), plain_scalar("-4")
    ('NO', '10:00', Decimal('1000'), -4)
    """
    if text in _WORDS:
        return _WORDS[text]
    if _NOT_FINITE.fullmatch(text):
        raise ScalarError(f"{text} is not a number.", "write a finite number.")
    if _LEADING_ZERO.fullmatch(text):
        plain = text.lstrip("+-").lstrip("0") or "0"
        raise ScalarError(
            f"{text[:40]} may mean octal or decimal.", f"write {plain[:40]}, or '{text[:40]}' for the text."
        )
    if _INTEGER.fullmatch(text):
        return int(_short(text))
    if _OCTAL.fullmatch(text):
        return int(_short(text)[2:], 8)
    if _HEXADECIMAL.fullmatch(text):
        return int(_short(text)[2:], 16)
    if _DECIMAL.fullmatch(text):
        return _decimal(text)
    return text_scalar(text)


def text_scalar(text: str) -> str:
    """Return `text`, refusing halves of surrogate pairs, which no file could hold again."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ScalarError(f"{shortened(ascii(text)[1:-1])} holds half a character.", "write the character itself.")
    return text


def _short(digits: str) -> str:
    if len(digits) > MAX_DIGITS:
        raise ScalarError(f"a number has more than {MAX_DIGITS} digits.", "shorten it, or put it in quotes.")
    return digits


def _decimal(text: str) -> Decimal:
    _short(text)
    exponent = text.lower().partition("e")[2]
    if exponent and abs(int(exponent)) > MAX_DIGITS:
        raise ScalarError(f"a number has more than {MAX_DIGITS} digits.", "shorten it, or put it in quotes.")
    value = Decimal(text)
    power = value.as_tuple().exponent
    return Decimal(int(value)) if isinstance(power, int) and power > 0 else value
