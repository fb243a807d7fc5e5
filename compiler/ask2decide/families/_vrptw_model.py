"""The MILP of the `vrptw` family: which arcs time allows, and the two-index model on them.

Source: Desrochers & Laporte (1991), Improvements and extensions to the Miller-Tucker-Zemlin subtour elimination
constraints, Operations Research Letters 10:27-36; arcs that the windows exclude as in Desrosiers, Dumas, Solomon &
Soumis (1995), Time constrained routing and scheduling. Roads need not satisfy the triangle inequality (distances are
cut to a decimal, roads are closed, detours appear), so earliest and latest starts come from shortest paths, not from
single roads.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from math import lcm
from typing import TYPE_CHECKING, Any

from ask2decide.families._vrptw_records import DEPOT

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

    from ask2decide.families._vrptw_records import VrptwRecords

Arc = tuple[str, str]


@dataclass(frozen=True)
class Network:
    """The arcs that some feasible route may use. Times are integers, `scale` to the minute.

    Parameters
    ----------
    scale : int
        Time units in a minute: every time of the records is a whole number of units.
    earliest, latest : mapping
        Bounds on the start of service of each customer that a route can reach and return from.
    arcs : mapping
        From each usable arc to its duration: service at its tail, then travel.
    """

    scale: int
    earliest: Mapping[str, int]
    latest: Mapping[str, int]
    arcs: Mapping[Arc, int]

    def minutes(self, units: int) -> Fraction:
        """Return a time in minutes."""
        return Fraction(units, self.scale)

    @property
    def inner(self) -> list[Arc]:
        """The arcs between customers."""
        return [(tail, head) for tail, head in self.arcs if tail != DEPOT and head != DEPOT]


def usable_network(records: VrptwRecords) -> Network:
    """Return the arcs of `records` that time and the other rules on single roads and stops allow."""
    customers, last_return = records.customers, records.last_return
    travel = _allowed_roads(records)
    times = [time for c in customers.values() for time in (c.opens, c.closes, c.service)]
    scale = lcm(*(t.denominator for t in (records.depot.opens, last_return, *times, *travel.values())))

    def units(time: Fraction) -> int:
        return time.numerator * (scale // time.denominator)

    service = {DEPOT: 0} | {name: units(customer.service) for name, customer in customers.items()}
    opens = {name: units(customer.opens) for name, customer in customers.items()}
    closes = {name: units(customer.closes) for name, customer in customers.items()}
    duration = {arc: service[arc[0]] + units(distance) for arc, distance in travel.items()}
    earliest = _earliest(units(records.depot.opens), duration, opens, closes)
    # The latest start is the earliest with time reversed: l_i = min(b_i, l_j - t_ij) is -l_i = max(-b_i, -l_j + t_ij).
    mirrored = _earliest(
        -units(last_return),
        {(head, tail): time for (tail, head), time in duration.items()},
        {name: -time for name, time in closes.items()},
        {name: -time for name, time in opens.items()},
    )
    usable = [name for name in earliest if name in mirrored and earliest[name] <= -mirrored[name]]
    leave = {name: earliest[name] for name in usable} | {DEPOT: units(records.depot.opens)}
    reach = {name: -mirrored[name] for name in usable} | {DEPOT: units(last_return)}
    arcs = {
        (tail, head): time
        for (tail, head), time in duration.items()
        if tail in leave and head in reach and leave[tail] + time <= reach[head]
    }
    return Network(scale, leave, reach, arcs)


def _allowed_roads(records: VrptwRecords) -> dict[Arc, Fraction]:
    """Return the roads that no rule on the road itself, or on the stops at its ends, forbids in every plan."""
    demand = {name: customer.demand for name, customer in records.customers.items()}
    scale = lcm(records.fleet.capacity.denominator, *(crates.denominator for crates in demand.values()))
    load = {DEPOT: 0} | {name: int(crates * scale) for name, crates in demand.items()}  # integers: a fifth of the time
    capacity = int(records.fleet.capacity * scale)
    first, last, closed = records.first_stops, records.last_stops, records.closed
    pairs_fit = records.rules.max_stops is None or records.rules.max_stops > 1

    def allowed(tail: str, head: str) -> bool:
        if (tail, head) in closed or load[tail] + load[head] > capacity:
            return False
        return DEPOT in (tail, head) or (pairs_fit and head not in first and tail not in last)

    return {arc: distance for arc, distance in records.roads() if allowed(*arc)}


def _earliest(
    start: int, duration: Mapping[Arc, int], opens: Mapping[str, int], closes: Mapping[str, int]
) -> dict[str, int]:
    """Return the earliest start at every customer that can be reached in its window (Dijkstra with waiting)."""
    leaving: dict[str, list[tuple[str, int]]] = {}
    for (tail, head), time in duration.items():
        if head != DEPOT:
            leaving.setdefault(tail, []).append((head, time))
    found: dict[str, int] = {}
    heap = [(start, DEPOT)]
    while heap:
        now, place = heapq.heappop(heap)
        if place in found:
            continue
        found[place] = now
        for head, time in leaving.get(place, ()):
            begin = max(opens[head], now + time)
            if head not in found and begin <= closes[head]:
                heapq.heappush(heap, (begin, head))
    del found[DEPOT]
    return found


def build_model(records: VrptwRecords) -> ConcreteModel:
    """Return the two-index model: arcs are the plan, start times and loads are columns beside it."""
    import pyomo.environ as pyo
    from pyomo.common.numeric_types import RegisterNumericType

    RegisterNumericType(Fraction)
    network = usable_network(records)
    names, distance = list(records.customers), dict(records.roads())
    model = pyo.ConcreteModel()
    model.arc = pyo.Var(list(network.arcs), domain=pyo.Binary)
    model.plan = [model.arc]
    into: dict[str, list[Any]] = {name: [] for name in (DEPOT, *names)}
    out: dict[str, list[Any]] = {name: [] for name in (DEPOT, *names)}
    for tail, head in network.arcs:
        out[tail].append(model.arc[tail, head])
        into[head].append(model.arc[tail, head])
    model.visit = pyo.Constraint(names, rule=lambda _, name: (1, _total(into[name]), 1))
    model.leave = pyo.Constraint(names, rule=lambda _, name: (1, _total(out[name]), 1))
    if records.fleet.vehicles < len(names):
        model.fleet = pyo.Constraint(expr=(None, _total(out[DEPOT]), records.fleet.vehicles))
    # A route never turns straight back: start times imply it for integers, but it cuts the LP where windows are wide.
    both_ways = [(tail, head) for tail, head in network.inner if tail < head and (head, tail) in network.arcs]
    model.one_way = pyo.Constraint(
        both_ways, rule=lambda _, tail, head: (None, _total([model.arc[tail, head], model.arc[head, tail]]), 1)
    )
    _add_times(model, network)
    demand = {name: customer.demand for name, customer in records.customers.items()}
    _add_resource(model, network, "crates", demand, records.fleet.capacity)
    most = len(names) if records.rules.max_stops is None else records.rules.max_stops
    stops = dict.fromkeys(names, Fraction(1))
    _add_resource(model, network, "position", stops, Fraction(most), always=not _time_orders(network))
    model.distance = pyo.Objective(expr=_linear(model.arc.values(), [distance[arc] for arc in network.arcs]))
    return model


def _add_times(model: ConcreteModel, network: Network) -> None:
    """Add the start times and, for each arc, that its head starts after its tail: s_i + t_ij - s_j <= M (1 - x_ij).

    The opposite arc is lifted in (Desrochers & Laporte): times may be taken as early as the route allows, so with
    x_ji = 1 customer i starts at max(e_i, s_j + t_ji) at the latest, and s_i - s_j is at most max(e_i - e_j, t_ji).
    """
    import pyomo.environ as pyo

    earliest, latest, minutes = network.earliest, network.latest, network.minutes
    names = [name for name in earliest if name != DEPOT]
    model.start = pyo.Var(names, bounds=lambda _, name: (minutes(earliest[name]), minutes(latest[name])))

    def sequence(_: Any, tail: str, head: str) -> Any:
        room = latest[tail] - earliest[head]
        columns = [model.start[tail], model.start[head], model.arc[tail, head]]
        coefficients: list[int | Fraction] = [1, -1, minutes(room + network.arcs[tail, head])]
        back = network.arcs.get((head, tail))
        if back is not None:
            lift = room - max(earliest[tail] - earliest[head], back)
            if lift > 0:
                columns.append(model.arc[head, tail])
                coefficients.append(minutes(lift))
        return (None, _linear(columns, coefficients), minutes(room))

    # Where even the latest start at the tail lets the head start at its earliest, the row could never bind.
    binding = [arc for arc in network.inner if latest[arc[0]] + network.arcs[arc] > earliest[arc[1]]]
    model.sequence = pyo.Constraint(binding, rule=sequence)
    _add_start_bounds(model, network)


def _add_start_bounds(model: ConcreteModel, network: Network) -> None:
    """Tie each start to the arcs at its customer: s_j >= e_j + sum of (e_i + t_ij - e_j)+ x_ij.

    For arcs at the depot this is what makes a van leave and return in time; for the others it tightens (Desrochers &
    Laporte). The way out has the mirror image, s_i <= l_i - sum of (l_i + t_ij - l_j)+ x_ij.
    """
    import pyomo.environ as pyo

    reached: dict[str, list[tuple[Any, Fraction]]] = {}
    left: dict[str, list[tuple[Any, Fraction]]] = {}
    for (tail, head), time in network.arcs.items():
        if head != DEPOT and (later := network.earliest[tail] + time - network.earliest[head]) > 0:
            reached.setdefault(head, []).append((model.arc[tail, head], network.minutes(later)))
        if tail != DEPOT and (sooner := network.latest[tail] + time - network.latest[head]) > 0:
            left.setdefault(tail, []).append((model.arc[tail, head], network.minutes(sooner)))

    def from_arrival(_: Any, name: str) -> Any:
        columns, waits = zip(*reached[name], strict=True)
        return (
            network.minutes(network.earliest[name]),
            _linear([model.start[name], *columns], [1, *(-wait for wait in waits)]),
            None,
        )

    def to_departure(_: Any, name: str) -> Any:
        columns, waits = zip(*left[name], strict=True)
        return (
            None,
            _linear([model.start[name], *columns], [1, *waits]),
            network.minutes(network.latest[name]),
        )

    model.from_arrival = pyo.Constraint(list(reached), rule=from_arrival)
    model.to_departure = pyo.Constraint(list(left), rule=to_departure)


def _add_resource(
    model: ConcreteModel,
    network: Network,
    name: str,
    weight: Mapping[str, Fraction],
    limit: Fraction,
    always: bool = False,
) -> None:
    """Add rows that keep each route's total `weight` within `limit`, where some path of usable arcs could exceed it."""
    import pyomo.environ as pyo

    if not always and _heaviest_path(network, weight) <= limit:
        return
    names = [customer for customer in network.earliest if customer != DEPOT]
    total = pyo.Var(names, bounds=lambda _, customer: (weight[customer], limit))
    setattr(model, name, total)

    def accumulate(_: Any, tail: str, head: str) -> Any:
        columns = [total[tail], total[head], model.arc[tail, head]]
        coefficients = [Fraction(1), Fraction(-1), limit]
        if (head, tail) in network.arcs:  # totals may be taken as exact, so x_ji = 1 means u_i - u_j = w_i
            columns.append(model.arc[head, tail])
            coefficients.append(limit - weight[tail] - weight[head])
        return (None, _linear(columns, coefficients), limit - weight[head])

    setattr(model, f"{name}_sum", pyo.Constraint(network.inner, rule=accumulate))


