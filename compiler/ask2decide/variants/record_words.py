"""Pydantic's errors on records in a planner's words: the cause as a clause, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from ask2decide.exact import authored
from ask2decide.spec.messages import kind_of

WANTED = {
    "int_type": ("a whole number", "write a whole number."),
    "int_from_float": ("a whole number", "write a whole number."),
    "bool_type": ("true or false", "write true or false."),
    "string_type": ("a text", "put it in quotes if it is meant as a text."),
    "list_type": ("a list", "write it as a list: [ … ]."),
    "dict_type": ("a mapping", "write it as a mapping."),
    "model_type": ("a mapping", "write it as a mapping."),
    "model_attributes_type": ("a mapping", "write it as a mapping."),
}
"""By the type of pydantic's error: what is wanted, and the fix."""

_LIMITS = {
    "greater_than_equal": ("ge", "of at least"),
    "greater_than": ("gt", "above"),
    "less_than_equal": ("le", "of at most"),
    "less_than": ("lt", "below"),
}
_PATTERNS = {
    "^([01][0-9]|2[0-3]):[0-5][0-9]$": "a time of day such as '08:00'",
    "^[A-Za-z][A-Za-z0-9_]*$": "a name of letters, digits and underscores that begins with a letter",
}
_HINTED = re.compile(r"(.+); ((?:write|use|give|move|let|leave) .+)", re.DOTALL)
"""A family's cause that already says what to write."""

MOST_CAUSES = 3
"""How many causes one message lists."""


def readable_cause(details: Mapping[str, Any]) -> str:
    """Return one of pydantic's errors on records as a clause, without a full stop."""
    kind, value, context = details["type"], details["input"], details.get("ctx", {})
    if kind == "missing":
        return f"the key {details['loc'][-1]!r} is missing"
    if kind == "extra_forbidden":
        return f"there is no key {details['loc'][-1]!r} in such records"
    if kind in WANTED:
        return f"{WANTED[kind][0]} is wanted, not {kind_of(value)}"
    if kind in _LIMITS:
        key, words = _LIMITS[kind]
        return f"a number {words} {context[key]} is wanted, not {value}"
    if kind == "string_pattern_mismatch":
        form = _PATTERNS.get(context["pattern"], f"a text of the form {context['pattern']}")
        return f"{form} is wanted, not {kind_of(value)}"
    if kind == "string_too_long":
        return f"a text of at most {context['max_length']} characters is wanted, not one of {len(value)}"
    if kind == "too_short":
        least = context["min_length"]
        entries = "one entry is" if least == 1 else f"{least} entries are"
        return f"at least {entries} wanted, not {context['actual_length']}"
    if kind in ("literal_error", "enum"):
        return f"{str(context['expected']).replace('True', 'true')} is wanted, not {authored(value)}"
    message = str(details["msg"]).rstrip(".")
    if kind == "records":
        return message  # the family's own words, which may begin with an object's name
    message = message.removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


def cause_and_hint(details: Mapping[str, Any]) -> tuple[str, str | None]:
    """Return the clause, and the fix that a family's own message or the wanted type gives, if one does."""
    cause = readable_cause(details)
    hinted = _HINTED.fullmatch(cause)
    if hinted is not None:
        return hinted[1], f"{hinted[2]}."
    return cause, WANTED[details["type"]][1] if details["type"] in WANTED else None


def readable_causes(error: ValidationError | ValueError) -> str:
    """Return what is wrong with records as one clause: up to three causes, joined by semicolons."""
    if not isinstance(error, ValidationError):
        return str(error).rstrip(".")
    found = [cause_and_hint(details)[0] for details in error.errors(include_url=False)]
    more = f"; and {len(found) - MOST_CAUSES} more" if len(found) > MOST_CAUSES else ""
    return "; ".join(found[:MOST_CAUSES]) + more
