"""labels.json: every label and optimum of a task in the form of docs/packages.md."""

from __future__ import annotations

from typing import Any

from ask2decide.emit.findings import Findings, ItemFindings
from ask2decide.emit.words import in_author_sense
from ask2decide.exact import dump_json
from ask2decide.labels import Bracket, Label, Status, Survival

SCHEMA = "ask2decide/labels/1"


def labels_json(findings: Findings) -> str:
    """Return labels.json. It holds proved values only, never a plan: its bytes do not depend on the back end."""
    return dump_json(
        {
            "schema": SCHEMA,
            "task": findings.task.name,
            "split": findings.task.split.value,
            "sense": findings.sense.value,
            "optima": {
                key: bracket_data(in_author_sense(optimum.cost, findings.sense))
                for key, optimum in findings.optima.items()
            },
            "items": {found.item.id: _item(found) for found in findings.items},
            "needs_asking": [_verdict(survival) for survival in findings.needs_asking],
        }
    )


def bracket_data(bracket: Bracket | None) -> dict[str, str | None]:
    """Return a bracket as contracts write it: both ends as text, and how well the number is known.

    An optimum of which nothing is known has null ends and is open.
    """
    if bracket is None:
        return {"lower": None, "upper": None, "status": Status.OPEN.value}
    lower, upper = bracket.texts
    return {"lower": lower, "upper": upper, "status": bracket.status.value}


def _item(found: ItemFindings) -> dict[str, Any]:
    return {
        "role": found.role.value,
        "twin_of": found.item.twin_of,
        "kind": found.item.kind.value,
        "effect": found.effect.value,
        "standalone": _label(found.standalone),
        "conditional": _label(found.conditional),
    }


def _label(label: Label) -> dict[str, str | None]:
    return {**bracket_data(label.regret), "method": label.method.value}


def _verdict(survival: Survival) -> dict[str, Any]:
    lower, upper = survival.loss.texts
    return {
        "known": list(survival.known),
        "loss_lower": lower,
        "loss_upper": upper,
        "method": survival.method.value,
        "holds": survival.holds,
    }
