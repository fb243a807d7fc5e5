"""Every error a user can meet: what went wrong, how to mend it, and the exit status it leads to (README.md)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

EXIT_DONE = 0
EXIT_TASK_FAILED = 1
EXIT_WRONG_INPUT = 2
EXIT_OPEN_LABEL = 3
EXIT_BACK_END = 4


@dataclass(frozen=True, order=True)
class Place:
    """Where in an authored file something stands.

    Parameters
    ----------
    file : str
        Path as the user gave it.
    line : int or None
        1-based line, if the file has lines that mean something.
    key : str
        The key in the spec's own words, e.g. ``hidden[0].patch[1].path``; empty for the whole file.
    """

    file: str
    line: int | None = None
    key: str = ""

    def below(self, key: str) -> Place:
        """Return the place of a key inside what stands here, on the same line.

        >>> str(Place("task.yaml", 7, "hidden[0]").below("with"))
        'task.yaml:7: hidden[0].with'
        """
        return Place(self.file, self.line, f"{self.key}.{key}" if self.key else key)

    def says(self, text: str) -> str:
        """Return a message about what stands here.

        >>> Place("task.yaml", 7, "split").says("the key is missing."), Place("task.yaml", 1).says("the file is empty.")
        ('task.yaml:7: split: the key is missing.', 'task.yaml:1: the file is empty.')
        """
        return f"{self}: {text}" if self.key else f"{self} {text}"

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        key = f" {self.key}" if self.key else ""
        return f"{self.file}{line}:{key}"


@dataclass(frozen=True)
class Diagnostic:
    """One mistake of the author's: where it stands, the cause, then the fix."""

    place: Place
    cause: str
    fix: str

    def __str__(self) -> str:
        return self.place.says(f"{self.cause} Fix: {self.fix}")


class Ask2DecideError(Exception):
    """Base of all errors that end a command with a message instead of a traceback."""

    exit_status = EXIT_WRONG_INPUT

    def __init__(self, cause: str, fix: str = "") -> None:
        self.cause = cause
        self.fix = fix
        super().__init__(f"{cause} Fix: {fix}" if fix else cause)

    def at(self, place: Place) -> Diagnostic:
        """Return this error as a mistake at a place, whose message goes on in lower case."""
        starts_plainly = self.cause[1:2].islower() or self.cause[1:2] == " "
        cause = self.cause[:1].lower() + self.cause[1:] if starts_plainly else self.cause
        return Diagnostic(place, cause, self.fix)


class UsageError(Ask2DecideError):
    """The command itself is wrong: a path that is not there, an unknown option value."""


class SpecError(Ask2DecideError):
    """A task spec is wrong. Carries every mistake that was found, not the first."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=lambda d: (d.place.file, d.place.line or 0, d.place.key)))
        super().__init__("\n".join(str(d) for d in self.diagnostics))


class InstanceError(Ask2DecideError):
    """A base instance is absent, does not match its checksum, or cannot be read."""


class TaskError(Ask2DecideError):
    """A task fails one of its own checks: a twin is not zero, a no-ask plan survives, output is stale.

    Parameters
    ----------
    item : str
        The hidden item to look at first; empty where none is to blame.
    """

    exit_status = EXIT_TASK_FAILED

    def __init__(self, cause: str, fix: str = "", item: str = "") -> None:
        super().__init__(cause, fix)
        self.item = item


class NoTwinError(TaskError):
    """A search for twins found none for `item`, beside the others."""


class BackEndError(Ask2DecideError):
    """A back end is missing, failed, or contradicts a checked plan."""

    exit_status = EXIT_BACK_END


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to `name`, or None when nothing is close.

    >>> nearest("windw_moved", ["window_moved", "road_closed"])
    'window_moved'
    """
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def did_you_mean(name: str, known: Iterable[str], what: str = "names") -> str:
    """Return a fix that offers the nearest valid name, or lists what is valid.

    >>> did_you_mean("hrad", ["easy", "hard"]), did_you_mean("yes", ["auto"])
    ("write 'hard'.", "write 'auto'.")
    """
    names = sorted(set(known))
    close = names[0] if len(names) == 1 else nearest(name, names)
    if close is not None:
        return f"write {close!r}."
    if not names:
        return f"there are no {what} here; leave it out."
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f"use one of the {what} {shown}."


def display_path(path: Path) -> str:
    """Return `path` relative to the working directory where that is shorter."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
