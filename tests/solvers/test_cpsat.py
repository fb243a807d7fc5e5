"""CP-SAT in exact integers: which models it takes, what it says of the others, and what its answers are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ask2decide.backend import Options, Status
from ask2decide.errors import EXIT_BACK_END, BackEndError
from ask2decide.families.jobshop import Jobshop
from ask2decide.instances.registry import base_data
from ask2decide.ir import Column, Interval, Milp, NoOverlap, Order, Row
from ask2decide.ir.from_pyomo import from_pyomo
from ask2decide.solvers.cpsat import Cpsat

CPSAT = Cpsat()


def whole(name, lower, upper, cost=0):
    return Column(name, Fraction(lower), Fraction(upper), integer=True, plan=True, cost=Fraction(cost))


def real(name, lower, upper, cost=0):
    bounds = [None if bound is None else Fraction(bound) for bound in (lower, upper)]
    return Column(name, *bounds, cost=Fraction(cost))


def row(name, lower, upper, **terms):
    bounds = [None if bound is None else Fraction(bound) for bound in (lower, upper)]
    return Row(name, *bounds, tuple((column, Fraction(value)) for column, value in terms.items()))


def shop(name):
    family = Jobshop()
    return from_pyomo(family.model(family.parse(base_data(f"jobshop/{name}", {}, family="jobshop"))))


def test_rational_coefficients_are_scaled_not_rounded():
    """x/3 + y/7 >= 1 over integers: 21 times the row is whole; 0.1 x would be no binary float."""
    model = Milp(
        (whole("x", 0, 9, "0.1"), whole("y", 0, 9, "0.07")), (row("r", 1, None, x="1/3", y="1/7"),), Fraction("1/3")
    )
    answer = CPSAT.solve(model, Options())
    best = min(
        Fraction(x, 10) + Fraction(7 * y, 100)
        for x in range(10)
        for y in range(10)
        if Fraction(x, 3) + Fraction(y, 7) >= 1
    )
    assert answer.exact
    assert answer.primal == answer.bound == best + Fraction("1/3")


def test_a_continuous_column_of_losses_is_exact():
    """W >= 5/7 x and W >= 3 - 2/3 x: the least W is 15/7 at x = 3 or so, on a grid of sevenths and thirds."""
    model = Milp(
        (whole("x", 0, 9), real("W", 0, 100, 1)),
        (row("first", 0, None, W=1, x="-5/7"), row("second", 3, None, W=1, x="2/3")),
    )
    answer = CPSAT.solve(model, Options())
    assert answer.bound == min(max(Fraction(5 * x, 7), 3 - Fraction(2 * x, 3)) for x in range(10))
    assert model.broken(answer.values) is None


def test_times_in_tenths_of_a_minute():
    model = Milp(
        (real("a", "0.3", 9, 1), real("b", 0, 9, 1), whole("y", 0, 1)),
        (),
        global_constraints=(
            NoOverlap("m", (Interval("a", Fraction("1.25")), Interval("b", Fraction("0.5"))), (Order(0, 1, "y"),)),
        ),
    )
    answer = CPSAT.solve(model, Options())
    assert answer.primal == Fraction("0.5")
    assert answer.values == {"a": Fraction("0.5")}


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (
            Milp((real("a", 0, 1), real("b", 0, 1)), (row("mix", 1, None, a=2, b=1),)),
            "the row mix joins the continuous columns a, b in other ways than by a difference",
        ),
        (Milp((real("a", None, 1, 1),), ()), "the column a has no finite bounds, and the rows imply none"),
        (
            Milp((whole("x", 0, 10**12),), (row("r", None, 10**19, x=10**9),)),
            "row r may exceed 2\\^62 once it is scaled to whole numbers",
        ),
    ],
)
def test_models_it_cannot_answer_exactly_are_refused_with_the_reason(model, words):
    with pytest.raises(BackEndError, match=words) as raised:
        CPSAT.solve(model, Options())
    assert raised.value.exit_status == EXIT_BACK_END
    assert CPSAT.unable(model) in str(raised.value)


def test_bounds_that_rows_imply_are_bounds():
    columns = (whole("x", 0, 5), Column("y", None, None, integer=True, cost=Fraction(1)))
    model = Milp(columns, (row("low", -7, None, y=2, x=1), row("high", None, 9, y=1)))
    answer = CPSAT.solve(model, Options())
    assert answer.primal == -6


def test_a_solution_is_checked_against_rows_that_only_express_a_constraint():
    """Rows that say more than their constraint are a mistake of the front end, not a solution."""
    lying = Row("r", Fraction(5), None, (("a", Fraction(1)),), "m")
    constraint = NoOverlap("m", (Interval("a", Fraction(1)), Interval("b", Fraction(1))), ())
    model = Milp((whole("a", 0, 9, 1), whole("b", 0, 9, 1)), (lying,), global_constraints=(constraint,))
    assert CPSAT.solve(model, Options()).status is Status.ERROR


@pytest.mark.parametrize(("name", "optimum"), [("ft06", 55), ("la01", 666), ("la03", 597)])
def test_published_shops_are_proved(name, optimum):
    answer = CPSAT.solve(shop(name), Options(time_limit=60))
    assert answer.status is Status.OPTIMAL
    assert answer.bound == optimum


@pytest.mark.parametrize("seconds", [0, 0.01, 0.3])
def test_a_limit_leaves_true_bounds(seconds):
    """Not the bound of the response: where a limit strikes early, that is a 0 which nobody proved."""
    model = shop("ft10")
    shifted = Milp(model.columns, model.rows, Fraction(-2000), model.global_constraints)
    answer = CPSAT.solve(shifted, Options(time_limit=seconds))
    assert answer.status is Status.LIMIT
    assert not answer.exact
    assert answer.bound is None or answer.bound <= 930 - 2000
    assert answer.primal is None or answer.primal >= 930 - 2000


def test_one_worker_gives_the_same_plan_every_time():
    model = shop("la02")
    assert CPSAT.solve(model, Options()) == CPSAT.solve(model, Options())
