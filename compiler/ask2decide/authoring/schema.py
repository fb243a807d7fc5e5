"""The JSON Schema of task.yaml: the spec's own models, and what each shipped family takes.

Where a schema cannot know (a task's own templates, families and registries), it lets pass what ``ask2decide check``
looks at.
"""

from __future__ import annotations

from ask2decide.authoring.json_schema import DRAFT, Schema, own_schema
from ask2decide.authoring.schema_bases import base_schema
from ask2decide.authoring.schema_items import item_schemas
from ask2decide.exact import dump_json
from ask2decide.families import family_by_name
from ask2decide.resources import templates_folder
from ask2decide.spec.schema import TaskSpec
from ask2decide.variants.item_templates import load_item_templates

_COMMENT = "Written by `ask2decide schema`; do not edit."


def schema_text() -> str:
    """Return what ``ask2decide schema`` prints: the schema of task.yaml as JSON text."""
    return dump_json(task_schema())


def shipped_families() -> list[str]:
    """Return the families whose item templates ship with the package: the same in every installation."""
    return sorted(file.stem for file in (templates_folder() / "items").glob("*.yaml"))


def task_schema() -> Schema:
    """Return the schema of task.yaml."""
    schema = own_schema(TaskSpec.model_json_schema())
    definitions = schema.pop("definitions")
    properties = schema["properties"]
    names = shipped_families()
    properties["family"] = _family_property(properties["family"], names)
    cases = []
    for name in names:
        family = family_by_name(name)
        items, added = item_schemas(family, load_item_templates(name, None), definitions)
        definitions |= added
        definitions[f"{name}.base"] = base_schema(name, definitions)
        cases.append(_case(name, items))
    return {
        "$schema": DRAFT,
        "$comment": _COMMENT,
        "title": "A task of ask2decide",
        "description": "A base instance and the hidden items that only the operator knows.",
        **{key: value for key, value in schema.items() if key not in ("title", "description")},
        "allOf": cases,
        "definitions": dict(sorted(definitions.items())),
    }


def _case(name: str, items: Schema) -> Schema:
    """Return what holds for the tasks of one family."""
    return {
        "if": {"properties": {"family": {"const": name}}, "required": ["family"]},
        "then": {
            "properties": {"base": {"$ref": f"#/definitions/{name}.base"}, "hidden": {"items": items}},
        },
    }


def _family_property(own: Schema, names: list[str]) -> Schema:
    """Return the names that ship, each with its first sentence, beside any other: a task may bring its own family."""
    shipped: list[Schema] = [{"const": name, "description": _headline(name)} for name in names]
    form = {key: own[key] for key in ("type", "pattern", "maxLength")}
    other = {**form, "not": {"enum": names}, "description": "A family of the task's own model.py, or an installed one."}
    return {"description": own["description"], "examples": own["examples"], "anyOf": [*shipped, other]}


def _headline(name: str) -> str:
    text = type(family_by_name(name)).__doc__ or ""
    return text.strip().splitlines()[0]
