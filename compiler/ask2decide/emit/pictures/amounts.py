"""Amounts as bars of parts: one scale for all bars, a line where a bar's limit is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ask2decide.drawing import Bar, Bars, Part
from ask2decide.emit.pictures.colours import COLOURS, colours_of
from ask2decide.emit.pictures.scale import place
from ask2decide.exact import number_text

WIDTH = 600
_LEFT, _RIGHT, _TOP, _ROW, _BAR = 150.0, 592.0, 6, 44, 30
_LETTER = 6.8
_LONGEST_NAME = 20
_LONGEST_TEXT = 24
FARTHEST_LIMIT = 2
"""A limit of more than this times the largest bar is not drawn; the bar's text has it."""

_PLACES = 2
"""Decimals of a part's amount in its title; the plan in words beside the picture has it in full."""


@dataclass(frozen=True)
class PlacedPart:
    """A part of a bar.

    Parameters
    ----------
    colour : int
        Number of its colour; -1 and -2 in turn where there are more names than colours.
    is_new : bool
        Whether only this plan has it in this amount.
    """

    text: str
    words: str
    x: str
    length: str
    text_x: str
    colour: int
    is_new: bool
    is_marked: bool


@dataclass(frozen=True)
class PlacedBar:
    """A bar, its name, its total in words, and where its limit stands."""

    name: str
    below: str
    words: str
    y: str
    name_y: str
    below_y: str
    text_y: str
    parts: tuple[PlacedPart, ...]
    limit: str
    is_marked: bool


@dataclass(frozen=True)
class AmountsPicture:
    """The whole picture, in SVG units; `legend` are colours with their names, none where parts have no own colour."""

    bars: tuple[PlacedBar, ...]
    legend: tuple[tuple[int, str], ...]
    height: int
    width: int = WIDTH
    left: float = _LEFT
    right: float = _RIGHT
    bar: int = _BAR

    @property
    def description(self) -> str:
        """What the picture shows, in words."""
        return "; ".join(
            f"{bar.words}: {', '.join(part.words for part in bar.parts) or 'nothing'}" for bar in self.bars
        )


def amounts_picture(drawn: Bars, reference: Bars, charts: Sequence[Bars], marked: Sequence[str]) -> AmountsPicture:
    """Return bars.

    Parameters
    ----------
    reference : Bars
        Another plan's: a part that it has not in the same amount is new.
    charts : sequence of Bars
        All that are looked at together: they have one scale, and one colour for each name.
    marked : sequence of str
        Names that are pointed out.
    """
    labels = {part.name: part.label for bars in charts for bar in bars.bars for part in bar.parts}
    names = sorted(labels)
    colours = colours_of(names) if len(names) <= COLOURS else {}
    most = _end(charts)
    old = {bar.name: {(p.name, p.amount) for p in bar.parts} for bar in reference.bars}
    placed = tuple(
        _bar(bar, _TOP + _ROW * number, most, drawn.unit, colours, old.get(bar.name, set()), marked)
        for number, bar in enumerate(drawn.bars)
    )
    legend = tuple((colours[name], labels[name]) for name in names) if colours else ()
    return AmountsPicture(placed, legend, height=_TOP + _ROW * len(placed) + 2)


def _end(charts: Sequence[Bars]) -> Fraction:
    """Return the end of the scale: it holds every bar, and the limits that do not make the bars too short to see."""
    every = [bar for bars in charts for bar in bars.bars]
    largest = max((bar.total for bar in every), default=Fraction(0))
    limits = [bar.limit for bar in every if bar.limit is not None and bar.limit <= FARTHEST_LIMIT * largest]
    return max((largest, *limits)) or Fraction(1)


def _bar(
    bar: Bar,
    y: int,
    most: Fraction,
    unit: str,
    colours: Mapping[str, int],
    old: set[tuple[str, Fraction]],
    marked: Sequence[str],
) -> PlacedBar:
    at = Fraction(0)
    parts = []
    for number, part in enumerate(bar.parts):
        start, end = _at(at, most), _at(at + part.amount, most)
        is_new, is_marked = (part.name, part.amount) not in old, part.name in marked
        parts.append(_part(part, start, end, unit, colours.get(part.name, -1 - number % 2), is_new, is_marked))
        at += part.amount
    return PlacedBar(
        name=_short(bar.label, _LONGEST_NAME),
        below=_short(bar.text, _LONGEST_TEXT),
        words=f"{bar.label}, {bar.text}" if bar.text else bar.label,
        y=place(y),
        name_y=place(y + 13),
        below_y=place(y + 28),
        text_y=place(y + _BAR / 2 + 4),
        parts=tuple(parts),
        limit="" if bar.limit is None or bar.limit > most else place(_at(bar.limit, most)),
        is_marked=bar.name in marked,
    )


def _part(part: Part, start: float, end: float, unit: str, colour: int, is_new: bool, is_marked: bool) -> PlacedPart:
    letters = int((end - start - 4) / _LETTER)
    amount = f"{_near(part.amount)} {unit}".strip()
    full = f"{part.label} {_near(part.amount)}"
    text = next((text for text in (full, part.label) if len(text) <= letters), "")
    if not text and letters >= 3:
        text = f"{part.label[: letters - 1]}…"
    return PlacedPart(
        text=text,
        words=f"{part.label} {amount}",
        x=place(start),
        length=place(max(end - start, 0.5)),
        text_x=place((start + end) / 2),
        colour=colour,
        is_new=is_new,
        is_marked=is_marked,
    )


def _at(amount: Fraction, most: Fraction) -> float:
    return _LEFT + (_RIGHT - _LEFT) * float(amount / most)


def _near(amount: Fraction) -> str:
    """Return a number of few decimals, with "about" before what is rounded."""
    rounded = Fraction(round(amount * 10**_PLACES), 10**_PLACES)
    return number_text(rounded) if rounded == amount else f"about {number_text(rounded)}"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
