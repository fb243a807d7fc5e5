"""``twin: auto``: found, locked, proved again without a search; searched again when the lock no longer holds."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.driving import BIKE, GOOD, MORE, OUT, VAN_2, Line, build, built, contents, without_records, write_dispatch

WANTING = Line("H1", "resource_out", VAN_2, "twin: auto")
FOUND = 'twin: {resource: van_3, reason: "its clutch gave way on the way in"}'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def task(place: Path) -> Path:
    """A task with a twin found and locked."""
    folder = write_dispatch(place, WANTING, MORE)
    built("dispatch")
    return folder


def limited(name: str, resource: str, limit: int) -> Line:
    return Line(name, "units_changed", f"{{resource: {resource}, limit: {limit}, units: units, reason: so they say}}")


def lock(task: Path) -> Path:
    return task / "twins.lock.yaml"


def items(task: Path) -> dict:
    return json.loads(Path("generated", task.name, "labels.json").read_text(encoding="utf-8"))["items"]


def test_found_and_locked(task: Path) -> None:
    assert FOUND in lock(task).read_text(encoding="utf-8")
    found = items(task)
    assert list(found) == ["H1", "H1_twin", "H2"]
    assert found["H1_twin"]["twin_of"] == "H1"
    assert found["H1_twin"]["role"] == "twin"
    for side in ("standalone", "conditional"):
        assert (found["H1_twin"][side]["upper"], found["H1_twin"][side]["method"]) == ("0", "witness")
    assert found["H1"]["conditional"]["lower"] == "4/29"


def test_the_next_build_only_proves_it_again(task: Path) -> None:
    before = contents(task.parent)
    assert re.search(r"; 0 solves, \d+ from the store$", built("dispatch").stdout.strip())
    assert contents(task.parent) == before
    # Without a store: the solves of the proofs, and none of a search.
    solves = len(list(Path("generated/dispatch/solves").iterdir()))
    assert re.search(rf"; {solves} solves$", built("dispatch", "--fresh").stdout.strip())
    assert contents(task.parent) == before


def test_lock_deleted(task: Path) -> None:
    before = contents(task.parent)
    lock(task).unlink()
    assert build("dispatch", "--check").exit_code == 1
    assert not lock(task).exists()
    built("dispatch")
    assert contents(task.parent) == before


def test_the_original_has_changed(task: Path) -> None:
    text = (task / "task.yaml").read_text(encoding="utf-8")
    (task / "task.yaml").write_text(text.replace("its clutch gave way on the way in", "it has a flat tyre"), "utf-8")
    assert build("dispatch", "--check").exit_code == 1
    built("dispatch")
    assert 'twin: {resource: van_3, reason: "it has a flat tyre"}' in lock(task).read_text(encoding="utf-8")


@pytest.mark.parametrize("other", ["cargo_bike", "van_1"], ids=["worth more", "no plan is feasible with it"])
def test_a_locked_twin_that_is_not_zero(task: Path, other: str) -> None:
    before = contents(task.parent)
    text = lock(task).read_text(encoding="utf-8")
    lock(task).write_text(text.replace("twin: {resource: van_3", f"twin: {{resource: {other}"), encoding="utf-8")
    if other == "cargo_bike":  # the bike is taken by H2, so the lock does not fit and is dropped without a word
        built("dispatch")
    else:
        result = built("dispatch")
        assert "dispatch: no plan is feasible with a locked twin; twins are searched for again." in result.stderr
    assert contents(task.parent) == before


def test_a_locked_twin_that_has_come_to_matter(task: Path) -> None:
    """Without the bike's battery, the third van is needed once the second is out."""
    write_dispatch(task.parent, WANTING)
    result = build("dispatch")
    assert "dispatch: the locked twins are no longer worth 0; twins are searched for again." in result.stderr
    assert result.exit_code == 0, result.output
    assert FOUND not in lock(task).read_text(encoding="utf-8")
    assert items(task)["H1_twin"]["conditional"]["upper"] == "0"


