"""An exception in the code of a family from outside: whose it is, and where, so that it stops its own tasks only."""

from __future__ import annotations

from traceback import walk_tb

from ask2decide.errors import UsageError
from ask2decide.plugins import family_plugins

FILE_MODULE = "ask2decide_task_family_"
"""How the modules are called that tasks' own `model.py` files become."""


def family_fault(error: BaseException) -> UsageError | None:
    """Return the error to report when an exception came through a family from outside; None for any other."""
    packages = {
        plugin.module.partition(".")[0]: plugin.package for plugins in family_plugins().values() for plugin in plugins
    }
    found = None
    for frame, line in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        owner = "the task" if module.startswith(FILE_MODULE) else packages.get(module.partition(".")[0])
        if owner is not None:
            found = (owner, f"{frame.f_code.co_filename}:{line} in {frame.f_code.co_name}")
    if found is None:
        return None
    owner, where = found
    cause = f"The family of {owner} fails at {where}: {type(error).__name__}: {error}."
    return UsageError(cause, "correct that code; ask2decide.testing has a contract test that finds such mistakes.")
