"""A certificate holds all that is needed to compute its label again."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.emit.certificates import certificate_files, verdict_name
from ask2decide.emit.reading import label_reading
from ask2decide.family import Sense
from ask2decide.labels import Bracket, Certificate, Label, Method
from tests.emit.tiny import exactly, findings
from tests.emit.tiny_model import Tiny, TinyPlan


@pytest.mark.parametrize("sense", Sense)
def test_labels_can_be_computed_again_from_the_certificates_alone(sense: Sense) -> None:
    files = certificate_files(findings(sense))
    labels = {name: json.loads(text) for name, text in files.items() if "needs_asking" not in name}
    assert len(labels) == 8
    for certificate in labels.values():
        losses = []
        for problem in certificate["problems"]:
            optimum = Fraction(problem["optimum"]["lower"])
            if not problem["plan_is_feasible"]:
                losses.append(Fraction(1))
                continue
            value = Fraction(problem["plan_value"])
            gap = value - optimum if sense is Sense.MIN else optimum - value
            losses.append(min(Fraction(1), gap / abs(optimum)))
            assert losses[-1] == Fraction(problem["plan_loss_at_most"])
        assert max(losses) == Fraction(certificate["regret"]["lower"]) == Fraction(certificate["regret"]["upper"])


@pytest.mark.parametrize("sense", Sense)
def test_the_plan_in_a_certificate_is_in_the_plan_format_and_costs_what_it_says(sense: Sense) -> None:
    made = findings(sense)
    for name, text in certificate_files(made).items():
        if "standalone" in name:
            certificate = json.loads(text)
            plan = TinyPlan.model_validate(certificate["plan"])
            check = Tiny().check(plan, Tiny().parse(made.base_data))
            assert check.value == Fraction(certificate["problems"][0]["plan_value"])


@pytest.mark.parametrize("sense", Sense)
def test_each_optimum_has_a_plan_that_is_worth_it(sense: Sense) -> None:
    made = findings(sense)
    for name, text in certificate_files(made).items():
        problems = [p for p in json.loads(text).get("problems", []) if "#" not in p["known"]]
        assert problems or "needs_asking" in name
        for problem in problems:
            plan = TinyPlan.model_validate(problem["optimum_plan"])
            records = Tiny().parse(made.variant_data[problem["known"]])
            assert Tiny().check(plan, records).value == Fraction(problem["optimum"]["lower"])
            assert problem["optimum_bound_by"] == "enumeration 1.0"


def test_the_reading_writes_the_division_out() -> None:
    certificate = json.loads(certificate_files(findings(Sense.MIN))["certificates/S1.standalone.json"])
    assert "Between the optima: (12 - 10)/10 = 1/5, 20 %." in certificate["reading"]
    assert certificate["reading"][-1] == "So the regret is exactly 1/5, 20 %."
    assert any("S1 (S1 at its further plausible value 1)" in sentence for sentence in certificate["reading"])


def _label(
    optima: tuple[Bracket | None, ...], costs: tuple[Fraction | None, ...], regret: Bracket, method: Method
) -> Label:
    losses = tuple(Fraction(1) if cost is None else Fraction(0) for cost in costs)
    certificate = Certificate(("", "H1"), optima, {"choice": "A"}, costs, losses, "", "")
    return Label("H1", (), regret, method, certificate)


def test_the_reading_of_a_profit_subtracts_the_other_way() -> None:
    label = _label(
        (exactly(Fraction(-40)), exactly(Fraction(-36))),
        (Fraction(-36), Fraction(-36)),
        exactly(Fraction(1, 10)),
        Method.TWO_OPTIMA,
    )
    reading = label_reading(findings(Sense.MAX), label)
    assert "Between the optima: (40 - 36)/40 = 1/10, 10 %." in reading


def test_the_reading_of_a_negative_optimum_divides_by_its_size() -> None:
    label = _label(
        (exactly(Fraction(-40)), exactly(Fraction(-36))),
        (Fraction(-36), None),
        exactly(Fraction(1)),
        Method.TWO_OPTIMA,
    )
    reading = label_reading(findings(Sense.MIN), label)
    assert "Between the optima: (-36 - (-40))/|-40| = 1/10, 10 %." in reading
    assert "In the knowledge base with H1 the plan given here breaks a rule: its loss there is 1." in reading


def test_the_reading_of_open_optima_says_at_most() -> None:
    label = _label(
        (Bracket(Fraction(9), Fraction(10)), Bracket(Fraction(-1), Fraction(1))),
        (Fraction(27), Fraction(1)),
        Bracket(Fraction(0), Fraction(1)),
        Method.BOUNDS,
    )
    reading = " ".join(label_reading(findings(Sense.MIN), label))
    assert "The optimum is between 9 and 10 for the knowledge base alone." in reading
    assert "a loss of at most (27 - 9)/9 = 2, 200 %, which counts as 1." in reading
    assert "the optimum may be 0, so its loss is at most 1." in reading
    assert "So the regret is between 0 and 1." in reading


def test_an_optimum_that_nobody_knows_is_said_to_be_unknown() -> None:
    label = _label(
        (exactly(Fraction(10)), None), (Fraction(12), Fraction(1)), Bracket(Fraction(0), Fraction(1)), Method.BOUNDS
    )
    reading = " ".join(label_reading(findings(Sense.MIN), label))
    assert "The optimum is not known for the knowledge base with H1." in reading
    assert "is worth 1; the optimum is not known, so its loss is at most 1." in reading


def test_verdicts_are_named_by_what_is_known() -> None:
    names = [Path(name).name for name in certificate_files(findings(Sense.MIN)) if "needs_asking" in name]
    assert names == [
        "needs_asking.nothing_known.json",
        "needs_asking.knowing_H2+H3.json",
        "needs_asking.knowing_H2+H3+S1.json",
    ]
    assert verdict_name(tuple(f"item_{number}" for number in range(99)), 7) == "needs_asking.7"


def test_a_verdict_that_rests_on_a_conditional_label_points_to_it() -> None:
    text = certificate_files(findings(Sense.MIN))["certificates/needs_asking.knowing_H2+H3+S1.json"]
    certificate = json.loads(text)
    assert certificate["reading"][1].startswith(
        "Only H1 is missing, and its conditional regret is at least 1/5: see H1."
    )
    assert "plan" not in certificate
    assert certificate["reading"][-1] == "It is above 0: the task needs asking."


def test_a_plan_that_survives_is_said_aloud() -> None:
    made = findings(Sense.MIN)
    lost = dataclasses.replace(made.needs_asking[0], loss=Bracket(Fraction(0), Fraction(1)))
    text = certificate_files(dataclasses.replace(made, needs_asking=(lost,)))
    certificate = json.loads(text["certificates/needs_asking.nothing_known.json"])
    assert certificate["holds"] is False
    assert certificate["reading"][-1] == "It is not proved to be above 0: asking may not matter."
