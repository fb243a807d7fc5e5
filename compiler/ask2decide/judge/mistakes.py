"""Mistakes in a plan or a package file, in a planner's words instead of pydantic's."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ask2decide.errors import nearest
from ask2decide.exact import shortened

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_MOST_SHOWN = 5
_WANTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "decimal_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "none_required": "null",
}


def in_words(error: ValidationError, known: Iterable[str] = ()) -> str:
    """Return the mistakes of a validation in one line: each with its key, at most five, then how many more.

    Parameters
    ----------
    known : iterable of str
        Valid keys at the top level, to offer the nearest.
    """
    names = tuple(known)
    details = error.errors(include_url=False, include_context=True)
    shown = [_mistake(detail, names) for detail in details[:_MOST_SHOWN]]
    more = len(details) - len(shown)
    return "; ".join(shown) + (f"; and {more:,} more" if more else "")


def _mistake(detail: ErrorDetails, known: tuple[str, ...]) -> str:
    kind, where = detail["type"], _key(detail["loc"])
    if kind == "missing":
        return f"{where} is missing"
    if kind == "extra_forbidden":
        close = nearest(str(detail["loc"][-1]), known) if len(detail["loc"]) == 1 else None
        return f"{where} is not a key of the format" + (f"; write {close!r}" if close else "")
    if kind in _WANTED:
        return f"{where} must be {_WANTED[kind]}, not {shown_value(detail['input'])}"
    message = printable(detail["msg"].removeprefix("Value error, "), 120)
    return f"{where}: {message[:1].lower()}{message[1:]}"


def _key(location: tuple[int | str, ...]) -> str:
    """Return where a mistake stands as ``routes[0][1]``."""
    text = ""
    for part in location:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = printable(part, 40)
            text += f".{name}" if text else name
    return text or "the plan"


def shown_value(value: Any) -> str:
    """Return a stranger's value, short and printable."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, int | Decimal):
        return printable(str(value), 45)
    return "a list" if isinstance(value, list) else "an object" if isinstance(value, dict) else "a value"


def printable(text: str, limit: int = 300) -> str:
    """Return text with what no terminal should print escaped, cut to `limit` characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in cut)
