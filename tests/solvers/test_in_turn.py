"""Back ends one after the other: fixed shares of the time, the best of their plans and bounds, contradictions aloud."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ask2decide.backend import Answer, Features, Hint, Options, Status
from ask2decide.errors import EXIT_BACK_END, BackEndError
from ask2decide.families.jobshop import Jobshop
from ask2decide.instances.registry import base_data
from ask2decide.ir import Milp
from ask2decide.ir.from_pyomo import from_pyomo
from ask2decide.solvers import back_end_by_name, second_opinion
from ask2decide.solvers._auto import Named
from ask2decide.solvers._in_turn import joined
from tests.solvers.test_conformance import market_split
from tests.strategies_linear import column, row

MODEL = Milp((column("x", 0, 9, 1),), (row("r", 3, None, x=1),))


@dataclass
class Scripted:
    """A back end that gives one answer, and notes what it was asked with."""

    name: str
    answer: Answer
    reason: str | None = None
    asked: list[Options] = field(default_factory=list)
    features: Features = field(default_factory=Features)

    def available(self) -> str | None:
        return None

    def unable(self, model: Milp) -> str | None:
        return self.reason

    def solve(self, model: Milp, options: Options) -> Answer:
        self.asked.append(options)
        return self.answer


def said(name: str, status: Status, cost: int | None = None, bound: int | None = None) -> Scripted:
    values = None if cost is None else {"x": Fraction(cost)}
    numbers = [None if number is None else Fraction(number) for number in (cost, bound)]
    return Scripted(name, Answer(status, values, *numbers, exact=False, back_end=f"{name} 1"))


def limited(name: str, cost: int | None, bound: int | None) -> Scripted:
    return said(name, Status.LIMIT, cost, bound)


def test_the_cheaper_plan_and_the_higher_bound_are_joined_under_both_names():
    first, second = limited("a", 9, 5), limited("b", 7, 4)
    answer = Named([first, second]).solve(MODEL, Options(time_limit=6))
    assert (answer.status, answer.values, answer.primal, answer.bound) == (Status.LIMIT, {"x": 7}, 7, 5)
    assert answer.back_end == "a 1 with a plan of b 1"


def test_one_that_has_both_ends_is_named_alone():
    answer = Named([limited("a", 7, 5), limited("b", 8, 4)]).solve(MODEL, Options(time_limit=6))
    assert (answer.primal, answer.bound, answer.back_end) == (7, 5, "a 1")


def test_shares_of_the_time_are_fixed_and_the_next_starts_from_the_plan_of_the_one_before():
    first, second, third = limited("a", 9, 5), limited("b", None, 4), limited("c", 8, 4)
    Named([first, second, third]).solve(MODEL, Options(time_limit=6, hint=Hint(floor=Fraction(2))))
    assert [asked.time_limit for back_end in (first, second, third) for asked in back_end.asked] == [4, 1, 1]
    assert first.asked[0].hint == Hint(floor=Fraction(2))
    assert second.asked[0].hint == third.asked[0].hint == Hint({"x": Fraction(9)}, Fraction(2))


def test_a_solve_that_comes_to_its_end_is_the_answer_and_the_rest_is_not_asked():
    first, second = said("a", Status.OPTIMAL, 7, 7), limited("b", 7, 4)
    assert Named([first, second]).solve(MODEL, Options(time_limit=6)) == first.answer
    assert not second.asked
    later = Named([second, first]).solve(MODEL, Options(time_limit=6))
    assert (later.status, later.back_end) == (Status.OPTIMAL, "a 1")


def test_without_a_limit_the_first_that_is_able_answers_alone():
    first, second = limited("a", 9, 5), limited("b", 7, 4)
    first.reason = "it cannot"
    assert Named([first, second]).solve(MODEL, Options()) == second.answer
    assert not first.asked


def test_one_that_fails_does_not_spoil_the_other():
    failed, stopped = said("a", Status.ERROR), limited("b", 7, 4)
    for order in ([failed, stopped], [stopped, failed]):
        assert Named(order).solve(MODEL, Options(time_limit=6)) == stopped.answer
    assert Named([failed, failed]).solve(MODEL, Options(time_limit=6)).status is Status.ERROR


@pytest.mark.parametrize(
    ("stopped", "finished", "message"),
    [
        (limited("a", 5, 4), said("b", Status.INFEASIBLE), "b 1 says that no plan is feasible, and a 1 finds a plan"),
        (limited("a", 5, 4), said("b", Status.OPTIMAL, 7, 7), r"b 1 says that no plan costs less than 7\.0, and a 1 f"),
        (limited("a", 9, 8), said("b", Status.OPTIMAL, 7, 7), r"a 1 says that no plan costs less than 8\.0, and b 1 f"),
    ],
)
def test_back_ends_that_exclude_each_other_stop_the_build(stopped, finished, message):
    with pytest.raises(BackEndError, match=message) as raised:
        Named([stopped, finished]).solve(MODEL, Options(time_limit=6))
    assert raised.value.exit_status == EXIT_BACK_END


ends = st.tuples(st.none() | st.integers(5, 9), st.none() | st.integers(0, 5))


@given(st.lists(ends, min_size=1, max_size=4))
def test_neither_end_is_weaker_than_any(answers):
    one = joined([limited(f"{number}", *pair).answer for number, pair in enumerate(answers)])
    costs = [cost for cost, _ in answers if cost is not None]
    bounds = [bound for _, bound in answers if bound is not None]
    assert one.primal == min(costs, default=None)
    assert one.bound == max(bounds, default=None)
    assert one.values == (None if not costs else {"x": min(costs)})


def test_auto_asks_in_a_fixed_order_and_only_who_is_able():
    auto = back_end_by_name("auto")
    family = Jobshop()
    shop = from_pyomo(family.model(family.parse(base_data("jobshop/ft06", {}, family="jobshop"))))
    names = [back_end.name for back_end in auto.able(shop) if back_end.name != "gurobi"]
    assert names == ["cpsat", "highs"]
    assert [b.name for b in auto.able(MODEL) if b.name != "gurobi"] == ["highs", "cpsat"]
    split = market_split(slack=True)
    assert [b.name for b in auto.able(split) if b.name != "gurobi"] == ["highs"]
    for model in (shop, MODEL, split):
        assert auto.choice(model) is auto.able(model)[0]


def test_a_hard_problem_that_one_back_end_leaves_open_is_answered_by_two():
    """Market split with bounds on what is short, so that CP-SAT can take it."""
    split = market_split(slack=True)
    bounded = tuple(c if c.upper is not None else column(c.name, 0, 2000, c.cost, plan=False) for c in split.columns)
    model = Milp(bounded, split.rows)
    answer = back_end_by_name("highs+cpsat").solve(model, Options(time_limit=0.9))
    assert answer.status is Status.LIMIT
    assert answer.values is not None
    assert model.broken(answer.values) is None
    assert set(answer.back_end.split()) & {"highs", "cpsat"}


def test_names_joined_by_plus_are_checked_one_by_one():
    with pytest.raises(BackEndError, match=r"There is no back end 'gurbi' here\. Fix: write 'gurobi'\."):
        back_end_by_name("highs+gurbi")
    assert back_end_by_name("cpsat+highs").name == "cpsat+highs"
    assert second_opinion("highs+cpsat").solve(MODEL, Options()).back_end.split()[0] != "highs"
