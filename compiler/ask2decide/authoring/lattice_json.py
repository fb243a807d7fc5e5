"""A lattice as JSON (docs/lattice.md)."""

from __future__ import annotations

from typing import Any

from ask2decide.authoring.asking_order import AskingOrder, AskingStep
from ask2decide.authoring.lattice import Ids, Lattice
from ask2decide.emit.labels_json import bracket_data
from ask2decide.emit.words import in_author_sense
from ask2decide.exact import dump_json

SCHEMA = "ask2decide/lattice/1"


def lattice_json(lattice: Lattice) -> str:
    """Return the lattice as JSON text. It holds proved values only: its bytes do not depend on the back end."""
    return dump_json(
        {
            "schema": SCHEMA,
            "task": lattice.task,
            "sense": lattice.sense.value,
            "items": list(lattice.items),
            "given": list(lattice.given),
            "complete": lattice.is_complete,
            "optima": {
                _key(known): bracket_data(in_author_sense(optimum.cost, lattice.sense))
                for known, optimum in lattice.optima.items()
            },
            "labels": {
                _key(background): {
                    name: {**bracket_data(label.regret), "method": label.method.value} for name, label in labels.items()
                }
                for background, labels in lattice.labels.items()
            },
            "loss_left": {_key(known): bracket_data(left) for known, left in lattice.loss_left.items()},
            "orders": {"best": _order(lattice.best), "regret_guided": _order(lattice.guided)},
        }
    )


def _order(order: AskingOrder | None) -> dict[str, Any] | None:
    if order is None:
        return None
    return {
        "items": list(order.items),
        "not_asked": list(order.not_asked),
        "proved": order.is_proved,
        "total_loss_left": bracket_data(order.total),
        "steps": [_step(step) for step in order.steps],
    }


def _step(step: AskingStep) -> dict[str, Any]:
    return {
        "asked": step.asked,
        "regret": None if step.regret is None else bracket_data(step.regret),
        "known": list(step.known),
        "loss_left": bracket_data(step.loss_left),
        "loss_today": bracket_data(step.loss_today),
    }


def _key(known: Ids) -> str:
    return ",".join(known)
