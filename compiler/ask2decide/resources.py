"""Where templates and instances are found: beside the package in a wheel, at the repository root in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ask2decide.errors import UsageError

CACHE_FOLDER = ".ask2decide"
"""In an output folder, what only saves a later build its time; to be ignored by version control."""


@cache
def _root() -> Path:
    package = Path(__file__).resolve().parent
    for root in (package / "_data", package.parents[1]):
        if (root / "templates").is_dir() and (root / "instances").is_dir():
            return root
    raise UsageError(
        f"The templates and instances that belong to ask2decide are missing beside {package}.",
        "install the package again; its wheel carries both folders.",
    )


def templates_folder() -> Path:
    """Return the folder of the jinja2 and item templates."""
    return _root() / "templates"


def instances_folder() -> Path:
    """Return the folder of the instance registry and the shipped records."""
    return _root() / "instances"


def repository_tasks() -> Path | None:
    """Return this checkout's own `tasks` folder, whose task-local code may run; None in a wheel."""
    root = _root()
    return None if root.name == "_data" else root / "tasks"


def inside(folder: Path, name: str) -> Path:
    """Return ``folder / name``, refusing any path that leaves the folder, links included.

    Raises
    ------
    UsageError
        When the resolved path is outside `folder`.
    """
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise UsageError(f"{name!r} leads outside the folder {folder}.", "name a file inside that folder.")
    return path
