"""What the build found out about one task: all that an emitter may look at. No matrices, no solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ask2decide.emit.roles import Role
from ask2decide.family import AnyFamily, Data, Effect, Sense
from ask2decide.labels import Label, Optimum, Survival
from ask2decide.spec import Item, Task


@dataclass(frozen=True)
class ItemFindings:
    """One hidden item with what was derived and proved of it."""

    item: Item
    effect: Effect
    role: Role
    standalone: Label
    conditional: Label


@dataclass(frozen=True)
class Findings:
    """One task with everything that was proved of it.

    Parameters
    ----------
    base_data, true_data : dict
        Records of theta_0 and of theta_H, as JSON-like data.
    variant_data : mapping
        Records of every problem in `optima`, by key (ids joined by commas).
    optima : mapping of str to Optimum
        By key, in the order they are written.
    needs_asking : tuple of Survival
        The needs-asking verdicts (docs/mathematics.md).
    """

    task: Task
    family: AnyFamily
    sense: Sense
    base_data: Data
    true_data: Data
    variant_data: Mapping[str, Data]
    optima: Mapping[str, Optimum]
    items: tuple[ItemFindings, ...]
    needs_asking: tuple[Survival, ...]

    @property
    def today(self) -> str:
        """The key of theta_H, today's true problem."""
        return ",".join(self.task.ids)
