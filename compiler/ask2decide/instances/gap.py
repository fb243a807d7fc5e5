"""OR-Library's generalised assignment files: the published format, the shipped records, and base records for `gap`.

Source: Beasley (1990), OR-Library, Journal of the Operational Research Society 41(11):1069-1072. A file holds whole
numbers: agents m and jobs n, then m rows of n costs, m rows of n weights, and m capacities. It does not say whether the
costs are to be small or large; the registry's convention does, and an argument may say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ask2decide.errors import InstanceError, did_you_mean
from ask2decide.exact import authored, load_json, shortened
from ask2decide.family import Data

_TEXT = {"type": "string"}
_NAMES = {"anyOf": [{"type": "array", "items": _TEXT}, {"type": "object", "additionalProperties": _TEXT}]}

ARGUMENTS: Mapping[str, Any] = {
    "sense": {
        "enum": ["min", "max"],
        "description": "Whether the goal is to be small or large; by default the registry's.",
    },
    "goal": {
        "type": "object",
        "properties": {"label": _TEXT, "unit": _TEXT},
        "additionalProperties": False,
        "description": "What is added up, and its unit.",
        "examples": [{"label": "printing cost", "unit": "euros"}],
    },
    "words": {
        "type": "object",
        "properties": dict.fromkeys(("agent", "agents", "job", "jobs", "unit"), _TEXT),
        "additionalProperties": False,
        "description": "What agents and jobs are called, and the unit of capacity.",
        "examples": [{"agent": "press", "agents": "presses", "job": "title", "jobs": "titles", "unit": "hours"}],
    },
    "agents": {**_NAMES, "description": "Every agent's id, or id and name, in the instance's order."},
    "jobs": {**_NAMES, "description": "Every job's id, or id and name, in the instance's order."},
}
"""The arguments that a base takes, each as JSON Schema (draft-07)."""
SENSES = {"minimised": "min", "maximised": "max"}
"""From the registry's convention to the goal's sense."""
MOST_PAIRS = 1_000_000
_WORDS = {"agent": "agent", "agents": "agents", "job": "job", "jobs": "jobs", "unit": "units"}


@dataclass(frozen=True)
class GapInstance:
    """What a file says: row i of `cost` and `weight` belongs to agent i, column j to job j."""

    cost: tuple[tuple[int, ...], ...]
    weight: tuple[tuple[int, ...], ...]
    capacity: tuple[int, ...]


def read_file(path: Path) -> GapInstance:
    """Read a file in OR-Library's format, one instance a file.

    Raises
    ------
    InstanceError
        With file and line, when the file cannot be read or is not of that format.
    """
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise InstanceError(f"{path} cannot be read: {error}.", "give a text file in OR-Library's format.") from None
    numbers = _numbers(path, text)
    agents, jobs = _take(path, numbers, 1, "the number of agents")[0], _take(path, numbers, 1, "the number of jobs")[0]
    if not 1 <= agents * jobs <= MOST_PAIRS:
        raise InstanceError(
            f"{path}:1: {agents} agents and {jobs} jobs make {agents * jobs} pairs.",
            f"give at least one of each and at most {MOST_PAIRS} pairs.",
        )
    cost = tuple(_take(path, numbers, jobs, f"the costs of agent {n}") for n in range(1, agents + 1))
    weight = tuple(_take(path, numbers, jobs, f"the weights of agent {n}") for n in range(1, agents + 1))
    capacity = _take(path, numbers, agents, "the capacities")
    extra = next(numbers, None)
    if extra is not None:
        raise InstanceError(
            f"{path}:{extra[0]}: {extra[1]} stands after the last capacity.",
            f"keep {agents} x {jobs} costs, as many weights and {agents} capacities.",
        )
    return GapInstance(cost, weight, capacity)


def _numbers(path: Path, text: str) -> Iterator[tuple[int, int]]:
    """Yield each number with its line."""
    for line, content in enumerate(text.splitlines(), start=1):
        for part in content.split():
            if not re.fullmatch(r"[0-9]{1,9}", part):
                raise InstanceError(
                    f"{path}:{line}: {shortened(part)} is not a whole number of at least 0.", "write it as digits."
                )
            yield line, int(part)


def _take(path: Path, numbers: Iterator[tuple[int, int]], count: int, what: str) -> tuple[int, ...]:
    taken: list[int] = []
    for _ in range(count):
        found = next(numbers, None)
        if found is None:
            raise InstanceError(
                f"{path}: the file ends after {len(taken)} of {count} numbers of {what}.",
                "give the whole file: m and n, m x n costs, m x n weights, m capacities.",
            )
        taken.append(found[1])
    return tuple(taken)


def read_shipped(path: Path) -> GapInstance:
    """Read an instance in this project's own form, as `instances/orlib_gap/gap1-0.json` has it."""
    data = load_json(path.read_text(encoding="utf-8"))
    agents = data["agents"].values()
    return GapInstance(
        tuple(tuple(agent["cost"]) for agent in agents),
        tuple(tuple(agent["weight"]) for agent in agents),
        tuple(agent["capacity"] for agent in agents),
    )


