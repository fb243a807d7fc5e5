"""Global constraints: the rows that express one say the same, alone and composed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pyomo.environ as pyo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.backend import Options, Status
from ask2decide.families.jobshop import Jobshop
from ask2decide.ir import Milp, NoOverlap
from ask2decide.ir.compose import minimax, survival, within_costs
from ask2decide.ir.from_pyomo import from_pyomo
from ask2decide.ir.pyomo_globals import Activity, no_overlap
from ask2decide.solvers.cpsat import Cpsat
from ask2decide.solvers.highs import Highs
from tests import strategies_jobshop

FAMILY = Jobshop()
FEW = settings(max_examples=30, deadline=None)


def machine(spans, durations, known_orders=()):
    """Return one machine's model: starts in bounds, a no-overlap, and plan columns for the orders named."""
    model = pyo.ConcreteModel()
    numbers = list(range(len(spans)))
    model.start = pyo.Var(numbers, domain=pyo.Integers, bounds=lambda _, i: spans[i])
    model.before = pyo.Var(list(known_orders), domain=pyo.Binary)
    model.plan = [model.before]
    activities = [Activity(model.start[i], durations[i]) for i in numbers]
    no_overlap(model, "machine", activities, {pair: model.before[pair] for pair in known_orders})
    model.cost = pyo.Objective(expr=sum(model.start[i] for i in numbers))
    return from_pyomo(model)


spans = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted).map(tuple)


@given(st.lists(st.tuples(spans, st.integers(1, 3)), min_size=2, max_size=3), st.booleans())
@FEW
def test_rows_and_constraint_have_the_same_solutions(activities, ordered):
    bounds, durations = zip(*activities, strict=True)
    pairs = [(0, 1)] if ordered else []
    model = machine(bounds, durations, pairs)
    (constraint,) = model.global_constraints
    names = [column.name for column in model.columns]
    for point in product(*(range(int(c.lower), int(c.upper) + 1) for c in model.columns)):
        values = {name: Fraction(value) for name, value in zip(names, point, strict=True)}
        assert (model.broken(values) is None) == holds(constraint, values)


def holds(constraint: NoOverlap, values) -> bool:
    begins = [values[interval.start] for interval in constraint.intervals]
    ends = [values[interval.start] + interval.duration for interval in constraint.intervals]
    apart = all(ends[i] <= begins[j] or ends[j] <= begins[i] for j in range(len(begins)) for i in range(j))
    return apart and all(
        ends[o.first] <= begins[o.second] if values[o.column] else ends[o.second] <= begins[o.first]
        for o in constraint.orders
    )


def test_every_row_of_a_constraint_names_it():
    model = machine([(0, 9), (0, 9)], [2, 3], [(0, 1)])
    assert {row.source for row in model.rows} == {"machine"}
    assert model.own_rows == ()


def test_the_digest_covers_the_constraint():
    model = machine([(0, 9), (0, 9)], [2, 3], [(0, 1)])
    plain = replace(model, global_constraints=())
    assert len({model.digest, plain.digest, machine([(0, 9), (0, 9)], [2, 4], [(0, 1)]).digest}) == 3


def test_a_start_without_bounds_is_refused():
    with pytest.raises(ValueError, match=r"start\[1\] has no finite bounds"):
        machine([(0, 9), (0, None)], [2, 3])


@given(st.data())
@FEW
def test_composed_problems_answer_alike_by_rows_and_by_constraints(draw):
    """Eq. 3, the ceilings and the survival problem: HiGHS reads rows, CP-SAT constraints, and enumeration agrees."""
    shops = [FAMILY.parse(draw.draw(strategies_jobshop.records(jobs=2))) for _ in range(2)]
    models = [from_pyomo(FAMILY.model(shop)) for shop in shops]
    plans = [*strategies_jobshop.every_plan(shops[0]), *strategies_jobshop.every_plan(shops[1])]
    costs = [[FAMILY.check(plan, shop).value for shop in shops] for plan in plans]
    optima = [min((cost[i] for cost in costs if cost[i] is not None), default=Fraction(9)) for i in range(2)]
    common = [cost for cost in costs if None not in cost]
    loss = min(max((c - z) / z for c, z in zip(cost, optima, strict=True)) for cost in common) if common else None
    model, scale = minimax(models, optima)
    same_answers(model, None if loss is None or loss > 1 else loss * scale)
    top = optima[0] + 2
    todays = [cost[1] for cost in common if cost[0] <= top]
    same_answers(survival(models[0], top, models[1]), min(todays, default=None))
    ceilings = [optima[0] + 1, optima[1] + 1]
    met = any(all(c <= limit for c, limit in zip(cost, ceilings, strict=True)) for cost in common)
    same_answers(within_costs(models, ceilings), Fraction(0) if met else None)


def same_answers(model: Milp, best: Fraction | None) -> None:
    assert Cpsat().unable(model) is None
    for back_end in (Cpsat(), Highs()):
        answer = back_end.solve(model, Options())
        if best is None:
            assert answer.status is Status.INFEASIBLE
        else:
            assert answer.status is Status.OPTIMAL
            assert abs(answer.primal - best) <= Fraction(1, 10**6)
    if best is not None:
        assert Cpsat().solve(model, Options()).bound == best


def test_an_order_that_one_problem_lacks_is_zero_there():
    """Zero puts the second activity first; the rows go on saying so, and the constraint no longer names the order."""
    ordered, free = (machine([(0, 9), (0, 9)], [2, 3], pairs) for pairs in ([(0, 1)], []))
    model = within_costs([ordered, free], [Fraction(18), Fraction(18)])
    assert [len(constraint.orders) for constraint in model.global_constraints] == [0, 1]
    assert {row.source for row in model.rows if row.name.startswith("0/machine")} == {None}
    for back_end in (Cpsat(), Highs()):
        values = back_end.solve(model, Options()).values
        assert values.get("0/start[1]", 0) + 3 <= values["0/start[0]"]
