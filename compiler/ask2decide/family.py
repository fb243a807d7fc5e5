"""The contract of a problem family: records, model, checker, plan format, item fields, knowledge-base tables.

A family is one file in `families/` (or a task's own `model.py`). It never imports a solver, and its checker shares
nothing with its model: the two are tested against each other (docs/architecture.md).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from ask2decide.clock import clock_text, minutes_of
from ask2decide.exact import number_text, shortened, to_fraction

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

    from ask2decide.ir import Milp

Data = dict[str, Any]
"""Records as authored: nested dicts of int, Decimal, str, bool; objects are keyed by readable ids."""


class Sense(StrEnum):
    """Whether a family's value is to be small or large. Turned into a cost in one place, `Family.cost`."""

    MIN = "min"
    MAX = "max"


class Effect(StrEnum):
    """What an item changes in the model (the paper's Section 3)."""

    VALUE = "value"
    AVAILABILITY = "availability"
    CONSTRAINT = "constraint"
    OBJECTIVE = "objective"
    NONE = "none"


class RecordsModel(BaseModel):
    """Base of a family's records: strict, frozen, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PlanModel(BaseModel):
    """Base of a family's plan format: strict, frozen, no unknown keys. Its JSON schema goes to the agent."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


R = TypeVar("R", bound=RecordsModel)
P = TypeVar("P", bound=PlanModel)


@dataclass(frozen=True)
class Field:
    """A place in the records that a hidden item may change.

    Parameters
    ----------
    pointer : str
        JSON pointer with ``*`` for an object's id, e.g. ``/customers/*/opens``.
    meaning : str
        What stands there, in a planner's words, e.g. "start of the time window".
    unit : str or None
        Unit of a number; None where the field holds no number.
    effect : Effect
        OBJECTIVE when the field is part of the objective (whatever else it does), AVAILABILITY when it takes an object
        in or out of use, VALUE for any other number, CONSTRAINT for a rule. A VALUE that an item *adds* where the
        records had none counts as a CONSTRAINT.
    clock : bool
        True where the number is minutes after the day's start, and may be authored as ``"HH:MM"``.
    """

    pointer: str
    meaning: str
    unit: str | None
    effect: Effect
    clock: bool = False

    def matches(self, pointer: str) -> bool:
        """Return whether a concrete JSON pointer is one of this field's places."""
        pattern = "/".join("[^/]+" if part == "*" else re.escape(part) for part in self.pointer.split("/"))
        return re.fullmatch(pattern, pointer) is not None


@dataclass(frozen=True)
class Check:
    """What the checker says of one plan: broken rules in words, and the exact value of a feasible plan.

    `value` is in the family's own sense (a profit stays a profit); it is None when a rule is broken.
    """

    violations: tuple[str, ...]
    value: Fraction | None

    @property
    def feasible(self) -> bool:
        """Whether the plan keeps every rule."""
        return not self.violations


@dataclass(frozen=True)
class Column:
    """A column of a knowledge-base table: its head, its unit, and whether it holds numbers (set flush right)."""

    name: str
    unit: str = ""
    number: bool = False