def base_data(instance: GapInstance, arguments: Mapping[str, Any], convention: str) -> Data:
    """Return `gap` records of `instance`.

    Parameters
    ----------
    arguments : mapping
        ``sense``: ``min`` or ``max`` (default the registry's); ``goal``: its ``label`` and ``unit``; ``words``: what
        agents and jobs are called, and the unit of capacity; ``agents``, ``jobs``: their names, by id, in the file's
        order.
    convention : str
        ``minimised`` or ``maximised``: the direction in which the published optimum holds.

    Raises
    ------
    InstanceError
        When an argument is unknown or has a value that the instance does not allow.
    """
    for name in arguments:
        if name not in ARGUMENTS:
            raise InstanceError(
                f"A generalised assignment takes no argument {name!r}.", did_you_mean(name, ARGUMENTS, "arguments")
            )
    sense = arguments.get("sense", SENSES[convention])
    if sense not in SENSES.values():
        raise InstanceError(f"sense is {authored(sense)}.", "write min or max.")
    goal = {"label": "total cost" if sense == "min" else "total value", "unit": "units"}
    agents = _names("agents", arguments.get("agents"), "A", len(instance.capacity))
    jobs = _names("jobs", arguments.get("jobs"), "J", len(instance.cost[0]))
    return {
        "goal": {"sense": sense, **_texts("goal", arguments.get("goal", {}), goal)},
        "words": _texts("words", arguments.get("words", {}), _WORDS),
        "agents": {
            name: {
                "label": label,
                "capacity": instance.capacity[row],
                "cost": dict(zip(jobs, instance.cost[row], strict=True)),
                "weight": dict(zip(jobs, instance.weight[row], strict=True)),
            }
            for row, (name, label) in enumerate(agents.items())
        },
        "jobs": {name: {"label": label} for name, label in jobs.items()},
        "barred": {},
        "apart": {},
        "together": {},
    }


def _texts(what: str, given: object, default: Mapping[str, str]) -> dict[str, str]:
    """Return the default texts with those that the author gave in their place."""
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in given.values()):
        raise InstanceError(f"{what} is not a mapping of names to texts.", f"give the keys {', '.join(default)}.")
    for name in given:
        if name not in default:
            raise InstanceError(f"{what} has no key {name!r}.", did_you_mean(name, default, "keys"))
    return {**default, **given}


def _names(what: str, given: object, letter: str, count: int) -> dict[str, str]:
    """Return names by id: the author's, else numbered ids that sort as they are counted."""
    if given is None:
        width = len(str(count)) if letter == "A" else max(2, len(str(count)))
        return {f"{letter}{n:0{width}}": f"{letter}{n:0{width}}" for n in range(1, count + 1)}
    if isinstance(given, Sequence) and not isinstance(given, str):
        given = {str(name): str(name) for name in given}
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in given.values()):
        raise InstanceError(f"{what} is neither a list of ids nor a mapping of ids to names.", "write one of the two.")
    if len(given) != count:
        raise InstanceError(f"{what} names {len(given)} of the instance's {count}.", "name each of them once.")
    return dict(given)


def read(path: Path, arguments: Mapping[str, Any], convention: str) -> Data:
    """Return `gap` records from a published or a shipped file: what the registry calls for the format ``gap``."""
    instance = read_shipped(path) if path.suffix == ".json" else read_file(path)
    return base_data(instance, arguments, convention)
