"""`jobshop` under the family contract: ft06, and small random shops against brute force."""

from __future__ import annotations

from fractions import Fraction

from ask2decide.families.jobshop import Jobshop
from ask2decide.family import Data
from ask2decide.instances.registry import base_data
from ask2decide.testing import FamilyCase, Published
from tests import strategies_jobshop


def ft06() -> Data:
    """ft06, whose machine M1 is down once all is done."""
    data = base_data("jobshop/ft06", {}, family="jobshop")
    data["machines"]["M1"]["down"]["night"] = {"begins": 200, "ends": 260}
    return data


CASE = FamilyCase(
    family=Jobshop(),
    records=strategies_jobshop.records(),
    plans=strategies_jobshop.plans,
    mutated=strategies_jobshop.mutated,
    every_plan=strategies_jobshop.every_plan,
    published=(Published("jobshop/ft06", ft06, Fraction(55)),),
    additions={
        "/jobs/J01/due": 50,
        "/machines/M1/down/today": {"begins": 5, "ends": 9},
        "/machines/M1/first": "J02",
    },
)
