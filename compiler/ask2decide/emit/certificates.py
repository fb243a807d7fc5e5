"""certificates/: per label and verdict, the evidence from which a person recomputes it by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ask2decide.emit.findings import Findings, ItemFindings
from ask2decide.emit.labels_json import bracket_data
from ask2decide.emit.reading import label_reading, verdict_reading
from ask2decide.emit.words import in_author_sense
from ask2decide.exact import dump_json, number_text
from ask2decide.family import Sense
from ask2decide.labels import Certificate, Label, Method, Survival

SCHEMA = "ask2decide/certificate/1"
_LONGEST_NAME = 120


def certificate_files(findings: Findings) -> dict[str, str]:
    """Return the certificates by path: two for each item, one for each needs-asking verdict."""
    files: dict[str, str] = {}
    for found in findings.items:
        for side, label in (("standalone", found.standalone), ("conditional", found.conditional)):
            files[f"certificates/{found.item.id}.{side}.json"] = _label_json(findings, found, side, label)
    for number, survival in enumerate(findings.needs_asking):
        files[f"certificates/{verdict_name(survival.known, number)}.json"] = _verdict_json(findings, survival)
    return files


def verdict_name(known: Sequence[str], number: int) -> str:
    """Return the file name, without its ending, of a needs-asking verdict: its known set, or its number if too long.

    >>> verdict_name((), 0), verdict_name(("H1", "S1"), 3)
    ('needs_asking.nothing_known', 'needs_asking.knowing_H1+S1')
    """
    if not known:
        return "needs_asking.nothing_known"
    name = f"needs_asking.knowing_{'+'.join(known)}"
    return name if len(name) <= _LONGEST_NAME else f"needs_asking.{number}"


def _label_json(findings: Findings, found: ItemFindings, side: str, label: Label) -> str:
    return dump_json(
        {
            "schema": SCHEMA,
            "task": findings.task.name,
            "label": side,
            "item": label.item,
            "note": found.item.note,
            "background": list(label.background),
            "regret": bracket_data(label.regret),
            "method": label.method.value,
            **evidence(label.certificate, findings),
            "reading": label_reading(findings, label),
        }
    )


def _verdict_json(findings: Findings, survival: Survival) -> str:
    # A verdict from a conditional label has its evidence in that label's own certificate.
    own = survival.certificate if survival.method is not Method.CONDITIONAL_LABEL else None
    proof = {} if own is None else evidence(own, findings)
    return dump_json(
        {
            "schema": SCHEMA,
            "task": findings.task.name,
            "label": "needs_asking",
            "known": list(survival.known),
            "loss": bracket_data(survival.loss),
            "method": survival.method.value,
            "holds": survival.holds,
            **proof,
            "reading": verdict_reading(findings, survival),
        }
    )


def evidence(certificate: Certificate, findings: Findings) -> dict[str, Any]:
    """Return problems, plan and reasons; values and optima are in the family's own sense."""
    sense = findings.sense
    problems: list[dict[str, Any]] = []
    for place, known in enumerate(certificate.problems):
        problem: dict[str, Any] = {
            "known": known,
            "optimum": bracket_data(in_author_sense(certificate.optima[place], sense)),
        }
        known_optimum = findings.optima.get(known)
        if known_optimum is not None and known_optimum.plan is not None:
            problem |= {"optimum_plan": known_optimum.plan, "optimum_bound_by": known_optimum.back_end}
        if certificate.plan is not None:
            problem |= _plan_in(certificate.costs[place], certificate.losses[place], sense)
        problems.append(problem)
    return {
        "problems": problems,
        "plan": certificate.plan,
        "lower_reason": certificate.lower_reason,
        "upper_reason": certificate.upper_reason,
        "back_ends": list(certificate.back_ends),
    }


def _plan_in(cost: Fraction | None, loss: Fraction, sense: Sense) -> dict[str, Any]:
    value = None if cost is None else cost if sense is Sense.MIN else -cost
    return {
        "plan_is_feasible": value is not None,
        "plan_value": None if value is None else number_text(value),
        "plan_loss_at_most": number_text(loss),
    }
