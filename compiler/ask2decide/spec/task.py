"""A task as the compiler sees it: templates expanded, places kept, nothing left to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from ask2decide.errors import Place


class Split(StrEnum):
    """The five splits of the suite, in order of difficulty."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FRONTIER_A = "frontier-A"
    FRONTIER_B = "frontier-B"

    @property
    def wants_exact(self) -> bool:
        """Whether an interval in this split is a shortfall (exit status 3)."""
        return self is not Split.FRONTIER_B


class Kind(StrEnum):
    """Why the records miss an item (the paper's Table 2)."""

    BASIC_INFORMATION = "basic_information"
    SUDDEN_ACCIDENT = "sudden_accident"
    NEW_INFORMATION = "new_information"
    SYSTEM_UPDATE = "system_update"
    HUMAN_ERROR = "human_error"


@dataclass(frozen=True)
class Operation:
    """One RFC 6902 operation of an item's patch.

    `value` is absent (None) for ``remove``; `was`, where `has_was`, is what the base must hold.
    """

    op: str
    path: str
    value: Any = None
    was: Any = None
    has_was: bool = False
    place: Place = field(default=Place(""), compare=False)


@dataclass(frozen=True)
class TemplateUse:
    """Which item template an item came from and with which arguments: what a twin is matched on."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Item:
    """A hidden item: one sentence an operator holds, and what it changes.

    Parameters
    ----------
    patches : tuple of tuple of Operation
        The true version first, then one patch for each further plausible value (`also`). An empty first patch is a
        note that changes nothing in the model.
    effect : str or None
        The author's own tag, to be checked against the derived one.
    twin_of : str or None
        The relevant item this one is a twin of.
    after : tuple of str
        Items that are applied before this one although they touch the same place.
    wants_twin : bool
        ``twin: auto``.
    """

    id: str
    kind: Kind
    about: tuple[str, ...]
    note: str
    patches: tuple[tuple[Operation, ...], ...]
    template: TemplateUse | None = None
    twin_of: str | None = None
    wants_twin: bool = False
    effect: str | None = None
    after: tuple[str, ...] = ()
    place: Place = field(default=Place(""), compare=False)

    @property
    def patch(self) -> tuple[Operation, ...]:
        """The true version's operations."""
        return self.patches[0]


@dataclass(frozen=True)
class Base:
    """The base instance: a registry name with arguments, or a records file inside the task folder."""

    instance: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    records: str | None = None
    place: Place = field(default=Place(""), compare=False)


@dataclass(frozen=True)
class ExpectedLabels:
    """What the author expects of an item: ``relevant``, ``zero``, or an exact number as text; None expects nothing."""

    standalone: str | None = None
    conditional: str | None = None
    place: Place = field(default=Place(""), compare=False)


@dataclass(frozen=True)
class Task:
    """One authored task.

    `hidden` is in the spec's order; a twin that the lock names stands right after its original. `time_limit` is the
    seconds for each solve, None for none.
    """

    name: str
    split: Split
    family: str
    base: Base
    brief: str
    hidden: tuple[Item, ...]
    expect: Mapping[str, ExpectedLabels]
    folder: Path
    file: Path
    time_limit: float | None = None
    place: Place = field(default=Place(""), compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """H: the ids of all hidden items."""
        return tuple(item.id for item in self.hidden)

    def item(self, name: str) -> Item:
        """Return the hidden item of that id."""
        return next(item for item in self.hidden if item.id == name)
