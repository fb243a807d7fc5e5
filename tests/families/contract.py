"""The contract that every family keeps, as functions; `test_contract.py` runs each of them on each family.

A family joins by one file ``tests/families/case_<family>.py`` with one name, ``CASE``, a `FamilyCase`. Nothing else
has to be edited: the cases are found by walking this folder, and a family without a case fails the test.

What is checked, on small random records and on the published ones:

- the model's optimum, read back as a plan, passes the checker at the same value, and no enumerated plan beats it;
- with the plan's columns fixed, the model is feasible exactly when the checker finds no broken rule, at the same value,
  for random plans, and for the optimal plan after random mutations;
- `columns` and `plan` are inverse to each other on feasible plans;
- every field leads to a place that exists or can be added, and a plan that `plan` makes fits the plan's JSON schema;
- tables, rules, plan format and description are written.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis.strategies import DataObject, SearchStrategy

from ask2decide.backend import Options, Status
from ask2decide.exact import dump_json, load_json
from ask2decide.family import Data, Family, PlanModel, RecordsModel
from ask2decide.ir import Milp, Row
from ask2decide.ir.statement import as_milp
from ask2decide.solvers.highs import Highs

ROUNDING = Fraction(1, 10**6)
"""How far a solver's floating-point values of continuous columns may be off, absolute and relative."""


@dataclass(frozen=True)
class Published:
    """Records whose optimum is known, and that optimum in the family's own sense."""

    name: str
    data: Callable[[], Data]
    value: Fraction


@dataclass(frozen=True)
class FamilyCase:
    """What a family supplies to be put through the contract.

    Parameters
    ----------
    family : Family
        The family itself.
    records : strategy of Data
        Small random records as authored (nested dicts); also such that no plan is feasible.
    plans : callable
        From parsed records to a strategy of plans, feasible or not.
    mutated : callable
        From a plan and the records to a strategy of plans that differ from it a little (a stop moved, an amount
        changed). Numbers should miss a rule clearly (by 1e-4 or more) or not at all, since columns beside the plan are
        solved in floating point.
    every_plan : callable or None
        From parsed records to all plans worth comparing: brute force. None where plans cannot be enumerated.
    published : tuple of Published
        Known optima; the first one's records also serve for the checks of fields and texts.
    additions : mapping
        For every field that those records lack: a concrete pointer below it and a value that an item may add there.
    """

    family: Family[Any, Any]
    records: SearchStrategy[Data]
    plans: Callable[[Any], SearchStrategy[PlanModel]]
    mutated: Callable[[Any, Any], SearchStrategy[PlanModel]]
    published: tuple[Published, ...]
    every_plan: Callable[[Any], Iterable[PlanModel]] | None = None
    additions: Mapping[str, Any] | None = None


def family_cases() -> dict[str, FamilyCase]:
    """Return the cases of all families, by family name, from the ``case_*.py`` files of this folder."""
    names = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    modules = [importlib.import_module(f"{__package__}.{name}") for name in names if name.startswith("case_")]
    return {module.CASE.family.name: module.CASE for module in modules}


def check_published(case: FamilyCase) -> None:
    """The model meets each published optimum, and the checker agrees."""
    for published in case.published:
        records = case.family.parse(published.data())
        found = optimum(case.family, records)
        assert found is not None, f"{published.name}: no plan was found"
        plan, value = found
        assert case.family.check(plan, records, ROUNDING).violations == ()
        assert is_near(value, published.value), f"{published.name}: {value} instead of {published.value}"


