"""Rows of tiny coefficients, lifted above the tolerances of floating-point back ends."""

from __future__ import annotations

from fractions import Fraction

from ask2decide.ir import Row

TINY_COEFFICIENT = Fraction(1, 1000)


def row_scale(row: Row) -> int:
    """Return the power of two that lifts a row of tiny coefficients to about 1.

    HiGHS drops coefficients below 1e-9, and a whole row is then within its tolerance of 1e-6; Gurobi's is 1e-9.
    """
    largest = max((abs(value) for _, value in row.terms), default=Fraction(1))
    return 1 if largest >= TINY_COEFFICIENT else 1 << int(1 / largest).bit_length()
