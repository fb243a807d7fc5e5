"""A task's regrets as bars, each twin right after its original."""

from __future__ import annotations

from dataclasses import dataclass

from ask2decide.emit.pictures.scale import Scale, Tick, limit_for, place
from ask2decide.emit.roles import role_words
from ask2decide.emit.summary import ItemSummary, LabelSummary, TaskSummary
from ask2decide.labels.text import regret_range

WIDTH = 480
_LEFT, _RIGHT = 118.0, 360.0
_TOP, _ROW, _BAR, _AXIS = 8, 40, 14, 40
_GAP_BEFORE_ORIGINAL = 6
_LONGEST_NAME = 15


@dataclass(frozen=True)
class Bar:
    """One regret: the bar reaches the lower end, a whisker the upper one."""

    y: str
    length: str
    whisker: str
    text: str
    text_x: str


@dataclass(frozen=True)
class Row:
    """One item: its name, what it is a twin of, and its two bars, standalone first."""

    name: str
    below: str
    role: str
    y: str
    below_y: str
    standalone: Bar
    conditional: Bar


@dataclass(frozen=True)
class Bars:
    """The whole picture, in SVG units."""

    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    height: int
    bottom: int
    width: int = WIDTH
    left: float = _LEFT
    right: float = _RIGHT
    top: int = _TOP
    bar: int = _BAR


def bars(task: TaskSummary) -> Bars:
    """Return the picture of one task; its axis ends beyond its own largest regret."""
    ends = [label.regret.upper for item in task.items for label in item.labels]
    scale = Scale(limit_for(ends), _LEFT, _RIGHT)
    rows = []
    y = _TOP
    for item in task.twins_beside_originals:
        y += 0 if item.twin_of else _GAP_BEFORE_ORIGINAL
        rows.append(_row(item, y, scale))
        y += _ROW
    return Bars(tuple(rows), scale.ticks, height=y + _AXIS, bottom=y)


def _row(item: ItemSummary, y: int, scale: Scale) -> Row:
    return Row(
        name=_short(item.id),
        below=_short(role_words(item.role, item.twin_of)),
        role=item.role.value,
        y=place(y + 14),
        below_y=place(y + 29),
        standalone=_bar(item.standalone, y + 3, scale),
        conditional=_bar(item.conditional, y + 3 + _BAR + 2, scale),
    )


def _bar(label: LabelSummary, y: int, scale: Scale) -> Bar:
    low, high = scale.at(label.regret.lower), scale.at(label.regret.upper)
    return Bar(
        y=place(y),
        length=place(max(low - _LEFT, 1.5)),
        whisker=place(high) if label.regret.lower < label.regret.upper else "",
        text=regret_range(label.regret),
        text_x=place(max(high, _LEFT + 1.5) + 6),
    )


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
