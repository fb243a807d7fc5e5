"""What earlier builds left of the tasks that a command names: which of them need not be built again.

A task is left alone when all that decides its package is as it was (this compiler, the settings, every file of the
task's folder, the published instance), and its package holds exactly the files that were written. All of it is compared
by content. Inputs are read before anything is built, and again before a record is kept: what was edited meanwhile is
not recorded.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from ask2decide.errors import EXIT_DONE, EXIT_OPEN_LABEL, display_path
from ask2decide.resources import CACHE_FOLDER
from ask2decide.settings import Settings, Suite
from ask2decide.unchanged.compiler import compiler_digest, running_compiler
from ask2decide.unchanged.digests import NoDigestError, file_digest, folder_files, texts, together
from ask2decide.unchanged.record import (
    DamagedRecordError,
    Record,
    pages_record,
    read_record,
    task_record,
    write_record,
)

Say = Callable[[str], None]
T = TypeVar("T")

PAGES = ("inventory.md", "report.html")
"""The files of a suite beside its packages."""

OWN_CODE = "model.py"
"""A task's own code may read anything, so that no digest covers it."""

_NO_MATTER = frozenset({"out", "instances", "fresh", "audit", "keep_unfinished"})
"""Settings that do not change a package; published instances count by what was read of them."""

_LOCAL = ("processes", "serial")
"""Executors that need not be reached."""


@dataclass(frozen=True)
class Written:
    """A task's package as it was built.

    Parameters
    ----------
    folder : Path
        The task's.
    files : mapping of str to str
        Text by path in the package.
    beside : mapping of str to (str or None)
        Text by name of what was written into the task's folder; None for what does not belong there.
    outside : mapping of str to str
        Digests of the published instances that were read, by path in the folder of instances.
    line, messages, status
        What a build of it says when nothing changed (see `Record`).
    """

    folder: Path
    files: Mapping[str, str]
    beside: Mapping[str, str | None]
    outside: Mapping[str, str]
    line: str
    messages: tuple[str, ...]
    status: int


