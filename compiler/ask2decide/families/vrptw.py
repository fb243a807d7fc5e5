"""The `vrptw` family: delivery routes with time windows, Solomon's problem."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from ask2decide.clock import clock_text, minutes_of
from ask2decide.exact import number_text, shortened
from ask2decide.families._vrptw_records import DEPOT, FIELDS, VrptwPlan, VrptwRecords
from ask2decide.family import Check, Column, Family, Field, Sense, Table

if TYPE_CHECKING:
    from ask2decide.ir import Milp


_ALWAYS = (
    "Every customer is visited exactly once, by one van. A customer's delivery is not split.",
    "A route starts at the depot, visits its customers in order and returns to the depot. Each visit "
    "to a customer is a stop. A van drives one route.",
    "There are at most as many routes as vans; vans may stay at the depot.",
    "The crates of a route's customers together must not exceed the van's capacity.",
    "Service at a customer must start within the customer's time window, both ends included; it may end after the "
    "window closes. A van that arrives early waits until the window opens.",
    "Vans leave the depot when it opens or later, and are back when it closes or earlier.",
    "A van drives one kilometre a minute: 15.2 km take 15.2 minutes, and times are not rounded.",
    "Vans drive from one stop to the next by the road in the distance table, whose distances hold for the "
    "direction from the row to the column. They cannot pass through a third place without stopping there, even "
    "where that is shorter.",
    "The best plan has the smallest total distance over all routes, with the ways from and to the depot. Waiting, "
    "service and the number of vans cost nothing.",
)

_DATA = (
    "In knowledge_base.json, all times of day are minutes after {start}. Coordinates there are for drawing a map only: "
    "the distances are what counts."
)


class Vrptw(Family[VrptwRecords, VrptwPlan]):
    """Delivery routes with time windows.

    **What is planned.** Which van visits which customers, in which order, so that the vans drive as little as possible.
    Only the routes are the plan: a van that follows a route as early as it can decides all times.

    **Records.** `day`, `depot`, `fleet`, `customers` (demand, window, service time), `distances` by direction, and what
    holds today: `closed_roads`, `first_stops`, `last_stops`, `rules`. Times are minutes after the day's start.

    **Plan format.** ``{"routes": [["C02", "C05"], ["C07"]]}``.

    **Model.** Solomon (1987), Algorithms for the vehicle routing and scheduling problems with time window constraints,
    Operations Research 35:254-265; minimise distance, fleet bounded. The MILP is in `_vrptw_model.py`.
    """

    name: ClassVar[str] = "vrptw"
    records_model: ClassVar[type[VrptwRecords]] = VrptwRecords
    plan_model: ClassVar[type[VrptwPlan]] = VrptwPlan
    fields: ClassVar[tuple[Field, ...]] = FIELDS

    def sense(self, records: VrptwRecords) -> Sense:
        """Distance is minimised."""
        return Sense.MIN

    def value_name(self, records: VrptwRecords) -> tuple[str, str]:
        """Total distance in kilometres."""
        return "total distance", "km"

    def model(self, records: VrptwRecords) -> Milp:
        """Return the two-index model; its plan columns are the arcs, e.g. ``arc[depot,C07]``."""
        from ask2decide.families._vrptw_model import build_model

        return build_model(records)

    def columns(self, plan: VrptwPlan) -> dict[str, Fraction]:
        """Return how often each arc is used."""
        return {f"arc[{tail},{head}]": Fraction(n) for (tail, head), n in Counter(_arcs(plan.routes)).items()}

    def plan(self, values: Mapping[str, Fraction], records: VrptwRecords) -> VrptwPlan:
        """Follow the arcs from the depot; routes are sorted by their first customer."""
        used = [name[4:-1].split(",") for name, value in values.items() if value and name.startswith("arc[")]
        following = {tail: head for tail, head in used if tail != DEPOT}
        routes = []
        for first in sorted(head for tail, head in used if tail == DEPOT):
            route = [first]
            while (head := following.get(route[-1], DEPOT)) != DEPOT and len(route) <= len(following):
                route.append(head)
            routes.append(route)
        return VrptwPlan(routes=routes)

    def check(self, plan: VrptwPlan, records: VrptwRecords, tolerance: Fraction = Fraction(0)) -> Check:
        """Drive every route as early as possible and note each broken rule."""
        violations = [*_visits(plan, records)]
        for number, route in enumerate(plan.routes, start=1):
            violations += _route_rules(number, route, records, tolerance)
            violations += _drive(number, route, records, tolerance)
        if violations:
            return Check(tuple(violations), None)
        return Check((), sum((_length(route, records) for route in plan.routes), Fraction(0)))

    def tables(self, records: VrptwRecords) -> tuple[Table, ...]:
        """Return depot and fleet, customers, distances, and what is closed or ordered today."""
        tables = [_fleet_table(records), _customer_table(records), _distance_table(records)]
        if records.closed_roads:
            rows = tuple(tuple(key.split(" to ")) for key in records.closed_roads)
            tables.append(Table("Closed roads", (Column("From"), Column("To")), rows))
        return tuple(tables)

    def rules(self, records: VrptwRecords) -> tuple[str, ...]:
        """Return what makes a set of routes feasible, and what is minimised."""
        rules = [*_ALWAYS, _DATA.format(start=clock(Fraction(0), records))]
        if records.closed_roads:
            rules.append("A closed road must not be used in the direction named; the other direction stays open.")
        if records.rules.max_stops is not None:
            rules.append(f"A route has at most {records.rules.max_stops} stops, not counting the depot.")
        if records.rules.latest_return is not None:
            rules.append(f"Every van must be back at the depot by {clock(records.rules.latest_return, records)}.")
        rules += [f"{name} must be the first stop of its route." for name in records.first_stops]
        rules += [f"{name} must be the last stop of its route." for name in records.last_stops]
        return tuple(rules)

    def plan_format(self, records: VrptwRecords) -> str:
        """Explain the list of routes."""
        names = list(records.customers)
        example = json.dumps({"routes": [route for route in (names[1:3], names[:1]) if route]})
        return (
            "A JSON object with one key, `routes`: a list of routes. A route is the list of its customers' ids in the "
            "order of the visits, without the depot; no route is empty. The order of the routes does not matter. "
            "Times are not part of the plan.\n\n"
            f"```json\n{example}\n```\n\n"
            "(The example shows the form only: it does not visit everybody.)"
        )

    def place_name(self, pointer: str, names: Sequence[str]) -> str:
        """Return a road by its ends, anything else by its object."""
        return " to ".join(names) if pointer.startswith("/distances/") else ", ".join(names)

    def describe(self, plan: VrptwPlan, records: VrptwRecords) -> str:
        """Return one line for each route: its stops and its length."""
        lines = []
        for number, route in enumerate(plan.routes, start=1):
            stops = " → ".join((DEPOT, *route, DEPOT))
            lines.append(f"Route {number}: {stops} ({number_text(_length(route, records))} km)")
        return "\n".join(lines)


def clock(minutes: Fraction, records: VrptwRecords) -> str:
    """Return a minute of the day as clock time, rounded up to a second: what is late must not look punctual."""
    seconds = -(-(minutes + minutes_of(records.day.starts)) * 60 // 1)
    return clock_text(Fraction(seconds, 60))


def _arcs(routes: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    for route in routes:
        yield from zip((DEPOT, *route), (*route, DEPOT), strict=True)


def _length(route: Sequence[str], records: VrptwRecords) -> Fraction:
    units = records.whole_units
    return units.exact(sum(units.distance.get(road, 0) for road in _arcs([route])))


def _visits(plan: VrptwPlan, records: VrptwRecords) -> Iterator[str]:
    """Note customers who are unknown, missed or visited more than once, and routes without a van."""
    visits = Counter(stop for route in plan.routes for stop in route)
    for stop in visits:
        if stop not in records.customers:
            yield f"{shortened(stop)} is not a customer in the records."
    for name in records.customers:
        if visits[name] == 0:
            yield f"{name} is not visited."
        elif visits[name] > 1:
            yield f"{name} is visited {visits[name]} times."
    if len(plan.routes) > records.fleet.vehicles:
        vans = "is only 1 van" if records.fleet.vehicles == 1 else f"are only {records.fleet.vehicles} vans"
        yield f"The plan has {len(plan.routes)} routes, but there {vans}."


def _route_rules(number: int, route: Sequence[str], records: VrptwRecords, tolerance: Fraction) -> Iterator[str]:
    """Note the rules on load, stops and their order that a route breaks."""
    units = records.whole_units
    load = sum(units.demand.get(stop, 0) for stop in route)
    if load > units.capacity and load > units.capacity + tolerance * units.scale:
        capacity, carried = number_text(records.fleet.capacity), number_text(units.exact(load))
        yield f"Route {number} carries {carried} crates, over the capacity of {capacity}."
    most = records.rules.max_stops
    if most is not None and len(route) > most:
        yield f"Route {number} has {len(route)} stops, over the limit of {most}."
    for position, stop in enumerate(route, start=1):
        if stop in records.first_stops and position != 1:
            yield f"{stop} is stop {position} of route {number}, but must be the first stop of its route."
        if stop in records.last_stops and position != len(route):
            where = f"stop {position} of {len(route)} on route {number}"
            yield f"{stop} is {where}, but must be the last stop of its route."


def _drive(number: int, route: Sequence[str], records: VrptwRecords, tolerance: Fraction) -> Iterator[str]:
    """Drive a route as early as possible; note roads that cannot be used, late starts and a late return."""
    units, slack = records.whole_units, tolerance * records.whole_units.scale
    time = units.leave
    for tail, head in _arcs([route]):
        if (tail != DEPOT and tail not in units.opens) or (head != DEPOT and head not in units.opens):
            continue
        distance = units.distance.get((tail, head))
        if distance is None:
            yield f"Route {number} goes from {_the(tail)} to {_the(head)}, but the records hold no road there."
        elif (tail, head) in records.closed:
            yield f"Route {number} uses the road from {_the(tail)} to {_the(head)}, which is closed."
        time += distance or 0
        if head == DEPOT:
            break
        time = max(time, units.opens[head])
        closes = units.closes[head]
        if time > closes and time > closes + slack:
            served, limit = clock(units.exact(time), records), clock(units.exact(closes), records)
            yield f"{head} is served at {served}, after its window closes at {limit}."
        time += units.service[head]
    if time > units.last_return and time > units.last_return + slack:
        back, limit = clock(units.exact(time), records), clock(records.last_return, records)
        yield f"Route {number} is back at the depot at {back}, after the latest return at {limit}."


def _the(place: str) -> str:
    return f"the {DEPOT}" if place == DEPOT else place


def _fleet_table(records: VrptwRecords) -> Table:
    depot, fleet = records.depot, records.fleet
    columns = (
        Column("Vans", number=True),
        Column("Capacity of a van", "crates", number=True),
        Column("Depot opens"),
        Column("Depot closes"),
    )
    row = (str(fleet.vehicles), number_text(fleet.capacity), clock(depot.opens, records), clock(depot.closes, records))
    return Table("Depot and fleet", columns, (row,))


def _customer_table(records: VrptwRecords) -> Table:
    columns = (
        Column("Customer"),
        Column("Delivery", "crates", number=True),
        Column("Window opens"),
        Column("Window closes"),
        Column("Service", "min", number=True),
    )
    rows = tuple(
        (name, number_text(c.demand), clock(c.opens, records), clock(c.closes, records), number_text(c.service))
        for name, c in records.customers.items()
    )
    return Table("Customers", columns, rows, "Service must start within the window.")


def _distance_table(records: VrptwRecords) -> Table:
    places = (DEPOT, *records.customers)
    columns = (Column("From \\ to"), *(Column(place, number=True) for place in places))
    rows = tuple(
        (tail, *(_distance_text(records.distances.get(tail, {}).get(head)) for head in places)) for tail in places
    )
    return Table("Distances", columns, rows, "In km, from the row to the column; one kilometre takes one minute.")


def _distance_text(distance: Fraction | None) -> str:
    return "–" if distance is None else number_text(distance)
