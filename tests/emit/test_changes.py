from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from ask2decide.emit.changes import changes, operation_data, value_words
from ask2decide.families.blend import Blend
from ask2decide.families.menu import Menu
from ask2decide.families.vrptw import Vrptw
from ask2decide.family import Effect, Family, Field, Sense
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.pointers import tokens_of, value_at
from tests.emit.tiny import FAMILY, base_data
from tests.emit.tiny_model import Tiny

DATA = base_data(Sense.MIN)


class Clocked(Tiny):
    fields = (Field("/least", "start of the window", "min", Effect.VALUE, clock=True),)


def item(*operations: Operation, also: tuple[Operation, ...] = ()) -> Item:
    patches = (operations, also) if also else (operations,)
    return Item("H1", Kind.NEW_INFORMATION, ("A",), "A note.", patches)


def test_a_change_names_field_object_unit_old_and_new() -> None:
    (change,) = changes(item(Operation("replace", "/suppliers/A/rate", Decimal("6.5"))), FAMILY, DATA)
    assert (change.meaning, change.objects, change.before, change.after, change.unit) == (
        "rate",
        "Mill A",
        "4",
        "6.5",
        "$/t",
    )


def test_further_plausible_values_are_shown_beside_the_true_one() -> None:
    (change,) = changes(
        item(Operation("replace", "/least", 3), also=(Operation("replace", "/least", 5),)), FAMILY, DATA
    )
    assert (change.after, change.otherwise) == ("3", "5")


def test_what_is_added_was_absent_and_what_is_removed_says_so() -> None:
    new = {"label": "Mill D", "rate": 7, "open": True}
    added, removed = changes(
        item(Operation("add", "/suppliers/D", new), Operation("remove", "/suppliers/C")), FAMILY, DATA
    )
    assert (added.before, added.after) == ("—", "label Mill D, rate 7, open yes")
    assert (removed.before, removed.after) == ("label Mill C, rate 9, open yes", "removed")


def test_a_mark_that_was_absent_reads_as_no() -> None:
    (change,) = changes(item(Operation("add", "/suppliers/A/late", True)), FAMILY, DATA)
    assert (change.before, change.after) == ("no", "yes")


@pytest.mark.parametrize(
    ("family", "pointer", "names", "place"),
    [
        (Vrptw(), "/distances/C20/C01", ["C20", "C01"], "C20 to C01"),
        (Vrptw(), "/customers/C20/opens", ["C20"], "C20"),
        (Blend(), "/products/value/shares/sugar/max", ["Value", "sugar"], "sugar in Value"),
        (Menu(), "/resources/van_2/limit", ["Van 2"], "Van 2"),
    ],
)
def test_a_place_reads_as_people_say_it(family: Family[Any, Any], pointer: str, names: list[str], place: str) -> None:
    assert family.place_name(pointer, names) == place


def test_an_object_is_called_by_its_label_else_by_its_id() -> None:
    assert FAMILY.object_name("A", DATA) == "Mill A"
    assert FAMILY.object_name("C07", {**DATA, "customers": {"C07": {"demand": 3}}}) == "C07"


def test_a_clock_time_goes_to_the_judge_as_the_records_hold_it() -> None:
    operation = Operation("replace", "/least", "01:30")
    assert operation_data(operation, Clocked(), DATA) == {"op": "replace", "path": "/least", "value": 90}
    again = Operation("replace", "/least", 90)
    assert operation_data(again, Clocked(), DATA)["value"] == 90


def test_a_clock_field_is_shown_as_a_time_of_day() -> None:
    data = {**DATA, "least": 41, "day": {"starts": "08:00"}}
    (change,) = changes(item(Operation("replace", "/least", "09:05")), Clocked(), data)
    assert (change.meaning, change.before, change.after, change.unit) == ("start of the window", "08:41", "09:05", "")


def test_a_removal_carries_no_value() -> None:
    assert operation_data(Operation("remove", "/least"), FAMILY, DATA) == {"op": "remove", "path": "/least"}


def test_pointers_are_unescaped() -> None:
    assert value_at({"a/b": {"~c": [1, 2]}}, tokens_of("/a~1b/~0c/1")) == 2
    assert value_words(value_at(DATA, tokens_of("/nowhere"))) == "—"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "yes"),
        (False, "no"),
        (None, "—"),
        (Decimal("2.50"), "2.5"),
        ("10:00", "10:00"),
        ([], "nothing"),
        (["A"], "A"),
        (["A", "B", 3], "A, B and 3"),
        ({}, "nothing"),
        ({"from": "A", "to": "B"}, "from A, to B"),
    ],
)
def test_values_read_as_words(value: object, shown: str) -> None:
    assert value_words(value) == shown
