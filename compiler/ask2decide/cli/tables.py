"""Tables on a terminal, and the same as plain text where the output goes elsewhere."""

from __future__ import annotations

import shutil
import sys

from ask2decide.family import Table

_UNBOUNDED = 10_000
"""Columns of an output that is no terminal: nothing is folded there."""


def table_text(shown: Table) -> str:
    """Return a table with its title and note as text, folded to the terminal's width where there is one."""
    from io import StringIO

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in shown.columns:
        table.add_column(Text(plain(column.name)), justify="right" if column.number else "left", overflow="fold")
    for row in shown.rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNBOUNDED
    console = Console(file=StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(table)
    body = "\n".join(line.rstrip() for line in captured.get().splitlines())
    return "\n\n".join(part for part in (plain(shown.title), body, plain(shown.note)) if part) + "\n"


def plain(text: str) -> str:
    r"""Return text on one line, without what a terminal would take for a command: notes come from strangers.

    >>> plain("a\x1b[31mb\nc")
    'a [31mb c'
    """
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
