"""A model stated row by row in the IR itself, for families whose models must be built many times a second."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from ask2decide.exact import rational
from ask2decide.ir.milp import Column, Milp, Row

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

Number = int | Fraction
ZERO, ONE = Fraction(0), Fraction(1)


class Statement:
    """A minimisation under construction: columns and rows in the order in which they are stated.

    Coefficients may be int; zeros are left out.
    """

    def __init__(self) -> None:
        self._columns: list[Column] = []
        self._rows: list[Row] = []

    def binary(self, name: str, cost: Fraction = ZERO, plan: bool = False) -> str:
        """Add a column that is 0 or 1; return its name."""
        self._columns.append(Column(name, ZERO, ONE, True, plan, cost))
        return name

    def continuous(self, name: str, lower: Fraction | None, upper: Fraction | None) -> str:
        """Add a column beside the plan; return its name."""
        self._columns.append(Column(name, lower, upper))
        return name

    def row(self, name: str, lower: Number | None, terms: Iterable[tuple[str, Number]], upper: Number | None) -> None:
        """Add ``lower <= sum of coefficient * column <= upper``; None is infinite, and each column stands once."""
        exact = tuple([(column, rational(value)) for column, value in terms if value])
        low, high = None if lower is None else rational(lower), None if upper is None else rational(upper)
        self._rows.append(Row(name, low, high, exact))

    def milp(self) -> Milp:
        """Return the model as it stands."""
        return Milp(tuple(self._columns), tuple(self._rows))


def as_milp(model: Milp | ConcreteModel) -> Milp:
    """Return what a family's `model` gave as a `Milp`: a Pyomo model passes through its front end."""
    if isinstance(model, Milp):
        return model
    from ask2decide.ir.from_pyomo import from_pyomo

    return from_pyomo(model)
