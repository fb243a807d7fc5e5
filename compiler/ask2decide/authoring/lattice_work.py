"""The work on a lattice, step by step: what is found stays, also when the work is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from ask2decide.authoring.asking_order import AskingOrder, AskingStep, Choices, best_choices, guided_choices
from ask2decide.authoring.known_sets import Known, in_order_of
from ask2decide.authoring.lattice import Ids, Lattice, LatticeCounts
from ask2decide.authoring.lattice_size import LatticeSize, require_small, size_of
from ask2decide.authoring.loss_left import LossesLeft
from ask2decide.authoring.recall import recall
from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import UsageError
from ask2decide.labels import Bracket, Label, Optimum
from ask2decide.labels.loss import ZERO
from ask2decide.passes.needs_asking import NeedsAsking
from ask2decide.passes.regret import Regret
from ask2decide.variants.variants import Problem

Set = frozenset[str]


class LatticeWork:
    """Proves a lattice: optima first, the most relaxed problems before the tighter ones, then labels, then losses.

    Parameters
    ----------
    bench : Workbench
        The task; its engine, optima and plans are used and grow.
    items : tuple of str
        The items that the lattice spans, in the spec's order.
    given : tuple of str
        Items that are known throughout.
    watch : callable
        Takes a line on how far the work is.
    """

    def __init__(
        self, bench: Workbench, items: Ids, given: Ids, watch: Callable[[str], None] = lambda line: None
    ) -> None:
        self.bench = bench
        self.items = items
        self.given = given
        self.watch = watch
        self.regret = Regret(bench.variants, bench.optima, bench.engine)
        self.size: LatticeSize = size_of([bench.item(name) for name in items])
        self._optima: dict[Ids, Optimum] = {}
        self._labels: dict[Ids, dict[str, Label]] = {}
        self._left: LossesLeft | None = None
        self._orders: dict[str, AskingOrder] = {}
        self._by_certificate = self._by_minimax = 0

    def run(self) -> Lattice:
        """Return the complete lattice.

        Raises
        ------
        TaskError, BackEndError
            As from `ask2decide.passes.regret.Regret.label`: also when some set of items leaves no plan.
        """
        self._find_optima()
        self._find_labels()
        left = self._find_losses()
        self._orders["guided"] = self._order(guided_choices(self.items, self._labels_of))
        self._orders["best"] = self._order(best_choices(self.items, lambda known: left[known]))
        return self.found()

    def found(self) -> Lattice:
        """Return what is known by now."""
        left = {} if self._left is None else self._left.found
        problems = {self.bench.problem(known).digest for known in self._optima}
        if self._left is not None:
            problems |= {problem.digest for own in self._left.own.values() for problem in own}
        counts = LatticeCounts(
            problems=len(problems),
            optima_without_solve=len(problems & self.bench.optima.proved_by_inclusion),
            by_certificate=self._by_certificate,
            by_minimax=self._by_minimax,
            left_solves=0 if self._left is None else self._left.solves,
        )
        return Lattice(
            task=self.bench.task.name,
            sense=self.bench.problem().sense,
            hidden=self.bench.task.ids,
            items=self.items,
            given=self.given,
            size=self.size,
            optima=dict(self._optima),
            labels={background: dict(labels) for background, labels in self._labels.items() if labels},
            loss_left={self._known(known): left[known] for known in self._sets() if known in left},
            guided=self._orders.get("guided"),
            best=self._orders.get("best"),
            counts=counts,
            twins={item.id: item.twin_of for item in self.bench.task.hidden if item.twin_of is not None},
        )

    def _find_optima(self) -> None:
        recall(self.bench)
        for number, known in enumerate(self._sets()):
            self.watch(f"optima: {number} of {self.size.sets}")
            self._optima[self._known(known)] = self.bench.optima.of(self._problem(known))

    def _find_labels(self) -> None:
        done = 0
        for known in self._sets():
            background = self._known(known)
            for name in self._others(known):
                self.watch(f"labels: {done} of {self.size.labels}")
                label = self.regret.label(self.bench.item(name), background)
                self._labels.setdefault(background, {})[name] = label
                done += 1
                self._by_certificate, self._by_minimax = self.regret.by_certificate, self.regret.minimax_solved

    def _find_losses(self) -> dict[Set, Bracket]:
        labels = {known: tuple(self._labels_of(known).values()) for known in self._sets()}
        self._left = LossesLeft(self.items, self._own(), labels, self.bench.optima, self.regret)
        return self._left.find(self.watch)

    def _order(self, choices: Choices) -> AskingOrder:
        steps = [
            self._step(frozenset(choices.items[:number]), choices.items[:number])
            for number in range(len(choices.items) + 1)
        ]
        not_asked = tuple(name for name in self.items if name not in choices.items)
        return AskingOrder(tuple(steps), not_asked, choices.is_proved)

    def _step(self, known: Set, asked: Ids) -> AskingStep:
        assert self._left is not None
        last = asked[-1] if asked else None
        regret = None if last is None else self._labels_of(known - {last})[last].regret
        self.watch(f"the loss today with {', '.join(asked) or 'nothing'} asked")
        return AskingStep(last, regret, self._known(known), self._left.found[known], self._loss_today(known))

    def _loss_today(self, known: Set) -> Bracket:
        """Return the least loss today of a plan that is optimal by what is known: the survival problem's."""
        needs_asking = NeedsAsking(self.bench.variants, self.bench.optima, self.bench.engine)
        if self._problem(known).digest == needs_asking.today.digest:
            return Bracket(ZERO, ZERO)
        return needs_asking.verdict(self._known(known)).loss

    def _sets(self) -> Iterator[Set]:
        """Yield every set of the lattice's items, the smallest first, each size in the spec's order."""
        for size in range(len(self.items) + 1):
            yield from map(frozenset, combinations(self.items, size))

    def _others(self, known: Set) -> list[str]:
        return [name for name in self.items if name not in known]

    def _known(self, known: Set) -> Ids:
        return tuple(name for name in self.bench.task.ids if name in known or name in self.given)

    def _problem(self, known: Set) -> Problem:
        return self.bench.variants.problem(self._known(known))

    def _labels_of(self, known: Set) -> Mapping[str, Label]:
        return self._labels.get(self._known(known), {})

    def _own(self) -> dict[Set, tuple[Problem, ...]]:
        """Return for each set its own problem, and those with another item at a further plausible value."""
        own = {}
        for known in self._sets():
            items = [self.bench.item(name) for name in self._others(known)]
            versions = [self.bench.variants.versions(item, self._known(known))[2:] for item in items]
            own[known] = (self._problem(known), *(problem for further in versions for problem in further))
        return own


