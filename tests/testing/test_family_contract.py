"""The contract test catches what it is there for: a sound family passes, and each way to break it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.families.gap import Gap, GapPlan, GapRecords
from ask2decide.family import Check, Effect, Field, Table
from ask2decide.testing import ContractError, FamilyCase, Published, contract_checks, family_contract
from tests.families.case_gap import CASE, gap1


def case_of(family: Gap, **changes: Any) -> FamilyCase:
    return replace(CASE, family=family, **changes)


class NoCapacity(Gap):
    def check(self, plan: GapPlan, records: GapRecords, tolerance: Fraction = Fraction(0)) -> Check:
        found = super().check(plan, records, tolerance)
        if found.feasible or any("A" not in text for text in found.violations):
            return found
        costs = [records.agents[agent].cost[job] for job, agent in plan.assign.items()]
        return Check((), sum(costs, Fraction(0)))


class TooStrict(Gap):
    def check(self, plan: GapPlan, records: GapRecords, tolerance: Fraction = Fraction(0)) -> Check:
        found = super().check(plan, records, tolerance)
        return found if len(set(plan.assign.values())) < 2 else Check(("two agents are too many",), None)


class DearerPlans(Gap):
    def check(self, plan: GapPlan, records: GapRecords, tolerance: Fraction = Fraction(0)) -> Check:
        found = super().check(plan, records, tolerance)
        return found if found.value is None else Check((), found.value + 1)


class ValuedWrongs(Gap):
    def check(self, plan: GapPlan, records: GapRecords, tolerance: Fraction = Fraction(0)) -> Check:
        found = super().check(plan, records, tolerance)
        return Check(found.violations, found.value or Fraction(0))


class Unlimited(Gap):
    def model(self, records: GapRecords) -> Any:
        agents = {
            name: agent.model_copy(update={"capacity": Fraction(10**6)}) for name, agent in records.agents.items()
        }
        return super().model(records.model_copy(update={"agents": agents}))


class ZeroColumns(Gap):
    def columns(self, plan: GapPlan) -> dict[str, Fraction]:
        return {**super().columns(plan), "assign[J1,none]": Fraction(0)}


class ForgetsJobs(Gap):
    def plan(self, values: Mapping[str, Fraction], records: GapRecords) -> GapPlan:
        whole = super().plan(values, records)
        return whole if len(whole.assign) < 2 else GapPlan(assign=dict([*whole.assign.items()][1:]))


class MoreFields(Gap):
    fields = (*Gap.fields, Field("/agents/*/mood", "mood", None, Effect.VALUE))


class TwoFieldsInOnePlace(Gap):
    fields = (Field("/agents/A1/capacity", "capacity of the first", "units", Effect.VALUE), *Gap.fields)


class ShortRows(Gap):
    def tables(self, records: GapRecords) -> tuple[Table, ...]:
        first, *others = super().tables(records)
        return (replace(first, rows=tuple(row[1:] for row in first.rows)), *others)


class NoRules(Gap):
    def rules(self, records: GapRecords) -> tuple[str, ...]:
        return ()


class NoExample(Gap):
    def plan_format(self, records: GapRecords) -> str:
        return "A mapping."


class WrongExample(Gap):
    def plan_format(self, records: GapRecords) -> str:
        return '```json\n{"asign": {}}\n```'


class Silent(Gap):
    def describe(self, plan: GapPlan, records: GapRecords) -> str:
        return ""


BROKEN = {
    NoCapacity: "brute force finds",
    TooStrict: r"two agents are too many|brute force finds",
    DearerPlans: r"the checker (values the optimal plan at|says that)|brute force finds",
    ValuedWrongs: "brute force finds",
    Unlimited: "the checker refuses (the optimal plan|a plan that the model accepts)",
    ZeroColumns: r"columns\(\) lists a zero, assign\[J1,none\]",
    ForgetsJobs: "the checker refuses the optimal plan",
    MoreFields: r"/agents/\*/mood leads nowhere: give an addition below it",
    TwoFieldsInOnePlace: "/agents/A1/capacity matches another field as well",
    ShortRows: "has a row of 3 cells",
    NoRules: r"rules\(\) gives none",
    NoExample: r"plan_format\(\) shows no JSON example",
    WrongExample: r"the example of plan_format\(\) is no plan",
    Silent: r"describe\(\) says nothing of the optimal plan",
}


@pytest.mark.parametrize("family", BROKEN, ids=lambda family: family.__name__)
def test_a_broken_family_is_caught(family: type[Gap]) -> None:
    with pytest.raises(ContractError, match=BROKEN[family]):
        family_contract(case_of(family(), published=CASE.published[:1]))


@pytest.mark.parametrize(
    ("family", "message"),
    [
        (NoCapacity, "the model refuses a plan that the checker accepts: GapPlan"),
        (ValuedWrongs, "the checker gives a value to a plan that breaks a rule"),
    ],
)
def test_a_wrong_checker_is_caught_without_brute_force(family: type[Gap], message: str) -> None:
    with pytest.raises(ContractError, match=message):
        family_contract(case_of(family(), published=CASE.published[:1], every_plan=None))


def test_a_sound_family_passes() -> None:
    family_contract(case_of(Gap(), published=CASE.published[:1]), examples=5)


def test_every_check_has_a_name() -> None:
    assert "published optima are met" in contract_checks(CASE)
    assert len(contract_checks(CASE)) == 9


def test_a_wrong_published_optimum() -> None:
    case = case_of(Gap(), published=(Published("gap1", lambda: gap1("min"), Fraction(260)),))
    with pytest.raises(ContractError, match="gap1: 261 instead of 260"):
        family_contract(case)


def test_a_case_without_a_published_optimum() -> None:
    with pytest.raises(ContractError, match="the case has no published optimum"):
        family_contract(case_of(Gap(), published=()))


TEMPLATE = """slower:
  parameters: {{agent: {{object: {section}}}}}
  about: [a]
  note: {note}
  patch: [{patch}]
"""
REMOVE = "{op: remove, path: '/agents/{agent}'}"


@pytest.mark.parametrize(
    ("section", "note", "patch", "message"),
    [
        ("/agents", "{{ agnet }}", REMOVE, r"wrong:\n.*items\.yaml:4: slower\.note"),
        ("/agents", "Slow.", REMOVE, r"items\.yaml:1: slower: /agents/\{agent\} is no field"),
        ("/agnets", "Slow.", "{op: add, path: '/apart/{agent}', value: true}", "have no section /agnets"),
    ],
)
def test_wrong_item_templates(section: str, note: str, patch: str, message: str, tmp_path: Path) -> None:
    text = TEMPLATE.format(section=section, note=f'"{note}"', patch=patch)
    (tmp_path / "items.yaml").write_text(text, encoding="utf-8")
    check = contract_checks(case_of(Gap(), task_folder=tmp_path))["item templates fit"]
    with pytest.raises(ContractError, match=message):
        check()
