"""The intermediate representation: a MILP as named rows and columns, in exact numbers."""

from ask2decide.ir.milp import Column, Milp, Row

__all__ = ["Column", "Milp", "Row"]
