"""A first set of hidden items for a new task: proved to matter, with a twin where one is found soon.

Items come from the recipes of the family's scaffold. The best plan of the base problem screens them, without a solve;
what it leaves is labelled, and a set counts only when everything is proved of it that a build proves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, product
from math import inf

from pydantic import ValidationError

from ask2decide.authoring.scaffold_recipes import Recipe, Setting, candidates, read_recipes
from ask2decide.authoring.workbench import Workbench
from ask2decide.backend import BackEnd
from ask2decide.errors import Ask2DecideError, BackEndError, TaskError
from ask2decide.exact import canonical_json
from ask2decide.passes.expectations import still_open, unmet
from ask2decide.passes.twins import Completed, prove_with_twins
from ask2decide.spec import Item
from ask2decide.variants.theta import PatchError, apply

MOST_SCREENED = 600
"""Candidates of one recipe that are held against the best plan."""
MOST_LABELLED = 8
"""Candidates of one recipe whose regret is proved."""
KEPT = 2
"""Items of one recipe that are tried in a set."""
MOST_PAIRS = 6
"""Sets of two items for which a twin is looked for."""
MOST_SOLVES = 40
"""Solves that one set may take, the search for its twin included."""
CANDIDATES, SEARCH, PLAIN_SET = 10, 15, 3
"""Times the time limit of a solve: what the candidates of all recipes may take, what these and the sets with a twin may
take, and after that each set without a twin."""

Say = Callable[[str], None]


class _TooLongError(Ask2DecideError):
    """Items that take more solves, or more time, than they are worth."""


class PatientBackEnd:
    """Gives the engine its back end as long as there is patience left.

    Parameters
    ----------
    source : callable
        Returns the back end; called when the first model must be solved.
    time_limit : float
        Seconds for each solve, by which the whole search is measured.
    """

    def __init__(self, source: Callable[[], BackEnd], time_limit: float) -> None:
        self.source = source
        self.time_limit = time_limit
        self.begun = time.monotonic()
        self.end = self.begun + SEARCH * time_limit
        self._solves, self._until = inf, inf

    def __call__(self) -> BackEnd:
        """Return the back end for one solve."""
        self._solves -= 1
        if self._solves < 0 or time.monotonic() > self._until:
            raise _TooLongError("these items take too long")
        return self.source()

    @contextmanager
    def limited(self, solves: float = inf, until: float | None = None) -> Iterator[None]:
        """Within this, give so many solves, until the end of the search or another time."""
        before = self._solves, self._until
        self._solves, self._until = solves, self.end if until is None else until
        try:
            yield
        finally:
            self._solves, self._until = before


@dataclass(frozen=True)
class Chosen:
    """The items of a new task, in the author's words, with all that a build proves of them."""

    items: tuple[Item, ...]
    completed: Completed

    @property
    def is_exact(self) -> bool:
        """Whether no label and no verdict is left an interval."""
        return not still_open(self.completed.proofs)


def find_items(bench: Workbench, patience: PatientBackEnd, say: Say) -> Chosen:
    """Return the first set of items that passes every check: two with a twin, one with a twin, then without.

    Parameters
    ----------
    bench : Workbench
        The new task without items; its engine solves through `patience`.

    Raises
    ------
    TaskError
        When no item of the recipes is proved to matter.
    """
    best: Chosen | None = None
    for items in _sets(bench, patience, say):
        chosen = _proved(bench, items, patience)
        if chosen is None:
            continue
        say(f"{bench.task.name}: {', '.join(_words(item) for item in items)}: every check passes.")
        if chosen.is_exact or not bench.task.split.wants_exact:
            return chosen
        best = best or chosen
    if best is None:
        raise TaskError(
            f"{bench.task.name}: nothing that the scaffold of {bench.family.name!r} tries is proved to matter within "
            "the limit of time.",
            "choose a smaller instance or other arguments, or give more seconds with --time-limit.",
        )
    return best


def _words(item: Item) -> str:
    name = item.template.name if item.template else item.id
    return f"{item.id} ({name} {', '.join(item.about)}{', with a twin' if item.wants_twin else ''})"


