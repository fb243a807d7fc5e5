"""Traps 1 and 2: a back end that lies stops the build, with the numbers, once a plan contradicts it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ask2decide.backend import Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.passes.needs_asking import NeedsAsking
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.prove import prove
from ask2decide.passes.regret import Regret
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests.lying import Liar, bound_raised, infeasible, is_composed, is_minimax, is_survival
from tests.quantities import Plan, Quantities
from tests.strategies import task_of


def example() -> Variants:
    """A demand of 4 costs 104 with two a, 112 with b and c, 118 with two c; H1 takes a away, H2 makes b cheap."""
    goods = {
        "a": {"price": 2, "most": 3, "available": True},
        "b": {"price": 3, "most": 3, "available": True},
        "c": {"price": 9, "most": 3, "available": True},
    }
    rules = {"demand": {"terms": {"a": 2, "b": 1, "c": 3}, "at_least": 4}}
    data = {"sense": "min", "fixed": 100, "goods": goods, "rules": rules}
    patches = {"H1": ("replace", "/goods/a/available", False), "H2": ("replace", "/goods/b/price", 1)}
    items = tuple(
        Item(name, Kind.NEW_INFORMATION, ("a",), "", ((Operation(*patch),),)) for name, patch in patches.items()
    )
    return Variants(task_of(items), Quantities(), data)


def is_base(model) -> bool:
    return not is_composed(model) and len(model.columns) == 3 and all(c.cost != 1 for c in model.columns)


def proved_by(liar: Liar):
    proofs = prove(example(), Engine(lambda: liar), shortcuts=False)
    assert liar.told, "the lie was never asked for"
    return proofs


def test_the_truth_passes():
    proofs = proved_by(Liar(lambda model: True, lambda answer: answer))
    assert proofs.optima[""].cost.upper == 104


def test_trap_1_a_bound_above_the_back_ends_own_plan():
    with pytest.raises(BackEndError, match=r"liar 1\.0 proves a bound of 104\.99\d*, yet a checked plan is worth 104"):
        proved_by(Liar(is_base, bound_raised(Fraction(1))))


def test_trap_1_a_wrong_optimum_that_another_problems_plan_beats():
    """The lie is consistent in itself: two c for 118, as plan and as bound. Another problem's plan costs less."""

    def lie(answer):
        return replace(answer, values={"buy[c]": Fraction(2)}, primal=Fraction(118), bound=Fraction(118))

    with pytest.raises(BackEndError, match=r"proves a bound of 117\.99\d*, yet a checked plan is worth 1(04|12)"):
        proved_by(Liar(is_base, lie))


def test_trap_1_a_plan_that_costs_otherwise():
    with pytest.raises(BackEndError, match=r"says its plan is worth 103\.0, the checker says 104"):
        proved_by(Liar(is_base, lambda answer: replace(answer, primal=answer.primal - 1)))


def stopped(dearer: int):
    """Return the answer of a solve that stopped at its limit, whose objective is this much above its plan's cost."""
    return lambda answer: replace(answer, status=Status.LIMIT, primal=answer.primal + dearer, bound=Fraction(90))


def test_a_plan_of_a_stopped_solve_may_cost_less_than_the_back_end_says():
    """Columns beside the plan are not pushed to their least by an incumbent: only its optimum has to be tight."""
    engine = Engine(lambda: Liar(is_base, stopped(500)))
    optimum = Optima(engine, Pool()).of(example().problem(()))
    assert (optimum.cost.lower, optimum.cost.upper) == (90, 104)


def test_trap_1_a_plan_of_a_stopped_solve_that_costs_more():
    with pytest.raises(BackEndError, match=r"says its plan is worth 103\.0, the checker says 104"):
        proved_by(Liar(is_base, stopped(-1)))


def test_trap_1_an_optimum_that_costs_less_than_the_back_end_says():
    with pytest.raises(BackEndError, match=r"says its plan is worth 105\.0, the checker says 104"):
        proved_by(Liar(is_base, lambda answer: replace(answer, primal=answer.primal + 1)))


def test_trap_1_a_plan_that_breaks_a_rule():
    with pytest.raises(BackEndError, match="rule demand is broken at 2"):
        proved_by(Liar(is_base, lambda answer: replace(answer, values={"buy[a]": Fraction(1)})))


def test_trap_1_a_bound_of_eq_3_that_crosses_a_checked_plan():
    with pytest.raises(BackEndError, match=r"is bounded below by .*, yet a checked plan loses at most"):
        proved_by(Liar(is_minimax, bound_raised(Fraction(50))))


def test_trap_1_a_survival_bound_that_crosses_a_checked_plan():
    variants = example()
    engine = Engine(lambda: Liar(is_survival, bound_raised(Fraction(20))))
    optima = Optima(engine, Pool())
    optima.pool.add(Plan(buy={"a": 2}))
    with pytest.raises(BackEndError, match=r"bounds the loss of every such plan today by .*, yet a checked plan loses"):
        NeedsAsking(variants, optima, engine).verdict(("H1",))


def test_trap_2_infeasible_although_a_plan_is_known():
    variants = example()
    engine = Engine(lambda: Liar(lambda model: True, infeasible))
    optima = Optima(engine, Pool())
    optima.pool.add(Plan(buy={"a": 2}))
    with pytest.raises(BackEndError, match="says infeasible, yet a checked plan is worth 104"):
        optima.of(variants.problem(()))


def test_trap_2_eq_3_infeasible_although_a_common_plan_is_known():
    with pytest.raises(BackEndError, match=r"says that no plan is feasible in all of .*, yet the checker accepts"):
        proved_by(Liar(is_minimax, infeasible))


def test_trap_2_no_survivor_although_one_is_known():
    variants = example()
    engine = Engine(lambda: Liar(is_survival, infeasible))
    needs_asking = NeedsAsking(variants, Optima(engine, Pool()), engine)
    with pytest.raises(BackEndError, match="no optimal plan of it is feasible today, yet the checker accepts one"):
        needs_asking.verdict(("H1",))


def test_a_plan_that_loses_exactly_1_does_not_contradict_infeasibility():
    """Eq. 3 stands on the edge there: T = 1 is allowed by the equations, and infeasible within tolerances."""
    goods = {name: {"price": price, "most": 3, "available": True} for name, price in (("a", 1), ("b", 2))}
    rules = {"demand": {"terms": {"a": 1, "b": 1}, "at_least": 1}}
    data = {"sense": "min", "fixed": 0, "goods": goods, "rules": rules}
    item = Item("H1", Kind.NEW_INFORMATION, ("a",), "", ((Operation("replace", "/goods/a/price", 4),),))
    variants = Variants(task_of((item,)), Quantities(), data)
    engine = Engine(lambda: Liar(is_minimax, infeasible))
    label = Regret(variants, Optima(engine, Pool()), engine, shortcuts=False).label(item, ())
    assert (label.regret.lower, label.regret.upper) == (1, 1)
