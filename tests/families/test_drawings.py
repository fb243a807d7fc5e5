"""What each family draws of a plan, and how it says where two plans differ."""

from __future__ import annotations

from fractions import Fraction

from ask2decide.drawing import Bars, Gantt, Map
from ask2decide.families.blend import BlendPlan
from ask2decide.families.gap import GapPlan
from ask2decide.families.jobshop import JobshopPlan
from ask2decide.families.menu import MenuPlan
from ask2decide.families.mps import MpsPlan
from ask2decide.families.vrptw import VrptwPlan
from ask2decide.family import Data, Table
from ask2decide.testing import FamilyCase
from ask2decide.testing.places import with_value
from tests.families.contract import family_cases

CASES = family_cases()


def parsed(case: FamilyCase, **changes: object):  # type: ignore[no-untyped-def]
    data: Data = case.published[0].data()
    for pointer, value in changes.items():
        data = with_value(data, pointer, value)
    return case.family.parse(data)


def test_vrptw_draws_routes_on_a_map_with_closed_roads() -> None:
    case = CASES["vrptw"]
    records = parsed(case, **{"/closed_roads": {"C02 to C05": True}})
    drawn = case.family.drawing(VrptwPlan(routes=[["C02", "C05"], ["C07", "Z9"]]), records)
    assert isinstance(drawn, Map)
    assert len(drawn.spots) == 26
    assert [spot.name for spot in drawn.spots if spot.is_base] == ["depot"]
    assert [route.stops for route in drawn.routes] == [("depot", "C02", "C05", "depot"), ("depot", "C07", "depot")]
    assert drawn.closed == (("C02", "C05"),)
    length = records.distances["depot"]["C07"] + records.distances["C07"]["depot"]
    assert drawn.routes[1].text == f"{float(length):g} km"


def test_vrptw_without_coordinates_is_not_drawn() -> None:
    case = CASES["vrptw"]
    customer = {"demand": 1, "opens": 0, "closes": 100, "service": 1}
    assert case.family.drawing(VrptwPlan(routes=[]), parsed(case, **{"/customers/C07": customer})) is None


def test_vrptw_names_the_routes_that_change_whatever_their_numbers() -> None:
    case = CASES["vrptw"]
    first, second = VrptwPlan(routes=[["C02"], ["C05"], ["C07"]]), VrptwPlan(routes=[["C07"], ["C02"], ["C09", "C05"]])
    assert case.family.differences(first, second, parsed(case)) == (
        "2 of 3 routes stay as they are.",
        "No longer: depot → C05 → depot.",
        "Instead: depot → C09 → C05 → depot.",
    )


def test_jobshop_draws_the_earliest_schedule_with_down_and_due_times() -> None:
    case = CASES["jobshop"]
    records = parsed(case)
    job, machine = next(iter(records.jobs)), next(iter(records.machines))
    changed = parsed(case, **{f"/jobs/{job}/due": 70, f"/machines/{machine}/down": {"today": {"begins": 5, "ends": 9}}})
    wanted: dict[str, list[str]] = {}
    for place in range(max(len(each.operations) for each in records.jobs.values())):
        for name, each in records.jobs.items():
            if place < len(each.route):
                wanted.setdefault(each.route[place][1].machine, []).append(name)
    drawn = case.family.drawing(JobshopPlan(sequence=wanted), changed)
    assert isinstance(drawn, Gantt)
    assert sum(len(lane.blocks) for lane in drawn.lanes) == sum(len(each.operations) for each in records.jobs.values())
    assert [(deadline.name, deadline.at) for deadline in drawn.deadlines] == [(job, Fraction(70))]
    lane = next(lane for lane in drawn.lanes if lane.name == machine)
    assert [(stop.starts, stop.ends) for stop in lane.closed] == [(5, 9)]
    assert not [block for block in lane.blocks if block.starts < 9 and block.ends > 5]


def test_jobshop_orders_without_times_are_not_drawn() -> None:
    case = CASES["jobshop"]
    assert case.family.drawing(JobshopPlan(sequence={"nowhere": ["nothing"]}), parsed(case)) is None


