"""Menus for the contract test: random ones, and one whose totals are worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

from ask2decide.families.menu import Menu, MenuPlan, MenuRecords
from ask2decide.family import Data
from ask2decide.testing import FamilyCase, Published

MEASURES = {"hours": {"label": "driver time", "unit": "h"}, "load": {"label": "load", "unit": "kg"}}


def courier() -> Data:
    """Three plans: A costs 2*30 = 60, B 30 + 3*12 = 66, C 5*12 = 60; A needs 9.5 h and C carries 50 kg."""
    return {
        "goal": {"sense": "min", "label": "total cost", "unit": "$"},
        "measures": MEASURES,
        "resources": {
            "van": {
                "label": "Van 1",
                "unit": "rounds",
                "available": True,
                "goal_rate": 30,
                "rates": {"hours": Decimal("4.75"), "load": 60},
                "limit": 2,
            },
            "bike": {"label": "Bike", "unit": "trips", "available": True, "goal_rate": 12, "rates": {"load": 10}},
        },
        "options": {
            "A": {"label": "two van rounds", "uses": {"van": 2}},
            "B": {"label": "one van round, three bike trips", "uses": {"van": 1, "bike": 3}},
            "C": {"label": "bike only", "uses": {"bike": 5}},
        },
        "rules": {
            "shift": {"label": "driver's shift", "measure": "hours", "at_most": 8},
            "parcels": {"label": "parcels waiting", "measure": "load", "at_least": 80},
        },
    }


numbers = st.integers(-3, 8) | st.sampled_from([Decimal("0.5"), Decimal("2.25")])
quantities = st.integers(0, 4) | st.sampled_from([Decimal("0.5"), Decimal("1.5")])


@st.composite
def menus(draw: st.DrawFn) -> Data:
    """Two to five plans over one to three resources, with and without limits and rules."""
    resources = {}
    for name in draw(st.sampled_from([["r1"], ["r1", "r2"], ["r1", "r2", "r3"]])):
        resource = {
            "label": name,
            "unit": "u",
            "available": draw(st.integers(0, 5)) > 0,
            "goal_rate": draw(numbers),
            "rates": draw(st.dictionaries(st.sampled_from(sorted(MEASURES)), numbers)),
        }
        if draw(st.booleans()):
            resource["limit"] = draw(quantities)
        resources[name] = resource
    uses = st.dictionaries(st.sampled_from(sorted(resources)), quantities)
    options = {name: {"label": name, "uses": draw(uses)} for name in "ABCDE"[: draw(st.integers(2, 5))]}
    rule = st.fixed_dictionaries(
        {"label": st.just("rule"), "measure": st.sampled_from([*sorted(MEASURES), "goal"])},
        optional={"at_most": numbers, "at_least": numbers},
    ).filter(lambda entry: len(entry) > 2)
    return {
        "goal": {"sense": draw(st.sampled_from(["min", "max"])), "label": "total", "unit": "$"},
        "measures": MEASURES,
        "resources": resources,
        "options": options,
        "rules": draw(st.dictionaries(st.sampled_from(["q1", "q2"]), rule)),
    }


def choices(records: MenuRecords) -> st.SearchStrategy[MenuPlan]:
    """Any plan of the menu, or one that is not on it."""
    return st.builds(MenuPlan, choice=st.sampled_from([*records.options, "Z", "choose[A]"]))


def every_choice(records: MenuRecords) -> Iterable[MenuPlan]:
    """The whole menu."""
    return [MenuPlan(choice=name) for name in records.options]


CASE = FamilyCase(
    family=Menu(),
    records=menus(),
    plans=choices,
    mutated=lambda _, records: choices(records),
    published=(Published("courier", courier, Fraction(66)),),
    every_plan=every_choice,
    additions={
        "/resources/bike/limit": 4,
        "/resources/bike/rates/hours": Decimal("0.5"),
        "/options/C/uses/van": 1,
        "/rules/budget": {"label": "petty cash", "measure": "goal", "at_most": 65},
        "/rules/shift/at_least": 1,
    },
)
