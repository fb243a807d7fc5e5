"""The comment by which an editor finds the JSON Schema of a task.yaml.

Editors with the YAML language server read the first line ``# yaml-language-server: $schema=PATH``; a relative path
starts at the folder of the YAML file.
"""

from __future__ import annotations

import os
from pathlib import Path

SCHEMA_FILE = "schema/task.schema.json"
"""Where a repository of tasks keeps the schema of task.yaml, from its root: what ``ask2decide schema`` prints."""

ITEMS_SCHEMA_FILE = "schema/items.schema.json"
"""The same for a task's own items.yaml: what ``ask2decide schema --items`` prints."""


def records_schema_file(family: str) -> str:
    """Return the same for a records file of a family: what ``ask2decide schema --records FAMILY`` prints."""
    return f"schema/records.{family}.schema.json"


def modeline(folder: Path, schema: str = SCHEMA_FILE) -> str:
    """Return the first line of a YAML file in the task folder `folder`, without a line break.

    The path leads to the nearest folder above that holds the schema; where none does, to where it stands in a
    repository with its tasks in ``tasks/``.

    >>> modeline(Path("/nowhere/tasks/my_task"))
    '# yaml-language-server: $schema=../../schema/task.schema.json'
    """
    folder = folder.absolute()
    root = next((above for above in folder.parents if (above / schema).is_file()), folder.parent.parent)
    path = Path(os.path.relpath(root / schema, folder)).as_posix()
    return f"# yaml-language-server: $schema={path}"
