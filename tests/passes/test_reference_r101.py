"""Solomon's r101 with 25 customers against values from an independent model: every optimum and Eq. 3 from scratch."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ask2decide.engine.solve import Engine
from ask2decide.families import family_by_name
from ask2decide.instances.registry import base_data
from ask2decide.labels import Method
from ask2decide.passes.prove import prove
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests.strategies import task_of

REFERENCE = {
    "W19": ("168/2039", "460/6407", Method.MINIMAX),
    "W1": ("74/2057", "222/6185", Method.TWO_OPTIMA),
    "W22": ("4/363", "68/6339", Method.TWO_OPTIMA),
    "W13": ("0", "0", Method.WITNESS),
    "R16_7": ("0", "0", Method.WITNESS),
    "R9_19": ("0", "0", Method.WITNESS),
    "STOPS": ("0", "0", Method.WITNESS),
}


def moved(data, customer, minutes):
    window = data["customers"][customer]
    return tuple(
        Operation("replace", f"/customers/{customer}/{end}", window[end] + minutes) for end in ("opens", "closes")
    )


@pytest.fixture(scope="module")
def proofs():
    data = base_data("solomon/r101", {"customers": 25}, family="vrptw", instances=None)
    patches = {
        "W19": moved(data, "C19", -40),
        "W1": moved(data, "C01", -40),
        "W22": moved(data, "C22", -20),
        "W13": moved(data, "C13", 40),
        "R16_7": (Operation("add", "/closed_roads/C16 to C07", True),),
        "R9_19": (Operation("add", "/closed_roads/C09 to C19", True),),
        "STOPS": (Operation("add", "/rules/max_stops", 6),),
    }
    items = tuple(Item(name, Kind.NEW_INFORMATION, ("C01",), "", (patch,)) for name, patch in patches.items())
    variants = Variants(task_of(items, "r101", "vrptw"), family_by_name("vrptw"), data)
    return prove(variants, Engine(Highs))


def test_optima(proofs):
    everything = ",".join(REFERENCE)
    for key, value in (("", "617.1"), (everything, "640.7")):
        bracket = proofs.optima[key].cost
        assert (bracket.lower, bracket.upper) == (Fraction(value), Fraction(value))


@pytest.mark.parametrize("item", REFERENCE)
def test_labels(proofs, item):
    standalone, conditional, method = REFERENCE[item]
    for label, expected in ((proofs.standalone[item], standalone), (proofs.conditional[item], conditional)):
        assert (label.regret.lower, label.regret.upper) == (Fraction(expected), Fraction(expected))
        assert label.method is method
