"""Places in records that the fields of a family lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ask2decide.testing.case import expect


def concrete_places(data: Any, pointer: str) -> Iterator[str]:
    """Yield the pointers in `data` that a field's pointer with ``*`` matches."""
    places: list[tuple[str, Any]] = [("", data)]
    for part in pointer.split("/")[1:]:
        places = [
            (f"{path}/{key}", value)
            for path, node in places
            if isinstance(node, dict)
            for key, value in node.items()
            if part in ("*", key)
        ]
    yield from (path for path, _ in places)


def with_value(data: Any, pointer: str, value: Any) -> Any:
    """Return `data` with `value` put at `pointer`, whose parent must exist, as in RFC 6902's ``add``."""
    head, _, tail = pointer[1:].partition("/")
    if not tail:
        return {**data, head: value}
    expect(head in data, f"{pointer}: {head} does not exist, so nothing can be added below it")
    return {**data, head: with_value(data[head], f"/{tail}", value)}
