"""agent/: brief, knowledge base and plan format, rendered from theta_0 alone.

`agent_files` takes no `Findings`: what an agent must not see is not in reach of this module.
"""

from __future__ import annotations

from typing import Any

from ask2decide.emit.render import render
from ask2decide.exact import dump_json
from ask2decide.family import AnyFamily, Data, PlanModel

SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def agent_files(task: str, brief: str, family: AnyFamily, base_data: Data) -> dict[str, str]:
    """Return the files that the agent sees.

    Parameters
    ----------
    task : str
        The task's name.
    brief : str
        The operator's request.
    family : Family
        The family, for tables, rules and the plan format.
    base_data : dict
        Records of theta_0.

    Returns
    -------
    dict of str to str
        Text by path, relative to the task's package.
    """
    records = family.parse(base_data)
    name, unit = family.value_name(records)
    shared = {"task": task, "sense": family.sense(records).value, "value_name": name, "value_unit": unit}
    return {
        "agent/brief.md": render("brief.md.j2", brief=brief, **shared),
        "agent/knowledge_base.md": render(
            "knowledge_base.md.j2",
            tables=family.tables(records),
            rules=family.rules(records),
            plan_format=family.plan_format(records),
            **shared,
        ),
        "agent/knowledge_base.json": dump_json(base_data),
        "agent/plan.schema.json": dump_json(plan_schema(task, family.plan_model)),
    }


def plan_schema(task: str, plan_model: type[PlanModel]) -> dict[str, Any]:
    """Return the JSON schema (2020-12) of the plan format, without the titles that pydantic makes up from names."""
    schema = _without_titles(plan_model.model_json_schema(mode="validation"))
    schema.pop("title", None)
    description = schema.pop("description", None)
    head = {"$schema": SCHEMA_DIALECT, "title": f"A plan for {task}"}
    if description:
        head["description"] = " ".join(str(description).split())
    return {**head, **schema}


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop ``title`` where it is an annotation, not where a property has that name."""
    plain: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "title" and isinstance(value, str):
            continue
        if key in ("properties", "$defs", "patternProperties"):
            plain[key] = {name: _without_titles(entry) for name, entry in value.items()}
        elif isinstance(value, dict):
            plain[key] = value if key in ("default", "const") else _without_titles(value)
        elif isinstance(value, list) and key not in ("enum", "default", "examples", "required"):
            plain[key] = [_without_titles(entry) if isinstance(entry, dict) else entry for entry in value]
        else:
            plain[key] = value
    return plain
