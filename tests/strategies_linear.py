"""Random generators for the IR and the back ends: small LPs and MILPs, and short ways to write one down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from ask2decide.ir import Column, Milp, Row

Number = int | str | Fraction | None

UGLY = [Fraction(text) for text in ("1", "2", "-1", "3", "1/3", "0.1", "-0.7", "5", "-2/7", "0", "0", "0")]
"""Coefficients that binary floats hold and coefficients that they do not; a quarter is 0."""


def exactly(value: Number) -> Fraction | None:
    return None if value is None else Fraction(value)


def column(
    name: str, lower: Number, upper: Number, cost: Number = 0, integer: bool = True, plan: bool = True
) -> Column:
    return Column(name, exactly(lower), exactly(upper), integer, plan, Fraction(cost or 0))


def real(name: str, lower: Number, upper: Number, cost: Number = 0, plan: bool = True) -> Column:
    return column(name, lower, upper, cost, integer=False, plan=plan)


def row(name: str, lower: Number, upper: Number, **terms: Number) -> Row:
    return Row(name, exactly(lower), exactly(upper), tuple((key, Fraction(value or 0)) for key, value in terms.items()))


@st.composite
def linear_programs(draw: st.DrawFn, most: int = 8) -> Milp:
    """LPs of up to `most` columns and rows through one point, often degenerate, now and then just out of reach."""
    point = draw(
        st.lists(st.sampled_from([Fraction(v) for v in ("0", "1", "2", "1/3", "0.3")]), min_size=1, max_size=most)
    )
    bounds = st.sampled_from([(0, None), (0, None), (None, None), (None, 3), (-2, 4), (0, 1), (-1, None)])
    columns = tuple(real(f"x{j}", *draw(bounds), draw(st.sampled_from(UGLY))) for j in range(len(point)))
    rows = []
    for i in range(draw(st.integers(0, most))):
        values = draw(st.lists(st.sampled_from(UGLY), min_size=len(point), max_size=len(point)))
        terms = tuple((f"x{j}", value) for j, value in enumerate(values) if value)
        at = sum((value * point[int(name[1:])] for name, value in terms), Fraction(0))
        at += draw(st.sampled_from([Fraction(0)] * 9 + [Fraction(1, 10**7), Fraction(-1, 10**6), Fraction(1, 3)]))
        lower, upper = draw(st.sampled_from([(at, at), (None, at), (at, None), (at - Fraction(1, 3), at + 1)]))
        rows.append(Row(f"r{i}", lower, upper, terms))
    return Milp(columns, tuple(rows), draw(st.sampled_from(UGLY)))


@st.composite
def small_milps(draw: st.DrawFn, names: tuple[str, ...] = ("x", "y", "z"), free: int = 1) -> Milp:
    """MILPs whose integer plan columns, a random subset of `names`, take at most four values each.

    Up to `free` integer columns stand beside the plan; costs may lie on them too.
    """
    chosen = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    cost = st.integers(-5, 9).map(lambda halves: Fraction(halves, 2))
    columns = []
    for name in chosen:
        lower = draw(st.integers(-1, 1))
        columns.append(column(name, lower, lower + draw(st.integers(0, 3)), draw(cost)))
    for number in range(draw(st.integers(0, free))):
        columns.append(
            column(f"slack{number}", 0, draw(st.integers(1, 3)), draw(st.sampled_from([0, 0, 1])), plan=False)
        )
    rows = []
    for i in range(draw(st.integers(0, 2))):
        values = draw(st.lists(st.integers(-3, 4), min_size=len(columns), max_size=len(columns)))
        terms = tuple((c.name, Fraction(v, 3)) for c, v in zip(columns, values, strict=True) if v)
        lower = draw(st.none() | st.integers(-3, 1))
        upper = draw(st.integers(0, 5)) if lower is None else draw(st.none() | st.integers(lower, 5))
        rows.append(Row(f"r{i}", exactly(lower), exactly(upper), terms))
    return Milp(tuple(columns), tuple(rows), draw(st.sampled_from([Fraction(0), Fraction(-20), Fraction(11, 2)])))


def points(model: Milp) -> Iterator[Mapping[str, Fraction]]:
    """Yield every feasible point of a MILP whose columns are all integer and bounded."""
    ranges = []
    for c in model.columns:
        assert c.integer
        assert c.lower is not None
        assert c.upper is not None
        ranges.append([Fraction(value) for value in range(int(c.lower), int(c.upper) + 1)])
    for values in product(*ranges):
        point = {c.name: value for c, value in zip(model.columns, values, strict=True)}
        if model.broken(point) is None:
            yield point


def plan_costs(model: Milp) -> dict[frozenset[tuple[str, Fraction]], Fraction]:
    """Return each feasible plan's least cost; a plan is its non-zero plan columns."""
    costs: dict[frozenset[tuple[str, Fraction]], Fraction] = {}
    for point in points(model):
        plan = frozenset((c.name, point[c.name]) for c in model.plan_columns if point[c.name])
        cost = model.objective(point)
        costs[plan] = min(cost, costs.get(plan, cost))
    return costs
