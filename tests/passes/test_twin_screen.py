"""Candidates for a twin, sorted by whether a known optimal plan can be carried out with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ask2decide.build import back_end
from ask2decide.engine.solve import Engine
from ask2decide.ir import from_pyomo
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.twin_screen import TwinScreen
from ask2decide.passes.twins import TwinSearch, with_twin
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.load import load_task
from ask2decide.variants.variants import Variants
from tests.driving import MORE, VAN_2, Line, write_dispatch

WANTING = Line("H1", "resource_out", VAN_2, "twin: auto")


@pytest.fixture
def search(tmp_path: Path) -> TwinSearch:
    solver = back_end("highs")
    return TwinSearch(load_task(write_dispatch(tmp_path, WANTING, MORE)), Engine(lambda: solver))


def screen_of(search: TwinSearch) -> TwinScreen:
    loaded = search.loaded
    return TwinScreen(Variants(loaded.task, loaded.family, loaded.data), search.optima)


def candidates(search: TwinSearch) -> Iterator[Item]:
    return search.candidates(search.loaded.task, search.loaded.task.item("H1"))


def test_it_passes_those_that_some_optimal_plan_survives_in_both_backgrounds(search: TwinSearch) -> None:
    """By the definition: each candidate's own problems theta_h and theta_(H + h) are made and every plan is checked."""
    screen, original = screen_of(search), search.loaded.task.item("H1")
    seen = set()
    for candidate in candidates(search):
        grown = with_twin(search.loaded.task, original, candidate)
        variants = Variants(grown, search.loaded.family, search.loaded.data)
        survives = all(
            any(
                costs[0] == search.optima.of(without).cost.upper
                for without, with_it in [variants.versions(candidate, known)]
                for _, costs in search.optima.pool.common([without, with_it])
            )
            for known in ((), [item.id for item in grown.hidden])
        )
        assert screen.passes(candidate) is survives
        seen.add(survives)
    assert seen == {True, False}


def test_the_models_built_do_not_grow_with_the_candidates(search: TwinSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    translate = from_pyomo.from_pyomo
    monkeypatch.setattr(from_pyomo, "from_pyomo", lambda model: built.append(1) or translate(model))
    screen = screen_of(search)
    assert len([screen.passes(candidate) for candidate in candidates(search)]) > 2
    assert len(built) <= 4  # theta_0 and theta_H: once for this screen, once for the search's own


def test_a_candidate_that_does_not_go_with_the_other_items_is_unlikely(search: TwinSearch) -> None:
    operation = Operation("remove", "/resources/no_such_van/limit")
    misfit = Item("H1_twin", Kind.SUDDEN_ACCIDENT, ("van_1",), "It is gone.", ((operation,),))
    assert screen_of(search).passes(misfit) is False


def test_without_a_known_plan_nothing_passes(search: TwinSearch) -> None:
    candidate = next(candidates(search))
    screen = screen_of(search)
    assert screen.passes(candidate)
    screen.optima = Optima(Engine(lambda: back_end("highs")), Pool())
    screen.optima.of(screen.backgrounds[0])
    screen.optima.pool = Pool()
    assert not screen.passes(candidate)
