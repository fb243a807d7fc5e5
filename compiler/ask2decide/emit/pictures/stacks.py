"""Bars of equal length, cut into shares with their counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ask2decide.emit.pictures.scale import place

WIDTH = 480
_LEFT, _RIGHT, _ROW, _BAR, _TOP = 158.0, 472.0, 30, 22, 4
_LETTER = 7.2
"""Width of a letter inside a share, in the picture's units, rounded up."""


@dataclass(frozen=True)
class Share:
    """One part of a bar: what it counts (which picks the colour), how often, and what is written."""

    name: str
    count: int
    x: str
    length: str
    text: str
    text_x: str


@dataclass(frozen=True)
class Stack:
    """One bar with its name."""

    name: str
    y: str
    text_y: str
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Stacks:
    """The whole picture, in SVG units."""

    rows: tuple[Stack, ...]
    names: tuple[str, ...]
    letters: tuple[str, ...]
    height: int
    width: int = WIDTH
    left: float = _LEFT
    bar: int = _BAR


def stacks(names: Sequence[str], counts: Mapping[str, Sequence[int]]) -> Stacks:
    """Return a bar for each row of counts, in the order of `names`; a row without any count is left out.

    Parameters
    ----------
    names : sequence of str
        What the parts stand for.
    counts : mapping of str to sequence of int
        By the bar's name: a count for each part.
    """
    kept = {name: row for name, row in counts.items() if sum(row)}
    rows = tuple(_stack(names, name, row, _TOP + _ROW * place) for place, (name, row) in enumerate(kept.items()))
    return Stacks(rows, tuple(names), tuple(initials(names)), height=_TOP + _ROW * len(rows) + 2)


def _stack(names: Sequence[str], name: str, row: Sequence[int], y: int) -> Stack:
    shares = []
    letters = initials(names)
    x = _LEFT
    for number, count in enumerate(row):
        length = (_RIGHT - _LEFT) * count / sum(row)
        if count:
            shares.append(
                Share(
                    name=names[number],
                    count=count,
                    x=place(x),
                    length=place(length),
                    text=_text(names[number], letters[number], count, length),
                    text_x=place(x + length / 2),
                )
            )
        x += length
    return Stack(name if len(name) <= 22 else f"{name[:21]}…", place(y), place(y + 15.5), tuple(shares))


def _text(name: str, letter: str, count: int, length: float) -> str:
    """Return name and count where they fit, else the letter that stands for the name with the count, else nothing."""
    fits = (text for text in (f"{name} {count}", f"{letter} {count}", letter) if _LETTER * len(text) + 4 <= length)
    return next(fits, "")


def initials(names: Sequence[str]) -> list[str]:
    """Return a letter for each name, so that no part is told by its colour alone.

    >>> initials(["value", "availability", "none", "nothing"])
    ['V', 'A', 'N', 'O']
    """
    letters: list[str] = []
    for name in names:
        letters.append(next((letter for letter in name.upper() if letter not in letters), name[:1].upper()))
    return letters
