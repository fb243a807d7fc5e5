"""The MILP of the `jobshop` family: order columns are the plan, start times follow in columns of their own.

Source: Manne (1960), On the job-shop scheduling problem, Operations Research 8:219-223: one binary column for each pair
of operations on a machine. Each machine is one no-overlap constraint, in which its down times are fixed intervals.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from ask2decide.families._jobshop_records import Down, JobshopRecords, job_of
from ask2decide.families._jobshop_schedule import Task, first_fit

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel


def build_model(records: JobshopRecords) -> ConcreteModel:
    """Return the disjunctive model; all columns are integer, since all times are whole minutes."""
    import pyomo.environ as pyo

    earliest, latest = _earliest(records), _latest(records)
    on_machine: dict[str, dict[str, Task]] = {}
    for machine, task, key, _ in records.visits():
        on_machine.setdefault(machine, {})[task] = (job_of(task), key)
    model = pyo.ConcreteModel()
    # A visit is no choice; the column makes plans for different assignments of operations to machines different.
    visits = [(machine, task) for machine, tasks in on_machine.items() for task in tasks]
    model.visit = pyo.Var(visits, domain=pyo.Binary, bounds=(1, 1))
    pairs = [(machine, *pair) for machine, tasks in on_machine.items() for pair in _pairs(tasks)]
    model.before = pyo.Var(pairs, domain=pyo.Binary)
    model.plan = [model.visit, model.before]
    model.start = pyo.Var(
        list(earliest), domain=pyo.Integers, bounds=lambda _, *task: (earliest[task], max(earliest[task], latest[task]))
    )
    # Where a due time cannot be kept, a row says so: back ends refuse a column whose bounds cross.
    late = [task for task in earliest if latest[task] < earliest[task]]
    model.too_late = pyo.Constraint(late, rule=lambda _, *task: (None, model.start[task], latest[task]))
    _add_jobs(model, records, max(earliest[task] + _tail(records, task) for task in earliest))
    for machine, tasks in on_machine.items():
        _add_machine(model, records, machine, tasks)
    return model


def _pairs(tasks: dict[str, Task]) -> list[tuple[str, str]]:
    """Return the pairs of tasks that an order decides; a job's own visits follow its route."""
    return [pair for pair in combinations(sorted(tasks), 2) if job_of(pair[0]) != job_of(pair[1])]


def _add_jobs(model: ConcreteModel, records: JobshopRecords, least: int) -> None:
    """Add each job's route and the makespan, which every job's finish bounds from below."""
    import pyomo.environ as pyo

    follows, duration = {}, {}
    for name, job in records.jobs.items():
        for (first, operation), (second, _) in pairwise(job.route):
            follows[name, second] = (name, first)
            duration[name, second] = operation.duration
    model.route = pyo.Constraint(
        list(follows),
        rule=lambda _, *task: (duration[task], model.start[task] - model.start[follows[task]], None),
    )
    model.makespan = pyo.Var(domain=pyo.Integers, bounds=(least, horizon(records)))
    last = {name: (name, job.route[-1][0]) for name, job in records.jobs.items()}
    model.finish = pyo.Constraint(
        list(last),
        rule=lambda _, name: (_tail(records, last[name]), model.makespan - model.start[last[name]], None),
    )
    model.value = pyo.Objective(expr=model.makespan)


def _add_machine(model: ConcreteModel, records: JobshopRecords, machine: str, tasks: dict[str, Task]) -> None:
    """Add one machine's no-overlap constraint, and the job that it must take first."""
    import pyomo.environ as pyo

    from ask2decide.ir.pyomo_globals import Activity, no_overlap

    stops = merged(list(records.machines[machine].down.values()))
    fixed = pyo.Var([stop.begins for stop in stops], domain=pyo.Integers, bounds=lambda _, begins: (begins, begins))
    setattr(model, f"down_{machine}", fixed)
    activities = [
        Activity(model.start[job, key], records.jobs[job].operations[key].duration) for job, key in tasks.values()
    ]
    activities += [Activity(fixed[stop.begins], stop.ends - stop.begins) for stop in stops]
    number = {task: position for position, task in enumerate(tasks)}
    orders = {(number[a], number[b]): model.before[machine, a, b] for a, b in _pairs(tasks)}
    no_overlap(model, f"on_{machine}", activities, orders)
    first = records.machines[machine].first
    for a, b in _pairs(tasks):
        if first == a:
            model.before[machine, a, b].setlb(1)
        elif first == b:
            model.before[machine, a, b].setub(0)


def merged(stops: list[Down]) -> list[Down]:
    """Return down times as intervals that neither overlap nor touch.

    >>> [(stop.begins, stop.ends) for stop in merged([Down(begins=5, ends=9), Down(begins=1, ends=5)])]
    [(1, 9)]
    """
    found: list[Down] = []
    for stop in sorted(stops, key=lambda stop: stop.begins):
        if found and stop.begins <= found[-1].ends:
            found[-1] = Down(begins=found[-1].begins, ends=max(found[-1].ends, stop.ends))
        else:
            found.append(stop)
    return found


def horizon(records: JobshopRecords) -> int:
    """Return a minute by which the earliest schedule of every order is finished.

    Once all jobs are released and no machine is down any more, some operation runs at every moment until all are done:
    the first one that is not done could otherwise start. What is left then takes at most the sum of all durations.
    """
    released = max(job.release for job in records.jobs.values())
    repaired = max((stop.ends for machine in records.machines.values() for stop in machine.down.values()), default=0)
    work = sum(operation.duration for *_, operation in records.visits())
    return max(released, repaired) + work + max(job.finishing for job in records.jobs.values())


def _earliest(records: JobshopRecords) -> dict[Task, int]:
    """Return the start of each operation if its job were alone in the shop."""
    found: dict[Task, int] = {}
    for name, job in records.jobs.items():
        ready = job.release
        for key, operation in job.route:
            stops = list(records.machines[operation.machine].down.values())
            found[name, key] = first_fit(ready, operation.duration, stops)
            ready = found[name, key] + operation.duration
    return found


def _latest(records: JobshopRecords) -> dict[Task, int]:
    """Return the last start of each operation that keeps the horizon and its job's due time."""
    end = horizon(records)
    return {
        (name, key): min(end, end if job.due is None else job.due) - _tail(records, (name, key))
        for name, job in records.jobs.items()
        for key, _ in job.route
    }


def _tail(records: JobshopRecords, task: Task) -> Any:
    """Return the least minutes from an operation's start until its job is finished."""
    name, key = task
    route = records.jobs[name].route
    position = [other for other, _ in route].index(key)
    return sum(operation.duration for _, operation in route[position:]) + records.jobs[name].finishing
