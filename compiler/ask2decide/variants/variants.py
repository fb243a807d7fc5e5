"""The problems theta_S of one task: the base records with the patches of the known items applied."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from ask2decide.errors import TaskError
from ask2decide.exact import canonical_json, number_text
from ask2decide.family import AnyFamily, Check, Data, PlanModel, Sense
from ask2decide.ir import Milp
from ask2decide.ir.statement import as_milp
from ask2decide.spec import Item, Task
from ask2decide.variants.record_words import readable_causes
from ask2decide.variants.theta import PatchError, variant


@contextmanager
def _paused_collector() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True)
class Problem:
    """One problem, with its records, its model in the IR, and its checker.

    Parameters
    ----------
    known : tuple of str
        S in the spec's order.
    version : str
        Empty, or ``H1#2`` where item H1 stands at its second further plausible value.
    data, records : dict and RecordsModel
        The records as JSON-like data, and as the family's model.
    """

    task: str
    known: tuple[str, ...]
    version: str
    family: AnyFamily = field(repr=False)
    data: Data = field(repr=False)
    records: Any = field(repr=False)

    @property
    def key(self) -> str:
        """The problem's name in labels.json: its known items joined by commas; empty for theta_0."""
        return ",".join((*self.known, self.version) if self.version else self.known)

    @property
    def title(self) -> str:
        """The problem's name in messages."""
        return (
            f"{self.task} with {{{', '.join(self.key.split(','))}}} known" if self.key else f"{self.task} as recorded"
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the records: equal digests are the same problem."""
        return hashlib.sha256(canonical_json(self.data).encode()).hexdigest()

    @cached_property
    def sense(self) -> Sense:
        """Whether the family's value is minimised or maximised here."""
        return self.family.sense(self.records)

    @cached_property
    def model(self) -> Milp:
        """The problem in the IR, as a minimisation."""
        # A model is thousands of small objects: the collector would go through them several times while it grows.
        with _paused_collector():
            return as_milp(self.family.model(self.records))

    def check(self, plan: PlanModel) -> Check:
        """Check a plan at tolerance 0."""
        return self.family.check(plan, self.records)

    def cost(self, plan: PlanModel) -> Fraction | None:
        """Return the plan's exact cost, None when it is not feasible."""
        value = self.check(plan).value
        return None if value is None else self.family.cost(value, self.sense)

    def value(self, cost: Fraction) -> Fraction:
        """Return a cost in the family's own sense: a profit stays a profit."""
        return self.family.cost(cost, self.sense)

    def value_text(self, cost: Fraction) -> str:
        """Return a cost as text in the family's own sense."""
        return number_text(self.value(cost))

    def columns(self, plan: PlanModel) -> Mapping[str, Fraction]:
        """Return the plan columns' values of a plan, zeros left out."""
        return self.family.columns(plan)

    def plan(self, values: Mapping[str, Fraction]) -> PlanModel:
        """Return the plan that column values stand for."""
        plan: PlanModel = self.family.plan(values, self.records)
        return plan


class Variants:
    """Makes each theta_S of a task once.

    Parameters
    ----------
    task : Task
        With its items expanded; their order is the order in which patches are applied, except where `after` says.
    family : Family
        The task's family.
    base : dict
        Records of theta_0.
    """

    def __init__(self, task: Task, family: AnyFamily, base: Data) -> None:
        self.task = task
        self.family = family
        self.base = base
        self._items = {item.id: item for item in task.hidden}
        self._problems: dict[tuple[tuple[str, ...], str], Problem] = {}

    def problem(self, known: Iterable[str], item: str = "", version: int = 0) -> Problem:
        """Return theta_S for S = `known`, with `item` (not in S) at its further plausible value number `version`.

        Raises
        ------
        TaskError
            When the patches of S do not go together, with the task, the set and the remedy.
        """
        wanted = set(known)
        ids = tuple(name for name in self._items if name in wanted)
        label = f"{item}#{version}" if item else ""
        if (ids, label) not in self._problems:
            data, records = self._patched(ids, item, version, label)
            problem = Problem(self.task.name, ids, label, self.family, data, records)
            self._require_same_sense(problem)
            self._problems[ids, label] = problem
        return self._problems[ids, label]

    def versions(self, item: Item, background: Iterable[str]) -> tuple[Problem, ...]:
        """Return the problems of Eq. 3 for `item`: without it, with it, and one for each further plausible value."""
        known = set(background) - {item.id}
        further = (self.problem(known, item.id, number) for number in range(1, len(item.patches)))
        return (self.problem(known), self.problem(known | {item.id}), *further)

    def _patched(self, known: tuple[str, ...], item: str, version: int, label: str) -> tuple[Data, Any]:
        chosen = (*known, item) if item else known
        try:
            data = variant(self.task.hidden, chosen, self.base, {item: version} if item else None)
            return data, self.family.parse(data)
        except (PatchError, ValidationError, ValueError) as error:
            names = ", ".join((*known, label) if label else known)
            cause = error.cause if isinstance(error, PatchError) else f"{readable_causes(error)}."
            raise TaskError(
                f"{self.task.name}: the items {{{names}}} do not go together: {cause}",
                "change one of them, or order them with `after`.",
            ) from error

    def _require_same_sense(self, problem: Problem) -> None:
        first = next(iter(self._problems.values()), problem)
        if problem.sense is not first.sense:
            raise TaskError(
                f"{problem.title}: an item turns {first.sense} into {problem.sense}.",
                "hidden items must not change whether the value is minimised or maximised.",
            )
