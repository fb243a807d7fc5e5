"""Every use of an item template that is worth trying: all its objects, with the values it proposes for each.

The order is fixed, and fair to the objects: each choice of them stands once before any stands twice, the pairs of one
object do not all come first, and the proposals take turns.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar

from ask2decide.exact import json_number, to_fraction
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import TemplateUse
from ask2decide.variants import suggested
from ask2decide.variants.item_template import ItemTemplate, Parameter, ParameterKind, template_filters
from ask2decide.variants.pointers import MISSING, tokens_of, value_at
from ask2decide.variants.rendering import RenderError, evaluate, undeclared

SHARES = (Fraction(1, 4), Fraction(-1, 4))
"""By which share of its base value a field changes that a template proposes no value for."""

LONGEST_ID = 60
"""The most characters of an id in task.yaml."""

Objects = dict[str, str]

T = TypeVar("T")


@dataclass(frozen=True)
class Use:
    """A use of a template, with the id that its item takes: the same in every run."""

    id: str
    use: TemplateUse


@dataclass(frozen=True)
class Unusable:
    """A use that its template cannot make of these objects, and why: a proposal reads what their records lack."""

    reason: str


class Uses:
    """The uses of one template on one base.

    Parameters
    ----------
    optimum : Fraction or None
        theta_0's best value in the family's own sense, for the proposals that read it.
    """

    def __init__(self, template: ItemTemplate, family: AnyFamily, data: Data, optimum: Fraction | None) -> None:
        self.template = template
        self.family = family
        self.data = data
        self.optimum = optimum

    def __len__(self) -> int:
        """How many uses there are at most: every choice of objects, with every proposal."""
        return sum(len(list(self._objects(proposal))) for proposal in self._proposals)

    def __iter__(self) -> Iterator[Use | Unusable]:
        chosen = [list(self._objects(proposal)) for proposal in self._proposals]
        longest = max(map(len, chosen), default=0)
        for turn in range(len(chosen)):
            for position in _spread(longest) if self._names_several else range(longest):
                number = (position + turn) % len(chosen)
                if position < len(chosen[number]):
                    yield self._use(number, chosen[number][position])

    def of_id(self, wanted: str) -> Use | None:
        """Return the use whose item has that id, None where there is none."""
        made = (self._use(number, objects) for number, p in enumerate(self._proposals) for objects in self._objects(p))
        return next((use for use in made if isinstance(use, Use) and use.id == wanted), None)

    @property
    def _names_several(self) -> bool:
        return sum(parameter.kind is ParameterKind.OBJECT for parameter in self.template.parameters) > 1

    @property
    def _proposals(self) -> tuple[Mapping[str, Any], ...]:
        values = self.template.suggest.values
        if any(set(self._without_value(proposal)) & {ParameterKind.FIELD} for proposal in values):
            return tuple({**proposal, "": share} for proposal in values for share in SHARES)
        return values

    def _without_value(self, proposal: Mapping[str, Any]) -> Iterator[ParameterKind]:
        return (parameter.kind for parameter in self.template.parameters if parameter.name not in proposal)

    def _objects(self, proposal: Mapping[str, Any]) -> Iterator[Objects]:
        """Yield every choice of distinct objects for the parameters that the proposal leaves open."""
        wanted = [p for p in self.template.parameters if p.kind is ParameterKind.OBJECT and p.name not in proposal]

        def extend(chosen: Objects) -> Iterator[Objects]:
            if len(chosen) == len(wanted):
                yield chosen
                return
            parameter = wanted[len(chosen)]
            objects = value_at(self.data, tokens_of(self.template.fill(parameter.pointer, chosen)))
            for name in objects if isinstance(objects, dict) else ():
                if name not in chosen.values():
                    yield from extend({**chosen, parameter.name: name})

        yield from extend({})

    def _use(self, number: int, objects: Objects) -> Use | Unusable:
        try:
            arguments = self._arguments(self._proposals[number], objects)
        except (RenderError, ValueError) as error:
            return Unusable(str(error))
        use = TemplateUse(self.template.name, arguments)
        return Use(item_id([use.name, *argument_words(self.template, arguments)]), use)

    def _arguments(self, proposal: Mapping[str, Any], objects: Objects) -> dict[str, Any]:
        values: dict[str, Any] = dict(objects)
        was: dict[str, Any] = {}
        objects_first = sorted(self.template.parameters, key=lambda p: p.kind is not ParameterKind.OBJECT)
        for parameter in objects_first:
            if parameter.kind is ParameterKind.OBJECT and parameter.name in proposal:
                values[parameter.name] = self._evaluated(proposal[parameter.name], values, was)
        for parameter in self.template.parameters:
            base = self._base(parameter, values)
            if base is not MISSING:
                was[parameter.name] = base
        for parameter in objects_first:
            if parameter.name not in values:
                values[parameter.name] = self._value(parameter, proposal, values, was)
        return authored(self.template, values, self.family, self.data)

    def _value(
        self, parameter: Parameter, proposal: Mapping[str, Any], values: Mapping[str, Any], was: Mapping[str, Any]
    ) -> Any:
        if parameter.name in proposal:
            return self._evaluated(proposal[parameter.name], values, was)
        if parameter.kind is ParameterKind.TEXT:
            return f"the {parameter.name.replace('_', ' ')} is still to be written"
        if parameter.kind is ParameterKind.FIELD and parameter.name in was:
            return _moved(to_fraction(was[parameter.name]), proposal[""])
        raise ValueError(f"the template proposes no value for {parameter.name!r}, and the records hold none")

    def _base(self, parameter: Parameter, values: Mapping[str, Any]) -> Any:
        if parameter.kind is not ParameterKind.FIELD:
            return MISSING
        return value_at(self.data, tokens_of(self.template.fill(parameter.pointer, values)))

    def _evaluated(self, value: Any, values: Mapping[str, Any], was: Mapping[str, Any]) -> Any:
        if not isinstance(value, str):
            return value
        names: dict[str, Any] = {**values, "was": was}
        wanted, _ = undeclared(value)
        if suggested.RECORDS in wanted:
            names[suggested.RECORDS] = self.data
        if suggested.OPTIMUM in wanted and self.optimum is not None:
            names[suggested.OPTIMUM] = self.optimum
        return evaluate(value, names, template_filters(self.family, self.data))


def authored(template: ItemTemplate, values: Mapping[str, Any], family: AnyFamily, data: Data) -> dict[str, Any]:
    """Return arguments as an author writes them: in the template's order, whole minutes of a clock field as a time."""
    return {
        parameter.name: _authored_value(family, template.fill(parameter.pointer, values), values[parameter.name], data)
        if parameter.kind is ParameterKind.FIELD
        else values[parameter.name]
        for parameter in template.parameters
    }


