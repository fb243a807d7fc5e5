"""The traps of docs/traps.md that a back end can step into (1 to 6), one test each."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ask2decide.backend import Options, Status
from ask2decide.ir import Milp
from ask2decide.passes.bounds import safe_bound
from ask2decide.solvers import _exact_simplex as exact_simplex
from ask2decide.solvers.highs import Highs
from tests.strategies_linear import column, real, row


def test_trap_1_wrong_optimum_of_1_instead_of_0(back_end):
    """HiGHS before 1.16 answers 1."""
    columns = (column("x0", None, None), column("x1", None, None, 1), real("x2", 0, None), column("x3", 0, None))
    rows = (row("r", 0, None, x1=1, x2=-1), row("q", 0, 0, x0=1, x2=1, x3=-1), row("p", None, 12, x2=68, x3=1))
    model = Milp(columns, rows)
    answer = back_end.solve(model, Options())
    assert answer.status is Status.OPTIMAL
    assert model.objective(answer.values) == 0
    assert safe_bound(answer) <= 0


def test_trap_1_wrong_optimum_of_200_instead_of_3_cents(back_end):
    """HiGHS 1.14 answers 200.01."""
    columns = (real("g", None, None, 100), real("t", None, None, "0.01"), column("x", "0.45", 3))
    rows = (row("sum", 3, 3, g=1, x=1), row("up", 0, None, t=1, x=-1), row("down", 0, None, t=1, x=1))
    model = Milp(columns, rows)
    answer = back_end.solve(model, Options())
    assert answer.status is Status.OPTIMAL
    assert model.objective(answer.values) == Fraction(3, 100)
    assert safe_bound(answer) <= Fraction(3, 100)


def test_trap_2_infeasible_is_proved_in_rationals_where_the_back_end_can(back_end):
    """Floats with a tolerance of 1e-6 see no difference between these two LPs."""
    if not back_end.features.exact_linear:
        pytest.skip(f"the back end {back_end.name} states no exact LPs")
    for gap, status in ((Fraction(0), Status.OPTIMAL), (Fraction(1, 10**8), Status.INFEASIBLE)):
        rows = (row("top", None, "1/3", x=1, y=1), row("bottom", Fraction(1, 3) + gap, None, x=1, y=1))
        answer = back_end.solve(Milp((real("x", 0, None, 1), real("y", 0, None, 1)), rows), Options())
        assert answer.exact
        assert answer.status is status


def test_trap_3_the_default_gap_calls_suboptimal_plans_optimal(back_end):
    """Costs of 10**6 and steps of 1: any plan within 1e-4 of the best would pass."""
    weights = (31, 41, 59, 26, 53, 58, 97, 93, 23, 84)
    columns = tuple(column(f"x{i}", 0, 1, 100_000 * weight + i) for i, weight in enumerate(weights))
    rows = (row("take", 301, None, **{f"x{i}": weight for i, weight in enumerate(weights)}),)
    answer = back_end.solve(Milp(columns, rows), Options())
    totals = []
    for chosen in range(2 ** len(weights)):
        taken = [i for i in range(len(weights)) if chosen >> i & 1]
        if sum(weights[i] for i in taken) >= 301:
            totals.append(sum(100_000 * weights[i] + i for i in taken))
    assert Milp(columns, rows).objective(answer.values) == min(totals)
    assert safe_bound(answer) <= min(totals)
    assert min(totals) - safe_bound(answer) <= Fraction(2, 10**6) * min(totals)


def test_trap_4_the_bound_of_a_pure_lp_is_not_left_at_0(back_end):
    answer = back_end.solve(Milp((real("x", 0, 9, -2),), (row("r", None, "7.5", x=1),)), Options())
    assert answer.bound == -15


@pytest.mark.parametrize("integer", [True, False])
def test_trap_5_a_time_limit_is_neither_optimal_nor_infeasible(back_end, integer):
    columns = tuple(column(f"x{i}", 0, 5, -i - 1, integer) for i in range(4))
    rows = (row("r", None, "7.5", x0=3, x1=2, x2=4, x3=3), row("q", None, 9, x0=1, x1=5, x2=3, x3=4))
    answer = back_end.solve(Milp(columns, rows), Options(time_limit=0))
    assert answer.status is Status.LIMIT


def test_trap_6_integers_are_rounded_before_they_are_counted(back_end):
    """With a big M of 10**7, z = 1e-6 would open the door to 10 units of profit."""
    columns = (real("amount", 0, 10, -5), column("open", 0, 1, 40))
    model = Milp(columns, (row("door", None, 0, amount=1, open=-(10**7)),))
    answer = back_end.solve(model, Options())
    assert answer.status is Status.OPTIMAL
    assert answer.values.get("open", Fraction(0)).denominator == 1
    assert model.broken(answer.values) is None
    assert model.objective(answer.values) == -10


@pytest.mark.parametrize("power", range(6, 22, 3))
def test_trap_6_a_term_too_small_for_the_back_end_is_not_dropped_in_silence(back_end, power):
    """The second loss row allows 10**-power of W, which may be 10**(power + 2): dropped, only P would do."""
    unit = 10 ** (power + 2)
    first, second = {"R": 10, "Q": 11, "P": 15}, {"R": 300, "Q": 125, "P": 100}
    options = tuple(column(name, 0, 1) for name in first)
    terms = {name: Fraction(cost * unit, 10) for name, cost in first.items()}
    rows = (
        row("one", 1, 1, R=1, Q=1, P=1),
        row("first", None, unit, **terms, W=-1),
        row("second", None, 100, **second, W=-Fraction(100, unit)),
    )
    answer = back_end.solve(Milp((*options, real("W", 0, unit, 1)), rows), Options())
    assert answer.status in (Status.OPTIMAL, Status.LIMIT)
    assert answer.bound is None or answer.bound <= Fraction(unit, 4) * (1 + Fraction(1, 10**6))
    assert answer.values is None or answer.values.get("Q") == 1


@pytest.mark.parametrize("unit", [Fraction(1, 10**power) for power in (0, 3, 6, 8, 10, 12)], ids=str)
def test_trap_6_a_tiny_price_counts_times_a_million_units(back_end, unit):
    """A price of 1e-8 is below every tolerance; the bound must still not cross the cost of a feasible plan."""
    for seed in range(12):
        chance = random.Random(seed)
        most = 10 ** chance.choice([6, 9])
        names = [f"x{i}" for i in range(chance.randint(2, 4))]
        columns = tuple(column(name, 0, most, unit * chance.randint(-9, 9)) for name in names)
        weights = [{name: chance.randint(1, 3) for name in names} for _ in range(2)]
        rows = [row(f"most{i}", None, most * chance.randint(1, 3), **weight) for i, weight in enumerate(weights)]
        rows.append(row("least", most // 4, None, **dict.fromkeys(names, 1)))
        model = Milp(columns, tuple(rows))
        # Whole units differ from parts of units by less than a unit a column.
        relaxed = Milp(tuple(real(c.name, c.lower, c.upper, c.cost) for c in columns), tuple(rows))
        least = exact_simplex.solve(relaxed, None)
        answer = back_end.solve(model, Options())
        assert answer.status is Status.OPTIMAL
        assert model.broken(answer.values) is None
        slack = 20 * unit * len(names)
        assert model.objective(answer.values) <= relaxed.objective(least.values) + slack
        assert safe_bound(answer) <= relaxed.objective(least.values) + slack


@pytest.mark.parametrize("integer", [True, False])
@pytest.mark.parametrize("power", [13, 14, 15, 18, 21])
def test_a_coefficient_too_large_for_the_back_end_does_not_empty_the_model(back_end, power, integer):
    """HiGHS refuses 1e15 in a matrix, and then calls the empty model that it has instead optimal, with a bound of 0."""
    size = 10**power
    columns = (column("x", 0, 9, -3, integer), column("y", 0, 9, -2, integer))
    rows = (row("r", None, 5 * size, x=size, y=size), row("q", 2, None, y=1))
    model = Milp(columns, rows)
    reason = back_end.unable(model)
    if reason is not None:
        pytest.skip(f"the back end {back_end.name} is unable to answer this model: {reason}")
    answer = back_end.solve(model, Options())
    assert answer.status is Status.OPTIMAL
    assert answer.values == {"x": 3, "y": 2}
    assert abs(answer.bound + 13) <= Fraction(1, 10**4)


def test_a_model_that_highs_does_not_take_is_an_error(monkeypatch):
    monkeypatch.setattr("ask2decide.ir.milp.LARGE", 10**30)
    model = Milp((column("x", 0, 9, -3),), (row("r", None, 5 * 10**15, x=10**15),))
    assert Highs().solve(model, Options()).status is Status.ERROR
