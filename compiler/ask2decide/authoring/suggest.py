"""``ask2decide suggest``: hidden items proposed for a task, with certified regrets, ranked and in groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ask2decide.authoring.suggest_candidates import Candidate, Candidates, wanted_templates
from ask2decide.authoring.suggest_groups import Group, Grouped, grouped
from ask2decide.authoring.suggest_labels import Impossible, Labelled, Labeller
from ask2decide.authoring.suggest_twins import TRIES, Twin, twins
from ask2decide.authoring.workbench import Workbench
from ask2decide.engine.progress import Watch, unwatched
from ask2decide.passes.twin_screen import TwinScreen
from ask2decide.variants.patches import check_items
from ask2decide.variants.uses import turns

SCREENED = 5
"""How many candidates are screened by known plans for one that is labelled."""

SOLVES_A_LABEL = 2
"""One optimum and one minimax problem: what a label needs where no known plan decides it."""


@dataclass(frozen=True)
class Request:
    """What is asked for; see the options of ``ask2decide suggest``.

    Parameters
    ----------
    templates : sequence of str or None
        Names of the item templates to use; None uses all.
    limit : int
        How many candidates are labelled.
    show : int
        How many of each group are listed.
    twins : int
        How many twins are looked for of each strong item.
    """

    templates: Sequence[str] | None = None
    limit: int = 200
    show: int = 5
    twins: int = 1


@dataclass(frozen=True)
class Cost:
    """What a request may cost, known before anything is solved."""

    templates: int
    uses: int
    labelled: int
    solves: int


@dataclass
class Suggestions:
    """What was found, also where the search was stopped.

    Parameters
    ----------
    labelled : list of Labelled
        Every candidate that has its labels.
    groups : tuple of Grouped
        The same in groups.
    twins : dict
        By strong item, its twins.
    impossible : list of Impossible
        Candidates that leave some problem without a plan.
    silent : tuple of str
        Templates that made no candidate.
    solves : int
        How many solves all this needed.
    stopped : bool
        Whether it was interrupted.
    """

    labelled: list[Labelled] = field(default_factory=list)
    groups: tuple[Grouped, ...] = ()
    twins: dict[str, tuple[Twin, ...]] = field(default_factory=dict)
    impossible: list[Impossible] = field(default_factory=list)
    silent: tuple[str, ...] = ()
    solves: int = 0
    stopped: bool = False

    @property
    def decided_by_known_plans(self) -> int:
        """How many candidates needed no solve."""
        return sum(not one.solves for one in self.labelled) + sum(not one.solves for one in self.impossible)

    @property
    def needed_a_solve(self) -> int:
        """How many candidates needed one or more."""
        return len(self.labelled) + len(self.impossible) - self.decided_by_known_plans


class Suggester:
    """Proposes items for the task on a bench.

    Parameters
    ----------
    bench : Workbench
        The task.
    request : Request
        What is asked for.
    watch : Watch
        Takes the progress line.

    Raises
    ------
    UsageError
        When the request names a template that is not there.
    """

    def __init__(self, bench: Workbench, request: Request, watch: Watch = unwatched) -> None:
        self.bench = bench
        self.request = request
        self.watch = watch
        self.templates = wanted_templates(bench, request.templates)

    @property
    def cost(self) -> Cost:
        """What this may cost; nothing is solved to tell."""
        uses = len(Candidates(self.bench, self.templates, None))
        labelled = min(uses, self.request.limit)
        sides = 2 if self.bench.task.ids else 1
        proofs = labelled + self.request.show * TRIES * bool(self.request.twins)
        return Cost(len(self.templates), uses, labelled, sides * (SOLVES_A_LABEL * proofs + 1))

    def candidates(self) -> Candidates:
        """Return what makes the candidates; theta_0 is solved for it."""
        cost = self.bench.optimum(()).cost
        optimum = None if cost is None or not cost.is_exact else self.bench.problem(()).value(cost.upper)
        return Candidates(self.bench, self.templates, optimum)

    def found(self) -> Suggestions:
        """Return the candidates with their labels, groups and twins; an interrupt ends the search early.

        Raises
        ------
        TaskError, BackEndError
            When the task itself has no optimum, or a back end fails.
        """
        bench = self.bench
        begun = bench.engine.counts.solved
        result = Suggestions()
        fits = _once(self._fits)
        try:
            for candidate in self._candidates(result):
                self._label(candidate, result)
            result.groups = grouped(result.labelled, self.request.show, fits)
            taken = {frozenset(one.candidate.item.about) for group in result.groups for one in group.best}
            for strong in self._strong(result.groups):
                self.watch(f"twins of {strong.id}")
                result.twins[strong.id] = tuple(self._twins(strong, taken))
                taken |= {frozenset(twin.candidate.item.about) for twin in result.twins[strong.id]}
        except KeyboardInterrupt:
            result.stopped = True
            result.groups = grouped(result.labelled, self.request.show, fits)
        result.solves = bench.engine.counts.solved - begun
        return result

    def _candidates(self, result: Suggestions) -> Iterator[Candidate]:
        """Yield the candidates to be labelled: templates take turns; those that break known plans come first."""
        bench = self.bench
        made = self.candidates()
        bench.optimum(bench.task.ids)
        screen = TwinScreen(bench.variants, bench.optima)
        most = -(-SCREENED * self.request.limit // len(self.templates))
        queues = [self._screened(screen, islice(queue, most)) for queue in made.each().values()]
        yield from islice(turns(queues), self.request.limit)
        if self.request.limit >= len(self.templates):  # else some had no turn
            result.silent = tuple(name for name in self.templates if not made.sound[name])

    def _screened(self, screen: TwinScreen, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
        """Yield the candidates of a template, two that break every known optimal plan for one that does not."""
        breaking: list[Candidate] = []
        keeping: list[Candidate] = []
        for candidate in candidates:
            self.watch(f"screening {candidate.id}")
            (keeping if screen.passes(candidate.item) else breaking).append(candidate)
        yield from turns([iter(breaking[::2]), iter(breaking[1::2]), iter(keeping)])

    def _label(self, candidate: Candidate, result: Suggestions) -> None:
        done = len(result.labelled) + len(result.impossible)
        solved = self.bench.engine.counts.solved
        self.watch(f"{done} of at most {self.cost.labelled} candidates; {solved} solves; {candidate.id}")
        found = Labeller(self.bench).label(candidate)
        if isinstance(found, Labelled):
            result.labelled.append(found)
        else:
            result.impossible.append(found)

    def _fits(self, labelled: Labelled) -> bool:
        """Return whether a task with this item passes the checks of a spec."""
        bench = self.bench
        return not check_items([*bench.task.hidden, labelled.candidate.item], bench.data, bench.family)

    @staticmethod
    def _strong(groups: Sequence[Grouped]) -> tuple[Labelled, ...]:
        return next(group.best for group in groups if group.group is Group.STRONG)

    def _twins(self, strong: Labelled, taken: Collection[frozenset[str]]) -> Iterator[Twin]:
        item = strong.candidate.item
        grown = self.bench.with_items([*self.bench.task.hidden, item])
        yield from twins(grown, item, self.request.twins, taken)


def _once(ask: Callable[[Labelled], bool]) -> Callable[[Labelled], bool]:
    """Return `ask`, which then answers for each candidate once."""
    known: dict[str, bool] = {}

    def asked(one: Labelled) -> bool:
        if one.id not in known:
            known[one.id] = ask(one)
        return known[one.id]

    return asked
