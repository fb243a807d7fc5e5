"""Sets of items and plans, in every form in which people hand them in."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest

from ask2decide.authoring.known_sets import UnknownItemError, ids_of, in_order_of
from ask2decide.authoring.notebook import MarkdownText, without_mathematics
from ask2decide.authoring.plan_input import plan_source
from ask2decide.errors import UsageError
from tests.quantities import Plan


@pytest.mark.parametrize(
    ("known", "ids"),
    [
        ("H1", ("H1",)),
        (" H1 , S1,", ("H1", "S1")),
        ("", ()),
        ((), ()),
        (["S1", "H1", "S1"], ("S1", "H1")),
        (("H1,S1", "H2"), ("H1", "S1", "H2")),
        ({"H10": 1}, ("H10",)),
        ((name for name in ("H1", "H2")), ("H1", "H2")),
    ],
)
def test_ids(known: object, ids: tuple[str, ...]) -> None:
    assert ids_of(known) == ids  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("known", "message"),
    [
        (7, r'Items are named by their ids, not by 7\. Fix: write "H1", "H1,S1" or'),
        ([1, 2], r"An item is named by its id, a text, not by 1\."),
        (None, "not by None"),
    ],
)
def test_what_is_no_set_of_ids(known: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ids_of(known)  # type: ignore[arg-type]


def test_sets_take_the_order_of_the_task_and_unknown_ids_the_nearest() -> None:
    assert in_order_of({"S1", "H1"}, ("H1", "H2", "S1"), "parcels") == ("H1", "S1")
    with pytest.raises(UnknownItemError, match=r"^parcels has no item 'H1_twim'\. Fix: write 'H1_twin'\.$"):
        in_order_of("H1_twim", ("H1", "H1_twin"), "parcels")
    with pytest.raises(KeyError):
        in_order_of("H9", ("H1",), "parcels")


def test_plans(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text('{"buy": {"a": 2}}', encoding="utf-8")
    for plan in (
        {"buy": {"a": 2}},
        MappingProxyType({"buy": MappingProxyType({"a": 2})}),
        Plan(buy={"a": 2}),
        '\n {"buy": {"a": 2}}',
        b'{"buy": {"a": 2}}',
    ):
        source = plan_source(plan)
        assert isinstance(source, str | bytes)
        assert json.loads(source) == {"buy": {"a": 2}}
    assert plan_source(file) == plan_source(str(file)) == file
    exact = plan_source({"use": [Fraction(1, 3), Fraction(1, 2), Decimal("0.10"), 0.1]})
    assert json.loads(str(exact), parse_float=str) == {"use": ["1/3", "0.5", "0.10", "0.1"]}


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("plan.jsn", r"There is no plan file plan\.jsn\. Fix: name a JSON file that holds the plan\."),
        (Path("nowhere/plan.json"), "There is no plan file nowhere/plan.json"),
        ("x" * 5000, "There is no plan file x{200}. Fix"),
        ("a\0b", "There is no plan file"),
        (7, "A plan is a mapping, JSON text or a path, not int"),
        ({"use": {1, 2}}, "The plan cannot be written as JSON: .*set.* Fix: use texts, numbers"),
        ({"use": float("nan")}, "The plan cannot be written as JSON"),
    ],
)
def test_what_is_no_plan(plan: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        plan_source(plan)  # type: ignore[arg-type]


def test_dollars_are_no_formula_and_code_stays() -> None:
    text = "a $1 and $2\n```sh\necho $HOME\n```\n`$x` $3"
    span = "<span>&#36;</span>"
    assert without_mathematics(text) == f"a {span}1 and {span}2\n```sh\necho $HOME\n```\n`$x` {span}3"
    assert MarkdownText("$4") == "$4"
    assert MarkdownText("$4")._repr_markdown_() == f"{span}4"
