"""Building many tasks: which, where, in how many processes, and what is written or compared at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from ask2decide.build import Built, Settings, build_task
from ask2decide.emit.inventory import inventory
from ask2decide.emit.summary import read_summary
from ask2decide.emit.write import differences, write_folder
from ask2decide.errors import (
    EXIT_BACK_END,
    EXIT_DONE,
    EXIT_OPEN_LABEL,
    EXIT_TASK_FAILED,
    EXIT_WRONG_INPUT,
    Ask2DecideError,
    UsageError,
    display_path,
)
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
    folders = [folder for path in suite.paths for folder in discover_tasks(path)]
    outcomes = []
    for outcome in _outcomes(suite, folders):
        outcomes.append(outcome)
        for message in outcome.messages:
            say(message)
    statuses = [outcome.status for outcome in outcomes]
    built = [outcome for outcome in outcomes if outcome.built is not None]
    if suite.check:
        statuses += [_compare(suite, outcome, say) for outcome in built]
    else:
        for outcome in built:
            _write(suite, outcome)
    statuses.append(_inventory(suite, built, say))
    for outcome in built:
        result(_line(outcome))
    return next(status for status in SEVERITY if status in statuses)


def _outcomes(suite: Suite, folders: Sequence[Path]) -> Iterator[Outcome]:
    """Yield the tasks' outcomes in the order of the folders, however they are spread over processes."""
    jobs = min(suite.jobs or os.cpu_count() or 1, len(folders))
    with _executor(suite.executor, jobs) as executor:
        if executor is None:
            yield from (build_one(folder, suite.settings) for folder in folders)
            return
        futures: list[Future[Outcome]] = [executor.submit(build_one, folder, suite.settings) for folder in folders]
        for future in futures:
            yield future.result()


@contextmanager
def _executor(name: str, jobs: int) -> Iterator[Executor | None]:
    kind, _, address = name.partition(":")
    if kind == "dask" and address:
        try:
            from distributed import Client
        except ImportError:
            raise UsageError("The executor dask needs the package distributed.", "install ask2decide[dask].") from None
        with Client(address) as client, client.get_executor() as executor:
            yield executor
    elif name == "serial" or (name == "processes" and jobs <= 1):
        yield None
    elif name == "processes":
        # A fresh interpreter for each process: a forked one would inherit a solver's threads.
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
            yield executor
    else:
        raise UsageError(f"There is no executor {name!r}.", "use processes, serial or dask:ADDRESS.")


def build_one(folder: Path, settings: Settings) -> Outcome:
    """Build one task; errors become part of the outcome. Runs in a process of its own."""
    messages: list[str] = []
    try:
        built = build_task(folder, settings, messages.append)
    except Ask2DecideError as error:
        return Outcome(folder, None, error.exit_status, (*messages, str(error)))
    short = built.open and built.split_wants_exact
    messages += [f"{built.task}: {sentence}." for sentence in built.open]
    return Outcome(folder, built, EXIT_OPEN_LABEL if short else EXIT_DONE, tuple(messages))


def _owned(path: str) -> bool:
    """Whether a file below a task's package is the compiler's: all of them are."""
    return True


def _lock_files(built: Built) -> dict[str, str]:
    return {} if built.lock is None else {LOCK_FILE: built.lock}


def _write(suite: Suite, outcome: Outcome) -> None:
    built = outcome.built
    assert built is not None
    write_folder(suite.settings.out / built.task, built.files, _owned)
    write_folder(outcome.folder, _lock_files(built), LOCK_FILE.__eq__)


def _compare(suite: Suite, outcome: Outcome, say: Say) -> int:
    built = outcome.built
    assert built is not None
    shown = differences(suite.settings.out / built.task, built.files, _owned)
    shown += differences(outcome.folder, _lock_files(built), LOCK_FILE.__eq__)
    if not shown:
        return EXIT_DONE
    say(f"{built.task}: the committed output is stale. Mend it with `ask2decide-build {display_path(outcome.folder)}`.")
    say(shown)
    return EXIT_TASK_FAILED


def _inventory(suite: Suite, built: Sequence[Outcome], say: Say) -> int:
    """Write or compare the inventory: the tasks just built, and those whose packages stand in the output folder."""
    out = suite.settings.out
    texts = {path.parent.name: path.read_text(encoding="utf-8") for path in sorted(out.glob("*/labels.json"))}
    texts.update({outcome.built.task: outcome.built.files["labels.json"] for outcome in built if outcome.built})
    if not texts:
        return EXIT_DONE
    files = {
        "inventory.md": inventory(
            [read_summary(text, f"{out / name}/labels.json") for name, text in sorted(texts.items())]
        )
    }
    if not suite.check:
        write_folder(out, files)
        return EXIT_DONE
    shown = differences(out, files)
    if shown:
        say(f"The inventory is stale. Mend it with `ask2decide-build`.\n{shown}")
    return EXIT_TASK_FAILED if shown else EXIT_DONE


def _line(outcome: Outcome) -> str:
    built = outcome.built
    assert built is not None
    counts = built.summary
    stored = f", {built.counts.stored} from the store" if built.counts.stored else ""
    return (
        f"{built.task}: {counts['items']} items, {2 * counts['items']} labels "
        f"({counts['by certificate']} by certificate, {counts['by minimax']} by minimax), {counts['optima']} optima; "
        f"{built.counts.solved} solves{stored}"
    )
