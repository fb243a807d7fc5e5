"""What every back end must do: keep the five statuses apart, and return plans and bounds that hold."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from ask2decide.backend import Options, Status
from ask2decide.ir import Milp, Row
from ask2decide.passes.bounds import safe_bound
from ask2decide.solvers import _exact_linear, _exact_simplex, back_end_names
from tests.strategies_linear import column, linear_programs, points, real, row, small_milps

ONCE_A_BACK_END = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def optimal(back_end, model: Milp):
    """Solve, and check what holds of every optimal answer: an exactly feasible point, and a bound that respects it."""
    answer = back_end.solve(model, Options())
    assert answer.status is Status.OPTIMAL
    assert answer.back_end.startswith(back_end.name)
    assert model.broken(answer.values) is None
    assert all(answer.values.values()), "zeros are left out"
    objective = model.objective(answer.values)
    assert safe_bound(answer) <= objective
    assert abs(answer.primal - objective) <= Fraction(1, 10**6) * max(1, abs(objective))
    if model.is_linear and back_end.features.exact_linear:
        assert answer.exact
        assert answer.bound == objective
    return answer, objective


def test_there_is_a_back_end():
    assert "highs" in back_end_names()


def test_integer_optimum(back_end):
    model = Milp(
        (column("x", 0, 10, -3), column("y", 0, 10, -2)), (row("r", None, "7.5", x=2, y=1), row("q", None, 9, x=1, y=3))
    )
    answer, objective = optimal(back_end, model)
    assert objective == min(model.objective(point) for point in points(model))
    assert answer.exact is back_end.features.exact_integers


def test_linear_optimum_is_rational(back_end):
    model = Milp(
        (real("x", 0, None, -2), real("y", 0, None, "-1/3")), (row("r", None, 1, x=3, y=1), row("q", None, "0.1", x=1))
    )
    answer, objective = optimal(back_end, model)
    assert answer.values == {"x": Fraction(1, 10), "y": Fraction(7, 10)}
    assert objective == Fraction(-13, 30)


@pytest.mark.parametrize("integer", [True, False])
def test_infeasible(back_end, integer):
    columns = (column("x", 0, 3, 1, integer), column("y", 0, 3, 1, integer))
    answer = back_end.solve(Milp(columns, (row("r", "6.5", None, x=1, y=1),)), Options())
    assert answer.status is Status.INFEASIBLE
    assert answer.values is None
    assert answer.bound is None


def test_infeasible_by_integrality_alone(back_end):
    answer = back_end.solve(Milp((column("x", 0, 3),), (row("r", "1/3", "2/3", x=1),)), Options())
    assert answer.status is Status.INFEASIBLE


@pytest.mark.parametrize("integer", [True, False])
def test_unbounded(back_end, integer):
    columns = (column("x", 0, None, -1, integer), column("y", None, None, 0, integer))
    answer = back_end.solve(Milp(columns, (row("r", None, 5, x=1, y=1),)), Options())
    assert answer.status is Status.UNBOUNDED
    assert answer.values is None
    assert answer.bound is None


@pytest.mark.parametrize("integer", [True, False])
def test_infeasible_is_not_called_unbounded(back_end, integer):
    columns = (column("x", None, None, -1, integer), column("y", 0, 1, 0, integer))
    answer = back_end.solve(Milp(columns, (row("r", 3, None, y=2),)), Options())
    assert answer.status is Status.INFEASIBLE


@pytest.mark.parametrize("integer", [True, False])
def test_free_and_negative_columns(back_end, integer):
    columns = (
        column("x", None, None, 1, integer),
        column("y", -7, -2, -1, integer),
        column("z", None, -1, "0.5", integer),
    )
    rows = (row("r", -4, None, x=1, y=-1), row("q", -5, None, z=1))
    answer, objective = optimal(back_end, Milp(columns, rows))
    assert answer.values == {"x": -11, "y": -7, "z": -5} or answer.values["x"] - answer.values["y"] == -4
    assert objective == Fraction(-13, 2)


@pytest.mark.parametrize("integer", [True, False])
def test_equality_and_range_rows(back_end, integer):
    columns = (column("x", 0, 20, 2, integer), column("y", 0, 20, 3, integer), column("z", 0, 20, -1, integer))
    rows = (row("sum", 9, 9, x=1, y=1), row("range", 3, 5, y=1, z=-1), row("top", None, 12, y=2, z=1))
    model = Milp(columns, rows)
    answer, objective = optimal(back_end, model)
    assert answer.values["x"] + answer.values["y"] == 9
    if integer:
        assert objective == min(model.objective(point) for point in points(model))


@pytest.mark.parametrize("constant", ["-1000", "0.1", "1/3", "1000000"])
@pytest.mark.parametrize("integer", [True, False])
def test_objective_constants_count_in_the_primal_and_the_bound(back_end, constant, integer):
    model = Milp((column("x", 0, 4, 1, integer),), (row("r", 2, None, x=1),), Fraction(constant))
    answer, objective = optimal(back_end, model)
    assert objective == Fraction(constant) + 2
    assert abs(answer.bound - objective) <= Fraction(1, 10**6) * max(1, abs(objective))


@pytest.mark.parametrize("integer", [True, False])
def test_tiny_coefficients(back_end, integer):
    """1e-10 x >= 5e-10 asks for 5, although a tolerance of 1e-6 on the row would let 0 pass."""
    answer, objective = optimal(
        back_end, Milp((column("x", 0, 100, 1, integer),), (row("r", "5e-10", None, x="1e-10"),))
    )
    assert answer.values == {"x": 5}
    assert objective == 5


@pytest.mark.parametrize(
    ("model", "status"),
    [
        (Milp((), ()), Status.OPTIMAL),
        (Milp((), (), Fraction(-7, 3)), Status.OPTIMAL),
        (Milp((), (Row("r", Fraction(0), Fraction(1), ()),)), Status.OPTIMAL),
        (Milp((), (Row("r", Fraction(1), None, ()),)), Status.INFEASIBLE),
        (Milp((column("x", 1, 3, 2),), ()), Status.OPTIMAL),
        (Milp((real("x", 1, 3, 2),), ()), Status.OPTIMAL),
        (Milp((column("x", 1, 3, 2),), (Row("r", Fraction(1), None, ()),)), Status.INFEASIBLE),
        (Milp((real("x", 1, 3, 2),), (Row("r", Fraction(1), None, ()),)), Status.INFEASIBLE),
    ],
)
def test_empty_models_and_rows(back_end, model, status):
    answer = back_end.solve(model, Options())
    assert answer.status is status
    if status is Status.OPTIMAL:
        assert model.objective(answer.values) == answer.bound == (2 if model.columns else model.constant)


def market_split(slack: bool) -> Milp:
    """Market split (Cornuejols & Dawande), hard to prove; with slack every point is feasible, without it hardly any."""
    random = Random(5)
    columns = [column(f"x{j}", 0, 1) for j in range(30)]
    rows = []
    for i in range(4):
        shares = [random.randint(0, 99) for _ in range(30)]
        terms = [(f"x{j}", Fraction(share)) for j, share in enumerate(shares) if share]
        if slack:
            columns += [real(f"{way}{i}", 0, None, 1, plan=False) for way in ("short", "over")]
            terms += [(f"short{i}", Fraction(1)), (f"over{i}", Fraction(-1))]
        half = Fraction(sum(shares) // 2)
        rows.append(Row(f"r{i}", half, half, tuple(terms)))
    return Milp(tuple(columns), tuple(rows))


def test_limit_with_an_incumbent(back_end):
    answer = back_end.solve(market_split(slack=True), Options(time_limit=0.5))
    assert answer.status is Status.LIMIT
    assert answer.values is not None
    assert safe_bound(answer) <= answer.primal
    assert safe_bound(answer) <= 0


def test_limit_without_an_incumbent(back_end):
    answer = back_end.solve(market_split(slack=False), Options(time_limit=0.3))
    assert answer.status is Status.LIMIT
    assert answer.values is None
    assert not answer.exact


@pytest.mark.parametrize("integer", [True, False])
def test_limit_of_zero_seconds(back_end, integer):
    columns = (column("x", 0, 9, -1, integer), column("y", 0, 9, -1, integer))
    model = Milp(columns, (row("r", None, "7.5", x=1, y=2), row("q", None, "7.5", x=2, y=1)))
    answer = back_end.solve(model, Options(time_limit=0))
    assert answer.status is Status.LIMIT
    assert answer.values is None or model.broken(answer.values) is None
    assert answer.bound is None or safe_bound(answer) <= (-4 if integer else -5)


def test_degenerate_linear_program(back_end):
    """Beale's example, on which the simplex method with the textbook rule cycles for ever."""
    columns = (real("a", 0, None, "-3/4"), real("b", 0, None, 150), real("c", 0, None, "-1/50"), real("d", 0, None, 6))
    rows = (
        row("r", None, 0, a="1/4", b=-60, c="-1/25", d=9),
        row("q", None, 0, a="1/2", b=-90, c="-1/50", d=3),
        row("p", None, 1, c=1),
    )
    _, objective = optimal(back_end, Milp(columns, rows))
    assert objective == Fraction(-1, 20)


