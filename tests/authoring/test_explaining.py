"""Explanations as objects: by the build's steps, in any background, and of twins that the compiler finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask2decide.authoring.explaining import explain_given, explain_item
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings
from ask2decide.errors import UsageError
from tests.driving import MORE, OUT, Line, built, write_dispatch


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_dispatch(tmp_path / "tasks", Line("H1", OUT.use, OUT.arguments, "twin: auto"), MORE)


def test_a_twin_that_no_lock_names_is_found_and_explained(folder: Path) -> None:
    said: list[str] = []
    explained = explain_item(folder, "H1_twin", say=said.append)
    assert explained.role == "twin of H1"
    assert [side.regret for side in explained.sides] == ["0 %", "0 %"]
    assert [line for line in said if "that the package does not hold" in line]
    assert not (folder / "twins.lock.yaml").exists()
    assert not (folder.parents[1] / "generated").exists()


def test_after_a_build_nothing_is_solved(folder: Path) -> None:
    built("tasks/dispatch")
    said: list[str] = []
    explained = explain_item(folder, "H1", say=said.append)
    assert said == []
    assert [side.name for side in explained.sides] == ["standalone", "conditional"]


def test_a_wrong_item_is_refused_before_anything_is_solved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ask2decide.authoring.explaining.task_engine", None)
    with pytest.raises(UsageError, match=r"dispatch has no item 'H3'\. Fix: "):
        explain_item(folder, "H3")


@pytest.mark.parametrize(("item", "given"), [("H1_twin", []), ("H2", ["H1_twin"])])
def test_a_twin_that_is_not_chosen_yet_has_no_background(folder: Path, item: str, given: list[str]) -> None:
    bench = Workbench.open(folder, Settings(keep_unfinished=False))
    remedy = r"H1_twin is the twin of H1, and no build has chosen it yet\. Fix: run `ask2decide-build tasks/dispatch`"
    with pytest.raises(UsageError, match=remedy):
        explain_given(bench, item, given)


def test_a_background_agrees_with_the_workbench(folder: Path) -> None:
    bench = Workbench.open(folder, Settings(keep_unfinished=False))
    explained = explain_given(bench, "H2", ["H1"])
    (side,) = explained.sides
    # H1 is the only other item, but everything is more than that: its twin is still to be chosen.
    assert side.name == "given"
    assert side.background == "H1 is known"
    assert side.regret.startswith(f"{float(100 * bench.label('H2', ['H1']).regret.upper):.3g} %")
    assert explained.role == ""


def test_everything_else_is_the_conditional_label(folder: Path) -> None:
    built("tasks/dispatch")
    bench = Workbench.open(folder, Settings(keep_unfinished=False))
    whole = explain_item(folder, "H2").sides[1]
    assert explain_given(bench, "H2", ["H1", "H1_twin"]).sides[0].heading == whole.heading
