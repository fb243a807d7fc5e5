"""The lattice of a small task: every problem theta_S, and the regret of every item in every background."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ask2decide.authoring.asking_order import AskingOrder
from ask2decide.authoring.known_sets import Known, in_order_of
from ask2decide.authoring.lattice_size import LatticeSize
from ask2decide.errors import UsageError
from ask2decide.family import Sense
from ask2decide.labels import Bracket, Label, Optimum

Ids = tuple[str, ...]
"""A set of items as its ids in the spec's order."""


@dataclass(frozen=True)
class LatticeCounts:
    """How much of a lattice followed from what was known already.

    Parameters
    ----------
    problems : int
        How many different problems there are; equal records are one.
    optima_without_solve : int
        How many of their optima follow from those of looser problems.
    by_certificate, by_minimax : int
        How many labels a certificate closed, and how many needed Eq. 3.
    left_solves : int
        How many minimax problems of three or more variants the losses left needed.
    """

    problems: int = 0
    optima_without_solve: int = 0
    by_certificate: int = 0
    by_minimax: int = 0
    left_solves: int = 0


@dataclass(frozen=True)
class Lattice:
    """What is worth asking, in every state of knowledge (docs/lattice.md).

    Parameters
    ----------
    task : str
        The task's name.
    hidden : tuple of str
        Ids of all its items.
    items : tuple of str
        The items that the lattice spans, in the spec's order.
    given : tuple of str
        Items that are known throughout. All others stand as the records have them.
    size : LatticeSize
        How much a complete lattice holds.
    optima : mapping of tuple to Optimum
        By known set, as costs.
    labels : mapping of tuple to mapping of str to Label
        By background, then by item.
    loss_left : mapping of tuple to Bracket
        By known set: what the safest plan can still lose.
    guided, best : AskingOrder or None
        The order of the regret-guided asker, and one with the least total loss left; None where the work was stopped
        before.
    twins : mapping of str to str
        The original of each of its items that is a twin.
    """

    task: str
    sense: Sense
    hidden: Ids
    items: Ids
    given: Ids
    size: LatticeSize
    optima: Mapping[Ids, Optimum]
    labels: Mapping[Ids, Mapping[str, Label]]
    loss_left: Mapping[Ids, Bracket]
    guided: AskingOrder | None
    best: AskingOrder | None
    counts: LatticeCounts
    twins: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def found(self) -> int:
        """How many labels there are."""
        return sum(len(labels) for labels in self.labels.values())

    @property
    def is_open(self) -> bool:
        """Whether some label is an interval."""
        return any(not label.regret.is_exact for labels in self.labels.values() for label in labels.values())

    @property
    def is_complete(self) -> bool:
        """Whether the work came to its end."""
        return self.best is not None and self.guided is not None

    @property
    def left_out(self) -> Ids:
        """The items that stand as the records have them throughout."""
        return tuple(name for name in self.hidden if name not in self.items and name not in self.given)

    def label(self, item: str, given: Known = ()) -> Label:
        """Return D(item | given). `given` may leave out what is known throughout, and may name the item itself.

        Raises
        ------
        UsageError
            When the lattice does not hold that label.
        """
        background = tuple(name for name in self._set(given) if name != item)
        label = self.labels.get(background, {}).get(item)
        if label is None:
            raise UsageError(
                f"The lattice of {self.task} holds no label of {item!r} with {', '.join(background) or 'nothing'} "
                "known.",
                f"name items of the lattice: {', '.join(self.items)}.",
            )
        return label

    def left(self, known: Known = ()) -> Bracket:
        """Return the loss left when the items `known` are known.

        Raises
        ------
        UsageError
            When the lattice does not hold it.
        """
        found = self.loss_left.get(self._set(known))
        if found is None:
            raise UsageError(
                f"The lattice of {self.task} holds no loss left for {', '.join(self._set(known)) or 'nothing'} known.",
                f"name items of the lattice: {', '.join(self.items)}.",
            )
        return found

    def _set(self, known: Known) -> Ids:
        named = in_order_of(known, self.hidden, self.task)
        return tuple(name for name in self.hidden if name in named or name in self.given)

    def __repr__(self) -> str:
        return (
            f"Lattice({self.task!r}: {len(self.items)} items, {self.found} of {self.size.labels} labels"
            f"{', ask ' + ', '.join(self.best.items) if self.best is not None else ''})"
        )

    def _repr_markdown_(self) -> str:
        from ask2decide.authoring.lattice_tables import lattice_tables
        from ask2decide.authoring.notebook import tables_markdown, without_mathematics

        return without_mathematics(tables_markdown(lattice_tables(self)))
