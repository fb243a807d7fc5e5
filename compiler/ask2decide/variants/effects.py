"""What an item changes in the model, derived from what its patch touches."""

from __future__ import annotations

from collections.abc import Iterable

from ask2decide.family import AnyFamily, Effect
from ask2decide.spec import Operation

_ORDER = (Effect.OBJECTIVE, Effect.AVAILABILITY, Effect.CONSTRAINT, Effect.VALUE)
"""Of several effects the first here names the item."""


def derive_effect(operations: Iterable[Operation], family: AnyFamily) -> Effect:
    """Return what a patch changes in the model: objective, availability, constraint, value or none, in that order.

    A value that is added where the base has none is a constraint: the records left the rule out.
    """
    effects = set()
    for operation in operations:
        field = family.field_at(operation.path)
        if field is not None:
            added = operation.op == "add" and field.effect is Effect.VALUE
            effects.add(Effect.CONSTRAINT if added else field.effect)
    return next((effect for effect in _ORDER if effect in effects), Effect.NONE)
