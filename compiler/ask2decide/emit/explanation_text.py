"""An explanation as plain text, for a terminal or a file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ask2decide.emit.explanation import Explanation, Side
from ask2decide.family import Column

WIDTH = 100
_MARGIN = "  "


def explanation_text(explained: Explanation) -> str:
    """Return the explanation as lines of at most 100 characters, where no single word is longer."""
    return "\n".join(_lines(explained)) + "\n"


def _lines(explained: Explanation) -> Iterator[str]:
    role = f", {explained.role}" if explained.role else ""
    yield f"{plain(explained.task)}, {plain(explained.item)}{role}"
    yield from _wrapped(f"“{explained.note}”")
    about = f" Reached by asking about {explained.about}." if explained.about else ""
    yield from _wrapped(f"Kind: {explained.kind}. Effect: {explained.effect}.{about}")
    yield ""
    yield plain(explained.changes.title)
    if explained.changes.rows:
        yield from _table(explained.changes.columns, explained.changes.rows)
    else:
        yield f"{_MARGIN}Nothing in the model."
    for side in explained.sides:
        yield ""
        yield from _side(side)


def _side(side: Side) -> Iterator[str]:
    yield plain(side.heading)
    yield from _wrapped(side.reason)
    yield ""
    columns = (Column("Plan"), *(Column(problem.name) for problem in side.problems))
    rows = [("Best possible", *(problem.optimum for problem in side.problems))]
    rows += [
        (plan.title, *(f"{outcome.words}: loses {outcome.loss}" for outcome in plan.outcomes)) for plan in side.plans
    ]
    yield from _table(columns, rows)
    for plan in side.plans:
        for outcome in plan.outcomes:
            if outcome.violations:
                yield from _section(f"{plan.title}, used {outcome.problem}, breaks:", outcome.violations)
    for plan in side.plans:
        yield from _section(f"{plan.title}:", plan.lines)
    if side.differences:
        first, second = (problem.name for problem in side.problems[:2])
        yield from _section(f"What is done otherwise {second} than {first}:", side.differences)
    yield from _section(f"{side.certificate_title}:", side.certificate)


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield ""
    yield from _wrapped(title)
    for line in lines:
        yield from textwrap.wrap(
            plain(line), WIDTH, initial_indent=f"{_MARGIN}- ", subsequent_indent=f"{_MARGIN}  ", break_on_hyphens=False
        )


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(plain(text), WIDTH, initial_indent=_MARGIN, subsequent_indent=_MARGIN, break_on_hyphens=False)


def plain(text: str) -> str:
    r"""Return text on one line, what a terminal would take for a command left out: notes come from strangers.

    >>> plain("a\x1b[31mb\nc")
    'a [31mb c'
    """
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table whose cells are wrapped so that it fits the width."""
    from io import StringIO

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(Text(column.name), justify="right" if column.number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    console = Console(file=StringIO(), width=WIDTH - len(_MARGIN), color_system=None, legacy_windows=False)
    with console.capture() as shown:
        console.print(table)
    return [f"{_MARGIN}{line}".rstrip() for line in shown.get().splitlines()]
