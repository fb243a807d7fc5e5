"""The `jobshop` family: in which order each machine of a shop takes its jobs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from ask2decide.clock import clock_text, minutes_of
from ask2decide.families._jobshop_drawing import orders_differences, schedule_chart
from ask2decide.families._jobshop_records import (
    FIELDS,
    JobshopPlan,
    JobshopRecords,
    job_of,
    task_names,
)
from ask2decide.families._jobshop_schedule import ContradictionError, Task, earliest_starts, finish
from ask2decide.family import Check, Column, Drawing, Family, Field, Sense, Table

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

_ALWAYS = (
    "Every job goes through its operations in the order of the table, each on the machine and for the minutes named. "
    "An operation starts when the job's previous one is done, or later; way and set-up between them take no time.",
    "A machine works on one job at a time, and a job is on one machine at a time. An operation that has begun is not "
    "interrupted.",
    "The plan is the order of the jobs on each machine. Times follow from it: every operation starts as early as the "
    "orders allow. A machine waits for the next job of its order, also where another job is at hand.",
    "The best plan finishes its last job soonest; the minutes are counted from the start of the day.",
)


class Jobshop(Family[JobshopRecords, JobshopPlan]):
    """The order of the jobs on each machine of a shop.

    **What is planned.** Every job is a sequence of operations on given machines. Each machine takes one job at a time;
    the plan says in which order. Only the orders are the plan: starting every operation as early as they allow is best.

    **Records.** `day`, `machines` (down times, a job to take first), `jobs` (operations with machine and duration,
    release, due time, finishing time). Durations and times are whole minutes; times count from the day's start.

    **Plan format.** ``{"sequence": {"lathe": ["axle", "gear"], "mill": ["gear", "axle"]}}``.

    **Model.** Manne (1960), On the job-shop scheduling problem, Operations Research 8:219-223; minimise the makespan.
    It is in `_jobshop_model.py`, with each machine as a no-overlap constraint.
    """

    name: ClassVar[str] = "jobshop"
    records_model: ClassVar[type[JobshopRecords]] = JobshopRecords
    plan_model: ClassVar[type[JobshopPlan]] = JobshopPlan
    fields: ClassVar[tuple[Field, ...]] = FIELDS

    def sense(self, records: JobshopRecords) -> Sense:
        """Minimise the makespan."""
        return Sense.MIN

    def value_name(self, records: JobshopRecords) -> tuple[str, str]:
        """Time until the last job is finished, in minutes."""
        return "time until the last job is finished", "min"

    def model(self, records: JobshopRecords) -> ConcreteModel:
        """Return the disjunctive model; its plan columns are visits and orders, e.g. ``before[lathe,axle,gear]``."""
        from ask2decide.families._jobshop_model import build_model

        return build_model(records)

    def columns(self, plan: JobshopPlan) -> dict[str, Fraction]:
        """Return each visit, and each pair of a machine's tasks in alphabetical order that comes in that order."""
        columns = {}
        for machine, jobs in plan.sequence.items():
            tasks = task_names(jobs)
            columns.update({f"visit[{machine},{task}]": Fraction(1) for task in tasks})
            for first, second in combinations(tasks, 2):
                if first < second and job_of(first) != job_of(second):
                    columns[f"before[{machine},{first},{second}]"] = Fraction(1)
        return columns

    def plan(self, values: Mapping[str, Fraction], records: JobshopRecords) -> JobshopPlan:
        """Sort each machine's tasks by how many of the others come before."""
        tasks: dict[str, list[str]] = {machine: [] for machine in records.machines}
        for name, value in values.items():
            if value and name.startswith("visit["):
                machine, task = name[6:-1].split(",")
                tasks.setdefault(machine, []).append(task)

        def comes_first(machine: str, first: str, second: str) -> bool:
            if job_of(first) == job_of(second):
                return (len(first), first) < (len(second), second)
            low, high = sorted((first, second))
            return bool(values.get(f"before[{machine},{low},{high}]")) == (first == low)

        sequence = {}
        for machine, those in tasks.items():
            earlier = {t: sum(comes_first(machine, other, t) for other in those if other != t) for t in those}
            sequence[machine] = [job_of(task) for task in sorted(those, key=lambda task: (earlier[task], task))]
        return JobshopPlan(sequence={machine: jobs for machine, jobs in sequence.items() if jobs})

    def check(self, plan: JobshopPlan, records: JobshopRecords, tolerance: Fraction = Fraction(0)) -> Check:
        """Start every operation as early as the orders allow; note each broken rule."""
        violations = [*_visits(plan, records), *_firsts(plan, records)]
        if violations:
            return Check(tuple(violations), None)
        try:
            starts = earliest_starts(plan.sequence, records)
        except ContradictionError as contradiction:
            return Check((str(contradiction),), None)
        violations += _due(starts, records, tolerance)
        if violations:
            return Check(tuple(violations), None)
        return Check((), Fraction(max(finish(job, starts, records) for job in records.jobs)))

    def tables(self, records: JobshopRecords) -> tuple[Table, ...]:
        """Return the jobs with their operations, and what the shop says of machines and times."""
        tables = [_operations_table(records), _jobs_table(records)]
        rows = tuple(
            (machine, _clock(stop.begins, records), _clock(stop.ends, records))
            for machine, entry in records.machines.items()
            for stop in entry.down.values()
        )
        if rows:
            tables.append(Table("Down times", (Column("Machine"), Column("From"), Column("To")), rows))
        return tuple(tables)

    def rules(self, records: JobshopRecords) -> tuple[str, ...]:
        """Return what a plan must keep, and what is minimised."""
        rules = [*_ALWAYS, f"The day starts at {records.day.starts}: minute 0."]
        if any(machine.down for machine in records.machines.values()):
            rules.append("A machine that is down does not work; an operation must be done before, or start after.")
        if any(job.due is not None for job in records.jobs.values()):
            rules.append("A job with a due time must be finished by then; a plan that misses it cannot be used.")
        if any(job.finishing for job in records.jobs.values()):
            rules.append(
                "A job is finished when its finishing time after the last operation is over, without a machine."
            )
        rules += [
            f"{name} must take {machine.first} before any other job."
            for name, machine in records.machines.items()
            if machine.first is not None
        ]
        return tuple(rules)

    def plan_format(self, records: JobshopRecords) -> str:
        """Explain the order on each machine."""
        machines = list(records.machines)[:2]
        example = json.dumps({"sequence": {machine: list(records.jobs)[:3] for machine in machines}})
        return (
            "A JSON object with one key, `sequence`: for each machine that has work, the list of the jobs in the order "
            "in which it takes them. Every job stands in a machine's list as often as it has operations there. Times "
            "are not part of the plan.\n\n"
            f"```json\n{example}\n```\n\n"
            "(The example shows the form only.)"
        )

    def describe(self, plan: JobshopPlan, records: JobshopRecords) -> str:
        """Return one line for each machine: its jobs in order."""
        return "\n".join(f"{machine}: {' → '.join(jobs)}" for machine, jobs in plan.sequence.items())

    def differences(self, first: JobshopPlan, second: JobshopPlan, records: JobshopRecords) -> tuple[str, ...]:
        """Return which machines take their jobs in another order."""
        return orders_differences(first, second)

    def drawing(self, plan: JobshopPlan, records: JobshopRecords) -> Drawing | None:
        """Return the earliest schedule as a Gantt chart; None for orders that no times can follow."""
        if [*_visits(plan, records)]:
            return None
        try:
            return schedule_chart(plan, records)
        except ContradictionError:
            return None


