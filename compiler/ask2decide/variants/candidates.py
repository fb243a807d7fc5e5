"""Candidates for a twin: the same template about other objects, with changes of the original's size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ask2decide.errors import Place, SpecError
from ask2decide.exact import canonical_json, json_number, to_fraction
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import Kind, TemplateUse
from ask2decide.variants.item_template import Bound, ItemTemplate, ParameterKind
from ask2decide.variants.patches import check_patch
from ask2decide.variants.pointers import MISSING, tokens_of, value_at

Objects = dict[str, str]

SHARES = (Fraction(1), Fraction(-1), Fraction(1, 2))
"""The sizes that are tried, in this order: the original's change, the same one mirrored, half of it."""


@dataclass(frozen=True)
class _Change:
    """What the original does to one number: base value and new value."""

    base: Fraction
    new: Fraction
    relative: bool

    def on(self, base: Fraction, share: Fraction) -> Fraction:
        """Return the new value of a like change on another base value, no finer than the numbers it comes from."""
        difference = (self.new - self.base) * share
        places = max(_places(number) for number in (self.base, self.new, base))
        if self.relative and self.base != 0:
            difference = difference * base / self.base
            places += 1  # half of 1 euro more is 50 cents, where half of 41 minutes had better be 20
        return _rounded(base + difference, places, base)


def twin_candidates(template: ItemTemplate, use: TemplateUse, family: AnyFamily, data: Data) -> Iterator[TemplateUse]:
    """Yield the uses of a template that could be twins of `use`, the likeliest first.

    Every tuple of distinct other objects for the parameters that vary, each with changes of the original's size,
    then mirrored, then halved. Those whose records would be invalid or unchanged are left out. The order is fixed:
    by size, then by how close the base values are to the original's, then as the objects stand in the records.

    Raises
    ------
    SpecError
        When the original's own arguments are wrong.
    """
    original = template.bind(use, family, data, Place(""))
    changes = _changes(template, original)
    tuples = [objects for objects in _tuples(template, original, data) if _differs(template, objects, original)]
    bases = [_bases(template, {**original.values, **objects}, changes, data) for objects in tuples]
    ranked = sorted(range(len(tuples)), key=lambda index: (_distance(bases[index], changes), index))
    seen: set[str] = set()
    for share in SHARES if changes else SHARES[:1]:
        for index in ranked:
            arguments = _arguments(use, tuples[index], changes, bases[index], share)
            candidate = TemplateUse(use.name, arguments)
            key = canonical_json(arguments)
            if key not in seen and _is_sound(template, candidate, family, data):
                seen.add(key)
                yield candidate


def _changes(template: ItemTemplate, original: Bound) -> dict[str, _Change]:
    """Return the changes of the numeric field parameters that have a base value."""
    changes = {}
    for name, base in original.was.items():
        numbers = [_number(base), _number(original.values[name])]
        if numbers[0] is not None and numbers[1] is not None:
            changes[name] = _Change(numbers[0], numbers[1], template.relative)
    return changes


def _tuples(template: ItemTemplate, original: Bound, data: Data) -> Iterator[Objects]:
    """Yield every choice of distinct objects, those that do not vary kept, in the order of the records."""
    parameters = [parameter for parameter in template.parameters if parameter.kind is ParameterKind.OBJECT]

    def extend(chosen: Objects) -> Iterator[Objects]:
        if len(chosen) == len(parameters):
            yield chosen
            return
        parameter = parameters[len(chosen)]
        objects = value_at(data, tokens_of(template.fill(parameter.pointer, {**original.values, **chosen})))
        if parameter.name not in template.varies:
            kept = original.values[parameter.name]
            names = [kept] if isinstance(objects, dict) and kept in objects else []
        else:
            names = [name for name in objects if name not in chosen.values()] if isinstance(objects, dict) else []
        for name in names:
            yield from extend({**chosen, parameter.name: name})

    yield from extend({})


def _differs(template: ItemTemplate, objects: Objects, original: Bound) -> bool:
    return any(objects[name] != original.values[name] for name in template.varies)


def _bases(
    template: ItemTemplate, values: Mapping[str, Any], changes: Mapping[str, _Change], data: Data
) -> dict[str, Fraction]:
    """Return the base values of the changed fields for other objects; one that is no number is left out."""
    bases = {}
    for name in changes:
        value = value_at(data, tokens_of(template.fill(template.parameter(name).pointer, values)))
        number = None if value is MISSING else _number(value)
        if number is not None:
            bases[name] = number
    return bases


def _distance(bases: Mapping[str, Fraction], changes: Mapping[str, _Change]) -> Fraction:
    return sum((abs(bases[name] - changes[name].base) for name in bases), Fraction(0))


def _arguments(
    use: TemplateUse,
    objects: Objects,
    changes: Mapping[str, _Change],
    bases: Mapping[str, Fraction],
    share: Fraction,
) -> dict[str, Any]:
    changed = {name: json_number(changes[name].on(base, share)) for name, base in bases.items()}
    return {**use.arguments, **objects, **changed}


def _is_sound(template: ItemTemplate, use: TemplateUse, family: AnyFamily, data: Data) -> bool:
    try:
        item = template.expand(use, id="twin", kind=Kind.NEW_INFORMATION, family=family, data=data, place=Place(""))
    except SpecError:
        return False
    return not check_patch(item.patch, data, family)


def _number(value: Any) -> Fraction | None:
    try:
        return to_fraction(value)
    except ValueError:
        return None


def _places(value: Fraction) -> int:
    """Return how many decimal places a number has; 12 where its decimals do not end before."""
    return next((places for places in range(12) if (value * 10**places).denominator == 1), 12)


def _rounded(value: Fraction, places: int, toward: Fraction) -> Fraction:
    """Return `value` rounded to that many places, toward the base value: a half-size change never grows."""
    scaled = value * 10**places
    return Fraction(scaled.__floor__() if value >= toward else scaled.__ceil__(), 10**places)
