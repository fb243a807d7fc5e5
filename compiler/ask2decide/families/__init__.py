"""The problem families, one file each; found by walking this folder, so that there is no list to edit."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from ask2decide.errors import UsageError, did_you_mean
from ask2decide.family import AnyFamily, Family


@cache
def family_names() -> tuple[str, ...]:
    """Return the names of the families that ship with the package."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


@cache
def family_by_name(name: str) -> AnyFamily:
    """Return the shipped family of that name.

    Raises
    ------
    UsageError
        When there is none; offers the nearest name.
    """
    if name not in family_names():
        raise UsageError(f"There is no family {name!r}.", did_you_mean(name, family_names(), "families"))
    return _only_family(importlib.import_module(f"{__name__}.{name}"))


def family_from_file(path: Path) -> AnyFamily:
    """Return the family that a task's own `model.py` brings. This runs the file: callers decide whether they may."""
    own_name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(f"ask2decide_task_family_{own_name}", path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} cannot be imported.", "make it a Python file with one Family subclass.")
    module = importlib.util.module_from_spec(spec)
    # pydantic looks up the types that a model's annotations name in the registered module.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return _only_family(module)


def _only_family(module: ModuleType) -> AnyFamily:
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Family) and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise UsageError(
            f"{module.__file__} defines {len(found)} Family subclasses.", "define exactly one family in a file."
        )
    family: AnyFamily = found[0]()
    return family
