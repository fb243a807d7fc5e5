"""Markdown as notebooks show it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ask2decide.emit.markdown import family_table, words
from ask2decide.family import Table

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


class MarkdownText(str):
    """Text that a notebook renders as Markdown; anywhere else it is a plain text."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return without_mathematics(self)


def without_mathematics(markdown: str) -> str:
    """Return Markdown in which a dollar sign is one: notebooks typeset what stands between two of them.

    An entity keeps the sign out of the formulas that a front end takes from the source before it reads the Markdown,
    the element around it out of those that MathJax then looks for in the page. A backslash is read in as many ways as
    there are front ends (jupyterlab issue 8645).

    >>> without_mathematics("from $3 to `$4`")
    'from <span>&#36;</span>3 to `$4`'
    """
    parts = _CODE.split(markdown)
    return "".join(part if number % 2 else part.replace("$", "<span>&#36;</span>") for number, part in enumerate(parts))


def tables_markdown(tables: Iterable[Table]) -> str:
    """Return tables with their titles and notes, escaped."""
    return "\n\n".join(
        "\n\n".join(part for part in (f"**{words(table.title)}**", family_table(table), words(table.note)) if part)
        for table in tables
    )
