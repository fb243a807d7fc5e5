"""Recipes of a family's scaffold: which item templates to try, with what values, over which objects.

They stand in ``templates/scaffold/<family>.items.yaml``, a list in the order of preference:

- ``use`` and ``kind``, as in a hidden item;
- ``with``: arguments. An expression ``{{ … }}`` sees `base` (the field's value in the records), `record` (the object
  chosen last), `optimum` (the best value of the base problem), and the ids of the objects; a list holds values to try
  one after the other. An object parameter that is left out runs over all objects of the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ask2decide.errors import Place, SpecError, UsageError
from ask2decide.exact import json_number
from ask2decide.family import AnyFamily, Data
from ask2decide.resources import templates_folder
from ask2decide.spec import Item, Kind, TemplateUse
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.variants.item_template import ItemTemplate, Parameter, ParameterKind
from ask2decide.variants.patches import check_patch
from ask2decide.variants.pointers import MISSING, tokens_of, value_at
from ask2decide.variants.rendering import RenderError, evaluate

FOLDER = "scaffold"


@dataclass(frozen=True)
class Recipe:
    """An item template, and how to fill it."""

    use: str
    kind: Kind
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Setting:
    """What recipes are filled from: the family, theta_0's records, its best value, and what its best plan names."""

    family: AnyFamily
    data: Data
    templates: Mapping[str, ItemTemplate]
    optimum: Fraction
    plan_text: str


def has_scaffold(family: str) -> bool:
    """Return whether a family brings a scaffold."""
    return (templates_folder() / FOLDER / f"{family}.yaml.jinja").is_file()


def example_records(family: str) -> str | None:
    """Return the records file of a family whose scaffold brings a small example of its own, else None."""
    file = templates_folder() / FOLDER / f"{family}.records.yaml"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def require_scaffold(family: str) -> None:
    """Stop where a family brings no scaffold.

    Raises
    ------
    UsageError
        When it brings none.
    """
    if not has_scaffold(family):
        raise UsageError(
            f"The family {family!r} brings no scaffold.", "write its task.yaml by hand; docs/authoring.md has the keys."
        )


def read_recipes(family: str) -> tuple[Recipe, ...]:
    """Return the recipes of a family's scaffold."""
    file = templates_folder() / FOLDER / f"{family}.items.yaml"
    document = read_yaml(file)
    if document.diagnostics:
        raise SpecError(document.diagnostics)
    return tuple(Recipe(entry["use"], Kind(entry["kind"]), entry.get("with", {})) for entry in document.data)


def candidates(recipe: Recipe, setting: Setting, name: str) -> Iterator[Item]:
    """Yield the sound items of a recipe, called `name`: objects that the best plan names come first."""
    template = setting.templates[recipe.use]
    for arguments in _filled(template.parameters, recipe, setting, {}):
        try:
            item = template.expand(
                TemplateUse(recipe.use, arguments),
                id=name,
                kind=recipe.kind,
                family=setting.family,
                data=setting.data,
                place=Place(""),
            )
        except SpecError:
            continue  # these objects and values do not go together
        if not check_patch(item.patch, setting.data, setting.family):
            yield item


def _filled(
    parameters: tuple[Parameter, ...], recipe: Recipe, setting: Setting, chosen: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield every way to fill the object parameters, in their order, then the others."""
    left = [parameter for parameter in parameters if parameter.kind is ParameterKind.OBJECT]
    if len(chosen) < len(left):
        parameter = left[len(chosen)]
        pointer = setting.templates[recipe.use].fill(parameter.pointer, chosen)
        for name in _objects(parameter, pointer, recipe, setting):
            if name not in chosen.values():
                yield from _filled(parameters, recipe, setting, {**chosen, parameter.name: name})
        return
    rest = [parameter for parameter in parameters if parameter.kind is not ParameterKind.OBJECT]
    choices = [list(_values(parameter, recipe, setting, chosen)) for parameter in rest]
    for values in product(*choices):
        given = dict(zip((parameter.name for parameter in rest), values, strict=True))
        yield {parameter.name: {**chosen, **given}[parameter.name] for parameter in parameters}


def _objects(parameter: Parameter, pointer: str, recipe: Recipe, setting: Setting) -> list[str]:
    fixed = recipe.arguments.get(parameter.name)
    if fixed is not None:
        return [str(fixed)]
    objects = value_at(setting.data, tokens_of(pointer))
    names = list(objects) if isinstance(objects, dict) else []
    return sorted(names, key=lambda name: f'"{name}"' not in setting.plan_text)  # stable: else as in the records


def _values(parameter: Parameter, recipe: Recipe, setting: Setting, chosen: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values of a parameter that is no object; what has no value in these records falls out."""
    given = recipe.arguments.get(parameter.name, [])
    pointer = setting.templates[recipe.use].fill(parameter.pointer, chosen)
    names: dict[str, Any] = {**chosen, "optimum": setting.optimum, "record": _last_record(recipe, setting, chosen)}
    if parameter.kind is ParameterKind.FIELD:
        base = value_at(setting.data, tokens_of(pointer))
        names |= {} if base is MISSING else {"base": base}
    for text in given if isinstance(given, list) else [given]:
        try:
            value = evaluate(text, names, {}) if isinstance(text, str) else text
        except RenderError:
            continue
        yield _as_authored(value, pointer, setting) if parameter.kind is ParameterKind.FIELD else value


def _last_record(recipe: Recipe, setting: Setting, chosen: Mapping[str, Any]) -> Any:
    template = setting.templates[recipe.use]
    objects = [parameter for parameter in template.parameters if parameter.kind is ParameterKind.OBJECT]
    if not objects:
        return {}
    records = value_at(setting.data, tokens_of(template.fill(objects[-1].pointer, chosen)))
    return records[chosen[objects[-1].name]]


def _as_authored(value: Any, pointer: str, setting: Setting) -> Any:
    """Return a number as an author writes it: minutes after the day's start as a time of day."""
    field = setting.family.field_at(pointer)
    if field is None or not field.clock or not isinstance(value, int):
        return value
    time = setting.family.clock(Fraction(value), setting.data)
    try:
        same = setting.family.read(pointer, time, setting.data) == value
    except ValueError:
        return value  # past midnight there is no time of day for it
    return time if same else json_number(Fraction(value))
