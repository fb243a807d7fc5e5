"""The `gap` family: generalised assignment, every job to one agent within the agents' capacities."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import Field as Constrained
from pydantic import model_validator

from ask2decide.errors import did_you_mean
from ask2decide.exact import Exact, number_text, shortened
from ask2decide.families._amounts import Identifier, NotNegative, amount_text, compared, near_text, read_amount
from ask2decide.families._gap_drawing import agent_bars, assignment_differences
from ask2decide.family import (
    Check,
    Column,
    Data,
    Drawing,
    Effect,
    Family,
    Field,
    PlanModel,
    RecordsModel,
    Sense,
    Table,
    wrong_record,
)

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel


class Goal(RecordsModel):
    """What is to be small or large: the sum of the costs (or values) of the chosen pairs."""

    sense: Literal["min", "max"]
    label: str
    unit: str


class Words(RecordsModel):
    """What a planner calls agents and jobs, and the unit in which jobs take up capacity."""

    agent: str
    agents: str
    job: str
    jobs: str
    unit: str


class Agent(RecordsModel):
    """Someone, or something, that does jobs; `cost` and `weight` are per job, `most_jobs` limits their number."""

    label: str
    capacity: NotNegative
    cost: dict[Identifier, Exact]
    weight: dict[Identifier, NotNegative]
    most_jobs: Annotated[int, Constrained(ge=0)] | None = None


class Job(RecordsModel):
    """Something that exactly one agent does."""

    label: str


class GapRecords(RecordsModel):
    """The records of an assignment. Pairs are written ``"J01 by A1"`` and ``"J01 and J02"``."""

    goal: Goal
    words: Words
    agents: Annotated[dict[Identifier, Agent], Constrained(min_length=1)]
    jobs: Annotated[dict[Identifier, Job], Constrained(min_length=1)]
    barred: dict[str, Literal[True]] = Constrained(default_factory=dict)
    apart: dict[str, Literal[True]] = Constrained(default_factory=dict)
    together: dict[str, Literal[True]] = Constrained(default_factory=dict)

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        for name, agent in self.agents.items():
            for what, numbers in (("cost", agent.cost), ("weight", agent.weight)):
                for job in self.jobs:
                    if job not in numbers:
                        raise wrong_record(
                            ("agents", name, what), f"agent {name} has no {what} for job {job}; give it one"
                        )
                for job in numbers:
                    _known(job, self.jobs, f"agent {name} has a {what} for", "jobs", ("agents", name, what, job))
        for key in self.barred:
            at = ("barred", key)
            job, agent_name = _named_pair(at, " by ")
            _known(job, self.jobs, f"barred pair {key!r} names", "jobs", at)
            _known(agent_name, self.agents, f"barred pair {key!r} names", "agents", at)
        for at in (*(("apart", key) for key in self.apart), *(("together", key) for key in self.together)):
            first, second = _named_pair(at, " and ")
            for job in (first, second):
                _known(job, self.jobs, f"the pair {at[1]!r} names", "jobs", at)
            if first == second:
                raise wrong_record(at, f"the pair {at[1]!r} names one job twice; give two")
        return self


def _known(name: str, known: Mapping[str, object], who: str, what: str, at: Sequence[str]) -> None:
    if name not in known:
        cause = f"{who} {name!r}, which is not among the {what}; {did_you_mean(name, known, what)}"
        raise wrong_record(at, cause)


def _named_pair(at: tuple[str, str], word: str) -> tuple[str, str]:
    """Return the two ends of a pair that stands as a key in a section of the records; both must be there."""
    if word not in at[1]:
        raise wrong_record(at, f"{at[1]!r} is no pair; write it as 'X{word}Y'")
    return _pair(at[1], word)


def _pair(key: str, word: str) -> tuple[str, str]:
    first, _, second = key.partition(word)
    return first, second


class GapPlan(PlanModel):
    """The agent of each job."""

    assign: Annotated[
        dict[Annotated[str, Constrained(max_length=100)], Annotated[str, Constrained(max_length=100)]],
        Constrained(description="from each job's id to the id of the agent that does it"),
    ]


class Gap(Family[GapRecords, GapPlan]):
    """Assign every job to one agent, within the agents' capacities.

    **What is planned.** Which agent does which job. **Records.** `agents` with a capacity, and for each job a cost and
    a weight (what it takes of the capacity); `jobs`; `goal`, whose sense the instance states: the same published
    figures are read as a minimisation or as a maximisation. What holds today: `barred` pairs, jobs that must be done
    `apart` or `together`, an agent's `most_jobs`. **Plan format.** ``{"assign": {"J01": "A2", "J02": "A1"}}``.

    **Model.** One binary for each pair that is not barred, one row for each job and each agent: Martello & Toth (1990),
    Knapsack Problems, chapter 7.
    """

    name: ClassVar[str] = "gap"
    records_model: ClassVar[type[RecordsModel]] = GapRecords
    plan_model: ClassVar[type[PlanModel]] = GapPlan
    fields: ClassVar[tuple[Field, ...]] = (
        Field("/agents/*/cost/*", "what a job adds to the goal when that agent does it", "goal unit", Effect.OBJECTIVE),
        Field("/agents/*/weight/*", "what a job takes of the agent's capacity", "capacity unit", Effect.VALUE),
        Field("/agents/*/capacity", "capacity of the agent", "capacity unit", Effect.VALUE),
        Field("/agents/*/most_jobs", "most jobs of the agent", "jobs", Effect.CONSTRAINT),
        Field("/barred/*", "pair of job and agent that is not allowed", None, Effect.AVAILABILITY),
        Field("/apart/*", "two jobs that must not have the same agent", None, Effect.CONSTRAINT),
        Field("/together/*", "two jobs that must have the same agent", None, Effect.CONSTRAINT),
    )

    def sense(self, records: GapRecords) -> Sense:
        """Return the goal's sense."""
        return Sense(records.goal.sense)

    def value_name(self, records: GapRecords) -> tuple[str, str]:
        """Return the goal's label and unit."""
        return records.goal.label, records.goal.unit

    def value_text(self, value: Fraction, records: GapRecords) -> str:
        """Return the goal's total with its unit."""
        return amount_text(value, records.goal.unit)

    def model(self, records: GapRecords) -> ConcreteModel:
        """Return the assignment model; its plan columns are the pairs, e.g. ``assign[J01,A2]``."""
        import pyomo.environ as pyo
        from pyomo.common.numeric_types import RegisterNumericType

        RegisterNumericType(Fraction)
        model = pyo.ConcreteModel()
        barred = {_pair(key, " by ") for key in records.barred}
        pairs = [(job, agent) for job in records.jobs for agent in records.agents if (job, agent) not in barred]
        model.assign = pyo.Var(pairs, domain=pyo.Binary)
        model.plan = [model.assign]
        columns = {pair: model.assign[pair] for pair in pairs}

        def doers(*jobs: str, agent: str) -> list[Any]:
            return [columns[job, agent] for job in jobs if (job, agent) in columns]

        model.done = pyo.ConstraintList()
        for job in records.jobs:
            model.done.add((1, _sum([columns[job, a] for a in records.agents if (job, a) in columns]), 1))
        model.within = pyo.ConstraintList()
        for name, agent in records.agents.items():
            own = [(job, columns[job, name]) for job in records.jobs if (job, name) in columns]
            load = [agent.weight[job] * column for job, column in own if agent.weight[job]]
            if load:
                model.within.add((None, _sum(load), agent.capacity))
            if agent.most_jobs is not None and own:
                model.within.add((None, _sum([column for _, column in own]), agent.most_jobs))
        model.pairs = pyo.ConstraintList()
        for agent_name in records.agents:
            for key in records.apart:
                both = doers(*_pair(key, " and "), agent=agent_name)
                if len(both) == 2:
                    model.pairs.add((None, _sum(both), 1))
            for key in records.together:
                first, second = (doers(job, agent=agent_name) for job in _pair(key, " and "))
                if first or second:
                    model.pairs.add((0, _sum([*first, *(-1 * column for column in second)]), 0))
        cost = [records.agents[agent].cost[job] * column for (job, agent), column in columns.items()]
        sense = pyo.minimize if records.goal.sense == "min" else pyo.maximize
        model.total = pyo.Objective(expr=_sum(cost), sense=sense)
        return model

    def plan(self, values: Mapping[str, Fraction], records: GapRecords) -> GapPlan:
        """Return the pairs whose column is 1, in the order of the jobs."""
        used: dict[str, str] = {}
        for name, value in values.items():
            if value and name.startswith("assign["):
                job, agent = name[7:-1].split(",")
                used[job] = agent
        known = {job: used.pop(job) for job in records.jobs if job in used}
        return GapPlan(assign={**known, **used})

    def columns(self, plan: GapPlan) -> dict[str, Fraction]:
        """Return the column of each pair."""
        return {f"assign[{job},{agent}]": Fraction(1) for job, agent in plan.assign.items()}

    def check(self, plan: GapPlan, records: GapRecords, tolerance: Fraction = Fraction(0)) -> Check:
        """Go through the jobs, the agents and the pairs that a rule names."""
        broken = [*_jobs_broken(plan, records)]
        if not broken:
            broken = [*_agents_broken(plan, records, tolerance), *_pairs_broken(plan, records)]
        if broken:
            return Check(tuple(broken), None)
        return Check((), sum((records.agents[agent].cost[job] for job, agent in plan.assign.items()), Fraction(0)))

    def tables(self, records: GapRecords) -> tuple[Table, ...]:
        """Return agents, jobs, costs, weights, and the pairs that are not allowed."""
        words, goal = records.words, records.goal
        agents = Table(
            _title(words.agents),
            (Column("id"), Column("name"), Column("capacity", words.unit, True), Column(f"most {words.jobs}")),
            tuple(
                (name, a.label, number_text(a.capacity), "no limit" if a.most_jobs is None else str(a.most_jobs))
                for name, a in records.agents.items()
            ),
        )
        jobs = Table(
            _title(words.jobs),
            (Column("id"), Column("name")),
            tuple((name, job.label) for name, job in records.jobs.items()),
        )
        made = [
            Table(
                title,
                (Column(words.job), *(Column(name, unit, True) for name in records.agents)),
                tuple(
                    (job, *(number_text(getattr(agent, what)[job]) for agent in records.agents.values()))
                    for job in records.jobs
                ),
                note,
            )
            for title, unit, what, note in (
                (_title(goal.label), goal.unit, "cost", f"What a {words.job} adds for each {words.agent}."),
                (
                    "Use of capacity",
                    words.unit,
                    "weight",
                    f"What a {words.job} takes of each {words.agent}'s capacity.",
                ),
            )
        ]
        if records.barred:
            rows = tuple(_pair(key, " by ") for key in records.barred)
            made.append(Table("Pairs that are not allowed", (Column(words.job), Column(words.agent)), rows))
        return agents, jobs, *made

    def rules(self, records: GapRecords) -> tuple[str, ...]:
        """Return what makes an assignment feasible, and what is best."""
        words, best = records.words, "smallest" if records.goal.sense == "min" else "largest"
        rules = [
            f"Every {words.job} goes to exactly one {words.agent}, as a whole.",
            f"What a {words.agent}'s {words.jobs} take together must not exceed the {words.agent}'s capacity. The "
            "capacity may be used up exactly.",
            f"A {words.agent} may stay without any {words.job}.",
            f"The plan with the {best} {records.goal.label} is best: the sum over all {words.jobs} of the figure for "
            f"the {words.job} and its {words.agent}.",
        ]
        if any(agent.most_jobs is not None for agent in records.agents.values()):
            rules.append(f"Where the table of {words.agents} states a limit on {words.jobs}, it must be kept.")
        for keys, text in ((records.apart, "must not go to the same"), (records.together, "must go to the same")):
            rules += [
                f"{first} and {second} {text} {words.agent}." for first, second in (_pair(k, " and ") for k in keys)
            ]
        return tuple(rules)

    def plan_format(self, records: GapRecords) -> str:
        """Explain the mapping from jobs to agents."""
        words = records.words
        example = dict(zip([*records.jobs][:2], [*records.agents][::-1], strict=False))
        return (
            f"A JSON object with one key, `assign`: an object that gives, for the id of every {words.job}, the id of "
            f"its {words.agent}.\n\n```json\n{json.dumps({'assign': example})}\n```\n\n"
            f"(The example shows the form only: it leaves out {words.jobs}.)"
        )

    def describe(self, plan: GapPlan, records: GapRecords) -> str:
        """Return one line for each agent that has jobs."""
        lines = []
        for name, agent in records.agents.items():
            jobs = [job for job, doer in plan.assign.items() if doer == name]
            if jobs:
                load = near_text(_load(name, jobs, records), records.words.unit)
                lines.append(f"{name}: {', '.join(jobs)} ({load} of {number_text(agent.capacity)})")
        return "\n".join(lines) or f"No {records.words.job} is assigned."

    def differences(self, first: GapPlan, second: GapPlan, records: GapRecords) -> tuple[str, ...]:
        """Return the jobs that go to another agent."""
        return assignment_differences(first, second, records)

    def drawing(self, plan: GapPlan, records: GapRecords) -> Drawing | None:
        """Return a bar for each agent, made of its jobs."""
        return agent_bars(plan, records)

    def read(self, pointer: str, value: Any, data: Data) -> Any:
        """Return an authored number, which may carry the unit of its place."""
        field = self.field_at(pointer)
        unit = self.unit_at(pointer, data)
        return value if field is None or not unit else read_amount(value, field.meaning, unit)

    def unit_at(self, pointer: str, data: Data) -> str:
        """Return the unit of the goal or of the capacity."""
        match pointer.split("/")[1:]:
            case ["agents", _, "cost", _]:
                return str(data["goal"]["unit"])
            case ["agents", _, "weight", _] | ["agents", _, "capacity"]:
                return str(data["words"]["unit"])
            case ["agents", _, "most_jobs"]:
                return str(data["words"]["jobs"])
        return ""


