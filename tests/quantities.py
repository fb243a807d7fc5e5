"""A family for tests: whole quantities of a few goods under a few linear rules, small enough to enumerate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from ask2decide.exact import Exact
from ask2decide.family import Check, Effect, Family, Field, PlanModel, RecordsModel, Sense, Table


class Good(RecordsModel):
    price: Exact
    most: int
    available: bool = True


class Rule(RecordsModel):
    terms: dict[str, Exact]
    at_least: Exact | None = None
    at_most: Exact | None = None


class Records(RecordsModel):
    sense: str
    fixed: Exact
    goods: dict[str, Good]
    rules: dict[str, Rule]


class Plan(PlanModel):
    buy: dict[str, int]


class Quantities(Family[Records, Plan]):
    """Buy whole quantities of goods."""

    name = "quantities"
    records_model = Records
    plan_model = Plan
    fields = (
        Field("/goods/*/price", "price", "money", Effect.OBJECTIVE),
        Field("/goods/*/most", "largest quantity", "pieces", Effect.VALUE),
        Field("/goods/*/available", "whether it can be had", None, Effect.AVAILABILITY),
        Field("/rules/*/at_least", "least amount", "units", Effect.VALUE),
        Field("/rules/*/at_most", "largest amount", "units", Effect.VALUE),
        Field("/rules/*", "a rule", None, Effect.CONSTRAINT),
    )

    def sense(self, records: Records) -> Sense:
        return Sense(records.sense)

    def value_name(self, records: Records) -> tuple[str, str]:
        return "total", "money"

    def model(self, records: Records) -> Any:
        import pyomo.environ as pyo

        goods = [name for name, good in records.goods.items() if good.available]
        model = pyo.ConcreteModel()
        model.buy = pyo.Var(goods, domain=pyo.Integers, bounds=lambda _, name: (0, records.goods[name].most))
        model.plan = [model.buy]
        model.rule = pyo.ConstraintList()
        for rule in records.rules.values():
            body = sum(value * model.buy[name] for name, value in rule.terms.items() if name in goods)
            for bound, sign in ((rule.at_least, 1), (rule.at_most, -1)):
                if bound is None:
                    continue
                if isinstance(body, int):
                    model.rule.add(pyo.Constraint.Feasible if sign * bound <= 0 else pyo.Constraint.Infeasible)
                else:
                    model.rule.add(sign * body >= sign * bound)
        total = records.fixed + sum(records.goods[name].price * model.buy[name] for name in goods)
        model.total = pyo.Objective(expr=total, sense=pyo.minimize if records.sense == "min" else pyo.maximize)
        return model

    def plan(self, values: Mapping[str, Fraction], records: Records) -> Plan:
        return Plan(buy={name: int(values[f"buy[{name}]"]) for name in records.goods if values.get(f"buy[{name}]")})

    def columns(self, plan: Plan) -> dict[str, Fraction]:
        return {f"buy[{name}]": Fraction(amount) for name, amount in plan.buy.items() if amount}

    def check(self, plan: Plan, records: Records, tolerance: Fraction = Fraction(0)) -> Check:
        broken = []
        for name, amount in plan.buy.items():
            good = records.goods[name]
            if not 0 <= amount <= good.most or (amount and not good.available):
                broken.append(f"{amount} of {name} cannot be had")
        for name, rule in records.rules.items():
            total = sum((value * plan.buy.get(good, 0) for good, value in rule.terms.items()), Fraction(0))
            if (rule.at_least is not None and total < rule.at_least) or (
                rule.at_most is not None and total > rule.at_most
            ):
                broken.append(f"rule {name} is broken at {total}")
        value = records.fixed + sum(
            (records.goods[name].price * amount for name, amount in plan.buy.items()), Fraction(0)
        )
        return Check(tuple(broken), None if broken else value)

    def tables(self, records: Records) -> tuple[Table, ...]:
        return ()

    def rules(self, records: Records) -> tuple[str, ...]:
        return ("Quantities are whole.",)

    def plan_format(self, records: Records) -> str:
        return 'A mapping of goods to whole quantities, `{"buy": {"a": 2}}`.'

    def describe(self, plan: Plan, records: Records) -> str:
        return ", ".join(f"{amount} {name}" for name, amount in plan.buy.items())


def every_plan(records: Records) -> Iterator[Plan]:
    """Yield every plan within the largest quantities of theta_0 plus what a patch may raise them to."""
    names = list(records.goods)
    for amounts in product(*(range(4) for _ in names)):
        yield Plan(buy={name: amount for name, amount in zip(names, amounts, strict=True) if amount})
