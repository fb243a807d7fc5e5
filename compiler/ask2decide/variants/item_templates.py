"""Item template files: found, read and checked before any template is used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from ask2decide.errors import Diagnostic, SpecError, did_you_mean, display_path
from ask2decide.plugins import family_plugins, plugin_folder
from ask2decide.resources import templates_folder
from ask2decide.spec import Kind
from ask2decide.spec.document import Document, Route
from ask2decide.spec.messages import kind_of
from ask2decide.spec.schema import OPERATIONS
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.variants import suggested
from ask2decide.variants.item_template import HOLE, ItemTemplate, OperationTemplate, Parameter, ParameterKind
from ask2decide.variants.rendering import RenderError, undeclared
from ask2decide.variants.sources import FAMILY_FILE
from ask2decide.variants.suggested import Suggestion

TASK_FILE = "items.yaml"
KEYS = ("says", "parameters", "varies", "size", "about", "note", "patch", "suggest")
_NEEDED = ("about", "note")
_SIZES = ("absolute", "relative")


def load_item_templates(family_name: str, task_folder: Path | None) -> dict[str, ItemTemplate]:
    """Return the item templates of a family and those that a task brings itself (``items.yaml``), by name.

    A family from an installed package has its templates there, in ``templates/items/`` of that package.

    Raises
    ------
    SpecError
        With every mistake in the template files; also when a task's template takes the name of a family's.
    """
    files = family_template_files(family_name, task_folder)
    if task_folder is not None:
        files.append(task_folder / TASK_FILE)
    found: list[Diagnostic] = []
    templates: dict[str, ItemTemplate] = {}
    for file in files:
        if not file.is_file():
            continue
        stamp = file.stat()
        in_file, mistakes = _templates_in(file, display_path(file), stamp.st_mtime_ns, stamp.st_size)
        for template in in_file:
            if template.name in templates:
                cause = f"the family {family_name!r} already has a template {template.name!r}."
                found.append(Diagnostic(template.place, cause, "give this one another name."))
            else:
                templates[template.name] = template
        found += mistakes
    if found:
        raise SpecError(found)
    return templates


@lru_cache(maxsize=64)
def _templates_in(
    file: Path, shown: str, changed: int, size: int
) -> tuple[tuple[ItemTemplate, ...], tuple[Diagnostic, ...]]:
    """Return a file's templates and mistakes; read again when it has changed, or messages show it by another path.

    A family's file takes longer to read than all the rest of a task, and serves every task of that family.
    """
    document = read_yaml(file)
    reader = _Reader(document)
    return tuple(reader.templates()), (*document.diagnostics, *reader.found)


def family_template_files(family_name: str, task_folder: Path | None = None) -> list[Path]:
    """Return where a family's templates are looked for: in the package that brings it, else among the shipped ones."""
    plugins = family_plugins().get(family_name, ())
    brings_family = task_folder is not None and (task_folder / FAMILY_FILE).exists()
    if not plugins or brings_family:
        folders = [templates_folder()]
    else:
        folders = [folder for plugin in plugins if (folder := plugin_folder(plugin, "templates")) is not None]
    return [folder / "items" / f"{family_name}.yaml" for folder in folders]


