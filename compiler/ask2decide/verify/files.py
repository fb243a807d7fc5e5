"""The files of a package as this check reads them: strict shapes, so that an unknown key or a wrong type is damage."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from ask2decide.errors import UsageError, display_path
from ask2decide.exact import load_json, number_text, shortened, to_fraction
from ask2decide.judge.mistakes import in_words

LARGEST_FILE = 200_000_000
"""Most bytes of one file; no certificate comes near it."""

LABELS = "labels.json"
ITEMS = "judge/items.json"
PROBLEM = "judge/problem.json"
NOTES = "operator/notes.json"
KNOWLEDGE_BASE = "agent/knowledge_base.json"


def _number(value: object) -> Fraction:
    if not isinstance(value, str):
        raise ValueError("a number is written as text here")
    number = to_fraction(value)
    if number_text(number) != value:
        raise ValueError(f"the number {shortened(value)} is written {number_text(number)}")
    return number


Number = Annotated[Fraction, BeforeValidator(_number)]
"""A number as contracts write it: an integer, a finite decimal or p/q in lowest terms, as text."""

LabelMethod = Literal["witness", "two_optima", "minimax", "no_common_plan", "bounds"]
VerdictMethod = Literal["no_common_plan", "bounds", "conditional_label", "survival"]


class Shape(BaseModel):
    """Base of all shapes: strict, frozen, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Stated(Shape):
    """A number with its two ends and how well it is said to be known; ends are null where nothing is known."""

    lower: Number | None
    upper: Number | None
    status: Literal["exact", "proved", "open"]

    @model_validator(mode="after")
    def _ordered(self) -> Stated:
        if (self.lower is None) != (self.upper is None):
            raise ValueError("one end is null and the other is not")
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            raise ValueError(
                f"the lower end {number_text(self.lower)} is above the upper end {number_text(self.upper)}"
            )
        return self


class StatedRegret(Shape):
    """One regret of labels.json."""

    lower: Number
    upper: Number
    status: Literal["exact", "proved", "open"]
    method: LabelMethod


class StatedItem(Shape):
    """One item of labels.json."""

    role: Literal["relevant", "twin", "other"]
    twin_of: str | None
    kind: str
    effect: str
    standalone: StatedRegret
    conditional: StatedRegret


class StatedVerdict(Shape):
    """One needs-asking verdict of labels.json."""

    known: list[str]
    loss_lower: Number
    loss_upper: Number
    method: VerdictMethod
    holds: bool


class LabelsFile(Shape):
    """labels.json."""

    tag: Literal["ask2decide/labels/1"] = Field(alias="schema")
    task: str
    split: Literal["easy", "medium", "hard", "frontier-A", "frontier-B"]
    sense: Literal["min", "max"]
    optima: dict[str, Stated]
    items: dict[str, StatedItem]
    needs_asking: list[StatedVerdict]


class PlanIn(Shape):
    """One problem of a certificate: its optimum with a plan that attains it, and how the certificate's plan does there.

    `optimum_bound_by` is the back end whose bound the other end of the optimum is.
    """

    known: str
    optimum: Stated
    optimum_plan: dict[str, Any] | None = None
    optimum_bound_by: str = ""
    plan_is_feasible: bool | None = None
    plan_value: Number | None = None
    plan_loss_at_most: Number | None = None


class LabelCertificate(Shape):
    """The certificate of one regret."""

    tag: Literal["ask2decide/certificate/1"] = Field(alias="schema")
    task: str
    label: Literal["standalone", "conditional"]
    item: str
    note: str
    background: list[str]
    regret: Stated
    method: LabelMethod
    problems: list[PlanIn]
    plan: dict[str, Any] | None
    lower_reason: str
    upper_reason: str
    back_ends: list[str]
    reading: list[str]


class VerdictCertificate(Shape):
    """The certificate of one verdict; one that rests on a conditional label has its evidence there."""

    tag: Literal["ask2decide/certificate/1"] = Field(alias="schema")
    task: str
    label: Literal["needs_asking"]
    known: list[str]
    loss: Stated
    method: VerdictMethod
    holds: bool
    problems: list[PlanIn] = []
    plan: dict[str, Any] | None = None
    lower_reason: str = ""
    upper_reason: str = ""
    back_ends: list[str] = []
    reading: list[str]


class OperationShape(Shape):
    """One RFC 6902 operation."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: Any = None


class ItemPatches(Shape):
    """An item's patch, those of its further plausible values, and the items it is applied after."""

    patch: list[OperationShape]
    also: list[list[OperationShape]]
    after: list[str]


class ItemsFile(Shape):
    """judge/items.json."""

    tag: Literal["ask2decide/items/1"] = Field(alias="schema")
    task: str
    items: dict[str, ItemPatches]


class Note(Shape):
    """One of the operator's notes."""

    id: str
    note: str
    about: list[str]
    kind: str


class NotesFile(Shape):
    """operator/notes.json."""

    tag: Literal["ask2decide/notes/1"] = Field(alias="schema")
    task: str
    notes: list[Note]


class ProblemFile(Shape):
    """judge/problem.json."""

    tag: Literal["ask2decide/problem/1"] = Field(alias="schema")
    task: str
    family: str
    sense: Literal["min", "max"]
    optimum: Stated
    data: dict[str, Any]


S = TypeVar("S", bound=Shape)


def read_shape(folder: Path, name: str, shape: type[S]) -> S:
    """Return a file of a package in its shape.

    Raises
    ------
    UsageError
        When it is missing, is not JSON, or is not of that shape.
    """
    file = folder / name
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise ValueError(f"it is larger than {LARGEST_FILE:,} bytes")
        return shape.model_validate(load_json(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise damaged(file, "it is missing") from None
    except ValidationError as error:
        raise damaged(file, in_words(error)) from None
    except (OSError, ValueError, ArithmeticError) as error:
        raise damaged(file, str(error)) from None


def damaged(file: Path, cause: str) -> UsageError:
    """Return the error for a file that cannot be read as what it is."""
    return UsageError(f"{display_path(file)} is damaged: {cause}.", "build the task again with ask2decide-build.")
