from __future__ import annotations

import dataclasses
import json
from fractions import Fraction

import pytest

from ask2decide.emit.findings import Findings
from ask2decide.emit.inventory import inventory
from ask2decide.emit.labels_json import labels_json
from ask2decide.emit.paper import paper_splits, paper_tasks
from ask2decide.emit.summary import TaskSummary, read_summary
from ask2decide.errors import UsageError
from ask2decide.family import Effect, Sense
from ask2decide.labels import Bracket
from ask2decide.spec import Split
from tests.emit.tiny import findings


def labelled(made: Findings) -> TaskSummary:
    return read_summary(labels_json(made), "labels.json")


def _row(text: str, start: str, heading: str) -> list[str]:
    section = text.split(f"## {heading}")[1]
    line = next(line for line in section.splitlines() if line.startswith(f"| {start} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_papers_figures_add_up() -> None:
    tasks = paper_tasks()
    assert len(tasks) == 43
    assert sum(task.items for task in tasks) == 235
    assert sum(task.relevant for task in tasks) == 131
    assert sum(task.twins for task in tasks) == 95
    totals = [sum(split.effects[effect] for split in paper_splits().values()) for effect in Effect]
    assert totals == [112, 43, 58, 21, 1]
    for name, split in paper_splits().items():
        assert sum(split.effects.values()) == sum(task.items for task in tasks if task.split is name)


def test_without_tasks_our_side_is_blank() -> None:
    text = inventory([])
    assert _row(text, "hard", "By split") == ["hard", "0", "8", "", "55", "", "29", "", "17", "", "0.484"]
    assert _row(text, "hard2b_r101_25", "By task") == ["hard2b_r101_25", "hard", "", "7", "", "4", "", "3", ""]
    assert text.count("\n| x_") == 19


def test_a_built_task_stands_beside_the_papers_counts() -> None:
    made = findings(Sense.MIN)
    made = dataclasses.replace(made, task=dataclasses.replace(made.task, name="easy1_dispatch"))
    text = inventory([labelled(made)])
    assert _row(text, "easy1_dispatch", "By task") == ["easy1_dispatch", "easy", "4", "4", "2", "2", "1", "2", "0.200"]
    assert _row(text, "easy", "By split") == ["easy", "1", "8", "4", "32", "2", "16", "1", "16", "0.200", "0.235"]
    assert "- easy1_dispatch has 1 controls instead of 2." in text
    assert _row(text, "easy", "Effects of the hidden items")[1:7] == ["0", "16", "1", "5", "1", "7"]
    assert _row(text, "system update", "Kinds of the hidden items") == ["system update", "2", "0", "0", "0", "0", "2"]


def test_an_item_counts_by_the_lower_end_and_an_interval_gets_a_dagger() -> None:
    made = findings(Sense.MIN)
    label = dataclasses.replace(made.items[0].conditional, regret=Bracket(Fraction(0), Fraction(2, 3)))
    item = dataclasses.replace(made.items[0], conditional=label)
    changed = dataclasses.replace(made, items=(item, *made.items[1:]))
    row = _row(inventory([labelled(changed)]), "tiny_min", "By task")
    assert row == ["tiny_min", "easy", "4", "", "1", "", "1", "", "0.667†"]


def test_tasks_of_ours_come_in_the_order_of_splits_and_names() -> None:
    low, high = findings(Sense.MIN), findings(Sense.MAX)
    hard = dataclasses.replace(high, task=dataclasses.replace(high.task, split=Split.HARD))
    text = inventory([labelled(hard), labelled(low)])
    assert text.index("| tiny_min | easy") < text.index("| tiny_max | hard")
    assert text == inventory([labelled(low), labelled(hard)])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": "ask2decide/labels/9"}, "its schema is not ask2decide/labels/1"),
        ({"split": "odd"}, "'odd' is not a valid Split"),
        ({"items": {"H1": {}}}, "the key 'role' is missing"),
        ({"items": 3}, "has no attribute"),
    ],
)
def test_a_damaged_labels_file_is_named(change: dict[str, object], reason: str) -> None:
    text = json.dumps({**json.loads(labels_json(findings(Sense.MIN))), **change})
    with pytest.raises(UsageError, match=r"tiny/labels\.json is damaged: .*Fix: build that task again") as caught:
        read_summary(text, "tiny/labels.json")
    assert reason in str(caught.value)
