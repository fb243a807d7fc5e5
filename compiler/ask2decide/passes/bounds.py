"""From a back end's bound to a safe lower bound in exact numbers (docs/mathematics.md)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ask2decide.backend import Answer

GUARD = Fraction(1, 10**6)
"""How far a floating-point bound may be off, relative to its size (at least to 1)."""


def guard(value: Fraction) -> Fraction:
    """Return what is subtracted from a floating-point bound near `value`."""
    return GUARD * max(Fraction(1), abs(value))


def safe_bound(answer: Answer, size: Fraction = Fraction(0)) -> Fraction | None:
    """Return a lower bound that is safe against the back end's tolerances, None when it has none.

    Parameters
    ----------
    size : Fraction
        Size of the numbers that the bound comes from, where that is larger than the bound.
    """
    if answer.bound is None or answer.exact:
        return answer.bound
    return answer.bound - guard(max(abs(answer.bound), size))


def rounded_to_grid(bound: Fraction, offset: Fraction, step: Fraction | None) -> Fraction:
    """Return the smallest ``offset + k * step`` that is at least `bound`; `bound` itself without a step."""
    if not step:
        return bound
    return offset + step * ((bound - offset) / step).__ceil__()


def next_on_grids(bound: Fraction, grids: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the smallest number at or above `bound` that lies on one of the grids (offset, step)."""
    return min(rounded_to_grid(bound, offset, step) for offset, step in grids)
