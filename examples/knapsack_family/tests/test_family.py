"""The family `knapsack` keeps the contract of ask2decide."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations

import pytest
from ask2decide_knapsack.family import Knapsack, KnapsackPlan, KnapsackRecords
from hypothesis import strategies as st

from ask2decide.family import Data
from ask2decide.instances.registry import base_data
from ask2decide.testing import FamilyCase, Published, contract_checks

weights = st.integers(0, 6) | st.just(Decimal("1.5"))
worths = st.integers(-2, 9) | st.just(Decimal("0.25"))


def kreher_stinson() -> Data:
    """Return the package's own instance: an example of Kreher & Stinson (1999) with 15 goods."""
    return base_data("knapsack/p07", {}, family="knapsack")


@st.composite
def bags(draw: st.DrawFn) -> Data:
    """One to five goods, with and without rules."""
    names = [f"G{number}" for number in range(1, draw(st.integers(1, 5)) + 1)]
    goods = {
        name: {"label": name, "weight": draw(weights), "worth": draw(worths), "available": draw(st.integers(0, 4)) > 0}
        for name in names
    }
    bag: Data = {"label": "The bag", "capacity": draw(st.integers(0, 12))}
    if draw(st.booleans()):
        bag["most_goods"] = draw(st.integers(0, 4))
    pairs = [f"{first} needs {second}" for first in names for second in names if first != second]
    needs = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=2)) if pairs else []
    return {"bag": bag, "goods": goods, "needs": dict.fromkeys(needs, True)}


def every_plan(records: KnapsackRecords) -> list[KnapsackPlan]:
    """Every set of goods."""
    sets = chain.from_iterable(combinations(records.goods, size) for size in range(len(records.goods) + 1))
    return [KnapsackPlan(take=list(taken)) for taken in sets]


def plans(records: KnapsackRecords) -> st.SearchStrategy[KnapsackPlan]:
    """Draw some goods, in any order, perhaps one that is not there."""
    names = st.sampled_from([*records.goods, "nothing"])
    return st.lists(names, unique=True, max_size=6).map(lambda take: KnapsackPlan(take=take))


def mutated(plan: KnapsackPlan, records: KnapsackRecords) -> st.SearchStrategy[KnapsackPlan]:
    """One good in or out."""

    def flipped(name: str) -> KnapsackPlan:
        rest = [taken for taken in plan.take if taken != name]
        return KnapsackPlan(take=rest if name in plan.take else [*rest, name])

    return st.sampled_from([*records.goods]).map(flipped)


CASE = FamilyCase(
    family=Knapsack(),
    records=bags(),
    plans=plans,
    mutated=mutated,
    every_plan=every_plan,
    published=(Published("Kreher & Stinson", kreher_stinson, Fraction(1458)),),
    additions={"/bag/most_goods": 4, "/needs/G01 needs G02": True, "/goods/G01/available": False},
)
CHECKS = contract_checks(CASE)


@pytest.mark.parametrize("what", CHECKS)
def test_contract(what: str) -> None:
    CHECKS[what]()


def test_a_pair_of_a_good_with_itself_is_refused() -> None:
    data = {**kreher_stinson(), "needs": {"G01 needs G01": True}}
    with pytest.raises(ValueError, match="'G01 needs G01' names one good twice"):
        Knapsack().parse(data)
