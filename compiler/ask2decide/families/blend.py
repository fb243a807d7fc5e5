"""A blending plant: how many kilograms of each raw material go into each product."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, model_validator
from pydantic import Field as Constrained

from ask2decide.errors import did_you_mean
from ask2decide.exact import Exact, number_text, shortened
from ask2decide.families._amounts import Identifier, NotNegative, amount_text, compared, near_text, read_amount
from ask2decide.families._blend_drawing import blend_differences, product_bars
from ask2decide.families._blend_tables import blend_tables
from ask2decide.family import (
    Check,
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

ZERO, ONE = Fraction(0), Fraction(1)

TOLERANCE = Fraction(1, 10**6)
"""Kilograms by which a submitted plan may miss any limit."""


def _percent(value: Fraction) -> Fraction:
    if not 0 <= value <= 100:
        raise ValueError(f"a share from 0 to 100 percent is wanted, not {number_text(value)}")
    return value


Percent = Annotated[Exact, AfterValidator(_percent)]


class Material(RecordsModel):
    """A raw material: what a kilogram costs, and how many kilograms there are."""

    label: str
    price: Exact
    supply: NotNegative
    available: bool


class Share(RecordsModel):
    """The least and the most that a material may make up of a product's weight, in percent."""

    min: Percent | None = None
    max: Percent | None = None

    @model_validator(mode="after")
    def _sets_a_limit(self) -> Self:
        if self.min is None and self.max is None:
            raise ValueError("a share sets no limit; give it min or max")
        if self.min is not None and self.max is not None and self.min > self.max:
            least, most = number_text(self.min), number_text(self.max)
            raise ValueError(
                f"the least share, {least} percent, is above the largest, {most} percent; move one of them"
            )
        return self


class Product(RecordsModel):
    """A product: price and processing fee per kilogram, composition limits, and what can and must be sold.

    Parameters
    ----------
    order : Fraction or None
        Kilograms that must be made at least.
    sales_limit : Fraction or None
        Kilograms that can be sold at most.
    """

    label: str
    price: Exact
    fee: Exact
    available: bool
    shares: dict[Identifier, Share] = Constrained(default_factory=dict)
    order: NotNegative | None = None
    sales_limit: NotNegative | None = None


class Plant(RecordsModel):
    """What all products pass through: the kilograms that it can process in all."""

    label: str
    capacity: NotNegative | None = None


class BlendRecords(RecordsModel):
    """The records of a blending plant."""

    materials: Annotated[dict[Identifier, Material], Constrained(min_length=1)]
    products: Annotated[dict[Identifier, Product], Constrained(min_length=1)]
    plant: Plant

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        for name, product in self.products.items():
            for material in product.shares:
                if material not in self.materials:
                    raise wrong_record(
                        ("products", name, "shares", material),
                        f"product {name} limits the share of {material!r}, which is not among the materials; "
                        + did_you_mean(material, self.materials, "materials"),
                    )
        return self


class BlendPlan(PlanModel):
    """Kilograms of each material in each product; what is left out is zero."""

    use: Annotated[
        dict[str, dict[str, Exact]],
        Constrained(description="by product id, then by material id: kilograms of the material in the product"),
    ]


