"""The checks of the contract, one function each; those that take `draw` are property tests.

On small random records and on the published ones:

- the model's optimum, read back as a plan, passes the checker at the same value, and no enumerated plan beats it;
- with the plan's columns fixed, the model is feasible exactly when the checker finds no broken rule, at the same value,
  for random plans, and for the optimal plan after random mutations;
- `columns` and `plan` are inverse to each other on feasible plans;
- every field leads to a place that exists or can be added, and a plan that `plan` makes fits the plan's JSON schema;
- tables, rules, plan format and description are written;
- the item templates are read without a mistake, and lead to fields.
"""

from __future__ import annotations

import re

from hypothesis.strategies import DataObject
from pydantic import ValidationError

from ask2decide.errors import SpecError
from ask2decide.exact import load_json
from ask2decide.testing.agreement import agree, fits_schema, inverse, matches_schema
from ask2decide.testing.case import ContractError, FamilyCase, expect
from ask2decide.testing.places import concrete_places, with_value
from ask2decide.testing.solving import ROUNDING, best_of, is_near, optimum
from ask2decide.variants.item_template import HOLE, ParameterKind
from ask2decide.variants.item_templates import load_item_templates


def check_published(case: FamilyCase) -> None:
    """Require that the model meets each published optimum, and that the checker agrees."""
    expect(case.published != (), "the case has no published optimum: work out a small one by hand")
    for published in case.published:
        records = case.family.parse(published.data())
        found = optimum(case.family, records)
        if found is None:
            raise ContractError(f"{published.name}: the model finds no plan")
        plan, value = found
        broken = case.family.check(plan, records, ROUNDING).violations
        expect(broken == (), f"{published.name}: the checker refuses the optimal plan: {'; '.join(broken)}")
        expect(is_near(value, published.value), f"{published.name}: {value} instead of {published.value}")


def check_optimum(case: FamilyCase, draw: DataObject) -> None:
    """Require that model and checker agree on the optimum; brute force, where there is one, finds the same."""
    records = case.family.parse(draw.draw(case.records, label="records"))
    found = optimum(case.family, records)
    if found is not None:
        plan, value = found
        check = case.family.check(plan, records, ROUNDING)
        expect(check.violations == (), f"the checker refuses the optimal plan: {'; '.join(check.violations)}")
        if check.value is None or not is_near(check.value, value):
            raise ContractError(f"the checker values the optimal plan at {check.value}, the model at {value}")
        inverse(case.family, plan, records)
        fits_schema(case.family, plan)
        expect(bool(case.family.describe(plan, records).strip()), "describe() says nothing of the optimal plan")
    if case.every_plan is not None:
        best = best_of(case.family, case.every_plan(records), records)
        by_model = None if found is None else found[1]
        same = best == by_model if best is None or by_model is None else is_near(best, by_model)
        expect(same, f"brute force finds {best}, the model {by_model}")


def check_random_plan(case: FamilyCase, draw: DataObject) -> None:
    """Require that a random plan is feasible in the model exactly when the checker says so."""
    records = case.family.parse(draw.draw(case.records, label="records"))
    agree(case.family, draw.draw(case.plans(records), label="plan"), records)


def check_mutated_plan(case: FamilyCase, draw: DataObject) -> None:
    """Require that an optimal plan, changed a little, is feasible in the model exactly when the checker says so."""
    records = case.family.parse(draw.draw(case.records, label="records"))
    found = optimum(case.family, records)
    if found is not None:
        agree(case.family, draw.draw(case.mutated(found[0], records), label="mutated plan"), records)


def check_fields(case: FamilyCase) -> None:
    """Require that every field leads to a place that the published records hold, or where an item may add one."""
    data = case.published[0].data()
    additions = dict(case.additions or {})
    for field in case.family.fields:
        places = list(concrete_places(data, field.pointer))
        for pointer in places:
            expect(case.family.field_at(pointer) == field, f"{pointer} matches another field as well")
        added = [pointer for pointer in additions if field.matches(pointer)]
        expect(bool(places or added), f"{field.pointer} leads nowhere: give an addition below it")
        expect(bool(field.meaning.strip()), f"the field {field.pointer} has no meaning in words")
    for pointer, value in additions.items():
        expect(case.family.field_at(pointer) is not None, f"{pointer} is no field")
        case.family.parse(with_value(data, pointer, value))


def check_texts(case: FamilyCase) -> None:
    """Require the knowledge base's texts: tables with as many cells as columns, rules, a JSON example of a plan."""
    family = case.family
    records = family.parse(case.published[0].data())
    tables = family.tables(records)
    expect(bool(tables), "tables() gives none")
    for table in tables:
        expect(bool(table.title.strip()), "a table has no title")
        for row in table.rows:
            expect(len(row) == len(table.columns), f"the table {table.title!r} has a row of {len(row)} cells")
            expect(all(cell.strip() for cell in row), f"the table {table.title!r} has an empty cell")
    rules = family.rules(records)
    expect(bool(rules) and all(rule.strip() for rule in rules), "rules() gives none, or an empty one")
    expect(all(family.value_name(records)), "value_name() leaves the name or the unit empty")
    example = re.search(r"```json\n(.*?)```", family.plan_format(records), re.DOTALL)
    if example is None:
        raise ContractError("plan_format() shows no JSON example in a fenced block")
    data = load_json(example.group(1))
    try:
        family.plan_model.model_validate(data)
    except ValidationError as error:
        raise ContractError(f"the example of plan_format() is no plan: {error}") from None
    matches_schema(family, data, "the example of plan_format()")


def check_templates(case: FamilyCase) -> None:
    """Require that item templates are read without a mistake, that they change fields and name objects."""
    try:
        templates = load_item_templates(case.family.name, case.task_folder)
    except SpecError as error:
        raise ContractError(f"the item templates are wrong:\n{error}") from None
    data = case.published[0].data()
    for template in templates.values():
        fields = [operation.path for operation in template.patch]
        fields += [entry.pointer for entry in template.parameters if entry.kind is ParameterKind.FIELD]
        for pointer in fields:
            found = case.family.field_at(HOLE.sub("x", pointer))
            expect(found is not None, f"{template.place}: {pointer} is no field of the family")
        for entry in template.parameters:
            if entry.kind is ParameterKind.OBJECT:
                section = HOLE.sub("*", entry.pointer)
                known = any(True for _ in concrete_places(data, section))
                expect(known, f"{template.place}: the published records have no section {entry.pointer}")
