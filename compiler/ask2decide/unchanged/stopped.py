"""Why the last build of a task wrote no package, kept so that no command advises the build that has just failed."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from ask2decide.resources import CACHE_FOLDER
from ask2decide.unchanged.digests import NoDigestError, folder_files, together


def _record(out: Path, task: str) -> Path:
    return out / CACHE_FOLDER / f"{task}.stopped.json"


def note_stopped(out: Path, folder: Path, why: str) -> None:
    """Keep the message of a build that failed a task; a folder that cannot be written costs nothing but the note."""
    real = folder.resolve()
    path = _record(out, real.name)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    with suppress(OSError, NoDigestError):
        text = json.dumps({"folder": str(real), "files": together(folder_files(real)), "why": why})
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)


def forget_stopped(out: Path, task: str) -> None:
    """Remove the note: the task's package is written."""
    with suppress(OSError):
        _record(out, task).unlink(missing_ok=True)


def why_stopped(out: Path, task: str) -> str:
    """Return what the last build of a task said when it failed; empty where none did, or a file was edited since."""
    try:
        note = json.loads(_record(out, task).read_text(encoding="utf-8"))
        is_current = together(folder_files(note["folder"])) == note["files"]
        return str(note["why"]) if is_current else ""
    except (OSError, ValueError, KeyError, TypeError, NoDigestError):
        return ""
