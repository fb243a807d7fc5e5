"""Delivery days by exhaustive search: every route is driven once a problem, then every set of routes is added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from ask2decide.families._vrptw_records import DEPOT, VrptwPlan, VrptwRecords
from ask2decide.families.vrptw import Vrptw
from ask2decide.family import Data
from ask2decide.variants.variants import Problem
from tests import enumeration
from tests.strategies_vrptw import every_plan

Route = tuple[str, ...]


@cache
def _all_plans(customers: Route) -> tuple[tuple[Route, ...], ...]:
    road = {"demand": 0, "opens": 0, "closes": 0, "service": 0}
    data: Data = {
        "day": {"starts": "08:00"},
        "depot": {"opens": 0, "closes": 0},
        "fleet": {"vehicles": 1, "capacity": 0},
        "customers": dict.fromkeys(customers, road),
        "distances": {},
    }
    return tuple(tuple(tuple(route) for route in plan.routes) for plan in every_plan(Vrptw().parse(data)))


@dataclass(frozen=True)
class Driven:
    """The truth about a task of `vrptw`, from a second reading of its records that shares nothing with the checker."""

    plans: tuple[tuple[Route, ...], ...]

    def optimum(self, problem: Problem) -> Fraction | None:
        self._drive(problem)
        return enumeration.optimum(problem, ())

    def regret(self, problems: Sequence[Problem]) -> Fraction:
        for problem in problems:
            self._drive(problem)
        return enumeration.regret(problems, ())

    def survival(self, known: Problem, today: Problem) -> Fraction:
        self._drive(known)
        self._drive(today)
        return enumeration.survival(known, today, ())

    def _drive(self, problem: Problem) -> None:
        """Work out what `enumeration.costs` would, in a hundredth of the time."""
        if "enumerated" not in vars(problem):
            records: VrptwRecords = problem.records
            lengths = {route: driven(route, records) for route in {route for plan in self.plans for route in plan}}
            costs = []
            for plan in self.plans:
                parts = [length for route in plan if (length := lengths[route]) is not None]
                feasible = len(parts) == len(plan) <= records.fleet.vehicles
                costs.append(sum(parts, Fraction(0)) if feasible else None)
            vars(problem)["enumerated"] = tuple(costs)


def every_day_plan(customers: Sequence[str]) -> Driven:
    return Driven(_all_plans(tuple(sorted(customers))))


def driven(route: Route, records: VrptwRecords) -> Fraction | None:
    """Return a route's length, None when it breaks a rule."""
    crates = sum(records.customers[stop].demand for stop in route)
    most = records.rules.max_stops
    if crates > records.fleet.capacity or (most is not None and len(route) > most):
        return None
    if any(stop in records.first_stops for stop in route[1:]) or any(stop in records.last_stops for stop in route[:-1]):
        return None
    clock, length = records.depot.opens, Fraction(0)
    for tail, head in pairwise((DEPOT, *route, DEPOT)):
        if f"{tail} to {head}" in records.closed_roads:
            return None
        length += records.distances[tail][head]
        clock += records.distances[tail][head]
        if head != DEPOT:
            customer = records.customers[head]
            clock = max(clock, customer.opens)
            if clock > customer.closes:
                return None
            clock += customer.service
    return length if clock <= records.last_return else None


def as_plan(routes: tuple[Route, ...]) -> VrptwPlan:
    return VrptwPlan(routes=[list(route) for route in routes])
