"""Front end: a family's Pyomo model to the IR, keeping rational coefficients exact."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pyomo.environ as pyo
from pyomo.common.numeric_types import RegisterNumericType
from pyomo.core.expr import LinearExpression
from pyomo.repn import generate_standard_repn

from ask2decide.exact import rational
from ask2decide.ir.global_constraints import Interval, NoOverlap, Order
from ask2decide.ir.milp import Column, Milp, Row
from ask2decide.ir.pyomo_globals import StatedNoOverlap

RegisterNumericType(Fraction)
# Pyomo would print what it also raises, on standard output, where results go.
logging.getLogger("pyomo").setLevel(logging.CRITICAL)

_EXACT = {int, Fraction}
_PLAIN = re.compile(r"[A-Z][A-Za-z]?[0-9]+|depot")


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
        When a coefficient is a binary float, an expression or a constraint is not linear, or there is not exactly one
        objective.
    """
    _refuse_other_constraints(model)
    plan = {id(data) for var in model.plan for data in var.values()}
    variables = list(model.component_data_objects(pyo.Var))
    naming = _Names()
    names = {id(var): naming.of(var) for var in variables}
    objectives = list(model.component_data_objects(pyo.Objective, active=True))
    if len(objectives) != 1:
        raise ValueError(f"the model has {len(objectives)} active objectives, and needs exactly one")
    sign = 1 if objectives[0].sense == pyo.minimize else -1
    cost_terms, constant = _linear(objectives[0].expr, "the objective")
    costs = {id(var): sign * value for var, value in cost_terms}
    columns = tuple(
        Column(
            name=names[id(var)],
            # A fixed variable stands in the rows as a number; its bounds must still say which.
            lower=_number(var.value if var.fixed else var.lb, names[id(var)]),
            upper=_number(var.value if var.fixed else var.ub, names[id(var)]),
            integer=var.is_integer() or var.is_binary(),
            plan=id(var) in plan,
            cost=costs.get(id(var), Fraction(0)),
        )
        for var in variables
    )
    stated: list[StatedNoOverlap] = getattr(model, "global_constraints", [])
    sources = {id(data): constraint.name for constraint in stated for data in constraint.rows.values()}
    rows = tuple(
        _row(data, naming.of(data), names, sources.get(id(data)))
        for data in model.component_data_objects(pyo.Constraint, active=True)
    )
    constraints = tuple(_no_overlap(constraint, names) for constraint in stated)
    return Milp(columns=columns, rows=rows, constant=sign * constant, global_constraints=constraints)


def _no_overlap(stated: StatedNoOverlap, names: Mapping[int, str]) -> NoOverlap:
    return NoOverlap(
        stated.name,
        tuple(Interval(names[id(a.start)], _exact(a.duration, stated.name)) for a in stated.activities),
        tuple(Order(i, j, names[id(literal)]) for (i, j), literal in stated.orders.items()),
    )


def _refuse_other_constraints(model: pyo.ConcreteModel) -> None:
    known = (pyo.Constraint, pyo.Var, pyo.Objective, pyo.Set, pyo.Param, pyo.Block, pyo.Expression, pyo.RangeSet)
    for component in model.component_objects(active=True):
        if component.ctype not in known:
            raise ValueError(
                f"{component.name} is a {component.ctype.__name__}, which the model must write as linear rows"
            )


def _row(data: Any, name: str, names: Mapping[int, str], source: str | None) -> Row:
    # Not data.lower and data.upper: they pass through a cache of constants in which 1.0 may stand for 1.
    low, body, high = data.to_bounded_expression()
    terms, shift = _linear(body, name)
    return Row(
        name=name,
        lower=_bound(low, shift, name),
        upper=_bound(high, shift, name),
        terms=tuple((names[id(var)], value) for var, value in terms),
        source=source,
    )


def _bound(value: Any, shift: Fraction, where: str) -> Fraction | None:
    if value is None:
        return None
    number = value if type(value) is Fraction else _exact(pyo.value(value), where)
    return number - shift if shift else number


class _Names:
    """The names of a model's variables and constraints: ``data.name``, in a tenth of the time for plain indices.

    Pyomo works a name out anew each time it is asked.
    """

    def __init__(self) -> None:
        self._short: dict[int, str | None] = {}

    def of(self, data: Any) -> str:
        component = data.parent_component()
        key = id(component)
        if key not in self._short:
            is_short = component.is_indexed() and component.parent_block() is component.model()
            self._short[key] = component.local_name if is_short else None
        short = self._short[key]
        index = data.index() if short is not None else ()
        words = index if type(index) is tuple else (index,)
        if not words or not all(map(_is_plain, words)):
            return str(data.name)
        return f"{short}[{','.join(words)}]"


@lru_cache(maxsize=10_000)
def _is_plain(word: object) -> bool:
    """Whether Pyomo writes an index as it is: text that it could not take for a number or a word of Python."""
    return type(word) is str and _PLAIN.fullmatch(word) is not None


def _linear(expression: Any, where: str) -> tuple[list[tuple[Any, Fraction]], Fraction]:
    stated = _as_stated(expression) if type(expression) is LinearExpression else None
    if stated is not None:
        return stated
    repn = generate_standard_repn(expression, compute_values=True, quadratic=False)
    if repn.nonlinear_expr is not None:
        raise ValueError(f"{where} is not linear")
    terms = [
        (var, _exact(value, where)) for var, value in zip(repn.linear_vars, repn.linear_coefs, strict=True) if value
    ]
    # An expression without variables passes through Pyomo's cache of constants, which may give an equal float back.
    constant = repn.constant if terms or type(repn.constant) is not float else Fraction(repn.constant)
    return terms, _exact(constant, where)


def _as_stated(expression: LinearExpression) -> tuple[list[tuple[Any, Fraction]], Fraction] | None:
    """Return what generate_standard_repn would say, in a tenth of its time; None where it has something to do."""
    variables, coefficients, constant = expression.linear_vars, expression.linear_coefs, expression.constant
    if type(constant) not in _EXACT or len(set(map(id, variables))) < len(variables):
        return None
    terms = []
    for var, value in zip(variables, coefficients, strict=True):
        if type(value) not in _EXACT or var.fixed:
            return None
        if value:
            terms.append((var, rational(value)))
    return terms, rational(constant)


def _number(value: Any, where: str) -> Fraction | None:
    return None if value is None else _exact(value, where)


def _exact(value: Any, where: str) -> Fraction:
    if type(value) is Fraction:
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ValueError(f"{where} holds {value!r}, a {type(value).__name__}; coefficients must be int or Fraction")
    return rational(value)
