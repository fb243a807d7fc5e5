"""The scatter of standalone against conditional regret: one mark for each item, or for items in the same place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ask2decide.emit.pictures.scale import Scale, Tick, limit_for, place
from ask2decide.emit.roles import Role
from ask2decide.emit.summary import ItemSummary, TaskSummary
from ask2decide.labels import Bracket
from ask2decide.labels.text import regret_range

WIDTH, HEIGHT = 480, 470
_LEFT, _RIGHT, _TOP, _BOTTOM, _PAD = 62.0, 466.0, 14.0, 414.0, 20.0
_MOST_NAMES = 30
"""With more positive marks than this, names would cover the picture; the tables have them."""

_LETTER, _LINE = 6.4, 13.0
"""Width of a letter and height of a line of a name, in the picture's units, rounded up."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Mark:
    """Items of one role in one place.

    Parameters
    ----------
    x, y : str
        The lower ends of both regrets.
    right, up : str
        The upper ends: where the whiskers of an interval end.
    names : tuple of str
        One line for each item.
    label : str
        What is written beside the mark; empty for nothing.
    """

    role: str
    x: str
    y: str
    right: str
    up: str
    names: tuple[str, ...]
    label: str
    label_x: str
    label_y: str
    anchor: str


@dataclass(frozen=True)
class Scatter:
    """The whole picture, in SVG units."""

    marks: tuple[Mark, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    diagonal: tuple[str, str, str, str]
    width: int = WIDTH
    height: int = HEIGHT
    left: float = _LEFT
    right: float = _RIGHT
    top: float = _TOP
    bottom: float = _BOTTOM


def scatter(tasks: Sequence[TaskSummary]) -> Scatter:
    """Return the scatter of all items; both axes have the same square-root scale."""
    ends = [label.regret.upper for task in tasks for item in task.items for label in item.labels]
    limit = limit_for(ends)
    across = Scale(limit, _LEFT + _PAD, _RIGHT - _PAD, rooted=True)
    up = Scale(limit, _BOTTOM - _PAD, _TOP + _PAD, rooted=True)
    groups = _groups(tasks)
    named = sum(1 for role, x, y in groups if x.upper or y.upper) <= _MOST_NAMES
    taken = [_around(across.at(x.lower), up.at(y.lower)) for _, x, y in groups]
    marks = []
    for (role, x, y), items in groups.items():
        label = _label(items, named and bool(x.upper or y.upper), tasks)
        at = (across.at(x.lower), up.at(y.lower))
        label_x, label_y, anchor = _free_place(*at, label, taken)
        marks.append(
            Mark(
                role=role.value,
                x=place(at[0]),
                y=place(at[1]),
                right=place(across.at(x.upper)),
                up=place(up.at(y.upper)),
                names=tuple(_sentence(task, item) for task, item in items),
                label=label,
                label_x=place(label_x),
                label_y=place(label_y),
                anchor=anchor,
            )
        )
    zero = Fraction(0)
    diagonal = (across.at(zero), up.at(zero), across.at(limit), up.at(limit))
    x1, y1, x2, y2 = (place(each) for each in diagonal)
    return Scatter(tuple(marks), across.ticks, up.ticks, (x1, y1, x2, y2))


Groups = dict[tuple[Role, Bracket, Bracket], list[tuple[TaskSummary, ItemSummary]]]


def _groups(tasks: Sequence[TaskSummary]) -> Groups:
    """Return the items by role and place, twins first, so that relevant marks are drawn over the others."""
    groups: Groups = {}
    for role in (Role.TWIN, Role.OTHER, Role.RELEVANT):
        for task in tasks:
            for item in task.items:
                if item.role is role:
                    key = (role, item.standalone.regret, item.conditional.regret)
                    groups.setdefault(key, []).append((task, item))
    return groups


def _sentence(task: TaskSummary, item: ItemSummary) -> str:
    regrets = f"standalone {regret_range(item.standalone.regret)}, conditional {regret_range(item.conditional.regret)}"
    return f"{task.task} {item.id}, {item.role.value}: {regrets}"


def _label(items: Sequence[tuple[TaskSummary, ItemSummary]], named: bool, tasks: Sequence[TaskSummary]) -> str:
    """Return the items' names where there is room for them, else how many items share the place."""
    if not named or len(items) > 2:
        return f"×{len(items)}" if len(items) > 1 else ""
    heads = [task.task.partition("_")[0] for task in tasks]
    names: dict[str, list[str]] = {}
    for task, item in items:
        head = task.task.partition("_")[0]
        names.setdefault(head if heads.count(head) == 1 else task.task, []).append(item.id)
    text = "; ".join(f"{head} {', '.join(ids)}" for head, ids in names.items())
    return text if len(text) <= 28 else f"{text[:27]}…"


def _around(x: float, y: float) -> Box:
    return (x - 7, y - 7, x + 7, y + 7)


def _places(x: float, y: float) -> Iterator[tuple[float, float, str]]:
    for down in (4, -8, 16):
        yield x + 10, y + down, "start"
        yield x - 10, y + down, "end"
    yield x, y - 12, "middle"
    yield x, y + 21, "middle"


def _box(x: float, y: float, anchor: str, length: float) -> Box:
    left = x - {"start": 0.0, "middle": length / 2, "end": length}[anchor]
    return (left, y - _LINE + 3, left + length, y + 3)


def _free_place(x: float, y: float, label: str, taken: list[Box]) -> tuple[float, float, str]:
    """Return the first place beside a mark that covers no other mark or label, and take it."""
    length = _LETTER * len(label)
    places = list(_places(x, y))
    if not label:
        return places[0]
    free = (spot for spot in places if _is_free(_box(*spot, length), taken))
    chosen = next(free, places[0])
    taken.append(_box(*chosen, length))
    return chosen


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    within = box[0] > _LEFT and box[2] < _RIGHT and box[1] > _TOP and box[3] < _BOTTOM
    return within and all(
        box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1] for other in taken
    )
