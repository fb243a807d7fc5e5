"""The Python API on shipped tasks: its labels are the committed ones, and its displays are whole and escaped."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ask2decide
from ask2decide import Package, Task
from ask2decide.errors import SpecError, UsageError
from tests.cli.running import done
from tests.driving import GOOD, ROOT, TASKS, Line, environment, write_dispatch

GENERATED = ROOT / "generated"
QUICK = ("easy1_dispatch", "medium6_candy_blend", "x_jobshop", "x_gap", "x_miplib", "hard2b_r101_25", "hard3_job_shop")


@cache
def shipped(name: str) -> Task:
    return Task.load(TASKS / name, out=GENERATED)


def committed(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((GENERATED / name / "labels.json").read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("name", [*QUICK, "x_miplib_b"])
def test_labels_and_optima_are_the_committed_ones_without_a_solve(name: str) -> None:
    task, expected = shipped(name), committed(name)
    assert list(task.items) == list(expected["items"])
    labels = task.labels()
    for item, entry in expected["items"].items():
        for side, label in (("standalone", labels[item].standalone), ("conditional", labels[item].conditional)):
            lower, upper = label.regret.texts
            found = {"lower": lower, "upper": upper, "status": label.status.value, "method": label.method.value}
            assert found == entry[side], (item, side)
    for known, entry in expected["optima"].items():
        best = task.optimum(known)
        assert best.value is not None
        assert (*best.value.texts, best.status.value) == (entry["lower"], entry["upper"], entry["status"])
    assert task.bench.engine.counts.solved == 0


def test_a_variant() -> None:
    task = shipped("medium6_candy_blend")
    variant = task.variant({"H3", "H1"})
    assert variant.known == ("H1", "H3")
    assert variant.title == "the knowledge base with H1 and H3"
    assert variant.records.materials["maltose"].price == Fraction(11, 4)
    assert variant.data["products"]["value"]["order"] == 900
    assert variant.tables[0].rows[2][:2] == ("maltose", "2.75")
    assert any("kettle hall" in rule for rule in variant.rules)
    assert "| maltose | 2.75 |" in variant.knowledge_base
    assert variant.plan is not None
    assert variant.judge(variant.plan).loss.upper == 0
    assert variant.judge(variant.plan).given == ("H1", "H3")
    assert variant.optimum == variant.best.value
    assert (task.recorded.known, task.today.known) == ((), tuple(task.items))
    # A profit stays a profit.
    assert task.recorded.best.exact == 3063


def test_sets_of_items_in_every_form() -> None:
    task = shipped("medium6_candy_blend")
    forms: tuple[Any, ...] = ("H1,H3", ["H3", "H1"], {"H1", "H3"}, (name for name in ("H1", "H3")), {"H1": 0, "H3": 0})
    assert {task.optimum(form).exact for form in forms} == {task.optimum("H1,H3").exact}
    assert {task.label("H2", form).exact for form in ("H1,H3", ("H3", "H1"), "H1,H2,H3")} == {Fraction(42, 545)}
    assert task.label("H2", task.items).exact == Fraction(126, 1411)


def test_judged_plans() -> None:
    task = shipped("medium6_candy_blend")
    plan = task.recorded.plan
    assert plan is not None
    judged = task.judge(plan)
    assert (judged.loss.lower, judged.feasible, judged.value, judged.given) == (1, False, None, None)
    assert judged.violations == (
        "600 kg of Value is made, less than the order of 900 kg.",
        "Value holds 50 % sugar, over the limit of 40 % by 60 kg.",
    )
    assert task.judge(json.dumps(plan), given="").loss.upper == 0
    package = Package.load(GENERATED / "medium6_candy_blend")
    assert package.items == tuple(task.items)
    for given in (None, (), "H4,H5", {"H1", "H2"}):
        known = given if given is None else sorted(given) if not isinstance(given, str) else given
        assert package.judge(plan, known).loss == task.judge(plan, given).loss
    assert task.judge("{}").reason.startswith("This is not a plan in the task's format")


def test_the_lattice_agrees_with_the_labels() -> None:
    task = shipped("easy1_dispatch")
    lattice, expected = task.lattice(), committed("easy1_dispatch")["items"]
    for item in task.items:
        for side, given in (("standalone", ()), ("conditional", tuple(task.items))):
            assert lattice.label(item, given).regret.texts[0] == expected[item][side]["lower"]
    assert lattice.best is not None
    assert lattice.best.items == ("H2", "H1", "H3", "H4")
    with pytest.raises(
        UsageError, match=r"holds no label of 'H9' with nothing known\. Fix: name items of the lattice: H1"
    ):
        lattice.label("H9")
    with pytest.raises(UsageError, match="easy1_dispatch has no item 'H9'"):
        lattice.left("H9")


def test_findings_and_card() -> None:
    task = shipped("easy1_dispatch")
    assert task.card() == (GENERATED / "easy1_dispatch/card.md").read_text(encoding="utf-8")
    assert task.findings() is task.findings()
    assert [found.item.id for found in task.findings().items] == list(task.items)


def test_what_is_returned_is_frozen_and_says_what_it_is() -> None:
    task = shipped("easy1_dispatch")
    shown = {
        repr(task): "Task('easy1_dispatch', family 'menu', 4 hidden items)",
        repr(task.items): "HiddenItems(H1, H2, H3, H4)",
        repr(task.variant("H1")): "Variant('easy1_dispatch', H1 known)",
        repr(task.recorded): "Variant('easy1_dispatch', nothing known)",
        repr(task.optimum()): "BestPlan(122, exact)",
        repr(task.label("H1")): "ItemLabel(H1, standalone (nothing else known): 23 % (14/61), two_optima)",
        repr(task.labels()): "LabelTable('easy1_dispatch': 4 items, 2 relevant)",
        repr(task.lattice()): "Lattice('easy1_dispatch': 4 items, 32 of 32 labels, ask H2, H1, H3, H4)",
        repr(Package.load(GENERATED / "easy1_dispatch")): "Package('easy1_dispatch', 4 items)",
    }
    for found, expected in shown.items():
        assert found == expected
    for value in (task, task.items, task.recorded, task.optimum(), task.label("H1"), task.judge("{}"), task.lattice()):
        with pytest.raises(FrozenInstanceError):
            value.name = "other"  # type: ignore[union-attr, misc]


def test_displays_are_escaped(tmp_path: Path) -> None:
    hostile = Line("H1", "resource_out", "{resource: van_2, reason: '<b>|$x$ `code` *'}")
    task = Task.load(write_dispatch(tmp_path, hostile), out=tmp_path)
    plan = task.recorded.plan
    assert plan is not None
    displays = [task, task.items, task.labels(), task.variant("H1"), task.label("H1"), task.judge(plan), task.lattice()]
    displays += [task.optimum(), task.card(), task.recorded.knowledge_base]
    texts = [display._repr_markdown_() for display in displays]
    for text in texts:
        assert "<b>" not in text
        assert "$x$" not in text
        for row in text.splitlines():
            if row.startswith("| H1 |"):
                assert row.replace("\\|", "").count("|") in (4, 5, 8)
    assert "&lt;b&gt;\\|<span>&#36;</span>x<span>&#36;</span> \\`code\\` \\*" in texts[1]


def test_errors(tmp_path: Path) -> None:
    task = shipped("easy1_dispatch")
    with pytest.raises(
        UsageError, match=r"easy1_dispatch has no item 'H7'\. Fix: use one of the items H1, H2, H3, H4\."
    ):
        task.label("H7")
    with pytest.raises(UsageError, match="easy1_dispatch has no item 'H7'"):
        task.variant({"H1", "H7"})
    with pytest.raises(KeyError):
        task.items["H7"]
    with pytest.raises(UsageError, match="easy1_dispatch has no item 'H7'"):
        task.labels()["H7"]
    assert task.items.get("H7") is None
    assert "H7" not in task.labels()
    with pytest.raises(UsageError, match="There is no task at"):
        Task.load(tmp_path)
    with pytest.raises(SpecError, match="van_9"):
        Task.load(write_dispatch(tmp_path, Line("H1", "resource_out", "{resource: van_9, reason: of rust}")))
    with pytest.raises(UsageError, match="There is no task package in"):
        Package.load(tmp_path)
    with pytest.raises(AttributeError, match="has no attribute 'Tasks'"):
        ask2decide.Tasks  # noqa: B018


def test_nothing_is_written_unless_asked(tmp_path: Path) -> None:
    task = Task.load(write_dispatch(tmp_path / "tasks", *GOOD), out=tmp_path / "out")
    task.lattice()
    task.findings()
    assert not (tmp_path / "out").exists()


def test_under_a_limit_nothing_is_claimed(tmp_path: Path) -> None:
    task = Task.load(write_dispatch(tmp_path, *GOOD), out=tmp_path, time_limit=0)
    best, label = task.optimum(), task.label("H1")
    assert (best.value, best.exact, best.plan, best.status.value) == (None, None, None, "open")
    assert repr(best) == "BestPlan(not known, open)"
    assert (label.exact, label.is_open, label.plan) == (None, True, None)
    assert label.regret.texts == ("0", "1")
    lattice = task.lattice()
    assert lattice.is_open
    assert lattice.best is not None
    assert not lattice.best.is_proved
    assert "so another order may be the right one" in lattice._repr_markdown_()
    assert "not known" in task.recorded._repr_markdown_()


def test_importing_the_package_imports_nothing_slow() -> None:
    code = (
        "import sys, ask2decide\n"
        "slow = ('pyomo', 'highspy', 'numpy', 'pydantic', 'jinja2', 'ruamel', 'networkx', 'rich', 'vrplib', 'flint')\n"
        "print([name for name in slow if name in sys.modules], 'Task' in dir(ask2decide))\n"
        "from ask2decide import Task, Package, Lattice\n"
        "print([name for name in ('pyomo', 'highspy', 'networkx') if name in sys.modules], Task.__name__)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout == "[] True\n[] Task\n"


def test_explain_is_what_the_command_prints(tmp_path: Path) -> None:
    task = shipped("medium6_candy_blend")
    explained = task.explain("H1")
    command = done("explain", str(TASKS / task.name), "H1", "--out", str(GENERATED))
    assert explained.text.strip() == command.stdout.strip()
    assert repr(explained) == explained.text
    assert "<svg" in explained._repr_html_()
    assert "<script" not in explained.page
    beside = task.explain("H1", given="H2")
    assert [side.name for side in beside.explanation.sides] == ["given"]
    with pytest.raises(UsageError, match="medium6_candy_blend has no item 'H9'"):
        task.explain("H9")
    with pytest.raises(UsageError, match="has no item 'X'"):
        task.explain("H1", given="X")


def test_suggest_is_what_the_command_prints() -> None:
    task = Task.load(TASKS / "easy1_dispatch", out=GENERATED)
    suggested = task.suggest(limit=12, show=2)
    command = done("suggest", str(TASKS / task.name), "--limit", "12", "--show", "2", "--out", str(GENERATED))
    assert suggested.yaml.strip() == command.stdout.strip()
    assert suggested.ranked
    assert all(f"id: {candidate.id}" in suggested.yaml for candidate in suggested.ranked.values())
    assert suggested._repr_markdown_().startswith("```yaml\n")
    with pytest.raises(UsageError, match="write 'resource_out'"):
        task.suggest("resource_oot")
