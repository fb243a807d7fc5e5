"""The problems theta_S of a package, from agent/knowledge_base.json and judge/items.json, and the checker's costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ask2decide.exact import canonical_json, dump_json
from ask2decide.family import AnyFamily, Data, Effect, PlanModel, Sense
from ask2decide.judge.mistakes import in_words
from ask2decide.judge.reading import Rejection, read_plan
from ask2decide.spec import Operation
from ask2decide.variants.theta import PatchError, apply
from ask2decide.verify.files import ITEMS, ItemPatches, OperationShape, damaged


class Problems:
    """Makes each theta_S once, and costs plans in it.

    Parameters
    ----------
    folder : Path
        The package, for messages.
    base : dict
        Records of theta_0.
    items : mapping of str to ItemPatches
        In the spec's order.
    """

    def __init__(
        self, folder: Path, family: AnyFamily, sense: Sense, base: Data, items: Mapping[str, ItemPatches]
    ) -> None:
        self.folder = folder
        self.family = family
        self.maximise = sense is Sense.MAX
        self.base = base
        self.items = items
        self._records: dict[str, Any] = {}
        self._content: dict[str, str] = {}
        self._plans: dict[str, PlanModel | Rejection] = {}
        self._costs: dict[tuple[str, str], Fraction | None] = {}

    def key(self, known: Sequence[str], item: str = "", version: int = 0) -> str:
        """Return a problem's key: the known items in the spec's order, with `item` at a further plausible value."""
        ordered = [name for name in self.items if name in known]
        return ",".join([*ordered, f"{item}#{version}"] if version else ordered)

    def has(self, key: str) -> bool:
        """Return whether a key names a problem of this task, written as `key` writes it."""
        parts = key.split(",") if key else []
        known = [part for part in parts if "#" not in part]
        item, _, version = parts[-1].partition("#") if parts else ("", "", "")
        if not version:
            return self.key(known) == key
        number = int(version) if version.isascii() and version.isdigit() and len(version) < 6 else 0
        return item in self.items and 0 < number <= len(self.items[item].also) and self.key(known, item, number) == key

    def background(self, item: str, conditional: bool) -> list[str]:
        """Return what is known beside `item`: nothing, or everything else."""
        return [name for name in self.items if name != item] if conditional else []

    def compared(self, item: str, conditional: bool) -> list[str]:
        """Return the keys of the problems that a regret of `item` compares (Eq. 3)."""
        known = self.background(item, conditional)
        further = range(1, len(self.items[item].also) + 1)
        return [self.key(known), self.key([*known, item]), *(self.key(known, item, number) for number in further)]

    def data(self, key: str) -> Data:
        """Return the records of the problem with that key: theta_0 with the patches of its items applied."""
        versions: dict[str, int] = {}
        for part in filter(None, key.split(",")):
            name, _, version = part.partition("#")
            versions[name] = int(version or 0)
        operations: list[Operation] = []
        for name in self._in_order():
            if name in versions:
                patch = self.patch(name, versions[name])
                operations += [Operation(entry.op, entry.path, entry.value) for entry in patch]
        try:
            return apply(operations, self.base)
        except PatchError as error:
            raise damaged(self.folder / ITEMS, f"the patches of {{{key}}} do not apply: {error.cause}") from None

    def patch(self, item: str, version: int = 0) -> Sequence[OperationShape]:
        """Return an item's operations: the true version, or a further plausible one."""
        entry = self.items[item]
        return entry.also[version - 1] if version else entry.patch

    def content(self, key: str) -> str:
        """Return the records of a problem as one text: equal texts are the same problem."""
        if key not in self._content:
            self._content[key] = canonical_json(self.data(key))
        return self._content[key]

    def cost(self, plan: Mapping[str, Any], key: str) -> Fraction | None:
        """Return a plan's exact cost by the family's checker at tolerance 0; None when it breaks a rule."""
        text = dump_json(plan)
        if (text, key) not in self._costs:
            self._costs[text, key] = self._checked(text, key)
        return self._costs[text, key]

    def rejection(self, plan: Mapping[str, Any]) -> str | None:
        """Return why this is not a plan of the family's format; None when it is one."""
        found = self._plan(dump_json(plan))
        return found.reason if isinstance(found, Rejection) else None

    def effects(self, item: str, version: int = 0) -> set[Effect | None]:
        """Return what the places that an item's patch touches are to the model; None for one that is no field."""
        effects: set[Effect | None] = set()
        for operation in self.patch(item, version):
            field = self.family.field_at(operation.path)
            added = field is not None and operation.op == "add" and field.effect is Effect.VALUE
            effects.add(Effect.CONSTRAINT if added else None if field is None else field.effect)
        return effects

    def _checked(self, text: str, key: str) -> Fraction | None:
        plan = self._plan(text)
        if isinstance(plan, Rejection):
            return None
        if key not in self._records:
            try:
                self._records[key] = self.family.parse(self.data(key))
            except ValidationError as error:
                raise damaged(self.folder / ITEMS, f"the records of {{{key}}} are none: {in_words(error)}") from None
        value = self.family.check(plan, self._records[key]).value
        return None if value is None else -value if self.maximise else value

    def _plan(self, text: str) -> PlanModel | Rejection:
        if text not in self._plans:
            self._plans[text] = read_plan(text, self.family)
        return self._plans[text]

    def _in_order(self) -> list[str]:
        """Return all items in the spec's order, each behind those that it is applied after, through others included."""
        waiting = list(self.items)
        ordered: list[str] = []
        while waiting:
            free = [name for name in waiting if not set(self.items[name].after) & (set(waiting) - {name})]
            if not free:
                raise damaged(self.folder / ITEMS, f"{', '.join(waiting)} come after one another")
            ordered.append(free[0])
            waiting.remove(free[0])
        return ordered
