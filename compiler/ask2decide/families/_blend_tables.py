"""The knowledge-base tables of the `blend` family."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ask2decide.exact import number_text
from ask2decide.families._amounts import price_text
from ask2decide.family import Column, Table

if TYPE_CHECKING:
    from ask2decide.families.blend import BlendRecords


def blend_tables(records: BlendRecords) -> tuple[Table, ...]:
    """Return the materials, the products and the composition limits."""
    return _materials_table(records), _products_table(records), *_shares_tables(records)


def _optional(value: Fraction | None) -> str:
    return "–" if value is None else number_text(value)


def _materials_table(records: BlendRecords) -> Table:
    heads = (
        Column("material"),
        Column("price", "$/kg", True),
        Column("supply", "kg", True),
        Column("available"),
    )
    rows = tuple(
        (m.label, price_text(m.price), number_text(m.supply), "yes" if m.available else "no")
        for m in records.materials.values()
    )
    return Table("Raw materials", heads, rows)


def _products_table(records: BlendRecords) -> Table:
    heads = (
        Column("product"),
        Column("price", "$/kg", True),
        Column("processing fee", "$/kg", True),
        Column("ordered", "kg", True),
        Column("sales limit", "kg", True),
        Column("can be made"),
    )
    rows = tuple(
        (
            p.label,
            price_text(p.price),
            price_text(p.fee),
            _optional(p.order),
            _optional(p.sales_limit),
            "yes" if p.available else "no",
        )
        for p in records.products.values()
    )
    return Table("Products", heads, rows, "– means that nothing is ordered, or that all that is made can be sold.")


def _shares_tables(records: BlendRecords) -> tuple[Table, ...]:
    heads = (Column("product"), Column("material"), Column("at least", "%", True), Column("at most", "%", True))
    rows = tuple(
        (p.label, records.materials[m].label, _optional(share.min), _optional(share.max))
        for p in records.products.values()
        for m, share in p.shares.items()
    )
    note = "Shares of the product's weight; what is not listed has no limit."
    return (Table("Composition limits", heads, rows, note),) if rows else ()
