"""The schedule of the `jobshop` family as a Gantt chart, and where two plans differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from ask2decide.clock import minutes_of
from ask2decide.drawing import Block, Deadline, Gantt, Lane
from ask2decide.families._jobshop_records import JobshopPlan, JobshopRecords, task_names
from ask2decide.families._jobshop_schedule import Task, earliest_starts

MOST_PAIRS = 3
"""Pairs of jobs that are named one by one where a machine takes them in another order."""


def schedule_chart(plan: JobshopPlan, records: JobshopRecords) -> Gantt:
    """Return the earliest schedule of a plan's orders: a lane for each machine, deadlines for jobs that are due.

    Raises
    ------
    ContradictionError
        When no times can follow these orders.
    """
    starts = earliest_starts(plan.sequence, records)
    lanes = (_lane(name, starts, records) for name in records.machines)
    due = (Deadline(name, Fraction(job.due)) for name, job in records.jobs.items() if job.due is not None)
    return Gantt(tuple(lanes), minutes_of(records.day.starts), tuple(due))


def _lane(machine: str, starts: Mapping[Task, int], records: JobshopRecords) -> Lane:
    blocks = [
        Block(name, Fraction(starts[name, key]), Fraction(starts[name, key] + operation.duration), f"{name}, {key}")
        for name, job in records.jobs.items()
        for key, operation in job.route
        if operation.machine == machine
    ]
    down = (
        Block("down", Fraction(stop.begins), Fraction(stop.ends), f"{machine} is down")
        for stop in records.machines[machine].down.values()
    )
    return Lane(machine, tuple(sorted(blocks, key=lambda block: block.starts)), tuple(down))


def orders_differences(first: JobshopPlan, second: JobshopPlan) -> tuple[str, ...]:
    """Return, for each machine whose order differs, the pairs of jobs that change places; where many do, the orders."""
    machines = dict.fromkeys((*first.sequence, *second.sequence))
    orders = ((name, first.sequence.get(name, []), second.sequence.get(name, [])) for name in machines)
    return tuple(_change(name, before, after) for name, before, after in orders if before != after)


def _change(machine: str, before: Sequence[str], after: Sequence[str]) -> str:
    tasks, old = task_names(after), task_names(before)
    turned = [(a, b) for a, b in combinations(tasks, 2) if a in old and b in old and old.index(a) > old.index(b)]
    if sorted(tasks) != sorted(old) or len(turned) > MOST_PAIRS:
        return f"{machine} takes {_order(after)} instead of {_order(before)}."
    return f"{machine} takes {', '.join(f'{a} before {b}' for a, b in turned)}; it was the other way round."


def _order(jobs: Sequence[str]) -> str:
    return " → ".join(jobs) or "nothing"
