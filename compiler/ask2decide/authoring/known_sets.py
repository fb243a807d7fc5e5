"""Sets of hidden items as people hand them in: one id, ids joined by commas, or any iterable of ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ask2decide.errors import UsageError, did_you_mean

Known = str | Iterable[str]
"""Ids of items that are known: ``"H1"``, ``"H1,S1"``, or an iterable such as ``{"H1", "S1"}``."""


class UnknownItemError(UsageError, KeyError):
    """A task has no item of that id; a `KeyError` as well, so that mappings by id behave like any other."""

    def __init__(self, task: str, name: object, ids: Iterable[str]) -> None:
        UsageError.__init__(self, f"{task} has no item {name!r}.", did_you_mean(str(name), ids, "items"))

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would quote it


def ids_of(known: Known) -> tuple[str, ...]:
    """Return the ids in the order they are named, each once. A text is never taken apart by character.

    Raises
    ------
    UsageError
        When something in the iterable is no text.

    >>> ids_of("H1, S1"), ids_of(["H1", "H1"]), ids_of("")
    (('H1', 'S1'), ('H1',), ())
    """
    try:
        parts = [known] if isinstance(known, str) else list(known)
    except TypeError:
        raise UsageError(
            f"Items are named by their ids, not by {known!r}.", 'write "H1", "H1,S1" or {"H1", "S1"}.'
        ) from None
    wrong = [part for part in parts if not isinstance(part, str)]
    if wrong:
        raise UsageError(f"An item is named by its id, a text, not by {wrong[0]!r}.", 'write {"H1", "S1"}.')
    names = [name.strip() for part in parts for name in part.split(",")]
    return tuple(dict.fromkeys(name for name in names if name))


def in_order_of(known: Known, ids: Sequence[str], task: str) -> tuple[str, ...]:
    """Return the named ids in the order of `ids`, the task's own.

    Raises
    ------
    UsageError
        When the task has no such item, with the nearest id that it has.
    """
    wanted = ids_of(known)
    for name in wanted:
        if name not in ids:
            raise UnknownItemError(task, name, ids)
    return tuple(name for name in ids if name in wanted)
