"""Packages of the tiny task, as the report reads them."""

from __future__ import annotations

import dataclasses
from functools import cache

from ask2decide.emit.explain_page import FILE, explain_page
from ask2decide.emit.findings import Findings
from ask2decide.emit.labels_json import labels_json
from ask2decide.emit.operator_notes import notes_json
from ask2decide.emit.read_package import ReadPackage, read_package
from ask2decide.exact import dump_json
from ask2decide.family import Sense
from tests.emit.tiny import findings

SOLVE = {"status": "optimal", "exact": True, "back_end": "enumeration 1.0"}


def solves() -> dict[str, str]:
    endings = [{}, {"exact": False}, {"status": "infeasible"}, {"status": "limit", "back_end": "guess 0.1"}]
    return {f"solves/{number}.json": dump_json({**SOLVE, **ending}) for number, ending in enumerate(endings)}


def files(found: Findings) -> dict[str, str]:
    return {
        "labels.json": labels_json(found),
        "operator/notes.json": notes_json(found.task),
        FILE: explain_page(found),
        **solves(),
    }


@cache
def packages() -> tuple[ReadPackage, ...]:
    return tuple(read_package(files(findings(sense)), "generated/tiny") for sense in Sense)


def with_first_item(package: ReadPackage, **changes: object) -> ReadPackage:
    """Return the package with changes to its first item."""
    first, *others = package.summary.items
    changed = dataclasses.replace(first, **changes)  # type: ignore[arg-type]
    summary = dataclasses.replace(package.summary, items=(changed, *others))
    return dataclasses.replace(package, summary=summary, notes={**package.notes, changed.id: package.notes[first.id]})
