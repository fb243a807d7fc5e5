"""The schedule that follows from an order: the earliest start of every operation, by longest paths, in whole minutes.

An operation starts when its job's last operation and its machine's last one are done, and the machine is not down
before it ends. The earliest starts are the least in every operation at once, so no other times of the same order end
sooner or keep a due time that these miss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from ask2decide.families._jobshop_records import Down, JobshopRecords, Operation, job_of, task_names

Task = tuple[str, str]
"""(job, operation id)."""


class ContradictionError(Exception):
    """Orders that no times can follow: the tasks of a cycle, each before the next, and each machine's part in it."""

    def __init__(self, cycle: Sequence[Task], records: JobshopRecords) -> None:
        machine = {(job, key): operation.machine for job, j in records.jobs.items() for key, operation in j.route}
        steps: list[tuple[str, str, str]] = []
        for first, second in pairwise(cycle):
            if first[0] == second[0]:
                continue
            if steps and steps[-1][2] == machine[first] and steps[-1][1] == first[0]:
                steps[-1] = (steps[-1][0], second[0], machine[first])
            else:
                steps.append((first[0], second[0], machine[first]))
        start = steps.index(min(steps, key=lambda step: (step[2], step)))
        steps = steps[start:] + steps[:start]
        machines = list(dict.fromkeys(place for _, _, place in steps))
        which = f"the orders on {' and '.join(machines)} contradict each other"
        if len(machines) == 1:
            which = f"the order on {machines[0]} contradicts the operations' order"
        chain = ", ".join(f"{first} before {second} on {place}" for first, second, place in steps)
        super().__init__(f"{which}: {chain}")


def earliest_starts(sequence: Mapping[str, Sequence[str]], records: JobshopRecords) -> dict[Task, int]:
    """Return the earliest start of every operation, in minutes.

    Parameters
    ----------
    sequence : mapping
        For each machine exactly the jobs that visit it, in order.

    Raises
    ------
    ContradictionError
        When no times can follow these orders.
    """
    place = {(machine, task): (job_of(task), key) for machine, task, key, _ in records.visits()}
    before: dict[Task, list[Task]] = {task: [] for task in place.values()}
    for name, job in records.jobs.items():
        keys = [key for key, _ in job.route]
        for first, second in pairwise(keys):
            before[name, second].append((name, first))
    for machine, jobs in sequence.items():
        tasks = task_names(jobs)
        for earlier, later in pairwise(tasks):
            before[place[machine, later]].append(place[machine, earlier])
    try:
        order = list(TopologicalSorter(before).static_order())
    except CycleError as error:
        # graphlib lists a cycle so that each entry is a predecessor of the next.
        raise ContradictionError(error.args[1], records) from None
    starts: dict[Task, int] = {}
    for task in order:
        own, operation = records.jobs[task[0]], _operation(task, records)
        ends = (starts[earlier] + _operation(earlier, records).duration for earlier in before[task])
        down = list(records.machines[operation.machine].down.values())
        starts[task] = first_fit(max((own.release, *ends)), operation.duration, down)
    return starts


def _operation(task: Task, records: JobshopRecords) -> Operation:
    return records.jobs[task[0]].operations[task[1]]


def first_fit(ready: int, duration: int, down: Sequence[Down]) -> int:
    """Return the first start at or after `ready` at which `duration` minutes fit between the down times."""
    start = ready
    for stop in sorted(down, key=lambda stop: stop.begins):
        if start < stop.ends and start + duration > stop.begins:
            start = stop.ends
    return start


def finish(job: str, starts: Mapping[Task, int], records: JobshopRecords) -> int:
    """Return the minute at which a job is finished."""
    key, last = records.jobs[job].route[-1]
    return starts[job, key] + last.duration + records.jobs[job].finishing
