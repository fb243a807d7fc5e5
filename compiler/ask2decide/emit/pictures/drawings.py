"""What a family has drawn, as a picture to be set in SVG, or as a table: compared with another plan's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.drawing import Bars, Gantt, Map
from ask2decide.emit.pictures.amounts import AmountsPicture, amounts_picture
from ask2decide.emit.pictures.routes import RoutesPicture, routes_picture
from ask2decide.emit.pictures.schedule import SchedulePicture, schedule_picture
from ask2decide.family import Column, Drawing, Table


@dataclass(frozen=True)
class ShownTable:
    """A table; `new` says of each row whether only this plan has it."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    new: tuple[bool, ...]


Picture = RoutesPicture | SchedulePicture | AmountsPicture | ShownTable


def pictures(drawn: Sequence[Drawing], marked: Sequence[str]) -> list[tuple[str, Picture]]:
    """Return of each drawing what kind of picture it is (routes, schedule, amounts or table), and the picture.

    They are looked at together: scales and colours agree. The first is compared with the second, any other with the
    first; what the other lacks is new.

    Parameters
    ----------
    drawn : sequence of Drawing
        Of one family.
    marked : sequence of str
        Ids of objects that are pointed out.
    """
    return [_picture(each, drawn[reference_of(number, len(drawn))], drawn, marked) for number, each in enumerate(drawn)]


def reference_of(number: int, count: int) -> int:
    """Return the number of the plan with which a plan is compared; its own where there is no other.

    >>> [reference_of(number, 3) for number in range(3)], reference_of(0, 1)
    ([1, 0, 0], 0)
    """
    return min(1, count - 1) if number == 0 else 0


def _picture(
    drawn: Drawing, reference: Drawing, every: Sequence[Drawing], marked: Sequence[str]
) -> tuple[str, Picture]:
    if isinstance(drawn, Map) and isinstance(reference, Map):
        base = next(each for each in every if isinstance(each, Map))
        return "routes", routes_picture(drawn, reference, base, marked)
    if isinstance(drawn, Gantt) and isinstance(reference, Gantt):
        charts = [each for each in every if isinstance(each, Gantt)]
        return "schedule", schedule_picture(drawn, reference, charts, marked)
    if isinstance(drawn, Bars) and isinstance(reference, Bars):
        bars = [each for each in every if isinstance(each, Bars)]
        return "amounts", amounts_picture(drawn, reference, bars, marked)
    if isinstance(drawn, Table) and isinstance(reference, Table):
        new = tuple(row not in reference.rows for row in drawn.rows)
        return "table", ShownTable(drawn.title, drawn.columns, drawn.rows, new)
    return _picture(drawn, drawn, every, marked)  # drawings of two kinds cannot be compared
