"""Orders to ask in: the regret-guided asker's, and one with the least total loss left (docs/lattice.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ask2decide.labels import Bracket, Label
from ask2decide.labels.loss import ZERO

Ids = tuple[str, ...]


@dataclass(frozen=True)
class AskingStep:
    """What is known after a question.

    Parameters
    ----------
    asked : str or None
        The item that was asked about; None before the first question.
    regret : Bracket or None
        What asking was worth: the item's regret in the background in which it was asked about.
    known : tuple of str
        What is known then, in the spec's order.
    loss_left : Bracket
        What the safest plan can still lose.
    loss_today : Bracket
        What a plan that is optimal by what is known loses today, at least.
    """

    asked: str | None
    regret: Bracket | None
    known: Ids
    loss_left: Bracket
    loss_today: Bracket


@dataclass(frozen=True)
class AskingOrder:
    """Questions in their order.

    Parameters
    ----------
    steps : tuple of AskingStep
        The first stands for what is known before any question.
    not_asked : tuple of str
        Items that this asker leaves unasked.
    is_proved : bool
        Whether the labels and losses left prove the order; False where intervals leave another one possible.
    """

    steps: tuple[AskingStep, ...]
    not_asked: Ids
    is_proved: bool

    @property
    def items(self) -> Ids:
        """The items in the order in which they are asked about."""
        return tuple(step.asked for step in self.steps if step.asked is not None)

    @property
    def enough(self) -> int | None:
        """After how many questions nothing is left to lose; None where that is not proved of any."""
        return next((number for number, step in enumerate(self.steps) if step.loss_left.upper == 0), None)

    @property
    def total(self) -> Bracket:
        """The sum of the losses left after each question."""
        after = [step.loss_left for step in self.steps[1:]]
        return Bracket(sum((b.lower for b in after), ZERO), sum((b.upper for b in after), ZERO))


@dataclass(frozen=True)
class Choices:
    """The questions of an asker, and whether what is proved singles them out."""

    items: Ids
    is_proved: bool


def guided_choices(items: Sequence[str], labels: Callable[[frozenset[str]], Mapping[str, Label]]) -> Choices:
    """Return the questions of the regret-guided asker: always the item of the largest regret by what is known.

    Of equal regrets the first in the spec is asked about; of intervals, the one with the larger lower end, then the
    larger upper end. It stops where every item left is worth exactly nothing alone.

    Parameters
    ----------
    labels : callable
        Returns, for the items asked about so far, the labels of all others.
    """
    asked: list[str] = []
    is_proved = True
    while len(asked) < len(items):
        found = labels(frozenset(asked))
        left = [name for name in items if name not in asked]
        if all(found[name].is_zero for name in left):
            break
        chosen = max(left, key=lambda name: (found[name].regret.lower, found[name].regret.upper))
        is_proved &= all(found[name].regret.upper <= found[chosen].regret.lower for name in left if name != chosen)
        asked.append(chosen)
    return Choices(tuple(asked), is_proved)


def best_choices(items: Sequence[str], left: Callable[[frozenset[str]], Bracket]) -> Choices:
    """Return an order of all items with the least sum of the losses left after each question.

    Whoever may be stopped after any of the questions, each as likely, can lose least on average by it. Of equally good
    orders the first in the spec's order is taken. Where losses left are intervals, their upper ends count.

    Parameters
    ----------
    left : callable
        Returns the loss left once some items have been asked about.
    """
    certain = _least_sums(items, lambda known: left(known).upper)
    possible = _least_sums(items, lambda known: left(known).lower)
    asked: list[str] = []
    while len(asked) < len(items):
        asked.append(certain[frozenset(asked)][1])
    start: frozenset[str] = frozenset()
    return Choices(tuple(asked), not items or certain[start][0] == possible[start][0])


def _least_sums(
    items: Sequence[str], left: Callable[[frozenset[str]], Fraction]
) -> dict[frozenset[str], tuple[Fraction, str]]:
    """Return, for each set that is not yet all, the least sum of losses still to come, and the next question to it."""
    everything = frozenset(items)
    sums: dict[frozenset[str], tuple[Fraction, str]] = {}

    def to_come(known: frozenset[str]) -> Fraction:
        return ZERO if known == everything else sums[known][0]

    for known in sorted(_subsets(items), key=len, reverse=True):
        if known == everything:
            continue
        # min keeps the first of equals, which is the first in the spec.
        following = [(left(known | {name}) + to_come(known | {name}), name) for name in items if name not in known]
        sums[known] = min(following, key=lambda pair: pair[0])
    return sums


def _subsets(items: Sequence[str]) -> list[frozenset[str]]:
    sets: list[frozenset[str]] = [frozenset()]
    for name in items:
        sets += [known | {name} for known in sets]
    return sets
