"""The part of the schema on ``base``: the instances of a family with their arguments, or a records file."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ask2decide.authoring.json_schema import Schema
from ask2decide.instances import jobshop
from ask2decide.instances.registry import entries


@dataclass(frozen=True)
class Collection:
    """Instances of the registry that are read in one way.

    Parameters
    ----------
    format : str
        The module of `ask2decide.instances` that says which arguments a base of them takes.
    names : tuple of str
        Every instance, in the registry's order; empty where an installed package carries them.
    """

    name: str
    format: str
    names: tuple[str, ...] = ()


@cache
def collections_of() -> Mapping[str, tuple[Collection, ...]]:
    """Return the registry's collections by the family that they are for."""
    families: dict[str, dict[str, Collection]] = {"jobshop": {jobshop.COLLECTION: Collection("jobshop", "jobshop")}}
    for entry in entries().values():
        if entry.package is None:
            found = families.setdefault(entry.family, {})
            name = entry.name.partition("/")[0]
            before = found[name].names if name in found else ()
            found[name] = Collection(name, entry.format, (*before, entry.name))
    return {family: tuple(found.values()) for family, found in families.items()}


def base_schema(family: str, definitions: Mapping[str, Any]) -> Schema:
    """Return what may stand at ``base`` in a task of a family.

    Parameters
    ----------
    definitions : mapping
        Pydantic's schemas of `InstanceBase` and `RecordsBase`.
    """
    own = collections_of().get(family, ())
    frame = definitions["InstanceBase"]
    instances = [_instances(collection, frame) for collection in own]
    # What a package carries has no folder in which a file of one's own could stand.
    instances += [_own_file(collection, frame) for collection in own if collection.names]
    return {"anyOf": [*instances, {"$ref": "#/definitions/RecordsBase"}, _elsewhere(frame)]}


def _instances(collection: Collection, frame: Mapping[str, Any]) -> Schema:
    """Return a base of one of the registry's collections: the instance, and the arguments that its format takes."""
    arguments = importlib.import_module(f"ask2decide.instances.{collection.format}").ARGUMENTS
    known: Schema = {"enum": list(collection.names)} if collection.names else {"pattern": f"^{collection.name}/."}
    instance = {"type": "string", "description": frame["properties"]["instance"]["description"], **known}
    return {
        "type": "object",
        "description": f"An instance of the collection {collection.name}, and its arguments.",
        "properties": {"instance": instance, **arguments},
        "required": ["instance"],
        "additionalProperties": False,
    }


def _own_file(collection: Collection, frame: Mapping[str, Any]) -> Schema:
    """Return a file of the author's own, read as those of a collection are: the task states its checksum."""
    arguments = importlib.import_module(f"ask2decide.instances.{collection.format}").ARGUMENTS
    instance = {
        "type": "string",
        "description": frame["properties"]["instance"]["description"],
        "pattern": f"^{collection.name}/[A-Za-z0-9][A-Za-z0-9_-]*$",
        "not": {"enum": list(collection.names)},
    }
    digits = "The SHA-256 of the file, in quotes; left out, a build says it."
    checksum = {"type": "string", "description": digits, "pattern": "^[0-9a-f]{64}$"}
    return {
        "type": "object",
        "description": f"A file of your own in the folder of instances, in the format of {collection.name}.",
        "properties": {"instance": instance, "sha256": checksum, **arguments},
        "required": ["instance", "sha256"],
        "additionalProperties": False,
    }


def _elsewhere(frame: Mapping[str, Any]) -> Schema:
    """Return a base of a registry of one's own: no collection that the shipped registry has."""
    names = sorted({collection.name for own in collections_of().values() for collection in own})
    known = "|".join(map(re.escape, names))
    instance = {**frame["properties"]["instance"], "pattern": f"^(?!({known})/)"}
    instance.pop("examples")
    return {
        "type": "object",
        "description": "An instance of another registry.",
        "properties": {"instance": instance},
        "required": ["instance"],
        "not": {"required": ["records"]},
    }
