"""A whole set of hidden items for ``--want``: relevant ones, twins and effects as wished, proved to need asking.

Items are added one at a time: those of a wished effect that is missing first, then the others, in an order that the
seed shuffles among items of like strength. One that leaves an earlier relevant item worth nothing is passed over. Then
come the twins, and everything is proved once more in the final set; where that fails, the set is composed anew in
another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.authoring.suggest_labels import Labelled
from ask2decide.authoring.suggest_twins import twins
from ask2decide.authoring.suggest_wishes import Wishes
from ask2decide.authoring.workbench import Workbench
from ask2decide.engine.progress import Watch, unwatched
from ask2decide.errors import TaskError
from ask2decide.family import Effect
from ask2decide.passes.prove import Proofs, prove
from ask2decide.spec import Item
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.patches import check_items

TWINS_TRIED = 3
"""How many twins of one item are tried in the whole set."""

WORTHLESS_TRIED = 30
"""How many candidates that are worth nothing beside the present items are tried beside the chosen ones."""

ATTEMPTS = 6
"""How many orders are tried before the best set is reported as what it is."""

STEPS = (Fraction(1, 50), Fraction(1, 100), Fraction(1, 500))
"""Conditional regrets above the same number of these are of like strength."""


@dataclass(frozen=True)
class Composed:
    """A set of items and what is proved of it.

    Parameters
    ----------
    added : tuple of Candidate
        The new items: relevant ones, each with its twins after it.
    proofs : Proofs
        Of the task with them.
    shortfalls : tuple of str
        What the set does not meet, as sentences; empty when it meets everything.
    """

    added: tuple[Candidate, ...]
    proofs: Proofs | None
    shortfalls: tuple[str, ...]


class Composer:
    """Composes sets for one task.

    Parameters
    ----------
    bench : Workbench
        The task with its present items.
    labelled : sequence of Labelled
        The candidates, with their labels beside the present items.
    """

    def __init__(
        self, bench: Workbench, labelled: Sequence[Labelled], wishes: Wishes, seed: int, watch: Watch = unwatched
    ) -> None:
        self.bench = bench
        self.wishes = wishes
        self.watch = watch
        self.random = Random(seed)
        self.labelled = labelled
        self.tried: set[str] = set()
        self.banned: set[str] = set()
        self.twinless: set[str] = set()
        self._benches: dict[tuple[str, ...], Workbench] = {}
        self._relevant_ids: dict[tuple[str, ...], frozenset[str]] = {}

    def composed(self) -> Composed:
        """Return the first set that meets every wish, else the one that misses the fewest.

        Raises
        ------
        TaskError
            When the present items alone leave a problem without a plan.
        """
        best: Composed | None = None
        for attempt in range(ATTEMPTS):
            self.watch(f"composing, attempt {attempt + 1} of {ATTEMPTS}")
            found = self._attempt()
            if best is None or len(found.shortfalls) < len(best.shortfalls):
                best = found
            if not found.shortfalls:
                break
        assert best is not None
        return best

    def _attempt(self) -> Composed:
        relevant = self._relevant(self._order())
        added = self._with_twins(relevant)
        bench = self._bench(added)
        try:
            proofs = prove(bench.variants, bench.engine)
        except TaskError as error:
            # The labels of the set were proved one by one; what is left is a set of items that no plan serves.
            return Composed(tuple(added), None, (str(error),))
        return Composed(tuple(added), proofs, tuple(self._shortfalls(bench, proofs)))

    def _order(self) -> list[Labelled]:
        """Return the candidates, the stronger first, shuffled among those of like strength.

        Where twins are wished, those for which an earlier attempt found none come last.
        """
        shuffled = list(self.labelled)
        self.random.shuffle(shuffled)
        shuffled.sort(key=lambda one: sum(one.conditional.regret.lower < step for step in STEPS))
        shuffled.sort(key=lambda one: one.id in self.twinless)
        worth = [one for one in shuffled if one.standalone.is_positive or one.conditional.is_positive]
        # What is worth nothing beside the present items may be worth something beside the others that are chosen.
        rest = [one for one in shuffled if not (one.standalone.is_positive or one.conditional.is_positive)]
        return worth + rest[:WORTHLESS_TRIED]

    def _relevant(self, order: Sequence[Labelled]) -> list[Candidate]:
        """Return items that are relevant together; what they miss of the wishes, no candidate could add."""
        chosen: list[Candidate] = []
        left = list(order)
        missing: tuple[Effect, ...] | None
        while left and (missing := self._missing(chosen)) is not None:
            one = next(self._preferred(left, chosen, missing), None)
            if one is None:
                break
            left.remove(one)
            self.tried.add(one.id)
            self.watch(f"{len(chosen)} items chosen of {self.wishes.relevant} relevant ones; trying {one.id}")
            if self._goes_with(one.candidate, chosen):
                chosen.append(one.candidate)
        return chosen

    def _missing(self, chosen: Sequence[Candidate]) -> tuple[Effect, ...] | None:
        """Return the wished effects that no relevant item has yet; None when nothing is missing at all."""
        relevant, bench = self._relevant_beside(chosen), self._bench(chosen)
        effects = {derive_effect(bench.task.item(name).patch, bench.family) for name in relevant}
        missing = tuple(effect for effect in self.wishes.effects if effect not in effects)
        return None if not missing and len(relevant) >= self.wishes.relevant else missing

    def _relevant_beside(self, added: Sequence[Candidate]) -> frozenset[str]:
        """Return the ids of the items with a conditional regret above 0 in the task with some items added."""
        bench = self._bench(added)
        ids = bench.task.ids
        if ids not in self._relevant_ids:
            self._relevant_ids[ids] = frozenset(name for name in ids if bench.label(name, ids).is_positive)
        return self._relevant_ids[ids]

    def _goes_with(self, candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
        """Return whether an item is relevant beside the chosen ones, and changes no relevant item and no twin."""
        grown = self._bench([*chosen, candidate])
        if check_items(grown.task.hidden, grown.data, grown.family):
            return False
        try:
            relevant = self._relevant_beside([*chosen, candidate])
        except TaskError:
            return False
        kept = relevant >= {*self._relevant_beside(chosen), candidate.id}
        return kept and not any(item.twin_of is not None and item.id in relevant for item in self.bench.task.hidden)

    def _with_twins(self, relevant: Sequence[Candidate]) -> list[Candidate]:
        """Return the relevant items with twins after them, as many as are wished in all: one each, then a second."""
        added = list(relevant)
        wanted = self.wishes.twins - sum(item.twin_of is not None for item in self.bench.task.hidden)
        originals = [candidate.item for candidate in relevant] + self._without_twin()
        while originals and wanted > 0:
            original = originals.pop(0)
            self.watch(f"twins of {original.id}")
            twin = self._twin(original, added)
            if twin is None:
                self.twinless.add(original.id)
                continue
            position = next((i + 1 for i, one in enumerate(added) if one.id == original.id), len(added))
            added.insert(position, twin)
            originals.append(original)
            wanted -= 1
        return added

    def _without_twin(self) -> list[Item]:
        """Return the present items that are relevant and have no twin."""
        present, relevant = self.bench.task.hidden, self._relevant_beside(())
        twinned = {item.twin_of for item in present}
        return [item for item in present if item.id in relevant and item.twin_of is None and item.id not in twinned]

    def _twin(self, original: Item, added: Sequence[Candidate]) -> Candidate | None:
        bench = self._bench(added)
        taken = {frozenset(item.about) for item in bench.task.hidden}
        for twin in twins(bench, original, TWINS_TRIED, taken):
            if twin.id in self.banned or check_items(
                [*bench.task.hidden, twin.candidate.item], bench.data, bench.family
            ):
                continue
            if self._relevant_beside([*added, twin.candidate]) == self._relevant_beside(added):
                return twin.candidate
        return None

    def _bench(self, added: Sequence[Candidate]) -> Workbench:
        """Return the bench of the task with some items added: one for each set, so that no model is built twice."""
        items = [*self.bench.task.hidden, *(candidate.item for candidate in added)]
        ids = tuple(item.id for item in items)
        if ids not in self._benches:
            self._benches[ids] = self.bench.with_items(items)
        return self._benches[ids]

    def _shortfalls(self, bench: Workbench, proofs: Proofs) -> Iterator[str]:
        relevant = [item for item in bench.task.hidden if proofs.conditional[item.id].is_positive]
        if len(relevant) < self.wishes.relevant:
            yield (
                f"{len(relevant)} of {self.wishes.relevant} items are relevant: of {len(self.tried)} candidates tried, "
                "no other is worth something beside these and leaves them worth something."
            )
        effects = {derive_effect(item.patch, bench.family) for item in relevant}
        for effect in self.wishes.effects:
            if effect not in effects:
                tried = sum(one.candidate.effect is effect and one.id in self.tried for one in self.labelled)
                yield f"no relevant item has the effect {effect.value}: {tried} candidates of that effect were tried."
        claimed = [item for item in bench.task.hidden if item.twin_of is not None]
        good = [item for item in claimed if all(labels[item.id].is_zero for _, labels in proofs.sides)]
        for item in claimed:
            if item not in good:
                yield f"the twin {item.id} is not worth exactly 0 in the whole set."
                self.banned.add(item.id)
        if len(good) < self.wishes.twins:
            yield f"{len(good)} of {self.wishes.twins} twins were found."
        for verdict in proofs.needs_asking:
            if not verdict.holds:
                known = ", ".join(verdict.known) or "nothing"
                yield f"a plan made with {known} known may be optimal with everything known: asking is not needed."

    def _preferred(
        self, order: Sequence[Labelled], chosen: Sequence[Candidate], missing: Sequence[Effect]
    ) -> Iterator[Labelled]:
        """Yield candidates: of the scarcest effect that is missing and to be had, and those of new templates first.

        Items that one question would reach together are left out.
        """
        items = [*self.bench.task.hidden, *(candidate.item for candidate in chosen)]
        abouts = [set(item.about) for item in items]
        apart = [one for one in order if set(one.candidate.item.about) not in abouts]
        supply = Counter(one.candidate.effect for one in apart)
        scarcest = min((effect for effect in missing if supply[effect]), key=lambda e: supply[e], default=None)
        if missing and scarcest is None and len(self._relevant_beside(chosen)) >= self.wishes.relevant:
            return
        templates = {candidate.use.name for candidate in chosen}
        wanted = [one for one in apart if scarcest in (None, one.candidate.effect)]
        yield from (one for one in wanted if one.candidate.use.name not in templates)
        yield from (one for one in wanted if one.candidate.use.name in templates)
