"""``ask2decide explain``: word for word on shipped tasks, from their stored solves; what it refuses, and how.

``python -m tests.cli.test_explain`` writes the golden texts again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ask2decide.cli import ask2decide
from tests.cli.running import command, done
from tests.driving import GOOD, ROOT, contents, write_dispatch
from tests.emit.test_report import Reader

GOLDEN = ROOT / "tests" / "golden" / "explain"
SHIPPED = (("easy1_dispatch", "H1"), ("medium6_candy_blend", "H1"))
"""A menu whose best plan breaks a rule, and a blend that Eq. 3 labels: each has one best plan, whoever solves it."""


def explain(*arguments: object) -> Result:
    words = ["explain", *(str(argument) for argument in arguments)]
    return CliRunner().invoke(ask2decide, words, prog_name="ask2decide")


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("task", "item"), SHIPPED)
def test_shipped_items_are_explained_from_the_stored_solves(task: str, item: str) -> None:
    before = contents(ROOT / "generated" / task)
    result = explain(task, item)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert result.stdout == (GOLDEN / f"{task}.{item}.txt").read_text(encoding="utf-8")
    assert contents(ROOT / "generated" / task) == before


@pytest.mark.usefixtures("home")
def test_routes_have_several_best_plans_and_one_explanation_of_their_worth() -> None:
    result = explain("hard2b_r101_25", "H2")
    assert result.exit_code == 0, result.output
    kept = (GOLDEN / "hard2b_r101_25.H2.part.txt").read_text(encoding="utf-8").splitlines()
    said = result.stdout.splitlines()
    assert [line for line in said if line in kept] == kept
    assert "which is closed." in result.stdout.split("Conditional")[1]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("task", "item"), SHIPPED)
def test_the_numbers_are_those_of_the_labels(task: str, item: str) -> None:
    labels = json.loads((ROOT / "generated" / task / "labels.json").read_text(encoding="utf-8"))
    text = (GOLDEN / f"{task}.{item}.txt").read_text(encoding="utf-8")
    for side in ("standalone", "conditional"):
        assert f"({labels['items'][item][side]['upper']})\n" in text
        assert f"So the regret is exactly {labels['items'][item][side]['upper']}, about" in text


def test_a_page_is_written_and_nothing_else(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    result = explain("dispatch", "H1", "--html", "pages/h1.html")
    assert result.exit_code == 0, result.output
    assert "The page is pages/h1.html." in result.stderr
    assert sorted(path.name for path in place.rglob("*") if path.is_file()) == ["h1.html", "records.yaml", "task.yaml"]
    page = Reader((place / "pages/h1.html").read_text(encoding="utf-8"))
    assert page.tags.count("figure") == 4
    assert "dispatch, H1, relevant" in page.texts


def test_without_a_package_the_solves_are_counted(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    result = explain("tasks/dispatch/task.yaml", "H2")
    assert result.exit_code == 0
    assert "solves that the package does not hold; `ask2decide-build` keeps them." in result.stderr


def test_a_background_of_ones_own(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    result = explain("dispatch", "H1", "--given", "H2")
    assert result.exit_code == 0
    assert "Regret, when H2 is known: " in result.stdout
    assert "they are not kept" in result.stderr
    alone = explain("dispatch", "H1", "--given", "").stdout
    both = explain("dispatch", "H1").stdout
    standalone = both[both.index("Standalone") : both.index("\nConditional")]
    assert alone.endswith(standalone)


def test_a_task_that_fails_its_checks_is_explained_with_the_reason(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD, expect="expect:\n  H1: {standalone: zero}\n")
    result = explain("dispatch", "H1")
    assert result.exit_code == 0
    assert "dispatch expects the standalone regret of H1 to be zero, and it is 14/61." in result.stderr
    assert "Standalone regret, when nothing else is known: 23 % (14/61)" in result.stdout


WRONG = [
    (["dispach", "H1"], "There is no task 'dispach'. Fix: write 'dispatch'."),
    (["dispatch", "H11"], "dispatch has no item 'H11'. Fix: write 'H1'."),
    (["tasks", "H1"], "There is no task at tasks. Fix: write 'dispatch'."),
    (["nowhere/dispatch", "H1"], "There is no task 'nowhere/dispatch'. Fix: name the folder that holds its task.yaml."),
    (["dispatch", "H1", "--given", "H2,H9"], "dispatch has no item 'H9'. Fix: use one of the items H1, H2, H3."),
    (["dispatch", "H9", "--given", ""], "dispatch has no item 'H9'. Fix: use one of the items H1, H2, H3."),
    (["dispatch", "H1", "--html", "tasks"], "tasks is a folder. Fix: name a file with --html."),
    (["dispatch", "H1", "--given", "", "--html", "tasks/dispatch/task.yaml/x"], "cannot be written: "),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_what_is_wrong_is_refused_with_a_remedy(place: Path, arguments: list[str], message: str) -> None:
    write_dispatch(place / "tasks", *GOOD)
    before = contents(place)
    result = explain(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert result.stdout == ""
    assert contents(place) == before


if __name__ == "__main__":
    os.chdir(ROOT)
    GOLDEN.mkdir(exist_ok=True)
    for name, hidden in SHIPPED:
        (GOLDEN / f"{name}.{hidden}.txt").write_text(explain(name, hidden).stdout, encoding="utf-8")


@pytest.mark.parametrize("name", ["task.yaml", "notes.txt", "link.html"])
def test_a_page_replaces_an_earlier_page_and_nothing_else(tmp_path: Path, name: str) -> None:
    folder = write_dispatch(tmp_path, *GOOD)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "link.html").symlink_to(folder / "task.yaml")
    file = folder / name if name == "task.yaml" else tmp_path / name
    before = file.read_bytes()
    refused = command("explain", folder, "H1", "--html", file)
    assert refused.exit_code == 2
    assert f"{file} is there already, and is no HTML page. Fix: name another file with --html." in refused.stderr
    assert file.read_bytes() == before
    page = tmp_path / "page.html"
    for _ in range(2):
        done("explain", folder, "H1", "--html", page)
