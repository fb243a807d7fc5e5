"""Blends for the contract test: random ones of at most 2 x 2, and a textbook one with a known optimum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import combinations

from hypothesis import strategies as st

from ask2decide.families.blend import Blend, BlendPlan, BlendRecords
from ask2decide.family import Data
from ask2decide.testing import FamilyCase, Published

Pair = tuple[str, str]
Halfspace = tuple[dict[Pair, Fraction], Fraction]


def textbook(second_holds: int) -> Data:
    """Three brands of candy from three materials, an exercise of many operations-research textbooks.

    It goes round with two figures for the least share of material A in the second brand, in percent: the optimum is
    5450 with 30 and 6160 with 15.
    """
    return {
        "materials": {
            "a": {"label": "A", "price": 2, "supply": 2000, "available": True},
            "b": {"label": "B", "price": Decimal("1.5"), "supply": 2500, "available": True},
            "c": {"label": "C", "price": 1, "supply": 1200, "available": True},
        },
        "products": {
            "first": {
                "label": "First",
                "price": Decimal("3.4"),
                "fee": Decimal("0.5"),
                "available": True,
                "shares": {"a": {"min": 60}, "c": {"max": 20}},
            },
            "second": {
                "label": "Second",
                "price": Decimal("2.85"),
                "fee": Decimal("0.4"),
                "available": True,
                "shares": {"a": {"min": second_holds}, "c": {"max": 50}},
            },
            "third": {
                "label": "Third",
                "price": Decimal("2.25"),
                "fee": Decimal("0.3"),
                "available": True,
                "shares": {"c": {"max": 60}},
            },
        },
        "plant": {"label": "the kettle"},
    }


cents = st.integers(0, 12).map(lambda quarter: Decimal(quarter) / 4)


@st.composite
def blends(draw: st.DrawFn) -> Data:
    """One or two products of one or two materials, with few enough limits for every vertex to be visited."""
    materials = {
        name: {
            "label": name,
            "price": draw(cents),
            "supply": draw(st.integers(0, 8)),
            "available": draw(st.integers(0, 5)) > 0,
        }
        for name in ["m1", "m2"][: draw(st.integers(1, 2))]
    }
    share = st.fixed_dictionaries(
        {}, optional={"min": st.sampled_from([0, 10, 25, 50]), "max": st.sampled_from([20, 50, Decimal("62.5"), 100])}
    ).filter(lambda limits: limits and limits.get("min", 0) <= limits.get("max", 100))
    products = {}
    for name in ["p1", "p2"][: draw(st.integers(1, 2))]:
        product = {"label": name, "price": draw(cents), "fee": draw(cents), "available": draw(st.integers(0, 5)) > 0}
        product["shares"] = draw(st.dictionaries(st.sampled_from(sorted(materials)), share, max_size=1))
        if draw(st.integers(0, 2)) == 0:
            product["order"] = draw(st.integers(0, 4))
        if draw(st.integers(0, 2)) == 0:
            product["sales_limit"] = draw(st.integers(0, 8))
        products[name] = product
    plant = {"label": "the kettle"} | ({"capacity": draw(st.integers(0, 12))} if draw(st.booleans()) else {})
    return {"materials": materials, "products": products, "plant": plant}


def mixes(records: BlendRecords) -> st.SearchStrategy[BlendPlan]:
    """Any quarters of kilograms, sometimes below zero, sometimes of an unknown object."""
    quantity = st.integers(-1, 16).map(lambda quarter: Fraction(quarter, 4))
    row = st.dictionaries(st.sampled_from([*records.materials]), quantity)
    known = st.builds(BlendPlan, use=st.dictionaries(st.sampled_from([*records.products]), row))
    product, material = next(iter(records.products)), next(iter(records.materials))
    unknown = [{"tea": {material: Fraction(1)}}, {product: {"water": Fraction(1)}}]
    return known | known | known | st.sampled_from(unknown).map(lambda use: BlendPlan(use=use))


@st.composite
def mutations(draw: st.DrawFn, plan: BlendPlan, records: BlendRecords) -> BlendPlan:
    """One amount a quarter up or down, or nothing changed but the solver's rounding taken away."""
    use = {product: {m: Fraction(round(q * 8), 8) for m, q in row.items()} for product, row in plan.use.items()}
    product, material = (
        draw(st.sampled_from(sorted(records.products))),
        draw(st.sampled_from(sorted(records.materials))),
    )
    row = use.setdefault(product, {})
    row[material] = row.get(material, Fraction(0)) + Fraction(draw(st.integers(-1, 1)), 4)
    return BlendPlan(use=use)


