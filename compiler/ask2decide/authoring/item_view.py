"""A task's hidden items as a mapping that notebooks show as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ask2decide.authoring.known_sets import UnknownItemError
from ask2decide.authoring.notebook import tables_markdown, without_mathematics
from ask2decide.emit.words import listed
from ask2decide.family import Column, Table
from ask2decide.spec import Item


@dataclass(frozen=True, repr=False, eq=False)
class HiddenItems(Mapping[str, Item]):
    """The hidden items by id, in the spec's order."""

    task: str
    hidden: tuple[Item, ...]

    def __getitem__(self, name: str) -> Item:
        """Return an item.

        Raises
        ------
        UnknownItemError
            When the task has no item of that id, with the nearest one.
        """
        for item in self.hidden:
            if item.id == name:
                return item
        raise UnknownItemError(self.task, name, self)

    def __iter__(self) -> Iterator[str]:
        return (item.id for item in self.hidden)

    def __len__(self) -> int:
        return len(self.hidden)

    def __contains__(self, name: object) -> bool:
        return any(item.id == name for item in self.hidden)

    def __repr__(self) -> str:
        return f"HiddenItems({', '.join(self)})"

    def _repr_markdown_(self) -> str:
        columns = (Column("item"), Column("what the operator knows"), Column("kind"), Column("about"))
        rows = tuple(
            (item.id, item.note, item.kind.value.replace("_", " "), listed(item.about)) for item in self.hidden
        )
        return without_mathematics(tables_markdown([Table(f"Hidden items of {self.task}", columns, rows)]))
