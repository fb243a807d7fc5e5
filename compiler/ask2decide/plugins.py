"""Families that installed packages bring, as their metadata names them: found without importing any of their code.

A package joins by an entry point in the group ``ask2decide.families`` (docs/add_a_family.md). What its package folder
holds below ``templates/`` and ``instances/`` belongs to the family.
"""

from __future__ import annotations

import importlib.resources
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ask2decide.errors import UsageError

GROUP = "ask2decide.families"


@dataclass(frozen=True, order=True)
class FamilyPlugin:
    """An entry point of the group.

    Parameters
    ----------
    package : str
        Name and version of the installed package, for messages, e.g. ``ask2decide-knapsack 1.0``.
    name : str
        The family's name.
    target : str
        What the entry point names: ``module:Class``, or a module.
    """

    package: str
    name: str
    target: str

    @property
    def module(self) -> str:
        """The module's dotted name."""
        return self.target.partition(":")[0].strip()

    @property
    def attribute(self) -> str:
        """The name of the class in the module; empty where the target is a module."""
        return self.target.partition(":")[2].partition("[")[0].strip()

    def __str__(self) -> str:
        return f"the package {self.package} (entry point {self.name!r}, {self.target})"


@cache
def family_plugins() -> Mapping[str, tuple[FamilyPlugin, ...]]:
    """Return the installed families by name; several of one name where packages clash."""
    from importlib.metadata import entry_points

    found: dict[str, list[FamilyPlugin]] = {}
    for point in entry_points(group=GROUP):
        package = "without a name" if point.dist is None else f"{point.dist.name} {point.dist.version}"
        found.setdefault(point.name, []).append(FamilyPlugin(package, point.name, point.value))
    return {name: tuple(sorted(plugins)) for name, plugins in sorted(found.items())}


def plugin_folder(plugin: FamilyPlugin, name: str) -> Path | None:
    """Return the folder of that name in the Python package that holds the entry point's module; None without one.

    The package is the module itself where that is a package, else the one it lies in.

    Raises
    ------
    UsageError
        When the package is not installed as files.
    """
    spec = importlib.util.find_spec(plugin.module)
    if spec is None:
        return None
    package = plugin.module if spec.submodule_search_locations is not None else spec.parent
    if not package:
        return None  # a module beside all others has no folder of its own
    folder = importlib.resources.files(package).joinpath(name)
    if not folder.is_dir():
        return None
    if not isinstance(folder, Path):
        raise UsageError(f"The {name} of {plugin} lie in an archive.", "install that package as files, with pip.")
    return folder
