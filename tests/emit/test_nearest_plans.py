"""Of several best plans a pair is shown that differs in as little as possible."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

from ask2decide.emit.explanation import explanation
from ask2decide.emit.findings import Findings
from ask2decide.emit.nearest_plans import best_plans
from ask2decide.family import Sense
from tests.emit.tiny import findings


def with_optimum_plan(made: Findings, key: str, plan: dict[str, Any] | None) -> Findings:
    changed = dataclasses.replace(made.optima[key], plan=plan)
    return dataclasses.replace(made, optima={**made.optima, key: changed})


def records(made: Findings, *keys: str) -> list[Any]:
    return [made.family.parse(made.variant_data[key]) for key in keys]


def test_plans_are_the_cheapest_of_all_that_are_known() -> None:
    made = findings(Sense.MIN)
    label = made.items[0].standalone
    dear = {"choice": "C", "amount": 4, "remarks": []}
    spoilt = with_optimum_plan(with_optimum_plan(made, "", dear), "H1", dear)
    first, second = best_plans(spoilt, label, records(made, "", "H1"))
    assert first is not None
    assert second is not None
    assert (first[1], second[1]) == (Fraction(10), Fraction("12.5"))


def test_of_equally_good_plans_the_nearest_are_taken() -> None:
    made = with_optimum_plan(findings(Sense.MIN), "", {"choice": "B", "amount": "2.5", "remarks": []})
    label = made.items[3].standalone
    label = dataclasses.replace(label, certificate=dataclasses.replace(label.certificate, plan=None))
    # With mill B as cheap as A each problem has two best plans; those met first are from B without S1, from A with it.
    data = {**made.base_data, "suppliers": {**made.base_data["suppliers"]}}
    data["suppliers"]["B"] = {**data["suppliers"]["B"], "rate": 4}
    changed = dataclasses.replace(made, variant_data={**made.variant_data, "": data, "S1": {**data, "least": 3}})
    first, second = best_plans(changed, label, records(changed, "", "S1"))
    assert first is not None
    assert second is not None
    assert first[0].choice == second[0].choice
    assert (first[1], second[1]) == (10, 12)


def test_the_labels_own_plan_stands_for_each_problem_where_it_is_best() -> None:
    made = findings(Sense.MIN)
    label = made.items[3].standalone
    # With mill B as cheap as A, 2.5 t from B are the nearest to 3 t from B; but 3 t from A are the safest plan.
    data = {**made.base_data, "suppliers": {**made.base_data["suppliers"]}}
    data["suppliers"]["B"] = {**data["suppliers"]["B"], "rate": 4}
    changed = dataclasses.replace(made, variant_data={**made.variant_data, "": data, "S1": {**data, "least": 3}})
    changed = with_optimum_plan(changed, "S1", {"choice": "B", "amount": 3, "remarks": []})
    changed = with_optimum_plan(changed, "", {"choice": "B", "amount": "2.5", "remarks": []})
    pair = best_plans(changed, label, records(changed, "", "S1"))
    assert [plan.choice for plan, _ in (each for each in pair if each is not None)] == ["A", "A"]
    titles = [plan.title for plan in explanation(changed, "S1").sides[0].plans]
    assert len(titles) == 2
    assert "safest plan while one does not know" in titles[1]


def test_where_no_known_plan_is_feasible_there_is_none() -> None:
    made = findings(Sense.MIN)
    shut = {**made.variant_data["H1"], "least": 100}
    changed = dataclasses.replace(made, variant_data={**made.variant_data, "H1": shut})
    first, second = best_plans(changed, made.items[0].standalone, records(changed, "", "H1"))
    assert first is not None
    assert second is None
    side = explanation(changed, "H1").sides[0]
    assert not [plan for plan in side.plans if plan.title.startswith("Best plan with H1")]
    assert side.differences == ()


def test_further_values_have_a_plan_each_and_say_where_it_is_not_proved_best() -> None:
    made = findings(Sense.MIN)
    label = made.items[3].standalone
    found = best_plans(made, label, records(made, *label.certificate.problems))
    assert [cost for each in found if each is not None for _, cost in [each]] == [10, 12, 12]
    titles = [plan.title for plan in explanation(made, "S1").sides[0].plans]
    # The optimum there is 11, and the plan that attains it is not among the findings of the tiny task.
    assert titles[1].startswith("Best plan with S1; best known plan with S1 at its further value 1; safest plan")
