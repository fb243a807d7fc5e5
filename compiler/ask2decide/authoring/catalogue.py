"""What there is to build on: families with their item templates and examples, and base instances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ask2decide.authoring.scaffold_recipes import has_scaffold
from ask2decide.errors import InstanceError, UsageError, did_you_mean
from ask2decide.exact import number_text
from ask2decide.families import family_by_name, family_names, installed_family_names
from ask2decide.instances import jobshop as job_shops
from ask2decide.instances.files import VARIABLE, Where, chosen_folder, where
from ask2decide.instances.registry import InstanceEntry, entries, entry, own_entries
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.variants.item_templates import load_item_templates

EXAMPLES = {
    "vrptw": "--base solomon/r101 --with customers=25",
    "jobshop": "--base jobshop/ft06",
    "gap": "--base orlib_gap/gap1-0",
    "mps": "--base miplib3/p0033",
}
"""Bases whose data is here in every installation, for the examples in help and messages."""


@dataclass(frozen=True)
class TemplateSummary:
    """An item template: what it says, and its parameters in their order."""

    name: str
    says: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class FamilySummary:
    """A family: the first line of its docstring, its item templates, and the command of its scaffold, if it has one."""

    name: str
    plans: str
    templates: tuple[TemplateSummary, ...]
    collections: tuple[str, ...]
    example: str | None

    def as_json(self) -> dict[str, Any]:
        """Return the family as JSON has it."""
        return {
            "name": self.name,
            "plans": self.plans,
            "item_templates": [
                {"name": item.name, "says": item.says, "parameters": list(item.parameters)} for item in self.templates
            ],
            "collections": list(self.collections),
            "example": self.example,
        }


@dataclass(frozen=True)
class InstanceSummary:
    """An instance with where its data is."""

    entry: InstanceEntry
    where: Where

    @property
    def optimum(self) -> str:
        """The published optimum in words; by size where the first customers or jobs make instances of their own."""
        known = self.entry
        if known.own:
            return "no published optimum"
        if known.optimum is not None:
            return number_text(known.optimum) if known.proved else f"{number_text(known.optimum)} (best known)"
        if known.optima:
            by_size = known.package is None
            return ", ".join(
                f"{number_text(value)} with {size}" if by_size else number_text(value)
                for size, value in known.optima.items()
            )
        return "open" if known.bounds is None else f"open, between {_span(known.bounds)}"

    @property
    def data(self) -> str:
        """Where the data is, or how to get it."""
        if self.entry.own:
            return "your own file, no checksum on record"
        return {
            Where.SHIPPED: "shipped",
            Where.PACKAGE: f"in the package {self.entry.package}",
            Where.FOLDER: "in your folder",
            Where.ABSENT: "not here: fetch it" if self.entry.url else f"not here: get it from {self.entry.source}",
        }[self.where]

    def as_json(self) -> dict[str, Any]:
        """Return the instance as JSON has it; numbers are texts, as in labels.json."""
        known = self.entry
        return {
            "name": known.name,
            "family": known.family,
            "convention": known.convention,
            "optimum": None if known.optimum is None else number_text(known.optimum),
            "optima": {str(size): number_text(value) for size, value in known.optima.items()},
            "proved": known.proved and (known.optimum is not None or bool(known.optima)),
            "bounds": None if known.bounds is None else [number_text(end) for end in known.bounds],
            "optima_source": known.optima_source,
            "citation": known.citation,
            "licence": known.licence,
            "source": known.source,
            "url": known.url,
            "sha256": known.sha256 or None,
            "file": known.file or None,
            "data": self.where.value,
            "own": known.own,
        }


def _span(bounds: tuple[Fraction, Fraction]) -> str:
    return " and ".join(number_text(end) for end in bounds)


def families() -> tuple[FamilySummary, ...]:
    """Return every family, by name."""
    return tuple(family_summary(name) for name in family_names())


def family_summary(name: str) -> FamilySummary:
    """Return a family's summary.

    Raises
    ------
    UsageError
        When there is no family of that name, or it cannot be imported.
    SpecError
        When its item templates cannot be read.
    """
    family = family_by_name(name)
    plans = (type(family).__doc__ or "").strip().partition("\n")[0]
    example = example_command(name) if has_scaffold(name) else None
    return FamilySummary(name, plans, template_summaries(name), collections_of(name), example)


def template_summaries(family: str) -> tuple[TemplateSummary, ...]:
    """Return the item templates that a family brings, in the order of their file."""
    templates = load_item_templates(family, None)
    files = dict.fromkeys(template.place.file for template in templates.values())
    forms = {name: form for file in files for name, form in read_yaml(Path(file)).data.items()}
    return tuple(
        TemplateSummary(name, str(forms[name].get("says", "")), tuple(found.name for found in template.parameters))
        for name, template in templates.items()
    )


def example_command(family: str, task: str = "my_task") -> str:
    """Return a full command that makes a task of a family."""
    base = EXAMPLES.get(family)
    return f"ask2decide new {task} --family {family}" + (f" {base}" if base else "")


def collections_of(family: str) -> tuple[str, ...]:
    """Return the collections of instances of a family."""
    found = [known.collection for known in entries().values() if known.family == family]
    return tuple(dict.fromkeys([job_shops.COLLECTION] if family == "jobshop" else found))


def instances(family: str | None = None, folder: Path | None = None) -> Iterator[InstanceSummary]:
    """Yield the instances of a family, or all: those of the registry, of installed packages, and one's own.

    Raises
    ------
    UsageError
        When there is no family of that name.
    """
    if family is not None and family not in installed_family_names():
        raise UsageError(f"There is no family {family!r}.", did_you_mean(family, installed_family_names(), "families"))
    for known in entries().values():
        if family in (None, known.family):
            yield InstanceSummary(known, where(known, folder))
    if chosen_folder(folder) is not None:
        for collection in dict.fromkeys(known.collection for known in entries().values()):
            for own in own_entries(folder, collection).values():
                if family in (None, own.family):
                    yield InstanceSummary(own, Where.FOLDER)
    if family in (None, "jobshop"):
        yield from _job_shops()


def _job_shops() -> Iterator[InstanceSummary]:
    try:
        names = job_shops.published()
    except InstanceError:
        return  # `missing_packages` says so
    for name in names:
        yield InstanceSummary(entry(f"{job_shops.COLLECTION}/{name}"), Where.PACKAGE)


def missing_packages() -> str | None:
    """Return, as a sentence, which instances are left out because a package is not installed; None where none are."""
    try:
        job_shops.published()
    except InstanceError as error:
        return str(error)
    return None


def how_to_fetch() -> str:
    """Return how an absent file is fetched and then used."""
    return (
        "`ask2decide instances fetch NAME --to DIR` downloads a file; then give `--instances DIR`, or set "
        f"{VARIABLE}=DIR, with every command."
    )
