"""The verdict on one plan: its loss in exact numbers (docs/mathematics.md), its value, and the rules it breaks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ask2decide.errors import TaskError
from ask2decide.exact import number_text
from ask2decide.family import AnyFamily, Check, Data, Sense
from ask2decide.judge.mistakes import printable
from ask2decide.judge.reading import Rejection, read_plan
from ask2decide.labels import Bracket, loss_bracket

NOTHING_LOST = Bracket(Fraction(0), Fraction(0))
EVERYTHING_LOST = Bracket(Fraction(1), Fraction(1))
UNKNOWN_LOSS = Bracket(Fraction(0), Fraction(1))
MOST_VIOLATIONS = 50
"""Broken rules that a verdict spells out; a hostile plan may break a hundred thousand."""


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one plan.

    Parameters
    ----------
    loss : Bracket
        In [0, 1]; a proper interval where the optimum is one.
    value : Fraction or None
        The plan's exact value in the family's own sense; None when it cannot be carried out.
    violations : tuple of str
        Broken rules, in words.
    reason : str
        One or two sentences that say why the loss is what it is.
    tolerance : Fraction
        The feasibility tolerance that the plan needed, in each rule's own unit; 0 when it needed none.
    """

    loss: Bracket
    value: Fraction | None
    violations: tuple[str, ...]
    reason: str
    tolerance: Fraction = Fraction(0)

    @property
    def feasible(self) -> bool:
        """Whether the plan can be carried out."""
        return self.value is not None


def judge(
    plan_text: str | bytes | Path, family: AnyFamily, data: Data, optimum: Bracket | None, sense: Sense
) -> Verdict:
    """Return the verdict on a plan.

    Parameters
    ----------
    plan_text : str, bytes or Path
        The plan as it was handed in.
    data : dict
        Records of the problem it is scored in.
    optimum : Bracket or None
        That problem's optimum as a cost (a maximising family's value negated), as in `labels.Optimum`; None when
        nothing is known of it, and the loss of a feasible plan with it.
    sense : Sense
        The family's sense for these records.

    Raises
    ------
    UsageError
        When the plan's file is not there.
    TaskError
        When the optimum is 0, or when the plan keeps every rule exactly and is better than the recorded optimum:
        then the label is wrong, not the plan.
    """
    if optimum is not None and optimum.lower == optimum.upper == 0:
        raise TaskError(
            "The optimum of this problem is 0, so no loss is defined.", "change the task so that it is not."
        )
    plan = read_plan(plan_text, family)
    if isinstance(plan, Rejection):
        return Verdict(EVERYTHING_LOST, None, (), f"This is not a plan in the task's format: {plan.reason}.")
    records = family.parse(data)
    exactly = family.check(plan, records)
    if exactly.value is not None and exactly.feasible:
        _refuse_contradiction(exactly.value, family, optimum, sense)
        return _feasible(exactly.value, family, records, optimum, sense)
    if family.tolerance > 0:
        nearly = family.check(plan, records, family.tolerance)
        if nearly.value is not None and nearly.feasible:
            return _within_tolerance(nearly.value, exactly, family, records, optimum, sense)
        return _infeasible(nearly)
    return _infeasible(exactly)


def _refuse_contradiction(value: Fraction, family: AnyFamily, optimum: Bracket | None, sense: Sense) -> None:
    if optimum is None or family.cost(value, sense) >= optimum.lower:
        return
    recorded = number_text(optimum.lower if sense is Sense.MIN else -optimum.lower)
    raise TaskError(
        f"The plan keeps every rule and its value is {number_text(value)}, better than the recorded optimum "
        f"{recorded}: the recorded optimum is wrong, and so are the labels that rest on it.",
        "build the task again with --fresh --audit, and report the plan with both numbers.",
    )


def _feasible(
    value: Fraction,
    family: AnyFamily,
    records: Any,
    optimum: Bracket | None,
    sense: Sense,
    tolerance: Fraction = Fraction(0),
) -> Verdict:
    if optimum is None:
        reason = f"The plan's value is {family.value_text(value, records)}; nothing is known of the best possible."
        return Verdict(UNKNOWN_LOSS, value, (), reason, tolerance)
    loss = loss_bracket(family.cost(value, sense), optimum)
    return Verdict(loss, value, (), _reason(value, loss, family, records, optimum, sense), tolerance)


def _within_tolerance(
    value: Fraction, exactly: Check, family: AnyFamily, records: Any, optimum: Bracket | None, sense: Sense
) -> Verdict:
    found = _feasible(value, family, records, optimum, sense, family.tolerance)
    first = printable(exactly.violations[0].rstrip(".")) if exactly.violations else ""
    reason = (
        f"{found.reason} It keeps every rule only within the tolerance of {number_text(family.tolerance)}: {first}."
    )
    if optimum is not None and family.cost(value, sense) < optimum.lower:
        reason += " That is why its value can pass the optimum; its loss counts as 0."
    return Verdict(found.loss, value, (), reason, family.tolerance)


def _reason(value: Fraction, loss: Bracket, family: AnyFamily, records: Any, optimum: Bracket, sense: Sense) -> str:
    worth = family.value_text(value, records)
    if loss == NOTHING_LOST:
        return f"The plan is optimal: {worth}."
    own = optimum if sense is Sense.MIN else optimum.negated()
    if not own.is_exact:
        return f"The plan's value is {worth}; the best possible is {own.words}."
    best = family.value_text(own.lower, records)
    if loss == EVERYTHING_LOST:
        return f"The plan keeps every rule, but its value of {worth} is off by all the optimum is worth: {best}."
    return f"The plan's value is {worth}; the best possible is {best}."


def _infeasible(check: Check) -> Verdict:
    count = len(check.violations)
    shown = [printable(violation) for violation in check.violations[:MOST_VIOLATIONS]]
    if count > len(shown):
        shown.append(f"and {count - len(shown):,} more")
    rules = "a rule" if count == 1 else f"{count:,} rules"
    return Verdict(EVERYTHING_LOST, None, tuple(shown), f"The plan cannot be carried out: it breaks {rules}.")
