"""Building many tasks: which, where, in how many processes, and what is written or compared at the end."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ask2decide.build import Built, Settings, build_task
from ask2decide.emit.inventory import inventory
from ask2decide.emit.report import report
from ask2decide.emit.summary import read_summary
from ask2decide.emit.write import differences, write_folder
from ask2decide.engine.cache import forget_solves, unfinished_folder
from ask2decide.engine.executors import outcomes_in_order
from ask2decide.engine.places import Place
from ask2decide.engine.progress import Watch, terminal_line, unwatched
from ask2decide.errors import (
    EXIT_BACK_END,
    EXIT_DONE,
    EXIT_OPEN_LABEL,
    EXIT_TASK_FAILED,
    EXIT_WRONG_INPUT,
    Ask2DecideError,
    BackEndError,
    UsageError,
    display_path,
)
from ask2decide.families import family_fault
from ask2decide.variants.load import discover_tasks
from ask2decide.variants.lock import LOCK_FILE

Say = Callable[[str], None]

SEVERITY = (EXIT_BACK_END, EXIT_WRONG_INPUT, EXIT_TASK_FAILED, EXIT_OPEN_LABEL, EXIT_DONE)
"""When tasks end differently, the command's exit status is the first of these that occurs."""


@dataclass(frozen=True)
class Suite:
    """What one call of ``ask2decide-build`` is to do."""

    paths: Sequence[Path]
    settings: Settings
    check: bool = False
    jobs: int | None = None
    executor: str = "processes"


@dataclass(frozen=True)
class Outcome:
    """How one task ended: built, or stopped by an error's message and status."""

    folder: Path
    built: Built | None
    status: int
    messages: tuple[str, ...]


def build_suite(suite: Suite, say: Say, result: Say) -> int:
    """Build every task, write or compare what belongs in the output folder, and return the exit status.

    A task that stops with an error leaves its package as it was; the others are written all the same.
    """
    folders = _task_folders(suite)
    outcomes = []
    settings = replace(suite.settings, keep_unfinished=not suite.check)
    with terminal_line() as watch:
        for outcome in outcomes_in_order(build_one, folders, settings, lost_one, suite.executor, suite.jobs, watch):
            outcomes.append(outcome)
            for message in outcome.messages:
                say(message)
    statuses = [outcome.status for outcome in outcomes]
    packages = [outcome.built for outcome in outcomes if outcome.built is not None]
    finish = _compare if suite.check else _write
    statuses += [_said(say, partial(finish, suite, built, say)) for built in packages]
    statuses.append(_said(say, partial(_suite_pages, suite, packages, say)))
    for built in packages:
        result(_line(built))
    return next(status for status in SEVERITY if status in statuses)


def _task_folders(suite: Suite) -> list[Path]:
    """Return the folders of the tasks at the paths, each once.

    Raises
    ------
    UsageError
        When a path holds no task, two tasks want the same package, or a package would not be a folder of its own.
    """
    out = suite.settings.out
    if out.exists() and not out.is_dir():
        raise UsageError(f"{display_path(out)} is a file.", "name a folder with --out.")
    found = {folder.resolve(): folder for path in suite.paths for folder in discover_tasks(path)}
    for name, count in Counter(folder.name for folder in found).items():
        if count > 1:
            both = " and ".join(display_path(folder) for folder in found if folder.name == name)
            cause = f"{both} are tasks of the same name, and both would be written to {display_path(out / name)}."
            raise UsageError(cause, "rename one, or build them with an --out each.")
    for real, folder in found.items():
        package = out / real.name
        if package.is_symlink():
            raise UsageError(f"{display_path(package)} is a link.", "remove the link, or name another --out.")
        if package.resolve() == real:
            cause = f"{display_path(folder)} is both the task and its package."
            raise UsageError(cause, "name another folder with --out.")
    return list(found.values())


def _said(say: Say, finish: Callable[[], int]) -> int:
    """Return the status of writing or comparing one thing; an error is said, and the rest goes on."""
    try:
        return finish()
    except Ask2DecideError as error:
        say(str(error))
        return error.exit_status


