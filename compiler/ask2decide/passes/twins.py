"""Twins: look-alikes of relevant items whose two regrets are exactly 0 in the final set of items (docs/mathematics.md).

A twin changes the backgrounds of every other item, so a choice counts only once it is proved with all other twins in
place. The search goes through the candidates of each ``twin: auto`` in order of likeness; the plans already known
decide most of them, the rest is proved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ask2decide.engine.solve import Engine
from ask2decide.errors import NoTwinError, TaskError
from ask2decide.exact import number_text
from ask2decide.labels import Label
from ask2decide.labels.loss import ZERO
from ask2decide.passes.optima import NoPlanError, Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.prove import Proofs, prove
from ask2decide.passes.regret import Regret
from ask2decide.passes.twin_screen import TwinScreen
from ask2decide.spec import Item, Task
from ask2decide.spec.references import twin_id
from ask2decide.variants.candidates import twin_candidates
from ask2decide.variants.load import LoadedTask
from ask2decide.variants.lock import LockedTwin
from ask2decide.variants.variants import Variants

MAX_CHOICES = 400
"""How many candidates a search proves in all before it gives up, aloud."""


@dataclass(frozen=True)
class Miss:
    """A candidate that is not a twin, and by how much.

    Parameters
    ----------
    regret : Fraction or None
        The larger of its two regrets' lower ends; None where the task has no optimum with it.
    """

    item: Item
    regret: Fraction | None

    @property
    def text(self) -> str:
        """The candidate's sentence with its regret."""
        regret = "no feasible plan" if self.regret is None else number_text(self.regret)
        return f"{regret} for “{self.item.note}”"


@dataclass(frozen=True)
class Completed:
    """A task with its twins, what is proved of it, and what the lock is to hold."""

    variants: Variants
    proofs: Proofs
    lock: Mapping[str, LockedTwin]


def prove_with_twins(loaded: LoadedTask, engine: Engine, every_subset: bool = False) -> Completed:
    """Return a task completed by its twins, and the proofs.

    Twins from the lock cost nothing more than the proofs, and stay unless these show one to be worth more than 0 (under
    a time limit they may leave it open). Otherwise twins are searched for, and everything is proved in the final set
    of items. The engine's list of used entries then holds those of the proofs alone, so that it does not depend on
    whether there was a lock.

    Raises
    ------
    TaskError
        As from `prove`; also when some item has no twin: names the candidates that came closest, with their regrets.
    """
    task = loaded.task
    if loaded.lock and not _wanting(task):
        variants = Variants(task, loaded.family, loaded.data)
        proofs = _proved(variants, engine, every_subset)
        if proofs is not None and not _disproved(proofs, loaded.lock):
            return Completed(variants, proofs, loaded.lock)
    task, lock = TwinSearch(loaded, engine).completed()
    engine.forget_used()
    variants = Variants(task, loaded.family, loaded.data)
    return Completed(variants, prove(variants, engine, every_subset), lock)


def _proved(variants: Variants, engine: Engine, every_subset: bool) -> Proofs | None:
    try:
        return prove(variants, engine, every_subset)
    except TaskError:
        return None  # where the items themselves are to blame and not their twins, the search stops with this error


def _disproved(proofs: Proofs, originals: Collection[str]) -> bool:
    twins = [twin_id(original) for original in originals]
    return any(labels[twin].is_positive for twin in twins for labels in (proofs.standalone, proofs.conditional))