def check_optimum(case: FamilyCase, draw: DataObject) -> None:
    """Model and checker agree on the optimum; brute force, where there is one, finds the same."""
    records = case.family.parse(draw.draw(case.records, label="records"))
    found = optimum(case.family, records)
    if found is not None:
        plan, value = found
        check = case.family.check(plan, records, ROUNDING)
        assert check.violations == ()
        assert check.value is not None
        assert is_near(check.value, value)
        assert_inverse(case.family, plan, records)
        assert_fits_schema(case.family, plan)
        assert case.family.describe(plan, records).strip()
    if case.every_plan is not None:
        best = best_of(case.family, case.every_plan(records), records)
        assert (best is None) == (found is None), f"brute force finds {best}, the model {found}"
        if best is not None and found is not None:
            assert is_near(best, found[1])


def check_random_plan(case: FamilyCase, draw: DataObject) -> None:
    """A random plan is feasible in the model exactly when the checker says so."""
    records = case.family.parse(draw.draw(case.records, label="records"))
    assert_agree(case.family, draw.draw(case.plans(records), label="plan"), records)


def check_mutated_plan(case: FamilyCase, draw: DataObject) -> None:
    """An optimal plan, changed a little, is feasible in the model exactly when the checker says so."""
    records = case.family.parse(draw.draw(case.records, label="records"))
    found = optimum(case.family, records)
    if found is None:
        return
    assert_agree(case.family, draw.draw(case.mutated(found[0], records), label="mutated plan"), records)


def check_fields(case: FamilyCase) -> None:
    """Every field leads to a place that the published records hold, or where an item may add one."""
    data = case.published[0].data()
    additions = dict(case.additions or {})
    for field in case.family.fields:
        places = list(concrete_places(data, field.pointer))
        for pointer in places:
            assert case.family.field_at(pointer) == field, f"{pointer} matches another field as well"
        added = [pointer for pointer in additions if field.matches(pointer)]
        assert places or added, f"{field.pointer} leads nowhere: give an addition below it"
        assert field.meaning.strip()
    for pointer, value in additions.items():
        assert case.family.field_at(pointer) is not None, f"{pointer} is no field"
        case.family.parse(with_value(data, pointer, value))


def check_texts(case: FamilyCase) -> None:
    """The knowledge base is written: tables with as many cells as columns, rules, plan format with a JSON example."""
    family = case.family
    records = family.parse(case.published[0].data())
    tables = family.tables(records)
    assert tables
    for table in tables:
        assert table.title.strip()
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert all(cell.strip() for row in table.rows for cell in row)
    rules = family.rules(records)
    assert rules
    assert all(rule.strip() for rule in rules)
    assert all(family.value_name(records))
    example = re.search(r"```json\n(.*?)```", family.plan_format(records), re.DOTALL)
    assert example is not None, "the plan format shows no JSON example"
    family.plan_model.model_validate(load_json(example.group(1)))
    jsonschema.validate(load_json(example.group(1)), family.plan_model.model_json_schema())


def assert_agree(family: Family[Any, Any], plan: PlanModel, records: RecordsModel) -> None:
    """The checker rejects `plan` exactly when the model with its plan columns fixed has no solution."""
    check = family.check(plan, records)
    cost = cost_when_fixed(as_milp(family.model(records)), family.columns(plan))
    if cost is None:
        assert check.violations != (), "the model refuses a plan that the checker accepts"
        assert check.value is None
        return
    assert check.violations == (), "the checker refuses a plan that the model accepts"
    assert check.value is not None
    assert is_near(family.cost(check.value, family.sense(records)), cost)
    assert_inverse(family, plan, records)


def assert_inverse(family: Family[Any, Any], plan: PlanModel, records: RecordsModel) -> None:
    """`columns` and `plan` are inverse: a plan's columns make a plan with the same columns, and then the same plan."""
    columns = family.columns(plan)
    assert all(columns.values()), "columns() lists a zero"
    again = family.plan(columns, records)
    assert family.columns(again) == columns
    assert family.plan(family.columns(again), records) == again


def assert_fits_schema(family: Family[Any, Any], plan: PlanModel) -> None:
    """The plan as JSON fits its own schema, and reads back as the same plan."""
    data = load_json(dump_json(plan.model_dump()))
    jsonschema.validate(data, family.plan_model.model_json_schema())
    assert family.plan_model.model_validate(data) == plan


