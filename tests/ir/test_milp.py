"""The IR's own promises: a digest of the content alone, exact feasibility, and the objective's step."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.ir import Milp, Row
from tests.strategies_linear import column, points, real, row, small_milps


@given(small_milps(free=2), st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_digest_does_not_depend_on_order(model, random):
    columns, rows = list(model.columns), [list(r.terms) for r in model.rows]
    random.shuffle(columns)
    for terms in rows:
        random.shuffle(terms)
    shuffled = [replace(r, terms=tuple(terms)) for r, terms in zip(model.rows, rows, strict=True)]
    random.shuffle(shuffled)
    assert Milp(tuple(columns), tuple(shuffled), model.constant).digest == model.digest


BASE = Milp((column("x", 0, 3, 1), column("y", None, 3, 2)), (row("r", 1, 2, x=1, y="1/3"),), Fraction(5))


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, constant=Fraction(6)),
        replace(BASE, columns=(column("x", 0, 3, 1), column("y", 0, 3, 2))),
        replace(BASE, columns=(column("x", 0, 3, 1), real("y", None, 3, 2))),
        replace(BASE, columns=(column("x", 0, 3, 1), column("y", None, 3, 2, plan=False))),
        replace(BASE, columns=(column("x", 0, 3, "1.0000000000001"), column("y", None, 3, 2))),
        replace(BASE, rows=(row("r", 1, None, x=1, y="1/3"),)),
        replace(BASE, rows=(row("r", 1, 2, x=1, y="0.3333333333333333"),)),
        replace(BASE, rows=(row("q", 1, 2, x=1, y="1/3"),)),
        replace(BASE, rows=()),
    ],
)
def test_the_digest_sees_every_change(other):
    assert other.digest != BASE.digest


def test_broken_is_exact():
    model = Milp((real("x", 0, "1/3"),), (row("r", None, 1, x=3),))
    assert model.broken({"x": Fraction(1, 3)}) is None
    assert model.broken({"x": Fraction(1, 3) + Fraction(1, 10**30)}) == "bounds of x"
    assert Milp((column("x", 0, 9),), ()).broken({"x": Fraction(1, 2)}) == "integrality of x"
    assert Milp((real("x", 0, 9),), (row("r", None, 1, x=3),)).broken({"x": Fraction(1, 2)}) == "row r"
    assert Milp((), (Row("r", Fraction(1), None, ()),)).broken({}) == "row r"


@given(small_milps(free=2))
@settings(max_examples=60, deadline=None)
def test_every_objective_lies_on_the_steps_grid(model):
    assert model.step is not None
    for point in points(model):
        assert (model.objective(point) - model.constant) % model.step == 0


def test_no_step_where_a_continuous_column_costs():
    assert Milp((column("x", 0, 1, 3), real("y", 0, 1, 1)), ()).step is None
    assert Milp((column("x", 0, 1, 3), real("y", 0, 1, 0)), ()).step == 3


def test_no_plan_objective_where_a_column_beside_the_plan_costs():
    assert Milp((column("x", 0, 1, 3), real("y", 0, 1, 1, plan=False)), ()).plan_objective is None
    assert Milp((column("x", 0, 1, 3), real("y", 0, 1, plan=False)), ()).plan_objective == {"x": 3}
