"""Pydantic's JSON Schemas as draft-07, the newest draft that the YAML language server supports in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

DRAFT = "http://json-schema.org/draft-07/schema#"
Schema = dict[str, Any]


def own_schema(schema: Mapping[str, Any]) -> Schema:
    """Return a schema of pydantic's in draft-07, without the titles and defaults that say nothing to an author."""
    own: Schema = _plain(schema)
    own["definitions"] = own.pop("$defs", {})
    return own


def _plain(node: Any, names: bool = False) -> Any:
    """Return a node of a schema; `names` where its keys are an author's names and not the schema's words."""
    if isinstance(node, list):
        return [_plain(entry) for entry in node]
    if isinstance(node, str):
        return node.replace("#/$defs/", "#/definitions/")
    if not isinstance(node, Mapping):
        return node
    plain = dict(_members(node, names))
    if names:
        return plain
    if "patternProperties" in plain:
        plain.setdefault("additionalProperties", False)
    if "$ref" in plain and len(plain) > 1:
        # Draft-07 ignores what stands beside a $ref.
        return {"allOf": [{"$ref": plain.pop("$ref")}], **plain}
    return plain


def _members(node: Mapping[str, Any], names: bool) -> Iterator[tuple[str, Any]]:
    for key, value in node.items():
        if names or key not in ("title", "default"):
            is_data = not names and key in ("examples", "enum", "const")
            yield (
                key,
                value if is_data else _plain(value, not names and key in ("properties", "$defs", "patternProperties")),
            )
