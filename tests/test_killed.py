"""Killed or interrupted at any moment, a build leaves whole files, and the next run ends with the same bytes."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.driving import MORE, TASKS, VAN_2, Line, command, contents, environment, run, without_records, write_dispatch

ROUNDS = 4


def tasks_in(place: Path) -> Path:
    """Two tasks, one with a twin to find and lock, and packages of an older state that the build will change."""
    write_dispatch(place / "tasks", Line("H1", "resource_out", VAN_2, "twin: auto"), MORE)
    shutil.copytree(TASKS / "medium6_candy_blend", place / "tasks" / "medium6_candy_blend")
    return place / "tasks"


def started(place: Path, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*arguments),
        cwd=place,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def is_part(name: str) -> bool:
    return name.endswith(".part")


def assert_whole(place: Path, old: dict[str, bytes], final: dict[str, bytes]) -> None:
    for name, content in contents(place).items():
        if is_part(name):
            continue
        assert content in (old.get(name), final.get(name)), f"{name} is neither old nor final"
        if name.endswith(".json"):
            json.loads(content)


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_killed_at_any_moment(tmp_path: Path, executor: str) -> None:
    place = tmp_path / "place"
    tasks_in(place)
    begun = time.monotonic()
    undisturbed = run("tasks", "--executor", executor, cwd=place)
    lasted = time.monotonic() - begun
    assert undisturbed.returncode == 0, undisturbed.stderr
    final = contents(place)
    # An older state: another brief, so that most files of the package change.
    spec = place / "tasks" / "dispatch" / "task.yaml"
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("Send the parcels out.", "Send them out."), encoding="utf-8")
    assert run("tasks", cwd=place).returncode == 0
    spec.write_text(text, encoding="utf-8")
    shutil.rmtree(place / "generated" / "medium6_candy_blend")
    (place / "tasks" / "dispatch" / "twins.lock.yaml").unlink()
    old = contents(place)
    chance = random.Random(executor)
    for number in range(ROUNDS):
        shutil.rmtree(place)
        for name, content in old.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
        process = started(place, "tasks", "--executor", executor)
        # Half of the rounds aim at the writing, which comes last and is short.
        if number % 2:
            time.sleep(lasted * chance.uniform(0.1, 1))
        else:
            wait_for(place / "generated" / "dispatch" / "agent" / "brief.md", old, chance.uniform(0, 0.02))
        process.kill()
        process.communicate()
        assert_whole(place, old, final)
        # A kill may come before a build is recorded as done; the next one then does more, and writes the same.
        assert run("tasks", "--executor", executor, cwd=place).returncode == 0
        assert without_records(contents(place)) == without_records(final)


def wait_for(file: Path, old: dict[str, bytes], then: float) -> None:
    """Wait until the build has begun to write, then a moment longer."""
    before = old["generated/dispatch/agent/brief.md"]
    deadline = time.monotonic() + 30
    parts = file.parent
    while time.monotonic() < deadline:
        if file.read_bytes() != before or any(is_part(entry.name) for entry in parts.iterdir()):
            break
        time.sleep(0.0005)
    time.sleep(then)


def descendants(pid: int) -> set[int]:
    """Return the processes that descend from one, as Linux tells."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def ended(pids: set[int], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.05)
    return False


def busy(place: Path, executor: str) -> tuple[subprocess.Popen[str], set[int]]:
    """Start a build that takes a while, and wait until it solves; return it with its processes."""
    shutil.copytree(TASKS / "hard2b_r101_25", place / "tasks" / "hard2b_r101_25")
    (place / "tasks" / "hard2b_r101_25" / "twins.lock.yaml").unlink()
    write_dispatch(place / "tasks", Line("H1", "resource_out", VAN_2, "twin: auto"), MORE)
    if executor == "serial":  # its start has no processes to wait for: let there be more to solve than a moment's work
        shutil.copytree(TASKS / "x_gap", place / "tasks" / "x_gap")
    process = started(place, "tasks", "--executor", executor, "--jobs", "2")
    deadline = time.monotonic() + 30
    while executor == "processes" and len(descendants(process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.8 if executor == "processes" else 1.6)
    assert process.poll() is None, "the build was over before it could be interrupted"
    return process, descendants(process.pid)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


@needs_proc
@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_interrupted(tmp_path: Path, executor: str) -> None:
    process, children = busy(tmp_path, executor)
    assert len(children) >= (2 if executor == "processes" else 0)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert (out, err) == ("", "Stopped. What is written is whole; run the command again to go on.\n")
    assert ended(children, 5)


@needs_proc
def test_processes_end_with_a_killed_build(tmp_path: Path) -> None:
    process, children = busy(tmp_path, "processes")
    process.kill()
    process.wait()
    assert ended(children, 10)


@needs_proc
def test_what_a_killed_process_did_is_done_again(tmp_path: Path) -> None:
    process, children = busy(tmp_path, "processes")
    workers = [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
    assert workers
    os.kill(workers[-1], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert len(out.splitlines()) == 2
