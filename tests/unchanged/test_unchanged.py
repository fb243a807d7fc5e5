"""A build that finds everything as an earlier one left it does nothing and says the same; whatever changed is built."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ask2decide import suite
from ask2decide.unchanged import earlier
from ask2decide.unchanged.record import SCHEMA
from tests.driving import (
    GOOD,
    MORE,
    TASKS,
    VAN_2,
    Line,
    build,
    built,
    contents,
    environment,
    run,
    write_dispatch,
)

RECORD = Path("generated/.ask2decide/dispatch.build.json")
PAGES = Path("generated/.ask2decide/suite.pages.json")
ITEMS = "{}\n"


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tasks that were built in this process, and "pages" where the suite's pages were rendered."""
    done: list[str] = []
    build_one, report = suite.build_one, suite.report

    def noted(folder: Path, *rest):
        done.append(folder.name)
        return build_one(folder, *rest)

    def rendered(packages):
        done.append("pages")
        return report(packages)

    monkeypatch.setattr(suite, "build_one", noted)
    monkeypatch.setattr(suite, "report", rendered)
    return done


@pytest.fixture(scope="module")
def once_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("once_built")
    write_dispatch(folder / "tasks", *GOOD)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        built("tasks", "--executor", "serial")
    return folder


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, once_built: Path) -> Path:
    """A task `tasks/dispatch`, built and recorded."""
    shutil.copytree(once_built, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def again(*options: str, paths: tuple[str, ...] = ("tasks",)):
    return build(*paths, "--executor", "serial", *options)


def test_nothing_changed(place: Path, works: list[str]) -> None:
    stamps = {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}
    left_alone = again()
    assert works == []
    assert {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()} == stamps
    RECORD.unlink()
    in_full = again()
    assert works == ["dispatch"]
    assert (left_alone.stdout, left_alone.stderr, left_alone.exit_code) == (in_full.stdout, in_full.stderr, 0)
    assert left_alone.stdout.endswith(" from the store\n")


def test_the_first_build_leaves_the_record_that_a_full_rebuild_leaves(works: list[str]) -> None:
    kept = RECORD.read_bytes(), PAGES.read_bytes()
    shutil.rmtree(RECORD.parent)
    again()
    assert works == ["dispatch", "pages"]
    assert (RECORD.read_bytes(), PAGES.read_bytes()) == kept


def test_a_process_of_its_own_says_the_same_bytes() -> None:
    left_alone = run("tasks")
    shutil.rmtree(RECORD.parent)
    in_full = run("tasks")
    assert in_full.returncode == left_alone.returncode == 0
    assert (left_alone.stdout, left_alone.stderr) == (in_full.stdout, in_full.stderr)


def test_what_an_unchanged_build_imports() -> None:
    heavy = ("pyomo", "highspy", "pydantic", "jinja2", "ruamel", "networkx", "numpy", "rich", "ask2decide.suite")
    code = (
        "import sys; from ask2decide.cli import build_command\n"
        "try: build_command()\n"
        "except SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "tasks"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def edit(name: str, old: str, new: str) -> Callable[[], None]:
    def change() -> None:
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def write(name: str, text: str) -> Callable[[], None]:
    return lambda: (Path(name).parent.mkdir(exist_ok=True), Path(name).write_text(text, encoding="utf-8"))[0]


def remove(name: str) -> Callable[[], None]:
    return lambda: next(iter(sorted(Path("generated/dispatch").glob(name)))).unlink()


INPUTS = {
    "brief": edit("tasks/dispatch/task.yaml", "Send the parcels", "Take the parcels"),
    "comment": edit("tasks/dispatch/task.yaml", "hidden:", "hidden:  # what nobody knows"),
    "records": edit("tasks/dispatch/records.yaml", "\n", "\n# a comment\n"),
    "templates": write("tasks/dispatch/items.yaml", ITEMS),
    "another file": write("tasks/dispatch/notes.md", "mine"),
    "a file in a folder": write("tasks/dispatch/more/notes.md", "mine"),
    "unfinished solves": write("generated/.ask2decide/dispatch/solve.json", "{}"),
}
OUTPUTS = {
    "by hand": edit("generated/dispatch/card.md", "dispatch", "despatch"),
    "labels": edit("generated/dispatch/labels.json", '"lower": "', '"lower": "1'),
    "missing": remove("card.md"),
    "stored result": remove("solves/*.json"),
    "more": write("generated/dispatch/mine.txt", "mine"),
    "part": write("generated/dispatch/.card.md.12.part", "half"),
    "no package": lambda: shutil.rmtree("generated/dispatch"),
}


@pytest.mark.parametrize("change", [*INPUTS.values(), *OUTPUTS.values()], ids=[*INPUTS, *OUTPUTS])
def test_what_changed_is_built(place: Path, works: list[str], change: Callable[[], None]) -> None:
    before = contents(place / "generated" / "dispatch")
    change()
    assert again().exit_code == 0
    assert works[:1] == ["dispatch"]
    if change in OUTPUTS.values():
        assert contents(place / "generated" / "dispatch") == before
    works.clear()
    assert again().exit_code == 0
    assert works == []


def test_a_touched_file_is_no_change(place: Path, works: list[str]) -> None:
    for path in place.rglob("*"):
        os.utime(path, (1, 1))
    again()
    assert works == []


@pytest.mark.parametrize(
    "options",
    [
        ("--check",),
        ("--audit",),
        ("--fresh",),
        ("--solver", "highs"),
        ("--time-limit", "30"),
        ("--needs-asking", "all"),
        ("--allow-code",),
    ],
    ids=" ".join,
)
def test_settings_that_ask_for_more(works: list[str], options: tuple[str, ...]) -> None:
    assert again(*options).exit_code == 0
    assert works[:1] == ["dispatch"]


def test_a_check_leaves_no_record(place: Path) -> None:
    shutil.rmtree(RECORD.parent)
    assert again("--check").exit_code == 0
    assert not RECORD.parent.exists()


def test_an_executor_that_cannot_be_reached_is_still_said(works: list[str]) -> None:
    result = build("tasks", "--executor", "lightning")
    assert result.exit_code == 2
    assert "lightning" in result.stderr


def test_another_compiler_builds_again(works: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("running_compiler", "compiler_digest"):
        monkeypatch.setattr(earlier, name, lambda: "of another version")
    again()
    assert works == ["dispatch", "pages"]
    again()
    assert works == ["dispatch", "pages"], "this compiler's own record is left alone"


def test_a_compiler_edited_meanwhile_leaves_no_record(works: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before = RECORD.read_bytes()
    edit("tasks/dispatch/task.yaml", "Send the parcels", "Take the parcels")()
    monkeypatch.setattr(earlier, "compiler_digest", lambda: "edited")
    again()
    assert RECORD.read_bytes() == before
    works.clear()
    again()
    assert works[:1] == ["dispatch"]


def test_an_input_edited_meanwhile_leaves_no_record(
    place: Path, works: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build_task = suite.build_task
    change = edit("tasks/dispatch/task.yaml", "Take the parcels", "Carry the parcels")

    def edited_meanwhile(*arguments):
        done = build_task(*arguments)
        change()
        return done

    edit("tasks/dispatch/task.yaml", "Send the parcels", "Take the parcels")()
    monkeypatch.setattr(suite, "build_task", edited_meanwhile)
    again()
    monkeypatch.setattr(suite, "build_task", build_task)
    works.clear()
    again()
    assert works == ["dispatch", "pages"]
    assert "Carry the parcels" in (place / "generated/dispatch/agent/brief.md").read_text(encoding="utf-8")


DAMAGES = {
    "empty": lambda text: "",
    "half": lambda text: text[: len(text) // 2],
    "no object": lambda text: "[1]",
    "deep": lambda text: "[" * 100_000,
    "not text": lambda text: text.replace("d", "\udcff", 1),
    "another status": lambda text: text.replace('"status": 0', '"status": 3'),
    "another line": lambda text: text.replace("2 relevant", "3 relevant"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("path", [RECORD, PAGES], ids=["task", "pages"])
def test_a_damaged_record_is_said_and_costs_a_build(works: list[str], path: Path, damage) -> None:
    good = path.read_bytes()
    text = damage(good.decode())
    if text == good.decode():
        assert path is PAGES, "the pages' record has no line of a task"
        return
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = again()
    assert result.exit_code == 0
    assert result.stderr == f"{path}: this record of an earlier build is damaged; that build is done again.\n"
    assert works == (["dispatch"] if path is RECORD else ["pages"])
    assert path.read_bytes() == good


def test_a_record_of_another_version_is_passed_over(works: list[str]) -> None:
    RECORD.write_text(json.dumps({"schema": SCHEMA[:-1] + "999", "new": True}), encoding="utf-8")
    result = again()
    assert (result.stderr, works) == ("", ["dispatch"])


def test_a_record_of_another_task_is_passed_over(place: Path, works: list[str]) -> None:
    write_dispatch(place / "tasks", *GOOD, name="second")
    again()
    works.clear()
    shutil.copy(RECORD, RECORD.with_name("second.build.json"))
    assert again().exit_code == 0
    assert works == ["second"]


def test_a_folder_in_the_records_place(works: list[str]) -> None:
    RECORD.unlink()
    RECORD.mkdir()
    assert again().exit_code == 0
    assert works[:1] == ["dispatch"]


def test_only_what_changed_is_built(place: Path, works: list[str]) -> None:
    for name in ("alpha", "omega"):
        write_dispatch(place / "tasks", *GOOD, name=name)
    in_full = again()
    works.clear()
    edit("tasks/alpha/task.yaml", "Send the parcels", "Take the parcels")()
    result = again()
    assert works == ["alpha", "pages"]
    names = [line.partition(":")[0] for line in result.stdout.splitlines()]
    assert names == ["alpha", "dispatch", "omega"] == [line.partition(":")[0] for line in in_full.stdout.splitlines()]


@pytest.mark.parametrize("page", ["inventory.md", "report.html"])
def test_an_edited_page_is_rendered_again(works: list[str], page: str) -> None:
    path = Path("generated", page)
    before = path.read_bytes()
    path.write_bytes(before + b"by hand\n")
    again()
    assert works == ["pages"]
    assert path.read_bytes() == before


def test_pages_follow_a_neighbour_that_is_not_built(place: Path, works: list[str]) -> None:
    write_dispatch(place / "tasks", *GOOD, name="second")
    again()
    works.clear()
    again(paths=("tasks/dispatch",))
    assert works == []
    shutil.rmtree("generated/second")
    again(paths=("tasks/dispatch",))
    assert works == ["pages"]
    assert "second" not in Path("generated/inventory.md").read_text(encoding="utf-8")


def test_a_damaged_neighbour_is_said_every_time(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD, name="second")
    again()
    Path("generated/second/labels.json").write_bytes(b"\xff{")
    first, second = again(paths=("tasks/dispatch",)), again(paths=("tasks/dispatch",))
    assert first.exit_code == second.exit_code == 2
    assert "second/labels.json is damaged: " in first.stderr
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)


def test_a_task_that_fails_fails_again(place: Path, works: list[str]) -> None:
    write_dispatch(place / "tasks", Line("H1", "resource_out", VAN_2, "colour: red"))
    first, second = again(), again()
    assert first.exit_code == second.exit_code == 2
    assert first.stderr == second.stderr
    assert "dispatch" in works


def test_open_labels_end_with_the_same_messages_and_status(place: Path, works: list[str]) -> None:
    """A solve of no time leaves intervals; what is known then is built once more before it is left alone."""
    shutil.rmtree(place / "tasks")
    shutil.copytree(TASKS / "hard2b_r101_25", place / "tasks" / "hard2b_r101_25")
    edit("tasks/hard2b_r101_25/task.yaml", "split: hard", "split: frontier-B\ntime_limit: 0.02")()
    for _ in range(3):
        again()
    works.clear()
    last = again()
    assert works == []
    shutil.rmtree(RECORD.parent)
    in_full = again()
    assert (last.stdout, last.stderr, last.exit_code) == (in_full.stdout, in_full.stderr, in_full.exit_code)
    assert "lies between" in last.stderr


def test_a_task_with_code_of_its_own_is_always_built(place: Path, works: list[str]) -> None:
    family = TASKS.parent / "compiler" / "ask2decide" / "families" / "menu.py"
    shutil.copy(family, place / "tasks" / "dispatch" / "model.py")
    first, second = again("--allow-code"), again("--allow-code")
    assert first.exit_code == second.exit_code, first.stderr
    assert works.count("dispatch") == 2


def test_a_twin_is_found_and_the_lock_is_an_input(place: Path, works: list[str]) -> None:
    write_dispatch(place / "tasks", Line("H1", "resource_out", VAN_2, "twin: auto"), MORE)
    assert again().exit_code == 0
    assert again().exit_code == 0
    works.clear()
    assert again().exit_code == 0
    assert works == []
    lock = place / "tasks" / "dispatch" / "twins.lock.yaml"
    before = lock.read_bytes()
    lock.unlink()
    assert again().exit_code == 0
    assert works[:1] == ["dispatch"]
    assert lock.read_bytes() == before


def test_two_builds_at_once(place: Path) -> None:
    final = contents(place)
    shutil.rmtree(place / "generated")
    results = []
    threads = [threading.Thread(target=lambda: results.append(run("tasks", cwd=place))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.returncode for result in results] == [0, 0], [result.stderr for result in results]
    assert contents(place) == final


def test_an_interrupted_record_leaves_the_old_one(place: Path, works: list[str], monkeypatch) -> None:
    before = RECORD.read_bytes()
    edit("tasks/dispatch/task.yaml", "Send the parcels", "Take the parcels")()

    def cut_off(*arguments):
        raise OSError("no space left")

    monkeypatch.setattr("ask2decide.unchanged.record.os.replace", cut_off)
    result = again()
    assert result.exit_code == 2
    assert "cannot be written: " in result.stderr
    assert RECORD.read_bytes() == before


def test_the_part_of_a_killed_build_goes(place: Path, works: list[str]) -> None:
    left = RECORD.with_name(f".{RECORD.name}.1.2.part")
    RECORD.rename(left)
    again()
    assert works == ["dispatch"]
    assert not left.exists()


def test_an_output_folder_inside_the_task_is_no_input(place: Path, works: list[str], monkeypatch) -> None:
    monkeypatch.chdir(place / "tasks" / "dispatch")
    again("--out", "made", paths=("task.yaml",))
    works.clear()
    again("--out", "made", paths=("task.yaml",))
    assert works == []
