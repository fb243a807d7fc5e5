"""Small random shops and plans for the tests of the `jobshop` family."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st

from ask2decide.families._jobshop_records import JobshopPlan, JobshopRecords, job_of
from ask2decide.family import Data

MACHINES = ("saw", "lathe", "mill")


@st.composite
def records(draw: st.DrawFn, jobs: int = 3) -> Data:
    """One to three jobs of one to three operations on up to three machines, with down times and due times."""
    machines: dict[str, Any] = {}
    for name in MACHINES[: draw(st.integers(1, 3))]:
        stops = draw(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), max_size=2))
        machines[name] = {"down": {f"d{n}": {"begins": b, "ends": b + d} for n, (b, d) in enumerate(stops)}}
    shop = {name: draw(_job(list(machines))) for name in ("axle", "bolt", "cog")[: draw(st.integers(1, jobs))]}
    for name, machine in machines.items():
        there = sorted({job for job, e in shop.items() if any(o["machine"] == name for o in e["operations"].values())})
        if there and draw(st.integers(0, 5)) == 0:
            machine["first"] = draw(st.sampled_from(there))
    return {"day": {"starts": "06:00"}, "machines": machines, "jobs": shop}


@st.composite
def _job(draw: st.DrawFn, machines: list[str]) -> dict[str, Any]:
    # Now and then a machine is visited twice.
    route = draw(st.lists(st.sampled_from(machines), min_size=1, max_size=3))
    job: dict[str, Any] = {
        "release": draw(st.sampled_from([0, 0, 3])),
        "finishing": draw(st.sampled_from([0, 0, 2])),
        "operations": {
            f"op{n}": {"machine": machine, "duration": draw(st.integers(1, 5))} for n, machine in enumerate(route, 1)
        },
    }
    if draw(st.integers(0, 2)) == 0:
        job["due"] = draw(st.integers(4, 30))
    return job


def _lists(shop: JobshopRecords) -> dict[str, list[str]]:
    """Return each machine's jobs, in the order of the records."""
    lists: dict[str, list[str]] = {}
    for machine, task, *_ in shop.visits():
        lists.setdefault(machine, []).append(job_of(task))
    return lists


@st.composite
def plans(draw: st.DrawFn, shop: JobshopRecords) -> JobshopPlan:
    """Any order on each machine; seldom a job too few, too many or from elsewhere."""
    sequence = {machine: list(draw(st.permutations(jobs))) for machine, jobs in _lists(shop).items()}
    machine = draw(st.sampled_from([*sequence, "press"]))
    change = draw(st.sampled_from(["none"] * 6 + ["drop", "repeat", "stranger", "whole"]))
    jobs = sequence.get(machine, [])
    if change == "drop" and len(jobs) > 1:
        jobs.pop()
    elif change == "repeat" and jobs:
        jobs.append(jobs[0])
    elif change == "stranger":
        sequence.setdefault(machine, []).append("widget")
    elif change == "whole" and machine in sequence:
        del sequence[machine]
    return JobshopPlan(sequence=sequence)


@st.composite
def mutated(draw: st.DrawFn, plan: JobshopPlan, shop: JobshopRecords) -> JobshopPlan:
    """Two jobs of one machine change places."""
    sequence = {machine: list(jobs) for machine, jobs in plan.sequence.items()}
    jobs = sequence[draw(st.sampled_from(sorted(sequence)))]
    i, j = draw(st.integers(0, len(jobs) - 1)), draw(st.integers(0, len(jobs) - 1))
    jobs[i], jobs[j] = jobs[j], jobs[i]
    return JobshopPlan(sequence=sequence)


def every_plan(shop: JobshopRecords) -> Iterator[JobshopPlan]:
    """All orders on all machines."""
    lists = _lists(shop)
    for orders in product(*(sorted(set(permutations(jobs))) for jobs in lists.values())):
        yield JobshopPlan(sequence={machine: list(order) for machine, order in zip(lists, orders, strict=True)})
