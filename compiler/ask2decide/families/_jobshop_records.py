"""Records and plan format of the `jobshop` family, and the places in the records that a hidden item may change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, model_validator
from pydantic import Field as Constrained

from ask2decide.clock import clock_text, minutes_of
from ask2decide.errors import did_you_mean
from ask2decide.family import Effect, Field, PlanModel, RecordsModel, wrong_record

MOST_MINUTES = 100_000
"""No time of the records is longer: ten weeks."""

_NAME = r"[A-Za-z][A-Za-z0-9_]*"


def _whole(value: object) -> object:
    """Refuse what is no whole minute: the makespan is then an integer, and every optimum can be exact."""
    if isinstance(value, Decimal) and value == value.to_integral_value():
        return int(value)
    if isinstance(value, Decimal | str):
        raise ValueError(f"a whole number of minutes is wanted, not {value}")
    return value


Minute = Annotated[int, BeforeValidator(_whole), Constrained(ge=0, le=MOST_MINUTES)]
Duration = Annotated[int, BeforeValidator(_whole), Constrained(ge=1, le=MOST_MINUTES)]


class Down(RecordsModel):
    """A time in which a machine cannot work, from `begins` up to `ends`."""

    begins: Minute
    ends: Minute

    @property
    def span(self) -> tuple[int, int]:
        """The two ends, in minutes after the day's start."""
        return self.begins, self.ends


class Machine(RecordsModel):
    """A machine: when it is down, and the job that it must take first, if there is one."""

    down: dict[str, Down] = Constrained(default_factory=dict)
    first: str | None = None


class Operation(RecordsModel):
    """What is done on one machine, without interruption, for `duration` minutes."""

    machine: str
    duration: Duration


class Job(RecordsModel):
    """What is to be made: operations in the order op1, op2 and so on.

    `release` is the minute from which the job is at hand, `due` the minute by which it must be finished; `finishing`
    are the minutes that it takes after its last operation, without a machine, until it counts as finished.
    """

    operations: dict[str, Operation] = Constrained(min_length=1)
    release: Minute = 0
    due: Minute | None = None
    finishing: Minute = 0

    @property
    def route(self) -> list[tuple[str, Operation]]:
        """The operations with their ids, in order."""
        return [(f"op{number}", self.operations[f"op{number}"]) for number in range(1, len(self.operations) + 1)]

    @model_validator(mode="after")
    def _are_numbered(self) -> Job:
        wanted = [f"op{number}" for number in range(1, len(self.operations) + 1)]
        for name in self.operations:
            if name not in wanted:
                raise ValueError(f"{name!r} is none of its operations; use {wanted[0]} to {wanted[-1]}")
        return self


class Day(RecordsModel):
    """The clock time of minute 0."""

    starts: Annotated[str, Constrained(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class JobshopRecords(RecordsModel):
    """The records of one shop: its machines, and the jobs with their ways through them."""

    day: Day
    machines: dict[str, Machine] = Constrained(min_length=1)
    jobs: dict[str, Job] = Constrained(min_length=1)

    def visits(self) -> Iterator[tuple[str, str, str, Operation]]:
        """Yield ``(machine, task, operation id, operation)``; see `task_names` for what a task is called."""
        for name, job in self.jobs.items():
            machines = [operation.machine for _, operation in job.route]
            for position, (key, operation) in enumerate(job.route):
                number = machines[: position + 1].count(operation.machine)
                yield operation.machine, task_name(name, number), key, operation

    @model_validator(mode="after")
    def _names_are_known(self) -> JobshopRecords:
        for name in (*self.machines, *self.jobs):
            if not re.fullmatch(_NAME, name):
                at = ("machines" if name in self.machines else "jobs", name)
                raise wrong_record(at, f"{name!r} cannot be an id; use a letter, then letters, digits and _")
        for name, job in self.jobs.items():
            for key, operation in job.route:
                if operation.machine not in self.machines:
                    near = did_you_mean(operation.machine, self.machines, "machines")
                    cause = f"{key} of {name} runs on {operation.machine!r}, which is no machine; {near}"
                    raise wrong_record(("jobs", name, "operations", key, "machine"), cause)
        for name, machine in self.machines.items():
            if machine.first is not None and (name, machine.first) not in {(m, task) for m, task, *_ in self.visits()}:
                cause = f"{name} takes {machine.first!r} first, which does not run there; let it take one that does"
                raise wrong_record(("machines", name, "first"), cause)
        return self

    @model_validator(mode="after")
    def _downs_take_time(self) -> JobshopRecords:
        # Here, and not in Down: the message gives times of day, which need the day's start.
        for name, machine in self.machines.items():
            for key, down in machine.down.items():
                if down.begins >= down.ends:
                    begins, ends = (clock_text(Fraction(minutes_of(self.day.starts) + end)) for end in down.span)
                    cause = f"{name} is down from {begins} to {ends}; let it end later"
                    raise wrong_record(("machines", name, "down", key), cause)
        return self


def task_name(job: str, number: int) -> str:
    """Return what a job's visit to a machine is called there: the job, from the second visit on with its number."""
    return job if number == 1 else f"{job}#{number}"


def task_names(sequence: Sequence[str]) -> list[str]:
    """Return the tasks of one machine's sequence of jobs.

    >>> task_names(["axle", "gear", "axle"])
    ['axle', 'gear', 'axle#2']
    """
    return [task_name(job, sequence[: place + 1].count(job)) for place, job in enumerate(sequence)]


def job_of(task: str) -> str:
    """Return the job of a task."""
    return task.partition("#")[0]


JobId = Annotated[str, Constrained(min_length=1, max_length=40, pattern=rf"^{_NAME}$")]


class JobshopPlan(PlanModel):
    """For each machine the jobs in the order in which it takes them."""

    sequence: dict[JobId, Annotated[list[JobId], Constrained(min_length=1)]]


FIELDS = (
    Field("/jobs/*/operations/*/duration", "minutes that the operation takes", "min", Effect.VALUE),
    Field("/jobs/*/operations/*/machine", "machine that the operation runs on", None, Effect.AVAILABILITY),
    Field("/jobs/*/release", "time from which the job is at hand", "min", Effect.VALUE, clock=True),
    Field("/jobs/*/due", "time by which the job must be finished", "min", Effect.VALUE, clock=True),
    Field("/jobs/*/finishing", "minutes after the last operation until the job is finished", "min", Effect.OBJECTIVE),
    Field("/machines/*/down/*", "time in which the machine is down", None, Effect.AVAILABILITY),
    Field("/machines/*/down/*/begins", "time at which the machine goes down", "min", Effect.AVAILABILITY, clock=True),
    Field("/machines/*/down/*/ends", "time at which the machine works again", "min", Effect.AVAILABILITY, clock=True),
    Field("/machines/*/first", "job that the machine must take first", None, Effect.CONSTRAINT),
)
