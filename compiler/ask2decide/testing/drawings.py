"""The checks of what a family draws of a plan, and of its words on where two plans differ."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis.strategies import DataObject

from ask2decide.drawing import Bars, Gantt, Map
from ask2decide.family import Drawing, Table
from ask2decide.testing.case import ContractError, FamilyCase, expect
from ask2decide.testing.solving import optimum


def check_drawing(case: FamilyCase, draw: DataObject) -> None:
    """Require that any plan can be drawn, or is not; that equal plans have no differences, and others have some."""
    family = case.family
    records = family.parse(draw.draw(case.records, label="records"))
    first, second = (draw.draw(case.plans(records), label=label) for label in ("plan", "other plan"))
    for plan in (first, second):
        well_drawn(family.drawing(plan, records))
    expect(family.differences(first, first, records) == (), "differences() finds some between a plan and itself")
    lines = family.differences(first, second, records)
    expect(all(line.strip() for line in lines), "differences() has an empty line")
    # Plans that the checker cannot even read may differ in what has no name.
    if {family.check(plan, records).feasible for plan in (first, second)} == {True}:
        same = family.columns(first) == family.columns(second)
        expect(bool(lines) != same, f"differences() finds {lines or 'none'} between plans whose columns are {same=}")


def check_published_drawing(case: FamilyCase) -> None:
    """Require that the best plan of the published records, if it is drawn, is drawn well."""
    records = case.family.parse(case.published[0].data())
    found = optimum(case.family, records)
    if found is None:
        raise ContractError(f"{case.published[0].name}: the model finds no plan")
    well_drawn(case.family.drawing(found[0], records))


def well_drawn(drawn: Drawing | None) -> None:
    """Require exact numbers, names that exist and differ, and nothing of a length below 0."""
    match drawn:
        case Map():
            _map(drawn)
        case Gantt():
            _gantt(drawn)
        case Bars(bars):
            _differ("bars", [bar.name for bar in bars])
            for part in (part for bar in bars for part in bar.parts):
                exact = isinstance(part.amount, Fraction) and part.amount >= 0
                expect(exact, f"the amount {part.amount!r} is no Fraction of at least 0")
                expect(bool(part.label.strip()), "a part of a bar has no label")
        case Table(_, columns, rows):
            expect(all(len(row) == len(columns) for row in rows), "a row has not as many cells as there are columns")


def _map(drawn: Map) -> None:
    names = [spot.name for spot in drawn.spots]
    _differ("spots", names)
    ends = {stop for route in drawn.routes for stop in route.stops} | {end for way in drawn.closed for end in way}
    expect(ends <= set(names), f"no spot is called {', '.join(sorted(ends - set(names)))}")
    exact = all(isinstance(number, Fraction) for spot in drawn.spots for number in (spot.x, spot.y))
    expect(exact, "a spot stands at a number that is no Fraction")


def _gantt(drawn: Gantt) -> None:
    _differ("lanes", [lane.name for lane in drawn.lanes])
    for lane in drawn.lanes:
        blocks = sorted(lane.blocks, key=lambda block: block.starts)
        for block in blocks:
            expect(isinstance(block.starts, Fraction) and block.starts < block.ends, f"{block!r} takes no time")
        for earlier, later in pairwise(blocks):
            expect(earlier.ends <= later.starts, f"on the lane {lane.name}, {earlier!r} and {later!r} overlap")


def _differ(what: str, names: list[str]) -> None:
    expect(len(set(names)) == len(names), f"two {what} have the same name")
