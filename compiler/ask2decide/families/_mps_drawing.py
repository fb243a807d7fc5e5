"""What a plan of the `mps` family decides, as a table, and where two plans differ."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ask2decide.exact import number_text
from ask2decide.families._amounts import near_text
from ask2decide.family import Column, Table

if TYPE_CHECKING:
    from ask2decide.families.mps import MpsPlan, MpsRecords

ZERO = Fraction(0)


def decided_table(plan: MpsPlan, records: MpsRecords) -> Table:
    """Return what is not 0, with its value and what it adds to the goal."""
    goal = records.goal
    heads = (Column("what"), Column("value", number=True), Column(f"adds to {goal.label}", goal.unit, True))
    rows = tuple(
        (f"{column.label} ({name})", near_text(value, column.unit), number_text(column.cost * value))
        for name, column in records.columns.items()
        if (value := plan.values.get(name, ZERO))
    )
    return Table("What is not 0", heads, rows)


def values_differences(first: MpsPlan, second: MpsPlan, records: MpsRecords) -> tuple[str, ...]:
    """Return the columns whose values differ."""
    lines = []
    for name, column in records.columns.items():
        old, new = first.values.get(name, ZERO), second.values.get(name, ZERO)
        if old != new:
            values = f"{near_text(new, column.unit)} instead of {near_text(old, column.unit)}"
            lines.append(f"{column.label} ({name}): {values}.")
    return tuple(lines)
