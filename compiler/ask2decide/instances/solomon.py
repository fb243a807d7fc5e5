"""Solomon's VRPTW instances: the published file format, the shipped records, and base records for `vrptw`.

Source: Solomon (1987), Algorithms for the vehicle routing and scheduling problems with time window constraints,
Operations Research 35:254-265. A file gives coordinates; distances follow from them by a stated convention, and a unit
of distance takes a unit of time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from ask2decide.errors import InstanceError, did_you_mean
from ask2decide.exact import authored, load_json, shortened
from ask2decide.family import Data
from ask2decide.instances.distances import CONVENTIONS, convention

COLUMNS = ("customer number", "x", "y", "demand", "ready time", "due date", "service time")
ARGUMENTS: Mapping[str, Any] = {
    "customers": {
        "type": "integer",
        "minimum": 1,
        "description": "How many of the first customers; all of them where it is left out.",
        "examples": [25],
    },
    "vehicles": {
        "type": "integer",
        "minimum": 1,
        "description": "How many vans; the instance's own number by default.",
    },
    "day_starts": {
        "type": "string",
        "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
        "description": 'The time of day of minute 0, in quotes; "08:00" by default.',
        "examples": ["08:00"],
    },
    "distances": {
        "enum": list(CONVENTIONS),
        "description": "How distances follow from coordinates; the registry's convention by default.",
    },
}
"""The arguments that a base takes, each as JSON Schema (draft-07)."""


@dataclass(frozen=True)
class Stop:
    """A line of the file: the depot or a customer. Times are in minutes, as Solomon's units are."""

    x: int
    y: int
    demand: int
    opens: int
    closes: int
    service: int


@dataclass(frozen=True)
class SolomonInstance:
    """What a Solomon file says; `stops` starts with the depot."""

    vehicles: int
    capacity: int
    stops: tuple[Stop, ...]


def read_file(path: Path) -> SolomonInstance:
    """Read a file in Solomon's format.

    Raises
    ------
    InstanceError
        With file and line, when the file cannot be read or is not of that format.
    """
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise InstanceError(f"{path} cannot be read: {error}.", "give a text file in Solomon's format.") from None
    _check_lines(path, text)
    import vrplib

    try:
        parsed = vrplib.read_instance(path, "solomon", compute_edge_weights=False)
    except RuntimeError as error:
        raise InstanceError(f"{path}:1: {error}", "keep the heads VEHICLE and CUSTOMER as published.") from None
    stops = tuple(
        Stop(int(x), int(y), int(demand), int(opens), int(closes), int(service))
        for (x, y), demand, (opens, closes), service in zip(
            parsed["node_coord"], parsed["demand"], parsed["time_window"], parsed["service_time"], strict=True
        )
    )
    return SolomonInstance(parsed["vehicles"], parsed["capacity"], stops)


def _check_lines(path: Path, text: str) -> None:
    """Check every line that vrplib reads: it takes what is not a whole number for -1, and does not name the line."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if len(lines) < 8:
        raise InstanceError(
            f"{path}:{lines[-1][0] if lines else 1}: the file ends before the first customer.",
            "give a whole file in Solomon's format: name, VEHICLE, CUSTOMER, then the depot and the customers.",
        )
    _integers(path, *lines[3], ("number of vehicles", "capacity"))
    for expected, (number, line) in enumerate(lines[6:]):
        name, *_, opens, closes, _ = _integers(path, number, line, COLUMNS)
        if name != expected:
            raise InstanceError(
                f"{path}:{number}: customer {name} stands where {expected} is due.", "number the lines from 0 upward."
            )
        if opens > closes:
            raise InstanceError(
                f"{path}:{number}: the ready time {opens} is after the due date {closes}.", "swap the two."
            )


def _integers(path: Path, number: int, line: str, names: tuple[str, ...]) -> list[int]:
    parts = line.split()
    if len(parts) != len(names):
        raise InstanceError(
            f"{path}:{number}: {len(parts)} numbers stand where {len(names)} are due.", f"write {', '.join(names)}."
        )
    for part, name in zip(parts, names, strict=True):
        if not re.fullmatch(r"[0-9]{1,9}", part):
            raise InstanceError(
                f"{path}:{number}: the {name} {shortened(part)} is not a whole number of at least 0.",
                "write it as digits.",
            )
    return [int(part) for part in parts]


def read_shipped(path: Path) -> SolomonInstance:
    """Read an instance in this project's own form, as `instances/solomon/r101.json` has it."""
    data = load_json(path.read_text(encoding="utf-8"))
    depot = Stop(**data["depot"], demand=0, service=0)
    return SolomonInstance(
        data["fleet"]["vehicles"],
        data["fleet"]["capacity"],
        (depot, *(Stop(**customer) for customer in data["customers"].values())),
    )


def base_data(instance: SolomonInstance, arguments: Mapping[str, Any], convention_name: str) -> Data:
    """Return `vrptw` records of the first customers of `instance`.

    Parameters
    ----------
    arguments : mapping
        ``customers``: how many of the first customers (default all); ``vehicles``: fleet size (default the instance's);
        ``day_starts``: clock time of minute 0 (default ``"08:00"``); ``distances``: another convention's name.
    convention_name : str
        The convention the registry states, for which the published optima hold.

    Raises
    ------
    InstanceError
        When an argument is unknown or has a value that the instance does not allow.
    """
    for name in arguments:
        if name not in ARGUMENTS:
            raise InstanceError(
                f"A Solomon base takes no argument {name!r}.", did_you_mean(name, ARGUMENTS, "arguments")
            )
    count = _whole("customers", arguments.get("customers", len(instance.stops) - 1), len(instance.stops) - 1)
    starts = arguments.get("day_starts", "08:00")
    if not isinstance(starts, str) or not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", starts):
        raise InstanceError(f"day_starts is {authored(starts)}, not a clock time.", 'write it as "08:00".')
    names = ("depot", *(f"C{number:02}" for number in range(1, count + 1)))
    stops = dict(zip(names, instance.stops, strict=False))
    lengths = convention(str(arguments.get("distances", convention_name)))
    depot = stops["depot"]
    return {
        "day": {"starts": starts},
        "depot": {"opens": depot.opens, "closes": depot.closes, "x": depot.x, "y": depot.y},
        "fleet": {
            "vehicles": _whole("vehicles", arguments.get("vehicles", instance.vehicles)),
            "capacity": instance.capacity,
        },
        "customers": {name: vars(stops[name]) | {} for name in names[1:]},
        "distances": {
            tail: {head: _number(lengths.distance(a.x - b.x, a.y - b.y)) for head, b in stops.items() if head != tail}
            for tail, a in stops.items()
        },
        "closed_roads": {},
        "first_stops": {},
        "last_stops": {},
        "rules": {},
    }


def _whole(name: str, value: object, most: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1 or (most is not None and value > most):
        upto = "" if most is None else f" and at most {most}"
        raise InstanceError(f"{name} is {authored(value)}.", f"write a whole number of at least 1{upto}.")
    return value


def _number(value: Fraction) -> int | Decimal:
    if value.denominator == 1:
        return value.numerator
    return Decimal(value.numerator) / Decimal(value.denominator)  # terminates: the denominator divides a power of ten


def read(path: Path, arguments: Mapping[str, Any], convention_name: str) -> Data:
    """Return `vrptw` records from a published or a shipped file: what the registry calls for the format ``solomon``."""
    instance = read_shipped(path) if path.suffix == ".json" else read_file(path)
    return base_data(instance, arguments, convention_name)
