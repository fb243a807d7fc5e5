"""The MILP of the `vrptw` family: which arcs time allows, and the two-index model on them.

Source: Desrochers & Laporte (1991), Improvements and extensions to the Miller-Tucker-Zemlin subtour elimination
constraints, Operations Research Letters 10:27-36; arcs that the windows exclude as in Desrosiers, Dumas, Solomon &
Soumis (1995), Time constrained routing and scheduling. Roads need not satisfy the triangle inequality (distances are
cut to a decimal, roads are closed, detours appear), so earliest and latest starts come from shortest paths, not from
single roads.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from math import lcm
from typing import TYPE_CHECKING

from ask2decide.families._vrptw_records import DEPOT
from ask2decide.ir.statement import Statement

if TYPE_CHECKING:
    from ask2decide.families._vrptw_records import VrptwRecords
    from ask2decide.ir import Milp

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
    units = records.whole_units
    duration = {(tail, head): units.service.get(tail, 0) + way for (tail, head), way in _allowed_roads(records)}
    earliest = _earliest(units.leave, duration, units.opens, units.closes)
    # The latest start is the earliest with time reversed: l_i = min(b_i, l_j - t_ij) is -l_i = max(-b_i, -l_j + t_ij).
    mirrored = _earliest(
        -units.last_return,
        {(head, tail): time for (tail, head), time in duration.items()},
        {name: -time for name, time in units.closes.items()},
        {name: -time for name, time in units.opens.items()},
    )
    usable = [name for name in earliest if name in mirrored and earliest[name] <= -mirrored[name]]
    leave = {name: earliest[name] for name in usable} | {DEPOT: units.leave}
    reach = {name: -mirrored[name] for name in usable} | {DEPOT: units.last_return}
    arcs = {
        (tail, head): time
        for (tail, head), time in duration.items()
        if tail in leave and head in reach and leave[tail] + time <= reach[head]
    }
    return Network(units.scale, leave, reach, arcs)


def _allowed_roads(records: VrptwRecords) -> Iterator[tuple[Arc, int]]:
    """Yield the roads that no rule on the road itself, or on the stops at its ends, forbids in every plan."""
    units, first, last, closed = records.whole_units, records.first_stops, records.last_stops, records.closed
    load = {DEPOT: 0, **units.demand}
    pairs_fit = records.rules.max_stops is None or records.rules.max_stops > 1
    for (tail, head), distance in units.distance.items():
        if (tail, head) in closed or load[tail] + load[head] > units.capacity:
            continue
        if DEPOT in (tail, head) or (pairs_fit and head not in first and tail not in last):
            yield (tail, head), distance


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


def build_model(records: VrptwRecords) -> Milp:
    """Return the two-index model: arcs are the plan, start times and loads are columns beside it."""
    network = usable_network(records)
    names, distance = list(records.customers), records.distances
    model = Statement()
    arc = {(tail, head): model.binary(f"arc[{tail},{head}]", distance[tail][head], True) for tail, head in network.arcs}
    into: dict[str, list[str]] = {name: [] for name in (DEPOT, *names)}
    out: dict[str, list[str]] = {name: [] for name in (DEPOT, *names)}
    for (tail, head), column in arc.items():
        out[tail].append(column)
        into[head].append(column)
    for name in names:
        model.row(f"visit[{name}]", 1, _ones(into[name]), 1)
    for name in names:
        model.row(f"leave[{name}]", 1, _ones(out[name]), 1)
    if records.fleet.vehicles < len(names):
        model.row("fleet", None, _ones(out[DEPOT]), records.fleet.vehicles)
    # A route never turns straight back: start times imply it for integers, but it cuts the LP where windows are wide.
    for tail, head in network.inner:
        if tail < head and (head, tail) in arc:
            model.row(f"one_way[{tail},{head}]", None, _ones([arc[tail, head], arc[head, tail]]), 1)
    _add_times(model, network, arc)
    demand = {name: customer.demand for name, customer in records.customers.items()}
    _add_resource(model, network, arc, "crates", demand, records.fleet.capacity)
    most = len(names) if records.rules.max_stops is None else records.rules.max_stops
    stops = dict.fromkeys(names, Fraction(1))
    _add_resource(model, network, arc, "position", stops, Fraction(most), always=not _time_orders(network))
    return model.milp()


def _add_times(model: Statement, network: Network, arc: Mapping[Arc, str]) -> None:
    """Add the start times and, for each arc, that its head starts after its tail: s_i + t_ij - s_j <= M (1 - x_ij).

    The opposite arc is lifted in (Desrochers & Laporte): times may be taken as early as the route allows, so with
    x_ji = 1 customer i starts at max(e_i, s_j + t_ji) at the latest, and s_i - s_j is at most max(e_i - e_j, t_ji).
    """
    earliest, latest, minutes = network.earliest, network.latest, network.minutes
    start = {
        name: model.continuous(f"start[{name}]", minutes(earliest[name]), minutes(latest[name]))
        for name in earliest
        if name != DEPOT
    }
    for tail, head in network.inner:
        duration, room = network.arcs[tail, head], latest[tail] - earliest[head]
        if room + duration <= 0:
            continue  # even the latest start at the tail lets the head start at its earliest
        terms: list[tuple[str, int | Fraction]] = [(start[tail], 1), (start[head], -1)]
        terms.append((arc[tail, head], minutes(room + duration)))
        back = network.arcs.get((head, tail))
        if back is not None:
            lift = room - max(earliest[tail] - earliest[head], back)
            if lift > 0:
                terms.append((arc[head, tail], minutes(lift)))
        model.row(f"sequence[{tail},{head}]", None, terms, minutes(room))
    _add_start_bounds(model, network, arc, start)


def _add_start_bounds(model: Statement, network: Network, arc: Mapping[Arc, str], start: Mapping[str, str]) -> None:
    """Tie each start to the arcs at its customer: s_j >= e_j + sum of (e_i + t_ij - e_j)+ x_ij.

    For arcs at the depot this is what makes a van leave and return in time; for the others it tightens (Desrochers &
    Laporte). The way out has the mirror image, s_i <= l_i - sum of (l_i + t_ij - l_j)+ x_ij.
    """
    earliest, latest, minutes = network.earliest, network.latest, network.minutes
    reached: dict[str, list[tuple[str, Fraction]]] = {}
    left: dict[str, list[tuple[str, Fraction]]] = {}
    for (tail, head), time in network.arcs.items():
        if head != DEPOT and (later := earliest[tail] + time - earliest[head]) > 0:
            reached.setdefault(head, []).append((arc[tail, head], minutes(-later)))
        if tail != DEPOT and (sooner := latest[tail] + time - latest[head]) > 0:
            left.setdefault(tail, []).append((arc[tail, head], minutes(sooner)))
    for name, waits in reached.items():
        model.row(f"from_arrival[{name}]", minutes(earliest[name]), [(start[name], 1), *waits], None)
    for name, waits in left.items():
        model.row(f"to_departure[{name}]", None, [(start[name], 1), *waits], minutes(latest[name]))


def _add_resource(
    model: Statement,
    network: Network,
    arc: Mapping[Arc, str],
    name: str,
    weight: Mapping[str, Fraction],
    limit: Fraction,
    always: bool = False,
) -> None:
    """Add rows that keep each route's total `weight` within `limit`, on the arcs of paths that could exceed it.

    A route above the limit is such a path, and all of its arcs are in rows; elsewhere the rows could never bind.
    """
    arcs = network.inner if always else _arcs_of_heavy_paths(network, weight, limit)
    within = {customer for ends in arcs for customer in ends}
    total = {
        customer: model.continuous(f"{name}[{customer}]", weight[customer], limit)
        for customer in network.earliest
        if customer in within
    }
    for tail, head in arcs:
        terms: list[tuple[str, int | Fraction]] = [(total[tail], 1), (total[head], -1), (arc[tail, head], limit)]
        if (head, tail) in network.arcs:  # totals may be taken as exact, so x_ji = 1 means u_i - u_j = w_i
            terms.append((arc[head, tail], limit - weight[tail] - weight[head]))
        model.row(f"{name}_sum[{tail},{head}]", None, terms, limit - weight[head])


def _arcs_of_heavy_paths(network: Network, weight: Mapping[str, Fraction], limit: Fraction) -> list[Arc]:
    """Return the arcs of paths of usable arcs that weigh more than `limit`; all arcs where they form a cycle."""
    inner = network.inner
    scale = lcm(limit.denominator, *(amount.denominator for amount in weight.values()))
    whole = {name: amount.numerator * (scale // amount.denominator) for name, amount in weight.items()}
    most = int(limit * scale)
    if sum(whole.values()) <= most:
        return []
    try:
        upto = _heaviest(inner, whole)
        onward = _heaviest([(head, tail) for tail, head in inner], whole)
    except CycleError:
        return inner
    return [(tail, head) for tail, head in inner if upto[tail] + onward[head] > most]


def _heaviest(arcs: Iterable[Arc], weight: Mapping[str, int]) -> dict[str, int]:
    """Return the largest total weight of a path that ends at each customer, itself included.

    Raises
    ------
    CycleError
        When the arcs form a cycle.
    """
    before: dict[str, list[str]] = {}
    for tail, head in arcs:
        before.setdefault(head, []).append(tail)
    best: dict[str, int] = {}
    for name in TopologicalSorter(before).static_order():
        best[name] = weight[name] + max((best[tail] for tail in before.get(name, ())), default=0)
    return best


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


def _ones(columns: Iterable[str]) -> list[tuple[str, int]]:
    return [(column, 1) for column in columns]