def _heaviest_path(network: Network, weight: Mapping[str, Fraction]) -> Fraction:
    """Return the largest total weight of a path of usable arcs, or of all customers where the arcs form a cycle."""
    before: dict[str, list[str]] = {name: [] for name in network.earliest if name != DEPOT}
    for tail, head in network.inner:
        before[head].append(tail)
    best: dict[str, Fraction] = {}
    try:
        for name in TopologicalSorter(before).static_order():
            best[name] = weight[name] + max((best[tail] for tail in before[name]), default=Fraction(0))
    except CycleError:
        return sum(weight.values(), Fraction(0))
    return max(best.values(), default=Fraction(0))


def _time_orders(network: Network) -> bool:
    """Whether time alone excludes cycles: arcs that take no time at all form none."""
    before: dict[str, list[str]] = {}
    for tail, head in network.inner:
        if network.arcs[tail, head] == 0:
            before.setdefault(head, []).append(tail)
    try:
        TopologicalSorter(before).prepare()
    except CycleError:
        return False
    return True


def _total(columns: list[Any]) -> Any:
    return _linear(columns, [1] * len(columns))


def _linear(columns: Iterable[Any], coefficients: list[Any]) -> Any:
    # Summing Pyomo variables with + costs ten times as much as stating the linear expression.
    from pyomo.core.expr import LinearExpression

    return LinearExpression(constant=0, linear_vars=list(columns), linear_coefs=coefficients)