@dataclass(frozen=True)
class Table:
    """A table of the knowledge base, already in words."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Family(ABC, Generic[R, P]):
    """A kind of planning problem: subclasses state the class attributes and the methods below.

    The docstring of a family is its page in the docs: what is planned, records, plan format, source of the model.
    """

    name: ClassVar[str]
    records_model: ClassVar[type[RecordsModel]]
    plan_model: ClassVar[type[PlanModel]]
    fields: ClassVar[tuple[Field, ...]]
    tolerance: ClassVar[Fraction] = Fraction(0)
    """How far a submitted plan may miss a rule, in the rule's own unit. Labels are proved at tolerance 0."""

    @abstractmethod
    def sense(self, records: R) -> Sense:
        """Return whether the value is minimised or maximised. Hidden items must not change it."""

    @abstractmethod
    def value_name(self, records: R) -> tuple[str, str]:
        """Return what the value is called and its unit, e.g. ``("total distance", "km")``."""

    @abstractmethod
    def model(self, records: R) -> ConcreteModel | Milp:
        """Return the Pyomo model, coefficients exact (`Fraction`), the plan's variables listed in ``model.plan``.

        ``model.plan`` is a plain Python list of Pyomo Var components. Columns that a variant cannot use may be
        left out; they count as zero there. A family whose model is built for hundreds of variants may state it in the
        IR instead (`ask2decide.ir.statement`), which takes a fifth of the time.
        """

    @abstractmethod
    def plan(self, values: Mapping[str, Fraction], records: R) -> P:
        """Return the plan that the plan columns' values stand for (names as in the model, zeros may be left out)."""

    @abstractmethod
    def columns(self, plan: P) -> dict[str, Fraction]:
        """Return the non-zero plan columns of `plan`: the inverse of `plan`, whether feasible or not."""

    @abstractmethod
    def check(self, plan: P, records: R, tolerance: Fraction = Fraction(0)) -> Check:
        """Check and cost `plan` in rational arithmetic from the records alone, without the model.

        Parameters
        ----------
        tolerance : Fraction
            How far a number may miss a rule, in the rule's unit.
        """

    @abstractmethod
    def tables(self, records: R) -> tuple[Table, ...]:
        """Return the knowledge base's tables, with units and names."""

    @abstractmethod
    def rules(self, records: R) -> tuple[str, ...]:
        """Return, as sentences, everything beside the tables that one must know to model the problem."""

    @abstractmethod
    def plan_format(self, records: R) -> str:
        """Return Markdown that explains the plan format, with a small example in a fenced JSON block."""

    @abstractmethod
    def describe(self, plan: P, records: R) -> str:
        """Return `plan` in one or a few short lines a planner reads at a glance."""

    def value_text(self, value: Fraction, records: R) -> str:
        """Return a value with its unit, for cards and verdicts."""
        unit = self.value_name(records)[1]
        exact = number_text(value)
        shown = exact if "/" not in exact else f"{exact} (about {float(value):.6g})"
        return f"{shown} {unit}".strip()

    def read(self, pointer: str, value: Any, data: Data) -> Any:
        """Return an authored patch value as the records hold it; clock fields turn ``"HH:MM"`` into minutes.

        A field with a unit takes a number (or a ratio such as ``"100/3"``), a clock field also ``"HH:MM"``; the value
        of any other field stays as it is, for `parse` to judge.

        Parameters
        ----------
        pointer : str
            Where the value goes.
        data : dict
            theta_0's records, for what the conversion needs (the day's start).

        Raises
        ------
        ValueError
            When the value is of the wrong unit or type.
        """
        field = self.field_at(pointer)
        if field is None or (field.unit is None and not field.clock):
            return value
        if field.clock and isinstance(value, str) and "/" not in value:
            return self._minutes_after_start(value, data)
        try:
            if isinstance(value, str) and "/" not in value:
                raise ValueError(f"a number is wanted, not the text {shortened(value)}")
            number = to_fraction(value)
        except ValueError as error:
            form = "in minutes after the day's start, or a time such as '08:41'" if field.clock else f"in {field.unit}"
            raise ValueError(f"{error}; the {field.meaning} is given {form}") from None
        if field.clock and number < 0:
            raise ValueError(f"{number_text(number)} minutes is before the day starts; the {field.meaning} is after it")
        return value

    def clock(self, minutes: Fraction, data: Data) -> str:
        """Return minutes after the day's start as a time of day, e.g. ``"08:41"``."""
        return clock_text(minutes + self.day_start(data))

    def day_start(self, data: Data) -> int:
        """Return the day's start in minutes after midnight: ``data["day"]["starts"]`` as ``"HH:MM"``, else 0."""
        day = data.get("day")
        starts = day.get("starts") if isinstance(day, dict) else None
        return minutes_of(starts) if isinstance(starts, str) else 0

    def _minutes_after_start(self, text: str, data: Data) -> int:
        minutes = minutes_of(text) - self.day_start(data)
        if minutes < 0:
            raise ValueError(f"{text} is before the day starts at {self.clock(Fraction(0), data)}")
        return minutes

    def unit_at(self, pointer: str, data: Data) -> str:
        """Return the unit of the number at a JSON pointer, empty for none; `data` are theta_0's records.

        A family whose units stand in its records overrides this, and gives the fields a unit in general words.
        """
        field = self.field_at(pointer)
        return "" if field is None else field.unit or ""

    def object_name(self, name: str, data: Data) -> str:
        """Return what people call an object: the label that the records give it, else its id."""
        for objects in data.values():
            found = objects.get(name) if isinstance(objects, dict) else None
            if isinstance(found, dict) and isinstance(found.get("label"), str):
                return str(found["label"])
        return name

    def place_name(self, pointer: str, names: Sequence[str]) -> str:
        """Return whose the value at a JSON pointer is, from the names of the objects in the pointer, in its order."""
        return ", ".join(names)

    def field_at(self, pointer: str) -> Field | None:
        """Return the field a JSON pointer leads to, or None when items may not change that place."""
        return next((field for field in self.fields if field.matches(pointer)), None)

    def parse(self, data: Data) -> R:
        """Return `data` as this family's records.

        Raises
        ------
        pydantic.ValidationError
            When the records are not of the family's form.
        """
        return self.records_model.model_validate(data)  # type: ignore[return-value]

    def cost(self, value: Fraction, sense: Sense) -> Fraction:
        """Return the value as a cost to be minimised: the one place where a maximising family changes sign."""
        return value if sense is Sense.MIN else -value


AnyFamily = Family[Any, Any]
"""A family where its records and plans are only handed on."""
