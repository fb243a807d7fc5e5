"""``ask2decide-build --watch`` in a process of its own: what it builds when files change, and how it ends."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ask2decide.authoring import watch
from ask2decide.authoring.watch import digests_of, lock_digest
from tests.driving import GOOD, MORE, OUT, SPARE, build, command, environment, write_dispatch

SECONDS = 60
"""How long a line is waited for: machines are busy."""

WATCHING = "for changes; Ctrl-C ends it."


@dataclass
class Watching:
    """A watching build, and the lines that it writes."""

    process: subprocess.Popen[str]
    lines: queue.Queue[str] = field(default_factory=queue.Queue)

    def __post_init__(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)

    def until(self, text: str) -> list[str]:
        """Return the lines up to the next one that holds `text`."""
        since, end = [], time.monotonic() + SECONDS
        while not since or text not in since[-1]:
            try:
                since.append(self.lines.get(timeout=max(0.0, end - time.monotonic())))
            except queue.Empty:
                raise AssertionError(f"no line with {text!r} came; {since}") from None
        return since

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(SECONDS)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    write_dispatch(tmp_path / "tasks", *GOOD)
    write_dispatch(tmp_path / "tasks", *GOOD, name="other")
    process = subprocess.Popen(
        command("tasks", "--watch", "--executor", "serial"),
        cwd=tmp_path,
        env=environment({"PYTHONUNBUFFERED": "1"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # one stream, so that the lines come in the order in which they were written
        text=True,
    )
    try:
        yield Watching(process)
    finally:
        process.kill()
        process.wait()


def save(path: Path, text: str) -> None:
    """Put the whole text in place at once: how long a save may take on a busy machine is another test's matter."""
    beside = path.with_name(f"{path.name}~")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def test_a_saved_task_is_built_again(watching: Watching, tmp_path: Path) -> None:
    first = watching.until(WATCHING)
    assert {line.split(":")[0] for line in first if "labels" in line} == {"dispatch", "other"}
    task = tmp_path / "tasks" / "dispatch" / "task.yaml"
    good = task.read_text(encoding="utf-8")

    save(task, good.replace("split: easy", "split: esay"))
    broken = watching.until(WATCHING)
    assert "tasks/dispatch/task.yaml:2: split: the text 'esay' is not one of the values" in "".join(broken)
    assert not any(line.startswith("other:") for line in broken)

    card = tmp_path / "generated" / "dispatch" / "card.md"
    before = card.read_text(encoding="utf-8")
    changed = write_dispatch(tmp_path / "aside", OUT, MORE, split="medium")
    save(task, (changed / "task.yaml").read_text(encoding="utf-8"))
    mended = watching.until(WATCHING)
    assert any(line.startswith("dispatch: 2 items") for line in mended), mended
    assert not any(line.startswith("other:") for line in mended), mended
    assert card.read_text(encoding="utf-8") != before

    write_dispatch(tmp_path / "aside", *GOOD, name="third").rename(tmp_path / "tasks" / "third")
    added = watching.until(WATCHING)
    assert any(line.startswith("third: 3 items") for line in added), added

    os.utime(task)
    (task.parent / "notes~").write_text("kept by an editor", encoding="utf-8")
    assert watching.interrupt() == 0
    last = watching.until("Stopped watching.")
    assert last == ["Stopped watching.\n"], "a file saved as it was builds nothing"


def test_a_save_in_several_steps_is_one_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (write_dispatch(tmp_path, *GOOD) / "task.yaml").read_text(encoding="utf-8")
    task = tmp_path / "dispatch" / "task.yaml"
    built = {tmp_path / "dispatch": digests_of(tmp_path / "dispatch")}
    task.write_text("", encoding="utf-8")
    steps = iter([text[:40], text.replace("easy", "medium"), text.replace("easy", "medium")])
    monkeypatch.setattr(watch.time, "sleep", lambda seconds: task.write_text(next(steps), encoding="utf-8"))
    assert watch._changed([tmp_path], built, iter(())) == {task.parent: digests_of(task.parent)}
    assert next(steps, None) is None


def test_a_file_that_is_back_as_it_was_is_no_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = write_dispatch(tmp_path, *GOOD) / "task.yaml"
    text = task.read_text(encoding="utf-8")
    built = {task.parent: digests_of(task.parent)}
    task.write_text("", encoding="utf-8")
    monkeypatch.setattr(watch.time, "sleep", lambda seconds: task.write_text(text, encoding="utf-8"))

    def woken() -> Iterator[object]:
        task.write_text(text.replace("easy", "hard"), encoding="utf-8")
        monkeypatch.setattr(watch.time, "sleep", lambda seconds: None)
        yield "something moved"

    found = watch._changed([tmp_path], built, woken())
    assert found[task.parent] == digests_of(task.parent) != built[task.parent]


def test_the_lock_that_a_build_writes_builds_nothing_more(tmp_path: Path) -> None:
    folder = write_dispatch(tmp_path / "tasks", OUT, MORE, SPARE)
    text = (folder / "task.yaml").read_text(encoding="utf-8")
    (folder / "task.yaml").write_text(text.replace("twin_of: H1", "# its own"), encoding="utf-8")
    before = digests_of(folder)
    (folder / "twins.lock.yaml").write_text("{}\n", encoding="utf-8")
    assert digests_of(folder) == {**before, **lock_digest(folder)}
    assert digests_of(folder) != before


def test_check_and_watch_exclude_one_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_dispatch(tmp_path, *GOOD)
    result = build("dispatch", "--check", "--watch")
    assert result.exit_code == 2
    assert "--check writes nothing, and --watch writes again and again. Fix: leave one of them out." in result.stderr


def test_nothing_to_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = build("nowhere", "--watch")
    assert result.exit_code == 2
    assert "There is nothing at nowhere." in result.stderr


def test_without_watchfiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "watchfiles", None)
    write_dispatch(tmp_path, *GOOD)
    result = build("dispatch", "--watch")
    assert result.exit_code == 2
    assert (
        "--watch needs the package watchfiles, which is not installed. Fix: install ask2decide[watch]." in result.stderr
    )
