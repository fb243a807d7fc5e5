"""The candy blend shows the paper's point on objectives (Section 2.2): a dearer material need not change the blend."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.testing.solving import ROUNDING, is_near, optimum
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.theta import variant

ROOT = Path(__file__).resolve().parents[2]
ITEMS = ("H1", "H2", "H3", "H4", "H5")


@pytest.fixture(scope="module")
def candy() -> LoadedTask:
    return load_task(ROOT / "tasks" / "medium6_candy_blend")


def records(loaded: LoadedTask, known: Collection[str]) -> Any:
    return loaded.family.parse(variant(loaded.task.hidden, known, loaded.data))


def best(loaded: LoadedTask, known: Collection[str]) -> tuple[Any, Fraction]:
    found = optimum(loaded.family, records(loaded, known))
    assert found is not None
    return found


def test_the_glucose_price_costs_profit_but_not_the_blend(candy: LoadedTask) -> None:
    blend, profit = best(candy, ITEMS)
    ignorant = [item for item in ITEMS if item != "H4"]
    _, promised = best(candy, ignorant)
    assert is_near(profit, Fraction("1927.5"))
    assert is_near(promised, Fraction("2263.5"))
    check = candy.family.check(blend, records(candy, ignorant), ROUNDING)
    assert check.value is not None
    assert is_near(check.value, promised), "today's blend is also best at the old glucose price"


def test_the_maltose_price_changes_the_blend(candy: LoadedTask) -> None:
    ignorant = [item for item in ITEMS if item != "H1"]
    blend, promised = best(candy, ignorant)
    assert is_near(promised, Fraction("2569.5"))
    check = candy.family.check(blend, records(candy, ITEMS), ROUNDING)
    assert check.value is not None
    assert is_near(check.value, Fraction("1699.5")), "380 kg too much maltose for honey, at 60 cents each"


@pytest.mark.parametrize("known", [(), ("H4", "H5")])
def test_a_blend_planned_without_asking_cannot_be_delivered_today(candy: LoadedTask, known: tuple[str, ...]) -> None:
    blend, _ = best(candy, known)
    violations = candy.family.check(blend, records(candy, ITEMS), ROUNDING).violations
    assert "600 kg of Value is made, less than the order of 900 kg." in violations
    assert "Value holds 50 % sugar, over the limit of 40 % by 60 kg." in violations
