"""Every item against the base records: its places, its old and new values, and what it does beside the others.

theta_S must be valid for every S. That is checked for each item alone, for each pair and for all together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from pydantic import ValidationError

from ask2decide.errors import Diagnostic, Place, did_you_mean, nearest
from ask2decide.exact import authored, canonical_json, to_fraction
from ask2decide.family import AnyFamily, Data, Sense
from ask2decide.spec import Item, Operation
from ask2decide.variants.collisions import collision_diagnostics
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.pointers import (
    MISSING,
    is_index,
    keys_in,
    nearest_field,
    nearest_key,
    pointer_of,
    same_value,
    tokens_of,
    value_at,
    within,
)
from ask2decide.variants.record_words import cause_and_hint, readable_causes
from ask2decide.variants.theta import PatchError, apply, changed, variant


def check_items(items: Sequence[Item], data: Data, family: AnyFamily) -> list[Diagnostic]:
    """Return every mistake of the items against the base records; empty when every theta_S is valid.

    Parameters
    ----------
    items : sequence of Item
        Hidden items, their values already read through ``family.read``.
    data : dict
        theta_0's records, themselves valid.
    """
    found: list[Diagnostic] = []
    sound: list[Item] = []
    names = sorted(set(keys_in(data)))
    sense = family.sense(family.parse(data))
    for item in items:
        mistakes = [*_about(item, names), *_patches(item, data, family, sense), *_effect(item, family)]
        found += mistakes
        if not mistakes:
            sound.append(item)
    collisions = collision_diagnostics(items, data)
    found += collisions
    if not collisions:
        found += _together(sound, data, family)
    return found


def check_patch(
    operations: Sequence[Operation], data: Data, family: AnyFamily, sense: Sense | None = None
) -> list[Diagnostic]:
    """Return every mistake of one patch on its own: its places, its values, and the records it leaves.

    Parameters
    ----------
    sense : Sense, optional
        The base's, which a patch must keep.
    """
    found = []
    current = data
    for operation in operations:
        complaint = _operation(operation, data, current, family)
        if complaint is not None:
            found.append(Diagnostic(operation.place, *complaint))
            continue
        current = changed(operation, current)
    return found or _records_left(current, family, operations, sense)


def _records_left(
    data: Data, family: AnyFamily, operations: Sequence[Operation], sense: Sense | None
) -> list[Diagnostic]:
    """Return what is wrong with patched records, each mistake at the operation that is to blame for it."""
    place = operations[-1].place if operations else Place("")
    try:
        records = family.parse(data)
    except ValidationError as error:
        return [_invalid(details, family, operations) for details in error.errors(include_url=False)]
    except ValueError as error:
        return [Diagnostic(place, f"the records are no longer valid: {error}.", "change the value.")]
    if sense is None or family.sense(records) is sense:
        return []
    fix = "let hidden items change costs or rewards, and leave what is optimised as it is."
    return [Diagnostic(place, "an item must not turn the objective's sense.", fix)]


def _about(item: Item, names: Sequence[str]) -> Iterator[Diagnostic]:
    place = item.place.below("about")
    if not 1 <= len(item.about) <= 3:
        fix = "name the one to three objects that a question must mention."
        yield Diagnostic(place, f"the item is about {len(item.about)} objects.", fix)
    for name in item.about:
        if name not in names:
            yield Diagnostic(place, f"{name!r} is no object or section of the records.", did_you_mean(name, names))


def _effect(item: Item, family: AnyFamily) -> Iterator[Diagnostic]:
    derived = derive_effect(item.patch, family)
    if item.effect is not None and item.effect != derived.value:
        cause = f"the item is tagged {item.effect!r}, but its patch has the effect {derived.value!r}."
        yield Diagnostic(item.place.below("effect"), cause, f"write {derived.value!r}, or leave the tag out.")


def _patches(item: Item, data: Data, family: AnyFamily, sense: Sense) -> Iterator[Diagnostic]:
    found = [mistake for patch in item.patches for mistake in check_patch(patch, data, family, sense)]
    yield from found
    if found or len(item.patches) == 1:
        return
    results = [canonical_json(apply(patch, data)) for patch in item.patches]
    for version in range(1, len(results)):
        if results[version] in results[:version]:
            same = results.index(results[version])
            other = "the true version" if same == 0 else f"also[{same - 1}]"
            place = item.place.below(f"also[{version - 1}]")
            yield Diagnostic(place, f"this further value makes the same records as {other}.", "give another value.")


def _operation(operation: Operation, base: Data, current: Data, family: AnyFamily) -> tuple[str, str] | None:
    """Return cause and fix of what is wrong with one operation on the records as the ones before it left them."""
    tokens, path = tokens_of(operation.path), operation.path
    if family.field_at(path) is None:
        return f"items may not change {path!r}.", nearest_field(path, family.fields)
    there = value_at(current, tokens)
    if operation.op == "add":
        return _addition(current, tokens, there)
    if there is MISSING:
        return f"there is nothing at {path!r} to {operation.op}.", _instead(operation, current, tokens)
    was = value_at(base, tokens)
    if operation.has_was and not same_value(was if was is not MISSING else None, operation.was):
        cause = f"the base holds {_shown(was)} at {path!r}, not {_shown(operation.was)}."
        return cause, "the base has changed since this was written: check the item, then write the present value."
    if operation.op == "replace" and same_value(there, operation.value):
        return (
            f"{path!r} already is {_on_record(there, path, base, family)}: the item changes nothing.",
            "give another value.",
        )
    return None


def _instead(operation: Operation, current: Data, tokens: tuple[str, ...]) -> str:
    holder = value_at(current, tokens[:-1])
    if operation.op == "replace" and isinstance(holder, dict) and nearest(tokens[-1], map(str, holder)) is None:
        return "use add to put a value there, or correct the path."
    return nearest_key(current, tokens)


def _addition(current: Data, tokens: tuple[str, ...], there: Any) -> tuple[str, str] | None:
    path, parent = pointer_of(tokens), value_at(current, tokens[:-1])
    if parent is MISSING:
        return f"there is no {pointer_of(tokens[:-1])!r} to add to.", nearest_key(current, tokens[:-1])
    if isinstance(parent, list):
        fits = tokens[-1] == "-" or (is_index(tokens[-1]) and int(tokens[-1]) <= len(parent))
        return None if fits else (f"{tokens[-1]!r} is no position in a list.", "use '-' to add at the end.")
    if not isinstance(parent, dict):
        return f"{pointer_of(tokens[:-1])!r} is a single value.", "replace it, or correct the path."
    if there is not MISSING:
        return f"{path!r} already is {_shown(there)}.", "use replace to change it."
    return None


def _together(items: Sequence[Item], data: Data, family: AnyFamily) -> Iterator[Diagnostic]:
    """Yield what goes wrong for pairs of items that are sound alone, for all, and for all with a further value."""
    clashes = False
    for pair in combinations(items, 2):
        for mistake in _joint(pair, data, family):
            clashes = True
            yield mistake
    if clashes or len(items) < 2:
        return
    if len(items) > 2:
        yield from _joint(items, data, family)
    if len({item.id for item in items}) < len(items):
        return  # an id that stands twice, which is a mistake of its own, names no version
    for item in items:
        for number in range(1, len(item.patches)):
            yield from _joint(items, data, family, item, number)


def _joint(
    items: Sequence[Item], data: Data, family: AnyFamily, further: Item | None = None, number: int = 0
) -> list[Diagnostic]:
    """Return what is wrong with the records of all `items`, one of them at its further value of that number."""
    names = " and ".join(repr(item.id) for item in items) if len(items) < 3 else "all items"
    place, fix = items[-1].place, "change one of their values: every set of items must make valid records."
    if further is not None:
        names, place = (
            f"{names}, {further.id!r} at its further value {number},",
            further.place.below(f"also[{number - 1}]"),
        )
    versions = {} if further is None else {further.id: number}
    try:
        family.parse(variant(items, [item.id for item in items], data, versions))
    except PatchError as error:
        return [Diagnostic(place, f"{names} cannot hold together: {error.cause}", fix)]
    except ValueError as error:
        return [Diagnostic(place, f"{names} cannot hold together: {readable_causes(error)}.", fix)]
    return []


def _invalid(details: Mapping[str, Any], family: AnyFamily, operations: Sequence[Operation]) -> Diagnostic:
    location = tuple(str(part) for part in details["loc"])
    touching = [
        operation
        for operation in operations
        if within(location, tokens_of(operation.path)) or within(tokens_of(operation.path), location)
    ]
    to_blame = touching[-1] if touching else operations[-1]
    field = family.field_at(to_blame.path)
    cause, hint = cause_and_hint(details)
    if not touching or len(location) < len(tokens_of(to_blame.path)) or field is None:
        cause = f"with this change to {to_blame.path!r}, {cause}."
        return Diagnostic(to_blame.place, cause, hint or "give a value with which the records stay valid.")
    unit = f", in {field.unit}" if field.unit else ""
    cause = f"the value for {pointer_of(location)!r} ({field.meaning}{unit}) does not fit: {cause}."
    return Diagnostic(to_blame.place, cause, hint or "give a value of that form.")


def _on_record(value: Any, path: str, data: Data, family: AnyFamily) -> str:
    """Return a value as its author would write it: a clock field's minutes as a time of day."""
    field = family.field_at(path)
    if field is None or not field.clock or value is None:
        return _shown(value)
    return family.clock(to_fraction(value), data)


def _shown(value: Any) -> str:
    return "nothing" if value is MISSING else authored(value)
