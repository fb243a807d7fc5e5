"""What the `vrptw` family says of plans and records; the model is tested against the checker in `test_contract.py`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from ask2decide.families._vrptw_model import usable_network
from ask2decide.families.vrptw import Vrptw, VrptwPlan, VrptwRecords
from ask2decide.ir.statement import as_milp
from tests.families import contract

FAMILY = Vrptw()


def day(**changes: Any) -> dict[str, Any]:
    """Three customers on a line, 10 km apart, and a depot before the first; windows at 08:00+."""
    names = ["depot", "C01", "C02", "C03"]
    customer = {"demand": 4, "opens": 0, "closes": 60, "service": 5}
    return {
        "day": {"starts": "08:00"},
        "depot": {"opens": 0, "closes": 120},
        "fleet": {"vehicles": 3, "capacity": 20},
        "customers": {name: dict(customer) for name in names[1:]},
        "distances": {
            tail: {head: 10 * abs(i - j) for j, head in enumerate(names) if i != j} for i, tail in enumerate(names)
        },
        "closed_roads": {},
        "first_stops": {},
        "last_stops": {},
        "rules": {},
    } | changes


def violations(data: dict[str, Any], *routes: list[str], tolerance: Fraction = Fraction(0)) -> tuple[str, ...]:
    return FAMILY.check(VrptwPlan(routes=list(routes)), FAMILY.parse(data), tolerance).violations


def changed(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    data = day()
    change(data)
    return data


def test_feasible_plan_costs_its_distance() -> None:
    check = FAMILY.check(VrptwPlan(routes=[["C01", "C02", "C03"]]), FAMILY.parse(day()))
    assert check.violations == ()
    assert check.value == 60


@pytest.mark.parametrize(
    ("data", "routes", "expected"),
    [
        (day(), [["C01", "C02", "C99"]], ("'C99' is not a customer in the records.", "C03 is not visited.")),
        (day(), [["C01", "C02"], ["C03", "C01"]], ("C01 is visited 2 times.",)),
        (
            day(fleet={"vehicles": 1, "capacity": 20}),
            [["C01", "C02"], ["C03"]],
            ("The plan has 2 routes, but there is only 1 van.",),
        ),
        (
            day(fleet={"vehicles": 3, "capacity": 11}),
            [["C01", "C02", "C03"]],
            ("Route 1 carries 12 crates, over the capacity of 11.",),
        ),
        (day(rules={"max_stops": 2}), [["C01", "C02", "C03"]], ("Route 1 has 3 stops, over the limit of 2.",)),
        (
            day(closed_roads={"C02 to C03": True}),
            [["C01", "C02", "C03"]],
            ("Route 1 uses the road from C02 to C03, which is closed.",),
        ),
        (
            day(first_stops={"C02": True}, last_stops={"C01": True}),
            [["C01", "C02", "C03"]],
            (
                "C01 is stop 1 of 3 on route 1, but must be the last stop of its route.",
                "C02 is stop 2 of route 1, but must be the first stop of its route.",
            ),
        ),
        (
            day(rules={"latest_return": 60}),
            [["C01", "C02", "C03"]],
            ("Route 1 is back at the depot at 09:15, after the latest return at 09:00.",),
        ),
        (
            changed(lambda data: data["customers"]["C02"].update(closes=Decimal("24.9"))),
            [["C01", "C02", "C03"]],
            ("C02 is served at 08:25, after its window closes at 08:24:54.",),
        ),
        (
            changed(lambda data: data["distances"]["C02"].pop("C03")),
            [["C01", "C02", "C03"]],
            ("Route 1 goes from C02 to C03, but the records hold no road there.",),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_broken_rules_in_words(data: dict[str, Any], routes: list[list[str]], expected: tuple[str, ...]) -> None:
    assert violations(data, *routes) == expected


def test_closed_road_stays_open_the_other_way() -> None:
    data = day(closed_roads={"C02 to C03": True})
    assert violations(data, ["C01"], ["C03", "C02"]) == ()


def test_a_van_waits_for_the_window_and_both_ends_belong_to_it() -> None:
    data = changed(lambda data: data["customers"]["C01"].update(opens=30, closes=30))
    assert violations(data, ["C01", "C02", "C03"]) == ()
    data["customers"]["C02"]["closes"] = 45
    assert violations(data, ["C01", "C02", "C03"]) == ()
    data["customers"]["C02"]["closes"] = 44
    assert violations(data, ["C01", "C02", "C03"]) == ("C02 is served at 08:45, after its window closes at 08:44.",)


def test_what_is_late_by_less_than_a_second_does_not_look_punctual() -> None:
    data = changed(lambda data: data["distances"]["C01"].update(C02=Decimal("10.0001")))
    data["customers"]["C02"]["closes"] = 25
    assert violations(data, ["C01", "C02", "C03"]) == ("C02 is served at 08:25:01, after its window closes at 08:25.",)


def test_tolerance_forgives_up_to_its_size() -> None:
    data = changed(lambda data: data["customers"]["C02"].update(closes=24))
    assert violations(data, ["C01", "C02", "C03"], tolerance=Fraction(1)) == ()
    assert violations(data, ["C01", "C02", "C03"], tolerance=Fraction(99, 100)) != ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["customers"]["C01"].update(opens=61), "opens at minute 61, after it closes at minute 60"),
        (lambda d: d["customers"]["C01"].update(demand=-1), "must not be below 0"),
        (lambda d: d["customers"].update({"C 4": d["customers"]["C01"]}), "cannot be a customer's id"),
        (lambda d: d.update(closed_roads={"C02 to C3": True}), "'C3', which is not in the records; write 'C03'"),
        (lambda d: d.update(closed_roads={"C02-C03": True}), "'C02-C03', which is not in the records"),
        (lambda d: d.update(first_stops={"C9": True}), "'C9', which is not in the records"),
        (lambda d: d["distances"]["C01"].update(C01=0), "a road from C01 to itself"),
        (lambda d: d["rules"].update(max_stops=0), "greater than or equal to 1"),
        (lambda d: d["rules"].update(max_stopps=3), "Extra inputs are not permitted"),
        (lambda d: d["day"].update(starts="8:00"), "should match pattern"),
    ],
)
def test_wrong_records_are_refused(change: Callable[[dict[str, Any]], None], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        FAMILY.parse(changed(change))


@pytest.mark.parametrize(
    ("routes", "message"),
    [
        ([["depot", "C01"]], "leave the depot out"),
        ([[]], "at least 1 item"),
        ([["x" * 41]], "at most 40 characters"),
        ([[7]], "valid string"),
        ("C01", "valid list"),
    ],
)
def test_what_is_no_plan_is_refused(routes: Any, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        VrptwPlan.model_validate({"routes": routes})


def records_with_a_short_way() -> VrptwRecords:
    """C02 is near by way of C01 but far by its own road, and its window closes in between."""
    data = changed(lambda data: data["distances"]["depot"].update(C02=50))
    data["customers"]["C02"]["closes"] = 30
    return FAMILY.parse(data)


def test_arcs_are_kept_where_only_the_direct_road_is_too_long() -> None:
    arcs = usable_network(records_with_a_short_way()).arcs
    assert ("C01", "C02") in arcs
    assert ("C02", "C03") in arcs
    assert ("depot", "C02") not in arcs


def test_direct_road_that_is_longer_than_the_way_round_keeps_its_time() -> None:
    # Found by the contract test: C02 is reached at 25 by way of C01, but at 50 by its own road.
    data = changed(lambda data: data["distances"]["depot"].update(C02=50))
    data["customers"]["C03"]["closes"] = 64
    model = as_milp(FAMILY.model(FAMILY.parse(data)))
    late = VrptwPlan(routes=[["C01"], ["C02", "C03"]])
    assert violations(data, *late.routes) == ("C03 is served at 09:05, after its window closes at 09:04.",)
    assert contract.cost_when_fixed(model, FAMILY.columns(late)) is None


def test_load_rows_only_where_a_path_can_exceed_the_capacity() -> None:
    def names(capacity: int) -> set[str]:
        model = FAMILY.model(FAMILY.parse(day(fleet={"vehicles": 3, "capacity": capacity})))
        return {column.name.partition("[")[0] for column in as_milp(model).columns}

    assert names(12) == {"arc", "start"}
    assert names(11) == {"arc", "start", "crates"}


def test_cycles_that_take_no_time_are_excluded() -> None:
    data = changed(lambda data: data["distances"].update({name: dict.fromkeys(row, 0) for name, row in roads(data)}))
    for customer in data["customers"].values():
        customer["service"] = 0
    model = as_milp(FAMILY.model(FAMILY.parse(data)))
    cycle = {"arc[depot,C01]", "arc[C01,depot]", "arc[C02,C03]", "arc[C03,C02]"}
    assert contract.cost_when_fixed(model, dict.fromkeys(cycle, Fraction(1))) is None


def roads(data: dict[str, Any]) -> Any:
    return list(data["distances"].items())


def test_knowledge_base_tells_what_the_records_hold() -> None:
    data = day(closed_roads={"C02 to C03": True}, rules={"max_stops": 2}, first_stops={"C02": True})
    records = FAMILY.parse(data)
    tables = {table.title: table for table in FAMILY.tables(records)}
    assert tables["Closed roads"].rows == (("C02", "C03"),)
    assert tables["Customers"].rows[0] == ("C01", "4", "08:00", "09:00", "5")
    assert tables["Depot and fleet"].rows == (("3", "20", "08:00", "10:00"),)
    assert tables["Distances"].rows[1] == ("C01", "10", "–", "10", "20")
    text = " ".join(FAMILY.rules(records))
    assert "at most 2 stops" in text
    assert "C02 must be the first stop" in text
    assert "at most 2 stops" not in " ".join(FAMILY.rules(FAMILY.parse(day())))


def test_plan_is_described_route_by_route() -> None:
    plan = VrptwPlan(routes=[["C01", "C02"], ["C03"]])
    assert FAMILY.describe(plan, FAMILY.parse(day())).splitlines() == [
        "Route 1: depot → C01 → C02 → depot (40 km)",
        "Route 2: depot → C03 → depot (60 km)",
    ]
