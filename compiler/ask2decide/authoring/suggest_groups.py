"""Labelled candidates in the groups that an author looks for, the strongest of each group first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from ask2decide.authoring.suggest_labels import Labelled


class Group(Enum):
    """Where a candidate stands; the value is the group's heading."""

    STRONG = "Items that matter alone, and beside the present items"
    ONLY_TOGETHER = "Items that matter only beside the present items, and are worth nothing alone"
    ONLY_ALONE = "Items that matter only alone, and are worth nothing beside the present items"
    UNDECIDED = "Items of which it is not decided whether they matter: a regret is an interval that starts at 0"
    WORTHLESS = "Items that are worth nothing, alone and beside the present items"


SHOWN = (Group.STRONG, Group.ONLY_TOGETHER, Group.ONLY_ALONE, Group.UNDECIDED)
"""The groups whose items are listed; worthless ones are wanted as twins alone."""


OF_ONE_TEMPLATE = 2
"""How many items of one template a group lists before those of all others are listed."""


def group_of(labelled: Labelled) -> Group:
    """Return the group of a candidate, by what is proved of its two regrets."""
    alone, beside = labelled.standalone, labelled.conditional
    if alone.is_positive and beside.is_positive:
        return Group.STRONG
    if alone.is_zero and beside.is_positive:
        return Group.ONLY_TOGETHER
    if alone.is_positive and beside.is_zero:
        return Group.ONLY_ALONE
    return Group.WORTHLESS if alone.is_zero and beside.is_zero else Group.UNDECIDED


@dataclass(frozen=True)
class Grouped:
    """One group.

    Parameters
    ----------
    count : int
        How many candidates are in the group.
    best : tuple of Labelled
        Those to be listed: of each template and objects the strongest.
    """

    group: Group
    count: int
    best: tuple[Labelled, ...]


def grouped(labelled: Iterable[Labelled], most: int, fits: Callable[[Labelled], bool]) -> tuple[Grouped, ...]:
    """Return the groups, each with its `most` strongest candidates.

    Parameters
    ----------
    fits : callable
        Whether a candidate may be listed; asked of those alone that would be.
    """
    members: dict[Group, list[Labelled]] = {group: [] for group in Group}
    for one in labelled:
        members[group_of(one)].append(one)
    return tuple(
        Grouped(group, len(members[group]), _best(members[group], most, fits) if group in SHOWN else ())
        for group in Group
    )


def strength(labelled: Labelled) -> tuple[Fraction, Fraction, Fraction]:
    """Return what candidates are ranked by: what is proved beside the others, then alone, then what is possible."""
    alone, beside = labelled.standalone.regret, labelled.conditional.regret
    return beside.lower, alone.lower, max(beside.upper, alone.upper)


def _best(members: Sequence[Labelled], most: int, fits: Callable[[Labelled], bool]) -> tuple[Labelled, ...]:
    """Return the strongest, of one template and objects one, of one template a few where others are left."""
    ordered = sorted(members, key=lambda one: (tuple(-part for part in strength(one)), one.id))
    best: list[Labelled] = []
    for ceiling in (OF_ONE_TEMPLATE, len(ordered)):
        for one in ordered:
            of_template = [other for other in best if other.candidate.use.name == one.candidate.use.name]
            new = all(other.candidate.item.about != one.candidate.item.about for other in of_template)
            if len(best) < most and new and len(of_template) < ceiling and fits(one):
                best.append(one)
    return tuple(sorted(best, key=ordered.index))
