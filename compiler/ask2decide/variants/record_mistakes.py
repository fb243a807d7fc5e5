"""Pydantic's errors on an author's records file: the place, the cause, and a fix that names what to write."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType
from typing import Any, get_args

from pydantic import BaseModel

from ask2decide.errors import Diagnostic, did_you_mean, nearest
from ask2decide.spec.document import Document
from ask2decide.variants.record_words import cause_and_hint

Route = tuple[int | str, ...]


def records_diagnostics(errors: Sequence[Any], document: Document, model: type[BaseModel]) -> list[Diagnostic]:
    """Return one diagnostic for each mistake; a missing key that stands there misspelt is reported once."""
    misspelt = set()
    for details in errors:
        if details["type"] == "extra_forbidden":
            *parent, key = details["loc"]
            close = nearest(str(key), _keys_at(model, tuple(parent)))
            if close is not None:
                misspelt.add((*parent, close))
    return [
        Diagnostic(document.place(_route(details)), *_cause_and_fix(details, model))
        for details in errors
        if not (details["type"] == "missing" and tuple(details["loc"]) in misspelt)
    ]


def _route(details: Any) -> Route:
    """Return where an error stands, without pydantic's mark for a mapping's key."""
    return tuple(part for part in details["loc"] if part != "[key]")


def _cause_and_fix(details: Any, model: type[BaseModel]) -> tuple[str, str]:
    route, kind = tuple(details["loc"]), details["type"]
    cause, hint = cause_and_hint(details)
    if kind == "extra_forbidden":
        return f"{cause}.", did_you_mean(str(route[-1]), _keys_at(model, route[:-1]), "keys")
    if kind == "missing":
        return f"{cause}.", f"add '{route[-1]}:' with its value."
    return f"{cause}.", hint or ("write the value in that form." if route else "correct the records.")


def _keys_at(model: type[BaseModel], route: Route) -> list[str]:
    """Return the keys that may stand in the record at `route`; none where that is not known."""
    here: Any = model
    for part in route:
        here = _below(here, part)
    found = _record(here)
    return [] if found is None else [field.alias or name for name, field in found.model_fields.items()]


def _below(annotation: Any, part: int | str) -> Any:
    """Return the annotation one step down: of a record's field, or of a collection's members."""
    found = _record(annotation)
    if found is not None:
        field = found.model_fields.get(str(part))
        return None if field is None else field.annotation
    members = get_args(annotation)
    return members[-1] if members else None


def _record(annotation: Any) -> type[BaseModel] | None:
    """Return the record model that an annotation is, or is one of with None."""
    choices = get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)
    models = (choice for choice in choices if isinstance(choice, type) and issubclass(choice, BaseModel))
    return next(models, None)
