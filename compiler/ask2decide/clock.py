"""Times of day as text, and the minutes they stand for."""

from __future__ import annotations

import re
from fractions import Fraction

LAST_HOUR = 47
"""A day's plan may run past midnight; hours count on, up to the next day's end."""

_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)")


def minutes_of(text: str) -> int:
    """Return the minutes after midnight that ``"HH:MM"`` stands for.

    Raises
    ------
    ValueError
        When `text` is not a time of day; hours run from 0 to 47, so that a night shift can be written down.

    >>> minutes_of("08:41")
    521
    """
    match = _CLOCK.fullmatch(text)
    if match is None or int(match[1]) > LAST_HOUR:
        raise ValueError(f"a time such as '08:41' is wanted, not the text {text[:40]!r}")
    return int(match[1]) * 60 + int(match[2])


def clock_text(minutes: Fraction) -> str:
    """Return minutes after midnight as ``"HH:MM"``, or ``"HH:MM:SS"`` (nearest second) where they are not whole.

    >>> clock_text(Fraction(521)), clock_text(Fraction(1043, 2)), clock_text(Fraction(-15))
    ('08:41', '08:41:30', '-00:15')
    """
    sign = "-" if minutes < 0 else ""
    seconds = round(abs(minutes) * 60)
    text = f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}"
    return text if minutes.denominator == 1 else f"{text}:{seconds % 60:02}"