def test_a_row_that_is_just_tight_is_feasible(back_end):
    """x at most 1/3 by one row and at least 1/3 by another: feasible in rationals, a coin's toss in floats."""
    rows = (row("top", None, 1, x=3), row("bottom", "1/30", None, x="0.1"), row("same", "1/21", None, x="1/7"))
    answer, _ = optimal(back_end, Milp((real("x", 0, None, 1),), rows))
    assert answer.values == {"x": Fraction(1, 3)}


def test_a_row_that_is_just_missed_is_infeasible(back_end):
    """Short by 1e-9, far within every back end's tolerance."""
    if not back_end.features.exact_linear:
        pytest.skip(f"the back end {back_end.name} states no exact LPs")
    rows = (row("top", None, 1, x=1, y=1), row("bottom", Fraction(1) + Fraction(1, 10**9), None, x=1, y=1))
    answer = back_end.solve(Milp((real("x", 0, None, 1), real("y", 0, None, 2)), rows), Options())
    assert answer.status is Status.INFEASIBLE
    assert answer.exact


@given(linear_programs())
@ONCE_A_BACK_END
def test_linear_programs_are_always_exact(back_end, model):
    if not back_end.features.exact_linear:
        pytest.skip(f"the back end {back_end.name} states no exact LPs")
    answer = back_end.solve(model, Options())
    assert answer.exact
    check_linear(model, answer.status, answer.values, answer.bound)