class Blend(Family[BlendRecords, BlendPlan]):
    """Mix products from raw materials for the largest profit.

    Records hold *materials* (price in $/kg, supply in kg), *products* (price and processing fee in $/kg; for a material
    the least and most *share* of the product's weight in percent; an *order* to be met and a *sales limit*, in kg) and
    the *plant* (its capacity in kg over all products). Nothing is lost in mixing: a product weighs what its materials
    weigh. Everything made is sold, so that profit is the sum over products and materials of
    ``(price - fee - material price) * use``. The plan format is ``{"use": {product: {material: kg}}}``.

    The model is the textbook blending LP, with one continuous column for each product and material; a share limit is
    the linear row ``use - share * (weight of the product) <= 0``.
    """

    name: ClassVar[str] = "blend"
    records_model: ClassVar[type[RecordsModel]] = BlendRecords
    plan_model: ClassVar[type[PlanModel]] = BlendPlan
    tolerance: ClassVar[Fraction] = TOLERANCE
    fields: ClassVar[tuple[Field, ...]] = (
        Field("/materials/*/price", "price of a material", "$/kg", Effect.OBJECTIVE),
        Field("/materials/*/supply", "supply of a material", "kg", Effect.VALUE),
        Field("/materials/*/available", "whether the material is available", None, Effect.AVAILABILITY),
        Field("/products/*/price", "price of a product", "$/kg", Effect.OBJECTIVE),
        Field("/products/*/fee", "processing fee of a product", "$/kg", Effect.OBJECTIVE),
        Field("/products/*/available", "whether the product can be made", None, Effect.AVAILABILITY),
        Field("/products/*/order", "quantity ordered of a product", "kg", Effect.VALUE),
        Field("/products/*/sales_limit", "most that can be sold of a product", "kg", Effect.VALUE),
        Field("/products/*/shares/*", "limits on a material's share of a product", None, Effect.CONSTRAINT),
        Field("/products/*/shares/*/min", "least share of a material in a product", "%", Effect.VALUE),
        Field("/products/*/shares/*/max", "largest share of a material in a product", "%", Effect.VALUE),
        Field("/plant/capacity", "quantity that can be processed in all", "kg", Effect.VALUE),
    )

    def sense(self, records: BlendRecords) -> Sense:
        """Profit is maximised."""
        return Sense.MAX

    def value_name(self, records: BlendRecords) -> tuple[str, str]:
        """Profit in dollars."""
        return "profit", "$"

    def value_text(self, value: Fraction, records: BlendRecords) -> str:
        """Return the profit with its unit."""
        return amount_text(value, "$")

    def model(self, records: BlendRecords) -> ConcreteModel:
        """Return the blending LP."""
        import pyomo.environ as pyo
        from pyomo.common.numeric_types import RegisterNumericType

        RegisterNumericType(Fraction)
        model = pyo.ConcreteModel()
        pairs = [(product, material) for product in records.products for material in records.materials]
        model.use = pyo.Var(pairs, domain=pyo.NonNegativeReals)
        model.plan = [model.use]
        model.limits = pyo.ConstraintList()
        for coefficients, limit in _rows(records):
            terms = [value * model.use[pair] for pair, value in coefficients.items() if value]
            if terms:  # otherwise the row reads 0 <= limit, and limit is then never negative
                model.limits.add(sum(terms) <= limit)
        margins = {
            (p, m): product.price - product.fee - material.price
            for p, product in records.products.items()
            for m, material in records.materials.items()
        }
        model.profit = pyo.Objective(expr=sum(margins[pair] * model.use[pair] for pair in pairs), sense=pyo.maximize)
        return model

    def plan(self, values: Mapping[str, Fraction], records: BlendRecords) -> BlendPlan:
        """Return the kilograms by product and material, zeros left out."""
        use: dict[str, dict[str, Fraction]] = {}
        for product in records.products:
            row = {m: values[c] for m in records.materials if values.get(c := _column(product, m))}
            if row:
                use[product] = row
        return BlendPlan(use=use)

    def columns(self, plan: BlendPlan) -> dict[str, Fraction]:
        """Return the non-zero kilograms by column name."""
        return {_column(p, m): quantity for p, row in plan.use.items() for m, quantity in row.items() if quantity}

    def check(self, plan: BlendPlan, records: BlendRecords, tolerance: Fraction = ZERO) -> Check:
        """Weigh every product, compare with every limit, and add up the profit."""
        broken = list(_unknown(plan, records)) or list(_broken_limits(plan, records, tolerance))
        if broken:
            return Check(tuple(broken), None)
        profit = ZERO
        for name, row in plan.use.items():
            product = records.products[name]
            revenue = (product.price - product.fee) * sum(row.values(), ZERO)
            profit += revenue - sum((records.materials[m].price * quantity for m, quantity in row.items()), ZERO)
        return Check((), profit)

    def tables(self, records: BlendRecords) -> tuple[Table, ...]:
        """Return the materials, the products and the composition limits."""
        return blend_tables(records)

    def rules(self, records: BlendRecords) -> tuple[str, ...]:
        """Return the profit, the balances, and the tolerance."""
        plant = records.plant
        limit = (
            "as much as there is to do" if plant.capacity is None else f"at most {amount_text(plant.capacity, 'kg')}"
        )
        return (
            "Profit is, over all products, price minus processing fee for each kilogram made, minus the price of the "
            "materials used. All that is made is sold; materials that are not used cost nothing. Profit is to be as "
            "large as possible.",
            "Nothing is lost in mixing: a product weighs as much as the materials in it. Any material may go into any "
            "product, in any fraction of a kilogram, within the composition limits.",
            "Over all products, no more of a material can be used than its supply, and nothing of a material that is "
            "not available.",
            "A composition limit is on the material's share of the product's weight; it matters only where the product "
            "is made.",
            "An ordered quantity must be made at least; no more than the sales limit can be made. Any other quantity, "
            "also none, is allowed.",
            f"All products pass through {plant.label}, which can process {limit} in all.",
            "Limits may be met exactly. A plan may miss a limit by at most 0.000001 kg; for a share, that is the "
            "kilograms of the material against the limit's share of the product's kilograms.",
        )

    def plan_format(self, records: BlendRecords) -> str:
        """Return the form of the plan with the first product and materials as an example."""
        materials = list(records.materials)
        row = ", ".join(f'"{m}": {q}' for m, q in zip(materials, ('"100/3"', "12.5"), strict=False))
        return (
            "The plan is a JSON object: for each product that is made, the kilograms of each material in it. What is "
            "left out is zero. Numbers are decimals, or exact ratios as text.\n\n"
            f'```json\n{{"use": {{"{next(iter(records.products))}": {{{row}}}}}}}\n```\n\n'
            f"Products: {_ids(records.products)}. Materials: {_ids(records.materials)}.\n"
        )

    def describe(self, plan: BlendPlan, records: BlendRecords) -> str:
        """Return a line for each product that is made."""
        lines = []
        for name, row in plan.use.items():
            parts = [f"{near_text(q, 'kg')} {_label(m, records.materials)}" for m, q in row.items() if q]
            if parts:
                weight = near_text(sum(row.values(), ZERO), "kg")
                lines.append(f"{_label(name, records.products)} {weight}: {', '.join(parts)}")
        return "\n".join(lines) or "nothing is made"

    def differences(self, first: BlendPlan, second: BlendPlan, records: BlendRecords) -> tuple[str, ...]:
        """Return the amounts that differ."""
        return blend_differences(first, second, records)

    def drawing(self, plan: BlendPlan, records: BlendRecords) -> Drawing | None:
        """Return a bar for each product, made of its materials."""
        return product_bars(plan, records)

    def place_name(self, pointer: str, names: Sequence[str]) -> str:
        """Return a share as "sugar in Classic", anything else by its object."""
        return " in ".join(reversed(names))

    def read(self, pointer: str, value: Any, data: Data) -> Any:
        """Return an authored number; a text may carry the field's unit."""
        field = self.field_at(pointer)
        return value if field is None or field.unit is None else read_amount(value, field.meaning, field.unit)


