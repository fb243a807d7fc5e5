"""What a family's parts must agree on, for one plan: model and checker, `plan` and `columns`, plan and schema."""

from __future__ import annotations

from typing import Any

import jsonschema

from ask2decide.exact import dump_json, load_json
from ask2decide.family import Family, PlanModel, RecordsModel
from ask2decide.ir.statement import as_milp
from ask2decide.testing.case import ContractError, expect
from ask2decide.testing.solving import cost_when_fixed, is_near


def agree(family: Family[Any, Any], plan: PlanModel, records: RecordsModel) -> None:
    """Require that the checker rejects `plan` exactly when the model with its plan columns fixed has no solution."""
    check = family.check(plan, records)
    cost = cost_when_fixed(as_milp(family.model(records)), family.columns(plan))
    if cost is None:
        expect(check.violations != (), f"the model refuses a plan that the checker accepts: {plan!r}")
        expect(check.value is None, f"the checker gives a value to a plan that breaks a rule: {plan!r}")
        return
    expect(
        check.violations == (),
        f"the checker refuses a plan that the model accepts: {plan!r} breaks {'; '.join(check.violations)}",
    )
    if check.value is None:
        raise ContractError(f"the checker gives no value to a feasible plan: {plan!r}")
    costed = family.cost(check.value, family.sense(records))
    expect(is_near(costed, cost), f"the checker says that {plan!r} costs {costed}, and the model {cost}")
    inverse(family, plan, records)


def inverse(family: Family[Any, Any], plan: PlanModel, records: RecordsModel) -> None:
    """Require that `columns` and `plan` are inverse: columns make a plan with the same columns, and then it again."""
    columns = family.columns(plan)
    zeros = [name for name, value in columns.items() if not value]
    expect(not zeros, f"columns() lists a zero, {', '.join(zeros)}")
    again = family.plan(columns, records)
    expect(family.columns(again) == columns, f"columns() of plan(columns) differ: {family.columns(again)}, {columns}")
    expect(family.plan(family.columns(again), records) == again, f"plan() does not give {again!r} back")


def fits_schema(family: Family[Any, Any], plan: PlanModel) -> None:
    """Require that the plan as JSON fits its own schema, and reads back as the same plan."""
    data = load_json(dump_json(plan.model_dump()))
    matches_schema(family, data, "a plan that plan() makes")
    expect(family.plan_model.model_validate(data) == plan, f"as JSON, {plan!r} reads back as another plan")


def matches_schema(family: Family[Any, Any], data: Any, what: str) -> None:
    """Require that `data` matches the JSON schema of the family's plan format."""
    try:
        jsonschema.validate(data, family.plan_model.model_json_schema())
    except jsonschema.ValidationError as error:
        raise ContractError(f"{what} does not match the plan's JSON schema: {error.message}") from None
