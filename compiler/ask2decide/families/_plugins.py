"""A family from an installed package: imported when a task asks for it, and never before."""

from __future__ import annotations

import importlib
from functools import reduce
from typing import Any

from ask2decide.errors import Ask2DecideError, UsageError, did_you_mean
from ask2decide.families._contract import family_of
from ask2decide.family import AnyFamily
from ask2decide.plugins import FamilyPlugin


def load_plugin(plugin: FamilyPlugin) -> AnyFamily:
    """Return the family of an entry point. This imports the package's code, which its installation has trusted.

    Raises
    ------
    UsageError
        When it cannot be imported, is no family, or is called otherwise than its entry point.
    """
    found = _object(plugin)
    try:
        family = family_of(found, _sentence_start(plugin))
    except Ask2DecideError:
        raise
    except Exception as error:  # its constructor may fail in any way
        cause = f"{_sentence_start(plugin)} brings a family that cannot be made: {type(error).__name__}: {error}."
        raise UsageError(cause, f"have its class take no arguments, or reinstall {plugin.package}.") from error
    if family.name != plugin.name:
        cause = f"{_sentence_start(plugin)} brings a family called {family.name!r}."
        raise UsageError(cause, "give the entry point and the family the same name.")
    return family


def _object(plugin: FamilyPlugin) -> Any:
    try:
        module = importlib.import_module(plugin.module)
    except (Exception, SystemExit) as error:  # an installed package's code may fail in any way
        cause = f"{_sentence_start(plugin)} cannot be imported: {type(error).__name__}: {error}."
        fix = f"correct or reinstall {plugin.package}; tasks of other families do not need it."
        raise UsageError(cause, fix) from error
    try:
        return reduce(getattr, filter(None, plugin.attribute.split(".")), module)
    except AttributeError:
        cause = f"{_sentence_start(plugin)} names {plugin.attribute!r}, which {plugin.module} does not define."
        known = [name for name, value in vars(module).items() if isinstance(value, type)]
        raise UsageError(cause, did_you_mean(plugin.attribute, known, "module's classes")) from None


def _sentence_start(plugin: FamilyPlugin) -> str:
    text = str(plugin)
    return text[:1].upper() + text[1:]
