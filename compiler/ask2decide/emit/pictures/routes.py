"""Routes on a map: spots with their names, routes with a number, a colour and a dash pattern each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, degrees

from ask2decide.drawing import Map, Route
from ask2decide.emit.pictures.colours import COLOURS
from ask2decide.emit.pictures.scale import place

WIDTH = 560
_LEAST_HEIGHT, _MOST_HEIGHT, _PAD = 200.0, 620.0, 34.0
_BADGE_NEAREST = 17.0
"""A route's number keeps this distance from spots and other numbers, where it can."""


@dataclass(frozen=True)
class PlacedSpot:
    """A spot: where it lies, what it is called, what more there is to say, and whether the item is about it."""

    name: str
    text: str
    x: str
    y: str
    name_y: str
    is_base: bool
    is_marked: bool


@dataclass(frozen=True)
class Leg:
    """A leg of a route, the place of its arrow head in the middle, and whether only this plan drives it."""

    x1: str
    y1: str
    x2: str
    y2: str
    arrow: str
    is_new: bool


@dataclass(frozen=True)
class PlacedRoute:
    """A route with its number in a badge.

    Parameters
    ----------
    colour : int
        Number of its colour, and of its dash pattern.
    words : str
        Its stops and length, for readers who do not see the picture.
    is_new : bool
        Whether only this plan drives it.
    """

    name: str
    number: str
    colour: int
    words: str
    legs: tuple[Leg, ...]
    badge_x: str
    badge_y: str
    is_new: bool


@dataclass(frozen=True)
class RoutesPicture:
    """The whole picture, in SVG units."""

    spots: tuple[PlacedSpot, ...]
    routes: tuple[PlacedRoute, ...]
    closed: tuple[Leg, ...]
    closed_words: tuple[str, ...]
    height: int
    width: int = WIDTH

    @property
    def description(self) -> str:
        """What the picture shows, in words."""
        closed = f" Closed: {'; '.join(self.closed_words)}." if self.closed_words else ""
        return "; ".join(f"{route.name}: {route.words}" for route in self.routes) + f".{closed}"


def routes_picture(drawn: Map, reference: Map, base: Map, marked: Sequence[str]) -> RoutesPicture:
    """Return a picture of routes.

    Parameters
    ----------
    reference : Map
        Another plan's: what it does not drive is new.
    base : Map
        The plan's whose routes give the colours.
    marked : sequence of str
        Spots that are pointed out.
    """
    places = _places(drawn)
    colours = _colours(drawn, base)
    old_routes = {route.stops for route in reference.routes}
    old_legs = {leg for route in reference.routes for leg in route.legs}
    taken = list(places.values())
    routes = []
    for number, route in enumerate(drawn.routes, start=1):
        legs = tuple(_leg(places, leg, leg not in old_legs) for leg in route.legs if set(leg) <= set(places))
        badge_x, badge_y = _badge(places, route, taken)
        words = " → ".join(route.stops) + (f", {route.text}" if route.text else "")
        is_new = route.stops not in old_routes
        colour = colours[number - 1]
        routes.append(PlacedRoute(route.name, str(number), colour, words, legs, place(badge_x), place(badge_y), is_new))
    return RoutesPicture(
        spots=tuple(
            PlacedSpot(
                name=spot.name,
                text=spot.text,
                x=place(places[spot.name][0]),
                y=place(places[spot.name][1]),
                name_y=place(places[spot.name][1] - 8),
                is_base=spot.is_base,
                is_marked=spot.name in marked,
            )
            for spot in drawn.spots
        ),
        routes=tuple(routes),
        closed=tuple(_leg(places, leg, False) for leg in drawn.closed if set(leg) <= set(places)),
        closed_words=tuple(f"{tail} to {head}" for tail, head in drawn.closed),
        height=round(max(y for _, y in places.values()) + _PAD) if places else round(_LEAST_HEIGHT),
    )


def _places(drawn: Map) -> dict[str, tuple[float, float]]:
    """Return where each spot stands, both axes in one scale, north at the top."""
    if not drawn.spots:
        return {}
    west, east = (end(spot.x for spot in drawn.spots) for end in (min, max))
    south, north = (end(spot.y for spot in drawn.spots) for end in (min, max))
    across, up = max(east - west, Fraction(1, 10**6)), max(north - south, Fraction(1, 10**6))
    scale = min((WIDTH - 2 * _PAD) / float(across), (_MOST_HEIGHT - 2 * _PAD) / float(up))
    left = (WIDTH - float(east - west) * scale) / 2
    return {
        spot.name: (left + float(spot.x - west) * scale, _PAD + float(north - spot.y) * scale) for spot in drawn.spots
    }


def _leg(places: dict[str, tuple[float, float]], leg: tuple[str, str], is_new: bool) -> Leg:
    (x1, y1), (x2, y2) = places[leg[0]], places[leg[1]]
    angle = degrees(atan2(y2 - y1, x2 - x1))
    # Past the middle, so that the heads of the two directions of one road stand apart.
    x, y = x1 + 0.6 * (x2 - x1), y1 + 0.6 * (y2 - y1)
    arrow = f"translate({place(x)} {place(y)}) rotate({place(angle)})"
    return Leg(place(x1), place(y1), place(x2), place(y2), arrow, is_new)


def _badge(
    places: dict[str, tuple[float, float]], route: Route, taken: list[tuple[float, float]]
) -> tuple[float, float]:
    """Return a place on the route for its number, the first that is clear of spots and numbers, and take it."""
    ends = [(places[tail], places[head]) for tail, head in route.legs if {tail, head} <= set(places)]
    spots = [
        (x1 + share * (x2 - x1), y1 + share * (y2 - y1)) for share in (0.4, 0.3, 0.75) for (x1, y1), (x2, y2) in ends
    ]
    if not spots:
        return (_PAD, _PAD)
    clear = ((x, y) for x, y in spots if all((x - u) ** 2 + (y - v) ** 2 >= _BADGE_NEAREST**2 for u, v in taken))
    chosen = next(clear, spots[0])
    taken.append(chosen)
    return chosen


def _colours(drawn: Map, base: Map) -> list[int]:
    """Return a colour for each route: that of the route of the base that shares most stops with it."""
    if drawn is base:
        return [number % COLOURS for number in range(len(drawn.routes))]
    # Spots where every route comes by tell nothing.
    bases = {spot.name for spot in drawn.spots if spot.is_base}
    pairs = sorted(
        (
            (-len(set(old.stops) & set(new.stops) - bases), old_number, new_number)
            for old_number, old in enumerate(base.routes)
            for new_number, new in enumerate(drawn.routes)
        ),
    )
    chosen: dict[int, int] = {}
    for shared, old_number, new_number in pairs:
        if shared and new_number not in chosen and old_number not in chosen.values():
            chosen[new_number] = old_number
    spare = iter(number for number in range(len(drawn.routes) + len(base.routes)) if number not in chosen.values())
    return [(chosen[number] if number in chosen else next(spare)) % COLOURS for number in range(len(drawn.routes))]
