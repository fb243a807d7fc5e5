"""Pyomo to the IR and back, exactly; what cannot be carried over is refused."""

from __future__ import annotations

from fractions import Fraction

import pyomo.environ as pyo
import pytest
from hypothesis import assume, given, settings

from ask2decide.ir import Milp
from ask2decide.ir.from_pyomo import from_pyomo
from tests.strategies_linear import column, linear_programs, real, row, small_milps


def to_pyomo(milp: Milp, maximise: bool = False) -> pyo.ConcreteModel:
    """Write a MILP down in Pyomo under the same names."""
    model = pyo.ConcreteModel()
    model.plan = []
    for c in milp.columns:
        var = pyo.Var(domain=pyo.Integers if c.integer else pyo.Reals, bounds=(c.lower, c.upper))
        model.add_component(c.name, var)
        if c.plan:
            model.plan.append(var)
    for r in milp.rows:
        body = sum(value * model.component(name) for name, value in r.terms)
        if r.terms and (r.lower, r.upper) != (None, None):
            model.add_component(r.name, pyo.Constraint(expr=(r.lower, body, r.upper)))
    total = milp.constant + sum(c.cost * model.component(c.name) for c in milp.columns if c.cost)
    expression, sense = (-1 * total, pyo.maximize) if maximise else (total, pyo.minimize)
    model.total = pyo.Objective(expr=expression, sense=sense)
    return model


def meaningful(milp: Milp) -> Milp:
    rows = tuple(r for r in milp.rows if r.terms and (r.lower, r.upper) != (None, None))
    return Milp(milp.columns, rows, milp.constant)


@given(linear_programs(most=4) | small_milps(free=2))
@settings(max_examples=60, deadline=None)
def test_round_trip(milp):
    assume(not milp.constant or any(c.cost for c in milp.columns))  # Pyomo makes a float of a lonely constant
    for maximise in (False, True):
        assert from_pyomo(to_pyomo(milp, maximise)).digest == meaningful(milp).digest


def test_an_objective_without_costs_is_0():
    milp = Milp((column("x", 0, 3),), ())
    assert from_pyomo(to_pyomo(milp)).digest == milp.digest


def small() -> pyo.ConcreteModel:
    return to_pyomo(Milp((column("x", 0, 3, 2), real("y", 0, 3, 1)), (row("r", 1, None, x=1, y=1),)))


def test_a_fixed_variable_keeps_its_value_in_the_plan():
    model = small()
    model.x.fix(2)
    milp = from_pyomo(model)
    assert (milp.columns[0].lower, milp.columns[0].upper) == (2, 2)
    assert milp.broken({"x": Fraction(2)}) is None
    assert milp.broken({"x": Fraction(1)}) == "bounds of x"
    assert milp.objective({"x": Fraction(2), "y": Fraction(1)}) == 5


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda m: m.add_component("f", pyo.Constraint(expr=0.5 * m.x <= 1)), "coefficients must be int or Fraction"),
        (lambda m: m.add_component("q", pyo.Constraint(expr=m.x * m.y <= 1)), "q is not linear"),
        (lambda m: m.add_component("o", pyo.Objective(expr=m.x)), "has 2 active objectives"),
        (lambda m: m.total.deactivate(), "has 0 active objectives"),
        (lambda m: m.add_component("s", pyo.SOSConstraint(var=m.pair, sos=1)), "s is a SOSConstraint"),
    ],
)
def test_what_the_ir_does_not_hold_is_refused(spoil, message):
    model = small()
    model.pair = pyo.Var([1, 2], domain=pyo.Binary)
    spoil(model)
    with pytest.raises(ValueError, match=message):
        from_pyomo(model)
