"""A task's conditional regrets on one line: how its items spread, small enough for a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ask2decide.emit.pictures.scale import Scale, limit_for, place
from ask2decide.emit.roles import Role
from ask2decide.emit.summary import TaskSummary
from ask2decide.labels.text import percent_text

WIDTH, HEIGHT = 240, 30
_LEFT, _RIGHT, _MIDDLE = 10.0, 230.0, 15.0
_RISE = 7.0
"""Marks of one role in one place are set beside each other, up and down by turns, so that each is seen."""


@dataclass(frozen=True)
class StripMark:
    """One item."""

    role: str
    x: str
    y: str
    right: str


@dataclass(frozen=True)
class Strip:
    """The whole picture, in SVG units; `limit` is what its right end stands for."""

    marks: tuple[StripMark, ...]
    limit: str
    width: int = WIDTH
    height: int = HEIGHT
    left: float = _LEFT
    right: float = _RIGHT
    middle: float = _MIDDLE


def strips(tasks: Sequence[TaskSummary]) -> list[Strip]:
    """Return a strip for each task; all have one square-root scale, so that they can be compared."""
    limit = limit_for([item.conditional.regret.upper for task in tasks for item in task.items])
    return [_strip(task, Scale(limit, _LEFT, _RIGHT, rooted=True)) for task in tasks]


def _strip(task: TaskSummary, scale: Scale) -> Strip:
    marks: list[StripMark] = []
    seen: dict[Fraction, int] = {}
    for role in (Role.TWIN, Role.OTHER, Role.RELEVANT):
        for item in task.items:
            if item.role is role:
                regret = item.conditional.regret
                times = seen[regret.lower] = seen.get(regret.lower, 0) + 1
                y = _MIDDLE + (0.0 if times == 1 else _RISE if times % 2 else -_RISE)
                marks.append(
                    StripMark(role.value, place(scale.at(regret.lower)), place(y), place(scale.at(regret.upper)))
                )
    return Strip(tuple(marks), percent_text(scale.limit))
