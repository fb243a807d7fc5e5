"""Job shops by ``auto``: every label and verdict equals what going through all orders gives, with and without Eq. 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ask2decide.engine.solve import Engine
from ask2decide.families.jobshop import Jobshop
from ask2decide.passes.needs_asking import NeedsAsking
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.regret import Regret
from ask2decide.solvers import back_end_by_name
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests import enumeration, strategies_jobshop
from tests.strategies import task_of


@st.composite
def _operation(draw: st.DrawFn, data: dict[str, Any]) -> Operation:
    job = draw(st.sampled_from(sorted(data["jobs"])))
    machine = draw(st.sampled_from(sorted(data["machines"])))
    kind = draw(st.sampled_from(["release", "finishing", "due", "down", "duration"]))
    if kind == "down":
        begins = draw(st.integers(0, 8))
        return Operation("add", f"/machines/{machine}/down/today", {"begins": begins, "ends": begins + 3})
    if kind == "duration":
        return Operation("replace", f"/jobs/{job}/operations/op1/duration", draw(st.integers(1, 7)))
    return Operation("add", f"/jobs/{job}/{kind}", draw(st.integers(1, 20)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, list[Any]]:
    """Variants of two items, all feasible, and every order."""
    data = draw(strategies_jobshop.records())
    operations = [draw(_operation(data)) for _ in range(2)]
    assume(operations[0].path != operations[1].path)
    items = tuple(Item(f"H{n}", Kind.NEW_INFORMATION, ("a",), "x", ((op,),)) for n, op in enumerate(operations, 1))
    variants = Variants(task_of(items, family="jobshop"), Jobshop(), data)
    plans = list(strategies_jobshop.every_plan(Jobshop().parse(data)))
    for known in ((), ("H1",), ("H2",), ("H1", "H2")):
        assume(enumeration.optimum(variants.problem(known), plans))
    return variants, plans


@given(cases(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_labels_and_verdicts_equal_enumeration(case, shortcuts):
    variants, plans = case
    engine = Engine(lambda: back_end_by_name("auto"))
    optima = Optima(engine, Pool())
    regret = Regret(variants, optima, engine, shortcuts=shortcuts)
    for item in variants.task.hidden:
        for background in ((), ("H1", "H2")):
            label = regret.label(item, background)
            expected = enumeration.regret(variants.versions(item, background), plans)
            assert (label.regret.lower, label.regret.upper) == (expected, expected)
    needs_asking = NeedsAsking(variants, optima, engine)
    for known in ((), ("H1",), ("H2",)):
        verdict = needs_asking.verdict(known)
        expected = enumeration.survival(variants.problem(known), needs_asking.today, plans)
        assert (verdict.loss.lower, verdict.loss.upper) == (Fraction(expected), Fraction(expected))
