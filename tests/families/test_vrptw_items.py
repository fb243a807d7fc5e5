"""The item templates of `vrptw`: each says what its patch does, and leaves records that the family accepts."""

from __future__ import annotations

from typing import Any

import pytest

from ask2decide.errors import Place
from ask2decide.families.vrptw import Vrptw
from ask2decide.family import Effect
from ask2decide.spec import Kind, TemplateUse
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.patches import check_patch
from ask2decide.variants.theta import apply
from tests.families.case_vrptw import r101_25

FAMILY = Vrptw()
BECAUSE = {"reason": "roadworks"}
C19 = {"customer": "C19"}

USES: list[tuple[str, dict[str, Any], Effect, str]] = [
    (
        "window_moved",
        {**C19, "opens": 36, "closes": "08:46"},
        Effect.VALUE,
        "C19 called: today we have to start unloading there between 08:36 and 08:46, not between 09:16 and 09:26.",
    ),
    (
        "window_closes",
        {**C19, "closes": "09:20"},
        Effect.VALUE,
        "At C19 we have to start unloading by 09:20 today, not by 09:26.",
    ),
    ("window_opens", {**C19, "opens": 80}, Effect.VALUE, "C19 lets us in from 09:20 on today, not from 09:16."),
    ("demand_changed", {**C19, "demand": 40}, Effect.VALUE, "C19 gets 40 crates today, not 17."),
    (
        "service_changed",
        {**C19, "service": 25, "reason": "the lift is broken"},
        Effect.VALUE,
        "Unloading at C19 takes 25 minutes today, not 10: the lift is broken.",
    ),
    (
        "road_closed",
        {"from": "C16", "to": "C07", **BECAUSE},
        Effect.AVAILABILITY,
        "The road from C16 to C07 is closed today, in that direction only: roadworks.",
    ),
    (
        "road_closed_both_ways",
        {"from": "depot", "to": "C07", **BECAUSE},
        Effect.AVAILABILITY,
        "The road between the depot and C07 is closed today, both ways: roadworks.",
    ),
    (
        "detour",
        {"from": "C07", "to": "depot", "distance": 33, **BECAUSE},
        Effect.OBJECTIVE,
        "From C07 to the depot it is 33 km today, not 21.2, in that direction only: roadworks.",
    ),
    (
        "detour_both_ways",
        {"from": "C16", "to": "C07", "distance": 33, **BECAUSE},
        Effect.OBJECTIVE,
        "Between C16 and C07 it is 33 km today, both ways, not 31.6: roadworks.",
    ),
    (
        "first_stop",
        {**C19, "reason": "frozen goods"},
        Effect.CONSTRAINT,
        "C19 has to be the first stop of its route: frozen goods.",
    ),
    (
        "last_stop",
        {**C19, "reason": "the van takes their empties"},
        Effect.CONSTRAINT,
        "C19 has to be the last stop of its route: the van takes their empties.",
    ),
    ("max_stops", {"max_stops": 6}, Effect.CONSTRAINT, "Our vans make at most 6 stops on a route."),
    (
        "latest_return",
        {"latest_return": "11:30", "reason": "staff meeting"},
        Effect.CONSTRAINT,
        "Every van has to be back at the depot by 11:30 today: staff meeting.",
    ),
    (
        "fewer_vans",
        {"vehicles": 8, "reason": "the rest is in the garage"},
        Effect.VALUE,
        "We have 8 vans for today's routes, not 25: the rest is in the garage.",
    ),
    (
        "capacity_changed",
        {"capacity": 90, "reason": "we had to rent small ones"},
        Effect.VALUE,
        "Each of our vans carries 90 crates today, not 200: we had to rent small ones.",
    ),
    (
        "depot_opens",
        {"opens": 5, "reason": "the gate sticks"},
        Effect.VALUE,
        "Vans can leave the depot from 08:05 on today, not from 08:00: the gate sticks.",
    ),
    (
        "depot_closes",
        {"closes": "11:40", "reason": "inventory"},
        Effect.VALUE,
        "The depot closes at 11:40 today, not at 11:50, and every van has to be back by then: inventory.",
    ),
]


@pytest.fixture(scope="module")
def templates() -> dict[str, ItemTemplate]:
    return load_item_templates("vrptw", None)


@pytest.mark.parametrize(("name", "arguments", "effect", "note"), USES, ids=[use[0] for use in USES])
def test_template_says_what_it_does(
    templates: dict[str, ItemTemplate], name: str, arguments: dict[str, Any], effect: Effect, note: str
) -> None:
    data = r101_25()
    item = templates[name].expand(
        TemplateUse(name, arguments),
        id="H1",
        kind=Kind.NEW_INFORMATION,
        family=FAMILY,
        data=data,
        place=Place("task.yaml"),
    )
    assert item.note == note
    assert 1 <= len(item.about) <= 3
    assert derive_effect(item.patch, FAMILY) == effect
    assert not check_patch(item.patch, data, FAMILY)
    before, after = FAMILY.parse(data), FAMILY.parse(apply(item.patch, data))
    assert before != after


def test_every_template_is_tried(templates: dict[str, ItemTemplate]) -> None:
    assert {use[0] for use in USES} == set(templates)
