"""`gap`: broken rules in a planner's words, units of patches, and both directions of one file by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from ask2decide.families.gap import Gap, GapPlan
from ask2decide.family import Data
from ask2decide.testing import solving

GAP = Gap()


def tiny() -> Data:
    """Costs 5 + 4 = 9 with one title each; both on Ada cost 8 but take 11 of 10 hours."""
    return {
        "goal": {"sense": "min", "label": "printing cost", "unit": "euros"},
        "words": {"agent": "press", "agents": "presses", "job": "title", "jobs": "titles", "unit": "hours"},
        "agents": {
            "Ada": {"label": "Ada", "capacity": 10, "cost": {"K": 5, "L": 3}, "weight": {"K": 6, "L": 5}},
            "Emil": {"label": "Emil", "capacity": Decimal("5.5"), "cost": {"K": 9, "L": 4}, "weight": {"K": 6, "L": 5}},
        },
        "jobs": {"K": {"label": "Kites"}, "L": {"label": "Lanterns"}},
    }


def violations(data: Data, **assign: str) -> tuple[str, ...]:
    return GAP.check(GapPlan(assign=assign), GAP.parse(data)).violations


def test_optimum_by_hand() -> None:
    found = solving.optimum(GAP, GAP.parse(tiny()))
    assert found is not None
    assert found[1] == 9
    assert found[0].assign == {"K": "Ada", "L": "Emil"}


@pytest.mark.parametrize(
    ("change", "assign", "message"),
    [
        ({}, {"K": "Ada"}, "L goes to no press."),
        ({}, {"K": "Ada", "L": "Eva"}, "'Eva' is not among the presses."),
        ({}, {"K": "Ada", "L": "Ada", "M": "Ada"}, "'M' is not among the titles."),
        ({}, {"K": "Ada", "L": "Ada"}, "Ada has work of 11 hours, over the capacity of 10 hours."),
        ({}, {"K": "Emil", "L": "Ada"}, "Emil has work of 6 hours, over the capacity of 5.5 hours."),
        ({"barred": {"L by Emil": True}}, {"K": "Ada", "L": "Emil"}, "L goes to Emil, which is not allowed."),
        (
            {"together": {"K and L": True}},
            {"K": "Ada", "L": "Emil"},
            "K goes to Ada and L to Emil, but must go together.",
        ),
        ({"apart": {"K and L": True}}, {"K": "Ada", "L": "Ada"}, "K and L both go to Ada, but must be kept apart."),
    ],
)
def test_broken_rules_in_words(change: Data, assign: dict[str, str], message: str) -> None:
    assert message in violations({**tiny(), **change}, **assign)


def test_most_jobs() -> None:
    data = tiny()
    data["agents"]["Ada"] |= {"capacity": 20, "most_jobs": 1}
    assert violations(data, K="Ada", L="Ada") == ("Ada has 2 titles, over the limit of 1.",)
    assert any("Where the table of presses states a limit" in rule for rule in GAP.rules(GAP.parse(data)))


def test_rules_of_today_are_written() -> None:
    data = {**tiny(), "apart": {"K and L": True}, "barred": {"K by Emil": True}}
    assert "K and L must not go to the same press." in GAP.rules(GAP.parse(data))
    assert GAP.tables(GAP.parse(data))[-1].rows == (("K", "Emil"),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"barred": {"K by Eva": True}}, "names 'Eva', which is not among the agents"),
        ({"barred": {"K at Ada": True}}, "write it as 'X by Y'"),
        ({"apart": {"K and K": True}}, "names one job twice"),
        ({"jobs": {"K": {"label": "K"}}}, "has a cost for 'L', which is not among the jobs"),
        ({"jobs": {"K": {"label": "K"}, "L": {"label": "L"}, "M": {"label": "M"}}}, "agent Ada has no cost for job M"),
    ],
)
def test_records_that_do_not_fit_together(change: Data, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAP.parse({**tiny(), **change})


def test_patch_values_may_carry_their_unit() -> None:
    assert GAP.read("/agents/Ada/capacity", "8 hours", tiny()) == 8
    assert GAP.read("/agents/Ada/cost/K", "7.5 euros", tiny()) == Decimal("7.5")
    with pytest.raises(ValueError, match="is in euros, not in hours"):
        GAP.read("/agents/Ada/cost/K", "8 hours", tiny())


def test_plan_is_described_by_agent() -> None:
    records = GAP.parse(tiny())
    assert GAP.describe(GapPlan(assign={"K": "Ada"}), records) == "Ada: K (6 hours of 10)"
    assert GAP.value_text(Fraction(9), records) == "9 euros"
