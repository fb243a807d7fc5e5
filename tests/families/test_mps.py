"""`mps`: broken bounds and rows in words, rows that a column switches, odd names, and patches of every field."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from ask2decide.families.mps import Mps, MpsPlan
from ask2decide.family import Data
from ask2decide.ir.statement import as_milp
from tests.families import contract

MPS = Mps()


def tiny() -> Data:
    """Minimise 3 a + 2 b with a + b >= 2.5, a whole, b at most 1: a = 2, b = 0.5 costs 7."""
    return {
        "goal": {"sense": "min", "label": "cost", "unit": "euros"},
        "about": "Pumps are hired.",
        "columns": {
            "a": {"label": "big pumps", "integer": True, "cost": 3, "lower": 0, "upper": 4},
            "b": {"label": "small flow", "unit": "l/s", "integer": False, "cost": 2, "lower": 0, "upper": 1},
        },
        "rows": {
            "need": {"label": "the mill's need", "unit": "l/s", "lower": Decimal("2.5"), "terms": {"a": 1, "b": 1}}
        },
    }


def violations(data: Data, **values: Any) -> tuple[str, ...]:
    plan = MpsPlan(values={name: Fraction(value) for name, value in values.items()})
    return MPS.check(plan, MPS.parse(data)).violations


def test_optimum_by_hand() -> None:
    found = contract.optimum(MPS, MPS.parse(tiny()))
    assert found is not None
    assert found[1] == 7
    assert found[0].values == {"a": 2, "b": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"a": 5}, "big pumps (a) is 5, over the most of 4."),
        ({"a": -1}, "big pumps (a) is -1, below the least of 0."),
        ({"a": "5/2"}, "big pumps (a) is 2.5, but must be a whole number."),
        ({"a": 1, "b": 2}, "small flow (b) is 2 l/s, over the most of 1 l/s."),
        ({"a": 2}, "the mill's need (need): the sum is 2 l/s, below the limit of 2.5 l/s."),
        ({"c": 2}, "'c' is not among the columns."),
    ],
)
def test_broken_rules_in_words(values: dict[str, Any], message: str) -> None:
    assert message in violations(tiny(), **values)


def test_unavailable_column_is_zero_whatever_its_bounds() -> None:
    data = tiny()
    data["columns"]["b"] |= {"available": False, "lower": 1}
    assert violations(data, a=3) == ()
    assert violations(data, a=2, b=1) == ("small flow (b) is 1 l/s, but is not available.",)
    assert "x[b]" not in as_milp(MPS.model(MPS.parse(data))).index


@pytest.mark.parametrize(("value", "on", "feasible"), [(1, 1, False), (1, 0, True), (0, 0, False), (0, 1, True)])
def test_row_that_a_column_switches(value: int, on: int, feasible: bool) -> None:
    data = tiny()
    data["columns"]["on"] = {"label": "night shift", "integer": True, "cost": 0, "lower": 0, "upper": 1}
    data["rows"]["night"] = {
        "label": "night rule",
        "upper": 1,
        "terms": {"a": 1},
        "when": {"column": "on", "value": value},
    }
    assert (violations(data, a=3, on=on) == ()) is feasible
    plan = MpsPlan(values={"a": Fraction(3), "on": Fraction(on)})
    cost = contract.cost_when_fixed(as_milp(MPS.model(MPS.parse(data))), MPS.columns(plan))
    assert (cost is not None) is feasible
    assert f"at most 1, when on is {value}" in [row[3] for row in MPS.tables(MPS.parse(data))[1].rows]


def test_switched_row_needs_bounds() -> None:
    data = tiny()
    del data["columns"]["a"]["upper"]
    data["rows"]["night"] = {"label": "n", "upper": 1, "terms": {"a": 1}, "when": {"column": "b", "value": 1}}
    with pytest.raises(ValueError, match="the row night hangs on b, and its columns have no bounds"):
        MPS.model(MPS.parse(data))


def test_row_that_nothing_can_meet() -> None:
    data = tiny()
    data["rows"]["new"] = {"label": "new", "lower": 1, "terms": {}}
    assert contract.optimum(MPS, MPS.parse(data)) is None


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/rows/need/upper", 2, "row need lies between 2.5 and 2"),
        ("/columns/a/lower", 5, "column a lies between 5 and 4"),
        ("/rows/new", {"label": "x", "terms": {"a": 1}}, "row new sets no limit"),
        (
            "/rows/new",
            {"label": "x", "upper": 1, "terms": {"A": 1}},
            "row new has a coefficient of 'A', which is not among the columns",
        ),
    ],
)
def test_records_that_do_not_fit_together(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MPS.parse(contract.with_value(tiny(), pointer, value))


def test_units_of_patches() -> None:
    assert MPS.read("/columns/a/cost", "4 euros", tiny()) == 4
    assert MPS.read("/rows/need/terms/a", "2 l/s", tiny()) == 2
    with pytest.raises(ValueError, match="is in l/s, not in kg"):
        MPS.read("/rows/need/lower", "2 kg", tiny())


def test_sums_and_limits_are_written_out() -> None:
    data = tiny()
    data["rows"]["mix"] = {"label": "mix", "lower": 1, "upper": 1, "terms": {"a": -2, "b": Decimal("0.5")}}
    columns, rows = MPS.tables(MPS.parse(data))
    assert columns.rows == (("a", "big pumps", "whole, from 0 to 4", "3"), ("b", "small flow", "from 0 to 1 l/s", "2"))
    assert rows.rows == (
        ("need", "the mill's need", "a + b", "at least 2.5 l/s"),
        ("mix", "mix", "− 2 a + 0.5 b", "exactly 1"),
    )
    assert MPS.describe(MpsPlan(values={"a": Fraction(1), "b": Fraction(1, 2)}), MPS.parse(data)) == (
        "big pumps (a); small flow (b): 0.5 l/s"
    )


@pytest.mark.parametrize("name", ["0001", "1e5", "inf", "NaN", "None", "True", "a/b", "a_b", "_", "C2.", "x[1,2]", "é"])
def test_names_of_every_kind_survive_the_model(name: str) -> None:
    data = tiny()
    data["columns"][name] = {"label": "odd", "integer": True, "cost": -1, "lower": 0, "upper": 1}
    found = contract.optimum(MPS, MPS.parse(data))
    assert found is not None
    assert found[0].values[name] == 1
    assert found[1] == 6
