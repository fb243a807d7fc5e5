"""Values as YAML text that `yaml_reader` reads back as the same values."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ask2decide.spec.scalars import ScalarError, plain_scalar

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- '().;/")
"""What a text without quotes may hold here: YAML allows more, and then it depends on where the text stands."""


def flow(value: Any) -> str:
    """Return a value in YAML's flow style; a text stands without quotes where it is a text all the same.

    >>> flow({"customer": "C07", "opens": "08:41", "reason": "it is late", "demand": 12})
    '{customer: C07, opens: "08:41", reason: it is late, demand: 12}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(entry) for entry in value) + "]"
    return scalar(value)


def scalar(value: Any) -> str:
    """Return a text, number, truth value or nothing as a YAML scalar.

    Raises
    ------
    TypeError
        For anything else, binary floats included.

    >>> scalar("no"), scalar("010"), scalar("a: b"), scalar(None), scalar(Decimal("0.50"))
    ('no', '"010"', '"a: b"', 'null', '0.50')
    """
    if isinstance(value, str):
        return value if _is_plain(value) else quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | Decimal):
        return format(value, "f") if isinstance(value, Decimal) else str(value)
    raise TypeError(f"YAML text cannot hold {value!r}")


def quoted(text: str) -> str:
    """Return a text in double quotes, on one line."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _is_plain(text: str) -> bool:
    if not (text[:1].isalnum() and text[-1:].strip() and _PLAIN.issuperset(text)):
        return False
    try:
        return isinstance(plain_scalar(text), str)
    except ScalarError:
        return False


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    # YAML's eight-digit escape and not JSON's pair of halves, which a YAML reader must not join.
    return character if character.isprintable() else f"\\U{ord(character):08X}"
