"""judge/: the true problem with its optimum, and the items' patches, so that any plan can be scored in any variant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ask2decide.emit.changes import operation_data
from ask2decide.emit.findings import Findings
from ask2decide.emit.labels_json import bracket_data
from ask2decide.emit.words import in_author_sense
from ask2decide.errors import TaskError
from ask2decide.exact import dump_json
from ask2decide.families import is_installed
from ask2decide.spec import Item

PROBLEM_SCHEMA = "ask2decide/problem/1"
ITEMS_SCHEMA = "ask2decide/items/1"


def judge_files(findings: Findings) -> dict[str, str]:
    """Return the judge's files; a family that the task brings itself is copied beside them.

    Raises
    ------
    TaskError
        When the optimum of today's true problem is missing, or the task's own model.py is.
    """
    files = {"judge/problem.json": problem_json(findings), "judge/items.json": items_json(findings)}
    if not is_installed(findings.family):
        files["judge/model.py"] = _own_model(findings.task.folder / "model.py", findings.task.name)
    return files


def problem_json(findings: Findings) -> str:
    """Return problem.json: theta_H as records, and the bracket of its optimum in the family's own sense."""
    if findings.today not in findings.optima:
        raise TaskError(f"Task {findings.task.name}: the optimum of today's true problem was not computed.")
    return dump_json(
        {
            "schema": PROBLEM_SCHEMA,
            "task": findings.task.name,
            "family": findings.task.family,
            "sense": findings.sense.value,
            "optimum": bracket_data(in_author_sense(findings.optima[findings.today].cost, findings.sense)),
            "data": findings.true_data,
        }
    )


def items_json(findings: Findings) -> str:
    """Return items.json: each item's patch, the patches of its further plausible values, and what it comes after."""
    items = {item.id: _item(item, findings) for item in findings.task.hidden}
    return dump_json({"schema": ITEMS_SCHEMA, "task": findings.task.name, "items": items})


def _item(item: Item, findings: Findings) -> dict[str, Any]:
    patches = [
        [operation_data(operation, findings.family, findings.base_data) for operation in patch]
        for patch in item.patches
    ]
    return {"patch": patches[0], "also": patches[1:], "after": list(item.after)}


def _own_model(file: Path, task: str) -> str:
    if not file.is_file():
        raise TaskError(f"Task {task} brings its own family, but {file} is missing.", "put it beside task.yaml.")
    return file.read_text(encoding="utf-8")
