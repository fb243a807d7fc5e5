"""Markdown that nothing in the data can break: escaped words, cells and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ask2decide.family import Column, Table

_SPECIAL = re.compile(r"([\\`*\[\]|~])|(?<!\w)(_)|(_)(?!\w)")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def words(text: str) -> str:
    r"""Return text that Markdown shows as it is written, on one line: specials, HTML and line breaks are escaped.

    >>> words("a|b <i> C_07\nx")
    'a\\|b &lt;i&gt; C_07 x'
    """
    flat = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    marked = _SPECIAL.sub(lambda found: "\\" + found.group(0), flat)
    return "".join(_HTML.get(mark, mark) for mark in marked)


def line(text: str) -> str:
    """Return text as a line of its own: as `words`, and neither a heading nor a rule can start there."""
    escaped = words(text)
    return "\\" + escaped if re.match(r"#{1,6}(\s|$)|=+\s*$|-+\s*$", escaped) else escaped


def quoted(text: str) -> str:
    """Return text as a Markdown quotation, its line breaks kept, its HTML escaped."""
    rows = [line(row) for row in text.strip().splitlines()] or [""]
    return "\n".join(f"> {row}".rstrip() for row in rows)


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in pipe form; heads carry their unit, numbers are set flush right.

    Raises
    ------
    ValueError
        When a row has not as many cells as there are columns.
    """
    lines = [_row([_head(column) for column in columns]), _row(["---:" if c.number else "---" for c in columns])]
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"a row of {len(row)} cells does not fit a table of {len(columns)} columns: {list(row)}")
        lines.append(_row([words(cell) for cell in row]))
    return "\n".join(lines)


def family_table(shown: Table) -> str:
    """Return a knowledge-base table's body."""
    return table(shown.columns, shown.rows)


def _head(column: Column) -> str:
    return words(f"{column.name} ({column.unit})" if column.unit else column.name)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
