"""The line that tells an editor the schema of a task.yaml."""

from __future__ import annotations

SCHEMA_PATH = "schema/task.schema.json"
"""The schema's place below the root of a repository whose tasks stand in ``tasks/``."""

MODELINE = f"# yaml-language-server: $schema=../../{SCHEMA_PATH}"
"""The first line of a task.yaml: the schema's place as seen from the task's folder."""
