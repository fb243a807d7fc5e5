"""The menu's checker in words, its records' errors, and units of authored numbers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from ask2decide.families.menu import Menu, MenuPlan
from ask2decide.family import Data, Effect
from ask2decide.testing.places import with_value
from tests.families.case_menu import courier

MENU = Menu()


def said(choice: str, data: Data) -> tuple[str, ...]:
    return MENU.check(MenuPlan(choice=choice), MENU.parse(data)).violations


@pytest.mark.parametrize(
    ("choice", "pointer", "value", "words"),
    [
        (
            "A",
            "/goal/label",
            "total cost",
            "Plan A comes to 9.5 h (driver time), over the limit of 8 h (driver's shift).",
        ),
        (
            "C",
            "/goal/label",
            "total cost",
            "Plan C comes to 50 kg (load), below the least of 80 kg (parcels waiting).",
        ),
        ("B", "/resources/van/available", False, "Plan B uses Van 1, which is not available."),
        ("B", "/resources/bike/limit", 2, "Plan B needs 3 trips of Bike, over the limit of 2 trips."),
        (
            "B",
            "/rules/budget",
            {"label": "petty cash", "measure": "goal", "at_most": 65},
            "Plan B comes to $66 (total cost), over the limit of $65 (petty cash).",
        ),
        ("Z", "/goal/label", "total cost", "There is no plan 'Z'; choose A, B or C."),
    ],
)
def test_broken_rules_are_said_in_words(choice: str, pointer: str, value: Any, words: str) -> None:
    assert said(choice, with_value(courier(), pointer, value)) == (words,)


@pytest.mark.parametrize(
    ("choice", "pointer", "value"),
    [
        ("A", "/rules/shift/at_most", Decimal("9.5")),
        ("C", "/rules/parcels/at_least", 50),
        ("B", "/resources/bike/limit", 3),
    ],
)
def test_limits_may_be_met_exactly(choice: str, pointer: str, value: Any) -> None:
    assert said(choice, with_value(courier(), pointer, value)) == ()


def test_tolerance_forgives_what_is_within_it() -> None:
    records = MENU.parse(with_value(courier(), "/resources/bike/limit", 2))
    assert MENU.check(MenuPlan(choice="B"), records).value is None
    assert MENU.check(MenuPlan(choice="B"), records, tolerance=records.resources["van"].limit or 0).feasible


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/options/A/uses/vna", 1, "plan A uses 'vna', which is not among the resources; write 'van'"),
        ("/resources/van/rates/hour", 1, "resource van has a rate for 'hour', .* write 'hours'"),
        ("/rules/parcels/measure", "loads", "rule parcels limits 'loads', .* write 'load'"),
        ("/rules/parcels", {"label": "x", "measure": "load"}, "rule parcels sets no limit"),
        ("/measures/goal", {"label": "x", "unit": "h"}, "a measure cannot be called 'goal'"),
        ("/options/A/uses/van", -1, "a number of at least 0 is wanted, not -1"),
        ("/options", {"A": {"label": "x", "uses": {}}}, "at least 2 items"),
        ("/goal/sense", "low", "'min' or 'max'"),
    ],
)
def test_wrong_records_are_refused(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        MENU.parse(with_value(courier(), pointer, value))


@pytest.mark.parametrize(
    ("pointer", "text", "unit"),
    [
        ("/resources/van/goal_rate", "36 $", "h"),
        ("/resources/van/rates/hours", "5 h", "$"),
        ("/resources/van/limit", "1 rounds", "trips"),
        ("/options/B/uses/bike", "4 trips", "rounds"),
        ("/rules/shift/at_most", "8.5 h", "kg"),
        ("/rules/parcels/at_least", "70 kg", "h"),
    ],
)
def test_an_authored_number_may_carry_its_unit_and_no_other(pointer: str, text: str, unit: str) -> None:
    number = text.split()[0]
    assert MENU.read(pointer, text, courier()) == Decimal(number)
    with pytest.raises(ValueError, match=rf"is in .*, not in {'[$]' if unit == '$' else unit}"):
        MENU.read(pointer, f"{number} {unit}", courier())


def test_what_is_no_number_is_left_alone() -> None:
    assert MENU.read("/resources/van/available", False, courier()) is False
    rule = {"label": "petty cash", "measure": "goal", "at_most": 65}
    assert MENU.read("/rules/budget", rule, courier()) is rule


@pytest.mark.parametrize("pointer", ["/resources/van/available", "/resources/nobody/limit", "/rules/new/at_most"])
def test_places_without_a_unit(pointer: str) -> None:
    assert MENU.unit_at(pointer, courier()) == ""


def test_the_goal_cannot_be_turned_round() -> None:
    assert MENU.field_at("/goal/sense") is None


def test_effects_follow_the_place() -> None:
    places = ["/resources/van/goal_rate", "/resources/van/limit", "/resources/van/available", "/rules/budget"]
    fields = [MENU.field_at(place) for place in places]
    effects = [field.effect for field in fields if field is not None]
    assert effects == [Effect.OBJECTIVE, Effect.VALUE, Effect.AVAILABILITY, Effect.CONSTRAINT]


def test_plans_are_described_by_id_and_label() -> None:
    records = MENU.parse(courier())
    assert MENU.describe(MenuPlan(choice="C"), records) == "C: bike only"
    assert MENU.describe(MenuPlan(choice="Q" * 90), records).startswith("Plan 'QQQ")
