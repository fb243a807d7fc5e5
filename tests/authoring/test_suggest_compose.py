"""A composed set meets the wishes: counted here by going through all plans, and by a build of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask2decide.authoring.suggest import Request, Suggester
from ask2decide.authoring.suggest_compose import Composed, Composer
from ask2decide.authoring.suggest_wishes import read_wishes
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings
from ask2decide.families.menu import Menu
from ask2decide.spec import Item
from tests import enumeration
from tests.authoring.benches import dispatch
from tests.driving import MORE, OUT, Line

NONE_YET = "hidden: []\n"


def bench_of(tasks: Path, *items: Line, hidden: str | None = None) -> Workbench:
    folder = dispatch(tasks, *items, hidden=hidden)
    return Workbench.open(folder, Settings(out=tasks / "out", keep_unfinished=False), may_be_empty=True)


def composed(bench: Workbench, want: str, seed: int = 0, limit: int = 200) -> Composed:
    found = Suggester(bench, Request(limit=limit, twins=0)).found()
    return Composer(bench, found.labelled, read_wishes(want), seed).composed()


def check(bench: Workbench, found: Composed, relevant: int, twins: int) -> list[Item]:
    """Count relevant items and twins in the final set by enumeration; return the relevant ones."""
    grown = bench.with_items([*bench.task.hidden, *(one.item for one in found.added)])
    assert isinstance(grown.family, Menu)
    plans = [grown.family.plan_model(choice=name) for name in grown.data["options"]]
    worth = {}
    for item in grown.task.hidden:
        alone, beside = (
            enumeration.regret(grown.variants.versions(item, background), plans) for background in ((), grown.task.ids)
        )
        worth[item.id] = alone, beside
    good = [item for item in grown.task.hidden if worth[item.id][1] > 0]
    zero = [item for item in grown.task.hidden if item.twin_of and worth[item.id] == (0, 0)]
    assert len(good) >= relevant
    assert len(zero) >= twins
    assert all(worth[item.id] == (0, 0) for item in grown.task.hidden if item.twin_of)
    for known in ((), [item.id for item in grown.task.hidden if item not in good]):
        today = grown.problem(grown.task.ids)
        assert enumeration.survival(grown.problem(known), today, plans) > 0
    return good


@pytest.mark.parametrize("seed", [0, 1])
def test_a_set_from_nothing_meets_its_wishes(tmp_path: Path, seed: int) -> None:
    bench = bench_of(tmp_path, hidden=NONE_YET)
    found = composed(bench, "relevant=3,twins=2,effects=value+availability+objective", seed)
    assert found.shortfalls == ()
    good = check(bench, found, 3, 2)
    effects = {one.effect.value for one in found.added if one.item in good}
    assert effects >= {"value", "availability", "objective"}


def test_a_set_beside_present_items_counts_them_in(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, OUT, MORE)
    found = composed(bench, "relevant=2,twins=1")
    assert found.shortfalls == ()
    assert [one.item.twin_of is not None for one in found.added].count(False) <= 1, "H1 and H2 are relevant already"
    check(bench, found, 2, 1)


def test_the_seed_decides(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, hidden=NONE_YET)
    labelled = Suggester(bench, Request(limit=40, twins=0)).found().labelled
    sets = [
        [one.id for one in Composer(bench, labelled, read_wishes("relevant=2"), seed).composed().added]
        for seed in (0, 0, 1, 2, 3)
    ]
    assert sets[0] == sets[1]
    assert len({tuple(names) for names in sets}) > 1


def test_what_cannot_be_met_is_said(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, hidden=NONE_YET)
    found = composed(bench, "relevant=30", limit=15)
    assert any("of 30 items are relevant" in sentence for sentence in found.shortfalls)
    assert found.proofs is not None, "what was found is proved all the same"
    constraint = composed(bench, "effects=constraint", limit=15)
    assert any("no relevant item has the effect constraint: " in sentence for sentence in constraint.shortfalls)
