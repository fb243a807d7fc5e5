"""Products of the `blend` family as bars of their materials, and where two blends differ."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ask2decide.drawing import Bar, Bars, Part
from ask2decide.families._amounts import near_text

if TYPE_CHECKING:
    from ask2decide.families.blend import BlendPlan, BlendRecords, Product

ZERO = Fraction(0)


def product_bars(plan: BlendPlan, records: BlendRecords) -> Bars | None:
    """Return a bar for each product, made of its materials; None for a plan with amounts below 0 or unknown names."""
    if any(
        product not in records.products or material not in records.materials or amount < 0
        for product, row in plan.use.items()
        for material, amount in row.items()
    ):
        return None
    bars = []
    for name, product in records.products.items():
        row = plan.use.get(name, {})
        parts = tuple(Part(m, material.label, row[m]) for m, material in records.materials.items() if row.get(m))
        text = _total_text(sum(row.values(), ZERO), product)
        bars.append(Bar(name, product.label, parts, product.sales_limit, text))
    return Bars(tuple(bars), "kg")


def _total_text(total: Fraction, product: Product) -> str:
    limits = [near_text(total, "kg")]
    if product.order is not None:
        limits.append(f"ordered {near_text(product.order, 'kg')}")
    if product.sales_limit is not None:
        limits.append(f"at most {near_text(product.sales_limit, 'kg')}")
    return ", ".join(limits)


def blend_differences(first: BlendPlan, second: BlendPlan, records: BlendRecords) -> tuple[str, ...]:
    """Return the amounts that differ, product by product."""
    lines = []
    for name, product in records.products.items():
        before, after = first.use.get(name, {}), second.use.get(name, {})
        for key, material in records.materials.items():
            old, new = before.get(key, ZERO), after.get(key, ZERO)
            if old != new:
                lines.append(
                    f"{material.label} in {product.label}: {near_text(new, 'kg')} instead of {near_text(old, 'kg')}."
                )
    return tuple(lines)
