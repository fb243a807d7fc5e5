"""Linear models with integers for the contract test: random small ones, and MIPLIB's p0033."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from ask2decide.families.mps import Mps, MpsPlan, MpsRecords
from ask2decide.family import Data
from ask2decide.instances.registry import base_data
from ask2decide.testing import FamilyCase, Published

NAMES = ("x", "C2.", "0001", "y(1,2)", "nan", "a_b")
numbers = st.integers(-4, 6) | st.sampled_from([Decimal("0.5"), Decimal("-2.25")])


@st.composite
def models(draw: st.DrawFn) -> Data:
    """Up to four whole columns in small ranges and up to three rows, one of which may hang on a column."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=4))
    columns: Data = {}
    for name in names:
        lower = draw(st.integers(-1, 1))
        columns[name] = {
            "label": f"the {name}",
            "integer": True,
            "cost": draw(numbers),
            "lower": lower,
            "upper": lower + draw(st.integers(0, 2)),
            "available": draw(st.integers(0, 5)) > 0,
        }
    columns["on"] = {"label": "switch", "integer": True, "cost": draw(numbers), "lower": 0, "upper": 1}
    rows: Data = {}
    for number in range(draw(st.integers(0, 3))):
        lower, upper = draw(st.none() | st.integers(-6, 4)), draw(st.none() | st.integers(-4, 8))
        if lower is not None and upper is not None:
            lower, upper = min(lower, upper), max(lower, upper)
        if lower is None and upper is None:
            continue
        ends = {key: end for key, end in (("lower", lower), ("upper", upper)) if end is not None}
        terms = draw(st.dictionaries(st.sampled_from([*names, "on"]), numbers))
        when = {"when": {"column": "on", "value": draw(st.integers(0, 1))}} if draw(st.booleans()) else {}
        rows[f"r{number}"] = {"label": "rule", **ends, "terms": terms, **when}
    goal = {"sense": draw(st.sampled_from(["min", "max"])), "label": "total", "unit": "$", "constant": draw(numbers)}
    return {"goal": goal, "about": "", "columns": columns, "rows": rows}


def every_plan(records: MpsRecords) -> Iterable[MpsPlan]:
    ranges = []
    for column in records.columns.values():
        assert column.lower is not None
        assert column.upper is not None
        values = range(int(column.lower), int(column.upper) + 1)
        ranges.append(values if column.available else range(1))
    for values in product(*ranges):
        chosen = zip(records.columns, values, strict=True)
        yield MpsPlan(values={name: Fraction(value) for name, value in chosen if value})


def plans(records: MpsRecords) -> st.SearchStrategy[MpsPlan]:
    """Any values, also fractions, and of columns that are not there."""
    values = st.sampled_from([Fraction(value) for value in (-1, 1, 2, 3)] + [Fraction(1, 2)])
    names = st.sampled_from([*records.columns, "nothing"])
    return st.dictionaries(names, values, max_size=5).map(lambda chosen: MpsPlan(values=chosen))


@st.composite
def mutated(draw: st.DrawFn, plan: MpsPlan, records: MpsRecords) -> MpsPlan:
    name, change = draw(st.sampled_from([*records.columns])), draw(st.sampled_from([-1, 1, 2]))
    values = {**plan.values, name: plan.values.get(name, Fraction(0)) + change}
    return MpsPlan(values={column: value for column, value in values.items() if value})


def p0033() -> Data:
    return base_data("miplib3/p0033", {}, family="mps")


CASE = FamilyCase(
    family=Mps(),
    records=models(),
    plans=plans,
    mutated=mutated,
    every_plan=every_plan,
    published=(Published("miplib3/p0033", p0033, Fraction(3089)),),
    additions={
        "/columns/C157/available": False,
        "/rows/R200": {"label": "new rule", "upper": 3, "terms": {"C157": 1, "C158": 2}},
        "/rows/R114/lower": 1,
    },
)
