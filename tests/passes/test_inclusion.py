"""Optima that follow from looser problems: the same values as by solving, fewer solves, and open bounds carried."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.engine.solve import Engine
from ask2decide.passes.prove import prove
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests.brute_force import Enumerated, Widened, assume_proper
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of

GOODS = {
    "a": {"price": 2, "most": 3, "available": True},
    "b": {"price": 3, "most": 3, "available": True},
    "c": {"price": 9, "most": 3, "available": True},
}
RULES = {"demand": {"terms": {"a": 2, "b": 1, "c": 3}, "at_least": 4}}


def example() -> Variants:
    """A demand of 4 costs 104 with two a, H1 takes c away, H2 takes a away: 112 with b and c. With both, no plan."""
    data = {"sense": "min", "fixed": 100, "goods": GOODS, "rules": RULES}
    patches = {"H1": ("/goods/c/most", 2), "H2": ("/goods/a/available", False), "H3": ("/goods/b/price", 4)}
    items = tuple(
        Item(name, Kind.NEW_INFORMATION, ("a",), "", ((Operation("replace", *patch),),))
        for name, patch in patches.items()
    )
    return Variants(task_of(items), Quantities(), data)


def test_what_a_known_plan_proves_is_not_solved() -> None:
    engine = Engine(Highs)
    proofs = prove(example(), engine)
    # {H1} by {}: two a stay best. H3 makes b dearer, which is a change of the objective and no tightening.
    assert proofs.optima["H1"].back_end == f"{proofs.optima[''].back_end} through the optimum of {{}}"
    assert "through" not in proofs.optima["H3"].back_end
    # Everything known is {H2, H3} tightened by H1.
    assert proofs.optima["H1,H2,H3"].back_end.endswith("through the optimum of {H2,H3}")
    assert proofs.optima["H1,H2,H3"].cost == proofs.optima["H2,H3"].cost
    certificate = proofs.conditional["H1"].certificate
    assert {proofs.optima[key].back_end for key in certificate.problems} <= set(certificate.back_ends)
    everything = Engine(Highs)
    assert prove(example(), everything, shortcuts=False).optima_without_solve == 0
    assert proofs.optima_without_solve > 1
    assert engine.counts.solved + proofs.optima_without_solve <= everything.counts.solved


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, Enumerated]:
    data = draw(quantities_data())
    family = Quantities()
    variants = Variants(task_of(draw(quantities_items(data))), family, data)
    truth = Enumerated(list(every_plan(family.parse(data))))
    assume_proper(variants, truth)
    return variants, truth


@given(cases())
@settings(max_examples=40, deadline=None)
def test_all_proofs_are_equal_with_and_without(case) -> None:
    variants, truth = case
    by_inclusion, by_solves = (prove(variants, Engine(Highs), shortcuts=shortcuts) for shortcuts in (True, False))
    for key, problem in by_inclusion.problems.items():
        cost = by_inclusion.optima[key].cost
        assert cost is not None
        assert cost.lower == cost.upper == truth.optimum(problem)
        assert by_solves.optima[key].cost == cost
    assert by_inclusion.standalone == by_solves.standalone
    assert by_inclusion.conditional == by_solves.conditional
    assert [v.loss for v in by_inclusion.needs_asking] == [v.loss for v in by_solves.needs_asking]


class WidenedOnce(Widened):
    """Weakens every bound but those of the problem as recorded, whose model is solved first."""

    def solve(self, model, options):
        below, self.below = self.below, Fraction(1, 2) if not self.count else self.below
        answer = super().solve(model, options)
        self.below = below
        return answer


def test_a_better_bound_is_carried_to_a_tighter_problem() -> None:
    back_end = WidenedOnce(Fraction(50), 0)
    optima = prove(example(), Engine(lambda: back_end)).optima
    assert optima[""].cost.lower == 104  # half a unit below, rounded up to a whole one
    assert optima["H2"].cost.lower == 104
    assert optima["H2"].back_end.endswith("through the optimum of {}")
    assert optima["H3"].cost.lower < 60, "another objective: nothing is carried"


@given(cases(), st.fractions(min_value=0, max_value=3, max_denominator=7), st.sampled_from([0, 2, 3]))
@settings(max_examples=40, deadline=None)
def test_open_optima_contain_the_truth(case, below, withhold) -> None:
    variants, truth = case
    back_end = Widened(below, withhold)
    proofs = prove(variants, Engine(lambda: back_end))
    for key, problem in proofs.problems.items():
        cost = proofs.optima[key].cost
        assert cost is None or cost.lower <= truth.optimum(problem) <= cost.upper
