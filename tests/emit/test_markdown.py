from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.emit.markdown import line, quoted, table, words
from ask2decide.family import Column

TWO = (Column("Name"), Column("Share", "%", True))


def cells(row: str) -> list[str]:
    """Split a table row at the pipes that Markdown sees: those without a backslash of their own."""
    return re.split(r"(?<!\\)(?:\\\\)*\|", row)


def test_a_table_has_heads_with_units_and_numbers_flush_right() -> None:
    assert table(TWO, [("A", "12.5")]) == "| Name | Share (%) |\n| --- | ---: |\n| A | 12.5 |"


@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=40)), max_size=4))
@settings(max_examples=60, deadline=None)
def test_no_text_breaks_a_table(rows: list[tuple[str, str]]) -> None:
    lines = table(TWO, rows).split("\n")
    assert len(lines) == 2 + len(rows)
    for shown in lines:
        assert len(cells(shown)) == 4
        assert shown == "".join(mark for mark in shown if mark.isprintable())
        assert "<" not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", r"a\|b"),
        ("a\\|b", r"a\\\|b"),
        ("one\r\ntwo\tthree", "one two three"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ("R&D", "R&amp;D"),
        ("*bold* `code` [link](x)", r"\*bold\* \`code\` \[link\](x)"),
        ("hard2b_r101_25", "hard2b_r101_25"),
        ("_set_ off", r"\_set\_ off"),
        ("Übergröße 漢字 🚚", "Übergröße 漢字 🚚"),
        ("bell\x07 and\x1b[31m red", r"bell and \[31m red"),
        ("", ""),
    ],
)
def test_words_show_as_they_are_written(text: str, shown: str) -> None:
    assert words(text) == shown


def test_a_line_cannot_become_a_heading_or_a_rule() -> None:
    assert line("# not a head") == "\\# not a head"
    assert line("---") == "\\---"
    assert line("- a list is fine") == "- a list is fine"


def test_a_quotation_keeps_its_lines_and_nothing_gets_out_of_it() -> None:
    assert quoted("first\n\n# second\n<b>") == "> first\n>\n> \\# second\n> &lt;b&gt;"
    assert quoted("") == ">"


def test_a_row_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells does not fit a table of 2 columns"):
        table(TWO, [("A",)])
