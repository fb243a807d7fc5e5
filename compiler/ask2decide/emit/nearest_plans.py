"""Which of several best plans are shown: a pair that differs in as little as possible, so that what differs matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ask2decide.emit.findings import Findings
from ask2decide.exact import canonical_json
from ask2decide.family import AnyFamily, PlanModel
from ask2decide.labels import Label

Costed = tuple[PlanModel, Fraction]
"""A plan with its cost in one problem."""


def best_plans(found: Findings, label: Label, records: Sequence[Any]) -> list[Costed | None]:
    """Return for each problem of a label one of the cheapest plans that the findings hold, with its cost.

    The label's own plan, the safest, stands for every problem in which it is one of the cheapest: one plan less to
    look at. Otherwise those of the first two problems are a pair with the fewest differing plan columns, the first one
    met of several, and the plans of further problems are the nearest to the second.

    Parameters
    ----------
    records : sequence
        The problems' records as the family's model.

    Returns
    -------
    list
        None for a problem in which no plan of the findings is feasible.
    """
    plans = list(_known_plans(found, label))
    own = plans[0] if label.certificate.plan is not None else None
    best = [_cheapest(plans, each, found) for each in records]
    best = [[costed for costed in those if costed[0] is own] or those for those in best]
    columns = {id(plan): found.family.columns(plan) for those in best for plan, _ in those}

    def apart(first: Costed, second: Costed) -> int:
        return _distance(columns[id(first[0])], columns[id(second[0])])

    pair = min(product(*best[:2]), key=lambda two: apart(two[0], two[-1]), default=None)
    chosen: list[Costed | None] = [those[0] if those else None for those in best] if pair is None else [*pair]
    for those in best[len(chosen) :]:
        chosen.append(min(those, key=lambda plan: apart(chosen[1] or plan, plan), default=None))
    return chosen


def _known_plans(found: Findings, label: Label) -> Iterator[PlanModel]:
    """Yield every plan of the findings once: the label's own first, then those of the optima and of other labels."""
    certificates = [label.certificate]
    certificates += [each.certificate for item in found.items for each in (item.standalone, item.conditional)]
    known: list[Mapping[str, Any] | None] = [
        label.certificate.plan,
        *(optimum.plan for optimum in found.optima.values()),
        *(certificate.plan for certificate in certificates),
    ]
    contents = {canonical_json(plan): plan for plan in known if plan is not None}
    for plan in contents.values():
        yield found.family.plan_model.model_validate(plan)


def _cheapest(plans: Sequence[PlanModel], records: Any, found: Findings) -> list[Costed]:
    """Return the plans of least cost in one problem."""
    costed = [(plan, cost) for plan in plans if (cost := _cost(found.family, plan, records, found)) is not None]
    least = min((cost for _, cost in costed), default=None)
    return [(plan, cost) for plan, cost in costed if cost == least]


def _cost(family: AnyFamily, plan: PlanModel, records: Any, found: Findings) -> Fraction | None:
    value = family.check(plan, records).value
    return None if value is None else family.cost(value, found.sense)


def _distance(first: Mapping[str, Fraction], second: Mapping[str, Fraction]) -> int:
    return sum(first.get(name) != second.get(name) for name in first.keys() | second.keys())
