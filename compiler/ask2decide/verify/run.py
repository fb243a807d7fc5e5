"""The check of packages, in the order a reader would go: what is there, optima, regrets, verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ask2decide.errors import EXIT_DONE, EXIT_TASK_FAILED, EXIT_WRONG_INPUT, Ask2DecideError, UsageError, display_path
from ask2decide.judge.package import read_package
from ask2decide.verify.certificates import read_certificates
from ask2decide.verify.evidence import Package
from ask2decide.verify.files import (
    ITEMS,
    LABELS,
    NOTES,
    PROBLEM,
    ItemsFile,
    LabelsFile,
    NotesFile,
    ProblemFile,
    read_shape,
)
from ask2decide.verify.findings import Found
from ask2decide.verify.optima import check_optima
from ask2decide.verify.problems import Problems
from ask2decide.verify.records import check_records
from ask2decide.verify.regrets import check_regrets
from ask2decide.verify.verdicts import check_verdicts


@dataclass(frozen=True)
class Checked:
    """The outcome for one package: what was found, or the message of why it cannot be read."""

    folder: Path
    found: Found | None
    damage: str = ""

    @property
    def status(self) -> int:
        """Exit status: 0 all agrees, 1 something disagrees, 2 the package cannot be read."""
        if self.found is None:
            return EXIT_WRONG_INPUT
        return EXIT_TASK_FAILED if self.found.disagreements else EXIT_DONE


def verify_packages(paths: Sequence[Path], allow_code: bool = False) -> Iterator[Checked]:
    """Yield the outcome of each package, in the order of the paths.

    Parameters
    ----------
    paths : sequence of Path
        Packages, or folders of packages.
    allow_code : bool
        Whether a package's own judge/model.py may run where it is not this checkout's.

    Raises
    ------
    UsageError
        When a path holds no package.
    """
    for folder in [folder for path in paths for folder in package_folders(path)]:
        try:
            yield Checked(folder, verify_package(folder, allow_code))
        except Ask2DecideError as error:
            yield Checked(folder, None, str(error))


def package_folders(path: Path) -> list[Path]:
    """Return the packages that a path names: itself, or the folders inside it that hold parts of one."""
    if not path.is_dir():
        raise UsageError(f"There is no folder {display_path(path)}.", "name a package, or a folder of packages.")
    if _looks_like_one(path):
        return [path]
    inside = sorted(folder for folder in path.iterdir() if folder.is_dir() and _looks_like_one(folder))
    if not inside:
        raise UsageError(
            f"There is no task package in {display_path(path)}.",
            "compile tasks with `ask2decide-build`, or name the folder it wrote.",
        )
    return inside


def _looks_like_one(folder: Path) -> bool:
    return any((folder / part).exists() for part in (LABELS, "judge", "certificates"))


def verify_package(folder: Path, allow_code: bool = False) -> Found:
    """Return what the check of one package finds.

    Raises
    ------
    UsageError
        When a file of the package is missing or is not of its form, or its code may not run.
    """
    judged = read_package(folder, allow_code)
    labels = read_shape(folder, LABELS, LabelsFile)
    items = read_shape(folder, ITEMS, ItemsFile)
    notes = read_shape(folder, NOTES, NotesFile)
    problem = read_shape(folder, PROBLEM, ProblemFile)
    found = Found(judged.task)
    problems = Problems(folder, judged.family, judged.sense, judged.base_data, items.items)
    certificates = read_certificates(folder, labels, found)
    known = [key for key in labels.optima if problems.has(key)]
    package = Package(
        problems,
        labels.model_copy(update={"optima": {key: labels.optima[key] for key in known}}),
        list(certificates.plans()),
        found,
    )
    for key in sorted(set(labels.optima) - set(known)):
        found.differ(f"the problem {{{key}}}", "listed", f"{LABELS} optima", "no problem of this task", ITEMS)
    check_records(package, problem, notes)
    check_optima(package, certificates, problem.optimum)
    shared = set(labels.items) & set(items.items)
    if len(shared) == len(labels.items) == len(items.items):
        check_regrets(package, certificates, {note.id: note.note for note in notes.notes})
        check_verdicts(package, certificates)
    return found
