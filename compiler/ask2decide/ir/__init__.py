"""The intermediate representation: a MILP as named rows and columns, in exact numbers, with its global constraints."""

from ask2decide.ir.global_constraints import Interval, NoOverlap, Order
from ask2decide.ir.milp import Column, Milp, Row

__all__ = ["Column", "Interval", "Milp", "NoOverlap", "Order", "Row"]
