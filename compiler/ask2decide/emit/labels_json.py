"""labels.json: every label and optimum of a task in the form of DESIGN 4.3; and what the inventory reads from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ask2decide.emit.findings import Findings, ItemFindings, Role
from ask2decide.emit.words import in_author_sense
from ask2decide.errors import UsageError
from ask2decide.exact import dump_json, load_json, to_fraction
from ask2decide.family import Effect, Sense
from ask2decide.labels import Bracket, Label, Status, Survival
from ask2decide.spec import Kind, Split

SCHEMA = "ask2decide/labels/1"


def labels_json(findings: Findings) -> str:
    """Return labels.json. It holds proved values only, never a plan: its bytes do not depend on the back end."""
    return dump_json(
        {
            "schema": SCHEMA,
            "task": findings.task.name,
            "split": findings.task.split.value,
            "sense": findings.sense.value,
            "optima": {key: optimum_data(optimum.cost, findings.sense) for key, optimum in findings.optima.items()},
            "items": {found.item.id: _item(found) for found in findings.items},
            "needs_asking": [_verdict(survival) for survival in findings.needs_asking],
        }
    )


def bracket_data(bracket: Bracket) -> dict[str, str]:
    """Return a bracket as contracts write it: both ends as text, and how well the number is known."""
    lower, upper = bracket.texts
    return {"lower": lower, "upper": upper, "status": bracket.status.value}


def optimum_data(cost: Bracket | None, sense: Sense) -> dict[str, str | None]:
    """Return an optimum in the family's own sense; both ends are null while nothing is proved of it."""
    if cost is None:
        return {"lower": None, "upper": None, "status": Status.OPEN.value}
    return {**bracket_data(in_author_sense(cost, sense))}


def _item(found: ItemFindings) -> dict[str, Any]:
    return {
        "role": found.role.value,
        "twin_of": found.item.twin_of,
        "kind": found.item.kind.value,
        "effect": found.effect.value,
        "standalone": _label(found.standalone),
        "conditional": _label(found.conditional),
    }


def _label(label: Label) -> dict[str, str]:
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


@dataclass(frozen=True)
class LabelledItem:
    """An item as labels.json has it, as far as the inventory counts it."""

    role: Role
    kind: Kind
    effect: Effect
    conditional: Bracket


@dataclass(frozen=True)
class TaskLabels:
    """A built task, read from its labels.json."""

    task: str
    split: Split
    items: tuple[LabelledItem, ...]


def read_labels(text: str, name: str = "") -> TaskLabels:
    """Return what the inventory counts of a task, from the text of its labels.json.

    Parameters
    ----------
    name : str
        The task's name, for the message when the text is damaged.

    Raises
    ------
    UsageError
        When the text is not a labels.json of this version.
    """
    try:
        data = load_json(text)
        if data["schema"] != SCHEMA:
            raise ValueError(f"its schema is not {SCHEMA}")
        items = tuple(_labelled(entry) for entry in data["items"].values())
        return TaskLabels(str(data["task"]), Split(data["split"]), items)
    except (ValueError, ArithmeticError, KeyError, TypeError, AttributeError) as error:
        cause = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
        whose = f"The labels.json of {name}" if name else "A labels.json in the output folder"
        raise UsageError(f"{whose} is damaged: {cause}.", "build that task again, or remove its folder.") from None


def _labelled(entry: dict[str, Any]) -> LabelledItem:
    label = entry["conditional"]
    regret = Bracket(to_fraction(label["lower"]), to_fraction(label["upper"]))
    return LabelledItem(Role(entry["role"]), Kind(entry["kind"]), Effect(entry["effect"]), regret)
