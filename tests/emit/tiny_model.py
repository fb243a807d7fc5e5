"""A family for the emitters' and the judge's tests: choose one supplier and an amount."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field as Constrained

from ask2decide.exact import Exact, number_text
from ask2decide.family import Check, Column, Effect, Family, Field, PlanModel, RecordsModel, Sense, Table

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel


class Supplier(RecordsModel):
    label: str
    rate: Exact
    open: bool = True


class TinyRecords(RecordsModel):
    goal: Literal["min", "max"]
    suppliers: dict[str, Supplier]
    least: Exact
    most: Exact


class TinyPlan(PlanModel):
    """The chosen supplier and how much it sends."""

    choice: str
    amount: Exact
    remarks: Annotated[list[str], Constrained(max_length=3, default_factory=list)]


class Tiny(Family[TinyRecords, TinyPlan]):
    """Choose one supplier and an amount between two limits; the value is rate times amount."""

    name: ClassVar[str] = "tiny"
    records_model: ClassVar[type[RecordsModel]] = TinyRecords
    plan_model: ClassVar[type[PlanModel]] = TinyPlan
    fields: ClassVar[tuple[Field, ...]] = (
        Field("/suppliers/*/rate", "rate", "$/t", Effect.OBJECTIVE),
        Field("/suppliers/*/open", "whether it delivers", None, Effect.AVAILABILITY),
        Field("/least", "least amount", "t", Effect.CONSTRAINT),
        Field("/most", "most that can be sent", "t", Effect.CONSTRAINT),
    )
    tolerance: ClassVar[Fraction] = Fraction(1, 1000)

    def sense(self, records: TinyRecords) -> Sense:
        return Sense(records.goal)

    def value_name(self, records: TinyRecords) -> tuple[str, str]:
        return ("total cost", "$") if records.goal == "min" else ("profit", "$")

    def model(self, records: TinyRecords) -> ConcreteModel:
        import pyomo.environ as pyo

        model = pyo.ConcreteModel()
        names = [name for name, supplier in records.suppliers.items() if supplier.open]
        model.choose = pyo.Var(names, domain=pyo.Binary)
        model.amount = pyo.Var(names, domain=pyo.NonNegativeReals)
        model.plan = [model.choose, model.amount]
        model.one = pyo.Constraint(expr=sum(model.choose[name] for name in names) == 1)
        model.low = pyo.Constraint(names, rule=lambda m, n: m.amount[n] >= records.least * m.choose[n])
        model.high = pyo.Constraint(names, rule=lambda m, n: m.amount[n] <= records.most * m.choose[n])
        total = sum(records.suppliers[name].rate * model.amount[name] for name in names)
        model.total = pyo.Objective(expr=total, sense=pyo.minimize if records.goal == "min" else pyo.maximize)
        return model

    def plan(self, values: Mapping[str, Fraction], records: TinyRecords) -> TinyPlan:
        chosen = next(name for name in records.suppliers if values.get(f"choose[{name}]"))
        return TinyPlan(choice=chosen, amount=values.get(f"amount[{chosen}]", Fraction(0)))

    def columns(self, plan: TinyPlan) -> dict[str, Fraction]:
        return {f"choose[{plan.choice}]": Fraction(1), f"amount[{plan.choice}]": plan.amount}

    def check(self, plan: TinyPlan, records: TinyRecords, tolerance: Fraction = Fraction(0)) -> Check:
        supplier = records.suppliers.get(plan.choice)
        if supplier is None:
            return Check((f"there is no supplier {plan.choice}",), None)
        broken = []
        if not supplier.open:
            broken.append(f"{plan.choice} does not deliver today")
        if plan.amount < records.least - tolerance:
            broken.append(f"{number_text(plan.amount)} t is less than {number_text(records.least)} t")
        if plan.amount > records.most + tolerance:
            broken.append(f"{number_text(plan.amount)} t is more than {number_text(records.most)} t")
        broken += [f"remark {remark} is not wanted" for remark in plan.remarks]
        return Check(tuple(broken), None if broken else supplier.rate * plan.amount)

    def tables(self, records: TinyRecords) -> tuple[Table, ...]:
        rows = tuple(
            (name, supplier.label, number_text(supplier.rate), "yes" if supplier.open else "no")
            for name, supplier in records.suppliers.items()
        )
        columns = (Column("Supplier"), Column("Name"), Column("Rate", "$/t", True), Column("Delivers"))
        return (Table("Suppliers", columns, rows, "Rates are per ton."),)

    def rules(self, records: TinyRecords) -> tuple[str, ...]:
        return (f"Order from one supplier, {number_text(records.least)} to {number_text(records.most)} t.",)

    def plan_format(self, records: TinyRecords) -> str:
        return 'Name the supplier and the amount in t:\n\n```json\n{"choice": "A", "amount": 2.5}\n```'

    def describe(self, plan: TinyPlan, records: TinyRecords) -> str:
        return f"{number_text(plan.amount)} t from {plan.choice}"
