"""A start for a back end: the values of all plan columns, as far as they are of use to it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ask2decide.backend import Hint
from ask2decide.ir import Milp

ZERO = Fraction(0)


def start_values(model: Milp, hint: Hint) -> Mapping[str, Fraction]:
    """Return the value of every plan column at the start of a hint; nothing where there is none or it breaks a bound.

    Back ends differ in what they make of a value out of bounds or a part of an integer, so they are spared both.
    Whether the rows hold is for the back end to see.
    """
    if hint.start is None:
        return {}
    values = {}
    for column in model.plan_columns:
        value = hint.start.get(column.name, ZERO)
        fits = (column.lower is None or value >= column.lower) and (column.upper is None or value <= column.upper)
        if not fits or (column.integer and value.denominator != 1):
            return {}
        values[column.name] = value
    return values