def argument_words(
    template: ItemTemplate, arguments: Mapping[str, Any], among: Sequence[str] | None = None
) -> list[str]:
    """Return what tells one use of a template from another as words: its objects, then its values, not its texts.

    Parameters
    ----------
    among : sequence of str, optional
        The object parameters that are named; all of them where nothing is said.
    """
    kinds = {p.name: p.kind for p in template.parameters}
    objects = [
        name for name, kind in kinds.items() if kind is ParameterKind.OBJECT and (among is None or name in among)
    ]
    values = [name for name, kind in kinds.items() if kind in (ParameterKind.FIELD, ParameterKind.NUMBER)]
    plain = (re.sub(r"[^A-Za-z0-9]+", "_", str(arguments[name]).replace(":", "")).strip("_") for name in values)
    return [*(str(arguments[name]) for name in objects), *(word for word in plain if word)]


def item_id(words: Sequence[str]) -> str:
    """Return an item's id made of words; where an id cannot hold them as they are, a digest tells them apart.

    >>> item_id(["road_closed", "C24", "depot"]), item_id(["out", "van 2"])
    ('road_closed_C24_depot', 'out_van_2_7751')
    """
    plain = "_".join(words)
    text = re.sub(r"[^A-Za-z0-9_]", "_", plain)
    if text == plain and len(text) <= LONGEST_ID:
        return text
    return f"{text[: LONGEST_ID - 5]}_{hashlib.sha256(plain.encode()).hexdigest()[:4]}"


def _authored_value(family: AnyFamily, pointer: str, value: Any, data: Data) -> Any:
    """Return a field's value as an author writes it: whole minutes of a clock field as a time of day."""
    field = family.field_at(pointer)
    if field is None or not field.clock or isinstance(value, bool) or not isinstance(value, int | Decimal):
        return value
    text = family.clock(to_fraction(value), data)
    try:
        same = to_fraction(family.read(pointer, text, data)) == to_fraction(value)
    except ValueError:
        return value
    return text if same else value


def turns(queues: Sequence[Iterator[T]]) -> Iterator[T]:
    """Yield from several iterators, which take turns, until all have ended."""
    waiting = list(queues)
    while waiting:
        for queue in list(waiting):
            try:
                yield next(queue)
            except StopIteration:
                waiting.remove(queue)


def _spread(count: int) -> Iterator[int]:
    """Yield 0 to `count` - 1 so that the first few lie far apart: the pairs of one object do not all come first.

    >>> list(_spread(7))
    [0, 4, 1, 5, 2, 6, 3]
    """
    step = max(1, count * 618 // 1000)
    while gcd(step, count) > 1:
        step += 1
    return (index * step % count for index in range(count))


def _moved(base: Fraction, share: Fraction) -> Any:
    """Return a base value changed by a share of itself, on the base's own decimal places, and by at least one unit."""
    places = next((places for places in range(12) if (base * 10**places).denominator == 1), 12)
    unit = Fraction(1, 10**places)
    change = Fraction(round(abs(base * share) / unit)) * unit or unit
    return json_number(base + (change if share > 0 else -change))
