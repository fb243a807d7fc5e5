"""operator/notes.json: what the operator holds, and nothing of what it is worth."""

from __future__ import annotations

from ask2decide.exact import dump_json
from ask2decide.spec import Task

SCHEMA = "ask2decide/notes/1"


def notes_json(task: Task) -> str:
    """Return the operator's notes in the spec's order: id, sentence, what a question must name, kind."""
    notes = [
        {"id": item.id, "note": item.note, "about": list(item.about), "kind": item.kind.value} for item in task.hidden
    ]
    return dump_json({"schema": SCHEMA, "task": task.name, "notes": notes})
