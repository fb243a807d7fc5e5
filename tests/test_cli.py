"""``ask2decide-build`` as users meet it: exit statuses, what goes to which stream, options, start-up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from tests.driving import (
    GOOD,
    OUT,
    SPARE,
    TASKS,
    VAN_2,
    Line,
    build,
    built,
    contents,
    environment,
    run,
    without_gurobi,
    without_records,
    write_dispatch,
)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_status_0_results_on_standard_output(place: Path) -> None:
    write_dispatch(place, *GOOD)
    result = built("dispatch")
    assert re.fullmatch(
        r"dispatch: 3 items \(2 relevant, 1 twin\), 6 labels \(6 by certificate, 0 by minimax\), "
        r"\d optima( \(\d without a solve\))?; \d+ solves\n",
        result.stdout,
    )
    assert result.stderr == ""
    assert (place / "generated/dispatch/labels.json").is_file()
    assert "| dispatch" in (place / "generated/inventory.md").read_text(encoding="utf-8")


def test_status_1_spelled_out_twin_is_not_zero(place: Path) -> None:
    # Without the bike's item, the third van matters once the second is out.
    write_dispatch(place, OUT, SPARE)
    result = build("dispatch")
    assert result.exit_code == 1, result.output
    assert re.search(r"dispatch/task.yaml:\d+: hidden\[1\]: H3 is declared a twin of H1, but its", result.stderr)
    assert "its conditional regret is 0.12, not 0." in result.stderr
    assert "Fix: choose another object, or write `twin: auto` at the original." in result.stderr
    assert result.stdout == ""
    assert without_records(contents(place / "generated")) == {}


def test_status_1_expectation_not_met(place: Path) -> None:
    write_dispatch(place, *GOOD, expect="expect:\n  H1: {standalone: zero, conditional: 1/7}\n")
    result = build("dispatch")
    assert result.exit_code == 1
    assert re.search(
        r"task.yaml:\d+: expect.H1: dispatch expects the standalone regret of H1 to be zero", result.stderr
    )
    assert "expects the conditional regret of H1 to be 1/7, and it is 4/29" in result.stderr


def test_status_1_a_plan_survives_without_asking(place: Path) -> None:
    write_dispatch(place, Line("H1", "resource_out", SPARE.arguments))
    result = build("dispatch")
    assert result.exit_code == 1
    assert "a plan that is optimal when nothing is known is optimal today as well" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "There is nothing at nowhere. Fix: name a task, or a folder of tasks."),
        (["empty"], "There is no task at empty. Fix: name a folder with a task.yaml"),
        (["dispatch", "dispatch/records.yaml"], "There is no task at dispatch/records.yaml."),
        (["dispatch", "--executor", "threads"], "There is no executor 'threads'. Fix: use processes, serial, dask:"),
        (["dispatch", "--out", "file"], "file is a file. Fix: name a folder with --out."),
        (["dispatch", "--solver", "cplex"], "'cplex' is not one of 'auto', 'cpsat', 'gurobi', 'highs'"),
        (["dispatch", "--time-limit", "-1"], "-1.0 is not in the range x>=0"),
        ([], "Missing argument 'PATHS...'"),
    ],
)
def test_status_2_wrong_command(place: Path, arguments: list[str], message: str) -> None:
    write_dispatch(place, OUT, SPARE)
    (place / "empty").mkdir()
    (place / "file").write_text("mine", encoding="utf-8")
    result = build(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert (place / "file").read_text(encoding="utf-8") == "mine"
    assert not (place / "generated").exists()


def test_status_2_wrong_spec_says_every_mistake(place: Path) -> None:
    write_dispatch(place, Line("H1", "resource_out", "{resource: van_9, reason: of rust}"), split="eazy")
    result = build("dispatch")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "dispatch/task.yaml:2: split" in result.stderr
    assert "write 'easy'" in result.stderr
    assert "van_9" in result.stderr


def test_status_3_open_labels_are_written(place: Path) -> None:
    write_dispatch(place, *GOOD)
    result = build("dispatch", "--time-limit", "0")
    assert result.exit_code == 3, result.output
    assert "dispatch: the conditional regret of H1 lies between 0 and 1." in result.stderr
    labels = json.loads((place / "generated/dispatch/labels.json").read_text(encoding="utf-8"))
    conditional = labels["items"]["H1"]["conditional"]
    assert (conditional["lower"], conditional["upper"], conditional["status"]) == ("0", "1", "open")
    assert conditional["method"] == "bounds"


def test_status_3_whatever_the_split_when_an_expectation_is_undecided(place: Path) -> None:
    write_dispatch(place, *GOOD, split="frontier-B")
    # In this split a twin may stay an interval from 0, and an expectation may not.
    assert build("dispatch", "--time-limit", "0").exit_code == 0
    write_dispatch(place, OUT, split="frontier-B")
    assert build("dispatch", "--time-limit", "0").exit_code == 0
    write_dispatch(place, OUT, split="frontier-B", expect="expect:\n  H1: {conditional: relevant}\n")
    assert build("dispatch", "--time-limit", "0").exit_code == 3


def test_results_of_a_time_limit_are_replaced_by_proofs(place: Path) -> None:
    write_dispatch(place, *GOOD)
    built("dispatch", "--out", "undisturbed")
    assert build("dispatch", "--time-limit", "0").exit_code == 3
    again = build("dispatch", "--time-limit", "0")
    assert again.exit_code == 3
    assert "; 0 solves" in again.stdout
    assert "from the store" not in built("dispatch").stdout
    assert contents(place / "generated") == contents(place / "undisturbed")


def test_status_4_back_end_is_not_here(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_gurobi(monkeypatch)
    write_dispatch(place, *GOOD)
    result = build("dispatch", "--solver", "gurobi")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "gurobi" in result.stderr
    assert "Fix: " in result.stderr


def test_dask_without_distributed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    write_dispatch(place, *GOOD)
    result = build("dispatch", "--executor", "dask:tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "needs the package distributed. Fix: install ask2decide[dask]." in result.stderr
    assert build("dispatch", "--executor", "dask:").exit_code == 2


def test_dask_cluster(place: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask's distributed is not installed: not tried")
    write_dispatch(place, *GOOD)
    write_dispatch(place, *GOOD, name="other")
    built("dispatch", "other", "--executor", "serial", "--out", "serial")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        built("dispatch", "other", "--executor", f"dask:{cluster.scheduler_address}", "--out", "dask")
    assert contents(place / "dask") == contents(place / "serial")


def test_audit_agrees(place: Path) -> None:
    write_dispatch(place, *GOOD)
    result = built("dispatch", "--audit")
    assert re.search(
        r"^dispatch: the audit contradicts none of \d+ optima, labels and verdicts and proves \d+ of them again",
        result.stderr,
    )


def test_needs_asking_all(place: Path) -> None:
    known = {}
    for choice in ("named", "all"):
        built(TASKS / "medium6_candy_blend", "--needs-asking", choice, "--out", choice)
        labels = json.loads((place / choice / "medium6_candy_blend/labels.json").read_text(encoding="utf-8"))
        assert all(verdict["holds"] for verdict in labels["needs_asking"])
        known[choice] = {frozenset(verdict["known"]) for verdict in labels["needs_asking"]}
    relevant = [name for name, item in labels["items"].items() if item["conditional"]["lower"] != "0"]
    assert len(relevant) == 3
    proper = {frozenset(some) for size in range(3) for some in combinations(relevant, size)}
    assert known["all"] == known["named"] | proper
    assert known["all"] > known["named"]
    stale = build(TASKS / "medium6_candy_blend", "--check", "--needs-asking", "all", "--out", "named")
    assert stale.exit_code == 1
    assert "--needs-asking all --out named`" in stale.stderr


def test_help_imports_nothing_slow() -> None:
    code = (
        "import sys\nfrom ask2decide.cli import build_command\n"
        "try:\n    build_command(['--help'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "slow = ('pyomo', 'highspy', 'numpy', 'pydantic', 'jinja2', 'ruamel', 'networkx', 'rich', 'vrplib', 'flint')\n"
        "print('loaded:', [name for name in slow if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout.startswith("Usage: ")
    assert "Exit status: 0 done; 1 a task fails" in result.stdout
    assert result.stdout.endswith("loaded: []\n")


def test_a_real_command_keeps_its_streams_apart(place: Path) -> None:
    write_dispatch(place, *GOOD)
    write_dispatch(place, Line("H1", "resource_out", VAN_2, "colour: red"), name="broken")
    result = run(place, "--jobs", "2", cwd=place)
    assert result.returncode == 2
    assert result.stdout.startswith("dispatch: 3 items")
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr.startswith("broken/task.yaml:")
    assert "colour" in result.stderr


def test_the_three_tasks_in_one_command(place: Path) -> None:
    names = ("easy1_dispatch", "hard2b_r101_25", "medium6_candy_blend")
    result = run(*(TASKS / name for name in names), "--out", place / "out", cwd=place)
    assert result.returncode == 0, result.stderr
    assert tuple(line.split(":")[0] for line in result.stdout.splitlines()) == names
    assert result.stderr == ""
