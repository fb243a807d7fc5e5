"""Axes: a regret between 0 and 1 becomes a place in the picture, and ticks that people expect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from ask2decide.labels.text import percent_text

_CANDIDATES = tuple(Fraction(each, 1000) for each in (1, 2, 5, 10, 20, 50, 100, 250, 500, 1000))
_IN_QUARTERS = (Fraction(2, 1000), Fraction(20, 1000))
_NEAREST_TICKS = 0.09
"""Ticks closer than this share of the axis would run into one another."""


@dataclass(frozen=True)
class Tick:
    """A place on an axis, in the picture's units, and what is written there."""

    at: str
    text: str


@dataclass(frozen=True)
class Scale:
    """An axis from 0 to `limit` over the picture's places from `start` to `end`.

    Parameters
    ----------
    limit : Fraction
        The largest regret that fits.
    start, end : float
        Where 0 and `limit` stand; `end` may be the smaller, as on an axis that points up.
    rooted : bool
        True for a square-root axis: it has a zero, and keeps small regrets apart.
    """

    limit: Fraction
    start: float
    end: float
    rooted: bool = False

    def share(self, regret: Fraction) -> float:
        """Return how far along the axis a regret stands, from 0 to 1."""
        ratio = float(min(regret, self.limit) / self.limit)
        return sqrt(ratio) if self.rooted else ratio

    def at(self, regret: Fraction) -> float:
        """Return where a regret stands."""
        return self.start + (self.end - self.start) * self.share(regret)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """The ticks: 0, the limit, and what fits between; even steps where the axis is linear."""
        if not self.rooted:
            steps = 4 if self.limit in _IN_QUARTERS else 5
            return tuple(self._tick(self.limit * step / steps) for step in range(steps + 1))
        chosen = [self.limit]
        for candidate in reversed(_CANDIDATES):
            share = self.share(candidate)
            if candidate < self.limit and min(share, self.share(chosen[-1]) - share) >= _NEAREST_TICKS:
                chosen.append(candidate)
        return tuple(self._tick(each) for each in (Fraction(0), *reversed(chosen)))

    def _tick(self, regret: Fraction) -> Tick:
        return Tick(place(self.at(regret)), percent_text(regret))


def limit_for(regrets: Sequence[Fraction]) -> Fraction:
    """Return the end of an axis that holds all of these regrets.

    >>> limit_for([Fraction(14, 61), Fraction(0)]), limit_for([])
    (Fraction(1, 4), Fraction(1, 1000))
    """
    most = max(regrets, default=Fraction(0))
    return next(candidate for candidate in _CANDIDATES if candidate >= min(most, Fraction(1)))


def place(number: float) -> str:
    """Return a place as SVG writes it, to a tenth of a unit, so that the bytes are the same everywhere."""
    return f"{number + 0.0:.1f}"
