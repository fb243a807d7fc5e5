"""Eq. 3, the survival problem and the search below ceilings against enumeration, on MILPs with different columns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ask2decide.backend import Options, Status
from ask2decide.ir import Milp
from ask2decide.ir.compose import minimax, survival, within_costs
from ask2decide.solvers.highs import Highs
from tests.strategies_linear import column, plan_costs, row, small_milps

fast = settings(max_examples=40, deadline=None)


def common_costs(models):
    """Return each common plan's cost in every model."""
    costs = [plan_costs(model) for model in models]
    return {plan: tuple(c[plan] for c in costs) for plan in costs[0] if all(plan in c for c in costs)}


@given(st.lists(small_milps(), min_size=2, max_size=3))
@fast
def test_minimax(models):
    optima = [min(plan_costs(model).values(), default=Fraction(0)) for model in models]
    assume(all(optima))
    losses = [
        max((cost - z) / abs(z) for cost, z in zip(costs, optima, strict=True))
        for costs in common_costs(models).values()
    ]
    composed, scale = minimax(models, optima)
    answer = Highs().solve(composed, Options())
    best = min(losses, default=Fraction(2))
    if best > 1:
        assert answer.status is Status.INFEASIBLE
    else:
        assert answer.status is Status.OPTIMAL
        assert abs(answer.primal / scale - best) < Fraction(1, 10**6)
        plan = frozenset((c.name, v) for c in composed.plan_columns if (v := answer.values.get(c.name)))
        costs = common_costs(models)[plan]
        assert best == max((cost - z) / abs(z) for cost, z in zip(costs, optima, strict=True))


@given(small_milps(), small_milps(), st.integers(-8, 12))
@fast
def test_survival(known, today, ceiling):
    expected = {
        plan: cost_today
        for plan, (cost_known, cost_today) in common_costs([known, today]).items()
        if cost_known <= ceiling
    }
    assert plan_costs(survival(known, Fraction(ceiling), today)) == expected


@given(st.lists(small_milps(), min_size=1, max_size=3), st.lists(st.integers(-8, 12), min_size=3, max_size=3))
@fast
def test_within_costs(models, limits):
    ceilings = [Fraction(limit, 2) for limit in limits[: len(models)]]
    expected = {
        plan
        for plan, costs in common_costs(models).items()
        if all(cost <= ceiling for cost, ceiling in zip(costs, ceilings, strict=True))
    }
    assert set(plan_costs(within_costs(models, ceilings))) == expected


def test_a_plan_column_that_one_problem_lacks_is_zero():
    wide = Milp((column("x", 0, 3, 1), column("y", 0, 3, 1)), (row("r", 3, None, x=1, y=1),))
    narrow = Milp((column("x", 0, 3, 1),), ())
    assert [c.name for c in within_costs([wide, narrow], [Fraction(9)] * 2).plan_columns] == ["x"]
    assert common_costs([wide, narrow]) == {frozenset({("x", Fraction(3))}): (3, 3)}


@pytest.mark.parametrize(("lower", "upper"), [(1, 2), (-2, -1)])
def test_a_missing_column_that_must_not_be_zero_leaves_no_common_plan(lower, upper):
    must = Milp((column("x", 0, 3, 1), column("y", lower, upper, 1)), ())
    without = Milp((column("x", 0, 3, 1),), ())
    for models in ([must, without], [without, must]):
        answer = Highs().solve(within_costs(models, [Fraction(99)] * 2), Options())
        assert answer.status is Status.INFEASIBLE


def test_bounds_that_conflict_leave_no_common_plan():
    low, high = Milp((column("x", 0, 1, 1),), ()), Milp((column("x", 2, 3, 1),), ())
    answer = Highs().solve(within_costs([low, high], [Fraction(99)] * 2), Options())
    assert answer.status is Status.INFEASIBLE
    met = within_costs([low, Milp((column("x", 1, 3, 1),), ())], [Fraction(99)] * 2)
    assert [(c.lower, c.upper) for c in met.columns] == [(1, 1)]


def test_columns_beside_the_plan_are_kept_apart():
    """A start time of the same name may be 1 in one problem and 3 in the other."""
    models = [
        Milp((column("x", 0, 1, 1), column("start", 0, 5, plan=False)), (row("r", at, at, start=1),)) for at in (1, 3)
    ]
    composed = within_costs(models, [Fraction(9)] * 2)
    assert [c.name for c in composed.columns] == ["x", "0/start", "1/start"]
    assert len(plan_costs(composed)) == 2


def test_names_of_the_composition_do_not_collide_with_a_models_own():
    model = Milp(
        (column("x", 0, 3, 1), column("scaled_loss", 0, 3, 1)),
        (row("loss", 1, None, x=1), row("ceiling", 1, None, scaled_loss=1)),
    )
    for composed in (
        minimax([model, model], [Fraction(2), Fraction(2)])[0],
        within_costs([model, model], [Fraction(9)] * 2),
        survival(model, Fraction(9), model),
    ):
        assert len({c.name for c in composed.columns}) == len(composed.columns)
        assert len({r.name for r in composed.rows}) == len(composed.rows)
