"""Pydantic's errors in the author's terms: file, line, key, the cause, then the fix."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from ask2decide.errors import Diagnostic, did_you_mean, nearest
from ask2decide.spec.document import Document, Route
from ask2decide.spec.schema import MODELS, OPERATIONS, ExpectSpec, SpelledItem, TaskSpec, TemplateItem, keys_of

Details = dict[str, Any]

_WANTED = {
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "int_type": "a whole number",
    "bool_type": "true or false",
}
_FIXES = {
    "string_type": "put it in quotes if it is meant as a text.",
    "list_type": "write it as a list: [ … ], or one '- ' line per entry.",
    "int_type": "write a whole number.",
    "bool_type": "write true or false.",
}


def schema_diagnostics(error: ValidationError, document: Document) -> list[Diagnostic]:
    """Return one diagnostic for each mistake that pydantic found in a task.yaml."""
    errors = [details for details in error.errors(include_url=False) if not document.is_broken(route_of(details))]
    misspelt = _misspelt_keys(errors)
    return [
        _diagnostic(details, document)
        for details in errors
        if not (details["type"] == "missing" and route_of(details) in misspelt)
    ]


def route_of(details: Any) -> Route:
    """Return where in the document an error stands: its location without pydantic's own marks."""
    return tuple(part for part in details["loc"] if isinstance(part, int) or part not in (*MODELS, "[key]"))


def kind_of(value: Any) -> str:
    """Return what a value is, in an author's words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else f"the number {value}"


def _misspelt_keys(errors: Sequence[Any]) -> set[Route]:
    """Return the missing keys that stand there under a misspelt name: reporting the name is enough."""
    found = set()
    for details in errors:
        if details["type"] == "extra_forbidden":
            route = route_of(details)
            close = nearest(str(route[-1]), keys_of(_model_at(details["loc"])))
            if close is not None:
                found.add((*route[:-1], close))
    return found


def _model_at(location: Sequence[str | int]) -> type[BaseModel]:
    tag = next((part for part in reversed(location) if part in MODELS), None)
    if tag is not None:
        return MODELS[str(tag)]
    return ExpectSpec if location and location[0] == "expect" else TaskSpec


def _diagnostic(details: Any, document: Document) -> Diagnostic:
    route = route_of(details)
    cause, fix = _cause_and_fix(details, route)
    return Diagnostic(document.place(route), cause, fix)


def _cause_and_fix(details: Any, route: Route) -> tuple[str, str]:
    kind, value, context = details["type"], details["input"], details.get("ctx", {})
    if kind == "spec":
        return context["cause"], context["fix"]
    if kind == "extra_forbidden":
        return _unknown_key(str(route[-1]), _model_at(details["loc"]))
    if kind == "missing":
        return f"the key {route[-1]!r} is missing.", _example(str(route[-1]))
    if kind in ("enum", "literal_error"):
        names = re.findall(r"'([^']*)'", context["expected"])
        return f"{kind_of(value)} is not one of the values of {route[-1]!r}.", did_you_mean(str(value), names, "values")
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _no_variant(value, route)
    if kind == "string_pattern_mismatch":
        return f"{value[:60]!r} is not an identifier.", "begin with a letter; use letters, digits and underscores only."
    if kind == "string_too_long":
        return f"the name has {len(value)} characters.", f"use at most {context['max_length']}."
    if kind in ("too_short", "too_long"):
        return _wrong_length(details, route)
    if kind in _WANTED:
        return f"{_WANTED[kind]} is wanted, not {kind_of(value)}.", _FIXES.get(kind, "write it as a mapping.")
    return f"{details['msg']}.", "see the documentation of task.yaml."


def _wrong_length(details: Any, route: Route) -> tuple[str, str]:
    count = details["ctx"]["actual_length"]
    return f"'{route[-1]}' lists {count} names.", "name the one to three objects that a question must mention."


def _no_variant(value: Any, route: Route) -> tuple[str, str]:
    if not isinstance(value, dict):
        return f"a mapping is wanted, not {kind_of(value)}.", "write its keys, one a line."
    if "op" not in value:
        return "the key 'op' is missing.", _example("op")
    op = value["op"]
    return f"{kind_of(op)} is not an operation.", did_you_mean(str(op), OPERATIONS, "operations")


def _unknown_key(key: str, model: type[BaseModel]) -> tuple[str, str]:
    if model is SpelledItem and key == "twin":
        return (
            "twin: auto needs an item template.",
            "give the item 'use' and 'with', or write the twin as an item with twin_of.",
        )
    if model in (SpelledItem, TemplateItem):
        other = SpelledItem if model is TemplateItem else TemplateItem
        if key in keys_of(other):
            return (
                f"{key!r} does not belong to an item with {_own_keys(model)}.",
                f"delete it, or give the item {_own_keys(other)} instead.",
            )
    if key == "was":
        return "'was' belongs to replace and remove; add stands where nothing was.", "delete it, or use replace."
    if key == "value":
        return "a remove has no value.", "delete it, or use replace."
    return f"there is no key {key!r} here.", did_you_mean(key, keys_of(model), "keys")


def _own_keys(model: type[BaseModel]) -> str:
    return "'use' and 'with'" if model is TemplateItem else "'note' and 'about'"


_EXAMPLES = {
    "task": "the folder's name",
    "split": "easy, medium, hard, frontier-A or frontier-B",
    "family": "the family's name",
    "base": "{instance: …} or {records: …}",
    "instance": "the registry's name of the base instance, or 'records: FILE'",
    "brief": "what the operator asks for",
    "hidden": "the list of hidden items",
    "id": "a name such as H1",
    "kind": "basic_information, sudden_accident, new_information, system_update or human_error",
    "use": "the name of an item template",
    "note": "the operator's sentence (or 'use: TEMPLATE')",
    "about": "[the one to three objects that a question must name]",
    "op": "add, remove or replace",
    "patch": "the operations, or [] for a note that changes nothing",
    "path": "a JSON pointer such as /customers/C07/opens",
    "value": "the new value",
}


def _example(key: str) -> str:
    return f"add '{key}:' with {_EXAMPLES.get(key, 'its value')}."


def broken_entries(errors: Iterable[Any], key: str) -> set[int]:
    """Return the positions under a top-level list at which some error stands."""
    routes = [route_of(details) for details in errors]
    return {route[1] for route in routes if len(route) > 1 and route[0] == key and isinstance(route[1], int)}
