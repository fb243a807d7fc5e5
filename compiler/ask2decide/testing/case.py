"""What the author of a family supplies to have it tested, and the error that a broken contract raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis.strategies import SearchStrategy

from ask2decide.family import Data, Family, PlanModel


class ContractError(AssertionError):
    """A family breaks its contract; the message says in which way."""


def expect(holds: bool, otherwise: str) -> None:
    """Raise `ContractError` unless something holds: unlike ``assert``, also under ``python -O``."""
    if not holds:
        raise ContractError(otherwise)


@dataclass(frozen=True)
class Published:
    """Records whose optimum is known, and that optimum in the family's own sense."""

    name: str
    data: Callable[[], Data]
    value: Fraction


@dataclass(frozen=True)
class FamilyCase:
    """What a family supplies to be put through the contract.

    Parameters
    ----------
    family : Family
        The family itself.
    records : strategy of Data
        Small random records as authored (nested dicts); also such that no plan is feasible.
    plans : callable
        From parsed records to a strategy of plans, feasible or not.
    mutated : callable
        From a plan and the records to a strategy of plans that differ from it a little (a stop moved, an amount
        changed). Numbers should miss a rule clearly (by 1e-4 or more) or not at all, since columns beside the plan are
        solved in floating point.
    every_plan : callable or None
        From parsed records to all plans worth comparing: brute force. None where plans cannot be enumerated.
    published : tuple of Published
        Known optima, one or more; the first one's records also serve for the checks of fields and texts.
    additions : mapping
        For every field that those records lack: a concrete pointer below it and a value that an item may add there.
    task_folder : Path or None
        The task's folder, where the family is that task's own `model.py`: its item templates are read from there.
    """

    family: Family[Any, Any]
    records: SearchStrategy[Data]
    plans: Callable[[Any], SearchStrategy[PlanModel]]
    mutated: Callable[[Any, Any], SearchStrategy[PlanModel]]
    published: tuple[Published, ...]
    every_plan: Callable[[Any], Iterable[PlanModel]] | None = None
    additions: Mapping[str, Any] | None = None
    task_folder: Path | None = None
