"""A synthetic task as YAML: items by template on r101."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

Line = tuple[str, str, dict[str, Any]]


def task(customers: int, lines: list[Any]) -> str:
    """Return the text of a task.yaml; a line is (id, template, arguments), with "auto" where it wants a twin."""
    text = (
        "task: ladder\nsplit: hard\nfamily: vrptw\n"
        f"base: {{instance: solomon/r101, customers: {customers}}}\nbrief: Plan the routes.\nhidden:\n"
    )
    for name, template, arguments, *twin in lines:
        given = ", ".join(f"{key}: {_scalar(value)}" for key, value in arguments.items())
        text += f"  - {{id: {name}, kind: new_information, use: {template}, with: {{{given}}}"
        text += f", twin: {twin[0]}}}\n" if twin else "}\n"
    return text


def written(folder: Path, text: str) -> Path:
    """Write the task into a folder of its own and return that."""
    place = folder / "ladder"
    place.mkdir(parents=True, exist_ok=True)
    (place / "task.yaml").write_text(text, encoding="utf-8")
    return place


def _scalar(value: Any) -> str:
    return str(value) if isinstance(value, int | Decimal) else json.dumps(value)
