"""Front end: a family's Pyomo model to the IR, keeping rational coefficients exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pyomo.environ as pyo
from pyomo.common.numeric_types import RegisterNumericType
from pyomo.repn import generate_standard_repn

from ask2decide.ir.global_constraints import Interval, NoOverlap, Order
from ask2decide.ir.milp import Column, Milp, Row
from ask2decide.ir.pyomo_globals import StatedNoOverlap

RegisterNumericType(Fraction)


def from_pyomo(model: pyo.ConcreteModel) -> Milp:
    """Return the model as a minimisation `Milp`; a maximising objective is negated.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel
        Linear, with coefficients of int or Fraction, one active objective, and ``model.plan``: the list of Var
        components whose values make up the plan. ``model.global_constraints``, if there, is what `pyomo_globals` left.

    Raises
    ------
    ValueError
        When a coefficient is a binary float, an expression is not linear, or there is not exactly one objective.
    """
    plan = {id(data) for var in model.plan for data in var.values()}
    variables = list(model.component_data_objects(pyo.Var))
    # Pyomo works a name out anew each time it is asked.
    names = {id(var): var.name for var in variables}
    objectives = list(model.component_data_objects(pyo.Objective, active=True))
    if len(objectives) != 1:
        raise ValueError(f"the model has {len(objectives)} active objectives, and needs exactly one")
    sign = 1 if objectives[0].sense == pyo.minimize else -1
    cost_terms, constant = _linear(objectives[0].expr, "the objective")
    costs = {id(var): sign * value for var, value in cost_terms}
    columns = tuple(
        Column(
            name=names[id(var)],
            lower=_number(var.lb, names[id(var)]),
            upper=_number(var.ub, names[id(var)]),
            integer=var.is_integer() or var.is_binary(),
            plan=id(var) in plan,
            cost=costs.get(id(var), Fraction(0)),
        )
        for var in variables
    )
    stated: list[StatedNoOverlap] = getattr(model, "global_constraints", [])
    sources = {id(data): constraint.name for constraint in stated for data in constraint.rows.values()}
    rows = tuple(
        _row(data, names, sources.get(id(data))) for data in model.component_data_objects(pyo.Constraint, active=True)
    )
    constraints = tuple(_no_overlap(constraint, names) for constraint in stated)
    return Milp(columns=columns, rows=rows, constant=sign * constant, global_constraints=constraints)


def _no_overlap(stated: StatedNoOverlap, names: Mapping[int, str]) -> NoOverlap:
    return NoOverlap(
        stated.name,
        tuple(Interval(names[id(a.start)], _exact(a.duration, stated.name)) for a in stated.activities),
        tuple(Order(i, j, names[id(literal)]) for (i, j), literal in stated.orders.items()),
    )


def _row(data: Any, names: Mapping[int, str], source: str | None) -> Row:
    # Not data.lower and data.upper: they pass through a cache of constants in which 1.0 may stand for 1.
    low, body, high = data.to_bounded_expression()
    name = data.name
    terms, shift = _linear(body, name)
    lower, upper = _number(pyo.value(low), name), _number(pyo.value(high), name)
    return Row(
        name=name,
        lower=None if lower is None else lower - shift,
        upper=None if upper is None else upper - shift,
        terms=tuple((names[id(var)], value) for var, value in terms),
        source=source,
    )


def _linear(expression: Any, where: str) -> tuple[list[tuple[Any, Fraction]], Fraction]:
    repn = generate_standard_repn(expression, compute_values=True, quadratic=False)
    if repn.nonlinear_expr is not None:
        raise ValueError(f"{where} is not linear")
    terms = [
        (var, _exact(value, where)) for var, value in zip(repn.linear_vars, repn.linear_coefs, strict=True) if value
    ]
    return terms, _exact(repn.constant, where)


def _number(value: Any, where: str) -> Fraction | None:
    return None if value is None else _exact(value, where)


def _exact(value: Any, where: str) -> Fraction:
    if type(value) is Fraction:
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ValueError(f"{where} holds {value!r}, a {type(value).__name__}; coefficients must be int or Fraction")
    return Fraction(value)