def halfspaces(records: BlendRecords) -> Iterator[Halfspace]:
    """Every limit as ``coefficients . use <= bound``, read off the records a second time, for this test alone."""
    pairs = [(p, m) for p in records.products for m in records.materials]
    for pair in pairs:
        yield {pair: Fraction(-1)}, Fraction(0)
    for name, material in records.materials.items():
        bound = material.supply if material.available else Fraction(0)
        yield {pair: Fraction(1) for pair in pairs if pair[1] == name}, bound
    if records.plant.capacity is not None:
        yield dict.fromkeys(pairs, Fraction(1)), records.plant.capacity
    for name, product in records.products.items():
        whole = dict.fromkeys([pair for pair in pairs if pair[0] == name], Fraction(1))
        most = [
            limit for limit in (product.sales_limit, None if product.available else Fraction(0)) if limit is not None
        ]
        if most:
            yield whole, min(most)
        if product.order is not None:
            yield {pair: -one for pair, one in whole.items()}, -product.order
        for material_name, share in product.shares.items():
            part = {pair: Fraction(pair[1] == material_name) for pair in whole}
            if share.max is not None:
                yield {pair: 100 * part[pair] - share.max for pair in whole}, Fraction(0)
            if share.min is not None:
                yield {pair: share.min - 100 * part[pair] for pair in whole}, Fraction(0)


def vertices(records: BlendRecords) -> Iterable[BlendPlan]:
    """Every point where as many limits as columns are tight; an LP with bounded plans has an optimum among them."""
    pairs = [(p, m) for p in records.products for m in records.materials]
    limits = list(halfspaces(records))
    for chosen in combinations(limits, len(pairs)):
        rows = [[coefficients.get(pair, Fraction(0)) for pair in pairs] + [bound] for coefficients, bound in chosen]
        point = solved(rows)
        if point is not None:
            use: dict[str, dict[str, Fraction]] = {product: {} for product in records.products}
            for (product, material), quantity in zip(pairs, point, strict=True):
                use[product][material] = quantity
            yield BlendPlan(use=use)


def solved(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Solve a square system in rationals by Gauss and Jordan; None when it is singular."""
    size = len(rows)
    for step in range(size):
        pivot = next((row for row in range(step, size) if rows[row][step]), None)
        if pivot is None:
            return None
        rows[step], rows[pivot] = rows[pivot], rows[step]
        rows[step] = [value / rows[step][step] for value in rows[step]]
        for row in range(size):
            if row != step and (factor := rows[row][step]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[step], strict=True)]
    return [row[-1] for row in rows]


CASE = FamilyCase(
    family=Blend(),
    records=blends(),
    plans=mixes,
    mutated=mutations,
    published=(
        Published("candy with 30 percent of A", partial(textbook, 30), Fraction(5450)),
        Published("candy with 15 percent of A", partial(textbook, 15), Fraction(6160)),
    ),
    every_plan=vertices,
    additions={
        "/products/first/order": 600,
        "/products/second/sales_limit": 800,
        "/products/third/shares/a": {"max": 40},
        "/products/first/shares/a/max": 80,
        "/products/first/shares/c/min": 5,
        "/plant/capacity": 4000,
    },
)
