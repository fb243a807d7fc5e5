from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.backend import Answer, Status
from ask2decide.engine.progress import gap_text, solves_line, tasks_line
from tests.driving import GOOD, command, environment, write_dispatch

OPEN = Answer(Status.LIMIT, {}, Fraction(200), Fraction(190), False, "highs 1")


def test_lines_count_and_name_a_few() -> None:
    assert tasks_line(1, "abcde") == "1 of 6 tasks done; to come: a, b, c and 2 more"
    assert tasks_line(2, []) == "2 of 2 tasks done"
    done = {"first": OPEN, "second": replace(OPEN, status=Status.OPTIMAL), "third": None}
    assert solves_line(done, ["fourth"]) == "3 of 4 solved; left: fourth; open: first (gap 5 %)"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (OPEN, "gap 5 %"),
        (replace(OPEN, primal=Fraction(-200), bound=Fraction(-201)), "gap 0.5 %"),
        (replace(OPEN, bound=None), "no gap known"),
        (replace(OPEN, primal=Fraction(0)), "no gap known"),
        (replace(OPEN, values=None, primal=None), "no plan yet"),
    ],
)
def test_gap(answer: Answer, text: str) -> None:
    assert gap_text(answer) == text


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_shown_on_a_terminal(tmp_path: Path, jobs: str) -> None:
    for name in ("dispatch", "second"):
        write_dispatch(tmp_path / "tasks", *GOOD, name=name)
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        command("tasks", "--jobs", jobs),
        cwd=tmp_path,
        env={**environment(), "TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert len(out.splitlines()) == 2
    assert (b"tasks done" if jobs == "2" else b"dispatch") in shown