class EarlierBuilds:
    """The records of earlier builds, compared with what stands there now.

    Parameters
    ----------
    suite : Suite
        What is to be built; a check, an audit and a fresh build leave no task alone, and a check notes nothing.
    folders : sequence of Path
        The tasks.
    say : callable
        Takes a message on a damaged record.
    """

    def __init__(self, suite: Suite, folders: Sequence[Path], say: Say) -> None:
        self.suite = suite
        self.folders = folders
        self.say = say
        self.repeats: dict[Path, Record] = {}
        """The tasks that need not be built."""
        self._compiler: str | None = None
        self._before: dict[Path, dict[str, str] | None] = {}
        self._packages_before: dict[str, str | None] = {}
        self._pages: Record | None = None
        if suite.check:
            return
        self._compiler = _or_none(running_compiler)
        self._before = {folder: self._task_files(folder) for folder in folders}
        settings = suite.settings
        if self._compiler is not None and suite.executor in _LOCAL and not (settings.fresh or settings.audit):
            found = {folder: self._repeated(folder) for folder in folders}
            self.repeats = {folder: record for folder, record in found.items() if record is not None}
        self._pages = self._read(pages_record(self._out))

    def cover_everything(self) -> bool:
        """Return whether neither a task nor the suite's pages need to be built."""
        if len(self.repeats) < len(self.folders):
            return False
        seen = self._packages_before
        return self.pages_stand({name: seen[name] if name in seen else self._package(name) for name in self._names()})

    def repeat(self, say: Say, result: Say) -> int:
        """Say what a build would say that finds everything unchanged; return its exit status."""
        records = [self.repeats[folder] for folder in self.folders]
        for record in records:
            for message in record.messages:
                say(message)
        for record in records:
            result(record.line)
        return EXIT_OPEN_LABEL if any(record.status == EXIT_OPEN_LABEL for record in records) else EXIT_DONE

    def has(self, task: str, files: Mapping[str, str]) -> bool:
        """Return whether a package stands there with exactly these files."""
        return self._package(task) == together(texts(files))

    def packages(self) -> dict[str, str | None]:
        """Return the digest of every package in the output folder, by task; None where one cannot be read."""
        return {name: self._package(name) for name in self._names()}

    def pages_stand(self, packages: Mapping[str, str | None]) -> bool:
        """Return whether inventory and report stand there as they were written for these packages."""
        record = self._pages
        if record is None or record.inputs != self._pages_inputs(packages):
            return False
        there = _or_none(lambda: together({name: file_digest(self._out / name) for name in PAGES}))
        return there == record.outputs

    def note(self, written: Written) -> None:
        """Keep a record of a task that was written, unless its inputs are not those that stood there before."""
        before, now = self._before.get(written.folder), self._task_files(written.folder)
        if before is None or now is None or OWN_CODE in now or self._compiler != _or_none(compiler_digest):
            return
        expected = {name: digest for name, digest in before.items() if name not in written.beside}
        expected |= texts({name: text for name, text in written.beside.items() if text is not None})
        if now != expected or self._outside(written.outside) != dict(written.outside):
            return
        record = Record(
            inputs=self._inputs(now),
            outputs=together(texts(written.files)),
            outside=dict(written.outside),
            line=written.line,
            messages=written.messages,
            status=written.status,
        )
        write_record(task_record(self._out, written.folder.resolve().name), record)

    def note_pages(
        self, files: Mapping[str, str], packages: Mapping[str, str | None], built: Mapping[str, Mapping[str, str]]
    ) -> None:
        """Keep a record of the suite's pages.

        Parameters
        ----------
        files : mapping of str to str
            The pages' texts by name.
        packages : mapping
            `packages` as it was before they were read.
        built : mapping
            The files of those packages that were not read but built, by task.
        """
        if self._compiler is None or self._compiler != _or_none(compiler_digest) or packages != self.packages():
            return
        if all(packages.get(task) == together(texts(written)) for task, written in built.items()):
            inputs = self._pages_inputs(packages)
            if inputs is not None:
                write_record(pages_record(self._out), Record(inputs, together(texts(files))))

    @property
    def _out(self) -> Path:
        return self.suite.settings.out

    def _repeated(self, folder: Path) -> Record | None:
        """Return the record of a task that needs no build."""
        name = folder.resolve().name
        record, files = self._read(task_record(self._out, name)), self._before[folder]
        if record is None or files is None or OWN_CODE in files or record.inputs != self._inputs(files):
            return None
        if (self._out / CACHE_FOLDER / name).exists():
            return None  # an unfinished build left solves that may be better than those of the package
        if self._outside(record.outside) != dict(record.outside):
            return None
        self._packages_before[name] = self._package(name)
        return record if self._packages_before[name] == record.outputs else None

    def _read(self, path: Path) -> Record | None:
        try:
            return read_record(path)
        except DamagedRecordError:
            self.say(f"{display_path(path)}: this record of an earlier build is damaged; that build is done again.")
            return None

    def _inputs(self, task_files: Mapping[str, str]) -> str:
        parts = {"compiler": self._compiler or "", "settings": _settings_text(self.suite.settings)}
        return together({**parts, "task": together(task_files)})

    def _task_files(self, folder: Path) -> dict[str, str] | None:
        apart = frozenset({os.path.realpath(self._out)})
        return _or_none(lambda: folder_files(folder, apart))

    def _names(self) -> list[str]:
        try:
            names = os.listdir(self._out)
        except OSError:
            return []
        return [name for name in names if os.path.isfile(self._out / name / "labels.json")]

    def _package(self, task: str) -> str | None:
        return _or_none(lambda: together(folder_files(self._out / task)))

    def _outside(self, names: Mapping[str, str]) -> dict[str, str] | None:
        """Return the digests of published instances as they are now; None where one cannot be read."""
        folder = self.suite.settings.instances
        if not names or folder is None:
            return None if names else {}
        return _or_none(lambda: {name: file_digest(folder / name) for name in names})

    def _pages_inputs(self, packages: Mapping[str, str | None]) -> str | None:
        known = {name: digest for name, digest in packages.items() if digest is not None}
        if len(known) < len(packages):
            return None
        return together({"compiler": self._compiler or "", "packages": together(known)})


def note_running_compiler() -> None:
    """Take the digest of this compiler now, before its code is imported."""
    _or_none(running_compiler)


def _settings_text(settings: Settings) -> str:
    kept = {name: value for name, value in asdict(settings).items() if name not in _NO_MATTER}
    return json.dumps(kept, sort_keys=True, default=str)


def _or_none(digest: Callable[[], T]) -> T | None:
    """Return a digest, None where something cannot be read."""
    try:
        return digest()
    except (OSError, NoDigestError):
        return None
