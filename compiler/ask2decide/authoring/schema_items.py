"""The part of the schema on ``hidden``: an alternative for each item template of a family, and spelled-out items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ask2decide.authoring.json_schema import Schema
from ask2decide.family import AnyFamily, Field
from ask2decide.spec.schema import ID_FORM
from ask2decide.variants.item_template import ItemTemplate, Parameter, ParameterKind

VALUES: Schema = {
    "number": {
        "anyOf": [
            {"type": "number"},
            # A ratio, or a number with its unit where the family reads one.
            {"type": "string", "pattern": r"^\s*[+-]?[0-9]+([./][0-9]+)?(\s*[^0-9\s./:].*)?$"},
        ]
    },
    "time": {
        "anyOf": [
            {"type": "string", "pattern": "^([0-3]?[0-9]|4[0-7]):[0-5][0-9]$"},
            {"type": "number", "minimum": 0},
            {"type": "string", "pattern": "^[0-9]+/[0-9]+$"},
        ]
    },
    "text": {"type": "string", "pattern": r"\S"},
}
"""What an argument can be, by the name of its definition."""


def item_schemas(
    family: AnyFamily, templates: Mapping[str, ItemTemplate], definitions: Mapping[str, Any]
) -> tuple[Schema, Schema]:
    """Return the schema of an item of a family, and the definitions that it needs.

    Parameters
    ----------
    definitions : mapping
        Pydantic's schemas of `TemplateItem`, `SpelledItem` and the operations.
    """
    frame = definitions["TemplateItem"]["properties"]
    added: Schema = {**VALUES, **{f"item.{name}": schema for name, schema in frame.items()}}
    choices = []
    for template in templates.values():
        name, values = (f"{family.name}.{word}.{template.name}" for word in ("use", "with"))
        added[name] = _template_item(template, frame, _to(values))
        added[values] = _values(template, family)
        choices.append(_to(name))
    added[f"{family.name}.use"] = _own_template_item(templates, definitions["TemplateItem"])
    added[f"{family.name}.path"] = _path(family.fields, definitions["AddOperation"]["properties"]["path"])
    for word in ("Add", "Remove", "Replace"):
        added[f"{family.name}.{word.lower()}"] = _operation(definitions[f"{word}Operation"], family)
    added[f"{family.name}.spelled"] = _spelled_item(definitions["SpelledItem"], family)
    return {"anyOf": [*choices, *(_to(f"{family.name}.{word}") for word in ("use", "spelled"))]}, added


def _to(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _template_item(template: ItemTemplate, frame: Mapping[str, Any], values: Schema) -> Schema:
    says = template.says or template.note
    needed = [parameter.name for parameter in template.parameters]
    own: Schema = {
        "use": {"const": template.name, "description": says},
        "with": {"description": frame["with"]["description"], "allOf": [values], "required": needed},
        "also": {"type": "array", "description": frame["also"]["description"], "items": values},
    }
    return {
        "type": "object",
        "description": says,
        "properties": {name: own.get(name, _to(f"item.{name}")) for name in frame},
        "required": ["id", "kind", "use", *(["with"] if needed else [])],
        "additionalProperties": False,
    }


def _values(template: ItemTemplate, family: AnyFamily) -> Schema:
    """Return the schema of a template's arguments; a further plausible value gives only those that differ."""
    arguments = {parameter.name: _parameter(parameter, family) for parameter in template.parameters}
    return {"type": "object", "properties": arguments, "additionalProperties": False}


def _parameter(parameter: Parameter, family: AnyFamily) -> Schema:
    if parameter.kind is ParameterKind.OBJECT:
        return {"type": "string", "description": f"The id of an object below {parameter.pointer} of the records."}
    if parameter.kind is ParameterKind.TEXT:
        return {"allOf": [_to("text")], "description": "A sentence or word for the note."}
    if parameter.kind is ParameterKind.NUMBER:
        return {"allOf": [_to("number")], "description": "A number."}
    # A hole such as {customer} stands for an object's id, as * does in a field's pointer.
    field = family.field_at(parameter.pointer)
    return {} if field is None else {**_value(field), "description": f"{_meaning(field)}."}


def _value(field: Field) -> Schema:
    if field.clock:
        return {"allOf": [_to("time")]}
    return {} if field.unit is None else {"allOf": [_to("number")]}


def _meaning(field: Field) -> str:
    form = '; a time of day such as "08:41", or minutes after the day\'s start' if field.clock else ""
    unit = f", in {field.unit}" if field.unit and not field.clock else ""
    return f"{field.meaning[:1].upper()}{field.meaning[1:]}{unit}{form}"


def _own_template_item(templates: Iterable[str], own: Mapping[str, Any]) -> Schema:
    """Return an item with a template of the task's own ``items.yaml``, whose parameters no schema can know."""
    use = {
        "type": "string",
        "pattern": ID_FORM,
        "not": {"enum": list(templates)},
        "description": "A template of the task's own items.yaml.",
    }
    return {
        **own,
        "description": "An item with a template of the task's own items.yaml.",
        "properties": {**{name: _to(f"item.{name}") for name in own["properties"]}, "use": use},
    }


def _path(fields: Iterable[Field], own: Mapping[str, Any]) -> Schema:
    places = [
        {"pattern": f"^{field.pointer.replace('*', '[^/]+')}$", "description": f"{_meaning(field)}."}
        for field in fields
    ]
    return {"type": "string", "description": own["description"], "anyOf": places}


def _operation(own: Mapping[str, Any], family: AnyFamily) -> Schema:
    return {**own, "properties": {**own["properties"], "path": _to(f"{family.name}.path")}}


def _spelled_item(own: Mapping[str, Any], family: AnyFamily) -> Schema:
    choices = [_to(f"{family.name}.{word}") for word in ("add", "remove", "replace")]
    patch = {"type": "array", "items": {"anyOf": choices}}
    properties = own["properties"]
    frame = {name: _to(f"item.{name}") for name in ("id", "kind", "twin_of", "effect", "after")}
    changed = {
        "patch": {**properties["patch"], **patch},
        "also": {**properties["also"], "items": patch},
    }
    return {**own, "properties": {**properties, **frame, **changed}}