def test_jobshop_names_the_machines_whose_order_changes() -> None:
    case = CASES["jobshop"]
    first = JobshopPlan(sequence={"saw": ["a", "b"], "mill": ["a"]})
    second = JobshopPlan(sequence={"saw": ["b", "a"], "mill": ["a"], "lathe": ["b"]})
    reverse = JobshopPlan(sequence={"saw": ["d", "c", "b", "a"]})
    assert case.family.differences(JobshopPlan(sequence={"saw": ["a", "b", "c", "d"]}), reverse, parsed(case)) == (
        "saw takes d → c → b → a instead of a → b → c → d.",
    )
    assert case.family.differences(first, second, parsed(case)) == (
        "saw takes b before a; it was the other way round.",
        "lathe takes b instead of nothing.",
    )


def test_blend_draws_products_made_of_materials() -> None:
    case = CASES["blend"]
    records = parsed(case)
    product, other = [*records.products][:2]
    material = next(iter(records.materials))
    drawn = case.family.drawing(BlendPlan(use={product: {material: Fraction(100, 3)}}), records)
    assert isinstance(drawn, Bars)
    assert [bar.name for bar in drawn.bars] == [*records.products]
    assert [(part.name, part.amount) for part in drawn.bars[0].parts] == [(material, Fraction(100, 3))]
    assert drawn.bars[0].text.startswith("33.333333 kg")
    for bad in ({product: {material: Fraction(-1)}}, {"zz": {material: Fraction(1)}}, {product: {"zz": Fraction(1)}}):
        assert case.family.drawing(BlendPlan(use=bad), records) is None
    label, name = records.materials[material].label, records.products[other].label
    assert case.family.differences(BlendPlan(use={}), BlendPlan(use={other: {material: Fraction(5, 2)}}), records) == (
        f"{label} in {name}: 2.5 kg instead of 0 kg.",
    )


def test_gap_draws_agents_with_their_jobs_against_the_capacity() -> None:
    case = CASES["gap"]
    records = parsed(case)
    (job, other), (agent, second) = [*records.jobs][:2], [*records.agents][:2]
    drawn = case.family.drawing(GapPlan(assign={job: agent, other: agent, "zz": agent}), records)
    assert isinstance(drawn, Bars)
    assert [part.name for part in drawn.bars[0].parts] == [job, other]
    assert drawn.bars[0].total == records.agents[agent].weight[job] + records.agents[agent].weight[other]
    assert drawn.bars[0].limit == records.agents[agent].capacity
    assert case.family.differences(GapPlan(assign={job: agent}), GapPlan(assign={job: second}), records) == (
        f"{job} goes to {second} instead of {agent}.",
    )


def test_a_menu_is_a_table_with_the_choice_and_what_stands_in_the_way() -> None:
    case = CASES["menu"]
    records = parsed(case)
    for name in records.options:
        drawn = case.family.drawing(MenuPlan(choice=name), records)
        assert isinstance(drawn, Table)
        assert [row[0] for row in drawn.rows] == ["✓" if each == name else "" for each in records.options]
    for row, name in zip(drawn.rows, records.options, strict=True):
        check = case.family.check(MenuPlan(choice=name), records)
        assert row[3] == ("yes" if check.feasible else " ".join(check.violations))
    first, second = [MenuPlan(choice=name) for name in [*records.options][:2]]
    lines = case.family.differences(first, second, records)
    assert lines[0].startswith(f"{second.choice}: ")
    assert f"instead of {first.choice}: " in lines[0]


def test_mps_lists_what_is_not_0() -> None:
    case = CASES["mps"]
    records = parsed(case)
    name, column = next(iter(records.columns.items()))
    plan = MpsPlan(values={name: Fraction(2), "zz": Fraction(1)})
    drawn = case.family.drawing(plan, records)
    assert isinstance(drawn, Table)
    assert [row[0] for row in drawn.rows] == [f"{column.label} ({name})"]
    (line,) = case.family.differences(MpsPlan(values={}), plan, records)
    assert line.startswith(f"{column.label} ({name}): 2")
    assert " instead of 0" in line
