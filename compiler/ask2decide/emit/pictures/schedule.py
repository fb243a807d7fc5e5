"""A schedule as a Gantt chart: a lane for each machine, blocks with their names, times of day below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ask2decide.clock import clock_text
from ask2decide.drawing import Block, Gantt, Lane
from ask2decide.emit.pictures.colours import colours_of
from ask2decide.emit.pictures.scale import Tick, place

WIDTH = 600
_LEFT, _RIGHT, _TOP, _ROW, _BAR, _AXIS = 92.0, 584.0, 38, 34, 26, 28
_LETTER = 6.8
"""Width of a letter in a block, in the picture's units, rounded up."""

_LONGEST_NAME = 13
_MOST_TICKS = 8
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 10080)


@dataclass(frozen=True)
class PlacedBlock:
    """A block: what is written in it, what a reader who points at it is told, and whether only this plan has it."""

    name: str
    text: str
    words: str
    x: str
    length: str
    text_x: str
    colour: int
    is_new: bool
    is_marked: bool


@dataclass(frozen=True)
class PlacedLane:
    """A lane with its blocks, and the times in which it cannot work."""

    name: str
    y: str
    text_y: str
    blocks: tuple[PlacedBlock, ...]
    closed: tuple[PlacedBlock, ...]
    is_marked: bool


@dataclass(frozen=True)
class PlacedDeadline:
    """A line down through all lanes, with its name on top."""

    words: str
    x: str
    text_y: str
    anchor: str
    is_marked: bool


@dataclass(frozen=True)
class SchedulePicture:
    """The whole picture, in SVG units."""

    lanes: tuple[PlacedLane, ...]
    ticks: tuple[Tick, ...]
    deadlines: tuple[PlacedDeadline, ...]
    height: int
    bottom: int
    width: int = WIDTH
    left: float = _LEFT
    right: float = _RIGHT
    top: int = _TOP
    bar: int = _BAR

    @property
    def description(self) -> str:
        """What the picture shows, in words."""
        lanes = (f"{lane.name}: {', '.join(block.words for block in lane.blocks) or 'nothing'}" for lane in self.lanes)
        return "; ".join((*lanes, *(deadline.words for deadline in self.deadlines))) + "."


@dataclass(frozen=True)
class _Axis:
    """Minutes to places, from 0 to `last`."""

    last: Fraction
    day_start: int

    def at(self, minutes: Fraction) -> float:
        return _LEFT + (_RIGHT - _LEFT) * float(minutes / self.last)

    def clock(self, minutes: Fraction) -> str:
        return clock_text(minutes + self.day_start)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """Ticks at round times of day."""
        step = next((s for s in _STEPS if self.last / s <= _MOST_TICKS), _STEPS[-1])
        first = -self.day_start % step
        count = int((self.last - first) // step) + 1
        times = [Fraction(first + step * number) for number in range(min(count, 4 * _MOST_TICKS))]
        return tuple(Tick(place(self.at(time)), self.clock(time)) for time in times)


def schedule_picture(drawn: Gantt, reference: Gantt, charts: Sequence[Gantt], marked: Sequence[str]) -> SchedulePicture:
    """Return a chart.

    Parameters
    ----------
    reference : Gantt
        Another plan's: a block that it has not at the same time is new.
    charts : sequence of Gantt
        All that are looked at together: they have one axis, and one colour for each name.
    marked : sequence of str
        Names that are pointed out.
    """
    axis = _Axis(_last(charts), drawn.day_start)
    colours = colours_of(sorted(block.name for chart in charts for lane in chart.lanes for block in lane.blocks))
    old = {(lane.name, block) for lane in reference.lanes for block in lane.blocks}
    lanes = tuple(
        _lane(lane, _TOP + _ROW * number, axis, colours, {block for name, block in old if name == lane.name}, marked)
        for number, lane in enumerate(drawn.lanes)
    )
    bottom = _TOP + _ROW * len(lanes)
    deadlines = tuple(
        PlacedDeadline(
            words=f"{deadline.name} due {axis.clock(deadline.at)}",
            x=place(axis.at(deadline.at)),
            text_y=place(11 + 15 * (number % 2)),
            anchor="end" if axis.at(deadline.at) > (_LEFT + _RIGHT) / 2 else "start",
            is_marked=deadline.name in marked,
        )
        for number, deadline in enumerate(drawn.deadlines)
        if deadline.at <= axis.last
    )
    return SchedulePicture(lanes, axis.ticks, deadlines, height=bottom + _AXIS, bottom=bottom)


def _last(charts: Sequence[Gantt]) -> Fraction:
    """Return the end of all work, the same for charts that are compared."""
    ends = [block.ends for chart in charts for lane in chart.lanes for block in lane.blocks]
    return max(ends, default=Fraction(1)) or Fraction(1)


def _lane(
    lane: Lane, y: int, axis: _Axis, colours: Mapping[str, int], old: set[Block], marked: Sequence[str]
) -> PlacedLane:
    return PlacedLane(
        name=lane.name if len(lane.name) <= _LONGEST_NAME else f"{lane.name[: _LONGEST_NAME - 1]}…",
        y=place(y),
        text_y=place(y + _BAR / 2 + 4),
        blocks=tuple(_block(b, axis, colours[b.name], b not in old, b.name in marked) for b in lane.blocks),
        closed=tuple(_block(block, axis, 0, False, False) for block in lane.closed if block.starts < axis.last),
        is_marked=lane.name in marked,
    )


def _block(block: Block, axis: _Axis, colour: int, is_new: bool, is_marked: bool) -> PlacedBlock:
    start, end = axis.at(block.starts), axis.at(min(block.ends, axis.last))
    times = f"{axis.clock(block.starts)} to {axis.clock(block.ends)}"
    letters = int((end - start - 4) / _LETTER)
    text = block.name if len(block.name) <= letters else f"{block.name[: letters - 1]}…" if letters >= 3 else ""
    return PlacedBlock(
        name=block.name,
        text=text,
        words=f"{block.text or block.name} {times}",
        x=place(start),
        length=place(max(end - start, 1.0)),
        text_x=place((start + end) / 2),
        colour=colour,
        is_new=is_new,
        is_marked=is_marked,
    )
