"""Building many tasks: which, where, in how many processes, and what is written or compared at the end."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ask2decide.build import Built, build_task
from ask2decide.emit.inventory import inventory
from ask2decide.emit.read_package import package_texts, read_package
from ask2decide.emit.report import report
from ask2decide.emit.write import differences, write_folder
from ask2decide.engine.cache import forget_solves, unfinished_folder
from ask2decide.engine.executors import outcomes_in_order
from ask2decide.engine.places import Place
from ask2decide.engine.progress import Watch, terminal_line, unwatched
from ask2decide.engine.solve import Counts
from ask2decide.errors import (
    EXIT_BACK_END,
    EXIT_DONE,
    EXIT_OPEN_LABEL,
    EXIT_TASK_FAILED,
    EXIT_WRONG_INPUT,
    Ask2DecideError,
    BackEndError,
    TaskError,
    display_path,
)
from ask2decide.families import family_fault
from ask2decide.settings import Settings as Settings
from ask2decide.settings import Suite as Suite
from ask2decide.task_folders import folders_to_build
from ask2decide.unchanged.earlier import EarlierBuilds, Written
from ask2decide.unchanged.record import Record
from ask2decide.unchanged.stopped import forget_stopped, note_stopped
from ask2decide.variants.lock import LOCK_FILE

Say = Callable[[str], None]

LABELS = "labels.json"
"""The file that every package has."""

SEVERITY = (EXIT_BACK_END, EXIT_WRONG_INPUT, EXIT_TASK_FAILED, EXIT_OPEN_LABEL, EXIT_DONE)
"""When tasks end differently, the command's exit status is the first of these that occurs."""


@dataclass(frozen=True)
class Outcome:
    """How one task ended: built, left alone, or stopped by an error's message and status; `line` is its result."""

    folder: Path
    built: Built | None
    status: int
    messages: tuple[str, ...]
    line: str = ""


def build_suite(suite: Suite, say: Say, result: Say, earlier: EarlierBuilds | None = None) -> int:
    """Build every task, write or compare what belongs in the output folder, and return the exit status.

    A task that stops with an error leaves its package as it was; the others are written all the same. A task whose
    inputs and package are those of an earlier build is left alone.

    Parameters
    ----------
    earlier : EarlierBuilds or None
        What earlier builds left of these tasks, where that was looked up before.
    """
    if earlier is None:
        earlier = EarlierBuilds(suite, folders_to_build(suite.paths, suite.settings.out), say)
    outcomes = []
    with terminal_line() as watch:
        for outcome in _outcomes(suite, earlier, watch):
            outcomes.append(outcome)
            for message in outcome.messages:
                say(message)
    statuses = [outcome.status for outcome in outcomes]
    finish = _compare if suite.check else _write
    statuses += [_said(say, partial(finish, suite, each, earlier, say)) for each in outcomes if each.built is not None]
    packages = [outcome.built for outcome in outcomes if outcome.built is not None]
    statuses.append(_said(say, partial(_suite_pages, suite, packages, earlier, say)))
    for outcome in outcomes:
        if outcome.line:
            result(outcome.line)
    return next(status for status in SEVERITY if status in statuses)


def _outcomes(suite: Suite, earlier: EarlierBuilds, watch: Watch) -> Iterator[Outcome]:
    """Yield how each task ends, in their order; those of `earlier` that nothing changed for are not built."""
    settings = replace(suite.settings, keep_unfinished=not suite.check)
    waiting = [folder for folder in earlier.folders if folder not in earlier.repeats]
    left = list(earlier.folders)
    if waiting:
        for outcome in outcomes_in_order(build_one, waiting, settings, lost_one, suite.executor, suite.jobs, watch):
            while left[0] != outcome.folder:
                yield _repeated(left[0], earlier.repeats[left.pop(0)])
            del left[0]
            yield outcome
    yield from (_repeated(folder, earlier.repeats[folder]) for folder in left)


def _repeated(folder: Path, record: Record) -> Outcome:
    return Outcome(folder, None, record.status, record.messages, record.line)


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
    except TaskError as error:
        if settings.keep_unfinished:
            note_stopped(settings.out, folder, str(error))
        return Outcome(folder, None, error.exit_status, (*messages, str(error), _what_now(folder, settings, error)))
    except Ask2DecideError as error:
        return Outcome(folder, None, error.exit_status, (*messages, str(error)))
    except Exception as error:
        fault = family_fault(error)
        if fault is None:
            raise
        return Outcome(folder, None, fault.exit_status, (*messages, f"{display_path(folder)}: {fault}"))
    messages += [f"{built.task}: {sentence}." for sentence in built.open]
    return Outcome(folder, built, EXIT_OPEN_LABEL if built.is_short else EXIT_DONE, tuple(messages), _line(built))


