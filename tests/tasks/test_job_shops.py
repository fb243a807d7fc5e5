"""The two job shops, from their packages alone: every optimum and every label by a model of its own, and the judge."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.tasks.interval_model import Shops, optimum, regret
from tests.tasks.test_package_suffices import PACKAGES, knowledge_base, loss

TASKS = ("hard3_job_shop", "x_jobshop")
COUNTS = {"hard3_job_shop": (7, 4, 2), "x_jobshop": (4, 2, 2)}


def known_facts(task: str) -> dict[str, Any]:
    """Return, by item, what a foreman's sentence changes in the knowledge base: minutes count from 06:00."""
    if task == "x_jobshop":
        return {
            "H1": lambda shop: down(shop, "saw", 107, 156),
            "H1_twin": lambda shop: down(shop, "sander", 107, 156),
            "H2": lambda shop: shop["jobs"]["desk"].update(due=540),
            "H2_twin": lambda shop: shop["jobs"]["shelf"].update(due=540),
        }
    return {
        "H1": lambda shop: down(shop, "lathe", 22, 28),
        "H1_twin": lambda shop: down(shop, "saw", 22, 28),
        "H2": lambda shop: shop["jobs"]["pulley"].update(due=50),
        "H2_twin": lambda shop: shop["jobs"]["spindle"].update(due=50),
        "H3": lambda shop: shop["jobs"]["shaft"].update(finishing=8),
        "H4": lambda shop: shop["jobs"]["shaft"].update(release=12),
        "S1": lambda shop: shop["jobs"]["gear"]["operations"]["op4"].update(duration=9),
    }


def down(shop: Any, machine: str, begins: int, ends: int) -> None:
    shop["machines"][machine]["down"]["today"] = {"begins": begins, "ends": ends}


def shop(task: str, known: list[str]) -> Any:
    records = deepcopy(knowledge_base(task))
    for item in known:
        known_facts(task)[item](records)
    return records


def labels(task: str) -> Any:
    return json.loads((PACKAGES / task / "labels.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("task", TASKS)
def test_the_notes_say_what_is_assumed_here(task: str) -> None:
    notes = json.loads((PACKAGES / task / "operator" / "notes.json").read_text(encoding="utf-8"))["notes"]
    words = {
        "hard3_job_shop": {
            "H1": "The lathe is down from 06:22 to 06:28 today",
            "H1_twin": "The saw is down from 06:22 to 06:28 today",
            "H2": "The pulley has to be finished by 06:50 at the latest",
            "H2_twin": "The spindle has to be finished by 06:50 at the latest",
            "H3": "The shaft is finished only 8 minutes after its last operation, not 0",
            "H4": "We can start on the shaft at 06:12, not before",
            "S1": "The gear needs 9 minutes on the mill today, not 3",
        },
        "x_jobshop": {
            "H1": "The saw is down from 07:47 to 08:36 today",
            "H1_twin": "The sander is down from 07:47 to 08:36 today",
            "H2": "The desk has to be finished by 15:00 at the latest",
            "H2_twin": "The shelf has to be finished by 15:00 at the latest",
        },
    }[task]
    assert {note["id"]: note["note"][: len(words[note["id"]])] for note in notes} == words


@pytest.mark.parametrize("task", [TASKS[0], pytest.param(TASKS[1], marks=pytest.mark.slow)])
def test_every_optimum_and_every_label_is_confirmed(task: str) -> None:
    data, items = labels(task), list(known_facts(task))
    for key, bracket in data["optima"].items():
        best = optimum(shop(task, key.split(",") if key else []))
        assert bracket["lower"] == bracket["upper"] == str(best)
    for item in items:
        rest = [other for other in items if other != item]
        for side, background in (("standalone", []), ("conditional", rest)):
            found = regret([shop(task, background), shop(task, [*background, item])])
            label = data["items"][item][side]
            assert Fraction(label["lower"]) == Fraction(label["upper"]) == found
            assert label["status"] == "exact"


@pytest.mark.parametrize("task", TASKS)
def test_counts_are_those_of_the_suite_and_asking_is_needed(task: str) -> None:
    data = labels(task)
    roles = [item["role"] for item in data["items"].values()]
    assert (len(roles), roles.count("relevant"), roles.count("twin")) == COUNTS[task]
    assert len({item["effect"] for item in data["items"].values() if item["role"] == "relevant"}) >= 2
    assert all(verdict["holds"] for verdict in data["needs_asking"])


@pytest.mark.parametrize("task", TASKS)
def test_whoever_has_heard_everything_loses_nothing_and_without_a_question_something(task: str, tmp_path: Path) -> None:
    for known, loses in ((list(known_facts(task)), False), ([], True)):
        shops = Shops([shop(task, known)])
        shops.least(shops.spans[0])
        assert (loss(task, {"sequence": shops.sequence()}, tmp_path) > 0) is loses
