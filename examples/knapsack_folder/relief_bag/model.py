"""The `knapsack` family: which goods go into one bag."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field as Constrained
from pydantic import StringConstraints, field_validator, model_validator

from ask2decide.errors import did_you_mean
from ask2decide.exact import Exact, number_text
from ask2decide.family import Check, Column, Effect, Family, Field, PlanModel, RecordsModel, Sense, Table

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=40)]


class Good(RecordsModel):
    """Something that may go into the bag: its weight in kg, and what it is worth in points."""

    label: str
    weight: Annotated[Exact, Constrained(ge=0)]
    worth: Exact
    available: bool = True


class Bag(RecordsModel):
    """The bag: what it carries in kg, and how many goods it has room for, if that is limited."""

    label: str
    capacity: Annotated[Exact, Constrained(ge=0)]
    most_goods: Annotated[int, Constrained(ge=0)] | None = None


class KnapsackRecords(RecordsModel):
    """The records. A good that is useless without another is written ``"stove needs fuel"``."""

    bag: Bag
    goods: Annotated[dict[Identifier, Good], Constrained(min_length=1)]
    needs: dict[str, Literal[True]] = Constrained(default_factory=dict)

    @model_validator(mode="after")
    def _needs_name_goods(self) -> Self:
        for key in self.needs:
            if len(set(_pair(key))) == 1:
                raise ValueError(f"{key!r} names one good twice")
            for name in _pair(key):
                if name not in self.goods:
                    fix = did_you_mean(name, self.goods, "goods")
                    raise ValueError(f"{key!r} names {name!r}, which is not among the goods; {fix}")
        return self


class KnapsackPlan(PlanModel):
    """The goods that are taken."""

    take: Annotated[
        list[str], Constrained(description="ids of the goods taken", json_schema_extra={"uniqueItems": True})
    ]

    @field_validator("take")
    @classmethod
    def _once(cls, take: list[str]) -> list[str]:
        if len(set(take)) < len(take):
            raise ValueError("a good is taken twice")
        return take


class Knapsack(Family[KnapsackRecords, KnapsackPlan]):
    """Fill one bag with the goods that are worth most.

    **What is planned.** Which goods are taken. **Records.** `bag` with its `capacity` and perhaps `most_goods`; `goods`
    with `weight`, `worth` and whether they are `available`; `needs`, pairs of which the first is only taken with the
    second. **Plan format.** ``{"take": ["tent", "stove"]}``.

    **Model.** One binary for each available good: Martello & Toth (1990), Knapsack Problems, chapter 2.
    """

    name: ClassVar[str] = "knapsack"
    records_model: ClassVar[type[RecordsModel]] = KnapsackRecords
    plan_model: ClassVar[type[PlanModel]] = KnapsackPlan
    fields: ClassVar[tuple[Field, ...]] = (
        Field("/goods/*/worth", "worth of the good", "points", Effect.OBJECTIVE),
        Field("/goods/*/weight", "weight of the good", "kg", Effect.VALUE),
        Field("/goods/*/available", "presence of the good", None, Effect.AVAILABILITY),
        Field("/bag/capacity", "what the bag carries", "kg", Effect.VALUE),
        Field("/bag/most_goods", "most goods in the bag", "goods", Effect.CONSTRAINT),
        Field("/needs/*", "good that is only taken with another", None, Effect.CONSTRAINT),
    )

    def sense(self, records: KnapsackRecords) -> Sense:
        """Worth is maximised."""
        return Sense.MAX

    def value_name(self, records: KnapsackRecords) -> tuple[str, str]:
        """Return what is maximised."""
        return "worth of the bag", "points"

    def model(self, records: KnapsackRecords) -> ConcreteModel:
        """Return the model; its plan columns are ``take[<good>]``."""
        import pyomo.environ as pyo
        from pyomo.common.numeric_types import RegisterNumericType
        from pyomo.core.expr import LinearExpression

        # Pyomo keeps a Fraction as it is, once told that it is a number.
        RegisterNumericType(Fraction)
        goods = {name: good for name, good in records.goods.items() if good.available}
        model = pyo.ConcreteModel()
        model.take = pyo.Var(list(goods), domain=pyo.Binary)
        model.plan = [model.take]
        model.limits = pyo.ConstraintList()
        if goods:
            weight = LinearExpression([good.weight * model.take[name] for name, good in goods.items() if good.weight])
            model.limits.add((None, weight, records.bag.capacity))
        if goods and records.bag.most_goods is not None:
            count = LinearExpression([1 * model.take[name] for name in goods])
            model.limits.add((None, count, records.bag.most_goods))
        for first, second in map(_pair, records.needs):
            if first in goods:
                other = [-1 * model.take[second]] if second in goods else []
                model.limits.add((None, LinearExpression([1 * model.take[first], *other]), 0))
        worth = LinearExpression([good.worth * model.take[name] for name, good in goods.items()])
        model.worth = pyo.Objective(expr=worth, sense=pyo.maximize)
        return model

    def plan(self, values: Mapping[str, Fraction], records: KnapsackRecords) -> KnapsackPlan:
        """Return the goods whose column is 1, in the order of the records."""
        taken = [name[5:-1] for name, value in values.items() if value and name.startswith("take[")]
        return KnapsackPlan(take=[*filter(taken.__contains__, records.goods), *(set(taken) - set(records.goods))])

    def columns(self, plan: KnapsackPlan) -> dict[str, Fraction]:
        """Return the column of each good."""
        return {f"take[{name}]": Fraction(1) for name in plan.take}

    def check(self, plan: KnapsackPlan, records: KnapsackRecords, tolerance: Fraction = Fraction(0)) -> Check:
        """Look up each good, then add up weights and worths."""
        unknown = [f"There is no good {name}." for name in plan.take if name not in records.goods]
        if unknown:
            return Check(tuple(unknown), None)
        goods = [records.goods[name] for name in plan.take]
        broken = [f"{good.label} is not available." for good in goods if not good.available]
        weight = sum((good.weight for good in goods), Fraction(0))
        if weight > records.bag.capacity + tolerance:
            broken.append(
                f"The goods weigh {number_text(weight)} kg, and the bag carries {number_text(records.bag.capacity)} kg."
            )
        if records.bag.most_goods is not None and len(goods) > records.bag.most_goods:
            broken.append(f"{len(goods)} goods are taken, and the bag has room for {records.bag.most_goods}.")
        for first, second in map(_pair, records.needs):
            if first in plan.take and second not in plan.take:
                broken.append(f"{first} is taken without {second}.")
        return Check(tuple(broken), None if broken else sum((good.worth for good in goods), Fraction(0)))

    def tables(self, records: KnapsackRecords) -> tuple[Table, ...]:
        """Return the goods."""
        columns = (
            Column("id"),
            Column("name"),
            Column("weight", "kg", True),
            Column("worth", "points", True),
            Column("available"),
        )
        rows = tuple(
            (name, good.label, number_text(good.weight), number_text(good.worth), "yes" if good.available else "no")
            for name, good in records.goods.items()
        )
        return (Table("Goods", columns, rows),)

    def rules(self, records: KnapsackRecords) -> tuple[str, ...]:
        """Return what limits the bag, and what is best."""
        bag = records.bag
        rules = [
            f"{bag.label} carries at most {number_text(bag.capacity)} kg, which may be used up exactly.",
            "A good is taken as a whole, once, or not at all; only goods that are available can be taken.",
        ]
        if bag.most_goods is not None:
            rules.append(f"{bag.label} has room for at most {bag.most_goods} goods.")
        rules += [f"{first} may only be taken together with {second}." for first, second in map(_pair, records.needs)]
        return (*rules, "The plan with the largest total worth is best.")

    def plan_format(self, records: KnapsackRecords) -> str:
        """Explain the list of goods."""
        example = json.dumps({"take": [*records.goods][:2]})
        return f"A JSON object with one key, `take`: the ids of the goods taken.\n\n```json\n{example}\n```"

    def describe(self, plan: KnapsackPlan, records: KnapsackRecords) -> str:
        """Return the goods in one line."""
        return ", ".join(plan.take) or "The bag stays empty."


def _pair(key: str) -> tuple[str, str]:
    first, found, second = key.partition(" needs ")
    if not found:
        raise ValueError(f"{key!r} is no pair; write it as 'X needs Y'")
    return first, second
