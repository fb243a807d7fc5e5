"""Two items on the same place have no order: an error, unless the author orders them (docs/traps.md, 12)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from ask2decide.errors import Diagnostic
from ask2decide.family import Data
from ask2decide.spec import Item, Operation
from ask2decide.variants.pointers import Tokens, pointer_of, tokens_of, value_at, within


def collision_diagnostics(items: Sequence[Item], data: Data) -> list[Diagnostic]:
    """Return one diagnostic for each pair of unordered items of which one touches what the other does."""
    before = _before(items)
    found = []
    for first, second in combinations(items, 2):
        if first.id in before[second.id] or second.id in before[first.id]:
            continue
        complaint = _collision(first, second, data)
        if complaint is not None:
            found.append(Diagnostic(second.place, *complaint))
    return found


def _before(items: Sequence[Item]) -> dict[str, set[str]]:
    """Return, for each item, all that come before it by `after`, through others included."""
    direct = {item.id: item.after for item in items}
    closed: dict[str, set[str]] = {}
    for item in items:
        reached: set[str] = set()
        waiting = list(item.after)
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += direct.get(name, ())
        closed[item.id] = reached
    return closed


def _collision(first: Item, second: Item, data: Data) -> tuple[str, str] | None:
    """Return cause and fix of the first collision of two items."""
    for mine, theirs in product(_operations(first), _operations(second)):
        here, there = _touched(mine, data), _touched(theirs, data)
        if not within(here, there) and not within(there, here):
            continue
        for remover, removing, changer, changing in ((first, mine, second, theirs), (second, theirs, first, mine)):
            if removing.op == "remove" and within(tokens_of(changing.path), tokens_of(removing.path)):
                cause = f"{remover.id!r} removes {removing.path!r}, which {changer.id!r} touches."
                return cause, f"give one of them another place, or give {remover.id!r} 'after: [{changer.id}]'."
        shared = pointer_of(here if len(here) < len(there) else there)
        cause = f"{first.id!r} and {second.id!r} both touch {shared!r}."
        return cause, f"give one of them another place, or give {second.id!r} 'after: [{first.id}]'."
    return None


def _operations(item: Item) -> list[Operation]:
    return [operation for patch in item.patches for operation in patch]


def _touched(operation: Operation, data: Data) -> Tokens:
    """Return the place an operation changes; one that moves a list's entries changes the list."""
    tokens = tokens_of(operation.path)
    shifts = operation.op != "replace" and isinstance(value_at(data, tokens[:-1]), list)
    return tokens[:-1] if shifts else tokens
