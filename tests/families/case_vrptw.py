"""`vrptw` under the family contract: r101's first 25 customers, and small random days against brute force."""

from __future__ import annotations

from fractions import Fraction

from ask2decide.families.vrptw import Vrptw
from ask2decide.family import Data
from ask2decide.instances.registry import base_data
from ask2decide.testing import FamilyCase, Published
from tests import strategies_vrptw


def r101_25() -> Data:
    return base_data("solomon/r101", {"customers": 25}, family="vrptw")


CASE = FamilyCase(
    family=Vrptw(),
    records=strategies_vrptw.records(),
    plans=strategies_vrptw.plans,
    mutated=strategies_vrptw.mutated,
    every_plan=strategies_vrptw.every_plan,
    published=(Published("solomon/r101, 25 customers", r101_25, Fraction("617.1")),),
    additions={
        "/closed_roads/C16 to C07": True,
        "/first_stops/C12": True,
        "/last_stops/C12": True,
        "/rules/max_stops": 6,
        "/rules/latest_return": 200,
    },
)
