"""Assignments of the `gap` family as bars of jobs, and where two assignments differ."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ask2decide.drawing import Bar, Bars, Part
from ask2decide.exact import number_text
from ask2decide.families._amounts import near_text

if TYPE_CHECKING:
    from ask2decide.families.gap import GapPlan, GapRecords

ZERO = Fraction(0)


def agent_bars(plan: GapPlan, records: GapRecords) -> Bars:
    """Return a bar for each agent, made of what its jobs take of its capacity."""
    unit = records.words.unit
    bars = []
    for name, agent in records.agents.items():
        parts = tuple(
            Part(job, records.jobs[job].label, agent.weight[job])
            for job, doer in plan.assign.items()
            if doer == name and job in records.jobs
        )
        load = sum((part.amount for part in parts), ZERO)
        text = f"{number_text(load)} of {near_text(agent.capacity, unit)}"
        bars.append(Bar(name, agent.label, parts, agent.capacity, text))
    return Bars(tuple(bars), unit)


def assignment_differences(first: GapPlan, second: GapPlan, records: GapRecords) -> tuple[str, ...]:
    """Return the jobs that go to another agent."""
    nobody = f"no {records.words.agent}"
    jobs = dict.fromkeys((*first.assign, *second.assign))
    pairs = ((job, first.assign.get(job, nobody), second.assign.get(job, nobody)) for job in jobs)
    return tuple(f"{job} goes to {after} instead of {before}." for job, before, after in pairs if before != after)
