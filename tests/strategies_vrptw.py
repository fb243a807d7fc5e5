"""Random generators for `vrptw`: small delivery days, plans for them, and plans changed a little."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise, permutations
from typing import Any

from hypothesis import strategies as st

from ask2decide.families._vrptw_records import DEPOT, VrptwPlan, VrptwRecords
from ask2decide.family import Data

LENGTHS = st.integers(0, 120).map(lambda tenths: Decimal(tenths) / 10)
"""Road lengths that neither keep the triangle inequality nor are the same in both directions, and may be 0."""


@st.composite
def windows(draw: st.DrawFn) -> dict[str, int | Decimal]:
    opens = draw(st.integers(0, 60))
    return {"opens": opens, "closes": opens + draw(st.sampled_from([0, Decimal("7.5"), 20, 40, 90, 90]))}


def marks(names: list[str]) -> st.SearchStrategy[dict[str, bool]]:
    return st.sampled_from([{}, {}, *({name: True} for name in names)])


@st.composite
def records(draw: st.DrawFn, most: int = 5) -> Data:
    """A day with up to `most` customers; rules, closed and missing roads, and vans are often tight."""
    names = [f"C{number:02}" for number in range(1, draw(st.integers(1, most)) + 1)]
    places = [DEPOT, *names]
    roads = [(tail, head) for tail in places for head in places if tail != head]
    missing = draw(st.sets(st.sampled_from(roads), max_size=1))
    closed = draw(st.sets(st.sampled_from(roads), max_size=2))
    rules: dict[str, Any] = {}
    if draw(st.integers(0, 2)) == 2:
        rules["max_stops"] = draw(st.integers(1, 4))
    if draw(st.integers(0, 3)) == 3:
        rules["latest_return"] = draw(st.integers(80, 160))
    return {
        "day": {"starts": "08:00"},
        "depot": {"opens": draw(st.integers(0, 5)), "closes": draw(st.integers(100, 200))},
        "fleet": {"vehicles": draw(st.integers(2, 5)), "capacity": draw(st.sampled_from([50, 12, Decimal("8.5"), 6]))},
        "customers": {
            name: {
                "demand": draw(st.integers(0, 6)),
                "service": draw(st.sampled_from([0, 5, Decimal("7.5")])),
                **draw(windows()),
            }
            for name in names
        },
        "distances": {
            tail: {head: draw(LENGTHS) for head in places if (tail, head) in roads and (tail, head) not in missing}
            for tail in places
        },
        "closed_roads": {f"{tail} to {head}": True for tail, head in sorted(closed)},
        "first_stops": draw(marks(names)),
        "last_stops": draw(marks(names)),
        "rules": rules,
    }


def cut(stops: list[str], ends: set[int]) -> VrptwPlan:
    """Return the stops cut into routes at the positions in `ends`."""
    places = [0, *sorted(ends), len(stops)]
    pieces = [stops[start:end] for start, end in pairwise(places)]
    return VrptwPlan(routes=[piece for piece in pieces if piece])


@st.composite
def plans(draw: st.DrawFn, day: VrptwRecords) -> VrptwPlan:
    """Each customer once, cut into routes; sometimes a customer too few, too often, or unknown."""
    stops = list(draw(st.permutations(sorted(day.customers))))
    extra = draw(st.sampled_from(["none"] * 6 + ["missed", "twice", "unknown"]))
    if extra == "missed":
        stops = stops[1:]
    elif extra == "twice":
        stops.append(stops[0])
    elif extra == "unknown":
        stops.append("C99")
    return cut(stops, draw(st.sets(st.integers(0, len(stops)))))


@st.composite
def mutated(draw: st.DrawFn, plan: VrptwPlan, day: VrptwRecords) -> VrptwPlan:
    """Move a stop, join two routes, split one, turn one round, or repeat or drop a stop."""
    routes = [list(route) for route in plan.routes]
    route = draw(st.sampled_from(routes))
    change = draw(st.sampled_from(["move", "join", "split", "reverse", "repeat", "drop"]))
    if change == "move":
        stop = route.pop(draw(st.integers(0, len(route) - 1)))
        other = draw(st.sampled_from([*routes, []]))
        other.insert(draw(st.integers(0, len(other))), stop)
        if other == [stop]:
            routes.append(other)
    elif change == "join" and len(routes) > 1:
        routes[0].extend(routes.pop())
    elif change == "split":
        routes.append([route.pop()])
    elif change == "reverse":
        route.reverse()
    elif change == "repeat":
        route.append(draw(st.sampled_from(sorted(day.customers))))
    elif change == "drop":
        route.pop()
    return VrptwPlan(routes=[route for route in routes if route])


def every_plan(day: VrptwRecords) -> Iterator[VrptwPlan]:
    """All ways to serve each customer once: orders of the customers, cut into routes sorted by their first stop."""
    for order in permutations(sorted(day.customers)):
        for ends in range(2 ** (len(order) - 1)):
            plan = cut(list(order), {place for place in range(1, len(order)) if ends >> (place - 1) & 1})
            firsts = [route[0] for route in plan.routes]
            if firsts == sorted(firsts):
                yield plan
