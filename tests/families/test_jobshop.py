"""Job shops: what the checker says in words, the times that follow from orders, and when a makespan is unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ask2decide.families._jobshop_model import horizon
from ask2decide.families._jobshop_records import Down, JobshopPlan
from ask2decide.families._jobshop_schedule import ContradictionError, earliest_starts, finish, first_fit
from ask2decide.families.jobshop import Jobshop
from ask2decide.ir.least_objective import same_least_objective
from ask2decide.ir.statement import as_milp
from ask2decide.passes.interval import same_objective
from tests import strategies_jobshop

FAMILY = Jobshop()
FEW = settings(max_examples=60, deadline=None)


def shop(**jobs):
    """Two machines; axle: lathe 3, mill 2; bolt: mill 4, lathe 1."""
    data = {
        "day": {"starts": "06:00"},
        "machines": {"lathe": {"down": {}}, "mill": {"down": {}}},
        "jobs": {
            "axle": {
                "operations": {"op1": {"machine": "lathe", "duration": 3}, "op2": {"machine": "mill", "duration": 2}}
            },
            "bolt": {
                "operations": {"op1": {"machine": "mill", "duration": 4}, "op2": {"machine": "lathe", "duration": 1}}
            },
        },
    }
    for name, changes in jobs.items():
        data["jobs"][name].update(changes)
    return data


def check(data, **sequence):
    return FAMILY.check(JobshopPlan(sequence=sequence), FAMILY.parse(data))


def test_times_follow_from_the_orders():
    assert check(shop(), lathe=["axle", "bolt"], mill=["bolt", "axle"]).value == 6
    assert check(shop(), lathe=["axle", "bolt"], mill=["axle", "bolt"]).value == 10
    assert check(shop(axle={"finishing": 5}), lathe=["axle", "bolt"], mill=["bolt", "axle"]).value == 11
    assert check(shop(bolt={"release": 2}), lathe=["axle", "bolt"], mill=["bolt", "axle"]).value == 8


def test_an_operation_waits_until_it_fits_between_down_times():
    data = shop()
    data["machines"]["mill"]["down"] = {"lunch": {"begins": 3, "ends": 5}, "belt": {"begins": 8, "ends": 9}}
    # bolt's 4 minutes fit neither before 3 nor between 5 and 8
    assert check(data, lathe=["axle", "bolt"], mill=["bolt", "axle"]).value == 15
    assert first_fit(0, 3, [Down(begins=3, ends=5)]) == 0
    assert first_fit(2, 3, [Down(begins=8, ends=9), Down(begins=3, ends=6)]) == 9


@pytest.mark.parametrize(
    ("sequence", "words"),
    [
        (
            {"lathe": ["bolt", "axle"], "mill": ["axle", "bolt"]},
            "the orders on lathe and mill contradict each other: bolt before axle on lathe, axle before bolt on mill",
        ),
        ({"lathe": ["axle", "bolt"]}, "axle has an operation on mill that the order of mill leaves out"),
        (
            {"lathe": ["axle", "bolt", "axle"], "mill": ["axle", "bolt"]},
            "axle stands 2 times in the order of lathe, but has 1 operation there",
        ),
        ({"lathe": ["axle", "bolt"], "mill": ["axle", "bolt", "cog"]}, "cog in the order of mill is not a job"),
        ({"lathe": ["axle", "bolt"], "mill": ["axle", "bolt"], "press": ["axle"]}, "press is not a machine"),
        ({"lathe": ["axle", "bolt"], "mill": ["axle", "bolt"]}, "bolt is finished at 06:10, after its due time 06:09"),
    ],
)
def test_broken_rules_are_told_in_words(sequence, words):
    violations = check(shop(bolt={"due": 9}), **sequence).violations
    assert any(words in sentence for sentence in violations), violations


def test_the_job_that_must_come_first_is_named():
    data = shop()
    data["machines"]["lathe"]["first"] = "bolt"
    violations = check(data, lathe=["axle", "bolt"], mill=["bolt", "axle"]).violations
    assert violations == ("lathe takes axle first, but must take bolt before any other job",)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"release": "2.5"}, "times are whole minutes; 2.5 is not"),
        ({"operations": {"op2": {"machine": "mill", "duration": 1}}}, "'op2' is not one of the operations op1 to op1"),
        ({"operations": {"op1": {"machine": "mil", "duration": 1}}}, "'mil', which is no machine; write 'mill'"),
        ({"operations": {"op1": {"machine": "mill", "duration": 0}}}, "greater than or equal to 1"),
    ],
)
def test_records_that_make_no_sense_are_refused(change, words):
    with pytest.raises(ValidationError, match=words):
        FAMILY.parse(shop(axle=change))


@given(st.data())
@FEW
def test_the_horizon_covers_every_order(draw):
    records = FAMILY.parse(draw.draw(strategies_jobshop.records()))
    for plan in strategies_jobshop.every_plan(records):
        try:
            starts = earliest_starts(plan.sequence, records)
        except ContradictionError:
            continue
        assert max(finish(job, starts, records) for job in records.jobs) <= horizon(records)


CHANGES = ("due", "first", "duration", "release", "down", "finishing")


def changed(draw, data):
    """Return the records with one fact changed, and which kind of fact that is."""
    kind = draw.draw(st.sampled_from(CHANGES))
    job = draw.draw(st.sampled_from(sorted(data["jobs"])))
    machine = draw.draw(st.sampled_from(sorted(data["machines"])))
    entry, place = {**data["jobs"][job]}, {**data["machines"][machine]}
    if kind in ("due", "release", "finishing"):
        entry[kind] = draw.draw(st.integers(0, 30))
    elif kind == "duration":
        key = draw.draw(st.sampled_from(sorted(entry["operations"])))
        entry["operations"] = {**entry["operations"], key: {**entry["operations"][key], "duration": 6}}
    elif kind == "down":
        place["down"] = {**place["down"], "today": {"begins": 2, "ends": 5}}
    else:
        there = [j for j, e in data["jobs"].items() if any(o["machine"] == machine for o in e["operations"].values())]
        place["first"] = draw.draw(st.sampled_from(sorted(there))) if there else None
    return kind, {**data, "jobs": {**data["jobs"], job: entry}, "machines": {**data["machines"], machine: place}}


@given(st.data())
@FEW
def test_an_objective_called_unchanged_is_unchanged(draw):
    """Where the criterion holds of two models, every plan that is feasible in both costs the same in both."""
    data = draw.draw(strategies_jobshop.records())
    kind, other = changed(draw, data)
    records = [FAMILY.parse(data), FAMILY.parse(other)]
    models = [as_milp(FAMILY.model(each)) for each in records]
    if not same_objective(*models):
        return
    for plan in strategies_jobshop.every_plan(records[0]):
        values = [FAMILY.check(plan, each).value for each in records]
        assert None in values or values[0] == values[1], kind


@pytest.mark.parametrize(
    ("pointer", "value", "unchanged"),
    [
        ("due", 7, True),
        ("first", "bolt", True),
        ("release", 1, False),
        ("finishing", 1, False),
        ("down", {"belt": {"begins": 2, "ends": 3}}, False),
    ],
)
def test_due_times_and_first_jobs_leave_the_makespan_as_it_is(pointer, value, unchanged):
    before, after = shop(), shop()
    owner = after["machines"]["mill"] if pointer in ("first", "down") else after["jobs"]["axle"]
    owner[pointer] = value
    models = [as_milp(FAMILY.model(FAMILY.parse(data))) for data in (before, after)]
    assert same_least_objective(*models) is unchanged
    assert same_least_objective(*reversed(models)) is unchanged
