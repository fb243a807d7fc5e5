"""Parcels: one van chooses which parcels to carry. A tiny family for the tests of specs and variants.

A parcel may be carried when the van arrives within its window; the weights keep to the van's capacity; pairs of
parcels carried together earn a bonus. The reward is maximised.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pydantic import Field as Default
from pydantic import model_validator

from ask2decide.exact import Exact
from ask2decide.family import (
    Check,
    Column,
    Effect,
    Family,
    Field,
    PlanModel,
    RecordsModel,
    Sense,
    Table,
)


class Parcel(RecordsModel):
    label: str = ""
    weight: Exact
    reward: Exact
    opens: Exact
    closes: Exact
    available: bool = True

    @model_validator(mode="after")
    def _window(self) -> Parcel:
        if self.opens > self.closes:
            raise ValueError("the window closes before it opens")
        if self.weight <= 0:
            raise ValueError("a weight must be above 0")
        return self


class Day(RecordsModel):
    starts: str


class Van(RecordsModel):
    capacity: Exact
    arrives: Exact


class Rules(RecordsModel):
    most_parcels: int | None = None


class Records(RecordsModel):
    day: Day
    parcels: dict[str, Parcel]
    van: Van
    bonuses: dict[str, dict[str, Exact]] = Default(default_factory=dict)
    rules: Rules = Default(default_factory=Rules)
    depots: list[str] = Default(default_factory=list)


class Plan(PlanModel):
    carried: list[str]


class Parcels(Family[Records, Plan]):
    name = "parcels"
    records_model = Records
    plan_model = Plan
    fields = (
        Field("/parcels/*/opens", "start of the time window", "min", Effect.CONSTRAINT, clock=True),
        Field("/parcels/*/closes", "end of the time window", "min", Effect.CONSTRAINT, clock=True),
        Field("/parcels/*/weight", "weight", "kg", Effect.VALUE),
        Field("/parcels/*/reward", "reward", "euro", Effect.OBJECTIVE),
        Field("/parcels/*/available", "presence of the parcel", None, Effect.AVAILABILITY),
        Field("/parcels/*", "parcel", None, Effect.AVAILABILITY),
        Field("/van/capacity", "capacity of the van", "kg", Effect.VALUE),
        Field("/bonuses/*/*", "bonus for two parcels carried together", "euro", Effect.OBJECTIVE),
        Field("/rules/most_parcels", "most parcels on the van", "parcels", Effect.VALUE),
        Field("/depots/*", "name of a depot", None, Effect.NONE),
    )

    def sense(self, records: Records) -> Sense:
        return Sense.MAX

    def value_name(self, records: Records) -> tuple[str, str]:
        return "reward", "euro"

    def model(self, records: Records) -> Any:
        from pyomo.environ import Binary, ConcreteModel, Constraint, Objective, Var, maximize

        model = ConcreteModel()
        names = [name for name in records.parcels if not self._refused(name, records)]
        model.carry = Var(names, domain=Binary)
        pairs = [(a, b) for a, others in records.bonuses.items() for b in others if {a, b} <= set(names)]
        model.both = Var(pairs, domain=Binary)
        model.first = Constraint(pairs, rule=lambda m, a, b: m.both[a, b] <= m.carry[a])
        model.second = Constraint(pairs, rule=lambda m, a, b: m.both[a, b] <= m.carry[b])
        weight = sum(records.parcels[name].weight * model.carry[name] for name in names)
        model.capacity = Constraint(expr=weight <= records.van.capacity)
        if records.rules.most_parcels is not None:
            model.count = Constraint(expr=sum(model.carry[name] for name in names) <= records.rules.most_parcels)
        rewards = sum(records.parcels[name].reward * model.carry[name] for name in names)
        bonuses = sum(records.bonuses[a][b] * model.both[a, b] for a, b in pairs)
        model.value = Objective(expr=rewards + bonuses, sense=maximize)
        model.plan = [model.carry]
        return model

    def plan(self, values: Mapping[str, Fraction], records: Records) -> Plan:
        return Plan(carried=[name for name in records.parcels if values.get(f"carry[{name}]", 0) == 1])

    def columns(self, plan: Plan) -> dict[str, Fraction]:
        return {f"carry[{name}]": Fraction(1) for name in plan.carried}

    def check(self, plan: Plan, records: Records, tolerance: Fraction = Fraction(0)) -> Check:
        broken = [f"{name} cannot be carried" for name in plan.carried if self._refused(name, records)]
        known = [records.parcels[name] for name in plan.carried if name in records.parcels]
        if sum(parcel.weight for parcel in known) > records.van.capacity + tolerance:
            broken.append("the van is overloaded")
        most = records.rules.most_parcels
        if most is not None and len(plan.carried) > most:
            broken.append("too many parcels")
        if broken or len(set(plan.carried)) < len(plan.carried):
            return Check(tuple(broken or ["a parcel is carried twice"]), None)
        bonuses = [
            bonus
            for first, others in records.bonuses.items()
            for second, bonus in others.items()
            if {first, second} <= set(plan.carried)
        ]
        return Check((), sum((parcel.reward for parcel in known), Fraction(0)) + sum(bonuses, Fraction(0)))

    def tables(self, records: Records) -> tuple[Table, ...]:
        rows = tuple((name, str(parcel.weight)) for name, parcel in records.parcels.items())
        return (Table("Parcels", (Column("parcel"), Column("weight", "kg", True)), rows),)

    def rules(self, records: Records) -> tuple[str, ...]:
        return (f"The van carries at most {records.van.capacity} kg.",)

    def plan_format(self, records: Records) -> str:
        return 'The parcels carried: `{"carried": ["P1"]}`.'

    def describe(self, plan: Plan, records: Records) -> str:
        return ", ".join(plan.carried)

    def _refused(self, name: str, records: Records) -> bool:
        parcel = records.parcels.get(name)
        if parcel is None or not parcel.available:
            return True
        return not parcel.opens <= records.van.arrives <= parcel.closes