def build_one(folder: Path, settings: Settings, place: Place | None = None, watch: Watch = unwatched) -> Outcome:
    """Build one task; errors become part of the outcome. Runs in a process of its own, or uses those at `place`."""
    messages: list[str] = []
    try:
        built = build_task(folder, settings, messages.append, place, watch)
    except Ask2DecideError as error:
        return Outcome(folder, None, error.exit_status, (*messages, str(error)))
    except Exception as error:
        fault = family_fault(error)
        if fault is None:
            raise
        return Outcome(folder, None, fault.exit_status, (*messages, f"{display_path(folder)}: {fault}"))
    messages += [f"{built.task}: {sentence}." for sentence in built.open]
    return Outcome(folder, built, EXIT_OPEN_LABEL if built.is_short else EXIT_DONE, tuple(messages))


def lost_one(folder: Path, reason: str) -> Outcome:
    """Return the outcome of a task whose process ended before its work did, twice."""
    fix = "run the command again, with fewer --jobs where memory is short."
    error = BackEndError(f"{display_path(folder)} could not be built, twice: {reason}.", fix)
    return Outcome(folder, None, error.exit_status, (str(error),))


def _owned(path: str) -> bool:
    """Whether a file below a task's package is the compiler's: all of them are."""
    return True


def _lock_files(built: Built) -> dict[str, str]:
    return {} if built.lock is None else {LOCK_FILE: built.lock}


def _write(suite: Suite, built: Built, say: Say) -> int:
    write_folder(suite.settings.out / built.task, built.files, _owned)
    write_folder(built.folder, _lock_files(built), LOCK_FILE.__eq__)
    forget_solves(unfinished_folder(suite.settings.out, built.task))
    return EXIT_DONE


def _compare(suite: Suite, built: Built, say: Say) -> int:
    shown = differences(suite.settings.out / built.task, built.files, _owned)
    shown += differences(built.folder, _lock_files(built), LOCK_FILE.__eq__)
    if not shown:
        return EXIT_DONE
    command = _command(suite, [built.folder])
    say(f"{built.task}: the committed output is stale. Mend it with `{command}`.")
    say(shown)
    return EXIT_TASK_FAILED


def _suite_pages(suite: Suite, packages: Sequence[Built], say: Say) -> int:
    """Write or compare inventory and report, of the tasks just built and of the packages in the output folder."""
    out = suite.settings.out
    present = [path for path in sorted(out.glob("*/labels.json")) if path.is_file()]
    texts = {path.parent.name: path.read_text(encoding="utf-8", errors="replace") for path in present}
    texts.update({built.task: built.files["labels.json"] for built in packages})
    if not texts:
        return EXIT_DONE
    summaries = [read_summary(text, f"{out / name}/labels.json") for name, text in sorted(texts.items())]
    files = {"inventory.md": inventory(summaries), "report.html": report(summaries)}
    if not suite.check:
        write_folder(out, files)
        return EXIT_DONE
    shown = differences(out, files)
    if shown:
        say(f"The suite's inventory or report is stale. Mend it with `{_command(suite, suite.paths)}`.\n{shown}")
    return EXIT_TASK_FAILED if shown else EXIT_DONE


def _command(suite: Suite, paths: Sequence[Path]) -> str:
    """Return the command that writes what `paths` are stale in."""
    settings = suite.settings
    words = ["ask2decide-build", *(display_path(path) for path in paths)]
    if settings.out != Path("generated"):
        words += ["--out", display_path(settings.out)]
    if settings.every_subset:
        words += ["--needs-asking", "all"]
    if settings.solver != "auto":
        words += ["--solver", settings.solver]
    if settings.time_limit is not None:
        words += ["--time-limit", str(settings.time_limit)]
    if settings.instances is not None:
        words += ["--instances", display_path(settings.instances)]
    if settings.allow_code:
        words += ["--allow-code"]
    return shlex.join(words)


def _roles(counts: Mapping[str, int]) -> str:
    """Return how many items have each role, those that occur."""
    names = {"relevant": "relevant", "twin": "twin" if counts["twin"] == 1 else "twins", "other": "other"}
    return ", ".join(f"{counts[role]} {name}" for role, name in names.items() if counts[role])


def _line(built: Built) -> str:
    """Return what one task's build came to."""
    without = f" ({built.optima_without_solve} without a solve)" if built.optima_without_solve else ""
    stored = f", {built.counts.stored} from the store" if built.counts.stored else ""
    items = sum(built.roles.values())
    return (
        f"{built.task}: {items} items ({_roles(built.roles)}), {2 * items} labels "
        f"({built.by_certificate} by certificate, {built.by_minimax} by minimax), {built.optima} optima{without}; "
        f"{built.counts.solved} solves{stored}"
    )
