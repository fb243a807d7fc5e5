"""What the report needs of a package, read from its files: also of tasks not built just now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, TypeVar

from ask2decide.emit.explain_page import FILE, Parts, parts
from ask2decide.emit.summary import TaskSummary, read_summary
from ask2decide.errors import UsageError
from ask2decide.exact import load_json

LABELS = "labels.json"
_NOTES = "operator/notes.json"
_SOLVES = "solves/*.json"
_READ = (LABELS, _NOTES, _SOLVES, FILE)

Shape = TypeVar("Shape")


@dataclass(frozen=True)
class StoredSolve:
    """One stored result of a back end.

    Parameters
    ----------
    outcome : str
        optimal, infeasible, or limit: stopped with bounds.
    exact : bool
        Whether its bounds are exact numbers, not floating point.
    back_end : str
        Name and version.
    """

    outcome: str
    exact: bool
    back_end: str


@dataclass(frozen=True)
class ReadPackage:
    """One task as its package tells it.

    Parameters
    ----------
    notes : mapping of str to str
        By item: the sentence that the operator holds.
    solves : tuple of StoredSolve
        What the back ends answered when the task was built.
    explained : Parts or None
        What its explain.html holds; None where the package was written before there was one.
    """

    summary: TaskSummary
    notes: Mapping[str, str]
    solves: tuple[StoredSolve, ...]
    explained: Parts | None = None


def package_texts(folder: Path) -> dict[str, str]:
    """Return the texts that the report reads of a package on disk, by path relative to `folder`.

    Raises
    ------
    UsageError
        When a file cannot be read.
    """
    try:
        return {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
            for pattern in _READ
            for path in sorted(folder.glob(pattern))
        }
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}.", "build that task again.") from None


def read_package(files: Mapping[str, str], where: str) -> ReadPackage:
    """Return what the files of a package say.

    Parameters
    ----------
    files : mapping of str to str
        Text by path relative to the package; those that the report does not read may be there as well.
    where : str
        The package's path, for the message.

    Raises
    ------
    UsageError
        When a file is missing or damaged.
    """
    summary = read_summary(files[LABELS], f"{where}/{LABELS}")
    return ReadPackage(
        summary=summary,
        notes=_read(files, _NOTES, where, lambda data: _notes(data, summary)),
        solves=tuple(_read(files, name, where, _solve) for name in sorted(files) if fnmatch(name, _SOLVES)),
        explained=parts(files[FILE], f"{where}/{FILE}") if FILE in files else None,
    )


def _read(files: Mapping[str, str], name: str, where: str, shape: Callable[[Any], Shape]) -> Shape:
    fix = "build that task again, or remove its folder."
    if name not in files:
        raise UsageError(f"{where}/{name} is missing.", fix)
    try:
        return shape(load_json(files[name]))
    except (ValueError, ArithmeticError, KeyError, TypeError, AttributeError) as error:
        cause = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"{where}/{name} is damaged: {cause}.", fix) from None


def _notes(data: Any, summary: TaskSummary) -> dict[str, str]:
    notes = {str(entry["id"]): str(entry["note"]) for entry in data["notes"]}
    return {item.id: notes[item.id] for item in summary.items}


def _solve(data: Any) -> StoredSolve:
    return StoredSolve(outcome=str(data["status"]), exact=bool(data["exact"]), back_end=str(data["back_end"]))
