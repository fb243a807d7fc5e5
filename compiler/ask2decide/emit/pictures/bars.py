"""A task's regrets as bars, each twin right after its original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.emit.findings import Role
from ask2decide.emit.pictures.scale import Scale, Tick, limit_for, place
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


def twins_beside_originals(items: Sequence[ItemSummary]) -> list[ItemSummary]:
    """Return the items in the spec's order, each twin moved to right after its original."""
    known = {item.id for item in items}
    ordered: list[ItemSummary] = []
    for item in items:
        if item.twin_of not in known:
            ordered += [item, *(twin for twin in items if twin.twin_of == item.id)]
    return ordered


def bars(task: TaskSummary) -> Bars:
    """Return the picture of one task; its axis ends beyond its own largest regret."""
    ends = [label.regret.upper for item in task.items for label in item.labels]
    scale = Scale(limit_for(ends), _LEFT, _RIGHT)
    rows = []
    y = _TOP
    for item in twins_beside_originals(task.items):
        y += 0 if item.twin_of else _GAP_BEFORE_ORIGINAL
        rows.append(_row(item, y, scale))
        y += _ROW
    return Bars(tuple(rows), scale.ticks, height=y + _AXIS, bottom=y)


def role_words(item: ItemSummary) -> str:
    """Return an item's role, with its original's id for a twin."""
    return f"twin of {item.twin_of}" if item.role is Role.TWIN and item.twin_of else item.role.value


def _row(item: ItemSummary, y: int, scale: Scale) -> Row:
    return Row(
        name=_short(item.id),
        below=_short(role_words(item)),
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
