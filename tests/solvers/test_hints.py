"""What is known of a model changes how soon its answer comes, never its truth: right, useless and wrong hints."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.backend import Hint, Options, Status
from ask2decide.ir import Milp
from ask2decide.passes.bounds import safe_bound
from tests.solvers.test_conformance import market_split
from tests.strategies_linear import column, points, real, row, small_milps

ONCE_A_BACK_END = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

values = st.sampled_from([Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(-7), Fraction(10**18)])
starts = st.dictionaries(st.sampled_from(["x0", "x1", "x2", "x3", "no column of the model"]), values, max_size=5)


def with_plan(model: Milp) -> Milp:
    """Return the model with its integer columns as the plan."""
    return Milp(tuple(replace(c, plan=c.integer) for c in model.columns), model.rows, model.constant)


@pytest.fixture
def warm(back_end):
    if not back_end.features.warm_start:
        pytest.skip(f"the back end {back_end.name} states no warm start")
    return back_end


def test_every_back_end_of_this_folder_takes_a_start(back_end):
    assert back_end.features.warm_start


@given(small_milps(free=2), starts, st.none() | st.integers(-60, 60).map(Fraction))
@ONCE_A_BACK_END
def test_no_hint_makes_a_wrong_answer(warm, model, start, floor):
    """A start may break rows, bounds and integrality; a floor may lie above the optimum, and then stops too early."""
    model = with_plan(model)
    best = min((model.objective(point) for point in points(model)), default=None)
    answer = warm.solve(model, Options(time_limit=20, hint=Hint(start, floor)))
    if best is None:
        assert answer.status is Status.INFEASIBLE
        return
    assert answer.bound is None or safe_bound(answer) <= best
    assert model.broken(answer.values) is None
    if answer.status is Status.OPTIMAL:
        assert model.objective(answer.values) == best
    else:
        assert answer.status is Status.LIMIT
        assert model.objective(answer.values) <= floor


@given(small_milps(free=2), st.data())
@ONCE_A_BACK_END
def test_a_feasible_start_changes_neither_status_nor_optimum(warm, model, data):
    model = with_plan(model)
    feasible = [dict(point) for point in points(model)]
    if not feasible:
        return
    start = data.draw(st.sampled_from(feasible))
    cold, hinted = warm.solve(model, Options()), warm.solve(model, Options(hint=Hint(start)))
    assert cold.status is hinted.status is Status.OPTIMAL
    assert model.objective(cold.values) == model.objective(hinted.values)


def test_a_solve_that_stops_is_never_worse_than_its_start(warm):
    """The start names the plan columns alone: the shares left over and short, which are continuous, are completed."""
    hard = market_split(slack=True)
    named = {f"x{j}" for j in range(30)}
    model = Milp(tuple(replace(c, plan=c.name in named) for c in hard.columns), hard.rows)
    first = warm.solve(model, Options(time_limit=1.5))
    start = {name: value for name, value in first.values.items() if name in named}
    again = warm.solve(model, Options(time_limit=0.3, hint=Hint(start)))
    assert again.status is Status.LIMIT
    assert model.objective(again.values) <= model.objective(first.values) + Fraction(1, 10**6)
    assert safe_bound(again) <= 0


def test_a_plan_as_cheap_as_the_floor_ends_the_solve(warm):
    """Without it the limit is used up: the proof of market split takes hours."""
    model = market_split(slack=True)
    begun = time.monotonic()
    answer = warm.solve(model, Options(time_limit=60, hint=Hint(floor=Fraction(1000))))
    assert time.monotonic() - begun < 30
    assert answer.status is Status.LIMIT
    assert model.objective(answer.values) <= 1000
    assert safe_bound(answer) <= 0


def test_a_start_without_a_completion_is_left_out(warm):
    """x = 3 leaves y no value; HiGHS has to see that before it can go on."""
    model = Milp((replace(column("x", 0, 3, -1), plan=True), real("y", 0, 1, plan=False)), (row("r", 2, 2, x=1, y=1),))
    answer = warm.solve(model, Options(time_limit=10, hint=Hint({"x": Fraction(3)})))
    assert (answer.status, answer.values.get("x")) == (Status.OPTIMAL, 2)


@pytest.mark.parametrize("start", [{}, {"x": Fraction(1)}, {"x": Fraction(9)}])
def test_models_without_integers_and_without_columns_need_no_start(warm, start):
    model = Milp((replace(real("x", 0, 3, -1), plan=True),), (row("r", None, "7/3", x=1),))
    answer = warm.solve(model, Options(time_limit=10, hint=Hint(start, Fraction(-2))))
    assert (answer.status, answer.bound) == (Status.OPTIMAL, Fraction(-7, 3))
    assert warm.solve(Milp((), ()), Options(hint=Hint(start, Fraction(0)))).status is Status.OPTIMAL


def test_trap_a_start_is_not_returned_with_the_cost_of_a_better_plan(warm):
    """HiGHS 1.16 fixes y at 1 before it starts, and then returns y = 0 with the cost of y = 1."""
    columns = (column("x", 0, 2), column("y", 0, 1, "-1/2"), column("z", 0, 2))
    model = with_plan(Milp(columns, (row("r", 1, 2, x="-1/3", z="4/3"),)))
    answer = warm.solve(model, Options(hint=Hint({"z": Fraction(1)})))
    assert (answer.status, answer.primal, model.objective(answer.values)) == (Status.OPTIMAL, *[Fraction(-1, 2)] * 2)
