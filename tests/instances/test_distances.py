"""Distances by convention: exact, and three different instances from the same coordinates (docs/traps.md, 9)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ask2decide.errors import InstanceError
from ask2decide.instances.distances import convention

SIDES = st.integers(-(10**12), 10**12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("truncated to one decimal", "7.2"),
        ("rounded to one decimal", "7.3"),
        ("rounded to integers", "7"),
        ("unrounded to six decimals", "7.280110"),
    ],
)
def test_each_convention_gives_its_own_number(name: str, expected: str) -> None:
    assert convention(name).distance(2, -7) == Fraction(expected)  # sqrt(53) = 7.2801098...


@given(x=SIDES, y=SIDES)
def test_truncated_is_the_largest_multiple_below(x: int, y: int) -> None:
    length = convention("truncated to one decimal").distance(x, y)
    assert length**2 <= x * x + y * y < (length + Fraction(1, 10)) ** 2


@given(x=SIDES, y=SIDES)
def test_rounded_is_the_nearest_multiple(x: int, y: int) -> None:
    for name, step in (("rounded to integers", Fraction(1)), ("unrounded to six decimals", Fraction(1, 10**6))):
        length = convention(name).distance(x, y)
        assert max(length - step / 2, Fraction(0)) ** 2 <= x * x + y * y < (length + step / 2) ** 2


def test_unknown_convention_offers_the_nearest() -> None:
    with pytest.raises(InstanceError, match="write 'truncated to one decimal'"):
        convention("truncated to 1 decimal")
