"""labels.json and card.md of the tiny task, word for word; ``python -m tests.emit.tiny`` writes them again."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction

import pytest

from ask2decide.emit.card import card
from ask2decide.emit.findings import Findings
from ask2decide.emit.judge_data import problem_json
from ask2decide.emit.labels_json import labels_json
from ask2decide.family import Sense
from ask2decide.labels import Bracket
from tests.emit.tiny import GOLDEN, findings, golden_texts


@pytest.mark.parametrize("sense", Sense)
def test_labels_and_card_are_as_kept(sense: Sense) -> None:
    for name, text in golden_texts(sense).items():
        assert text == (GOLDEN / name).read_text(encoding="utf-8"), name


def test_keys_stand_in_the_order_of_the_contract() -> None:
    labels = json.loads(labels_json(findings(Sense.MIN)))
    assert list(labels) == ["schema", "task", "split", "sense", "optima", "items", "needs_asking"]
    assert next(iter(labels["optima"])) == ""
    assert list(labels["items"]) == ["H1", "H2", "H3", "S1"]
    assert list(labels["items"]["H1"]) == ["role", "twin_of", "kind", "effect", "standalone", "conditional"]
    assert list(labels["items"]["H1"]["standalone"]) == ["lower", "upper", "status", "method"]
    assert list(labels["needs_asking"][0]) == ["known", "loss_lower", "loss_upper", "method", "holds"]


def test_a_maximising_family_gets_its_brackets_turned_back() -> None:
    made = findings(Sense.MAX)
    open_optimum = dataclasses.replace(made.optima[""], cost=Bracket(Fraction(-41), Fraction(-40)))
    labels = json.loads(labels_json(dataclasses.replace(made, optima={**made.optima, "": open_optimum})))
    assert labels["sense"] == "max"
    assert labels["optima"][""] == {"lower": "40", "upper": "41", "status": "open"}
    assert labels["optima"]["H1"] == {"lower": "36", "upper": "36", "status": "exact"}


def _from_another_back_end(made: Findings) -> Findings:
    """Return the same proved values with other plans, reasons and back ends."""
    plan = {"choice": "B", "amount": 123456, "remarks": []}

    def changed(label):  # type: ignore[no-untyped-def]
        certificate = dataclasses.replace(
            label.certificate,
            plan=plan,
            costs=tuple(Fraction(777) for _ in label.certificate.costs),
            upper_reason="another plan.",
            back_ends=("other 2.0",),
        )
        return dataclasses.replace(label, certificate=certificate)

    return dataclasses.replace(
        made,
        optima={k: dataclasses.replace(o, plan=plan, back_end="other 2.0") for k, o in made.optima.items()},
        items=tuple(
            dataclasses.replace(i, standalone=changed(i.standalone), conditional=changed(i.conditional))
            for i in made.items
        ),
        needs_asking=tuple(dataclasses.replace(s, certificate=None) for s in made.needs_asking),
    )


@pytest.mark.parametrize("sense", Sense)
def test_labels_and_card_do_not_depend_on_which_plan_a_back_end_returned(sense: Sense) -> None:
    made = findings(sense)
    other = _from_another_back_end(made)
    assert labels_json(other) == labels_json(made)
    assert card(other) == card(made)


def test_a_card_has_no_raw_json() -> None:
    text = card(findings(Sense.MIN))
    assert "{" not in text
    assert '"' not in text


def test_a_twin_stands_right_after_its_original() -> None:
    made = findings(Sense.MIN)
    reordered = dataclasses.replace(made, items=(made.items[0], made.items[2], made.items[3], made.items[1]))
    text = card(reordered)
    assert text.index("### H1") < text.index("### H2, twin of H1") < text.index("### H3")


def test_an_interval_is_shown_as_one() -> None:
    made = findings(Sense.MIN)
    label = dataclasses.replace(made.items[0].conditional, regret=Bracket(Fraction(1, 9), Fraction(1, 3)))
    item = dataclasses.replace(made.items[0], conditional=label)
    changed = dataclasses.replace(made, items=(item, *made.items[1:]))
    assert "between 11.1 % and 33.4 %" in card(changed)
    shown = json.loads(labels_json(changed))["items"]["H1"]["conditional"]
    assert (shown["lower"], shown["upper"], shown["status"]) == ("0.111111", "0.333334", "open")


def test_an_optimum_of_which_nothing_is_proved_is_null_and_said_so() -> None:
    made = findings(Sense.MIN)
    everything = "H1,H2,H3,S1"
    unknown = dataclasses.replace(made.optima[everything], cost=None, plan=None)
    changed = dataclasses.replace(made, optima={**made.optima, everything: unknown})
    assert json.loads(labels_json(changed))["optima"][everything] == {"lower": None, "upper": None, "status": "open"}
    assert "| Best value today | not known |" in card(changed)
    assert json.loads(problem_json(changed))["optimum"]["upper"] is None
