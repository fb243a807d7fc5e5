"""Items go into an author's file; everything else in it stays as it was."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from ask2decide.authoring import suggest_write
from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.authoring.suggest_write import with_items, write_items
from ask2decide.errors import SpecError, UsageError
from ask2decide.family import Effect
from ask2decide.spec import Item, Kind, TemplateUse
from ask2decide.spec.yaml_reader import parse_yaml
from ask2decide.variants.load import load_task
from tests.authoring.benches import dispatch
from tests.driving import GOOD, TASKS, contents


def candidate(name: str, use: str, twin_of: str | None = None, **arguments: object) -> Candidate:
    item = Item(name, Kind.SUDDEN_ACCIDENT, ("van_1",), "", ((),), twin_of=twin_of)
    return Candidate(item, TemplateUse(use, arguments), Effect.VALUE)


ADDED = (
    candidate("X1", "resource_out", resource="van_1", reason="it broke: down"),
    candidate("X2", "units_changed", "X1", resource="taxi", limit=3, units="09:10"),
)
DATA = [
    {
        "id": "X1",
        "kind": "sudden_accident",
        "use": "resource_out",
        "with": {"resource": "van_1", "reason": "it broke: down"},
    },
    {
        "id": "X2",
        "kind": "sudden_accident",
        "twin_of": "X1",
        "use": "units_changed",
        "with": {"resource": "taxi", "limit": 3, "units": "09:10"},
    },
]

FORMS = {
    "a block": "hidden:\n  - id: A\n    kind: x\n",
    "a block without indentation": "hidden:\n- id: A\n  kind: x\nexpect: {}\n",
    "a block far in": "hidden:\n      -   id: A\n          kind: x\n",
    "a comment after the list": "hidden:\n  - id: A  # the first\n  # to come: B\n\n# expectations\nexpect: {}\n",
    "a flow mapping over two lines": "hidden:\n  - id: A\n    with: {a: 1,\n           b: 2}  # both\nexpect: {}\n",
    "a comment below the last item": "hidden:\n  - id: A\n  # - id: B\n  #   kind: y\n# C\nexpect: {}\n",
    "a folded text last": "hidden:\n  - id: A\n    note: >-\n      two\n      lines\n\n# c\nexpect: {}\n",
    "a literal text last": "hidden:\n  - id: A\n    note: |\n      two\n      lines\n\nexpect: {}\n",
    "no value last": "hidden:\n  - id: A\n    with:\n",
    "no newline at the end": "hidden:\n  - id: A",
    "an empty list": "hidden: []\n",
    "an empty list with a comment": "a: 1\nhidden: [ ]   # none yet\nexpect: {}\n",
    "an empty list in the next line": "hidden:\n  []\nexpect: {}\n",
    "a flow list": "hidden: [{id: A}, {id: B}]\nexpect: {}\n",
    "a flow list over lines": "hidden: [\n  {id: A},  # a\n  {id: B},  # b\n]\nexpect: {}\n",
    "lines that end as on Windows": "hidden:\r\n  - id: A\r\n# c\r\nexpect: {}\r\n",
    "a byte order mark": "\ufeffhidden:\n  - id: A\n",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_items_come_last_and_nothing_else_changes(text: str) -> None:
    new = with_items(text, ADDED)
    before, after = (parse_yaml(one.removeprefix("\ufeff"), "task.yaml") for one in (text, new))
    assert after.diagnostics == ()
    assert after.data == {**before.data, "hidden": [*before.data["hidden"], *DATA]}
    comments = [part for line in text.splitlines() if "#" in line for part in [line[line.index("#") :]]]
    assert [line[line.index("#") :] for line in new.splitlines() if "#" in line] == comments
    assert ("\r\n" in text) == ("\r\n" in new)
    assert "\r" not in new.replace("\r\n", "")


@pytest.mark.parametrize("name", sorted(path.parent.name for path in TASKS.glob("*/task.yaml")))
def test_shipped_tasks_only_gain_lines(name: str) -> None:
    old = (TASKS / name / "task.yaml").read_text(encoding="utf-8")
    new = with_items(old, ADDED)
    changes = [line for line in difflib.ndiff(old.splitlines(), new.splitlines()) if line[0] in "+-"]
    assert {line[0] for line in changes} == {"+"}
    assert len(changes) == 9


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("hidden:\n  - id: A\n  # the same without a template:\n  # - id: B\n\n# more\n", "  # - id: B\n"),
        ("hidden:\n  - id: A\n    # of A\n# more\n", "    # of A\n"),
        ("hidden:\n  - id: A\n\n  # later\n", "  - id: A\n"),
        ("hidden:\n- id: A\n# what must hold\nexpect: {}\n", "- id: A\n"),
    ],
    ids=["below the last item", "of its keys", "apart from it", "of the next key"],
)
def test_items_stand_behind_the_comments_of_the_last_one(text: str, before: str) -> None:
    new = with_items(text, ADDED[:1])
    start = new.index("- id: X1")
    assert new[:start].rstrip(" ").endswith(before)


def test_writing_keeps_the_rest_of_the_file_byte_for_byte(tmp_path: Path) -> None:
    file = dispatch(tmp_path, *GOOD) / "task.yaml"
    old = file.read_bytes()
    taken = candidate("X1", "resource_out", resource="taxi", reason="it broke down")
    write_items(file, [taken], load_task)
    new = file.read_bytes()
    assert new.startswith(old.rstrip())
    assert load_task(file).task.ids[-1] == "X1"
    assert sorted(path.name for path in file.parent.iterdir()) == ["records.yaml", "task.yaml"]


def test_a_file_that_would_not_pass_its_checks_is_not_written(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, *GOOD)
    before = contents(folder)
    wrong = candidate("X1", "resource_out", resource="van_99", reason="it broke down")
    with pytest.raises(SpecError, match=r"task\.yaml:\d+: hidden\[3\]\.with\.resource: .*Nothing was written\."):
        write_items(folder / "task.yaml", [wrong], load_task)
    clash = candidate("X1", "resource_out", resource="van_2", reason="it broke down")
    with pytest.raises(SpecError, match=r"'H1' and 'X1' both touch"):
        write_items(folder / "task.yaml", [clash], load_task)
    assert contents(folder) == before


def test_a_file_that_changes_meanwhile_is_left_to_its_author(tmp_path: Path) -> None:
    file = dispatch(tmp_path, *GOOD) / "task.yaml"

    def load(trial: Path) -> None:
        file.write_text(file.read_text(encoding="utf-8") + "# a thought\n", encoding="utf-8")

    taken = candidate("X1", "resource_out", resource="taxi", reason="it broke down")
    with pytest.raises(UsageError, match="was changed meanwhile"):
        write_items(file, [taken], load)
    assert file.read_text(encoding="utf-8").endswith("# a thought\n")
    assert "X1" not in file.read_text(encoding="utf-8")


def test_a_link_is_refused(tmp_path: Path) -> None:
    file = dispatch(tmp_path, *GOOD) / "task.yaml"
    kept = file.rename(tmp_path / "elsewhere.yaml")
    file.symlink_to(kept)
    with pytest.raises(UsageError, match="is a link"):
        write_items(file, ADDED[:1], load_task)


def test_a_kill_between_check_and_rename_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = dispatch(tmp_path, *GOOD)
    before = contents(folder)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(suggest_write, "write_folder", killed)
    taken = candidate("X1", "resource_out", resource="taxi", reason="it broke down")
    with pytest.raises(KeyboardInterrupt):
        write_items(folder / "task.yaml", [taken], load_task)
    assert contents(folder) == before
