"""Which items a lattice spans, and what it costs: said before anything is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.errors import UsageError
from ask2decide.spec import Item

MOST_ITEMS = 8
"""How many items a lattice may have where the command does not name a number itself."""

LARGEST = 12
"""How many items a lattice may have at all: 24,576 labels."""


@dataclass(frozen=True)
class LatticeSize:
    """How much there is to prove for n items: every set of known items, every unknown item in each of them.

    Parameters
    ----------
    items, versions : int
        How many items, and how many further plausible values they have in all.

    >>> LatticeSize(5).optima, LatticeSize(5).labels
    (32, 80)
    """

    items: int
    versions: int = 0

    @property
    def sets(self) -> int:
        """How many sets of known items there are."""
        return int(2**self.items)

    @property
    def labels(self) -> int:
        """How many labels D(h | S) there are: each item, in every set of the others."""
        return self.items * self.sets // 2

    @property
    def optima(self) -> int:
        """How many problems there are: one for each set, and for a further value one with each set of the others."""
        return self.sets + self.versions * self.sets // 2

    @property
    def words(self) -> str:
        """The size as it stands in a sentence."""
        items = "1 item" if self.items == 1 else f"{self.items} items"
        return f"a lattice of {items} has {self.optima:,} optima and {self.labels:,} labels"


def size_of(items: Sequence[Item]) -> LatticeSize:
    """Return the size of the lattice that some items span."""
    return LatticeSize(len(items), sum(len(item.patches) - 1 for item in items))


def require_small(size: LatticeSize, most: int | None, task: str) -> None:
    """Refuse a lattice that nobody asked for at this size.

    Parameters
    ----------
    most : int or None
        The number of items that the user named.

    Raises
    ------
    UsageError
        Above `MOST_ITEMS` items, unless the user named a number; above `LARGEST` in any case.
    """
    largest = MOST_ITEMS if most is None else LARGEST
    if size.items <= largest:
        return
    allowed = LatticeSize(largest)
    further = f" Up to {LARGEST} items are taken with --most {LARGEST}." if most is None else ""
    raise UsageError(
        f"{task}: {size.words}; at most {largest} items ({allowed.labels:,} labels) are taken.",
        f"name some of them with --items, or take those worth most with --most {largest}.{further}",
    )
