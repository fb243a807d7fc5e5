"""The schedule of the `jobshop` family as a Gantt chart, and where two plans differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ask2decide.clock import minutes_of
from ask2decide.drawing import Block, Deadline, Gantt, Lane
from ask2decide.families._jobshop_records import JobshopPlan, JobshopRecords
from ask2decide.families._jobshop_schedule import Task, earliest_starts


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
    """Return, for each machine whose order differs, the jobs that come in another order, or elsewhere altogether."""
    machines = dict.fromkeys((*first.sequence, *second.sequence))
    lines = []
    for machine in machines:
        before, after = first.sequence.get(machine, []), second.sequence.get(machine, [])
        if before != after:
            lines.append(f"{machine} takes {_order(after)} instead of {_order(before)}.")
    return tuple(lines)


def _order(jobs: Sequence[str]) -> str:
    return " → ".join(jobs) or "nothing"
