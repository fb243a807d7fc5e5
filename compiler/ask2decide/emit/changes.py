"""What an item changes in the records: as RFC 6902 operations for the judge, and in words for the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ask2decide.exact import number_text, to_fraction
from ask2decide.family import AnyFamily, Data, Field
from ask2decide.spec import Item, Operation
from ask2decide.variants.pointers import MISSING, tokens_of, value_at

ABSENT = "—"


def operation_data(operation: Operation, family: AnyFamily, base_data: Data) -> dict[str, Any]:
    """Return one operation in RFC 6902 form, its value as the records hold it (minutes, not ``"10:00"``)."""
    if operation.op == "remove":
        return {"op": operation.op, "path": operation.path}
    value = family.read(operation.path, operation.value, base_data)
    return {"op": operation.op, "path": operation.path, "value": value}


@dataclass(frozen=True)
class Change:
    """One place that an item changes, in words.

    Parameters
    ----------
    meaning : str
        What stands there, e.g. "start of the time window".
    objects : str
        Whose it is: what people call the objects in the pointer.
    before, after : str
        What the knowledge base says, and what holds today.
    otherwise : str
        Further plausible values; empty without any.
    unit : str
        Unit of the numbers; empty for none.
    """

    meaning: str
    objects: str
    before: str
    after: str
    otherwise: str
    unit: str


def changes(item: Item, family: AnyFamily, base_data: Data) -> tuple[Change, ...]:
    """Return what the item's true version changes against the knowledge base alone, place by place."""
    return tuple(_change(operation, item, family, base_data) for operation in item.patch)


def _change(operation: Operation, item: Item, family: AnyFamily, base_data: Data) -> Change:
    field = family.field_at(operation.path)
    others = [
        _value_after(other, family, base_data)
        for patch in item.patches[1:]
        for other in patch
        if other.path == operation.path
    ]
    return Change(
        meaning=field.meaning if field else tokens_of(operation.path)[-1],
        objects=_place(operation.path, field, family, base_data),
        before=_value_before(operation, family, base_data),
        after=_value_after(operation, family, base_data),
        otherwise=" or ".join(others),
        unit="" if field and field.clock else family.unit_at(operation.path, base_data),
    )


def _place(pointer: str, field: Field | None, family: AnyFamily, base_data: Data) -> str:
    names = [family.object_name(name, base_data) for name in _objects(pointer, field)]
    place = family.place_name(pointer, names)
    return place[:1].upper() + place[1:]


def _value_before(operation: Operation, family: AnyFamily, base_data: Data) -> str:
    """Return what is on record; where a mark is set that was absent, a plain no."""
    value = value_at(base_data, tokens_of(operation.path))
    if value is MISSING and operation.value is True:
        return value_words(False)
    return _shown(value, operation.path, family, base_data)


def _value_after(operation: Operation, family: AnyFamily, base_data: Data) -> str:
    if operation.op == "remove":
        return "removed"
    return _shown(operation_data(operation, family, base_data)["value"], operation.path, family, base_data)


def _shown(value: Any, pointer: str, family: AnyFamily, base_data: Data) -> str:
    """Return a value in words; minutes after the day's start as a time of day."""
    field = family.field_at(pointer)
    if isinstance(value, Mapping) and value:
        entries = ((key, _shown(entry, f"{pointer}/{key}", family, base_data)) for key, entry in value.items())
        return ", ".join(f"{key} {words}" for key, words in entries)
    if field is not None and field.clock and isinstance(value, int | Decimal) and not isinstance(value, bool):
        return family.clock(to_fraction(value), base_data)
    return value_words(value)


def _objects(pointer: str, field: Field | None) -> Sequence[str]:
    if field is None:
        return tokens_of(pointer)[:-1]
    pattern = tokens_of(field.pointer)
    return [token for token, part in zip(tokens_of(pointer), pattern, strict=True) if part == "*" and token != "-"]


def value_words(value: Any) -> str:
    """Return a value of the records in words, never as raw JSON.

    >>> value_words({"opens": 41, "vans": ["A", "B"], "late": True})
    'opens 41, vans A and B, late yes'
    """
    if value is MISSING or value is None:
        return ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Decimal | Fraction):
        return number_text(to_fraction(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_words(entry)}" for key, entry in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        shown = [value_words(entry) for entry in value]
        return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown) or "nothing"
    return str(value)
