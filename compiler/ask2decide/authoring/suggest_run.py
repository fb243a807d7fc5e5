"""What ``ask2decide suggest`` does from its options to its exit status."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ask2decide.authoring.suggest import Request, Suggester
from ask2decide.authoring.suggest_listing import cost_line, listing, outcome_lines
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings
from ask2decide.engine.progress import terminal_line
from ask2decide.errors import EXIT_DONE

EXIT_STOPPED = 130

Say = Callable[[str], None]


@dataclass(frozen=True)
class Order:
    """One call of the command.

    Parameters
    ----------
    task : Path
        The task's folder.
    want : str or None
        The wishes for a whole set.
    write : tuple of str or None
        What is added to the task: ids or ranks; empty for what was composed; None for nothing.
    """

    task: Path
    request: Request
    want: str | None = None
    seed: int = 0
    write: tuple[str, ...] | None = None


def run_suggest(order: Order, settings: Settings, say: Say, result: Say) -> int:
    """Carry out one call; return the exit status."""
    bench = Workbench.open(order.task, settings, say, may_be_empty=True)
    with terminal_line() as watch:
        suggester = Suggester(bench, order.request, watch)
        say(cost_line(bench.task, suggester.cost))
        found = suggester.found()
    for line in outcome_lines(bench.task, found):
        say(line)
    result(listing(bench.task, found))
    return EXIT_STOPPED if found.stopped else EXIT_DONE
