"""Wrong specs as data: `tests/cases/diagnostics/*.yaml` change the good task in `tests/cases/parcels`."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ask2decide.errors import SpecError, UsageError
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.variants.load import load_task

CASES = Path(__file__).parents[1] / "cases"


def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """Return (topic: title, case) of every case."""
    found = []
    for file in sorted((CASES / "diagnostics").glob("*.yaml")):
        document = read_yaml(file)
        assert not document.diagnostics, document.diagnostics
        found += [(f"{file.stem}: {case['title']}", case) for case in document.data]
    return found


def copy_of_parcels(folder: Path) -> Path:
    """Copy the good task into `folder` and return the copy."""
    task = folder / "parcels"
    shutil.copytree(CASES / "parcels", task, ignore=shutil.ignore_patterns("__pycache__"))
    return task


def mistakes_of(case: Mapping[str, Any], folder: Path) -> list[str]:
    """Return the messages that loading the changed task gives."""
    task = copy_of_parcels(folder)
    for name, old, new in case.get("edit", []):
        text = (task / name).read_text(encoding="utf-8")
        assert old in text, f"{name} has no text {old!r}"
        (task / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    for name, text in case.get("write", {}).items():
        (task / name).write_text(text, encoding="utf-8")
    try:
        load_task(Path("parcels"), allow_code=True)
    except SpecError as error:
        return [str(diagnostic) for diagnostic in error.diagnostics]
    except UsageError as error:
        return [str(error)]
    return []
