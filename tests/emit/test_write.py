from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ask2decide.emit.write import differences, write_folder
from ask2decide.errors import UsageError

FILES = {"card.md": "# card\n", "agent/brief.md": "Ünïcode\n", "deep/er/x.json": "{}\n"}


def ours(path: str) -> bool:
    return not path.startswith("foreign/")


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_it_writes_what_it_is_given(tmp_path: Path) -> None:
    write_folder(tmp_path / "new", FILES)
    assert contents(tmp_path / "new") == dict(sorted(FILES.items()))
    assert differences(tmp_path / "new", FILES) == ""


def test_unchanged_files_are_not_touched(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    before = {name: (tmp_path / name).stat() for name in FILES}
    write_folder(tmp_path, {**FILES, "card.md": "# other\n"})
    for name in ("agent/brief.md", "deep/er/x.json"):
        after = (tmp_path / name).stat()
        assert (after.st_ino, after.st_mtime_ns) == (before[name].st_ino, before[name].st_mtime_ns)
    assert (tmp_path / "card.md").read_text() == "# other\n"


def test_only_what_is_ours_and_no_longer_belongs_is_removed(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/keep.txt").write_text("mine")
    write_folder(tmp_path, {"card.md": "# card\n"}, ours)
    assert contents(tmp_path) == {"card.md": "# card\n", "foreign/keep.txt": "mine"}
    assert not (tmp_path / "deep").exists()


def test_without_a_predicate_nothing_is_removed(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    write_folder(tmp_path, {})
    assert contents(tmp_path) == dict(sorted(FILES.items()))


def test_parts_that_a_killed_build_left_are_removed(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    (tmp_path / "agent/.brief.md.123.part").write_text("half")
    assert differences(tmp_path, FILES, ours) == ""
    write_folder(tmp_path, FILES, ours)
    assert contents(tmp_path) == dict(sorted(FILES.items()))


@pytest.mark.parametrize("name", ["../out.txt", "/etc/out.txt", "a/../../out.txt"])
def test_a_path_that_leaves_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="leads outside the folder"):
        write_folder(tmp_path / "in", {name: "x"})
    assert not (tmp_path / "out.txt").exists()


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "in"
    target.mkdir()
    (tmp_path / "secret.txt").write_text("old")
    (target / "card.md").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(UsageError, match="leads outside the folder"):
        write_folder(target, FILES)
    assert (tmp_path / "secret.txt").read_text() == "old"


def test_a_folder_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "card.md" / "inner").mkdir(parents=True)
    with pytest.raises(UsageError, match=r"cannot be written: .*Fix: choose another folder with --out"):
        write_folder(tmp_path, FILES)
    assert not list(tmp_path.glob(".*.part"))


def test_a_failure_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path, FILES)

    def broken(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path, {"card.md": "# new\n"})
    monkeypatch.undo()
    assert contents(tmp_path) == dict(sorted(FILES.items()))


WRITER = """
import sys
from pathlib import Path
from ask2decide.emit.write import write_folder
names = [f"f{n}.txt" for n in range(8)]
print("ready", flush=True)
turn = 0
while True:
    turn += 1
    write_folder(Path(sys.argv[1]), {name: f"{turn % 10}" * 300_000 for name in names})
"""


@pytest.mark.parametrize("wait", [0.02, 0.07, 0.15, 0.24])
def test_killed_at_any_moment_each_file_is_whole_and_the_next_run_finishes(tmp_path: Path, wait: float) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    with writer.stdout:
        assert writer.stdout.readline() == "ready\n"
        time.sleep(wait)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    for path in tmp_path.glob("f*.txt"):
        text = path.read_text()
        assert len(text) == 300_000
        assert len(set(text)) == 1
    write_folder(tmp_path, FILES, ours)
    assert contents(tmp_path) == dict(sorted(FILES.items()))


def test_differences_show_missing_changed_and_extra(tmp_path: Path) -> None:
    write_folder(tmp_path, {"card.md": "# card\nold\n", "stale.md": "x\n"})
    text = differences(tmp_path, FILES, ours)
    assert "agent/brief.md: missing\n--- /dev/null\n+++ agent/brief.md\n" in text
    assert "card.md: changed\n--- card.md (there)\n+++ card.md (would be written)\n" in text
    assert "\n-old\n" in text
    assert "stale.md: no longer belongs here and would be removed\n" in text
    assert "stale.md" not in differences(tmp_path, FILES)


def test_a_difference_in_line_ends_or_the_last_newline_shows(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one\r\ntwo\n")
    (tmp_path / "b.md").write_bytes(b"one")
    (tmp_path / "c.md").write_bytes(b"\xff\xfe")
    text = differences(tmp_path, {"a.md": "one\ntwo\n", "b.md": "one\n", "c.md": "x\n"})
    assert "-one\\r\n+one\n" in text
    assert "-one (no newline at the end)\n+one\n" in text
    assert "c.md: changed; what stands there is not UTF-8 text\n" in text


def test_long_differences_are_cut_with_a_count(tmp_path: Path) -> None:
    text = differences(tmp_path, {"long.md": "".join(f"{n}\n" for n in range(500))})
    assert len(text.splitlines()) == 62
    assert text.endswith("… 443 more lines\n")
    many = differences(tmp_path, {f"{n}.md": "x\n" for n in range(30)})
    assert many.endswith("… and 10 more files differ\n")


@pytest.mark.parametrize("aim", ["folder", "file", "nothing"])
def test_a_link_that_does_not_belong_is_seen_and_removed_and_what_it_aims_at_stays(tmp_path: Path, aim: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "hidden.txt").write_text("hidden")
    (tmp_path / "file").write_text("hidden")
    target = tmp_path / "package"
    files = {"agent/brief.md": "text\n"}
    write_folder(target, files)
    link = target / "agent" / "notes"
    link.symlink_to(tmp_path / aim)
    assert "agent/notes: no longer belongs here" in differences(target, files, lambda path: True)
    write_folder(target, files, lambda path: True)
    assert not link.is_symlink()
    assert differences(target, files, lambda path: True) == ""
    assert (tmp_path / "folder" / "hidden.txt").read_text() == (tmp_path / "file").read_text() == "hidden"
