"""Random generators for the label tests: menus, delivery days and blends, with items of all four effects."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from ask2decide.family import Data
from ask2decide.spec import Item, Kind, Operation
from tests.strategies_vrptw import LENGTHS

Changes = Mapping[str, st.SearchStrategy[Any]]
"""For each place of the records, what an item may put there. Several places joined by ``&`` change together."""


@st.composite
def items(draw: st.DrawFn, data: Data, changes: Changes, most: int = 3) -> tuple[Item, ...]:
    """Two or more items at different places, now and then one with a further plausible value."""
    places = draw(st.lists(st.sampled_from(sorted(changes)), min_size=2, max_size=most, unique=True))
    found = []
    for number, place in enumerate(places):
        count = draw(st.sampled_from([1, 1, 1, 2]))
        patches = tuple(
            tuple(
                Operation("replace" if _holds(data, path) else "add", path, value)
                for path, value in zip(place.split("&"), _spread(draw(changes[place])), strict=True)
            )
            for _ in range(count)
        )
        found.append(Item(f"H{number + 1}", Kind.NEW_INFORMATION, ("a",), f"{place} changed.", patches))
    return tuple(found)


def _spread(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _holds(data: Data, path: str) -> bool:
    where: Any = data
    for key in path.split("/")[1:]:
        if key not in where:
            return False
        where = where[key]
    return True


numbers = st.integers(-3, 8) | st.sampled_from([Decimal("0.5"), Decimal("2.25")])
few = st.integers(0, 4) | st.just(Decimal("1.5"))


@st.composite
def menus(draw: st.DrawFn) -> Data:
    """Six plans over three resources, minimised or maximised, with optima of either sign and at most one loose rule."""
    resources = {
        name: {
            "label": name,
            "unit": "u",
            "available": True,
            "goal_rate": draw(numbers),
            "rates": {"hours": draw(st.integers(0, 5))},
        }
        for name in ("r1", "r2", "r3")
    }
    options = {
        name: {"label": name, "uses": draw(st.dictionaries(st.sampled_from(sorted(resources)), few, min_size=1))}
        for name in "ABCDEF"
    }
    rule = {"label": "shift", "measure": "hours", "at_most": draw(st.integers(8, 40))}
    return {
        "goal": {"sense": draw(st.sampled_from(["min", "max"])), "label": "total", "unit": "$"},
        "measures": {"hours": {"label": "time", "unit": "h"}},
        "resources": resources,
        "options": options,
        "rules": draw(st.sampled_from([{}, {"shift": rule}])),
    }


def menu_changes(data: Data) -> Changes:
    """Rates of the goal, quantities, rates of a measure, limits, availability, and a rule that nobody knew."""
    changes: dict[str, st.SearchStrategy[Any]] = {}
    for name in data["resources"]:
        changes[f"/resources/{name}/goal_rate"] = numbers
        changes[f"/resources/{name}/available"] = st.just(False)
        changes[f"/resources/{name}/limit"] = st.integers(1, 4)
        changes[f"/resources/{name}/rates/hours"] = st.integers(0, 9)
    for name, option in data["options"].items():
        changes |= {f"/options/{name}/uses/{resource}": few for resource in option["uses"]}
    if "shift" in data["rules"]:
        changes["/rules/shift/at_most"] = st.integers(4, 30)
    limit = st.integers(4, 20)
    changes["/rules/budget"] = st.builds(lambda most: {"label": "cash", "measure": "goal", "at_most": most}, limit)
    return changes


CUSTOMERS = ("C1", "C2", "C3", "C4", "C5")
PLACES = ("depot", *CUSTOMERS)


@st.composite
def days(draw: st.DrawFn) -> Data:
    """A day with five customers, loose enough for most patches and tight enough for them to matter."""

    def customer() -> dict[str, Any]:
        opens = draw(st.integers(0, 60))
        width = draw(st.sampled_from([10, 30, 60]))
        return {
            "demand": draw(st.integers(1, 6)),
            "service": draw(st.sampled_from([0, 5])),
            "opens": opens,
            "closes": opens + width,
        }

    return {
        "day": {"starts": "08:00"},
        "depot": {"opens": 0, "closes": 150},
        "fleet": {"vehicles": draw(st.integers(3, 5)), "capacity": draw(st.sampled_from([50, 12]))},
        "customers": {name: customer() for name in CUSTOMERS},
        "distances": {tail: {head: draw(LENGTHS) for head in PLACES if head != tail} for tail in PLACES},
        "closed_roads": {},
        "first_stops": {},
        "rules": {},
    }


def day_changes(data: Data) -> Changes:
    """Windows that move at both ends, closed roads, detours, most stops, capacity, vans, and a forced first stop."""
    window = st.tuples(st.integers(0, 80), st.sampled_from([0, 15, 40])).map(lambda w: (w[0], w[0] + w[1]))
    changes: dict[str, st.SearchStrategy[Any]] = {
        "/rules/max_stops": st.integers(2, 4),
        "/fleet/capacity": st.integers(8, 20),
        "/fleet/vehicles": st.integers(2, 5),
    }
    for name in data["customers"]:
        changes[f"/customers/{name}/opens&/customers/{name}/closes"] = window
        changes[f"/first_stops/{name}"] = st.just(True)
    roads = [(tail, head) for tail, row in data["distances"].items() for head in row]
    for tail, head in roads[::4]:  # all thirty would crowd out the other kinds of change
        changes[f"/closed_roads/{tail} to {head}"] = st.just(True)
        changes[f"/distances/{tail}/{head}"] = LENGTHS
    return changes


cents = st.integers(0, 12).map(lambda quarter: Decimal(quarter) / 4)


@st.composite
def blends(draw: st.DrawFn) -> Data:
    """Two products of two materials; an order may force a loss, so that optima have either sign."""
    products = {}
    for name in ("p1", "p2"):
        share = draw(st.sampled_from([{}, {"m1": {"min": 25}}, {"m1": {"max": Decimal("62.5")}}, {"m2": {"max": 30}}]))
        products[name] = {"label": name, "price": draw(cents), "fee": draw(cents), "available": True, "shares": share}
    if draw(st.booleans()):
        products["p1"]["order"] = draw(st.integers(1, 4))
    materials = {
        name: {"label": name, "price": draw(cents), "supply": draw(st.integers(3, 9)), "available": True}
        for name in ("m1", "m2")
    }
    return {"materials": materials, "products": products, "plant": {"label": "the kettle"}}


def blend_changes(data: Data) -> Changes:
    """Prices, supplies, availability, an order, a sales limit, a share that nobody knew, and a capacity."""
    changes: dict[str, st.SearchStrategy[Any]] = {"/plant/capacity": st.integers(3, 12)}
    for name in data["materials"]:
        changes[f"/materials/{name}/price"] = cents
        changes[f"/materials/{name}/supply"] = st.integers(2, 9)
        changes[f"/materials/{name}/available"] = st.just(False)
    for name in data["products"]:
        changes[f"/products/{name}/price"] = cents
        changes[f"/products/{name}/available"] = st.just(False)
        changes[f"/products/{name}/sales_limit"] = st.integers(1, 6)
        changes[f"/products/{name}/order"] = st.integers(1, 3)
        changes[f"/products/{name}/shares/m2"] = st.sampled_from([{"min": 20}, {"max": 45}])
    return changes