def check_linear(model, status, values, bound):
    """Check an LP's status by a certificate that a pivot rule of its own finds from the empty basis."""
    cold = _exact_simplex.solve(model, None)
    assert status is cold.status
    if status is Status.OPTIMAL:
        assert model.broken(values) is None
        assert model.objective(values) == bound == _exact_linear.dual_bound(model, cold.prices)
    elif status is Status.INFEASIBLE:
        costless = Milp(tuple(real(c.name, c.lower, c.upper) for c in model.columns), model.rows)
        assert _exact_linear.dual_bound(costless, cold.prices) > 0


@pytest.mark.slow
@given(linear_programs())
@settings(ONCE_A_BACK_END, max_examples=3000)
def test_linear_programs_are_always_exact_thoroughly(back_end, model):
    answer = back_end.solve(model, Options())
    assert answer.exact
    check_linear(model, answer.status, answer.values, answer.bound)


@given(small_milps(free=2))
@ONCE_A_BACK_END
def test_integer_programs_equal_enumeration(back_end, model):
    best = min((model.objective(point) for point in points(model)), default=None)
    if best is None:
        assert back_end.solve(model, Options()).status is Status.INFEASIBLE
    else:
        assert optimal(back_end, model)[1] == best


@pytest.mark.slow
@given(small_milps(free=2))
@settings(ONCE_A_BACK_END, max_examples=3000)
def test_integer_programs_equal_enumeration_thoroughly(back_end, model):
    best = min((model.objective(point) for point in points(model)), default=None)
    if best is None:
        assert back_end.solve(model, Options()).status is Status.INFEASIBLE
    else:
        assert optimal(back_end, model)[1] == best
