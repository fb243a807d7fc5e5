"""Each benchmark runs on its smallest setting and prints its tables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def output(script: str, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "compiler")}
    command = [sys.executable, str(ROOT / "benchmarks" / script), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_naive_agrees_with_the_committed_labels() -> None:
    row = output("naive.py", "easy1_dispatch").splitlines()[-1]
    assert row.startswith("| easy1_dispatch |")
    assert row.endswith("| within 1e-06 |")


def test_suggest_counts_candidates_and_solves() -> None:
    candidates, decided, solved, _, solves, *_ = output("suggest.py", "4").splitlines()[-1].strip("| ").split(" | ")
    assert int(candidates) == int(decided) + int(solved) == 4
    assert int(solves) >= int(solved)


def test_naive_skips_the_open_task_aloud() -> None:
    assert "| x_miplib_b | | | skipped: no solver closes it |" in output("naive.py", "x_miplib_b")


@pytest.mark.slow
def test_naive_agrees_where_a_minimax_problem_is_solved() -> None:
    assert "within 1e-06" in output("naive.py", "hard2b_r101_25").splitlines()[-1]


@pytest.mark.slow
def test_suite() -> None:
    lines = output("suite.py", "easy1_dispatch").splitlines()
    rows = [line for line in lines if line.startswith("| easy1_dispatch |")]
    assert len(rows) == 2
    assert "| yes, 18 solves |" in rows[0]
    assert rows[1].endswith("| 0 |"), "an unchanged rebuild solves nothing"


@pytest.mark.slow
def test_ladders() -> None:
    tables = output("ladders.py", "--smallest")
    for head in ("| customers, 7 items |", "| items, 25 customers |", "| candidates |"):
        assert head in tables


@pytest.mark.slow
def test_labels() -> None:
    assert "| labels closed by certificate | 12 of 14 |" in output("labels.py", "--rounds", "1")
