"""The form of task.yaml (docs/authoring.md) as strict pydantic models."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ask2decide.errors import nearest
from ask2decide.exact import number_text, shortened, to_fraction
from ask2decide.spec.task import Kind, Split

OPERATIONS = ("add", "remove", "replace")
ID_FORM = r"^[A-Za-z][A-Za-z0-9_]*$"


def mistake(cause: str, fix: str) -> PydanticCustomError:
    """Return a validation error that already says cause and fix."""
    return PydanticCustomError("spec", "{cause} {fix}", {"cause": cause, "fix": fix})


def _not_blank(text: str) -> str:
    if not text.strip():
        raise mistake("the text is blank.", "write at least one word.")
    return text.strip()


def _pointer(text: str) -> str:
    if not text.startswith("/"):
        raise mistake(f"{text[:60]!r} is not a JSON pointer.", "begin it with '/', as in '/customers/C07/opens'.")
    if re.search(r"~(?![01])", text):
        raise mistake(f"{text[:60]!r} has a lone '~'.", "write '~0' for '~' and '~1' for '/' within a name.")
    return text


def _expected(value: object) -> object:
    """Read ``relevant``, ``zero`` or a regret; numbers become their exact text."""
    if value is None or value in ("relevant", "zero"):
        return value
    fix = "write relevant, zero, or the exact regret from 0 to 1, such as '88/6171'."
    try:
        number = to_fraction(value)
    except ValueError as error:
        close = nearest(value, ("relevant", "zero")) if isinstance(value, str) else None
        cause = f"{shortened(value)} is neither relevant, zero nor a number." if isinstance(value, str) else f"{error}."
        raise mistake(cause, fix if close is None else f"write {close!r}.") from None
    if not Fraction(0) <= number <= 1:
        raise mistake(f"a regret of {number_text(number)} cannot be.", fix)
    return number_text(number)


def _seconds(value: object) -> object:
    """Read a time limit: a number of seconds above 0, at most a day."""
    try:
        number = to_fraction(value)
    except ValueError as error:
        raise mistake(f"{error}.", "write the seconds for each solve, such as 30.") from None
    if not 0 < number <= 86400:
        raise mistake(f"a limit of {number_text(number)} seconds cannot be.", "write seconds above 0, at most 86400.")
    return float(number)


class Strict(BaseModel):
    """Base of the spec's models: no conversion, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Id = Annotated[str, Field(pattern=ID_FORM, max_length=60)]
Text = Annotated[str, AfterValidator(_not_blank)]
Pointer = Annotated[str, AfterValidator(_pointer)]
EffectName = Literal["value", "availability", "constraint", "objective", "none"]
Seconds = Annotated[float, BeforeValidator(_seconds)]
Expected = Annotated[str | None, BeforeValidator(_expected)]


class AddOperation(Strict):
    """A value where the base has none."""

    op: Literal["add"]
    path: Pointer
    value: Any


class RemoveOperation(Strict):
    """A value taken away; `was` is what the base must hold."""

    op: Literal["remove"]
    path: Pointer
    was: Any = None


class ReplaceOperation(Strict):
    """A value changed; `was` is what the base must hold."""

    op: Literal["replace"]
    path: Pointer
    value: Any
    was: Any = None


def _operation_tag(value: Any) -> str | None:
    op = value.get("op") if isinstance(value, dict) else None
    return f"<{op}>" if op in OPERATIONS else None


OperationSpec = Annotated[
    Annotated[AddOperation, Tag("<add>")]
    | Annotated[RemoveOperation, Tag("<remove>")]
    | Annotated[ReplaceOperation, Tag("<replace>")],
    Discriminator(_operation_tag),
]


class ItemFrame(Strict):
    """What every hidden item has."""

    id: Id
    kind: Annotated[Kind, Field(strict=False)]
    twin_of: Id | None = None
    effect: EffectName | None = None
    after: list[Id] = Field(default_factory=list)


class TemplateItem(ItemFrame):
    """An item whose sentence and patch come from an item template."""

    use: Id
    arguments: dict[str, Any] = Field(alias="with", default_factory=dict)
    also: list[dict[str, Any]] = Field(default_factory=list)
    twin: Literal["auto"] | None = None


class SpelledItem(ItemFrame):
    """An item whose sentence and patch the author wrote."""

    about: Annotated[list[str], Field(min_length=1, max_length=3)]
    note: Text
    patch: list[OperationSpec] = Field(default_factory=list)
    also: list[list[OperationSpec]] = Field(default_factory=list)


def _item_tag(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    return "<use>" if "use" in value or "with" in value else "<note>"


ItemSpec = Annotated[
    Annotated[TemplateItem, Tag("<use>")] | Annotated[SpelledItem, Tag("<note>")], Discriminator(_item_tag)
]


class InstanceBase(BaseModel):
    """A base instance of the registry; the other keys are its arguments."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)

    instance: str

    @model_validator(mode="after")
    def _one_source(self) -> InstanceBase:
        if "records" in (self.model_extra or {}):
            raise mistake("the base has both an instance and records.", "keep one of them.")
        return self


class RecordsBase(Strict):
    """A records file inside the task folder."""

    records: Text


def _base_tag(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    return "<records>" if "records" in value and "instance" not in value else "<instance>"


BaseSpec = Annotated[
    Annotated[InstanceBase, Tag("<instance>")] | Annotated[RecordsBase, Tag("<records>")], Discriminator(_base_tag)
]


class ExpectSpec(Strict):
    """What the author expects of an item's labels."""

    standalone: Expected = None
    conditional: Expected = None


class TaskSpec(Strict):
    """All of task.yaml."""

    task: Id
    split: Annotated[Split, Field(strict=False)]
    family: Id
    base: BaseSpec
    brief: Text
    time_limit: Seconds | None = None
    hidden: list[ItemSpec]
    expect: dict[Id, ExpectSpec] = Field(default_factory=dict)


MODELS: dict[str, type[BaseModel]] = {
    "<add>": AddOperation,
    "<remove>": RemoveOperation,
    "<replace>": ReplaceOperation,
    "<use>": TemplateItem,
    "<note>": SpelledItem,
    "<instance>": InstanceBase,
    "<records>": RecordsBase,
}
"""The model behind each tag that pydantic puts into the location of an error."""


def keys_of(model: type[BaseModel]) -> list[str]:
    """Return the keys of a model as authors write them."""
    return [field.alias or name for name, field in model.model_fields.items()]
