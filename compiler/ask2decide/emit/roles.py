"""Items by what they are to a task: relevant, twin or other, counted, and each twin beside its original."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

Entry = TypeVar("Entry")


class Role(StrEnum):
    """relevant: a regret is proved positive. twin: stored as a control. other: zero, or not proved positive."""

    RELEVANT = "relevant"
    TWIN = "twin"
    OTHER = "other"


def role_words(role: Role, twin_of: str | None) -> str:
    """Return an item's role, with its original's id for a twin.

    >>> role_words(Role.TWIN, "H1"), role_words(Role.OTHER, None)
    ('twin of H1', 'other')
    """
    return f"twin of {twin_of}" if role is Role.TWIN and twin_of else role.value


def role_counts(roles: Iterable[Role]) -> list[str]:
    """Return how many items have each role, those that none has left out.

    >>> role_counts([Role.TWIN, Role.RELEVANT, Role.RELEVANT])
    ['2 relevant', '1 twin']
    """
    every = list(roles)
    twins = "twin" if every.count(Role.TWIN) == 1 else "twins"
    names = {Role.RELEVANT: "relevant", Role.TWIN: twins, Role.OTHER: "other"}
    return [f"{every.count(role)} {name}" for role, name in names.items() if role in every]


def twins_beside_originals(entries: Sequence[Entry], names: Callable[[Entry], tuple[str, str | None]]) -> list[Entry]:
    """Return entries in the spec's order, each twin moved to right after its original.

    Parameters
    ----------
    names : callable
        Returns an entry's id, and that of its original.

    >>> twins_beside_originals(["H1", "H2", "T1"], lambda name: (name, "H1" if name == "T1" else None))
    ['H1', 'T1', 'H2']
    """
    known = {names(entry)[0] for entry in entries}
    ordered: list[Entry] = []
    for entry in entries:
        name, original = names(entry)
        if original not in known:
            ordered += [entry, *(twin for twin in entries if names(twin)[1] == name)]
    return ordered
