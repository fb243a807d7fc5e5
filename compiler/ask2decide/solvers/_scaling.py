"""Rows and costs of tiny coefficients, lifted above the tolerances of floating-point back ends; huge rows lowered."""

from __future__ import annotations

from fractions import Fraction

from ask2decide.ir import Milp, Row
from ask2decide.ir.milp import LARGE

TINY_COEFFICIENT = Fraction(1, 1000)
DROPPED_BELOW = Fraction(1, 10**8)
"""HiGHS keeps what is above 1e-9; this leaves a margin for its own scaling."""

LIFTED_TO = Fraction(1, 10**6)
ROW_TOLERANCE = Fraction(1, 10**6)
LARGEST_LIFTED_COST = 10**9


def row_scale(row: Row, model: Milp) -> int | Fraction:
    """Return the power of two that lifts a row of tiny coefficients to about 1, or its smallest to about 1e-6.

    HiGHS drops coefficients below 1e-9, and a whole row is then within its tolerance of 1e-6; Gurobi's is 1e-9. A row
    with a coefficient above 1e14 is brought down to that: HiGHS refuses a model with one of 1e15.
    """
    largest = max((abs(value) for _, value in row.terms), default=Fraction(1))
    if largest > LARGE:
        return Fraction(1, 1 << int(largest / LARGE).bit_length())
    scale = 1 if largest >= TINY_COEFFICIENT else 1 << int(1 / largest).bit_length()
    if not _row_loses_terms(row, model, scale):
        return scale
    higher = 1 << int(LIFTED_TO / min(abs(value) for _, value in row.terms)).bit_length()
    return higher if largest * higher <= LARGE else scale


def cost_scale(model: Milp) -> int:
    """Return the power of two that lifts the smallest cost to about 1, as far as the largest stays below 1e9.

    To HiGHS a column whose reduced cost is below 1e-7 is optimal wherever it stands; times a million units that is a
    wrong optimum.
    """
    costs = [abs(column.cost) for column in model.columns if column.cost]
    # In integers: comparing hundreds of Fractions takes a millisecond.
    if all(cost.numerator * TINY_COEFFICIENT.denominator >= cost.denominator for cost in costs):
        return 1
    wanted = min(1 / min(costs), LARGEST_LIFTED_COST / max(costs))
    return 1 << max(0, int(wanted).bit_length() - 1)


def loses_terms(model: Milp) -> bool:
    """Return whether a back end would drop a term that matters, however the rows are scaled.

    It would then solve another model: neither its bound nor its "infeasible" says anything of this one.
    """
    rows = (model.rows[position] for position in model.rows_of_extreme_terms)
    return any(_row_loses_terms(row, model, row_scale(row, model)) for row in rows)


def _row_loses_terms(row: Row, model: Milp, scale: int | Fraction) -> bool:
    """Return whether a term of the scaled row is dropped although it can be worth more than the rows' tolerance."""
    for name, value in row.terms:
        size = abs(value) * scale
        if size < DROPPED_BELOW:
            column = model.columns[model.index[name]]
            if column.lower is None or column.upper is None:
                return True
            if size * max(abs(column.lower), abs(column.upper)) > ROW_TOLERANCE:
                return True
    return False
