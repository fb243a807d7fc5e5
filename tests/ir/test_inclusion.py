"""`tightens` against enumeration: where it holds, every plan of the tight model is one of the loose one, at no more."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.ir import Milp
from ask2decide.ir.global_constraints import Interval, NoOverlap, Order
from ask2decide.ir.inclusion import tightens
from ask2decide.ir.milp import Column, Row
from tests.strategies_linear import column, plan_costs, row, small_milps

fast = settings(max_examples=60, deadline=None)

BASE = Milp(
    (column("x", 0, 3, 2), column("y", 0, 2, 1), column("w", 0, 4, plan=False)), (row("r", 2, 5, x=1, y=2, w=1),)
)


@st.composite
def changed(draw: st.DrawFn, model: Milp) -> Milp:
    """Return a model with a few random changes, for better or worse; now and then a column is lost or a row added."""
    columns, rows = list(model.columns), list(model.rows)
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["bound", "row", "coefficient", "lost column", "new row", "cost", "new column"]))
        place = draw(st.integers(0, len(columns) - 1))
        old = columns[place]
        step = Fraction(draw(st.integers(-1, 1)))
        if kind == "bound":
            lower, upper = old.lower + max(step, 0), old.upper + min(step, 0) + draw(st.sampled_from([0, 0, 1]))
            if lower <= upper:
                columns[place] = replace(old, lower=lower, upper=upper)
        elif kind == "cost":
            columns[place] = replace(old, cost=old.cost + step)
        elif kind == "lost column" and len(columns) > 1:
            del columns[place]
            kept = [tuple(term for term in r.terms if term[0] != old.name) for r in rows]
            rows = [replace(r, terms=terms) for r, terms in zip(rows, kept, strict=True)]
        elif kind == "new column":
            columns.append(
                column(f"new{len(columns)}", 0, 1, draw(st.sampled_from([0, 0, 1])), plan=draw(st.booleans()))
            )
        elif kind == "new row":
            values = {c.name: draw(st.integers(-2, 3)) for c in columns}
            terms = tuple((name, Fraction(value)) for name, value in values.items() if value)
            rows.append(Row(f"new row {len(rows)}", None, Fraction(draw(st.integers(0, 6))), terms))
        elif rows:
            row_place = draw(st.integers(0, len(rows) - 1))
            r = rows[row_place]
            if kind == "row" and r.upper is not None and (r.lower is None or r.lower <= r.upper + step):
                rows[row_place] = replace(r, upper=r.upper + step)
            elif kind == "coefficient" and r.terms:
                (name, value), *rest = r.terms
                rows[row_place] = replace(r, terms=((name, value + step), *rest) if value + step else tuple(rest))
    names = {c.name: c for c in columns}
    return Milp(tuple(names.values()), tuple(rows), model.constant)


def require_inclusion(tight: Milp, loose: Milp) -> None:
    plans = plan_costs(loose)
    for plan, cost in plan_costs(tight).items():
        assert plan in plans
        assert plans[plan] <= cost


@given(st.data(), small_milps())
@fast
def test_never_true_of_a_plan_that_is_infeasible_or_dearer_in_the_loose_model(data: st.DataObject, model: Milp) -> None:
    other = data.draw(changed(model))
    for tight, loose in ((model, other), (other, model)):
        if tightens(tight, loose):
            require_inclusion(tight, loose)


@given(small_milps(), small_milps())
@fast
def test_never_true_of_unrelated_models_without_inclusion(first: Milp, second: Milp) -> None:
    if tightens(first, second):
        require_inclusion(first, second)


@given(small_milps(), small_milps())
@fast
def test_true_of_rows_added_and_bounds_tightened(model: Milp, other: Milp) -> None:
    names = set(model.index)
    added = [
        Row(f"added {r.name}", r.lower, r.upper, tuple(term for term in r.terms if term[0] in names))
        for r in other.rows
    ]
    columns = [replace(c, upper=max(c.lower, c.upper - 1)) for c in model.columns]
    assert tightens(Milp(tuple(columns), (*model.rows, *added), model.constant), model)


TIGHTER = {
    "the same": BASE,
    "a row more": replace(BASE, rows=(*BASE.rows, row("s", None, 1, x=1))),
    "a row's upper end": replace(BASE, rows=(row("r", 2, 4, x=1, y=2, w=1),)),
    "a row's lower end, under another name": replace(BASE, rows=(row("q", 3, 5, w=1, y=2, x=1),)),
    "a column's bound": replace(BASE, columns=(column("x", 1, 2, 2), *BASE.columns[1:])),
    "a plan column lost": Milp((BASE.columns[0], BASE.columns[2]), (row("r", 2, 5, x=1, w=1),)),
    "a column beside the plan more": replace(BASE, columns=(*BASE.columns, column("v", 0, 9, plan=False))),
    "a plan column that must be 0": replace(BASE, columns=(*BASE.columns, column("v", 0, 0, 5))),
    "a larger coefficient, where that says more": replace(BASE, rows=(*BASE.rows, row("r2", None, 5, x=2, y=2, w=1))),
}


@pytest.mark.parametrize("tight", TIGHTER.values(), ids=TIGHTER)
def test_tighter(tight: Milp) -> None:
    assert tightens(tight, BASE)
    require_inclusion(tight, BASE)


LOOSER = {
    "a row less": replace(BASE, rows=()),
    "a row's upper end": replace(BASE, rows=(row("r", 2, 6, x=1, y=2, w=1),)),
    "another coefficient": replace(BASE, rows=(row("r", 2, 5, x=1, y=1, w=1),)),
    "a column's bound": replace(BASE, columns=(column("x", 0, 4, 2), *BASE.columns[1:])),
    "no bound": replace(BASE, columns=(column("x", None, 3, 2), *BASE.columns[1:])),
    "another cost": replace(BASE, columns=(column("x", 0, 3, 1), *BASE.columns[1:])),
    "not whole": replace(BASE, columns=(replace(BASE.columns[0], integer=False), *BASE.columns[1:])),
    "another constant": replace(BASE, constant=Fraction(1)),
    "a plan column more": replace(BASE, columns=(*BASE.columns, column("v", 0, 1))),
    "a cost beside the plan": replace(BASE, columns=(*BASE.columns, column("v", -1, 1, 1, plan=False))),
    "a column of the plan beside it": replace(BASE, columns=(column("x", 0, 3, 2, plan=False), *BASE.columns[1:])),
}


@pytest.mark.parametrize("loose", LOOSER.values(), ids=LOOSER)
def test_not_tighter(loose: Milp) -> None:
    assert not tightens(loose, BASE)


def test_a_lost_column_that_must_not_be_zero() -> None:
    needs = Milp((column("x", 0, 3), column("y", 1, 2)), ())
    assert not tightens(Milp((column("x", 0, 3),), ()), needs)


def big_m(size: int) -> Milp:
    columns = (Column("a", Fraction(0), Fraction(9)), Column("b", Fraction(0), Fraction(9)), column("first", 0, 1))
    rows = (row("a first", None, size - 2, a=1, b=-1, first=size), row("b first", None, -3, b=1, a=-1, first=-size))
    return Milp(columns, rows)


def test_a_smaller_big_m_is_tighter() -> None:
    assert tightens(big_m(11), big_m(20))
    assert not tightens(big_m(20), big_m(11))


def test_rows_of_a_shared_global_need_not_be_alike() -> None:
    """Their big M may differ: the global says what they say."""
    shared = NoOverlap("machine", (Interval("a", Fraction(2)), Interval("b", Fraction(3))), (Order(0, 1, "first"),))
    longer = replace(shared, intervals=(Interval("a", Fraction(1)), Interval("b", Fraction(3))))

    def with_global(model: Milp, constraint: NoOverlap) -> Milp:
        rows = tuple(replace(r, source="machine") for r in model.rows)
        return replace(model, rows=rows, global_constraints=(constraint,))

    assert tightens(with_global(big_m(20), shared), with_global(big_m(11), shared))
    assert not tightens(with_global(big_m(20), longer), with_global(big_m(11), shared))
