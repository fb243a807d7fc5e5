"""What a family can have drawn of a plan, as pure data: routes on a map, a schedule, bars. `emit/pictures` draws it.

All of it is exact numbers and words that people read; no colours and no places on a page. Names are what the records
call an object, so that a picture can point out what a hidden item is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Spot:
    """A place on a map.

    Parameters
    ----------
    name : str
        The object's id.
    x, y : Fraction
        Where it lies, y growing to the north; in one unit for both.
    text : str
        What a reader who points at it is told, beside its name.
    is_base : bool
        Whether routes start and end there.
    """

    name: str
    x: Fraction
    y: Fraction
    text: str = ""
    is_base: bool = False


@dataclass(frozen=True)
class Route:
    """A way from spot to spot, in the order of `stops`, with both ends; `text` is its length or the like."""

    name: str
    stops: tuple[str, ...]
    text: str = ""

    @property
    def legs(self) -> tuple[tuple[str, str], ...]:
        """The legs as pairs (from, to)."""
        return tuple(zip(self.stops[:-1], self.stops[1:], strict=True))


@dataclass(frozen=True)
class Map:
    """Routes on a map. `closed` are pairs (from, to) between which there is no way today."""

    spots: tuple[Spot, ...]
    routes: tuple[Route, ...]
    closed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Block:
    """What fills a lane for a time.

    Parameters
    ----------
    name : str
        The object's id: the job that is worked on.
    starts, ends : Fraction
        Minutes after the start of the chart's day.
    text : str
        What a reader who points at it is told, beside name and times.
    """

    name: str
    starts: Fraction
    ends: Fraction
    text: str = ""


@dataclass(frozen=True)
class Lane:
    """One machine, van or person, with its work, and the times in which it cannot work."""

    name: str
    blocks: tuple[Block, ...]
    closed: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Deadline:
    """A moment that matters to one object: a time by which it must be done."""

    name: str
    at: Fraction


@dataclass(frozen=True)
class Gantt:
    """A schedule. `day_start` is minutes after midnight: the time of day of minute 0."""

    lanes: tuple[Lane, ...]
    day_start: int = 0
    deadlines: tuple[Deadline, ...] = ()


@dataclass(frozen=True)
class Part:
    """A share of a bar. `name` is the object's id, `label` what people call it."""

    name: str
    label: str
    amount: Fraction


@dataclass(frozen=True)
class Bar:
    """A bar made of parts, none below 0.

    Parameters
    ----------
    limit : Fraction or None
        The most that the parts may come to.
    text : str
        The bar's total in words, with its limit if there is one.
    """

    name: str
    label: str
    parts: tuple[Part, ...]
    limit: Fraction | None = None
    text: str = ""

    @property
    def total(self) -> Fraction:
        """What the parts come to."""
        return sum((part.amount for part in self.parts), Fraction(0))


@dataclass(frozen=True)
class Bars:
    """Amounts that make up wholes: materials in a product, jobs of a machine. All in one unit."""

    bars: tuple[Bar, ...]
    unit: str