def _column(product: str, material: str) -> str:
    return f"use[{product},{material}]"


def _rows(records: BlendRecords) -> Iterator[tuple[dict[tuple[str, str], Fraction], Fraction]]:
    """Yield each limit as ``sum of coefficient * use <= limit``."""
    for material, stock in records.materials.items():
        yield {(product, material): ONE for product in records.products}, stock.supply if stock.available else ZERO
    for name, product in records.products.items():
        whole = {(name, material): ONE for material in records.materials}
        if not product.available:
            yield whole, ZERO
        if product.order is not None:
            yield dict.fromkeys(whole, -ONE), -product.order
        if product.sales_limit is not None:
            yield whole, product.sales_limit
        for material, share in product.shares.items():
            if share.max is not None:
                yield {pair: (pair[1] == material) - share.max / 100 for pair in whole}, ZERO
            if share.min is not None:
                yield {pair: share.min / 100 - (pair[1] == material) for pair in whole}, ZERO
    if records.plant.capacity is not None:
        yield {(p, m): ONE for p in records.products for m in records.materials}, records.plant.capacity


def _unknown(plan: BlendPlan, records: BlendRecords) -> Iterator[str]:
    for product, row in plan.use.items():
        if product not in records.products:
            yield f"There is no product {shortened(product)}; {did_you_mean(product, records.products, 'products')}"
        for material in row:
            if material not in records.materials:
                fix = did_you_mean(material, records.materials, "materials")
                yield f"There is no material {shortened(material)}; {fix}"