def _relevant(bench: Workbench, patience: PatientBackEnd, recipe: Recipe, until: float, say: Say) -> Iterator[Item]:
    """Yield the first items of a recipe that are proved to matter, each about other objects, until that time."""
    base = bench.optimum()
    setting = Setting(
        bench.family,
        bench.data,
        bench.loaded.templates,
        bench.problem().value(base.cost.upper) if base.cost else bench.problem().value(0),  # type: ignore[arg-type]
        canonical_json(base.plan),
    )
    promising = (
        item for item in islice(candidates(recipe, setting, "H1"), MOST_SCREENED) if _breaks_the_plan(item, bench)
    )
    kept: list[Item] = []
    for item in islice(promising, MOST_LABELLED):
        if any(set(item.about) == set(other.about) for other in kept):
            continue
        try:
            with patience.limited(until=until):
                label = bench.with_items([item]).label(item.id)
        except _TooLongError:
            return
        except (TaskError, BackEndError):
            continue  # as when no plan is left
        if label.is_positive:
            say(f"{bench.task.name}: {recipe.use} {', '.join(item.about)} is worth {label.regret.words} by itself.")
            kept.append(item)
            yield item
        if len(kept) == KEPT:
            return


def _breaks_the_plan(item: Item, bench: Workbench) -> bool:
    """Return whether the best plan known for the base problem is barred by an item, or worth less with it."""
    problem = bench.problem()
    best = bench.optima.pool.best(problem)
    if best is None:
        return True
    cost, plan = best
    try:
        records = bench.family.parse(apply(item.patch, bench.data))
    except (PatchError, ValidationError, ValueError):
        return False
    value = bench.family.check(plan, records).value
    return value is None or bench.family.cost(value, problem.sense) > cost


def _sets(bench: Workbench, patience: PatientBackEnd, say: Say) -> Iterator[tuple[Item, ...]]:
    """Yield the sets to try: two items of different recipes, the first with a twin; then one; then without a twin."""
    found: list[list[Item]] = []
    pairs: list[tuple[Item, ...]] = []
    recipes = read_recipes(bench.family.name)
    for number, recipe in enumerate(recipes, start=1):
        until = patience.begun + CANDIDATES * patience.time_limit * number / len(recipes)
        new = list(_relevant(bench, patience, recipe, until, say))
        for first, second in product([item for group in found for item in group], new):
            if len(pairs) < MOST_PAIRS and _matter_together(bench, patience, first, second):
                pairs.append((first, second))
                yield _numbered((first, second), twin=True)
        found.append(new)
    singles = [(item,) for group in found for item in group]
    yield from (_numbered(items, twin=True) for items in singles)
    yield from (_numbered(items, twin=False) for items in (*pairs, *singles))


def _matter_together(bench: Workbench, patience: PatientBackEnd, *pair: Item) -> bool:
    """Return whether two items are about different things, and each matters to who knows the other."""
    first, second = _numbered(pair, twin=False)
    if set(first.about) & set(second.about):
        return False
    both = bench.with_items([first, second])
    try:
        with patience.limited():
            return all(both.label(item.id, both.task.ids).is_positive for item in (first, second))
    except (TaskError, BackEndError, _TooLongError):
        return False


def _numbered(items: Sequence[Item], twin: bool) -> tuple[Item, ...]:
    return tuple(
        replace(item, id=f"H{number}", wants_twin=twin and number == 1) for number, item in enumerate(items, start=1)
    )


def _proved(bench: Workbench, items: tuple[Item, ...], patience: PatientBackEnd) -> Chosen | None:
    """Return what is proved of a task of these items; None when it fails one of its checks or takes too long."""
    twin = any(item.wants_twin for item in items)
    until = patience.end if twin else time.monotonic() + PLAIN_SET * patience.time_limit
    try:
        with patience.limited(MOST_SOLVES, until):
            completed = prove_with_twins(bench.with_items(items).loaded, bench.engine)
    except (TaskError, BackEndError, _TooLongError):
        return None
    return Chosen(items, completed) if passes_checks(completed, [item.id for item in items]) else None


def passes_checks(completed: Completed, wanted: Sequence[str]) -> bool:
    """Return whether the items `wanted` matter beside the others, and the task is proved to need asking."""
    proofs = completed.proofs
    matter = all(proofs.conditional[name].is_positive for name in wanted)
    return (
        matter and all(verdict.holds for verdict in proofs.needs_asking) and not unmet(completed.variants.task, proofs)
    )
