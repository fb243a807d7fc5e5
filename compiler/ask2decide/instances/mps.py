"""Base records for `mps`: any MIPLIB model, with the glossary that a task gives it.

Source of the instances: Bixby, Ceria, McZeal & Savelsbergh (1998), An updated mixed integer programming library:
MIPLIB 3.0, Optima 58:12-15; Gleixner et al. (2021), MIPLIB 2017, Mathematical Programming Computation 13:443-490.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from ask2decide.errors import InstanceError, did_you_mean
from ask2decide.exact import load_json
from ask2decide.family import Data
from ask2decide.instances._mps_reader import MpsColumn, MpsModel, MpsRow, read_mps

CONVENTIONS: Mapping[str, Decimal | str | None] = {
    "as published": "unstated",
    "unbounded integers end at 1": Decimal(1),
    "unbounded integers have no end": None,
}
"""The dialects that a registry entry may state, for integer columns between markers without any bound."""

_TEXTS = {"columns": ("label", "unit"), "rows": ("label", "unit")}
_TEXT = {"type": "string"}
_LABELLED = {"type": "object", "properties": {"label": _TEXT, "unit": _TEXT}, "additionalProperties": False}
_GLOSSARY = {"type": "object", "additionalProperties": {"anyOf": [_TEXT, _LABELLED]}}

ARGUMENTS: Mapping[str, Any] = {
    "goal": {
        **_LABELLED,
        "description": "What is added up, and its unit.",
        "examples": [{"label": "cost", "unit": "euros"}],
    },
    "about": {**_TEXT, "description": "What the model decides, in a few sentences."},
    "columns": {
        **_GLOSSARY,
        "description": 'What each column is: its label, or label and unit; "*" stands for all the others.',
        "examples": [{"x151": {"label": "size of the reserve contract", "unit": "MWh"}, "*": "farm {name}"}],
    },
    "rows": {
        **_GLOSSARY,
        "description": 'What each row is: its label, or label and unit; "*" stands for all the others.',
    },
}
"""The arguments that a base takes, each as JSON Schema (draft-07)."""


def records_of(model: MpsModel) -> Data:
    """Return a model as `mps` records without a glossary: labels are the names of the file."""
    columns = {name: _column(name, column) for name, column in model.columns.items()}
    # A row without coefficients that holds for every plan says nothing.
    rows = {name: _row(name, row) for name, row in model.rows.items() if row.terms or not _holds(row)}
    goal = {"sense": model.sense, "label": "objective", "unit": "units", "constant": _plain(model.constant)}
    return {"goal": goal, "about": "", "columns": columns, "rows": rows}


def _column(name: str, column: MpsColumn) -> Data:
    limits = {"lower": column.lower, "upper": column.upper}
    return {
        "label": name,
        "integer": column.integer,
        "cost": _plain(column.cost),
        **{key: _plain(limit) for key, limit in limits.items() if limit is not None},
    }


def _row(name: str, row: MpsRow) -> Data:
    """Return a row; one with negative coefficients only is turned round, which says the same more plainly."""
    limits = {"lower": row.lower, "upper": row.upper}
    if row.terms and all(value < 0 for value in row.terms.values()):
        limits = {key: None if end is None else -end for key, end in (("lower", row.upper), ("upper", row.lower))}
        row = MpsRow(row.kind, None, None, {column: -value for column, value in row.terms.items()}, row.when)
    when = {} if row.when is None else {"when": {"column": row.when[0], "value": row.when[1]}}
    return {
        "label": name,
        **{key: _plain(limit) for key, limit in limits.items() if limit is not None},
        "terms": {column: _plain(value) for column, value in row.terms.items() if value},
        **when,
    }


def _holds(row: MpsRow) -> bool:
    return (row.lower is None or row.lower <= 0) and (row.upper is None or row.upper >= 0)


def _plain(value: Decimal) -> int | Decimal:
    """Return a whole number as int, another one without trailing zeros or exponent."""
    if value == value.to_integral_value():
        return int(value)
    return Decimal(f"{value.normalize():f}")


def base_data(records: Data, arguments: Mapping[str, Any]) -> Data:
    """Return records with a task's glossary.

    Parameters
    ----------
    arguments : mapping
        ``goal``: ``label`` and ``unit``; ``about``: what the model decides, in a few sentences; ``columns`` and
        ``rows``: from a name to its label, or to ``label`` and ``unit``; the name ``*`` serves all the others, with
        ``{name}`` for the name.

    Raises
    ------
    InstanceError
        When an argument is unknown, or names what the model does not have.
    """
    for name in arguments:
        if name not in ARGUMENTS:
            raise InstanceError(f"An MPS model takes no argument {name!r}.", did_you_mean(name, ARGUMENTS, "arguments"))
    about = arguments.get("about", "")
    if not isinstance(about, str):
        raise InstanceError("about is not a text.", "say in a few sentences what is decided.")
    goal = _texts("goal", arguments.get("goal", {}), ("label", "unit"))
    return {
        "goal": {**records["goal"], **goal},
        "about": about.strip(),
        "columns": _labelled("columns", records["columns"], arguments.get("columns", {})),
        "rows": _labelled("rows", records["rows"], arguments.get("rows", {})),
    }


def _labelled(section: str, objects: Data, glossary: object) -> Data:
    if not isinstance(glossary, Mapping):
        raise InstanceError(f"{section} is not a mapping.", "write names and their labels.")
    for name in glossary:
        if name != "*" and name not in objects:
            fix = did_you_mean(str(name), list(objects)[:500], section)
            raise InstanceError(f"the glossary names {name!r}, which is not among the {section}.", fix)
    labelled = {}
    for name, own in objects.items():
        entry = glossary.get(name, glossary.get("*", {}))
        texts = {"label": entry} if isinstance(entry, str) else _texts(f"{section}.{name}", entry, _TEXTS[section])
        labelled[name] = {**own, **{key: text.replace("{name}", name) for key, text in texts.items()}}
    return labelled


def _texts(what: str, given: object, keys: tuple[str, ...]) -> dict[str, str]:
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in given.values()):
        raise InstanceError(f"{what} is not a mapping of texts.", f"give the keys {', '.join(keys)}.")
    for key in given:
        if key not in keys:
            raise InstanceError(f"{what} has no key {key!r}.", did_you_mean(str(key), keys, "keys"))
    return dict(given)


def read_shipped(path: Path) -> Data:
    """Read records in this project's own form, as `instances/miplib3/p0033.json` has them."""
    shipped = load_json(path.read_text(encoding="utf-8"))
    return {key: shipped[key] for key in ("goal", "about", "columns", "rows")}


def read(path: Path, arguments: Mapping[str, Any], convention: str) -> Data:
    """Return `mps` records from a published or a shipped file: what the registry calls for the format ``mps``."""
    if path.suffix == ".json":
        return base_data(read_shipped(path), arguments)
    return base_data(records_of(read_mps(path, CONVENTIONS[convention])), arguments)
