from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.errors import SpecError, UsageError
from ask2decide.spec import Split
from ask2decide.task_folders import discover_tasks
from ask2decide.variants.load import load_task
from ask2decide.variants.lock import LOCK_FILE, LockedTwin, lock_text
from ask2decide.variants.theta import variant
from tests.spec.diagnostic_cases import CASES, copy_of_parcels


@pytest.fixture
def task(tmp_path: Path) -> Path:
    return copy_of_parcels(tmp_path)


def test_good_task(task: Path) -> None:
    loaded = load_task(task / "task.yaml", allow_code=True)
    assert (loaded.task.name, loaded.task.split, loaded.family.name) == ("parcels", Split.EASY, "parcels")
    assert [item.id for item in loaded.task.hidden] == ["H1", "H2", "S1"]
    first, second, rule = loaded.task.hidden
    assert first.note == "the florist's box is taken from 09:30 to 10:10, not from 09:00."
    assert [operation.value for operation in first.patch] == [90, 130]
    assert first.wants_twin
    assert first.about == ("P1",)
    assert len(second.patches) == 2
    assert rule.template is None
    assert loaded.task.expect["H1"].conditional == "relevant"
    changed = variant(loaded.task.hidden, ["H1", "S1"], loaded.data)
    assert (changed["parcels"]["P1"]["opens"], changed["rules"]["most_parcels"]) == (90, 2)


def test_task_code_needs_permission(task: Path) -> None:
    with pytest.raises(UsageError, match=r"model\.py is code that the task would run\. Fix: .*--allow-code"):
        load_task(task)


def test_task_code_is_not_run_without_permission(task: Path) -> None:
    witness = task / "ran"
    (task / "model.py").write_text(f"open({str(witness)!r}, 'w')\n")
    with pytest.raises(UsageError, match="--allow-code"):
        load_task(task)
    assert not witness.exists()


def test_task_code_that_leads_outside_is_refused(task: Path) -> None:
    (task / "model.py").rename(task.parent / "model.py")
    (task / "model.py").symlink_to(task.parent / "model.py")
    with pytest.raises(UsageError, match="leads outside the folder"):
        load_task(task, allow_code=True)


def test_task_code_that_fails(task: Path) -> None:
    (task / "model.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(UsageError, match=r"model\.py cannot be imported: ModuleNotFoundError"):
        load_task(task, allow_code=True)


def test_unknown_family_without_code(task: Path) -> None:
    (task / "model.py").unlink()
    with pytest.raises(SpecError, match="there is no family 'parcels'"):
        load_task(task)


def locked(task: Path, **changes: object) -> LockedTwin:
    original = {"parcel": "P1", "opens": "09:30", "closes": "10:10"}
    entry = LockedTwin("window_moved", original, {"parcel": "P2", "opens": 60, "closes": 160, **changes})
    (task / LOCK_FILE).write_text(lock_text({"H1": entry}), encoding="utf-8")
    return entry


def test_locked_twin_stands_after_its_original(task: Path) -> None:
    entry = locked(task)
    loaded = load_task(task, allow_code=True)
    assert [item.id for item in loaded.task.hidden] == ["H1", "H1_twin", "H2", "S1"]
    original, twin = loaded.task.hidden[:2]
    assert not original.wants_twin
    assert (twin.twin_of, twin.kind, twin.template) == ("H1", original.kind, entry.use)
    assert twin.note == "the tailor's bag is taken from 09:00 to 10:40, not from 08:30."
    assert loaded.lock == {"H1": entry}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("task.yaml", '"09:30"', '"09:40"'),
        ("records.yaml", "  P2: {label", "  P7: {label"),
        ("task.yaml", "[{op: add, path: /rules/most_parcels, value: 2}]", "[{op: remove, path: /parcels/P2}]"),
    ],
    ids=["the original changed", "the twin's object is gone", "another item removes the twin's object"],
)
def test_stale_lock_is_ignored(task: Path, name: str, old: str, new: str) -> None:
    locked(task)
    file = task / name
    text = file.read_text()
    assert old in text
    text = text.replace(old, new).replace("P1: {P2: 2, P3: 1}", "P1: {P3: 1}").replace("  P2: {P3: 1.5}\n", "")
    file.write_text(text)
    loaded = load_task(task, allow_code=True)
    assert [item.id for item in loaded.task.hidden] == ["H1", "H2", "S1"]
    assert loaded.task.hidden[0].wants_twin
    assert loaded.lock == {}


