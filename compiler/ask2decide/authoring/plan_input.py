"""Plans as people hand them in: a mapping, a plan of the family, JSON text, or a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ask2decide.errors import UsageError
from ask2decide.exact import dump_json, json_number
from ask2decide.family import PlanModel

Plan = Mapping[str, Any] | PlanModel | str | bytes | os.PathLike[str]
"""A plan in the task's plan format; a text is JSON, or the path of a file that holds it."""


def plan_source(plan: Plan) -> str | bytes | Path:
    """Return the plan as the judge reads it: JSON text, or the file that holds it.

    A text that starts with a brace or a bracket, or that holds a line break, is JSON; any other is a path.

    Raises
    ------
    UsageError
        When there is no such file, or the plan cannot be written as JSON.
    """
    if isinstance(plan, PlanModel):
        return dump_json(plan.model_dump(mode="json"))
    if isinstance(plan, Mapping):
        return _as_json(plan)
    if isinstance(plan, bytes) or (isinstance(plan, str) and _is_json(plan)):
        return plan
    if isinstance(plan, str | os.PathLike):
        return _file(Path(plan))
    raise UsageError(
        f"A plan is a mapping, JSON text or a path, not {type(plan).__name__}.",
        "hand in a dict in the task's plan format.",
    )


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[", '"') or "\n" in text or not text.strip()


def _file(path: Path) -> Path:
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # a name too long for a file, or with a zero byte
        is_file = False
    if not is_file:
        raise UsageError(f"There is no plan file {str(path)[:200]}.", "name a JSON file that holds the plan.")
    return path


def _as_json(plan: Mapping[str, Any]) -> str:
    try:
        return dump_json(_plain(plan))
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"The plan cannot be written as JSON: {error}.", "use texts, numbers, lists and dicts alone."
        ) from None


def _plain(value: Any) -> Any:
    from fractions import Fraction

    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return json_number(value) if isinstance(value, Fraction) else value