def chosen_items(
    bench: Workbench,
    items: Known | None,
    most: int | None,
    given: Known,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Ids, Ids]:
    """Return the items that a lattice is to span and those that are known throughout, both in the spec's order.

    Parameters
    ----------
    items : str, iterable of str or None
        Takes these alone; None takes every item that is not given.
    most : int or None
        Takes that many of them: those worth most, by the larger of the regret with nothing but `given` known and the
        regret with all other items known. Of equal ones the first in the spec.
    say : callable
        Takes a line on what it costs to find those, before that is done.

    Raises
    ------
    UsageError
        When an item is not the task's, stands in both lists, or the lattice would be too large.
    """
    task = bench.task
    known = in_order_of(given, task.ids, task.name)
    wanted = tuple(name for name in task.ids if name not in known)
    if items is not None:
        wanted = in_order_of(items, task.ids, task.name)
        if both := [name for name in wanted if name in known]:
            raise UsageError(f"{', '.join(both)} cannot be both known throughout and asked about.", "name it once.")
    if not wanted:
        raise UsageError(f"{task.name}: no item is left to ask about.", "name one or more with --items.")
    if most is not None and most < 1:
        raise UsageError(f"A lattice of {most} items shows nothing.", "write --most 1 or more.")
    if most is not None and most < len(wanted):
        require_small(LatticeSize(most), most, task.name)
        say(f"{task.name}: {2 * len(wanted)} labels show which {most} of {len(wanted)} items are worth most.")
        wanted = _worth_most(bench, wanted, most, known)
    require_small(size_of([bench.item(name) for name in wanted]), most, task.name)
    return wanted, known


def _worth_most(bench: Workbench, items: Ids, most: int, given: Ids) -> Ids:
    recall(bench)

    def worth(name: str) -> tuple[object, object]:
        regrets = [bench.label(name, background).regret for background in (given, bench.task.ids)]
        return max(regret.lower for regret in regrets), max(regret.upper for regret in regrets)

    ranked = sorted(items, key=worth, reverse=True)[:most]  # sorting keeps the spec's order of equals
    return tuple(name for name in items if name in ranked)
