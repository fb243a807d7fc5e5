"""``ask2decide verify``: what it prints, and its exit status."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ask2decide.cli import ask2decide
from tests.judge.test_package import written

ROOT = Path(__file__).resolve().parents[2]
EASY = ROOT / "generated" / "easy1_dispatch"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(ask2decide, ["verify", *map(str, arguments)])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EASY, tmp_path / "generated" / EASY.name))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_folder_of_packages_prints_a_line_each() -> None:
    result = run(ROOT / "generated")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.partition(":")[0] for line in lines] == sorted(line.partition(":")[0] for line in lines)
    assert any(
        line.startswith(
            "easy1_dispatch: 8 labels and 4 verdicts recomputed, 11 of 11 optima attained by a checked plan, "
        )
        and line.endswith("; all agree")
        for line in lines
    )


def test_a_disagreement_names_the_label_both_numbers_and_both_sources(copy: Path) -> None:
    change(copy / "certificates/H1.standalone.json", '"lower": "14/61"', '"lower": "13/61"')
    result = run(copy)
    assert result.exit_code == 1
    assert (
        "easy1_dispatch: the standalone regret of H1, its lower is 14/61 by labels.json items.H1.standalone.lower, "
        "but 13/61 by certificates/H1.standalone.json regret.lower."
    ) in result.output


def test_json_lists_what_rests_on_a_solvers_word(copy: Path) -> None:
    result = run(copy, "--json")
    (package,) = json.loads(result.output)["packages"]
    assert package["labels"] == 8
    assert package["disagreements"] == []
    assert {entry["word_of"].partition(" ")[0] for entry in package["on_a_solvers_word"]} == {"highs"}
    assert {entry["kind"] for entry in package["on_a_solvers_word"]} == {"optimum", "verdict"}


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("labels.json", '"optima"', '"optimum"', "labels.json is damaged: "),
        ("certificates/H1.standalone.json", '"schema"', '"schemas"', r"H1.standalone.json is damaged: "),
        ("operator/notes.json", "{", "[", "notes.json is damaged: "),
        ("labels.json", '"14/61"', '"28/122"', "the number '28/122' is written 14/61"),
        ("certificates/H1.standalone.json", '"choice"', '"choices"', "optimum_plan|none"),
    ],
)
def test_damage_is_told_apart(copy: Path, file: str, old: str, new: str, message: str) -> None:
    change(copy / file, old, new)
    result = run(copy)
    assert result.exit_code == (1 if "|" in message else 2)
    assert any(part in result.output for part in message.split("|"))


def test_one_damaged_package_does_not_hide_the_others(copy: Path) -> None:
    other = Path(shutil.copytree(copy, copy.parent / "another"))
    (other / "labels.json").unlink()
    result = run(copy.parent)
    assert result.exit_code == 2
    assert "another: not checked." in result.output
    assert "easy1_dispatch: 8 labels" in result.output


def test_a_path_without_packages_is_a_wrong_command(tmp_path: Path) -> None:
    assert run(tmp_path).exit_code == 2
    assert "There is no task package in" in run(tmp_path).output
    assert "There is no folder" in run(tmp_path / "nowhere").output


def test_a_sentence_of_a_note_must_not_reach_the_agent(copy: Path) -> None:
    with (copy / "agent/brief.md").open("a", encoding="utf-8") as file:
        file.write("\nVan 2 is out today: its\nclutch gave way on the way in.\n")
    result = run(copy)
    assert result.exit_code == 1
    assert "of H1 is shown to the agent by agent/brief.md, but hidden by operator/notes.json notes." in result.output


def test_todays_true_records_must_be_the_knowledge_base_with_all_patches(copy: Path) -> None:
    change(copy / "judge/problem.json", '"at_least": 120', '"at_least": 121')
    result = run(copy)
    assert result.exit_code == 1
    assert "today's true record /rules/all_parcels/at_least is 121 by judge/problem.json" in result.output


def test_code_of_a_stranger_does_not_run_unasked(tmp_path: Path) -> None:
    folder = written(tmp_path)
    refused = run(folder)
    assert refused.exit_code == 2
    assert "brings code of its own" in refused.output
    assert "brings code of its own" not in run(folder, "--allow-code").output