class _Reader:
    """Reads one file; mistakes are collected, and a template that has one is left out."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: list[Diagnostic] = []

    def templates(self) -> Iterator[ItemTemplate]:
        data = self.document.data
        if not isinstance(data, dict):
            if not self.document.diagnostics:
                self._say((), f"a mapping of templates is wanted, not {kind_of(data)}.", "begin with 'NAME:'.")
            return
        for name, raw in data.items():
            before = len(self.found)
            template = self._template(name, raw) if self._has_form(name, raw) else None
            if template is not None and len(self.found) == before:
                yield template

    def _has_form(self, name: str, raw: Any) -> bool:
        if not isinstance(raw, dict):
            self._say((name,), f"a template is a mapping, not {kind_of(raw)}.", "write its keys below it.")
            return False
        for key in raw:
            if key not in KEYS:
                self._say((name, key), f"there is no key {key!r} here.", did_you_mean(key, KEYS, "keys"))
        for key in _NEEDED:
            if key not in raw:
                self._say((name,), f"the key {key!r} is missing.", f"add '{key}:'.")
        wanted = {
            "says": str,
            "parameters": dict,
            "varies": list,
            "about": list,
            "note": str,
            "patch": list,
            "suggest": dict,
        }
        for key, form in wanted.items():
            if key in raw and not isinstance(raw[key], form):
                form_name = {dict: "a mapping", list: "a list", str: "a text"}[form]
                self._say(
                    (name, key), f"{form_name} is wanted, not {kind_of(raw[key])}.", "see templates/items/README.md."
                )
                return False
        return all(key in raw for key in _NEEDED)

    def _template(self, name: str, raw: dict[str, Any]) -> ItemTemplate:
        parameters = tuple(self._parameters(name, raw.get("parameters", {})))
        names = list(raw.get("parameters", {}))
        objects = [parameter.name for parameter in parameters if parameter.kind is ParameterKind.OBJECT]
        varies = tuple(raw.get("varies", objects))
        for index, entry in enumerate(varies):
            if entry not in objects:
                fix = did_you_mean(str(entry), objects, "object parameters")
                self._say((name, "varies", index), f"{kind_of(entry)} is no object parameter.", fix)
        size = raw.get("size", "absolute")
        if size not in _SIZES:
            self._say((name, "size"), f"{kind_of(size)} is no size.", did_you_mean(str(size), _SIZES, "sizes"))
        fields = [parameter.name for parameter in parameters if parameter.kind is ParameterKind.FIELD]
        for index, text in enumerate(raw["about"]):
            self._expressions((name, "about", index), text, names, fields)
        self._expressions((name, "note"), raw["note"], names, fields)
        return ItemTemplate(
            name=name,
            parameters=parameters,
            about=tuple(str(text) for text in raw["about"]),
            note=raw["note"],
            patch=tuple(self._patch(name, raw.get("patch", []), names, fields)),
            varies=varies,
            relative=size == "relative",
            place=self.document.place((name,)),
            note_place=self.document.place((name, "note"), of_value=True),
            says=raw.get("says", "").strip(),
            suggest=self._suggest(name, raw.get("suggest", {}), names, fields),
        )

    def _parameters(self, name: str, raw: dict[str, Any]) -> Iterator[Parameter]:
        declared: list[str] = []
        for parameter, form in raw.items():
            route: Route = (name, "parameters", parameter)
            if not parameter.isidentifier() or parameter == "was":
                self._say(route, f"{parameter!r} cannot name a parameter.", "use another word.")
            if form in (ParameterKind.NUMBER, ParameterKind.TEXT):
                yield Parameter(parameter, ParameterKind(form))
            elif isinstance(form, dict) and len(form) == 1 and next(iter(form)) in ("object", "field"):
                kind, pointer = next(iter(form.items()))
                if isinstance(pointer, str) and pointer.startswith("/"):
                    self._holes((*route, kind), pointer, declared)
                    yield Parameter(parameter, ParameterKind(kind), pointer)
                else:
                    self._say((*route, kind), "a JSON pointer is wanted.", "begin it with '/', as in '/customers'.")
            else:
                fix = "write {object: /customers}, {field: /customers/{customer}/opens}, number or text."
                self._say(route, f"a parameter is not {kind_of(form)}.", fix)
            declared.append(parameter)

    def _patch(self, name: str, raw: list[Any], names: list[str], fields: list[str]) -> Iterator[OperationTemplate]:
        for index, entry in enumerate(raw):
            route: Route = (name, "patch", index)
            if not isinstance(entry, dict):
                self._say(
                    route, f"an operation is a mapping, not {kind_of(entry)}.", "write {op: …, path: …, value: …}."
                )
                continue
            op, path = entry.get("op"), entry.get("path")
            if op not in OPERATIONS:
                self._say(route, f"{kind_of(op)} is not an operation.", did_you_mean(str(op), OPERATIONS, "operations"))
                continue
            allowed = ("op", "path") if op == "remove" else ("op", "path", "value")
            for key in entry:
                if key not in allowed:
                    self._say((*route, key), f"there is no key {key!r} here.", did_you_mean(key, allowed, "keys"))
            if op != "remove" and "value" not in entry:
                self._say(route, "the key 'value' is missing.", "add 'value:'.")
            if path is None:
                self._say(route, "the key 'path' is missing.", "add 'path:' with a JSON pointer.")
                continue
            if not isinstance(path, str) or not path.startswith("/"):
                self._say(route, "the path is not a JSON pointer.", "begin it with '/', as in '/customers/{customer}'.")
                continue
            self._holes((*route, "path"), path, names)
            self._values((*route, "value"), entry.get("value"), names, fields)
            yield OperationTemplate(op, path, entry.get("value"), self.document.place(route))

    def _suggest(self, name: str, raw: dict[str, Any], names: list[str], fields: list[str]) -> Suggestion:
        for key in raw:
            if key not in suggested.KEYS:
                self._say((name, "suggest", key), f"there is no key {key!r} here.", did_you_mean(key, suggested.KEYS))
        kind, values = raw.get("kind", Suggestion.kind), raw.get("with", [{}])
        kinds = [known.value for known in Kind]
        if kind not in kinds:
            self._say(
                (name, "suggest", "kind"), f"{kind_of(kind)} is no kind.", did_you_mean(str(kind), kinds, "kinds")
            )
            kind = Suggestion.kind
        if not (isinstance(values, list) and values and all(isinstance(entry, dict) for entry in values)):
            fix = "write one mapping of parameters to values for each proposal, as in templates/items/README.md."
            self._say((name, "suggest", "with"), f"a list of mappings is wanted, not {kind_of(values)}.", fix)
            return Suggestion(Kind(kind))
        for index, entry in enumerate(values):
            for parameter, value in entry.items():
                route: Route = (name, "suggest", "with", index, parameter)
                if parameter not in names:
                    cause = f"the template has no parameter {parameter!r}."
                    self._say(route, cause, did_you_mean(parameter, names, "parameters"))
                self._values(route, value, [*names, *suggested.NAMES], fields)
        return Suggestion(Kind(kind), tuple(values))

    def _values(self, route: Route, value: Any, names: list[str], fields: list[str]) -> None:
        if isinstance(value, str):
            self._expressions(route, value, names, fields)
        elif isinstance(value, dict):
            for key, entry in value.items():
                self._values((*route, key), entry, names, fields)
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                self._values((*route, index), entry, names, fields)

    def _holes(self, route: Route, pointer: str, declared: list[str]) -> None:
        for hole in HOLE.findall(pointer):
            if hole not in declared:
                fix = did_you_mean(hole, declared, "parameters declared above")
                self._say(route, f"there is no parameter {hole!r} to fill {{{hole}}}.", fix)

    def _expressions(self, route: Route, text: Any, names: list[str], fields: list[str]) -> None:
        if not isinstance(text, str):
            self._say(route, f"a text is wanted, not {kind_of(text)}.", "put it in quotes.")
            return
        try:
            used, base_values = undeclared(text)
        except RenderError as error:
            self._say(route, f"{error.cause}.", "correct the template.")
            return
        for name in sorted(used - {*names, "was"}):
            self._say(route, f"{name!r} is undefined.", did_you_mean(name, [*names, "was"], "parameters"))
        for name in sorted(base_values - set(fields)):
            self._say(
                route, f"'was.{name}' is undefined.", did_you_mean(f"was.{name}", [f"was.{known}" for known in fields])
            )

    def _say(self, route: Route, cause: str, fix: str) -> None:
        self.found.append(Diagnostic(self.document.place(route), cause, fix))
