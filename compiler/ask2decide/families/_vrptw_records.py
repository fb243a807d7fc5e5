"""Records and plan format of the `vrptw` family, and the places in the records that a hidden item may change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, WithJsonSchema, model_validator
from pydantic import Field as Constrained

from ask2decide.errors import did_you_mean
from ask2decide.exact import Exact
from ask2decide.family import Effect, Field, PlanModel, RecordsModel

DEPOT = "depot"
ROAD = " to "
"""What joins the two ends of a road in a key, so that its pointer reads ``/closed_roads/C16 to C07``."""


def _not_negative(value: Fraction) -> Fraction:
    if value.numerator < 0:  # a tenth of the time that value < 0 takes, for hundreds of distances
        raise ValueError("the number must not be below 0")
    return value


Amount = Annotated[Exact, AfterValidator(_not_negative)]
Marks = dict[str, Literal[True]]
Count = Annotated[int, Constrained(ge=1)]


class Depot(RecordsModel):
    """Where every route starts and ends. Vans leave at `opens` at the earliest and are back by `closes`."""

    opens: Amount
    closes: Amount
    x: Exact | None = None
    y: Exact | None = None


class Customer(RecordsModel):
    """One delivery: its size in crates, the window in which service must start, and the minutes that service takes."""

    demand: Amount
    opens: Amount
    closes: Amount
    service: Amount
    x: Exact | None = None
    y: Exact | None = None

    @model_validator(mode="after")
    def _window_is_not_empty(self) -> Customer:
        if self.opens > self.closes:
            raise ValueError(
                f"the window opens at minute {self.opens}, after it closes at minute {self.closes}; move both ends"
            )
        return self


class Fleet(RecordsModel):
    """How many vans there are, and how many crates each carries."""

    vehicles: Count
    capacity: Amount


class Day(RecordsModel):
    """The clock time of minute 0."""

    starts: Annotated[str, Constrained(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class Rules(RecordsModel):
    """House rules; each is absent until somebody says it."""

    max_stops: Count | None = None
    latest_return: Amount | None = None


@dataclass(frozen=True)
class WholeUnits:
    """The numbers of the records as integers, each `scale` times what the records hold: integers are quick to add up.

    Parameters
    ----------
    scale : int
        The least common denominator of the numbers.
    distance : mapping
        By road, open or closed; a kilometre takes a minute.
    """

    scale: int
    demand: Mapping[str, int]
    opens: Mapping[str, int]
    closes: Mapping[str, int]
    service: Mapping[str, int]
    distance: Mapping[tuple[str, str], int]
    leave: int
    last_return: int
    capacity: int

    def exact(self, number: int | Fraction) -> Fraction:
        """Return a number of units as the records would hold it."""
        return Fraction(number) / self.scale


class VrptwRecords(RecordsModel):
    """The records of one delivery day. Distances are in km by direction; a van covers one kilometre in a minute."""

    day: Day
    depot: Depot
    fleet: Fleet
    customers: dict[str, Customer]
    distances: dict[str, dict[str, Amount]]
    closed_roads: Marks = Constrained(default_factory=dict)
    first_stops: Marks = Constrained(default_factory=dict)
    last_stops: Marks = Constrained(default_factory=dict)
    rules: Rules = Rules()

    def roads(self) -> Iterator[tuple[tuple[str, str], Fraction]]:
        """Yield every recorded road, closed or not, as ``((from, to), distance)``."""
        for tail, row in self.distances.items():
            for head, distance in row.items():
                yield (tail, head), distance

    @cached_property
    def closed(self) -> frozenset[tuple[str, str]]:
        """The closed roads as pairs (from, to)."""
        return frozenset((tail, head) for tail, _, head in (key.partition(ROAD) for key in self.closed_roads))

    @cached_property
    def whole_units(self) -> WholeUnits:
        """All that a plan is checked with, in whole units."""
        names, roads = list(self.customers), dict(self.roads())
        customers = list(self.customers.values())
        numbers = [number for c in customers for number in (c.demand, c.opens, c.closes, c.service)]
        numbers += [*roads.values(), self.depot.opens, self.last_return, self.fleet.capacity]
        scale = lcm(*{number.denominator for number in numbers})

        def units(number: Fraction) -> int:
            return number.numerator * (scale // number.denominator)

        return WholeUnits(
            scale=scale,
            demand=dict(zip(names, (units(c.demand) for c in customers), strict=True)),
            opens=dict(zip(names, (units(c.opens) for c in customers), strict=True)),
            closes=dict(zip(names, (units(c.closes) for c in customers), strict=True)),
            service=dict(zip(names, (units(c.service) for c in customers), strict=True)),
            distance={road: units(distance) for road, distance in roads.items()},
            leave=units(self.depot.opens),
            last_return=units(self.last_return),
            capacity=units(self.fleet.capacity),
        )

    @property
    def last_return(self) -> Fraction:
        """The minute by which every van must be back."""
        limit = self.rules.latest_return
        return self.depot.closes if limit is None else min(self.depot.closes, limit)

    @model_validator(mode="after")
    def _names_are_known(self) -> VrptwRecords:
        for name in self.customers:
            if name == DEPOT or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
                raise ValueError(f"{name!r} cannot be a customer's id; use a letter, then letters and digits")
        places = {DEPOT, *self.customers}
        for (tail, head), _ in self.roads():
            _known(tail, places, "distances")
            _known(head, places, "distances")
            if tail == head:
                raise ValueError(f"distances holds a road from {tail} to itself; leave it out")
        for tail, head in self.closed:
            _known(tail, places, "closed_roads")
            _known(head, places, "closed_roads")
        for name in (*self.first_stops, *self.last_stops):
            _known(name, self.customers, "first_stops or last_stops")
        return self


def _known(name: str, names: Mapping[str, Any] | set[str], where: str) -> None:
    if name not in names:
        raise ValueError(f"{where} names {name!r}, which is not in the records; {did_you_mean(name, names, 'places')}")


def _not_the_depot(name: str) -> str:
    if name == DEPOT:
        raise ValueError("a route starts and ends at the depot without naming it; leave the depot out")
    return name


Stop = Annotated[
    str,
    Constrained(min_length=1, max_length=40),
    AfterValidator(_not_the_depot),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 40, "not": {"const": DEPOT}}),
]
Route = Annotated[list[Stop], Constrained(min_length=1)]


class VrptwPlan(PlanModel):
    """The routes, each the list of its customers in the order of the visits, without the depot."""

    routes: list[Route]


FIELDS = (
    Field("/customers/*/opens", "start of the customer's time window", "min", Effect.VALUE, clock=True),
    Field("/customers/*/closes", "end of the customer's time window", "min", Effect.VALUE, clock=True),
    Field("/customers/*/demand", "size of the delivery", "crates", Effect.VALUE),
    Field("/customers/*/service", "time that service takes", "min", Effect.VALUE),
    Field("/depot/opens", "time from which vans may leave", "min", Effect.VALUE, clock=True),
    Field("/depot/closes", "time by which vans are back", "min", Effect.VALUE, clock=True),
    Field("/fleet/capacity", "what a van carries", "crates", Effect.VALUE),
    Field("/fleet/vehicles", "number of vans", "vans", Effect.VALUE),
    Field("/distances/*/*", "length of the road in that direction", "km", Effect.OBJECTIVE),
    Field("/closed_roads/*", "road that is closed in that direction", None, Effect.AVAILABILITY),
    Field("/first_stops/*", "customer who must be the first stop of a route", None, Effect.CONSTRAINT),
    Field("/last_stops/*", "customer who must be the last stop of a route", None, Effect.CONSTRAINT),
    Field("/rules/max_stops", "most stops on a route", "stops", Effect.CONSTRAINT),
    Field("/rules/latest_return", "time by which every van must be back", "min", Effect.CONSTRAINT, clock=True),
)
