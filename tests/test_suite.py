"""Whole builds: several tasks, the store, ``--check``, audits, and the same bytes whatever the way there."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ask2decide import suite
from ask2decide.errors import Diagnostic, Place
from tests.driving import (
    GOOD,
    MORE,
    OUT,
    SPARE,
    TASKS,
    VAN_2,
    Line,
    build,
    built,
    contents,
    forge,
    run,
    without_gurobi,
    write_dispatch,
)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def package(place: Path) -> Path:
    """The package of a task `tasks/dispatch`, built."""
    write_dispatch(place / "tasks", *GOOD)
    built("tasks")
    return place / "generated" / "dispatch"


def entries(package: Path) -> list[Path]:
    return sorted((package / "solves").iterdir())


def test_a_broken_task_leaves_the_others_alone(place: Path, package: Path) -> None:
    write_dispatch(place / "tasks", *GOOD, name="second")
    built("tasks")
    before = contents(package)
    write_dispatch(place / "tasks", OUT, SPARE)
    write_dispatch(place / "tasks", OUT, MORE, name="second")
    result = build("tasks", "--executor", "serial")
    assert result.exit_code == 1
    assert result.stdout.startswith("second: 2 items")
    assert contents(package) == before
    assert "H3" not in (package.parent / "second" / "labels.json").read_text(encoding="utf-8")
    assert "| dispatch" in (package.parent / "inventory.md").read_text(encoding="utf-8")


def test_the_gravest_status_counts(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_gurobi(monkeypatch)
    write_dispatch(place, OUT, SPARE, name="fails")
    write_dispatch(place, OUT, MORE, name="works")
    write_dispatch(place, Line("H1", "resource_out", VAN_2, "colour: red"), name="broken")
    assert build("fails", "works", "--executor", "serial").exit_code == 1
    assert build("fails", "works", "broken", "--executor", "serial").exit_code == 2
    # The one has its results from the store; the other would need the back end that is not here.
    assert build("fails", "works", "broken", "--executor", "serial", "--solver", "gurobi").exit_code == 4


@pytest.mark.parametrize("path", ["tasks", "tasks/dispatch", "tasks/dispatch/task.yaml", "tasks/../tasks/dispatch/"])
def test_ways_to_name_a_task(place: Path, package: Path, path: str) -> None:
    result = built(path, "--check")
    assert len(result.stdout.splitlines()) == 1


def test_a_task_named_twice_is_built_once(package: Path) -> None:
    assert len(built("tasks", "tasks/dispatch", "tasks/dispatch/task.yaml").stdout.splitlines()) == 1


def test_two_tasks_of_one_name(place: Path) -> None:
    for folder in ("one", "two"):
        write_dispatch(place / folder, *GOOD)
    result = build("one", "two")
    assert result.exit_code == 2
    assert "one/dispatch and two/dispatch are tasks of the same name, and both would be written to " in result.stderr


def test_inventory_after_a_single_task_keeps_the_rest(place: Path, package: Path) -> None:
    write_dispatch(place / "tasks", *GOOD, name="second")
    built("tasks")
    inventory = (package.parent / "inventory.md").read_bytes()
    shutil.rmtree(package)
    built("tasks/second")
    assert (package.parent / "inventory.md").read_bytes() != inventory
    built("tasks/dispatch")
    assert (package.parent / "inventory.md").read_bytes() == inventory


def test_a_damaged_neighbour_is_said_and_the_rest_written(place: Path, package: Path) -> None:
    write_dispatch(place / "tasks", *GOOD, name="second")
    (package / "labels.json").write_bytes(b"\xff{")
    result = build("tasks/second")
    assert result.exit_code == 2
    assert "dispatch/labels.json is damaged: " in result.stderr
    assert result.stdout.startswith("second: ")
    assert (package.parent / "second" / "card.md").is_file()


def test_an_unchanged_build_solves_nothing(package: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in package.parent.rglob("*") if path.is_file()}
    result = built("tasks")
    assert re.search(r"; 0 solves, \d+ from the store$", result.stdout.strip())
    assert {path: path.stat().st_mtime_ns for path in package.parent.rglob("*") if path.is_file()} == before


def test_fresh_solves_everything(package: Path) -> None:
    before = contents(package)
    result = built("tasks", "--fresh")
    assert re.search(rf"; {len(entries(package))} solves$", result.stdout.strip())
    assert contents(package) == before


def test_without_the_store_all_else_is_the_same(package: Path) -> None:
    before = contents(package)
    shutil.rmtree(package / "solves")
    assert "from the store" not in built("tasks").stdout
    assert contents(package) == before


def damage_truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def damage_one_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    position = content.index(b'"values"') + 15
    content[position] ^= 1
    path.write_bytes(content)


def damage_other_model(path: Path) -> None:
    other = next(entry for entry in entries(path.parents[1]) if entry != path)
    path.write_bytes(other.read_bytes())


def damage_not_json(path: Path) -> None:
    path.write_text("solved: yes\n", encoding="utf-8")


def damage_not_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")


def damage_empty(path: Path) -> None:
    path.write_bytes(b"")


def damage_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def damage_deep(path: Path) -> None:
    path.write_text("[" * 100_000, encoding="utf-8")


def damage_another_type(path: Path) -> None:
    path.write_text("[1, 2]\n", encoding="utf-8")


DAMAGES = [
    damage_truncated,
    damage_one_byte,
    damage_other_model,
    damage_not_json,
    damage_not_text,
    damage_empty,
    damage_folder,
    damage_deep,
    damage_another_type,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_entry_is_said_and_solved_again(package: Path, damage) -> None:
    before = contents(package)
    target = entries(package)[0]
    damage(target)
    result = built("tasks")
    shown = target.relative_to(Path.cwd())
    assert f"{shown}: this stored result is damaged; it is solved again." in result.stderr
    assert "; 1 solves, " in result.stdout
    assert contents(package) == before


def test_what_stands_in_the_way_of_a_file(package: Path) -> None:
    target = entries(package)[0]
    damage_folder(target)
    (target / "mine.txt").write_text("mine", encoding="utf-8")
    result = build("tasks")
    assert result.exit_code == 2
    assert re.search(r"\.json cannot be written: .+ Fix: ", result.stderr)
    assert (target / "mine.txt").read_text(encoding="utf-8") == "mine"


def test_an_edited_bound_with_a_good_checksum_is_noticed(package: Path) -> None:
    before = contents(package)
    for path in entries(package):
        forge(path, lambda answer: replace(answer, bound=answer.bound - 5) if answer.bound else answer)
    result = built("tasks")
    assert "this stored result is damaged" in result.stderr
    assert contents(package) == before


def test_check_writes_nothing(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    before = contents(place)
    result = build("tasks", "--check")
    assert result.exit_code == 1
    assert "dispatch: the committed output is stale. Mend it with `ask2decide-build tasks/dispatch`." in result.stderr
    assert "card.md: missing" in result.stderr
    assert contents(place) == before


EDITS = [
    "card.md",
    "labels.json",
    "explain.html",
    "agent/brief.md",
    "agent/knowledge_base.md",
    "agent/knowledge_base.json",
    "agent/plan.schema.json",
    "operator/notes.json",
    "judge/problem.json",
    "judge/items.json",
    "certificates/H1.conditional.json",
    "certificates/needs_asking.nothing_known.json",
]


@pytest.mark.parametrize("name", EDITS)
def test_check_shows_a_hand_edit(package: Path, name: str) -> None:
    path = package / name
    path.write_text(path.read_text(encoding="utf-8") + "by hand\n", encoding="utf-8")
    before = contents(package)
    result = build("tasks", "--check")
    assert result.exit_code == 1
    assert "stale. Mend it with `ask2decide-build tasks/dispatch`." in result.stderr
    assert f"{name}: changed\n" in result.stderr
    assert "\n-by hand\n" in result.stderr
    assert contents(package) == before
    built("tasks/dispatch")
    built("tasks", "--check")


def test_check_shows_what_is_missing_added_or_stale(place: Path, package: Path) -> None:
    (package / "judge" / "items.json").unlink()
    (package / "notes.txt").write_text("mine", encoding="utf-8")
    entries(package)[0].unlink()
    inventory = package.parent / "inventory.md"
    inventory.write_text("nothing\n", encoding="utf-8")
    result = build("tasks", "--check")
    assert result.exit_code == 1
    assert "judge/items.json: missing" in result.stderr
    assert "notes.txt: no longer belongs here and would be removed" in result.stderr
    assert re.search(r"solves/[0-9a-f]{24}\.json: missing", result.stderr)
    assert "The suite's inventory or report is stale. Mend it with `ask2decide-build tasks`." in result.stderr
    built("tasks")
    assert not (package / "notes.txt").exists()
    built("tasks", "--check")


def test_check_mends_where_it_looked(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    result = build("tasks", "--check", "--out", "some where")
    assert "`ask2decide-build tasks/dispatch --out 'some where'`" in result.stderr


def test_a_lock_without_its_twin_is_stale(place: Path, package: Path) -> None:
    lock = place / "tasks" / "dispatch" / "twins.lock.yaml"
    lock.write_text("H1: {template: resource_out, original: {}, twin: {}}\n", encoding="utf-8")
    result = build("tasks", "--check")
    assert result.exit_code == 1
    assert "twins.lock.yaml: no longer belongs here and would be removed" in result.stderr
    built("tasks")
    assert not lock.exists()


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        (["--jobs", "1"], {"PYTHONHASHSEED": "1"}),
        (["--jobs", "2"], {"PYTHONHASHSEED": "2"}),
        (["--executor", "serial"], {"PYTHONHASHSEED": "3", "LC_ALL": "C", "TZ": "Asia/Tokyo"}),
    ],
)
def test_same_bytes_whatever_the_way(place: Path, package: Path, arguments: list[str], variables: dict) -> None:
    twins = (OUT.text, MORE.text)
    folder = write_dispatch(place / "tasks", *GOOD, name="second")
    write_dispatch(place / "tasks", Line("H1", "resource_out", VAN_2, "twin: auto"), MORE, name="searched")
    assert twins[0] in (folder / "task.yaml").read_text(encoding="utf-8")
    shutil.copytree(TASKS / "medium6_candy_blend", place / "tasks" / "medium6_candy_blend")
    built("tasks", "--out", "here", "--executor", "serial")
    (place / "tasks" / "searched" / "twins.lock.yaml").unlink()
    result = run("tasks", "--out", "there", *arguments, cwd=place, env=variables)
    assert result.returncode == 0, result.stderr
    assert contents(place / "there") == contents(place / "here")


def test_a_folder_that_cannot_be_written_stops_one_task_alone(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    write_dispatch(place / "tasks", *GOOD, name="second")
    (place / "generated").mkdir()
    (place / "generated" / "dispatch").write_text("in the way", encoding="utf-8")
    result = build("tasks", "--executor", "serial")
    assert result.exit_code == 2
    assert "generated/dispatch cannot be written: File exists. Fix: choose another folder with --out." in result.stderr
    assert (place / "generated" / "second" / "card.md").is_file()
    assert (place / "generated" / "dispatch").read_text(encoding="utf-8") == "in the way"


def test_errors_survive_the_way_between_processes(place: Path) -> None:
    write_dispatch(place, Line("H1", "resource_out", VAN_2, "colour: red"), name="broken")
    outcome = suite.build_one(place / "broken", suite.Settings())
    assert outcome.built is None
    assert outcome.status == 2
    assert Diagnostic(Place("broken/task.yaml"), "", "").place.file in outcome.messages[0]