def _sum(terms: list[Any]) -> Any:
    """Return a linear sum that Pyomo accepts also when it has no term or one."""
    from pyomo.core.expr import LinearExpression

    return LinearExpression(terms)


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]


def _load(agent: str, jobs: list[str], records: GapRecords) -> Fraction:
    weight = records.agents[agent].weight
    return sum((weight.get(job, Fraction(0)) for job in jobs), Fraction(0))


def _jobs_broken(plan: GapPlan, records: GapRecords) -> Iterator[str]:
    """Note jobs and agents that are not in the records, and jobs without an agent."""
    for job, agent in plan.assign.items():
        if job not in records.jobs:
            yield f"{shortened(job)} is not among the {records.words.jobs}."
        if agent not in records.agents:
            yield f"{shortened(agent)} is not among the {records.words.agents}."
    for job in records.jobs:
        if job not in plan.assign:
            yield f"{job} goes to no {records.words.agent}."


def _agents_broken(plan: GapPlan, records: GapRecords, tolerance: Fraction) -> Iterator[str]:
    count = Counter(plan.assign.values())
    for name, agent in records.agents.items():
        jobs = [job for job, doer in plan.assign.items() if doer == name]
        load, unit = _load(name, jobs, records), records.words.unit
        if load > agent.capacity + tolerance:
            shown, limit = compared(load, agent.capacity, unit)
            yield f"{name} has work of {shown}, over the capacity of {limit}."
        if agent.most_jobs is not None and count[name] > agent.most_jobs:
            yield f"{name} has {count[name]} {records.words.jobs}, over the limit of {agent.most_jobs}."


def _pairs_broken(plan: GapPlan, records: GapRecords) -> Iterator[str]:
    for key in records.barred:
        job, agent = _pair(key, " by ")
        if plan.assign[job] == agent:
            yield f"{job} goes to {agent}, which is not allowed."
    for key in records.apart:
        first, second = _pair(key, " and ")
        if plan.assign[first] == plan.assign[second]:
            yield f"{first} and {second} both go to {plan.assign[first]}, but must be kept apart."
    for key in records.together:
        first, second = _pair(key, " and ")
        if plan.assign[first] != plan.assign[second]:
            yield f"{first} goes to {plan.assign[first]} and {second} to {plan.assign[second]}, but must go together."
