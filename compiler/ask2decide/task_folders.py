"""Which tasks a command's paths name, and where their packages go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ask2decide.errors import UsageError, display_path

TASK_FILE = "task.yaml"


def discover_tasks(path: Path) -> list[Path]:
    """Return the task folders at `path`: the folder of one task (or its task.yaml), or a folder of tasks.

    Raises
    ------
    UsageError
        When there is no task.
    """
    if path.is_file() and path.name == TASK_FILE:
        return [path.parent]
    if (path / TASK_FILE).is_file():
        return [path]
    if not path.exists():
        raise UsageError(f"There is nothing at {display_path(path)}.", "name a task, or a folder of tasks.")
    found = sorted(file.parent for file in path.glob(f"*/{TASK_FILE}")) if path.is_dir() else []
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
