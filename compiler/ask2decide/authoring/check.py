"""Every mistake of authored tasks that shows without solving: what ``ask2decide check`` finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ask2decide.errors import Ask2DecideError, Diagnostic, Place, SpecError, display_path
from ask2decide.spec import Item
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.task_folders import discover_tasks
from ask2decide.variants.candidates import twin_candidates
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.lock import LOCK_FILE, read_lock
from ask2decide.variants.sources import TASK_FILE


class Severity(StrEnum):
    """Whether a build would refuse the task, or the author had better look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a task, or doubtful."""

    severity: Severity
    diagnostic: Diagnostic


@dataclass(frozen=True)
class Checked:
    """What was found in some tasks; the findings in the order of the tasks, then of file and line."""

    tasks: int
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """Return how many findings are of a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def is_sound(self) -> bool:
        """Whether every task can be built, as far as can be seen without solving."""
        return self.count(Severity.ERROR) == 0


def check(paths: Sequence[Path], *, instances: Path | None = None, allow_code: bool = False) -> Checked:
    """Check every task at the paths: each a task, its task.yaml, or a folder of tasks.

    Parameters
    ----------
    instances : Path, optional
        A further folder of base instances.
    allow_code : bool
        Whether a task's own `model.py` may run.

    Raises
    ------
    UsageError
        When a path holds no task.
    """
    folders = {folder.resolve(): folder for path in paths for folder in discover_tasks(path)}
    findings = [
        finding
        for folder in folders.values()
        for finding in _in_task(folder, lambda at: load_task(at, instances=instances, allow_code=allow_code))
    ]
    return Checked(len(folders), tuple(findings))


def _in_task(folder: Path, load: Callable[[Path], LoadedTask]) -> Iterator[Finding]:
    try:
        loaded = load(folder)
    except SpecError as error:
        yield from (Finding(Severity.ERROR, diagnostic) for diagnostic in error.diagnostics)
        return
    except Ask2DecideError as error:
        place = Place(display_path(folder / TASK_FILE))
        yield Finding(Severity.ERROR, error.at(place))
        return
    yield from _stale_locks(loaded)
    for item in loaded.task.hidden:
        yield from _twin_wanted(item, loaded)


def _twin_wanted(item: Item, loaded: LoadedTask) -> Iterator[Finding]:
    """Yield what speaks against the search for a twin of an item, if anything does."""
    if not item.wants_twin or item.template is None:
        return
    place = item.place.below("twin")
    if not any(item.patches):
        cause = f"{item.id!r} changes nothing, so it is worth 0 and needs no twin."
        yield Finding(Severity.WARNING, Diagnostic(place, cause, "delete 'twin: auto', or give its template a patch."))
        return
    template = loaded.templates[item.template.name]
    if next(twin_candidates(template, item.template, loaded.family, loaded.data), None) is None:
        cause = f"{item.id!r} can have no twin: its template has no other object to name."
        fix = "delete 'twin: auto', or spell out a twin with twin_of."
        yield Finding(Severity.ERROR, Diagnostic(place, cause, fix))


def _stale_locks(loaded: LoadedTask) -> Iterator[Finding]:
    """Yield the entries of the twins' lock that the next build ignores."""
    folder = loaded.task.folder
    stale = [name for name in read_lock(folder) if name not in loaded.lock]
    for name in stale:
        document = read_yaml(folder / LOCK_FILE)
        cause = "this locked twin no longer fits its original: the next build searches again."
        fix = "build the task, and commit the new lock."
        yield Finding(Severity.WARNING, Diagnostic(document.place((name,)), cause, fix))
