"""Solves spread over processes or a cluster: the same bytes as one by one; lost, interrupted, twice at once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.backend import Answer, Options
from ask2decide.engine import places
from ask2decide.engine.ahead import Ahead
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp
from ask2decide.solvers.highs import Highs
from tests.driving import TASKS, command, contents, environment, run
from tests.strategies_linear import column, row

MODELS = [Milp((column("x", 0, 9, 1),), (row("r", number, None, x=1),)) for number in range(4)]


def copied(place: Path, name: str) -> None:
    shutil.copytree(TASKS / name, place / "tasks" / name)


@pytest.fixture
def reference(tmp_path: Path) -> dict[str, bytes]:
    copied(tmp_path, "medium6_candy_blend")
    assert run("tasks", "--out", "here", "--executor", "serial", cwd=tmp_path).returncode == 0
    return contents(tmp_path / "here")


@pytest.mark.parametrize("arguments", [("--jobs", "3"), ("--executor", "dask:local", "--jobs", "2")], ids=str)
def test_one_task_on_many_processes_has_the_same_bytes(tmp_path: Path, reference, arguments) -> None:
    if "dask:local" in arguments:
        pytest.importorskip("distributed")
    result = run("tasks", "--out", "there", *arguments, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert contents(tmp_path / "there") == reference


def test_two_builds_at_once_do_no_harm(tmp_path: Path, reference) -> None:
    both = [
        subprocess.Popen(
            command("tasks", "--out", "there", "--jobs", jobs),
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for jobs in (1, 2)
    ]
    for process in both:
        _, err = process.communicate(timeout=100)
        assert process.returncode == 0, err
    assert contents(tmp_path / "there") == reference


class Here:
    """A place that runs calls at once, in this process, and loses the models that it is told to."""

    size = 2

    def __init__(self, lost: Milp | None = None) -> None:
        self.lost = lost
        self.asked: list[Milp] = []

    def submit(self, call, alone=False):
        future: places.Future = places.Future()
        model = call.args[1]
        self.asked.append(model)
        if model == self.lost:
            future.set_exception(places.BrokenProcessPool())
        else:
            future.set_result(call())
        return future


def never() -> Highs:
    raise AssertionError("a model was solved one after the other")


def test_what_is_solved_ahead_is_recorded_when_it_is_asked_for() -> None:
    here = Here()
    engine = Engine(never, ahead=Ahead(here, "highs"))
    engine.solve_ahead(("", model) for model in MODELS)
    assert engine.counts.solved == 0
    assert engine.entries() == {}
    assert [engine.answer(model).primal for model in MODELS[:2]] == [0, 1]
    assert engine.counts.solved == len(engine.entries()) == 2
    engine.solve_ahead(("", model) for model in MODELS)
    assert len(here.asked) == len(MODELS), "nothing is solved twice"


def test_a_solve_that_is_lost_twice_is_named_and_costs_no_other() -> None:
    here = Here(lost=MODELS[1])
    engine = Engine(never, ahead=Ahead(here, "highs"))
    engine.solve_ahead(("", model) for model in MODELS)
    assert here.asked.count(MODELS[1]) == 2
    assert engine.answer(MODELS[0], "theta_0").primal == 0
    with pytest.raises(BackEndError, match=r"t with \{H1\} known: it could not be solved, twice: its process ended"):
        engine.answer(MODELS[1], "t with {H1} known")


class Slow:
    """HiGHS after a second and a bit."""

    name = "slow"
    features = Highs.features

    def available(self) -> str | None:
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        time.sleep(1.1)
        return Highs().solve(model, options)


def test_a_long_solve_of_an_unfinished_run_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / ".ask2decide" / "task"
    first = Engine(Slow, folder=tmp_path / "solves", unfinished=kept).answer(MODELS[2])
    assert len(list(kept.iterdir())) == 1
    again = Engine(never, folder=tmp_path / "solves", unfinished=kept)
    assert again.answer(MODELS[2]) == first
    assert again.counts.stored == 1
    Engine(Highs, unfinished=kept).answer(MODELS[3])
    assert len(list(kept.iterdir())) == 1, "a short one is not worth a file"


@pytest.mark.slow
def test_interrupted_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    copied(tmp_path, "x_miplib_b")
    arguments = ("tasks/x_miplib_b", "--time-limit", "1.1", "--jobs", "1")
    process = subprocess.Popen(
        command(*arguments), cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    kept = tmp_path / "generated" / ".ask2decide" / "x_miplib_b"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (kept.is_dir() and any(kept.glob("*.json"))):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "run the command again to go on" in err
    assert len(list(kept.glob("*.json"))) >= 1
    assert not (tmp_path / "generated" / "x_miplib_b").exists()
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert " from the store" in result.stdout
    assert not kept.parent.exists()


@pytest.mark.slow
def test_a_longer_run_narrows_and_a_shorter_one_changes_nothing(tmp_path: Path) -> None:
    copied(tmp_path, "x_miplib_b")

    def after(limit: float) -> dict[str, tuple[Fraction, Fraction]]:
        result = run("tasks", "--time-limit", limit, "--jobs", "2", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        labels = json.loads((tmp_path / "generated" / "x_miplib_b" / "labels.json").read_text(encoding="utf-8"))
        return {key: (Fraction(z["lower"]), Fraction(z["upper"])) for key, z in labels["optima"].items()}

    short, longer = after(0.5), after(1.5)
    assert any(lower < upper for lower, upper in longer.values())
    assert longer != short
    for key, (lower, upper) in longer.items():
        assert short[key][0] <= lower <= upper <= short[key][1]
    written = contents(tmp_path)
    assert after(0.5) == after(1.5) == longer
    assert contents(tmp_path) == written
