"""Assignments for the contract test: random small ones, and OR-Library's gap1-0 in both directions."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from ask2decide.families.gap import Gap, GapPlan, GapRecords
from ask2decide.family import Data
from ask2decide.instances.registry import base_data
from ask2decide.testing import FamilyCase, Published

WORDS = {"agent": "van", "agents": "vans", "job": "crate", "jobs": "crates", "unit": "kg"}
costs = st.integers(-3, 9) | st.sampled_from([Decimal("0.5"), Decimal("2.25")])
weights = st.integers(0, 6) | st.just(Decimal("1.5"))


@st.composite
def assignments(draw: st.DrawFn) -> Data:
    """One to three agents, one to four jobs, with and without rules; also such that nothing fits."""
    agents = [f"A{number}" for number in range(1, draw(st.integers(1, 3)) + 1)]
    jobs = [f"J{number}" for number in range(1, draw(st.integers(1, 4)) + 1)]
    records: Data = {
        "goal": {"sense": draw(st.sampled_from(["min", "max"])), "label": "total cost", "unit": "$"},
        "words": WORDS,
        "agents": {
            agent: {
                "label": agent,
                "capacity": draw(st.integers(0, 12)),
                "cost": {job: draw(costs) for job in jobs},
                "weight": {job: draw(weights) for job in jobs},
                **({"most_jobs": draw(st.integers(0, 3))} if draw(st.integers(0, 3)) == 0 else {}),
            }
            for agent in agents
        },
        "jobs": {job: {"label": job} for job in jobs},
    }
    pairs = [f"{job} by {agent}" for job in jobs for agent in agents]
    records["barred"] = dict.fromkeys(draw(st.lists(st.sampled_from(pairs), unique=True, max_size=3)), True)
    two = [f"{first} and {second}" for first in jobs for second in jobs if first < second]
    if two:
        records["apart"] = dict.fromkeys(draw(st.lists(st.sampled_from(two), unique=True, max_size=2)), True)
        records["together"] = dict.fromkeys(draw(st.lists(st.sampled_from(two), unique=True, max_size=1)), True)
    return records


def every_assignment(records: GapRecords) -> Iterable[GapPlan]:
    return [
        GapPlan(assign=dict(zip(records.jobs, chosen, strict=True)))
        for chosen in product(records.agents, repeat=len(records.jobs))
    ]


def plans(records: GapRecords) -> st.SearchStrategy[GapPlan]:
    """Any assignment, also of some jobs only, of unknown jobs, or to unknown agents."""
    agents = st.sampled_from([*records.agents, "nobody"])
    return st.dictionaries(st.sampled_from([*records.jobs, "J9"]), agents, max_size=5).map(
        lambda assign: GapPlan(assign=assign)
    ) | st.sampled_from([*every_assignment(records)])


@st.composite
def mutated(draw: st.DrawFn, plan: GapPlan, records: GapRecords) -> GapPlan:
    job, agent = draw(st.sampled_from([*records.jobs])), draw(st.sampled_from([*records.agents, ""]))
    rest = {name: doer for name, doer in plan.assign.items() if name != job}
    return GapPlan(assign={**rest, **({job: agent} if agent else {})})


def gap1(sense: str) -> Data:
    return base_data("orlib_gap/gap1-0", {"sense": sense}, family="gap")


CASE = FamilyCase(
    family=Gap(),
    records=assignments(),
    plans=plans,
    mutated=mutated,
    every_plan=every_assignment,
    published=(
        Published("orlib_gap/gap1-0, minimised", lambda: gap1("min"), Fraction(261)),
        Published("orlib_gap/gap1-0, maximised", lambda: gap1("max"), Fraction(336)),
    ),
    additions={
        "/barred/J01 by A1": True,
        "/apart/J01 and J02": True,
        "/together/J01 and J02": True,
        "/agents/A1/most_jobs": 3,
    },
)
