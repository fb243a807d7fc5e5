"""Which tasks a command's paths name, and where their packages go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ask2decide.errors import UsageError, did_you_mean, display_path

TASK_FILE = "task.yaml"
TASKS = Path("tasks")
"""Where a task is looked for that is named without a folder."""


def task_folder(task: str) -> Path:
    """Return an authored task's folder: `task` is that folder, its task.yaml, or the name of a folder in ``tasks``.

    Raises
    ------
    UsageError
        When there is no task; offers the nearest one.
    """
    path = Path(task)
    if path.name == TASK_FILE and path.is_file():
        return path.parent
    for folder in (path, TASKS / task):
        if (folder / TASK_FILE).is_file():
            return folder
    there = f"There is no task at {display_path(path)}" if path.exists() else f"There is no task {task!r}"
    raise UsageError(f"{there}.", _nearest_task(path) or f"name the folder that holds its {TASK_FILE}.")


def _nearest_task(path: Path) -> str:
    """Return a fix that offers the nearest task, as it has to be written; empty where there is none."""
    where = path if path.is_dir() else TASKS if _is_name(path) else path.parent
    prefix = "" if where == TASKS else f"{display_path(where)}/"
    tasks = [f"{prefix}{file.parent.name}" for file in where.glob(f"*/{TASK_FILE}")]
    wanted = path.name if where == TASKS else display_path(where / path.name)
    return did_you_mean(wanted, tasks, "tasks") if tasks else ""


def _is_name(path: Path) -> bool:
    """Return whether a path names no folder of its own, so that it is the name of a task in the folder of tasks."""
    return path.parent == Path() and path.name not in ("", ".", "..")


def discover_tasks(path: Path) -> list[Path]:
    """Return the task folders at `path`: the folder of one task (or its task.yaml), or a folder of tasks.

    A path without a folder of its own, where there is no task, is the name of a task in ``tasks``.

    Raises
    ------
    UsageError
        When there is no task; offers the nearest one where a single task may be meant.
    """
    if path.is_file() and path.name == TASK_FILE:
        return [path.parent]
    if (path / TASK_FILE).is_file():
        return [path]
    found = sorted(file.parent for file in path.glob(f"*/{TASK_FILE}")) if path.is_dir() else []
    named = TASKS / path
    if not found and _is_name(path) and (named / TASK_FILE).is_file():
        return [named]
    if not path.exists():
        fix = _nearest_task(path) or "name a task, or a folder of tasks."
        raise UsageError(f"There is nothing at {display_path(path)}.", fix)
    if not found:
        cause = f"There is no task at {display_path(path)}."
        raise UsageError(cause, f"name a folder with a {TASK_FILE}, or a folder of such folders.")
    return found


def folders_to_build(paths: Sequence[Path], out: Path) -> list[Path]:
    """Return the folders of the tasks at the paths, each once.

    Raises
    ------
    UsageError
        When a path holds no task, two tasks want the same package, or a package would not be a folder of its own.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"{display_path(out)} is a file.", "name a folder with --out.")
    found = {folder.resolve(): folder for path in paths for folder in discover_tasks(path)}
    for name, count in Counter(folder.name for folder in found).items():
        if count > 1:
            both = " and ".join(display_path(folder) for folder in found if folder.name == name)
            cause = f"{both} are tasks of the same name, and both would be written to {display_path(out / name)}."
            raise UsageError(cause, "rename one, or build them with an --out each.")
    for real, folder in found.items():
        package = out / real.name
        if package.is_symlink():
            raise UsageError(f"{display_path(package)} is a link.", "remove the link, or name another --out.")
        if package.resolve() == real:
            cause = f"{display_path(folder)} is both the task and its package."
            raise UsageError(cause, "name another folder with --out.")
    return list(found.values())
