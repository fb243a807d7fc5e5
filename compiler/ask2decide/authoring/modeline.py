"""The comment by which an editor finds the JSON Schema of a task.yaml.

Editors with the YAML language server read the first line ``# yaml-language-server: $schema=PATH``; a relative path
starts at the folder of the YAML file.
"""

from __future__ import annotations

import os
from pathlib import Path

SCHEMA_FILE = "schema/task.schema.json"
"""Where a repository of tasks keeps the schema, from its root: what ``ask2decide schema`` prints."""


def modeline(folder: Path) -> str:
    """Return the first line of the task.yaml in `folder`, without a line break.

    The path leads to the nearest folder above that holds `SCHEMA_FILE`; where none does, to where it stands in a
    repository with its tasks in ``tasks/``.

    >>> modeline(Path("/nowhere/tasks/my_task"))
    '# yaml-language-server: $schema=../../schema/task.schema.json'
    """
    folder = folder.absolute()
    root = next((above for above in folder.parents if (above / SCHEMA_FILE).is_file()), folder.parent.parent)
    path = Path(os.path.relpath(root / SCHEMA_FILE, folder)).as_posix()
    return f"# yaml-language-server: $schema={path}"