class TwinSearch:
    """Finds a twin for each item of a task that wants one.

    Parameters
    ----------
    loaded : LoadedTask
        The task, its family, records, templates and lock.
    engine : Engine
        Solves what the plans already known leave open.
    """

    def __init__(self, loaded: LoadedTask, engine: Engine) -> None:
        self.loaded = loaded
        self.engine = engine
        self.optima = Optima(engine, Pool())
        self.misses: dict[str, list[Miss]] = {}
        self.accepted: set[str] = set()
        self.proved = 0

    def completed(self) -> tuple[Task, Mapping[str, LockedTwin]]:
        """Return the task with a proved twin after each item that wants one, and what the lock is to hold.

        Twins from the lock are kept while their two regrets are still 0; otherwise all are searched for again.

        Raises
        ------
        TaskError
            When some item has no twin; names the candidates that came closest, with their regrets.
        """
        task = self.loaded.task
        doubt = self._doubt_of_lock(task)
        found = None if doubt else self._complete(task, _wanting(task))
        if found is None and self.loaded.lock:
            doubt = doubt or "the locked twins leave no twin for another item"
            self.engine.say(f"{task.name}: {doubt}; twins are searched for again.")
            self.misses, self.accepted, self.proved = {}, set(), 0
            task = _without_locked_twins(task, self.loaded.lock)
            found = self._complete(task, _wanting(task))
        if found is None:
            fix = "change that item, or spell out a twin with `twin_of`."
            raise NoTwinError(self._closest(task), fix, self._without(task))
        return found, _locked(found, [*self.loaded.lock, *(item.id for item in _wanting(task))])

    def _doubt_of_lock(self, task: Task) -> str:
        """Return what speaks against the locked twins; empty where they still serve.

        Raises
        ------
        NoPlanError
            When the other items leave no plan by themselves: no choice of twins can mend that.
        """
        try:
            return "" if self._all_zero(task, self.loaded.lock) else "the locked twins are no longer worth 0"
        except NoPlanError as error:
            twins = {twin_id(original) for original in self.loaded.lock}
            known = [name for name in error.problem.known if name not in twins]
            versioned, _, number = error.problem.version.partition("#")
            others = (known, versioned, int(number)) if versioned and versioned not in twins else (known,)
            self.optima.of(self._variants(task).problem(*others))
            return "no plan is feasible with a locked twin"
        except TaskError:
            return "the locked twins are no longer worth 0"

    def _complete(self, task: Task, originals: Sequence[Item]) -> Task | None:
        if not originals:
            return task if self._all_zero(task, self._sought(task)) else None
        original, rest = originals[0], originals[1:]
        for candidate in self.candidates(task, original):
            if self.proved >= MAX_CHOICES:
                self.engine.say(f"{task.name}: the search for twins stops after {MAX_CHOICES} proofs.")
                return None
            grown = with_twin(task, original, candidate)
            if self.is_zero(grown, candidate, original):
                found = self._complete(grown, rest)
                if found is not None:
                    return found
                self.accepted.add(original.id)
        return None

    def candidates(self, task: Task, original: Item) -> Iterator[Item]:
        """Yield candidates: first those that a known plan suggests are worth 0 and whose objects are their own."""
        template_use = original.template
        assert template_use is not None, "the reader lets only template items want a twin"
        template = self.loaded.templates[template_use.name]
        taken = [operation.path for item in task.hidden for patch in item.patches for operation in patch]
        questions = [set(item.about) for item in task.hidden]
        screen = TwinScreen(self._variants(task), self.optima)
        shared, unlikely = [], []
        for use in twin_candidates(template, template_use, self.loaded.family, self.loaded.data):
            candidate = template.expand(
                use,
                id=twin_id(original.id),
                kind=original.kind,
                family=self.loaded.family,
                data=self.loaded.data,
                place=original.place,
                twin_of=original.id,
            )
            if any(_overlap(operation.path, path) for operation in candidate.patch for path in taken):
                continue
            if set(candidate.about) in questions:
                continue  # one question would reach both
            if not screen.passes(candidate):
                unlikely.append(candidate)
            elif any(set(candidate.about) & question - set(original.about) for question in questions):
                shared.append(candidate)
            else:
                yield candidate
        yield from shared
        yield from unlikely

    def is_zero(self, task: Task, candidate: Item, original: Item) -> bool:
        """Return whether a candidate is proved a twin of `original` in `task`, which holds it; a miss is kept."""
        self.proved += 1
        try:
            standalone, conditional = self._labels(task, candidate)
        except TaskError:
            self.misses.setdefault(original.id, []).append(Miss(candidate, None))
            return False
        if self._serves(standalone) and self._serves(conditional):
            return True
        regret = max(standalone.regret.lower, conditional.regret.lower)
        self.misses.setdefault(original.id, []).append(Miss(candidate, regret))
        return False

    def _sought(self, task: Task) -> list[str]:
        """Return the originals whose twins were found, now or by an earlier build."""
        return [item.id for item in task.hidden if item.wants_twin or item.id in self.loaded.lock]

    def _all_zero(self, task: Task, originals: Collection[str]) -> bool:
        twins = [task.item(twin_id(original)) for original in originals]
        return all(self._serves(label) for twin in twins for label in self._labels(task, twin))

    def _serves(self, label: Label) -> bool:
        """Return whether a label lets its item be a twin: exactly 0, or not proved positive where optima stay open."""
        return label.is_zero if self.loaded.task.split.wants_exact else not label.is_positive

    def _labels(self, task: Task, item: Item) -> tuple[Label, Label]:
        regret = Regret(self._variants(task), self.optima, self.engine)
        return regret.label(item, ()), regret.label(item, task.ids)

    def _variants(self, task: Task) -> Variants:
        return Variants(task, self.loaded.family, self.loaded.data)

    def _without(self, task: Task) -> str:
        """Return the item that has no twin; empty where each has one, but not beside the others."""
        failed = [original.id for original in _wanting(task) if original.id not in self.accepted]
        return next((name for name in failed if name in self.misses), failed[0] if failed else "")

    def _closest(self, task: Task) -> str:
        failed = [original for original in _wanting(task) if original.id not in self.accepted]
        tried = [original for original in failed if original.id in self.misses]
        if not failed:
            return f"{task.name}: each of its twins is worth 0, but not with the others in place."
        if not tried:
            return failed[0].place.says(f"{failed[0].id} has no twin: its template has no other object to name.")
        misses = sorted(self.misses[tried[0].id], key=lambda miss: (miss.regret is None, miss.regret or ZERO))
        return (
            f"{task.name}: no twin of {tried[0].id} has both regrets exactly 0 beside the other items "
            f"(candidates tried: {len(misses)}). The closest, with their regrets: "
            f"{'; '.join(miss.text for miss in misses[:3])}."
        )


def _wanting(task: Task) -> list[Item]:
    return [item for item in task.hidden if item.wants_twin]


def _locked(task: Task, originals: Collection[str]) -> dict[str, LockedTwin]:
    locked = {}
    for item in task.hidden:
        twin = task.item(twin_id(item.id)) if item.id in originals else None
        if twin is not None and item.template is not None and twin.template is not None:
            locked[item.id] = LockedTwin(item.template.name, item.template.arguments, twin.template.arguments)
    return locked


def _without_locked_twins(task: Task, lock: Collection[str]) -> Task:
    """Return the task as its author wrote it: no twin found yet, and every original wanting one."""
    found = {twin_id(original) for original in lock}
    items = (replace(item, wants_twin=item.wants_twin or item.id in lock) for item in task.hidden)
    return replace(task, hidden=tuple(item for item in items if item.id not in found))


def with_twin(task: Task, original: Item, twin: Item) -> Task:
    """Return the task with a twin right after its original."""
    position = task.hidden.index(original) + 1
    return replace(task, hidden=(*task.hidden[:position], twin, *task.hidden[position:]))


def _overlap(first: str, second: str) -> bool:
    return first == second or first.startswith(f"{second}/") or second.startswith(f"{first}/")
