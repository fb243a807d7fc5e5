"""Patches applied to records (RFC 6902): the variants theta_S."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ask2decide.errors import Ask2DecideError
from ask2decide.family import Data
from ask2decide.spec import Item, Operation
from ask2decide.variants.pointers import MISSING, is_index, tokens_of, value_at


class PatchError(Ask2DecideError):
    """An operation that cannot be applied to these records."""

    def __init__(self, operation: Operation, cause: str) -> None:
        self.operation = operation
        super().__init__(
            f"{operation.op} {operation.path}: {cause}.", "correct the path, or the base it was written for."
        )


def apply(operations: Iterable[Operation], data: Data) -> Data:
    """Return a copy of the records with the operations applied in order; `data` is left alone.

    Raises
    ------
    PatchError
        With the operation that failed and the cause.
    """
    patched = data
    for operation in operations:
        patched = changed(operation, patched)
    copied: Data = _copied(patched)
    return copied


def _copied(value: Any) -> Any:
    """Return a copy of JSON-like data; `copy.deepcopy` takes five times as long, for every theta_S."""
    if isinstance(value, dict):
        return {key: _copied(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_copied(entry) for entry in value]
    return value


def changed(operation: Operation, data: Data) -> Data:
    """Return the records with one operation applied; what it does not touch is shared, not copied.

    Raises
    ------
    PatchError
        With the operation and the cause.
    """
    from jsonpatch import JsonPatch, JsonPatchException
    from jsonpointer import JsonPointerException

    document: dict[str, Any] = {"op": operation.op, "path": operation.path}
    if operation.op != "remove":
        document["value"] = operation.value
    tokens = tokens_of(operation.path)
    try:
        patched: Data = JsonPatch([document]).apply(_copied_along(data, tokens[:-1]), in_place=True)
    except (JsonPatchException, JsonPointerException) as error:
        missing = operation.op != "add" and value_at(data, tokens) is MISSING
        cause = "there is nothing at that place" if missing else str(error)[:200]
        raise PatchError(operation, cause) from None
    return patched


def _copied_along(node: Any, tokens: Sequence[str]) -> Any:
    """Return a copy of the containers on the way to a place: those that an operation there may change."""
    if not isinstance(node, dict | list):
        return node
    copied: Any = node.copy()
    if tokens and isinstance(node, dict) and tokens[0] in node:
        copied[tokens[0]] = _copied_along(node[tokens[0]], tokens[1:])
    elif tokens and isinstance(node, list) and is_index(tokens[0]) and int(tokens[0]) < len(node):
        copied[int(tokens[0])] = _copied_along(node[int(tokens[0])], tokens[1:])
    return copied


def in_order(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items so that each comes after those its `after` names; otherwise the order stays as it is.

    >>> from ask2decide.spec import Kind
    >>> first, second = (Item(name, Kind.HUMAN_ERROR, (), "", ((),), after=after) for name, after in
    ...                  [("A", ("B",)), ("B", ())])
    >>> [item.id for item in in_order([first, second])]
    ['B', 'A']
    """
    waiting = list(items)
    ordered: list[Item] = []
    while waiting:
        names = {item.id for item in waiting}
        # In a cycle (reported when the spec is read) nothing is free; the spec's order then stands.
        free = next((item for item in waiting if not names & (set(item.after) - {item.id})), waiting[0])
        waiting.remove(free)
        ordered.append(free)
    return tuple(ordered)


def variant(
    items: Sequence[Item], known: Collection[str], data: Data, versions: Mapping[str, int] | None = None
) -> Data:
    """Return the records of theta_S: the base with the patches of the known items applied.

    Parameters
    ----------
    items : sequence of Item
        All hidden items of the task.
    known : collection of str
        S, as ids.
    versions : mapping of str to int, optional
        Which of an item's `patches` to apply; 0, the true version, where nothing is said.

    Raises
    ------
    PatchError
        When an operation cannot be applied.
    """
    chosen = versions or {}
    operations: list[Operation] = []
    # All items are ordered, not S alone: A after B after C puts A behind C also where B is not known.
    for item in in_order(items):
        if item.id in known:
            operations += item.patches[chosen.get(item.id, 0)]
    return apply(operations, data)
