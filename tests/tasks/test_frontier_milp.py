"""x_gap, x_miplib, x_miplib_b: the counts of the suite, exact labels where due, and intervals that decide."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.exact import load_json
from ask2decide.instances.registry import entry
from ask2decide.testing.solving import optimum
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.theta import variant

ROOT = Path(__file__).resolve().parents[2]
COUNTS = {"x_gap": (5, 3, 2), "x_miplib": (7, 4, 3), "x_miplib_b": (5, 3, 2)}


def labels(task: str) -> dict[str, Any]:
    data: dict[str, Any] = load_json((ROOT / "generated" / task / "labels.json").read_text(encoding="utf-8"))
    return data


def ends(label: dict[str, str]) -> tuple[Fraction, Fraction]:
    return Fraction(label["lower"]), Fraction(label["upper"])


def both(item: dict[str, Any]) -> list[dict[str, str]]:
    return [item["standalone"], item["conditional"]]


@pytest.mark.parametrize("task", COUNTS)
def test_counts_of_the_inventory(task: str) -> None:
    items = labels(task)["items"].values()
    roles = [item["role"] for item in items]
    assert (len(roles), roles.count("relevant"), roles.count("twin")) == COUNTS[task]
    assert all(ends(item["conditional"])[0] > 0 for item in items if item["role"] == "relevant")
    assert all(verdict["holds"] for verdict in labels(task)["needs_asking"])


@pytest.mark.parametrize("task", ["x_gap", "x_miplib"])
def test_every_label_is_exact_and_one_needs_eq_3(task: str) -> None:
    found = [label for item in labels(task)["items"].values() for label in both(item)]
    assert {label["status"] for label in found} == {"exact"}
    assert "minimax" in {label["method"] for label in found}
    twins = [item for item in labels(task)["items"].values() if item["role"] == "twin"]
    assert all(ends(label) == (0, 0) for item in twins for label in both(item))


@pytest.mark.parametrize(
    ("task", "instance"),
    [("x_gap", "orlib_gap/gap12-0"), ("x_miplib", "miplib3/p0033"), ("x_miplib_b", "miplib3/mas76")],
)
def test_records_alone_have_the_published_optimum(task: str, instance: str) -> None:
    published = entry(instance).optimum
    assert published is not None
    lower, upper = ends(labels(task)["optima"][""])
    assert lower <= published + Fraction(1, 10**4)
    assert upper >= published - Fraction(1, 10**4)
    if task != "x_miplib_b":
        assert lower == upper


def test_intervals_of_the_open_task_tell_relevant_items_from_twins() -> None:
    items = labels("x_miplib_b")["items"].values()
    twins = [ends(label)[1] for item in items if item["role"] == "twin" for label in both(item)]
    relevant = [ends(label) for item in items if item["role"] == "relevant" for label in both(item)]
    assert min(lower for lower, _ in relevant) > 2 * max(twins), "each relevant item is worth more than any twin"
    assert max(upper for _, upper in relevant) < Fraction(1, 4)
    assert {item["standalone"]["status"] for item in items} == {"open"}
    assert Fraction(labels("x_miplib_b")["optima"][""]["upper"]) < Fraction("40005.06")


@pytest.fixture(scope="module")
def pumps() -> LoadedTask:
    return load_task(ROOT / "tasks" / "x_miplib")


def solved(loaded: LoadedTask, known: Collection[str]) -> tuple[Any, Any, Fraction]:
    records = loaded.family.parse(variant(loaded.task.hidden, known, loaded.data))
    found = optimum(loaded.family, records)
    assert found is not None
    return records, *found


def test_pumps_without_the_generator_are_not_placed_as_today(pumps: LoadedTask) -> None:
    everything = {item.id for item in pumps.task.hidden}
    today, _, value = solved(pumps, everything)
    _, plan, hoped = solved(pumps, everything - {"S1"})
    written = labels("x_miplib")
    assert (value, hoped) == (3726, 3571)
    assert ends(written["items"]["S1"]["conditional"]) == ((value - hoped) / hoped,) * 2
    assert any("pumps on the mobile generator" in broken for broken in pumps.family.check(plan, today).violations)


def test_optima_by_hand_of_the_pumps(pumps: LoadedTask) -> None:
    for key, bracket in labels("x_miplib")["optima"].items():
        known = [name for name in key.split(",") if name]
        assert solved(pumps, known)[2] == ends(bracket)[0] == ends(bracket)[1], key
