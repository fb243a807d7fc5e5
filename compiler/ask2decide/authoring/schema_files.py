"""The JSON Schemas of the files beside a task.yaml: a family's records, and a task's own item templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ask2decide.authoring.json_schema import DRAFT, Schema, own_schema
from ask2decide.exact import dump_json
from ask2decide.families import family_by_name
from ask2decide.family import Field
from ask2decide.spec import Kind
from ask2decide.spec.schema import OPERATIONS

_NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
_POINTER = {"type": "string", "pattern": "^/"}


def records_schema_text(family: str) -> str:
    """Return what ``ask2decide schema --records FAMILY`` prints.

    Raises
    ------
    UsageError
        When there is no such family.
    """
    return dump_json(records_schema(family))


def records_schema(family: str) -> Schema:
    """Return the schema of a records file of a family, from its records model; what items change is described."""
    found = family_by_name(family)
    schema = own_schema(found.records_model.model_json_schema())
    for field in found.fields:
        _describe(schema, field)
    return {
        "$schema": DRAFT,
        "$comment": f"Written by `ask2decide schema --records {family}`; do not edit.",
        "title": f"Records of the family {family}",
        **schema,
    }


def _describe(schema: Schema, field: Field) -> None:
    """Put a field's meaning and unit at its place, where a property of its own stands there."""
    *parents, last = field.pointer.split("/")[1:]
    node: Any = schema
    for part in parents:
        node = _below(_resolved(node, schema), part)
    properties = _resolved(node, schema).get("properties", {})
    if last in properties:
        unit = f", in {field.unit}" if field.unit else ""
        meaning = f"{field.meaning[:1].upper()}{field.meaning[1:]}{unit}."
        properties[last] = {**properties[last], "description": meaning}


def _below(node: Mapping[str, Any], part: str) -> Any:
    if part in node.get("properties", {}):
        return node["properties"][part]
    patterns = node.get("patternProperties", {})
    return next(iter(patterns.values()), None) or node.get("additionalProperties") or {}


def _resolved(node: Any, schema: Schema) -> dict[str, Any]:
    """Return what a node refers to, itself where it refers to nothing; the first choice that is a record."""
    if not isinstance(node, dict):
        return {}
    for choice in (node, *node.get("allOf", ()), *node.get("anyOf", ())):
        if "$ref" in choice:
            found: dict[str, Any] = schema["definitions"][choice["$ref"].rpartition("/")[2]]
            return found
    return node


def items_schema_text() -> str:
    """Return what ``ask2decide schema --items`` prints."""
    return dump_json(items_schema())


def items_schema() -> Schema:
    """Return the schema of a file of item templates, whose form templates/items/README.md explains."""
    return {
        "$schema": DRAFT,
        "$comment": "Written by `ask2decide schema --items`; do not edit.",
        "title": "Item templates",
        "description": "What can be said about any object of a family: a sentence, and the patch it stands for.",
        "type": "object",
        "patternProperties": {_NAME: _template()},
        "additionalProperties": False,
    }


def _template() -> Schema:
    expression = {"type": "string"}
    properties = {
        "says": {"type": "string", "description": "What the template is for, as a sentence for authors."},
        "parameters": {
            "type": "object",
            "description": "What a task gives in `with`, by name; a pointer may use parameters declared above.",
            "patternProperties": {r"^(?!was$)[A-Za-z_][A-Za-z0-9_]*$": _parameter()},
            "additionalProperties": False,
            "examples": [{"customer": {"object": "/customers"}, "opens": {"field": "/customers/{customer}/opens"}}],
        },
        "varies": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The object parameters that a twin changes; all of them by default.",
        },
        "size": {
            "enum": ["absolute", "relative"],
            "description": "Whether a twin changes by the same amount (absolute) or by the same share (relative).",
        },
        "about": {
            "type": "array",
            "items": expression,
            "description": "The one to three objects that a question must name, as texts or jinja2 expressions.",
            "examples": [["{{ customer }}"]],
        },
        "note": {
            **expression,
            "description": "The operator's sentence, in jinja2; `was` holds base values, clock and label are filters.",
            "examples": ["{{ customer }} lets us in from {{ opens | clock }} on, not from {{ was.opens | clock }}."],
        },
        "suggest": _proposals(),
        "patch": {
            "type": "array",
            "description": "What the sentence changes in the records; left out where it changes nothing.",
            "items": {"anyOf": [_operation(op) for op in OPERATIONS]},
        },
    }
    return {
        "type": "object",
        "properties": properties,
        "required": ["about", "note"],
        "additionalProperties": False,
    }


def _proposals() -> Schema:
    values = {
        "type": "array",
        "minItems": 1,
        "items": {"type": "object"},
        "description": "A mapping of parameters to values for each proposal; texts are jinja2 expressions.",
        "examples": [[{"opens": "{{ was.opens + 30 }}", "closes": "{{ was.closes + 30 }}"}]],
    }
    kind = {
        "enum": [kind.value for kind in Kind],
        "description": "The kind of the proposed items; new_information by default.",
    }
    return {
        "type": "object",
        "description": "What `ask2decide suggest` proposes about each object.",
        "properties": {"kind": kind, "with": values},
        "additionalProperties": False,
    }


def _parameter() -> Schema:
    pointers = {
        "object": "The id of an object in the section at this JSON pointer.",
        "field": "A value for the field at this JSON pointer, in its unit.",
    }
    return {
        "anyOf": [
            {"enum": ["number", "text"], "description": "Any number; any sentence or word."},
            *(
                {
                    "type": "object",
                    "properties": {kind: {**_POINTER, "description": meaning}},
                    "required": [kind],
                    "additionalProperties": False,
                }
                for kind, meaning in pointers.items()
            ),
        ]
    }


def _operation(op: str) -> Schema:
    path = {**_POINTER, "description": "JSON pointer into the records; {customer} stands for a parameter's id."}
    value = {"description": "The new value; one {{ expression }} alone keeps its type."}
    own = {} if op == "remove" else {"value": value}
    return {
        "type": "object",
        "properties": {"op": {"const": op}, "path": path, **own},
        "required": ["op", "path", *own],
        "additionalProperties": False,
    }
