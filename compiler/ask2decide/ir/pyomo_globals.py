"""Global constraints in a family's Pyomo model: stated once, expressed by big-M rows as well.

`from_pyomo` finds them in ``model.global_constraints``, a plain list like ``model.plan``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

Pair = tuple[int, int]


@dataclass(frozen=True)
class Activity:
    """What a machine does from `start` (a bounded Pyomo variable, fixed by equal bounds or free) for `duration` > 0."""

    start: Any
    duration: int | Fraction


@dataclass(frozen=True)
class StatedNoOverlap:
    """A no-overlap constraint with its variables, and the Pyomo constraint whose rows express it."""

    name: str
    activities: tuple[Activity, ...]
    orders: Mapping[Pair, Any]
    rows: Any


def no_overlap(model: ConcreteModel, name: str, activities: Sequence[Activity], orders: Mapping[Pair, Any]) -> None:
    """Add to `model` that no two of the activities overlap.

    Parameters
    ----------
    name : str
        A component name; ``<name>_order`` and ``<name>_rows`` are added to the model.
    activities : sequence of Activity
        On one machine.
    orders : mapping from (i, j) to a binary Pyomo variable
        1 where activity number i comes before number j, 0 for the other way. For a pair without one, a column beside
        the plan is added, unless the bounds of the two already order them.

    Raises
    ------
    ValueError
        When a start has no finite bounds: the rows need them.
    """
    import pyomo.environ as pyo

    spans = [_span(activity) for activity in activities]
    open_pairs = [
        (i, j)
        for i, j in combinations(range(len(activities)), 2)
        if (i, j) not in orders and (j, i) not in orders and _may_overlap(activities, spans, i, j)
    ]
    own = pyo.Var(open_pairs, domain=pyo.Binary)
    setattr(model, f"{name}_order", own)
    literals = {**orders, **{pair: own[pair] for pair in open_pairs}}

    def row(_: Any, i: int, j: int, forward: bool) -> Any:
        """s_i + d_i <= s_j + M (1 - y) forward, s_j + d_j <= s_i + M y backward; M is the most that can be missing."""
        first, second = (i, j) if forward else (j, i)
        duration = activities[first].duration
        most = spans[first][1] + duration - spans[second][0]
        gap = activities[first].start - activities[second].start
        literal = literals[i, j]
        return (None, gap + most * literal, most - duration) if forward else (None, gap - most * literal, -duration)

    rows = pyo.Constraint([(i, j, forward) for i, j in literals for forward in (True, False)], rule=row)
    setattr(model, f"{name}_rows", rows)
    if not hasattr(model, "global_constraints"):
        model.global_constraints = []
    model.global_constraints.append(StatedNoOverlap(name, tuple(activities), literals, rows))


def _span(activity: Activity) -> tuple[Any, Any]:
    lower, upper = activity.start.lb, activity.start.ub
    if lower is None or upper is None:
        raise ValueError(f"{activity.start.name} has no finite bounds; a no-overlap constraint needs them")
    return lower, upper


def _may_overlap(activities: Sequence[Activity], spans: Sequence[tuple[Any, Any]], i: int, j: int) -> bool:
    """Whether the bounds leave the order of a pair open. Two fixed activities must not overlap to begin with."""

    def always_before(first: int, second: int) -> bool:
        return bool(spans[first][1] + activities[first].duration <= spans[second][0])

    return not always_before(i, j) and not always_before(j, i)
