"""Twins of a candidate: the same template about other objects, both regrets proved to be 0 beside the candidate."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ask2decide.authoring.suggest_candidates import Candidate, goes_with
from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import TaskError
from ask2decide.labels import Label
from ask2decide.passes.twins import TwinSearch, with_twin
from ask2decide.spec import Item, TemplateUse
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.uses import argument_words, authored, item_id

TRIES = 12
"""How many likely twins of one item are proved or dismissed."""

TWIN = "twin"


@dataclass(frozen=True)
class Twin:
    """A candidate twin with its two labels, both of them witnessed zeros.

    Parameters
    ----------
    conditional : Label
        Beside the task's present items and the original.
    """

    candidate: Candidate
    standalone: Label
    conditional: Label

    @property
    def id(self) -> str:
        """The item's id."""
        return self.candidate.id


def twins(
    bench: Workbench, original: Item, most: int, taken: Collection[frozenset[str]] = (), tries: int = TRIES
) -> Iterator[Twin]:
    """Yield twins of an item beside the items of a task, which holds it, the likeliest first.

    Parameters
    ----------
    bench : Workbench
        The task with `original` among its items.
    most : int
        How many are looked for.
    taken : collection of frozenset
        What others are about already: one question must not reach two items.
    tries : int
        How many likely ones are looked at.
    """
    free = (item for item in likely_twins(bench, original) if frozenset(item.about) not in taken)
    found = (_proved(bench, original, item) for item in islice(free, tries))
    yield from islice((twin for twin in found if twin is not None), most)


def twin_of_id(bench: Workbench, original: Item, wanted: str, tries: int = 10 * TRIES) -> Twin | None:
    """Return the twin of an item that has the id `wanted`; None where there is none, or it is not worth 0."""
    named = (item for item in islice(likely_twins(bench, original), tries) if item.id == wanted)
    item = next(named, None)
    return None if item is None else _proved(bench, original, item)


def likely_twins(bench: Workbench, original: Item) -> Iterator[Item]:
    """Yield the uses of an item's template that could be its twins; see `ask2decide.passes.twins`."""
    use = original.template
    if use is None:
        return
    template = bench.loaded.templates[use.name]
    search = TwinSearch(bench.loaded, bench.engine)
    search.optima = bench.optima
    for item in search.candidates(bench.task, original):
        named = replace(item, id=_twin_id(template, original, authored_use(bench, item)))
        if goes_with(bench, named):
            yield named


def _twin_id(template: ItemTemplate, original: Item, use: TemplateUse) -> str:
    """Return the id of a twin, which says what it is about; equal twins have it in every run."""
    return item_id([original.id, TWIN, *argument_words(template, use.arguments, template.varies)])


def _proved(bench: Workbench, original: Item, item: Item) -> Twin | None:
    grown = replace(bench.loaded, task=with_twin(bench.task, original, item))
    beside = bench.with_items(grown.task.hidden)
    try:
        standalone, conditional = beside.label(item.id), beside.label(item.id, beside.task.ids)
    except TaskError:
        return None
    if not (standalone.is_zero and conditional.is_zero):
        return None
    effect = derive_effect(item.patch, bench.family)
    return Twin(Candidate(item, authored_use(bench, item), effect), standalone, conditional)


def authored_use(bench: Workbench, item: Item) -> TemplateUse:
    """Return the use that a template item came from, its arguments as an author writes them."""
    assert item.template is not None, "a twin comes from its original's template"
    template = bench.loaded.templates[item.template.name]
    return TemplateUse(template.name, authored(template, item.template.arguments, bench.family, bench.data))
