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
    WithJsonSchema,
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


_NUMBER_TEXT = r"^[0-9]+([./][0-9]+)?$"

Id = Annotated[str, Field(pattern=ID_FORM, max_length=60)]
Text = Annotated[str, AfterValidator(_not_blank), WithJsonSchema({"type": "string", "pattern": r"\S"})]
Pointer = Annotated[
    str,
    AfterValidator(_pointer),
    WithJsonSchema({"type": "string", "pattern": r"^/([^~]|~[01])*$"}),
]
EffectName = Literal["value", "availability", "constraint", "objective", "none"]
Seconds = Annotated[
    float,
    BeforeValidator(_seconds),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "exclusiveMinimum": 0, "maximum": 86400},
                {"type": "string", "pattern": _NUMBER_TEXT},
            ]
        }
    ),
]
Expected = Annotated[
    str | None,
    BeforeValidator(_expected),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["relevant", "zero", None]},
                {"type": "number", "minimum": 0, "maximum": 1},
                {"type": "string", "pattern": _NUMBER_TEXT},
            ]
        }
    ),
]
PatchPath = Annotated[
    Pointer,
    Field(
        description="JSON pointer into the records, as knowledge_base.json of the package shows them.",
        examples=["/customers/C07/opens"],
    ),
]
NewValue = Annotated[Any, Field(description="The new value, in the unit of its place; a time of day in quotes.")]
OldValue = Annotated[
    Any, Field(description="What the base must hold there: the build stops when the base has changed.")
]


class AddOperation(Strict):
    """A value where the base has none."""

    op: Annotated[Literal["add"], Field(description="Put a value where the records have none.")]
    path: PatchPath
    value: NewValue


class RemoveOperation(Strict):
    """A value taken away; `was` is what the base must hold."""

    op: Annotated[Literal["remove"], Field(description="Take a value out of the records.")]
    path: PatchPath
    was: OldValue = None


class ReplaceOperation(Strict):
    """A value changed; `was` is what the base must hold."""

    op: Annotated[Literal["replace"], Field(description="Change a value that the records have.")]
    path: PatchPath
    value: NewValue
    was: OldValue = None


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

    id: Annotated[Id, Field(description="The item's name.", examples=["H1"])]
    kind: Annotated[Kind, Field(strict=False, description="Why the records miss the fact.")]
    twin_of: Annotated[
        Id | None,
        Field(description="The item whose twin this one is: same template and kind, worth exactly nothing."),
    ] = None
    effect: Annotated[
        EffectName | None,
        Field(description="What the item changes in the model. The build derives it, and refuses a wrong one."),
    ] = None
    after: Annotated[
        list[Id], Field(default_factory=list, description="Items whose change to the same place comes first.")
    ]


class TemplateItem(ItemFrame):
    """An item whose sentence and patch come from an item template."""

    use: Annotated[Id, Field(description="The item template.", examples=["window_moved"])]
    arguments: Annotated[
        dict[str, Any],
        Field(alias="with", default_factory=dict, description="A value for each parameter of the template."),
    ]
    also: Annotated[
        list[dict[str, Any]],
        Field(
            default_factory=list,
            description="Further plausible values of the fact: for each, the parameters that differ.",
        ),
    ]
    twin: Annotated[
        Literal["auto"] | None, Field(description="auto: the build finds a twin, which is called <id>_twin.")
    ] = None


class SpelledItem(ItemFrame):
    """An item whose sentence and patch the author wrote."""

    about: Annotated[
        list[str],
        Field(
            min_length=1,
            max_length=3,
            description="The one to three objects or sections that a question must name to reach the item.",
            examples=[["fleet"]],
        ),
    ]
    note: Annotated[
        Text,
        Field(description="The operator's sentence.", examples=["Our vans make at most six stops on a route."]),
    ]
    patch: Annotated[
        list[OperationSpec],
        Field(
            description="What the fact changes in the records; [] for a note that changes nothing.",
            examples=[[{"op": "add", "path": "/rules/max_stops", "value": 6}]],
        ),
    ]
    also: Annotated[
        list[list[OperationSpec]],
        Field(default_factory=list, description="Further plausible values of the fact: a patch for each."),
    ]


def _item_tag(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    return "<use>" if "use" in value or "with" in value else "<note>"


ItemSpec = Annotated[
    Annotated[TemplateItem, Tag("<use>")] | Annotated[SpelledItem, Tag("<note>")], Discriminator(_item_tag)
]


class InstanceBase(BaseModel):
    """A base instance of the registry; the other keys are its arguments."""

    model_config = ConfigDict(
        strict=True, extra="allow", frozen=True, json_schema_extra={"not": {"required": ["records"]}}
    )

    instance: Annotated[str, Field(description="The registry's name of the base instance.", examples=["solomon/r101"])]

    @model_validator(mode="after")
    def _one_source(self) -> InstanceBase:
        if "records" in (self.model_extra or {}):
            raise mistake("the base has both an instance and records.", "keep one of them.")
        return self


class RecordsBase(Strict):
    """A records file inside the task folder."""

    records: Annotated[Text, Field(description="A records file in the task's folder.", examples=["records.yaml"])]


def _base_tag(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    return "<records>" if "records" in value and "instance" not in value else "<instance>"


BaseSpec = Annotated[
    Annotated[InstanceBase, Tag("<instance>")] | Annotated[RecordsBase, Tag("<records>")], Discriminator(_base_tag)
]


class ExpectSpec(Strict):
    """What the author expects of an item's labels; a build that finds otherwise exits with status 1."""

    standalone: Annotated[
        Expected,
        Field(description="The regret where nothing else is known: relevant, zero, or a number.", examples=["14/61"]),
    ] = None
    conditional: Annotated[
        Expected,
        Field(description="The regret where all else is known: relevant, zero, or a number.", examples=["relevant"]),
    ] = None


class TaskSpec(Strict):
    """All of task.yaml."""

    task: Annotated[Id, Field(description="The task's name: that of its folder.", examples=["hard2b_r101_25"])]
    split: Annotated[
        Split,
        Field(strict=False, description="How hard the task is; in frontier-B labels may stay intervals."),
    ]
    family: Annotated[Id, Field(description="What kind of problem it is.", examples=["vrptw"])]
    base: Annotated[
        BaseSpec, Field(description="The problem as the records have it: a base instance, or a records file.")
    ]
    brief: Annotated[
        Text,
        Field(
            description="The request, as its operator would put it.",
            examples=["Plan today's deliveries: keep the total distance as short as possible."],
        ),
    ]
    time_limit: Annotated[
        Seconds | None, Field(description="Seconds for each solve; none where it is left out.", examples=[30])
    ] = None
    hidden: Annotated[
        list[ItemSpec],
        Field(description="The hidden items: what only the operator knows.", json_schema_extra={"minItems": 1}),
    ]
    expect: Annotated[
        dict[Id, ExpectSpec],
        Field(default_factory=dict, description="By item: what its labels must turn out to be."),
    ]


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
