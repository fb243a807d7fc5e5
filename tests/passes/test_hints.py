"""Under a time limit a solve starts from the best known plan, else from nothing; labels stay the same."""

from __future__ import annotations

from ask2decide.backend import Answer, Hint, Options
from ask2decide.engine.solve import Engine
from ask2decide.ir import Milp
from ask2decide.passes.prove import Proofs, prove
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests.lying import is_minimax
from tests.passes.test_lying_back_end import example
from tests.quantities import Quantities
from tests.strategies import task_of


class Noting(Highs):
    """HiGHS, with a note of the hint that came with each model."""

    def __init__(self) -> None:
        self.hints: list[tuple[Milp, Hint]] = []

    def solve(self, model: Milp, options: Options) -> Answer:
        self.hints.append((model, options.hint))
        return super().solve(model, options)


def dearer() -> Variants:
    """Two a cost 104, and 140 once a is dear; b and c cost 112 in both. Eq. 3 has to say that nothing lies between."""
    base = example()
    patch = (Operation("replace", "/goods/a/price", 20),)
    item = Item("H1", Kind.NEW_INFORMATION, ("a",), "", (patch,))
    return Variants(task_of((item,)), Quantities(), base.base)


def proved(limit: float | None, variants: Variants | None = None) -> tuple[Proofs, Noting]:
    noting = Noting()
    return prove(variants or example(), Engine(lambda: noting, Options(time_limit=limit))), noting


def test_only_a_solve_that_may_stop_is_given_hints():
    _, noting = proved(None)
    assert noting.hints
    assert all(hint == Hint() for _, hint in noting.hints)


def test_optima_and_eq_3_start_from_the_best_known_plan_and_end_at_a_known_bound():
    _, noting = proved(60, dearer())
    first, *others = noting.hints
    assert first[1] == Hint()
    (eq_3,) = [(model, hint) for model, hint in others if is_minimax(model)]
    assert eq_3[1].start is not None
    assert set(eq_3[1].start) <= set(eq_3[0].index)
    assert eq_3[1].floor is not None
    assert any(hint.start is not None for model, hint in others if not is_minimax(model))


def test_labels_do_not_depend_on_hints():
    with_hints, without = proved(60)[0], proved(None)[0]
    assert with_hints.optima == without.optima
    assert (with_hints.standalone, with_hints.conditional) == (without.standalone, without.conditional)
    assert [verdict.loss for verdict in with_hints.needs_asking] == [verdict.loss for verdict in without.needs_asking]