def _visits(plan: JobshopPlan, records: JobshopRecords) -> Iterator[str]:
    """Note machines and jobs that are unknown, missing, or there too often."""
    wanted: dict[str, list[str]] = {machine: [] for machine in records.machines}
    for machine, task, *_ in records.visits():
        wanted[machine].append(job_of(task))
    for machine, jobs in plan.sequence.items():
        if machine not in wanted:
            yield f"{machine} is not a machine in the records"
            continue
        for job in dict.fromkeys(jobs):
            if job not in records.jobs:
                yield f"{job} in the order of {machine} is not a job in the records"
            elif jobs.count(job) > wanted[machine].count(job):
                due = wanted[machine].count(job)
                there = "1 operation" if due == 1 else f"{due} operations"
                yield f"{job} stands {jobs.count(job)} times in the order of {machine}, but has {there} there"
    for machine, jobs in wanted.items():
        given = plan.sequence.get(machine, [])
        for job in dict.fromkeys(jobs):
            if given.count(job) < jobs.count(job):
                yield f"{job} has an operation on {machine} that the order of {machine} leaves out"


def _firsts(plan: JobshopPlan, records: JobshopRecords) -> Iterator[str]:
    for name, machine in records.machines.items():
        order = plan.sequence.get(name)
        if machine.first is not None and order and order[0] != machine.first:
            yield f"{name} takes {order[0]} first, but must take {machine.first} before any other job"


def _due(starts: Mapping[Task, int], records: JobshopRecords, tolerance: Fraction) -> Iterator[str]:
    for name, job in records.jobs.items():
        done = finish(name, starts, records)
        if job.due is not None and done > job.due + tolerance:
            due = _clock(job.due, records)
            yield f"{name} is finished at {_clock(done, records)}, after its due time {due}"


def _operations_table(records: JobshopRecords) -> Table:
    most = max(len(job.operations) for job in records.jobs.values())
    columns = (Column("Job"), *(Column(f"Operation {number}") for number in range(1, most + 1)))
    rows = []
    for name, job in records.jobs.items():
        cells = [f"{operation.machine}, {operation.duration} min" for _, operation in job.route]
        rows.append((name, *cells, *["–"] * (most - len(cells))))
    return Table("Operations of each job, in order", columns, tuple(rows))


def _jobs_table(records: JobshopRecords) -> Table:
    columns = [Column("Job"), Column("At hand from")]
    due = any(job.due is not None for job in records.jobs.values())
    finishing = any(job.finishing for job in records.jobs.values())
    columns += [Column("Due")] if due else []
    columns += [Column("Finishing time", "min", number=True)] if finishing else []
    rows = []
    for name, job in records.jobs.items():
        row = [name, _clock(job.release, records)]
        row += ["–" if job.due is None else _clock(job.due, records)] if due else []
        row += [str(job.finishing)] if finishing else []
        rows.append(tuple(row))
    return Table("Jobs", tuple(columns), tuple(rows))


def _clock(minutes: int, records: JobshopRecords) -> str:
    return clock_text(Fraction(minutes + minutes_of(records.day.starts)))
