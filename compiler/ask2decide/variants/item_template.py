"""Item templates: a sentence and a patch with parameters, as authored in ``templates/items/<family>.yaml``.

The format is described, with an example, in ``templates/items/README.md``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ask2decide.errors import Diagnostic, Place, SpecError, did_you_mean
from ask2decide.exact import shortened, to_fraction
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import Item, Kind, Operation, TemplateUse
from ask2decide.variants.pointers import MISSING, Missing, escaped, tokens_of, value_at
from ask2decide.variants.rendering import PlainFilter, RenderError, evaluate, render
from ask2decide.variants.suggested import DEFAULT, Suggestion

HOLE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
"""A parameter's place in a path: ``/customers/{customer}/opens``."""


class ParameterKind(StrEnum):
    """What an argument is: an object's id, a field's value, a number, a text."""

    OBJECT = "object"
    FIELD = "field"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True)
class Parameter:
    """A parameter of an item template.

    `pointer` is where an object stands or which field the value is for; it may have holes for parameters declared
    before.
    """

    name: str
    kind: ParameterKind
    pointer: str = ""


@dataclass(frozen=True)
class OperationTemplate:
    """One operation of a template's patch: `path` has holes, `value` may hold expressions."""

    op: str
    path: str
    value: Any
    place: Place


@dataclass(frozen=True)
class Bound:
    """Arguments of one use, checked and read.

    Parameters
    ----------
    values : mapping
        By parameter; field values as the records hold them.
    was : mapping
        Base values of the field parameters that have one.
    """

    values: Mapping[str, Any]
    was: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ItemTemplate:
    """A way of saying one kind of fact about any object.

    Parameters
    ----------
    varies : tuple of str
        The object parameters that a twin changes.
    relative : bool
        Whether a twin's change is of like size when it is the same share of the base value (``size: relative``).
    says : str
        What it is for, for authors; empty where the template does not say.
    suggest : Suggestion
        What is proposed about each object.
    """

    name: str
    parameters: tuple[Parameter, ...]
    about: tuple[str, ...]
    note: str
    patch: tuple[OperationTemplate, ...]
    varies: tuple[str, ...]
    relative: bool
    place: Place
    note_place: Place
    says: str = ""
    suggest: Suggestion = DEFAULT

    def parameter(self, name: str) -> Parameter:
        """Return the parameter of that name."""
        return next(parameter for parameter in self.parameters if parameter.name == name)

    def fill(self, pointer: str, values: Mapping[str, Any]) -> str:
        """Return a path with its holes filled by the arguments, escaped as RFC 6901 wants it."""
        return HOLE.sub(lambda hole: escaped(str(values[hole[1]])), pointer)

    def bind(self, use: TemplateUse, family: AnyFamily, data: Data, place: Place) -> Bound:
        """Check and read the arguments of a use; `place` is that of its arguments.

        Raises
        ------
        SpecError
            With every argument that is missing, unknown, of the wrong unit, or no object of the records.
        """
        found = list(self._names(use.arguments, place))
        values: dict[str, Any] = {}
        was: dict[str, Any] = {}
        for parameter in self.parameters:
            unread = [hole for hole in HOLE.findall(parameter.pointer) if hole not in values]
            if parameter.name not in use.arguments or unread:
                continue
            pointer = self.fill(parameter.pointer, values)
            argument = use.arguments[parameter.name]
            try:
                values[parameter.name] = _argument(parameter, pointer, argument, family, data)
            except _ArgumentError as error:
                found.append(Diagnostic(place.below(parameter.name), error.cause, error.fix))
            base = value_at(data, tokens_of(pointer)) if parameter.kind is ParameterKind.FIELD else MISSING
            if not isinstance(base, Missing):
                was[parameter.name] = base
        if found:
            raise SpecError(found)
        return Bound(values, was)

    def expand(
        self,
        use: TemplateUse,
        *,
        id: str,
        kind: Kind,
        family: AnyFamily,
        data: Data,
        place: Place,
        also: Sequence[Mapping[str, Any]] = (),
        twin_of: str | None = None,
        wants_twin: bool = False,
        effect: str | None = None,
        after: Sequence[str] = (),
    ) -> Item:
        """Return the hidden item that a use of this template stands for.

        Parameters
        ----------
        data : dict
            theta_0's records: base values in the note, objects, the day's start.
        place : Place
            Where the item stands in the task file.
        also : sequence of mapping
            Arguments that differ in each further plausible version.

        Raises
        ------
        SpecError
            With every mistake in the arguments, or the template's own.
        """
        bound = self.bind(use, family, data, place.below("with"))
        patches = [self.operations(bound, family, data, place)]
        for version, changed in enumerate(also):
            other = TemplateUse(use.name, {**use.arguments, **changed})
            at = place.below(f"also[{version}]")
            patches.append(self.operations(self.bind(other, family, data, at), family, data, at))
        return Item(
            id=id,
            kind=kind,
            about=tuple(self._text(name, bound, family, data, self.place) for name in self.about),
            note=self._text(self.note, bound, family, data, self.note_place),
            patches=tuple(patches),
            template=use,
            twin_of=twin_of,
            wants_twin=wants_twin,
            effect=effect,
            after=tuple(after),
            place=place,
        )

    def operations(self, bound: Bound, family: AnyFamily, data: Data, place: Place) -> tuple[Operation, ...]:
        """Return the patch of one version, its values read through the family."""
        made = []
        for template in self.patch:
            path = self.fill(template.path, bound.values)
            value = self._value(template.value, bound, family, data, template.place)
            if template.op != "remove":
                try:
                    value = family.read(path, value, data)
                except ValueError as error:
                    cause = f"the template {self.name!r} gives {path!r} a wrong value: {error}."
                    raise SpecError([Diagnostic(place, cause, "correct the template, or its arguments.")]) from None
            made.append(Operation(template.op, path, value, place=place.below("use")))
        return tuple(made)

    def _names(self, arguments: Mapping[str, Any], place: Place) -> Iterator[Diagnostic]:
        names = [parameter.name for parameter in self.parameters]
        for name in arguments:
            if name not in names:
                cause = f"the template {self.name!r} has no parameter {name!r}."
                yield Diagnostic(place.below(name), cause, did_you_mean(name, names, "parameters"))
        for parameter in self.parameters:
            if parameter.name not in arguments:
                cause = f"the template {self.name!r} needs the parameter {parameter.name!r}."
                yield Diagnostic(place, cause, f"add '{parameter.name}: …'.")

    def _value(self, value: Any, bound: Bound, family: AnyFamily, data: Data, place: Place) -> Any:
        if isinstance(value, dict):
            return {key: self._value(entry, bound, family, data, place) for key, entry in value.items()}
        if isinstance(value, list):
            return [self._value(entry, bound, family, data, place) for entry in value]
        if not isinstance(value, str):
            return value
        try:
            return evaluate(value, _names_in(bound), template_filters(family, data))
        except RenderError as error:
            raise self._template_error(error, place) from None

    def _text(self, text: str, bound: Bound, family: AnyFamily, data: Data, place: Place) -> str:
        try:
            return render(text, _names_in(bound), template_filters(family, data)).strip()
        except RenderError as error:
            raise self._template_error(error, place) from None

    def _template_error(self, error: RenderError, place: Place) -> SpecError:
        # A text of several lines is a block scalar, which begins in the line after its key.
        line = place.line + error.line + 1 if place.line is not None and error.line else place.line
        return SpecError([Diagnostic(Place(place.file, line, place.key), f"{error.cause}.", "correct the template.")])


