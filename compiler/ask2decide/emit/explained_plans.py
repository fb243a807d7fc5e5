"""The plans of an explanation: which are shown, what each is worth in each problem, and where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ask2decide.emit.findings import Findings
from ask2decide.exact import canonical_json
from ask2decide.family import Drawing, PlanModel
from ask2decide.labels import Bracket, Label, loss_bracket
from ask2decide.labels.loss import ONE, ZERO
from ask2decide.labels.text import regret_text

MOST_VIOLATIONS = 6
"""Broken rules that are spelled out for one plan in one problem."""

MOST_DIFFERENCES = 20
"""Differences between two plans that are spelled out."""

EVERYTHING_LOST = Bracket(ONE, ONE)


@dataclass(frozen=True)
class Outcome:
    """What a plan comes to in one problem.

    Parameters
    ----------
    problem : str
        "with H1" or the like.
    words : str
        What it is worth there against the best possible, or that it cannot be carried out.
    loss : str
        Its loss there, e.g. "3.81 % (235/6171)"; an interval where the optimum is one.
    violations : tuple of str
        The rules that it breaks there, in the checker's words.
    """

    problem: str
    words: str
    loss: str
    violations: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownPlan:
    """One plan.

    Parameters
    ----------
    title : str
        What it is: "Best plan without H1".
    lines : tuple of str
        The plan in the family's words.
    drawing : Drawing or None
        What the family has drawn of it.
    outcomes : tuple of Outcome
        One for each problem of the label.
    """

    title: str
    lines: tuple[str, ...]
    drawing: Drawing | None
    outcomes: tuple[Outcome, ...]


def shown_plans(found: Findings, label: Label, names: Sequence[str]) -> tuple[ShownPlan, ...]:
    """Return the plans that explain a label: one for each content, under all its titles.

    Parameters
    ----------
    names : sequence of str
        What the label's problems are called, in their order.
    """
    titles: dict[str, list[str]] = {}
    plans: dict[str, tuple[int, Mapping[str, Any]]] = {}
    for title, place, plan in _chosen(found, label, names):
        content = canonical_json(plan)
        titles.setdefault(content, []).append(title)
        plans.setdefault(content, (place, plan))
    return tuple(_shown(found, label, names, _sentence(titles[content]), *plans[content]) for content in plans)


def _chosen(found: Findings, label: Label, names: Sequence[str]) -> list[tuple[str, int, Mapping[str, Any]]]:
    """Return titles and plans, each with the number of the problem whose records it is described by."""
    certificate = label.certificate
    if label.is_zero and certificate.plan is not None:
        return [("One plan that is best either way", 0, certificate.plan)]
    chosen: list[tuple[str, int, Mapping[str, Any]]] = []
    for place, key in enumerate(certificate.problems):
        optimum = found.optima.get(key)
        if optimum is not None and optimum.plan is not None:
            best = "best plan" if optimum.cost is not None and optimum.cost.is_exact else "best known plan"
            chosen.append((f"{best} {names[place]}", place, optimum.plan))
    if certificate.plan is not None:
        safest = "safest plan" if label.regret.is_exact else "safest known plan"
        chosen.append((f"{safest} while one does not know", min(1, len(names) - 1), certificate.plan))
    return chosen


def _sentence(titles: Sequence[str]) -> str:
    text = "; ".join(titles)
    return text[:1].upper() + text[1:]


def _shown(
    found: Findings, label: Label, names: Sequence[str], title: str, place: int, data: Mapping[str, Any]
) -> ShownPlan:
    family, keys = found.family, label.certificate.problems
    plan = family.plan_model.model_validate(data)
    records = family.parse(found.variant_data[keys[place]])
    outcomes = (
        _outcome(found, plan, key, name, optimum)
        for key, name, optimum in zip(keys, names, label.certificate.optima, strict=True)
    )
    return ShownPlan(
        title, tuple(family.describe(plan, records).splitlines()), family.drawing(plan, records), tuple(outcomes)
    )


def _outcome(found: Findings, plan: PlanModel, key: str, name: str, optimum: Bracket | None) -> Outcome:
    family = found.family
    records = family.parse(found.variant_data[key])
    check = family.check(plan, records)
    if check.value is None:
        more = len(check.violations) - MOST_VIOLATIONS
        shown = (*check.violations[:MOST_VIOLATIONS], *((f"and {more:,} more",) if more > 0 else ()))
        return Outcome(name, "cannot be carried out", regret_text(EVERYTHING_LOST), shown)
    worth = family.value_text(check.value, records)
    cost = family.cost(check.value, found.sense)
    if optimum is None or optimum.contains_zero:
        return Outcome(name, f"{worth}; nothing is proved of the best possible", "not known")
    loss = loss_bracket(cost, optimum)
    if loss.upper == ZERO:
        return Outcome(name, f"{worth}, the best possible", regret_text(loss))
    if not optimum.is_exact:
        best = "the best that is known" if cost <= optimum.upper else "not the best that is known"
        return Outcome(name, f"{worth}, {best}", regret_text(loss))
    best = family.value_text(family.cost(optimum.lower, found.sense), records)
    return Outcome(name, f"{worth}, where {best} is the best possible", regret_text(loss))


def differences(found: Findings, label: Label) -> tuple[str, ...]:
    """Return what the best plan with the item does otherwise than the best plan without it; nothing at a zero label.

    At a zero label one plan serves both problems, and other plans that are optimal too would only distract.
    """
    best = [found.optima.get(key) for key in label.certificate.problems[:2]]
    plans = [optimum.plan for optimum in best if optimum is not None and optimum.plan is not None]
    if label.is_zero or len(plans) < 2:
        return ()
    family = found.family
    without, with_item = (family.plan_model.model_validate(plan) for plan in plans)
    lines = family.differences(without, with_item, family.parse(found.variant_data[label.certificate.problems[1]]))
    more = len(lines) - MOST_DIFFERENCES
    return (*lines[:MOST_DIFFERENCES], *((f"and {more:,} more",) if more > 0 else ()))
