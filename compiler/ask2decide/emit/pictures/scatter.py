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

WIDTH, HEIGHT = 480, 510
_LEFT, _RIGHT, _TOP, _BOTTOM, _PAD = 62.0, 466.0, 54.0, 454.0, 20.0
_MOST_NAMES = 30
"""With more positive marks than this, names would cover the picture; the tables have them."""

_LETTER, _LINE = 6.4, 13.0
"""Width of a letter and height of a line of a name, in the picture's units, rounded up."""

_LONGEST_HEAD = 66
"""Characters of the line above the picture; the tables have the rest."""

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
    splits : tuple of str
        The splits of these items, each once.
    only : tuple of str
        Task and id, where it is one item; else empty.
    head, told : str
        What is read above the picture when a reader points at the mark: who, and the two regrets.
    label : str
        What is written beside the mark; empty for nothing.
    """

    role: str
    x: str
    y: str
    right: str
    up: str
    names: tuple[str, ...]
    splits: tuple[str, ...]
    only: tuple[str, ...]
    head: str
    told: str
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
    taken = [box for _, x, y in groups for box in _covered(across, up, x, y)]
    marks = []
    for (role, x, y), items in groups.items():
        wanted = _label(items, named and bool(x.upper or y.upper), tasks)
        at = (across.at(x.lower), up.at(y.lower))
        label, label_x, label_y, anchor = _placed(*at, wanted, taken)
        marks.append(
            Mark(
                role=role.value,
                x=place(at[0]),
                y=place(at[1]),
                right=place(across.at(x.upper)),
                up=place(up.at(y.upper)),
                names=tuple(_sentence(task, item) for task, item in items),
                splits=tuple(dict.fromkeys(task.split.value for task, _ in items)),
                only=(items[0][0].task, items[0][1].id) if len(items) == 1 else (),
                head=_head(role, items),
                told=f"alone {regret_range(x)}; once the rest is known {regret_range(y)}",
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
    """Return the items by role and place, so that relevant marks are drawn over the others."""
    groups: Groups = {}
    for role in (Role.OTHER, Role.TWIN, Role.RELEVANT):  # a diamond leaves the corners of a square to be seen
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


def _covered(across: Scale, up: Scale, x: Bracket, y: Bracket) -> list[Box]:
    """Return what a mark covers, and each of its whiskers."""
    at, high, right, top = across.at(x.lower), up.at(y.lower), across.at(x.upper), up.at(y.upper)
    return [(at - 7, high - 7, at + 7, high + 7), (at, high - 2, right, high + 2), (at - 2, top, at + 2, high)]


def _head(role: Role, items: Sequence[tuple[TaskSummary, ItemSummary]]) -> str:
    names = [f"{task.task} {item.id}" for task, item in items]
    if len(names) > 1:
        head = f"{len(names)} {role.value} items: {', '.join(names)}"
        return head if len(head) <= _LONGEST_HEAD else f"{head[: _LONGEST_HEAD - 1]}…"
    return f"{names[0]}, {role.value}"


def _places(x: float, y: float) -> Iterator[tuple[float, float, str]]:
    for out in (10, 20):
        for down in (4, -8, 16):
            yield x + out, y + down, "start"
            yield x - out, y + down, "end"
    for down in (-12, 21):
        yield x, y + down, "middle"


def _box(x: float, y: float, anchor: str, length: float) -> Box:
    left = x - {"start": 0.0, "middle": length / 2, "end": length}[anchor]
    return (left, y - _LINE + 3, left + length, y + 3)


def _placed(x: float, y: float, label: str, taken: list[Box]) -> tuple[str, float, float, str]:
    """Return a label and the first place beside its mark where it covers nothing, and take it; no label without one."""
    length = _LETTER * len(label)
    for spot in _places(x, y) if label else ():
        box = _box(*spot, length)
        if _is_free(box, taken):
            taken.append(box)
            return (label, *spot)
    return "", x, y, "start"


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    within = box[0] > _LEFT and box[2] < _RIGHT and box[1] > _TOP and box[3] < _BOTTOM
    return within and all(
        box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1] for other in taken
    )