class _ArgumentError(Exception):
    def __init__(self, cause: str, fix: str) -> None:
        super().__init__(cause)
        self.cause = cause
        self.fix = fix


def _argument(parameter: Parameter, pointer: str, argument: Any, family: AnyFamily, data: Data) -> Any:
    if parameter.kind is ParameterKind.OBJECT:
        return _object(pointer, argument, data)
    if parameter.kind is ParameterKind.TEXT:
        if not isinstance(argument, str) or not argument.strip():
            raise _ArgumentError("a text is wanted.", "put it in quotes.")
        return argument
    try:
        if parameter.kind is ParameterKind.NUMBER:
            to_fraction(argument)
            return argument
        return family.read(pointer, argument, data)
    except ValueError as error:
        raise _ArgumentError(f"{error}.", "write the value in that form.") from None


def _object(pointer: str, argument: Any, data: Data) -> str:
    objects = value_at(data, tokens_of(pointer))
    if not isinstance(objects, dict):
        raise _ArgumentError(f"the records have no objects under {pointer!r}.", "choose another item template.")
    if not isinstance(argument, str):
        raise _ArgumentError("the id of an object is wanted, as text.", did_you_mean(str(argument), objects, "objects"))
    if argument not in objects:
        cause = f"there is no {shortened(argument)} under {pointer!r}."
        raise _ArgumentError(cause, did_you_mean(argument, objects, "objects"))
    return argument


def _names_in(bound: Bound) -> dict[str, Any]:
    return {**bound.values, "was": bound.was}


def template_filters(family: AnyFamily, data: Data) -> dict[str, PlainFilter]:
    """Return the filters of ours that a template's expressions may use, for these records."""
    return {
        "clock": lambda minutes: family.clock(to_fraction(minutes), data),
        "label": lambda name: label_of(str(name), data),
    }


def label_of(name: str, data: Data) -> str:
    """Return the `label` or `name` that an object's record gives it, else its id."""
    waiting: deque[Any] = deque([data])
    while waiting:
        node = waiting.popleft()
        if isinstance(node, dict):
            record = node.get(name)
            for key in ("label", "name"):
                if isinstance(record, dict) and isinstance(record.get(key), str):
                    return str(record[key])
            waiting += node.values()
    return name
