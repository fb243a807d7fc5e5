"""The lock beside a task: which twin was found for which original, so that the next build only proves it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from ask2decide.errors import Diagnostic, SpecError
from ask2decide.exact import canonical_json
from ask2decide.spec import TemplateUse
from ask2decide.spec.document import Document
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.spec.yaml_writer import quoted

LOCK_FILE = "twins.lock.yaml"
HEADER = (
    "# Written by ask2decide-build: the twins it found. Delete an entry, or the file, to have them searched again.\n"
)
_KEYS = {"template", "original", "twin"}
_FIX = "delete the file; the next build writes it anew."


@dataclass(frozen=True)
class LockedTwin:
    """One choice.

    Parameters
    ----------
    template : str
        The item template of both.
    original : mapping
        The original's arguments when its twin was found.
    twin : mapping
        The twin's arguments.
    """

    template: str
    original: Mapping[str, Any]
    twin: Mapping[str, Any]

    def is_fresh(self, use: TemplateUse) -> bool:
        """Return whether the original still has the template and arguments its twin was found for."""
        return self.template == use.name and canonical_json(self.original) == canonical_json(dict(use.arguments))

    @property
    def use(self) -> TemplateUse:
        """The twin as a template use."""
        return TemplateUse(self.template, self.twin)


def read_lock(folder: Path) -> dict[str, LockedTwin]:
    """Return the locked twins of a task by their original's id; empty without a lock.

    Raises
    ------
    SpecError
        When the file is not a lock.
    """
    file = folder / LOCK_FILE
    if not file.is_file():
        return {}
    document = read_yaml(file)
    if document.diagnostics:
        raise SpecError(document.diagnostics)
    found, locked = list(_malformed(document)), {}
    if found:
        raise SpecError(found)
    for name, entry in document.data.items():
        locked[name] = LockedTwin(entry["template"], entry["original"], entry["twin"])
    return locked


def lock_text(locked: Mapping[str, LockedTwin]) -> str:
    """Return the lock file's text for the locked twins of a task, by their original's id."""
    return HEADER + "".join(_entry_text(name, entry) for name, entry in locked.items())


def _malformed(document: Document) -> list[Diagnostic]:
    if not isinstance(document.data, dict):
        return [Diagnostic(document.place(()), "the lock is not a mapping of items to twins.", _FIX)]
    found = []
    for name, entry in document.data.items():
        good = isinstance(entry, dict) and set(entry) == _KEYS
        good = good and isinstance(entry["template"], str)
        if not (good and isinstance(entry["original"], dict) and isinstance(entry["twin"], dict)):
            cause = "a locked twin has the keys template, original and twin, and no others."
            found.append(Diagnostic(document.place((name,)), cause, _FIX))
    return found


def _entry_text(name: str, entry: LockedTwin) -> str:
    lines = [f"{_scalar(name)}:", f"  template: {_scalar(entry.template)}"]
    for key, arguments in (("original", entry.original), ("twin", entry.twin)):
        lines.append(f"  {key}: {flow_text(dict(arguments))}")
    return "\n".join(lines) + "\n"


def flow_text(value: Any) -> str:
    """Return a value as YAML's flow style; it reads back as the same value."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {flow_text(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow_text(entry) for entry in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        if value.isidentifier() and value.isascii() and value.lower() not in ("null", "true", "false"):
            return value
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | Decimal):
        return format(value, "f") if isinstance(value, Decimal) else str(value)
    raise TypeError(f"a lock cannot hold {value!r}")
