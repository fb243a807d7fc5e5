"""The dispatch menu's labels by enumerating the plans: Eq. 3 word for word, with the checker alone."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.exact import number_text
from ask2decide.families.menu import MenuPlan
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.theta import variant

ROOT = Path(__file__).resolve().parents[2]
ITEMS = ("H1", "H2", "H3", "H4")


@pytest.fixture(scope="module")
def dispatch() -> LoadedTask:
    return load_task(ROOT / "tasks" / "easy1_dispatch")


def costs(loaded: LoadedTask, known: Collection[str]) -> dict[str, Fraction]:
    """Return the cost of every plan that can be carried out when `known` holds."""
    records = loaded.family.parse(variant(loaded.task.hidden, known, loaded.data))
    checks = {name: loaded.family.check(MenuPlan(choice=name), records) for name in records.options}
    return {name: check.value for name, check in checks.items() if check.value is not None}


def losses(loaded: LoadedTask, known: Collection[str]) -> dict[str, Fraction]:
    feasible = costs(loaded, known)
    best = min(feasible.values())
    return {
        name: min(Fraction(1), (feasible[name] - best) / abs(best)) if name in feasible else Fraction(1)
        for name in loaded.data["options"]
    }


def regret(loaded: LoadedTask, item: str, background: Collection[str]) -> Fraction:
    without, with_it = losses(loaded, background), losses(loaded, {*background, item})
    return min(max(without[name], with_it[name]) for name in without)


def written(label: Fraction) -> str:
    """Return a label as the author's ``expect`` has it."""
    return number_text(label) if label else "zero"


@pytest.mark.parametrize("item", ITEMS)
def test_labels_are_what_the_author_expects(dispatch: LoadedTask, item: str) -> None:
    expected = dispatch.task.expect[item]
    assert expected.standalone == written(regret(dispatch, item, ()))
    assert expected.conditional == written(regret(dispatch, item, set(ITEMS) - {item}))


def test_plans_chosen_without_asking_fail_today(dispatch: LoadedTask) -> None:
    """Without the broken van the plan cannot be carried out; without the bike's battery it is merely dearer."""
    today = losses(dispatch, ITEMS)
    for known, loss in [((), Fraction(1)), (("H3", "H4"), Fraction(1)), (("H2", "H3", "H4"), Fraction(1))]:
        assert [today[name] for name, own in losses(dispatch, known).items() if own == 0] == [loss]
    blind = losses(dispatch, ("H1", "H3", "H4"))
    assert [today[name] for name, own in blind.items() if own == 0] == [Fraction(7, 33)]
