"""JSON pointers (RFC 6901) into records: what is there, what contains what, and the nearest place that exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ask2decide.errors import did_you_mean, nearest
from ask2decide.exact import canonical_json
from ask2decide.family import Field

Tokens = tuple[str, ...]


class Missing:
    """The type of `MISSING`: there is nothing at a pointer, not even null."""


MISSING = Missing()


def tokens_of(pointer: str) -> Tokens:
    """Return the unescaped parts of a pointer: ``/a~1b/c`` gives ``("a/b", "c")``."""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def pointer_of(tokens: Tokens) -> str:
    """Return the pointer with these parts."""
    return "".join("/" + escaped(part) for part in tokens)


def escaped(name: str) -> str:
    """Return an object's id as it stands in a pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def value_at(data: Any, tokens: Tokens) -> Any:
    """Return what stands there, or `MISSING`."""
    node = data
    for part in tokens:
        if isinstance(node, dict) and part in node:
            node = node[part]
        elif isinstance(node, list) and is_index(part) and int(part) < len(node):
            node = node[int(part)]
        else:
            return MISSING
    return node


def is_index(part: str) -> bool:
    """Return whether a pointer's part is a position in a list: no sign, no leading zero."""
    return part.isascii() and part.isdigit() and len(part) < 10 and (part == "0" or part[0] != "0")


def same_value(first: Any, second: Any) -> bool:
    """Return whether two values are equal, numbers by value: 10 and 10.0 are the same, true and 1 are not."""
    return canonical_json(first) == canonical_json(second)


def within(inner: Tokens, outer: Tokens) -> bool:
    """Return whether a place is `outer` or lies inside it."""
    return inner[: len(outer)] == outer


def nearest_key(data: Any, tokens: Tokens) -> str:
    """Return a fix that corrects the first part of a pointer that is not there."""
    for length in range(len(tokens)):
        holder = value_at(data, tokens[:length])
        if value_at(data, tokens[: length + 1]) is not MISSING:
            continue
        if isinstance(holder, dict):
            names = [str(name) for name in holder]
            close = names[0] if len(names) == 1 else nearest(tokens[length], names)
            if close is not None:
                return f"write {pointer_of((*tokens[:length], close, *tokens[length + 1 :]))!r}."
            return did_you_mean(tokens[length], names, f"keys of {pointer_of(tokens[:length]) or '/'}:")
        if isinstance(holder, list):
            return (
                f"use a position from 0 to {len(holder) - 1}." if holder else "the list is empty; add to it with '-'."
            )
        return f"{pointer_of(tokens[:length])!r} is a single value; end the path there."
    return "check the path."


def nearest_field(pointer: str, fields: tuple[Field, ...]) -> str:
    """Return a fix that offers the field closest to a place that no item may change."""
    tokens = pointer.split("/")
    places = []
    for field in fields:
        parts = field.pointer.split("/")
        if len(parts) == len(tokens):
            parts = [mine if theirs == "*" else theirs for theirs, mine in zip(parts, tokens, strict=True)]
        places.append("/".join(parts))
    holder, _, last = pointer.rpartition("/")
    beside = [place.rpartition("/")[2] for place in places if place.rpartition("/")[0] == holder]
    if beside and last not in beside:
        close = nearest(last, beside)
        return did_you_mean(last, beside, f"places below {holder}:") if close is None else f"write '{holder}/{close}'."
    return did_you_mean(pointer, places, "places")


def keys_in(data: Any) -> Iterator[str]:
    """Yield every key of the records, however deep: what a question can name."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from keys_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys_in(value)
