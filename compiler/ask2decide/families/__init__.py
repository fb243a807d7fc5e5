"""The problem families: one file each in this folder, found by walking it, and those that installed packages bring."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from functools import cache
from pathlib import Path

from ask2decide.errors import UsageError, did_you_mean, display_path
from ask2decide.families._contract import family_of
from ask2decide.families._faults import FILE_MODULE, family_fault
from ask2decide.families._plugins import load_plugin
from ask2decide.family import AnyFamily
from ask2decide.plugins import family_plugins

__all__ = [
    "family_by_name",
    "family_fault",
    "family_from_file",
    "family_names",
    "installed_family_names",
    "is_installed",
]


@cache
def family_names() -> tuple[str, ...]:
    """Return the names of the families that ship with the package."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


def installed_family_names() -> tuple[str, ...]:
    """Return the names of the shipped families and of those that installed packages bring; imports none of them."""
    return tuple(sorted({*family_names(), *family_plugins()}))


@cache
def family_by_name(name: str) -> AnyFamily:
    """Return the family of that name: a shipped one, or the one that an installed package brings.

    Raises
    ------
    UsageError
        When there is none (offers the nearest name), when two have that name, or when a package's is broken.
    """
    plugins = family_plugins().get(name, ())
    if name in family_names():
        if plugins:
            cause = f"The family {name!r} ships with ask2decide, and {plugins[0]} brings another of that name."
            raise UsageError(cause, f"uninstall {plugins[0].package}, or have its family renamed.")
        return family_of(importlib.import_module(f"{__name__}.{name}"), f"The shipped family {name}")
    if not plugins:
        fix = did_you_mean(name, installed_family_names(), "families")
        raise UsageError(f"There is no family {name!r}.", f"{fix[:-1]}, or install the package that brings it.")
    if len(plugins) > 1:
        both = " and ".join(map(str, plugins))
        raise UsageError(f"The family {name!r} has two sources: {both}.", "uninstall one of these packages.")
    return load_plugin(plugins[0])


def is_installed(family: AnyFamily) -> bool:
    """Return whether a family is what its name stands for here, without a file of the task's own."""
    if type(family).__module__.startswith(FILE_MODULE) or family.name not in installed_family_names():
        return False
    return type(family_by_name(family.name)) is type(family)


def family_from_file(path: Path) -> AnyFamily:
    """Return the family that a task's own `model.py` brings. This runs the file: callers decide whether they may."""
    own_name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(f"{FILE_MODULE}{own_name}", path)
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
    return family_of(module, display_path(path))