def test_no_twin_exists(place: Path) -> None:
    """The taxi and the bike are taken; the third van is needed once the second is out, and the first always."""
    folder = write_dispatch(place, WANTING, limited("H2", "taxi", 3), limited("H3", "cargo_bike", 3))
    result = build("dispatch")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.strip() == (
        "dispatch: no twin of H1 has both regrets exactly 0 beside the other items (candidates tried: 2). "
        "The closest, with their regrets: "
        "1/15 for “Van 3 is out today: its clutch gave way on the way in.”; "
        "no feasible plan for “Van 1 is out today: its clutch gave way on the way in.”. "
        "Fix: change that item, or spell out a twin with `twin_of`.\n"
        "dispatch: nothing was written for this task. `ask2decide explain dispatch H1` says why H1 is worth what it "
        "is; `ask2decide suggest dispatch` lists other items, with twins."
    )
    assert not lock(folder).exists()
    assert without_records(contents(place / "generated")) == {}


def test_items_that_leave_no_plan_beside_a_lock(task: Path) -> None:
    """The locked twin is not to blame, and is not spoken of."""
    text = (task / "task.yaml").read_text(encoding="utf-8")
    out = Line("H9", "resource_out", "{resource: van_1, reason: of rust}")
    (task / "task.yaml").write_text(text + out.text, encoding="utf-8")
    result = build("dispatch")
    assert result.exit_code == 1
    assert "no plan is feasible with H1 (line 7) and H9 (line 16) together." in result.stderr
    assert "twin" not in result.stderr
    assert "dispatch: nothing was written: its package is as it was." in result.stderr


def test_no_other_object(place: Path) -> None:
    others = ("taxi", "cargo_bike", "van_1", "van_3")
    write_dispatch(place, WANTING, *(limited(f"H{n}", name, 3) for n, name in enumerate(others, start=2)))
    result = build("dispatch")
    assert result.exit_code == 1
    assert "hidden[0]: H1 has no twin: its template has no other object to name. Fix: " in result.stderr


def test_two_twins_at_once(place: Path) -> None:
    folder = write_dispatch(place, WANTING, Line("H2", "units_changed", BIKE, "twin: auto"))
    built("dispatch")
    found = items(folder)
    assert list(found) == ["H1", "H1_twin", "H2", "H2_twin"]
    for twin in ("H1_twin", "H2_twin"):
        assert {found[twin][side]["upper"] for side in ("standalone", "conditional")} == {"0"}
    assert re.findall(r"^(\w+):$", lock(folder).read_text(encoding="utf-8"), re.MULTILINE) == ["H1", "H2"]
    assert "; 0 solves" in built("dispatch").stdout


def test_one_of_two_locked(place: Path, task: Path) -> None:
    write_dispatch(place, WANTING, Line("H2", "units_changed", BIKE, "twin: auto"))
    built("dispatch")
    both = contents(place)
    text = lock(task).read_text(encoding="utf-8")
    lock(task).write_text(text[: text.index("H2:")], encoding="utf-8")
    built("dispatch")
    assert contents(place) == both


def test_a_twin_has_a_question_of_its_own(place: Path) -> None:
    """The third van would do, but a question about it already leads to another item."""
    write_dispatch(place, WANTING, MORE, Line("H3", "price_changed", "{resource: van_3, price: 53, unit: $ a round}"))
    result = built("dispatch")
    notes = json.loads(Path("generated/dispatch/operator/notes.json").read_text(encoding="utf-8"))
    abouts = [set(note["about"]) for note in notes["notes"]]
    assert all(first != second for first, second in combinations(abouts, 2)), result.output
    assert items(Path("dispatch"))["H1_twin"]["conditional"]["upper"] == "0"
    assert abouts[1] == {"taxi"}


def test_spelled_out_twins_need_no_lock(place: Path) -> None:
    folder = write_dispatch(place, *GOOD)
    built("dispatch")
    assert not lock(folder).exists()
    assert OUT in GOOD
