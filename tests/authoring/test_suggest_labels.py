"""Every regret that is proposed equals what going through all plans finds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ask2decide.authoring.suggest import Request, Suggester, Suggestions
from ask2decide.authoring.suggest_groups import Group, group_of
from ask2decide.authoring.suggest_listing import listing
from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import TaskError
from ask2decide.labels import Bracket
from ask2decide.spec import Item, Kind, Operation
from tests import enumeration
from tests.authoring.benches import goods_bench, goods_templates
from tests.quantities import every_plan
from tests.strategies import quantities_data

EVERYTHING = Request(limit=1000, show=100, twins=2)
TEMPLATES_MAKE_AT_MOST = 12
"""Three goods: two prices, one quantity and one absence each."""


def item(name: str, path: str, value: Any) -> Item:
    return Item(name, Kind.NEW_INFORMATION, ("a",), f"{path} changed.", ((Operation("replace", path, value),),))


@st.composite
def present_items(draw: st.DrawFn) -> list[Item]:
    """None, one or two items that the task has already."""
    count = draw(st.integers(0, 2))
    items = [
        item("H1", "/goods/a/price", draw(st.integers(-6, 9))),
        item("H2", "/goods/b/most", draw(st.integers(0, 3))),
    ]
    return items[:count]


def proper(bench: Workbench, items: Sequence[Item]) -> bool:
    """Whether the task itself can be labelled: valid records, plans, and no optimum of 0."""
    plans = list(every_plan(bench.family.parse(bench.data)))
    try:
        known = [bench.problem(names) for names in ((), bench.task.ids)]
    except TaskError:
        return False
    bases = [bench.data["goods"]["a"]["price"], bench.data["goods"]["b"]["most"]]
    changed = all(one.patch[0].value != base for one, base in zip(items, bases, strict=False))
    return changed and all(enumeration.optimum(problem, plans) for problem in known)


def exact(bracket: Bracket) -> Fraction:
    assert bracket.is_exact
    return bracket.lower


def check(bench: Workbench, found: Suggestions) -> None:
    plans = list(every_plan(bench.family.parse(bench.data)))
    for one in found.labelled:
        grown = bench.with_items([*bench.task.hidden, one.candidate.item])
        for background, label in (((), one.standalone), (bench.task.ids, one.conditional)):
            problems = grown.variants.versions(one.candidate.item, background)
            assert exact(label.regret) == enumeration.regret(problems, plans)
            assert label.background == background
    for lost in found.impossible:
        grown = bench.with_items([*bench.task.hidden, lost.candidate.item])
        optima = [
            enumeration.optimum(problem, plans)
            for background in ((), bench.task.ids)
            for problem in grown.variants.versions(lost.candidate.item, background)
        ]
        assert not all(optima), "some problem has no plan, or an optimum of 0"
    for original, twins in found.twins.items():
        strong = next(one.candidate.item for one in found.labelled if one.id == original)
        for twin in twins:
            grown = bench.with_items([*bench.task.hidden, strong, twin.candidate.item])
            for background in ((), grown.task.ids):
                problems = grown.variants.versions(twin.candidate.item, background)
                assert enumeration.regret(problems, plans) == 0


@given(quantities_data(), present_items())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_regret_is_what_going_through_all_plans_finds(
    tmp_path: Path, data: dict[str, Any], items: list[Item]
) -> None:
    bench = goods_bench(data, items, goods_templates(tmp_path))
    assume(proper(bench, items))
    found = Suggester(bench, EVERYTHING).found()
    assert 0 < len(found.labelled) + len(found.impossible) <= TEMPLATES_MAKE_AT_MOST
    check(bench, found)
    assert found.decided_by_known_plans + found.needed_a_solve == len(found.labelled) + len(found.impossible)
    again = Suggester(goods_bench(data, items, goods_templates(tmp_path)), EVERYTHING).found()
    assert listing(bench.task, again) == listing(bench.task, found)


def data_of(**prices: int) -> dict[str, Any]:
    goods = {name: {"price": price, "most": 3, "available": True} for name, price in prices.items()}
    return {
        "sense": "min",
        "fixed": 100,
        "goods": goods,
        "rules": {"r": {"terms": dict.fromkeys(goods, 1), "at_least": 2}},
    }


@pytest.fixture
def found(tmp_path: Path) -> tuple[Workbench, Suggestions]:
    """Two pieces are wanted: of a (2), else of b (4), else of c (9); b has become dear already."""
    items = [item("H1", "/goods/b/price", 8)]
    bench = goods_bench(data_of(a=2, b=4, c=9), items, goods_templates(tmp_path))
    return bench, Suggester(bench, EVERYTHING).found()


def test_groups_say_what_is_worth_asking_for(found: tuple[Workbench, Suggestions]) -> None:
    _, suggestions = found
    groups = {one.id: group_of(one) for one in suggestions.labelled}
    assert groups["gone_a"] is Group.STRONG
    assert groups["dearer_a_5"] is Group.ONLY_ALONE, "a at 5 is dearer than b at 4, not than b at 8"
    assert groups["gone_c"] is Group.WORTHLESS
    assert not any(name.startswith(("dearer_b", "scarcer_b_3")) for name in groups), "H1 changes that place"
    assert {group.group: group.count for group in suggestions.groups}[Group.WORTHLESS] == sum(
        group is Group.WORTHLESS for group in groups.values()
    )


def test_the_strongest_of_each_group_come_first(found: tuple[Workbench, Suggestions]) -> None:
    _, suggestions = found
    for group in suggestions.groups:
        beside = [one.conditional.regret.lower for one in group.best]
        assert beside == sorted(beside, reverse=True)
        assert len({(one.candidate.use.name, one.candidate.item.about) for one in group.best}) == len(group.best)


def test_a_candidate_that_known_plans_decide_costs_no_solve(found: tuple[Workbench, Suggestions]) -> None:
    bench, suggestions = found
    assert suggestions.decided_by_known_plans >= 3
    assert suggestions.solves == bench.engine.counts.solved
    assert suggestions.solves <= Suggester(bench, EVERYTHING).cost.solves
    by_id = {one.id: one for one in suggestions.labelled}
    assert by_id["gone_c"].solves == 0, "the best plan buys no c, and taking c away tightens the problem"


def test_a_limit_is_kept(tmp_path: Path) -> None:
    bench = goods_bench(data_of(a=2, b=4, c=9), [], goods_templates(tmp_path))
    found = Suggester(bench, Request(limit=2, twins=0)).found()
    assert len(found.labelled) == 2
    assert found.silent == ()
    assert found.twins == {} or not any(found.twins.values())


def test_an_interrupt_keeps_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ask2decide.authoring.suggest_labels import Labeller

    bench = goods_bench(data_of(a=2, b=4, c=9), [], goods_templates(tmp_path))
    label = Labeller.label
    seen: list[str] = []

    def interrupted(self: Labeller, candidate: Any) -> Any:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(candidate.id)
        return label(self, candidate)

    monkeypatch.setattr(Labeller, "label", interrupted)
    found = Suggester(bench, EVERYTHING).found()
    assert found.stopped
    assert [one.id for one in found.labelled] == seen
    assert "The search was stopped" in listing(bench.task, found)
