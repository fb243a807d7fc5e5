"""What an unfinished build leaves for the next: solves that took long, in a folder of its own beside the packages.

A package holds the results that its labels rest on and nothing else, so the solves of a build that does not come to its
end have no place there. They are kept as they come, each file whole, and removed when the package is written.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from threading import get_ident

from ask2decide.backend import Answer
from ask2decide.engine.store import entry_name, entry_text
from ask2decide.resources import CACHE_FOLDER


def unfinished_folder(out: Path, task: str) -> Path:
    """Return where the solves of an unfinished build of a task are kept."""
    return out / CACHE_FOLDER / task


def keep_solve(folder: Path, digest: str, answer: Answer, time_limit: float | None) -> None:
    """Keep one answer; a folder that cannot be written costs a later run the solve, and nothing else."""
    path = folder / entry_name(digest)
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text(entry_text(digest, answer, time_limit), encoding="utf-8")
        os.replace(part, path)


def forget_solves(folder: Path) -> None:
    """Remove what was kept of a task whose package is written."""
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.parent.rmdir()  # the last task's
