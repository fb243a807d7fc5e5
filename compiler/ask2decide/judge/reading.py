"""A stranger's text to a plan, or to the reason why it is none. Nothing in the text can crash or stall the judge."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ask2decide.errors import UsageError
from ask2decide.exact import load_json, to_fraction
from ask2decide.family import Family, P, PlanModel
from ask2decide.judge.mistakes import in_words

LARGEST_TEXT = 1_000_000
"""Most bytes of a plan's text."""

DEEPEST = 20
"""Most brackets that may be open at once."""

# A string is one token, even when its end is missing: possessive, so that a megabyte of quotes takes linear time.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


@dataclass(frozen=True)
class Rejection:
    """Why a text is not a plan, as the rest of a sentence that starts with "the text" or names the key."""

    reason: str


class _RefusedError(Exception):
    """Carries a rejection's reason out of the steps below."""


def read_plan(text: str | bytes | Path, family: Family[Any, P]) -> P | Rejection:
    """Return the plan that a text holds, or why it holds none.

    Parameters
    ----------
    text : str, bytes or Path
        JSON text in UTF-8, or the file that holds it; at most `LARGEST_TEXT` bytes, nested at most `DEEPEST` deep,
        numbers of at most `MAX_DIGITS` digits, no key twice in one object.
    family : Family
        The family whose plan format is meant.

    Raises
    ------
    UsageError
        When `text` is a path and no file is there: the command is wrong then, not the plan.
    """
    try:
        return _validated(_parsed(_decoded(_read(text))), family.plan_model)  # type: ignore[return-value]
    except _RefusedError as refused:
        return Rejection(str(refused))


def _read(text: str | bytes | Path) -> str | bytes:
    if not isinstance(text, Path):
        return text
    if not text.is_file():
        raise UsageError(f"There is no plan file {text}.", "name a JSON file that holds the plan.")
    with text.open("rb") as file:
        # One byte more than allowed tells a text that is too long, however long it is.
        return file.read(LARGEST_TEXT + 1)


def _decoded(text: str | bytes) -> str:
    if len(text) > LARGEST_TEXT:
        raise _RefusedError(f"the text is longer than {LARGEST_TEXT:,} bytes")
    try:
        encoded = text.encode("utf-8") if isinstance(text, str) else text
        decoded = encoded.decode("utf-8")
    except UnicodeError:
        raise _RefusedError("the text is not UTF-8") from None
    if len(encoded) > LARGEST_TEXT:
        raise _RefusedError(f"the text is longer than {LARGEST_TEXT:,} bytes")
    if decoded.startswith("\ufeff"):
        raise _RefusedError("the text starts with a byte order mark; save it as UTF-8 without one")
    if not decoded.strip():
        raise _RefusedError("the text is empty")
    return decoded


def _parsed(text: str) -> Any:
    if _depth(text) > DEEPEST:
        raise _RefusedError(f"the text is nested more than {DEEPEST} deep")
    try:
        data = load_json(text)
    except ValueError as error:
        raise _RefusedError(_json_mistake(error)) from None
    except ArithmeticError:  # decimal's own limit on exponents
        raise _RefusedError("a number in the text is too large") from None
    _check_leaves(data)
    return data


def _depth(text: str) -> int:
    depth = deepest = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        mark = token.group()
        if mark in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif mark in ("]", "}"):
            depth -= 1
    return deepest


def _json_mistake(error: ValueError) -> str:
    message, row, column = getattr(error, "msg", None), getattr(error, "lineno", None), getattr(error, "colno", None)
    if message is None:
        return str(error)
    return f"the text is not JSON: {str(message)[:100]} at line {row}, column {column}"


def _check_leaves(data: Any) -> None:
    """Refuse numbers beyond the digit limit and broken Unicode before anything computes with or prints them."""
    waiting = [data]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += [*node.keys(), *node.values()]
        elif isinstance(node, list):
            waiting += node
        elif isinstance(node, Decimal):
            try:
                to_fraction(node)
            except ValueError as error:
                raise _RefusedError(str(error)) from None
        elif isinstance(node, str) and not node.isascii():
            try:
                node.encode("utf-8")
            except UnicodeEncodeError:
                raise _RefusedError("a text inside holds half of a Unicode surrogate pair") from None


def _validated(data: Any, plan_model: type[PlanModel]) -> PlanModel:
    if not isinstance(data, dict):
        raise _RefusedError(f"a plan is a JSON object, not {_json_kind(data)}")
    try:
        return plan_model.model_validate(data)
    except ValidationError as error:
        raise _RefusedError(in_words(error, known=plan_model.model_fields)) from None


def _json_kind(data: Any) -> str:
    if data is None:
        return "null"
    kinds = {list: "a list", str: "a text", bool: "true or false", int: "a number", Decimal: "a number"}
    return kinds.get(type(data), "a value")
