"""A line on the terminal that says what is running, what is open and how wide, and since when; elsewhere nothing.

How long a solve will take is not known to anyone, so no end is promised: what can be counted is counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from ask2decide.backend import Answer, Status

Watch = Callable[[str], None]
"""Takes the line as it is to stand now."""

_NAMED = 3


def unwatched(line: str) -> None:
    """Show nothing."""


@contextmanager
def terminal_line() -> Iterator[Watch]:
    """Show a line on standard error while it is a terminal; it is gone when this ends."""
    if not sys.stderr.isatty():
        yield unwatched
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        line = progress.add_task("")
        yield lambda text: progress.update(line, description=text)


def tasks_line(done: int, names: Iterable[str]) -> str:
    """Return how far a build of several tasks is, from the number done and the names of the others.

    >>> tasks_line(5, ["x_gap", "x_jobshop"])
    '5 of 7 tasks done; to come: x_gap, x_jobshop'
    """
    left = list(names)
    return f"{done} of {done + len(left)} tasks done" + (f"; to come: {_listed(left)}" if left else "")


def solves_line(done: Mapping[str, Answer | None], running: Iterable[str]) -> str:
    """Return how far solves side by side are: the answers by title (None for a lost one), and what is left.

    >>> from fractions import Fraction
    >>> found = Answer(Status.LIMIT, {}, Fraction(104), Fraction(100), False, "highs 1.16.0")
    >>> solves_line({"t as recorded": found}, ["t with {H1} known"])
    '1 of 2 solved; left: t with {H1} known; open: t as recorded (gap 3.8 %)'
    """
    left = list(running)
    line = f"{len(done)} of {len(done) + len(left)} solved"
    if left:
        line += f"; left: {_listed(left)}"
    wide = [f"{title} ({gap_text(a)})" for title, a in done.items() if a is not None and a.status is Status.LIMIT]
    return line + (f"; open: {_listed(wide)}" if wide else "")


def gap_text(answer: Answer) -> str:
    """Return how far an answer's plan and bound are apart, relative to the plan's cost."""
    if answer.primal is None:
        return "no plan yet"
    if answer.bound is None or not answer.primal:
        return "no gap known"
    return f"gap {100 * float(abs(answer.primal - answer.bound) / abs(answer.primal)):.2g} %"


def _listed(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
