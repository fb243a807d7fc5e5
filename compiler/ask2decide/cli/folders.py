"""Where the authored task is that a command names."""

from __future__ import annotations

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
    # A path without a folder of its own is the name of a task in the folder of tasks.
    where = path if path.is_dir() else path.parent if path.parent != Path() else TASKS
    names = [file.parent.name for file in where.glob(f"*/{TASK_FILE}")]
    fix = did_you_mean(path.name, names, "tasks") if names else f"name the folder that holds its {TASK_FILE}."
    there = f"There is no task at {display_path(path)}" if path.exists() else f"There is no task {task!r}"
    raise UsageError(f"{there}.", fix)
