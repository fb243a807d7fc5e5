"""task.yaml to a `Draft`: the spec as written, every mistake of the file found at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ask2decide.errors import Diagnostic
from ask2decide.spec.document import Document
from ask2decide.spec.messages import broken_entries, kind_of, route_of, schema_diagnostics
from ask2decide.spec.references import reference_diagnostics
from ask2decide.spec.schema import ItemSpec, TaskSpec
from ask2decide.spec.yaml_reader import read_yaml

_STAND_INS: Mapping[str, Any] = {"task": "unnamed", "split": "easy", "brief": "unwritten", "expect": {}}
"""Stand for keys that are wrong, so that the items can be checked all the same; such a task is never built."""


@dataclass(frozen=True)
class Draft:
    """A task spec of good form, its templates not yet expanded.

    Parameters
    ----------
    spec : TaskSpec
        The models. Where the file has mistakes, without the items that are not of good form.
    positions : tuple of int
        The position in the file of each item of ``spec.hidden``.
    document : Document
        The file, for the place of each key.
    """

    spec: TaskSpec
    positions: tuple[int, ...]
    document: Document
    file: Path

    @property
    def folder(self) -> Path:
        """The task's folder."""
        return self.file.parent

    def items(self) -> list[tuple[int, ItemSpec]]:
        """Return the items with their positions in the file."""
        return list(zip(self.positions, self.spec.hidden, strict=True))


def read_draft(file: Path, may_be_empty: bool = False) -> tuple[Draft | None, list[Diagnostic]]:
    """Read a task.yaml.

    Parameters
    ----------
    may_be_empty : bool
        Whether a task without any hidden item is no mistake: it is where one starts from.

    Returns
    -------
    tuple
        The draft (None where the family, the base or all items are unusable) and every mistake found.

    Raises
    ------
    UsageError
        When the file cannot be opened.
    """
    document = read_yaml(file)
    found = list(document.diagnostics)
    if document.is_broken(()):
        return None, found
    if not isinstance(document.data, dict):
        cause = f"a task is a mapping of keys, not {kind_of(document.data)}."
        return None, [*found, Diagnostic(document.place(()), cause, "begin with 'task: NAME'.")]
    found += reference_diagnostics(document, file.resolve().parent.name)
    if document.data.get("hidden") == [] and not may_be_empty:
        fix = "add at least one, or let `ask2decide suggest` propose some."
        found.append(Diagnostic(document.place(("hidden",)), "there is no hidden item.", fix))
    try:
        spec = TaskSpec.model_validate(document.data)
    except ValidationError as error:
        found += schema_diagnostics(error, document)
        return _salvaged(document, file, error), found
    return _without_broken(Draft(spec, tuple(range(len(spec.hidden))), document, file)), found


def _salvaged(document: Document, file: Path, error: ValidationError) -> Draft | None:
    """Return a draft of what is of good form, or None."""
    errors = error.errors(include_url=False)
    bad = {str(route[0]) for route in map(route_of, errors) if route}
    bad_items = broken_entries(errors, "hidden")
    hidden = document.data.get("hidden")
    if not isinstance(hidden, list):
        return None
    positions = tuple(position for position in range(len(hidden)) if position not in bad_items)
    data = {key: value for key, value in document.data.items() if key not in bad}
    data |= {key: value for key, value in _STAND_INS.items() if key not in data}
    data["hidden"] = [hidden[position] for position in positions]
    try:
        spec = TaskSpec.model_validate(data)
    except ValidationError:
        return None
    return _without_broken(Draft(spec, positions, document, file))


def _without_broken(draft: Draft) -> Draft:
    """Leave out items that hold a value which could not be read: its stand-in would cause messages of its own."""
    broken = {route[1] for route in draft.document.broken if len(route) > 1 and route[0] == "hidden"}
    kept = [(position, item) for position, item in draft.items() if position not in broken]
    spec = draft.spec.model_copy(update={"hidden": [item for _, item in kept]})
    return Draft(spec, tuple(position for position, _ in kept), draft.document, draft.file)
