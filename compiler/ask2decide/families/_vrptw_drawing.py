"""Routes of the `vrptw` family on a map, and where two sets of routes differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from ask2decide.clock import clock_text, minutes_of
from ask2decide.drawing import Map, Route, Spot
from ask2decide.exact import number_text
from ask2decide.families._vrptw_records import DEPOT, VrptwPlan, VrptwRecords


def routes_map(plan: VrptwPlan, records: VrptwRecords) -> Map | None:
    """Return the routes on a map; None where the records do not say where a place lies."""
    spots = tuple(_spots(records))
    if len(spots) < len(records.customers) + 1:
        return None
    routes = tuple(_route(number, stops, records) for number, stops in enumerate(plan.routes, start=1))
    return Map(spots, routes, tuple(sorted(records.closed)))


def _route(number: int, stops: Sequence[str], records: VrptwRecords) -> Route:
    known = (DEPOT, *(stop for stop in stops if stop in records.customers), DEPOT)
    route = Route(f"Route {number}", known)
    length = sum((records.distances.get(tail, {}).get(head, Fraction(0)) for tail, head in route.legs), Fraction(0))
    return replace(route, text=f"{number_text(length)} km")


def _spots(records: VrptwRecords) -> Iterator[Spot]:
    start = minutes_of(records.day.starts)

    def window(opens: Fraction, closes: Fraction) -> str:
        return f"{clock_text(opens + start)} to {clock_text(closes + start)}"

    depot = records.depot
    if depot.x is not None and depot.y is not None:
        yield Spot(DEPOT, depot.x, depot.y, window(depot.opens, depot.closes), is_base=True)
    for name, customer in records.customers.items():
        if customer.x is not None and customer.y is not None:
            text = f"{window(customer.opens, customer.closes)}, {number_text(customer.demand)} crates"
            yield Spot(name, customer.x, customer.y, text)


def routes_differences(first: VrptwPlan, second: VrptwPlan) -> tuple[str, ...]:
    """Return which routes are no longer driven and which are driven instead, in whatever order they are listed."""
    before, after = first.routes, second.routes
    gone = [route for route in before if route not in after]
    new = [route for route in after if route not in before]
    if not gone and not new:
        return ()
    stay = len(after) - len(new)
    count = f"{stay} of {len(before)} routes {'stays as it is' if stay == 1 else 'stay as they are'}."
    return (
        count,
        *(f"No longer: {_way(route)}." for route in gone),
        *(f"Instead: {_way(route)}." for route in new),
    )


def _way(route: Sequence[str]) -> str:
    return " → ".join((DEPOT, *route, DEPOT))
