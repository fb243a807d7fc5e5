"""A task's conditional regrets on one line: how its items spread, small enough for a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.emit.pictures.scale import Scale, limit_for, place
from ask2decide.emit.roles import Role
from ask2decide.emit.summary import TaskSummary
from ask2decide.labels.text import percent_text

WIDTH, HEIGHT = 240, 48
_LEFT, _RIGHT, _LINE = 10.0, 230.0, 40.0
_FIRST, _APART, _HIGHEST = 7.0, 11.0, 3
"""How far above the line the lowest marks stand, how far marks keep apart, and the number of the highest row."""


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
    line: float = _LINE


def strips(tasks: Sequence[TaskSummary]) -> list[Strip]:
    """Return a strip for each task; all have one square-root scale, so that they can be compared."""
    limit = limit_for([item.conditional.regret.upper for task in tasks for item in task.items])
    return [_strip(task, Scale(limit, _LEFT, _RIGHT, rooted=True)) for task in tasks]


def _strip(task: TaskSummary, scale: Scale) -> Strip:
    """Return the strip of a task: marks that would touch are piled up, like the dots of a dot plot."""
    marks: list[StripMark] = []
    taken: list[tuple[float, int]] = []
    for role in (Role.RELEVANT, Role.TWIN, Role.OTHER):
        for item in (item for item in task.items if item.role is role):
            regret = item.conditional.regret
            x = scale.at(regret.lower)
            row = next((row for row in range(_HIGHEST) if not _touches(x, row, taken)), _HIGHEST)
            taken.append((x, row))
            y = _LINE - _FIRST - _APART * row
            marks.append(StripMark(role.value, place(x), place(y), place(scale.at(regret.upper))))
    return Strip(tuple(marks), percent_text(scale.limit))


def _touches(x: float, row: int, taken: Sequence[tuple[float, int]]) -> bool:
    return any(other_row == row and abs(x - other) < _APART for other, other_row in taken)
