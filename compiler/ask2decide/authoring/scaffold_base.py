"""The base of a new task: an instance of the registry, a file of one's own, a records file, or a small example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ask2decide.authoring import catalogue
from ask2decide.authoring.scaffold_recipes import example_records
from ask2decide.errors import InstanceError, UsageError, did_you_mean
from ask2decide.family import AnyFamily, Data
from ask2decide.instances.files import checksum, chosen_folder
from ask2decide.instances.registry import InstanceEntry, base_data, entry
from ask2decide.spec import Base
from ask2decide.spec.yaml_reader import parse_yaml, read_yaml
from ask2decide.variants.sources import records_of

RECORDS_FILE = "records.yaml"
FEW_CUSTOMERS = 25
"""How many customers a new delivery task takes where its author does not say: a hundred take minutes to solve."""


@dataclass(frozen=True)
class NewBase:
    """What a new task stands on.

    Parameters
    ----------
    base : Base
        As task.yaml is to have it.
    data : dict
        theta_0's records.
    records_text : str or None
        The records file that goes into the folder, None for an instance.
    entry : InstanceEntry or None
        The registry's entry of an instance.
    """

    base: Base
    data: Data
    records_text: str | None = None
    entry: InstanceEntry | None = None


def new_base(family: AnyFamily, name: str | None, arguments: Mapping[str, Any], instances: Path | None) -> NewBase:
    """Return the base that `name` stands for.

    Parameters
    ----------
    name : str or None
        An instance, a records file (it ends in ``.yaml``), or None for the small example that the family brings.

    Raises
    ------
    InstanceError, SpecError, UsageError
        When it cannot be found, or does not have the records of the family.
    """
    if name is None or name.endswith((".yaml", ".yml")):
        if arguments:
            given = ", ".join(arguments)
            raise UsageError(f"Records take no arguments, and --with gives {given}.", "leave --with out.")
        return _records(family, name)
    found = _entry(family, name, instances)
    chosen = dict(arguments)
    folder = chosen_folder(instances)
    if found.own and folder is not None:
        chosen.setdefault("sha256", checksum(folder / found.file))
    data = base_data(name, chosen, family=family.name, instances=instances)
    if found.format == "solomon" and "customers" not in chosen and len(data["customers"]) > FEW_CUSTOMERS:
        chosen["customers"] = FEW_CUSTOMERS
        data = base_data(name, chosen, family=family.name, instances=instances)
    try:
        family.parse(data)
    except ValueError as error:  # pydantic's ValidationError is one
        raise InstanceError(
            f"{name!r} does not have the records of {family.name!r}: {error}.", "mend the file."
        ) from None
    return NewBase(Base(instance=name, arguments=chosen), data, entry=found)


def _entry(family: AnyFamily, name: str, instances: Path | None) -> InstanceEntry:
    """Return the entry of an instance of the family; what is offered instead is of the family as well."""
    if Path(name).is_file():
        raise UsageError(
            f"{name} is a file, and no records file.",
            "save it as DIR/COLLECTION/NAME with the collection's ending, and give --instances DIR and "
            "--base COLLECTION/NAME (docs/new_task.md).",
        )
    try:
        found = entry(name, instances)
    except InstanceError as error:
        known = [summary.entry.name for summary in catalogue.instances(family.name, instances)]
        raise InstanceError(error.cause, did_you_mean(name, known, "instances")) from None
    if found.family != family.name:
        raise UsageError(
            f"The instance {name} is for the family {found.family!r}, not {family.name!r}.",
            f"give --family {found.family}, or another base.",
        )
    return found


def _records(family: AnyFamily, name: str | None) -> NewBase:
    text = example_records(family.name)
    if name is None and text is None:
        raise UsageError(f"The family {family.name!r} brings no example of records.", "name an instance with --base.")
    document = parse_yaml(text or "", RECORDS_FILE) if name is None else read_yaml(Path(name))
    data = records_of(document, family)
    if name is not None:
        text = Path(name).read_text(encoding="utf-8-sig")
    return NewBase(Base(records=RECORDS_FILE), data, records_text=text)
