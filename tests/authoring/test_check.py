"""What `check` finds beyond a task's own mistakes, and how it prints it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ask2decide.authoring.check import Checked, Finding, Severity, check
from ask2decide.authoring.check_report import as_github, as_json, summary
from ask2decide.cli.check import check as command
from ask2decide.errors import Diagnostic, Place
from tests.driving import GOOD, MORE, OUT, TASKS, Line, environment, write_dispatch


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], prog_name="ask2decide check")


def test_good_tasks(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD)
    write_dispatch(tmp_path / "tasks", *GOOD, name="other")
    result = run("tasks")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "2 tasks checked: no mistakes.\n")


def test_a_task_named_twice_is_checked_once(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD)
    assert run("tasks", "tasks/dispatch", "tasks/dispatch/task.yaml").stderr == "1 task checked: no mistakes.\n"


def test_every_task_of_a_folder_is_checked(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD, name="a", split="esay")
    write_dispatch(tmp_path / "tasks", *GOOD, name="b")
    write_dispatch(tmp_path / "tasks", *GOOD, name="c", family="mneu")
    result = run("tasks")
    assert result.exit_code == 2
    assert [line.split(" ")[0] for line in result.stdout.splitlines()] == [
        "tasks/a/task.yaml:2:",
        "tasks/c/task.yaml:3:",
    ]
    assert result.stderr == "3 tasks checked: 2 mistakes.\n"


def test_no_task(tmp_path: Path) -> None:
    result = run("nowhere")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "There is nothing at nowhere. Fix: name a task, or a folder of tasks." in result.stderr


def test_nothing_is_written(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD, split="esay")
    before = sorted(tmp_path.rglob("*"))
    run("tasks")
    assert sorted(tmp_path.rglob("*")) == before


def test_json(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD, split="esay")
    result = run("tasks", "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stdout) == {
        "schema": "ask2decide/check/1",
        "tasks": 1,
        "errors": 1,
        "warnings": 0,
        "findings": [
            {
                "severity": "error",
                "file": "tasks/dispatch/task.yaml",
                "line": 2,
                "key": "split",
                "cause": "the text 'esay' is not one of the values of 'split'.",
                "fix": "write 'easy'.",
            }
        ],
    }


def test_json_of_no_mistakes(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD)
    assert json.loads(run("tasks", "--format", "json").stdout)["findings"] == []


def test_github(tmp_path: Path) -> None:
    write_dispatch(tmp_path / "tasks", *GOOD, split="esay")
    result = run("tasks", "--format", "github")
    assert result.exit_code == 2
    assert result.stdout == (
        "::error file=tasks/dispatch/task.yaml,line=2,title=split::"
        "the text 'esay' is not one of the values of 'split'. Fix: write 'easy'.\n"
    )


def finding(file: str, key: str, cause: str, line: int | None = 3, severity: Severity = Severity.ERROR) -> Checked:
    return Checked(1, (Finding(severity, Diagnostic(Place(file, line, key), cause, "mend it.")),))


def test_github_escapes_what_would_end_a_property_or_a_line() -> None:
    checked = finding("a,b:c.yaml", "roads['a::b, c']", "100 % wrong\r\n::error::forged", severity=Severity.WARNING)
    assert as_github(checked) == (
        "::warning file=a%2Cb%3Ac.yaml,line=3,title=roads['a%3A%3Ab%2C c']::"
        "100 %25 wrong%0D%0A::error::forged Fix: mend it.\n"
    )


def test_github_without_a_line() -> None:
    assert (
        as_github(finding("task.yaml", "", "it is gone.", None))
        == "::error file=task.yaml::it is gone. Fix: mend it.\n"
    )


def test_json_without_a_line() -> None:
    (found,) = json.loads(as_json(finding("task.yaml", "", "it is gone.", None)))["findings"]
    assert (found["line"], found["key"]) == (None, "")


def test_summary_counts_both() -> None:
    both = (*finding("a", "", "x").findings, *finding("a", "", "y", severity=Severity.WARNING).findings * 2)
    assert summary(Checked(1, both)) == "1 task checked: 1 mistake, 2 warnings."


def test_a_twin_that_can_be_looked_for_is_no_mistake(tmp_path: Path) -> None:
    folder = write_dispatch(tmp_path, Line("H1", OUT.use, OUT.arguments, "twin: auto"), MORE)
    assert check([folder]) == Checked(1, ())


def test_shipped_tasks_have_no_mistakes() -> None:
    assert check([TASKS]).findings == ()


def test_in_two_seconds_and_without_a_solver() -> None:
    code = (
        "import sys, time\n"
        "from ask2decide.cli import ask2decide\n"
        "try:\n"
        f"    ask2decide(['check', {str(TASKS / 'hard2b_r101_25')!r}])\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0, end.code\n"
        "slow = {'pyomo', 'highspy', 'ortools', 'gurobipy', 'networkx', 'scipy'} & set(sys.modules)\n"
        "assert not slow, slow\n"
        "print(time.process_time())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=60, check=True
    )
    # Processor time: what the clock says depends on what else the machine does.
    assert float(done.stdout) < 2
