"""Pictures of drawings: places, colours that go together, what is new, and words for who does not see them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ask2decide.drawing import Bar, Bars, Block, Deadline, Gantt, Lane, Map, Part, Route, Spot
from ask2decide.emit.pictures.amounts import AmountsPicture
from ask2decide.emit.pictures.drawings import ShownTable, pictures
from ask2decide.emit.pictures.routes import RoutesPicture
from ask2decide.emit.pictures.schedule import SchedulePicture
from ask2decide.family import Column, Drawing, Table

SPOTS = tuple(
    Spot(name, Fraction(x), Fraction(y), is_base=name == "depot")
    for name, x, y in (("depot", 0, 0), ("A", 3, 4), ("B", -3, 4), ("C", 0, -6))
)


def routes_of(*stops: str) -> Map:
    ways = (("depot", *each, "depot") for each in stops)
    return Map(SPOTS, tuple(Route(f"Route {n}", way, "9 km") for n, way in enumerate(ways, start=1)))


def routes(*drawn: Map, marked: tuple[str, ...] = ()) -> list[RoutesPicture]:
    made = [each for _, each in pictures(drawn, marked)]
    assert all(isinstance(each, RoutesPicture) for each in made)
    return made  # type: ignore[return-value]


def test_north_is_up_and_east_is_right() -> None:
    (shown,) = routes(routes_of("AB", "C"), marked=("B",))
    at = {spot.name: (float(spot.x), float(spot.y)) for spot in shown.spots}
    assert at["B"][0] < at["depot"][0] < at["A"][0]
    assert at["A"][1] < at["depot"][1] < at["C"][1]
    assert [spot.name for spot in shown.spots if spot.is_marked] == ["B"]
    assert [spot.name for spot in shown.spots if spot.is_base] == ["depot"]


def test_a_route_keeps_its_colour_where_its_number_changes() -> None:
    first, second = routes(routes_of("A", "B", "C"), routes_of("B", "AC"))
    colour = {route.words: route.colour for route in first.routes}
    assert len(set(colour.values())) == 3
    assert second.routes[0].colour == colour["depot → B → depot, 9 km"]
    assert second.routes[1].colour in (colour["depot → A → depot, 9 km"], colour["depot → C → depot, 9 km"])


def test_what_the_other_plan_does_not_drive_is_new() -> None:
    first, second, third = routes(routes_of("A", "BC"), routes_of("AB", "C"), routes_of("A", "BC"))
    assert [route.is_new for route in first.routes] == [True, True]
    assert [[leg.is_new for leg in route.legs] for route in second.routes] == [[False, True, True], [True, False]]
    assert not any(route.is_new for route in third.routes)
    assert not any(route.is_new for route in routes(routes_of("A"))[0].routes)


def test_closed_ways_are_drawn_and_told() -> None:
    (shown,) = routes(Map(SPOTS, (), (("A", "B"),)))
    assert len(shown.closed) == 1
    assert shown.description.endswith("Closed: A to B.")


def test_spots_in_one_place_and_no_spots_at_all_make_a_picture() -> None:
    here = Spot("depot", Fraction(2), Fraction(2), is_base=True)
    assert routes(Map((here,), (Route("Route 1", ("depot", "depot")),)))[0].height > 0
    assert routes(Map((), ()))[0].spots == ()


numbers = st.fractions(min_value=-(10**6), max_value=10**6)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12))
def test_every_spot_and_number_lies_in_the_picture(at: list[tuple[Fraction, Fraction]]) -> None:
    spots = tuple(Spot(f"S{number}", x, y) for number, (x, y) in enumerate(at))
    (shown,) = routes(Map(spots, (Route("Route 1", tuple(spot.name for spot in spots)),)))
    for x, y in [(spot.x, spot.y) for spot in shown.spots] + [(r.badge_x, r.badge_y) for r in shown.routes]:
        assert 0 <= float(x) <= shown.width
        assert 0 <= float(y) <= shown.height


def lane(name: str, *blocks: tuple[str, int, int]) -> Lane:
    made = tuple(Block(job, Fraction(start), Fraction(end), f"{job}, op1") for job, start, end in blocks)
    return Lane(name, made, (Block("down", Fraction(50), Fraction(55)),))


def charts(*drawn: Gantt, marked: tuple[str, ...] = ()) -> list[SchedulePicture]:
    made = [each for _, each in pictures(drawn, marked)]
    assert all(isinstance(each, SchedulePicture) for each in made)
    return made  # type: ignore[return-value]


def test_schedules_side_by_side_have_one_axis_and_one_colour_for_a_job() -> None:
    short, long = charts(
        Gantt((lane("saw", ("gear", 0, 30), ("axle", 30, 40)),), 360),
        Gantt((lane("saw", ("axle", 0, 10), ("gear", 10, 40), ("bolt", 40, 80)),), 360),
        marked=("gear",),
    )
    assert short.ticks == long.ticks
    assert [tick.text for tick in short.ticks][:3] == ["06:00", "06:10", "06:20"]
    colours = [{block.name: block.colour for block in chart.lanes[0].blocks} for chart in (short, long)]
    assert colours[0].items() <= colours[1].items()
    assert all(block.is_marked == (block.name == "gear") for block in long.lanes[0].blocks)
    assert long.lanes[0].blocks[2].words == "bolt, op1 06:40 to 07:20"
    assert [float(b.length) for b in long.lanes[0].blocks] == [61.5, 184.5, 246.0]


def test_blocks_at_another_time_are_new_and_down_times_are_drawn_where_they_fit() -> None:
    first, second = charts(
        Gantt((lane("saw", ("gear", 0, 30), ("axle", 30, 40)),)),
        Gantt((lane("saw", ("gear", 0, 30), ("axle", 45, 60)),)),
    )
    assert [block.is_new for block in second.lanes[0].blocks] == [False, True]
    assert [block.text for block in first.lanes[0].closed] == ["down"]
    assert charts(Gantt((lane("saw", ("gear", 0, 30)),)))[0].lanes[0].closed == ()


def test_deadlines_are_lines_with_their_names() -> None:
    due = (Deadline("gear", Fraction(20)), Deadline("axle", Fraction(90)))
    (shown,) = charts(Gantt((lane("saw", ("gear", 0, 30)),), 360, due))
    assert [deadline.words for deadline in shown.deadlines] == ["gear due 06:20"]
    assert shown.description == "saw: gear, op1 06:00 to 06:30; gear due 06:20."


def test_an_empty_schedule_and_a_very_long_one_have_few_ticks() -> None:
    assert len(charts(Gantt((Lane("saw", ()),)))[0].ticks) <= 9
    year = Gantt((lane("saw", ("gear", 0, 525_600)),))
    assert len(charts(year)[0].ticks) <= 60


def bars(*totals: int, limit: int | None = None, names: int = 2) -> Bars:
    return Bars(
        tuple(
            Bar(f"P{row}", f"Product {row}", _parts(total, names), None if limit is None else Fraction(limit), "in all")
            for row, total in enumerate(totals)
        ),
        "kg",
    )


def _parts(total: int, names: int) -> tuple[Part, ...]:
    return tuple(Part(f"m{number}", f"material {number}", Fraction(total, names)) for number in range(names))


def amounts(*drawn: Bars, marked: tuple[str, ...] = ()) -> list[AmountsPicture]:
    made = [each for _, each in pictures(drawn, marked)]
    assert all(isinstance(each, AmountsPicture) for each in made)
    return made  # type: ignore[return-value]


def test_bars_side_by_side_have_one_scale_that_holds_the_limits() -> None:
    small, large = amounts(bars(100, limit=400), bars(200, limit=400), marked=("m1", "P0"))
    assert amounts(bars(100, 190, limit=400))[0].bars[1].limit == ""
    assert small.bars[0].limit == large.bars[0].limit == "592.0"
    assert (small.bars[0].parts[0].length, large.bars[0].parts[0].length) == ("55.2", "110.5")
    assert [part.is_marked for part in small.bars[0].parts] == [False, True]
    assert small.bars[0].is_marked
    assert large.bars[0].parts[1].words == "material 1 100 kg"
    assert all(part.is_new for part in large.bars[0].parts)


def test_rounded_amounts_say_so_and_empty_bars_say_nothing() -> None:
    (shown,) = amounts(Bars((*bars(100, names=3).bars, Bar("P9", "Product 9", (), None, "0 kg")), "kg"))
    assert shown.bars[0].parts[0].words == "material 0 about 33.33 kg"
    assert shown.description.endswith("Product 9, 0 kg: nothing")
    assert amounts(Bars((), "kg"))[0].bars == ()


def test_more_names_than_colours_have_no_colour_of_their_own() -> None:
    few, many = amounts(bars(100, names=8))[0], amounts(bars(100, names=9))[0]
    assert len({part.colour for part in few.bars[0].parts}) == len(few.legend) == 8
    assert {part.colour for part in many.bars[0].parts} == {-1, -2}
    assert many.legend == ()


def test_rows_that_the_other_table_lacks_are_new() -> None:
    first, second = (Table("t", (Column("a"),), rows) for rows in ((("x",), ("y",)), (("y",), ("z",))))
    shown = [each for _, each in pictures([first, second], ())]
    assert [each.new for each in shown if isinstance(each, ShownTable)] == [(True, False), (False, True)]


def test_drawings_of_two_kinds_are_not_compared() -> None:
    drawn: list[Drawing] = [routes_of("A"), bars(10)]
    made = pictures(drawn, ())
    assert [kind for kind, _ in made] == ["routes", "amounts"]
    assert not any(part.is_new for _, each in made if isinstance(each, AmountsPicture) for part in each.bars[0].parts)