def _broken_limits(plan: BlendPlan, records: BlendRecords, tolerance: Fraction) -> Iterator[str]:
    used = dict.fromkeys(records.materials, ZERO)
    for row in plan.use.values():
        for material, quantity in row.items():
            used[material] += quantity
    for name, quantity in used.items():
        record = records.materials[name]
        if not record.available and quantity > tolerance:
            yield f"{near_text(quantity, 'kg', ZERO)} of {record.label} is used, which is not available."
        elif quantity > record.supply + tolerance:
            amount, most = compared(quantity, record.supply, "kg")
            yield f"{amount} of {record.label} is used, over the supply of {most}."
    for name, product in records.products.items():
        yield from _broken_product(product, plan.use.get(name, {}), records, tolerance)
    total, label, capacity = sum(used.values(), ZERO), records.plant.label, records.plant.capacity
    if capacity is not None and total > capacity + tolerance:
        amount, most = compared(total, capacity, "kg")
        yield f"{amount} is made in all, over the {most} of {label}."


def _broken_product(
    product: Product, row: Mapping[str, Fraction], records: BlendRecords, tolerance: Fraction
) -> Iterator[str]:
    weight = sum(row.values(), ZERO)
    for material, quantity in row.items():
        if quantity < -tolerance:
            held = f"{near_text(quantity, 'kg', ZERO)} of {records.materials[material].label}"
            yield f"{product.label} holds {held}, which is less than nothing."
    if not product.available and weight > tolerance:
        yield f"{near_text(weight, 'kg', ZERO)} of {product.label} is made, which cannot be made."
    if product.order is not None and weight < product.order - tolerance:
        made, least = compared(weight, product.order, "kg")
        yield f"{made} of {product.label} is made, less than the order of {least}."
    if product.sales_limit is not None and weight > product.sales_limit + tolerance:
        made, most = compared(weight, product.sales_limit, "kg")
        yield f"{made} of {product.label} is made, more than the {most} that can be sold."
    for material, share in product.shares.items():
        quantity = row.get(material, ZERO)
        held = near_text(quantity / weight * 100, "%") if weight else near_text(quantity, "kg")
        holds = f"{product.label} holds {held} {records.materials[material].label}"
        if share.max is not None and (over := quantity - share.max / 100 * weight) > tolerance:
            yield f"{holds}, over the limit of {near_text(share.max, '%')} by {near_text(over, 'kg', ZERO)}."
        if share.min is not None and (short := share.min / 100 * weight - quantity) > tolerance:
            yield f"{holds}, below the least of {near_text(share.min, '%')} by {near_text(short, 'kg', ZERO)}."


def _label(name: str, records: Mapping[str, Material] | Mapping[str, Product]) -> str:
    return records[name].label if name in records else shortened(name)


def _ids(records: Mapping[str, Material] | Mapping[str, Product]) -> str:
    return ", ".join(f"`{name}` ({record.label})" for name, record in records.items())
