"""Tasks built again whenever their files are saved: ``ask2decide-build --watch``."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ask2decide.errors import EXIT_DONE, UsageError
from ask2decide.suite import Suite, build_suite
from ask2decide.task_folders import discover_tasks
from ask2decide.variants.lock import LOCK_FILE

Say = Callable[[str], None]
Digests = dict[str, str]
"""SHA-256 of each file of a task, by its path below the task's folder."""

QUIET_MILLISECONDS = 200
"""How long nothing may change before a build starts: an editor saves in several steps."""

LONGEST_MILLISECONDS = 2_000
"""How long a build waits at most while files go on changing."""

LOOK_AGAIN_MILLISECONDS = 5_000
"""How often files are compared even where nothing was heard of a change, as on some network drives."""


def watch_and_build(suite: Suite, say: Say, result: Say) -> int:
    """Build a suite, then again each task whose files change, until interrupted; return the exit status.

    A wrong task has its messages said and is waited for, as the others are. What counts is the content of a task's
    files: saving a file as it was builds nothing, and neither does the lock that a build writes.

    Raises
    ------
    UsageError
        When a path holds no task, or watchfiles is not installed.
    KeyboardInterrupt
        During a build; while waiting it ends the watch with status 0.
    """
    for path in suite.paths:
        discover_tasks(path)  # at the start a wrong path is an error; later on its tasks may come back
    wake_ups = _wake_ups(suite.paths)
    built: dict[Path, Digests] = {}
    while True:
        try:
            if built:
                say(f"Watching {len(built)} task{'' if len(built) == 1 else 's'} for changes; Ctrl-C ends it.")
            current = _changed(suite.paths, built, wake_ups)
        except KeyboardInterrupt:
            say("Stopped watching.")
            return EXIT_DONE
        changed = [folder for folder, digests in current.items() if built.get(folder) != digests]
        if built:
            say(f"Changed: {', '.join(folder.name for folder in changed)}.")
        _build(replace(suite, paths=changed), say, result)
        built = {folder: {**digests, **lock_digest(folder)} for folder, digests in current.items()}


def _changed(paths: Sequence[Path], built: Mapping[Path, Digests], wake_ups: Iterator[object]) -> dict[Path, Digests]:
    """Wait until some task differs from what was built; return the digests of every task that is there by then.

    A change may be seen while it is being written, as a build that ends in the middle of a save does; what is returned
    has stood still for a moment.
    """
    while True:
        current = _digests_at(paths)
        if any(built.get(folder) != digests for folder, digests in current.items()):
            settled = _settled(paths, current)
            if any(built.get(folder) != digests for folder, digests in settled.items()):
                return settled
        next(wake_ups)


def _settled(paths: Sequence[Path], seen: dict[Path, Digests]) -> dict[Path, Digests]:
    """Return the first digests that a second reading confirms, or those at hand when files go on changing."""
    end = time.monotonic() + LONGEST_MILLISECONDS / 1000
    while True:
        time.sleep(QUIET_MILLISECONDS / 1000)
        again = _digests_at(paths)
        if again == seen or time.monotonic() >= end:
            return again
        seen = again


def _digests_at(paths: Sequence[Path]) -> dict[Path, Digests]:
    return {folder: digests_of(folder) for folder in _found(paths)}


def _build(suite: Suite, say: Say, result: Say) -> None:
    try:
        build_suite(suite, say, result)
    except UsageError as error:
        say(str(error))


def _wake_ups(paths: Sequence[Path]) -> Iterator[object]:
    """Return an iterator whose next step waits until something below the paths changes, or some seconds pass."""
    try:
        from watchfiles import watch
    except ImportError:
        raise UsageError(
            "--watch needs the package watchfiles, which is not installed.", "install ask2decide[watch]."
        ) from None
    return watch(
        *(path if path.is_dir() else path.parent for path in paths),
        debounce=LONGEST_MILLISECONDS,
        step=QUIET_MILLISECONDS,
        rust_timeout=LOOK_AGAIN_MILLISECONDS,
        yield_on_timeout=True,
    )


def _found(paths: Sequence[Path]) -> list[Path]:
    """Return the task folders there are by now; a path whose last task is gone has none."""
    found: dict[Path, Path] = {}
    for path in paths:
        with suppress(UsageError):
            found.update({folder.resolve(): folder for folder in discover_tasks(path)})
    return list(found.values())


def digests_of(folder: Path) -> Digests:
    """Return the digests of a task's files, without bytecode and what editors keep beside a file."""
    return {
        path.relative_to(folder).as_posix(): _digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not _is_by_product(path.relative_to(folder))
    }


def lock_digest(folder: Path) -> Digests:
    """Return the digest of a task's lock, which a build may have written; empty where there is none."""
    lock = folder / LOCK_FILE
    return {LOCK_FILE: _digest(lock)} if lock.is_file() else {}


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""  # it went away, or cannot be read: the build says so where it matters


def _is_by_product(path: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts) or path.name.endswith("~")
