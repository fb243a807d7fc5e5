"""Candidates for hidden items: every use of the templates that makes valid records beside the task's items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import Place, SpecError, UsageError, did_you_mean
from ask2decide.exact import canonical_json
from ask2decide.family import Effect
from ask2decide.spec import Item, TemplateUse
from ask2decide.variants.collisions import collision_diagnostics
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.patches import check_patch
from ask2decide.variants.uses import Unusable, Use, Uses

NOWHERE = Place("")
_NO_CLASH = "leave it out of --write, or take the other item out of the task; nothing was written."


@dataclass(frozen=True)
class Candidate:
    """An item that the task could have.

    Parameters
    ----------
    item : Item
        Expanded; its id is the same in every run.
    use : TemplateUse
        The template, with the arguments as an author writes them.
    effect : Effect
        What it changes in the model.
    """

    item: Item
    use: TemplateUse
    effect: Effect

    @property
    def id(self) -> str:
        """The item's id."""
        return self.item.id


def wanted_templates(bench: Workbench, names: Sequence[str] | None) -> dict[str, ItemTemplate]:
    """Return the task's item templates, those of `names` where names are given.

    Raises
    ------
    UsageError
        When there is no template of that name, or none at all.
    """
    known = bench.loaded.templates
    if names is not None and not names:
        raise UsageError("--templates names no item template.", did_you_mean("", known, "item templates"))
    for name in names or ():
        if name not in known:
            cause = f"There is no item template {name!r} for the family {bench.family.name!r}."
            raise UsageError(cause, did_you_mean(name, known, "item templates"))
    chosen = {name: template for name, template in known.items() if names is None or name in names}
    if not chosen:
        cause = f"The family {bench.family.name!r} has no item templates, so nothing can be proposed."
        raise UsageError(cause, "write templates in items.yaml beside the task; see templates/items/README.md.")
    return chosen


@dataclass
class Candidates:
    """Makes candidates of one task.

    Parameters
    ----------
    bench : Workbench
        The task; its present items are what candidates must go with.
    templates : mapping
        The item templates that are used.
    optimum : Fraction or None
        theta_0's best value in the family's own sense, which some templates read.
    sound : Counter
        By template, how many candidates it has made.
    """

    bench: Workbench
    templates: Mapping[str, ItemTemplate]
    optimum: Fraction | None
    sound: Counter[str] = field(default_factory=Counter)
    _seen: set[str] = field(default_factory=set)

    def __len__(self) -> int:
        """How many uses of the templates there are at most."""
        return sum(len(self._uses(template)) for template in self.templates.values())

    def each(self) -> dict[str, Iterator[Candidate]]:
        """Return the candidates of each template, in its order; each change of the records comes once in all."""
        self._seen = {self._change(item) for item in self.bench.task.hidden}
        return {name: self._of(template) for name, template in self.templates.items()}

    def of_id(self, wanted: str) -> Candidate | None:
        """Return the candidate of that id; None where no template makes it.

        Raises
        ------
        UsageError
            When it does not go with the task's items; names the item that it clashes with.
        """
        for template in self.templates.values():
            use = self._uses(template).of_id(wanted) if wanted.startswith(template.name) else None
            if use is not None:
                item = self._expanded(template, use)
                for cause in clashes(self.bench, item) if item is not None else ():
                    raise UsageError(f"{wanted!r} clashes with an item of {self.bench.task.name}: {cause}", _NO_CLASH)
                return self._made(template, use)
        return None

    def _of(self, template: ItemTemplate) -> Iterator[Candidate]:
        for use in self._uses(template):
            made = self._made(template, use) if not isinstance(use, Unusable) else None
            if made is None:
                continue
            change = self._change(made.item)
            if change not in self._seen:
                self._seen.add(change)
                self.sound[template.name] += 1
                yield made

    def _uses(self, template: ItemTemplate) -> Uses:
        return Uses(template, self.bench.family, self.bench.data, self.optimum)

    def _made(self, template: ItemTemplate, use: Use) -> Candidate | None:
        item = self._expanded(template, use)
        if item is None or not goes_with(self.bench, item):
            return None
        return Candidate(item, use.use, derive_effect(item.patch, self.bench.family))

    def _expanded(self, template: ItemTemplate, use: Use) -> Item | None:
        bench, kind = self.bench, template.suggest.kind
        try:
            return template.expand(use.use, id=use.id, kind=kind, family=bench.family, data=bench.data, place=NOWHERE)
        except SpecError:
            return None

    @staticmethod
    def _change(item: Item) -> str:
        return canonical_json(sorted(canonical_json([o.op, o.path, o.value]) for o in item.patch))


def goes_with(bench: Workbench, item: Item) -> bool:
    """Return whether an item makes valid records alone, and touches no place that one of the bench's items does."""
    if item.id in bench.task.ids or not item.patch:
        return False
    base = bench.problem(())
    if check_patch(item.patch, bench.data, bench.family, base.sense):
        return False
    return not any(clashes(bench, item))


def clashes(bench: Workbench, item: Item) -> Iterator[str]:
    """Yield, as a sentence each, which of the bench's items touch a place that `item` does."""
    for other in bench.task.hidden:
        for found in collision_diagnostics([other, item], bench.data):
            yield found.cause