def _what_now(folder: Path, settings: Settings, error: TaskError) -> str:
    """Return what a build that failed a task has left, and what an author may do who wants to know more."""
    name = folder.resolve().name
    has_package = (settings.out / name / LABELS).is_file()
    written = f"{name}: nothing was written{': its package is as it was' if has_package else ' for this task'}."
    explain = f"`{_command(settings, ['ask2decide', 'explain', display_path(folder), error.item])}`"
    suggest = f"`{_command(settings, ['ask2decide', 'suggest', display_path(folder)])}`"
    if not error.item:
        return written
    return f"{written} {explain} says why {error.item} is worth what it is; {suggest} lists other items, with twins."


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


def _write(suite: Suite, outcome: Outcome, earlier: EarlierBuilds, say: Say) -> int:
    built = _package(outcome)
    was_there = earlier.has(built.task, built.files)
    write_folder(suite.settings.out / built.task, built.files, _owned)
    write_folder(built.folder, _lock_files(built), LOCK_FILE.__eq__)
    forget_stopped(suite.settings.out, built.task)
    forget_solves(unfinished_folder(suite.settings.out, built.task))
    _note(outcome, earlier, was_there)
    return EXIT_DONE


def _note(outcome: Outcome, earlier: EarlierBuilds, was_there: bool) -> None:
    """Keep a record of a build, where it is known what the same build says when nothing has changed.

    One that found its package as it would write it, and solved nothing, says the same again. One that solved says that
    these answers come from the store, if it said nothing else and no answer is left open or out.
    """
    built = _package(outcome)
    if built.outside is None:
        return
    is_final = built.is_settled and not built.open and not outcome.messages
    unchanged = was_there and built.counts == Counts(stored=built.counts.stored)
    if not (unchanged or is_final):
        return
    counts = Counts(stored=built.counts.stored + built.counts.solved)
    line = _line(replace(built, counts=counts))
    beside = {LOCK_FILE: built.lock}
    earlier.note(
        Written(built.folder, built.files, beside, built.outside, line, outcome.messages, outcome.status),
    )


def _package(outcome: Outcome) -> Built:
    assert outcome.built is not None, "only a task that was built is written or compared"
    return outcome.built


def _compare(suite: Suite, outcome: Outcome, earlier: EarlierBuilds, say: Say) -> int:
    built = _package(outcome)
    shown = differences(suite.settings.out / built.task, built.files, _owned)
    shown += differences(built.folder, _lock_files(built), LOCK_FILE.__eq__)
    if not shown:
        return EXIT_DONE
    command = _build_command(suite.settings, [built.folder])
    say(f"{built.task}: the committed output is stale. Mend it with `{command}`.")
    say(shown)
    return EXIT_TASK_FAILED


def _suite_pages(suite: Suite, packages: Sequence[Built], earlier: EarlierBuilds, say: Say) -> int:
    """Write or compare inventory and report, of the tasks just built and of the packages in the output folder."""
    out, there = suite.settings.out, earlier.packages()
    present = {path.parent.name: path.parent for path in sorted(out.glob(f"*/{LABELS}")) if path.is_file()}
    built = {each.task: each.files for each in packages}
    names = sorted({*present, *built})
    if not names or earlier.pages_stand(there):
        return EXIT_DONE
    read = [read_package(built.get(name) or package_texts(present[name]), f"{out / name}") for name in names]
    files = {"inventory.md": inventory([each.summary for each in read]), "report.html": report(read)}
    if not suite.check:
        write_folder(out, files)
        earlier.note_pages(files, there, built)
        return EXIT_DONE
    shown = differences(out, files)
    if shown:
        command = _build_command(suite.settings, suite.paths)
        say(f"The suite's inventory or report is stale. Mend it with `{command}`.\n{shown}")
    return EXIT_TASK_FAILED if shown else EXIT_DONE


def _build_command(settings: Settings, paths: Sequence[Path]) -> str:
    """Return the command that writes what `paths` are stale in."""
    every_subset = ["--needs-asking", "all"] if settings.every_subset else []
    return _command(settings, ["ask2decide-build", *(display_path(path) for path in paths), *every_subset])


def _command(settings: Settings, words: Sequence[str]) -> str:
    """Return a command with the options that these settings differ by from the defaults."""
    words = [*words]
    if settings.out != Path("generated"):
        words += ["--out", display_path(settings.out)]
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
