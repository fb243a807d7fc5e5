"""A class from outside this folder to a family: whatever the contract wants of it and it lacks is said at once."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from ask2decide.errors import UsageError
from ask2decide.family import AnyFamily, Family, Field, PlanModel, RecordsModel

_HELP = "docs/add_a_family.md has the contract"


def family_of(found: Any, source: str) -> AnyFamily:
    """Return the family that a class stands for, or the one class that a module defines.

    Parameters
    ----------
    source : str
        Whose it is, for messages: a path, or an installed package.

    Raises
    ------
    UsageError
        When it is no `Family` subclass, or leaves out what the contract wants.
    """
    candidate = _only_class(found, source) if isinstance(found, ModuleType) else found
    if isinstance(candidate, Family):
        raise UsageError(f"{source} brings an object, not a class.", f"name the class {type(candidate).__name__}.")
    if not (isinstance(candidate, type) and issubclass(candidate, Family)):
        kind = f"the class {candidate.__name__}" if isinstance(candidate, type) else f"a {type(candidate).__name__}"
        fix = f"make it a subclass of ask2decide.family.Family; {_HELP}."
        raise UsageError(f"{source} brings {kind}, which is no Family.", fix)
    lacks = list(_lacks(candidate))
    if lacks:
        raise UsageError(f"{source}: {candidate.__name__} {'; '.join(lacks)}.", f"add what is missing; {_HELP}.")
    family: AnyFamily = candidate()
    return family


def _only_class(module: ModuleType, source: str) -> type[Family[Any, Any]]:
    found = [value for value in vars(module).values() if _is_own_family(value, module.__name__)]
    if len(found) != 1:
        raise UsageError(f"{source} defines {len(found)} Family subclasses.", "define exactly one family in a file.")
    only: type[Family[Any, Any]] = found[0]
    return only


def _is_own_family(value: Any, module: str) -> bool:
    """Return whether a value is a family that the module, or a part of it, defines."""
    return (
        isinstance(value, type)
        and issubclass(value, Family)
        and (value.__module__ == module or value.__module__.startswith(f"{module}."))
    )


def _lacks(candidate: type[Family[Any, Any]]) -> Iterator[str]:
    missing = sorted(getattr(candidate, "__abstractmethods__", ()))
    if missing:
        yield f"has no method {', '.join(missing)}"
    if not isinstance(getattr(candidate, "name", None), str):
        yield "has no name"
    for attribute, base in (("records_model", RecordsModel), ("plan_model", PlanModel)):
        model = getattr(candidate, attribute, None)
        if not (isinstance(model, type) and issubclass(model, base)):
            yield f"has no {attribute} that is a {base.__name__} subclass"
    fields = getattr(candidate, "fields", None)
    if not (isinstance(fields, tuple) and all(isinstance(field, Field) for field in fields)):
        yield "has no fields, a tuple of Field"