def optimum(family: Family[Any, Any], records: Any) -> tuple[Any, Fraction] | None:
    """Return an optimal plan by the model and its value in the family's sense; None when there is no plan."""
    solution = solve(as_milp(family.model(records)))
    if solution is None:
        return None
    cost, values = solution
    return family.plan(values, records), family.cost(cost, family.sense(records))


def best_of(family: Family[Any, Any], plans: Iterable[PlanModel], records: Any) -> Fraction | None:
    """Return the best value that the checker gives to any of the plans; None when it rejects all."""
    values = [check.value for plan in plans if (check := family.check(plan, records)).value is not None]
    sense = family.sense(records)
    return min((value for value in values if value is not None), key=lambda v: family.cost(v, sense), default=None)


def cost_when_fixed(model: Milp, columns: Mapping[str, Fraction]) -> Fraction | None:
    """Return the model's least cost with its plan columns fixed; None when that has no solution.

    The fixed columns are put in exactly; only what other columns remain is left to the solver.
    """
    plan = {column.name: columns.get(column.name, Fraction(0)) for column in model.plan_columns}
    if set(columns) - set(plan):
        return None  # a column that the model left out is zero there
    bounds_only = Milp(model.plan_columns, ())
    if bounds_only.broken(plan) is not None:
        return None
    rows = tuple(_without(row, plan) for row in model.rows)
    constant = model.constant + bounds_only.objective(plan)
    rest = Milp(tuple(column for column in model.columns if not column.plan), rows, constant)
    if not rest.columns:
        return constant if rest.broken({}) is None else None
    solution = solve(rest)
    return None if solution is None else solution[0]


def _without(row: Row, fixed: Mapping[str, Fraction]) -> Row:
    shift = sum((value * fixed[name] for name, value in row.terms if name in fixed), Fraction(0))
    return replace(
        row,
        lower=None if row.lower is None else row.lower - shift,
        upper=None if row.upper is None else row.upper - shift,
        terms=tuple((name, value) for name, value in row.terms if name not in fixed),
    )


def solve(model: Milp, time_limit: float = 60.0) -> tuple[Fraction, dict[str, Fraction]] | None:
    """Return the optimal cost and values by HiGHS at gap 0; None when infeasible. The one place that knows a solver.

    Raises
    ------
    AssertionError
        When HiGHS ends in any other way: a limit is neither optimal nor infeasible.
    """
    answer = Highs().solve(model, Options(time_limit=time_limit))
    if answer.status is Status.INFEASIBLE:
        return None
    assert answer.status is Status.OPTIMAL, answer.status
    assert answer.values is not None
    return model.objective(answer.values), dict(answer.values)


def is_near(left: Fraction, right: Fraction) -> bool:
    """Whether two values agree but for the rounding of continuous columns."""
    return abs(left - right) <= ROUNDING * max(1, abs(left), abs(right))


def concrete_places(data: Any, pointer: str) -> Iterator[str]:
    """Yield the pointers in `data` that a field's pointer with ``*`` matches."""
    places: list[tuple[str, Any]] = [("", data)]
    for part in pointer.split("/")[1:]:
        places = [
            (f"{path}/{key}", value)
            for path, node in places
            if isinstance(node, dict)
            for key, value in node.items()
            if part in ("*", key)
        ]
    yield from (path for path, _ in places)


def with_value(data: Any, pointer: str, value: Any) -> Any:
    """Return `data` with `value` put at `pointer`, whose parent must exist, as in RFC 6902's ``add``."""
    head, _, tail = pointer[1:].partition("/")
    if not tail:
        return {**data, head: value}
    assert head in data, f"{pointer}: {head} does not exist, so nothing can be added below it"
    return {**data, head: with_value(data[head], f"/{tail}", value)}