def test_discover(tmp_path: Path, task: Path) -> None:
    shutil.copytree(task, tmp_path / "another")
    (tmp_path / "empty").mkdir()
    assert discover_tasks(tmp_path) == [tmp_path / "another", task]
    assert discover_tasks(task) == [task]
    assert discover_tasks(task / "task.yaml") == [task]
    with pytest.raises(UsageError, match=r"There is no task at .*empty"):
        discover_tasks(tmp_path / "empty")
    with pytest.raises(UsageError, match=r"There is nothing at .*none"):
        discover_tasks(tmp_path / "none")
    with pytest.raises(UsageError, match=r"There is no task at .*records\.yaml"):
        discover_tasks(task / "records.yaml")


def test_discover_by_name(tmp_path: Path, task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    shutil.copytree(task, here / "tasks" / "parcels")
    shutil.copytree(task, here / "tasks" / "letters")
    shutil.copytree(task, here / "letters")
    assert discover_tasks(Path("parcels")) == [Path("tasks/parcels")]
    assert discover_tasks(Path("letters")) == [Path("letters")], "a path wins"
    (here / "parcels").mkdir()
    assert discover_tasks(Path("parcels")) == [Path("tasks/parcels")], "a folder that holds no task hides none"
    with pytest.raises(UsageError, match=r"There is nothing at parcel\. Fix: write 'parcels'\."):
        discover_tasks(Path("parcel"))
    with pytest.raises(UsageError, match=r"There is nothing at tasks/letter\. Fix: write 'letters'\."):
        discover_tasks(Path("tasks/letter"))
    (here / "tasks").rename(here / "mine")
    with pytest.raises(UsageError, match=r"There is nothing at mine/letter\. Fix: write 'mine/letters'\."):
        discover_tasks(Path("mine/letter"))


def test_a_template_may_not_take_a_taken_name(task: Path) -> None:
    text = (task / "items.yaml").read_text()
    (task / "items.yaml").write_text(text + "window_moved: {about: [P1], note: Again.}\n")
    with pytest.raises(SpecError, match="the key 'window_moved' already stands in line 1"):
        load_task(task, allow_code=True)


SNIPPETS = st.sampled_from(
    ["\n", " ", "  ", ":", "- ", "{", "}", "[", "]", "'", '"', "#", "|", "&a ", "*a", "!t ", "~", "0", "01", ".nan",
     "twin_of: H1", "after: [H1]", "{{ x }}", "{% if %}", "\t", "/", "~2", "é", "\x00", "true", "- 7\n", "P9", "-"]
)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_mutated_specs_are_read_or_reported(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """No traceback: a changed task loads, or its mistakes come as SpecError or UsageError."""
    task = copy_of_parcels(tmp_path_factory.mktemp("mutated"))
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(["task.yaml", "task.yaml", "items.yaml", "records.yaml"]))
        text = (task / name).read_bytes().decode()
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        (task / name).write_bytes((text[:at] + data.draw(SNIPPETS) + text[at + cut :]).encode())
    try:
        loaded = load_task(task, allow_code=True)
    except SpecError as error:
        unfixed = [mistake for mistake in error.diagnostics if not (mistake.cause and mistake.fix)]
    except UsageError as error:
        unfixed = [] if error.fix else [error]
    else:
        unfixed = [] if loaded.task.hidden else [loaded]
    assert unfixed == []


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_random_specs_are_reported(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    task = copy_of_parcels(tmp_path_factory.mktemp("random"))
    (task / "task.yaml").write_bytes(content)
    with pytest.raises(SpecError, match="Fix: "):
        load_task(task, allow_code=True)


def test_cases_folder_is_itself_untouched() -> None:
    assert not (CASES / "parcels" / "twins.lock.yaml").exists()
