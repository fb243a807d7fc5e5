"""The base instances that a family's package carries: ``instances/<family>.yaml`` lists them, with their optima.

An instance is called ``<family>/<name>``; its records stand in ``instances/<family>/<name>.yaml`` of the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ask2decide.errors import Ask2DecideError, InstanceError
from ask2decide.exact import Exact
from ask2decide.plugins import FamilyPlugin, family_plugins, plugin_folder
from ask2decide.spec.yaml_reader import read_yaml

FOLDER = "instances"
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=80)]


class PackagedInstance(BaseModel):
    """What the list says of one instance."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    optimum: Exact | None = None
    proved: bool = True


class PackagedList(BaseModel):
    """The list of a package's instances; `convention` says how the published optima count, where that is in doubt."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    citation: str
    licence: str
    source: str
    optima_source: str = ""
    convention: str = ""
    instances: Annotated[dict[Name, PackagedInstance], Field(min_length=1)]


def packaged_list(family: str) -> tuple[FamilyPlugin, PackagedList] | None:
    """Return the list of a family's package, None where it brings no instances or the family is no package's.

    Raises
    ------
    InstanceError
        When the list is not of its form.
    """
    for plugin in family_plugins().get(family, ()):
        folder = _folder(plugin)
        file = None if folder is None else folder / f"{family}.yaml"
        if file is None or not file.is_file():
            continue
        document = read_yaml(file)
        fix = f"correct the file, or reinstall {plugin.package}."
        if document.diagnostics:
            raise InstanceError("\n".join(map(str, document.diagnostics)), fix)
        try:
            return plugin, PackagedList.model_validate(document.data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            cause = f"The list of instances {file} of {plugin} is wrong: {where}: {first['msg']}."
            raise InstanceError(cause, fix) from None
    return None


def packaged_file(name: str) -> Path:
    """Return where the records of a package's instance are.

    Raises
    ------
    InstanceError
        When no package has them.
    """
    found = packaged_list(name.partition("/")[0])
    folder = None if found is None else _folder(found[0])
    if folder is None:
        raise InstanceError(f"No installed package has the instance {name}.", "install the package that brings it.")
    return folder / f"{name}.yaml"


def _folder(plugin: FamilyPlugin) -> Path | None:
    try:
        return plugin_folder(plugin, FOLDER)
    except Ask2DecideError:
        raise
    except Exception as error:  # finding a module runs the code of the packages around it
        cause = f"The instances of {plugin} cannot be found: {type(error).__name__}: {error}."
        raise InstanceError(cause, f"correct or reinstall {plugin.package}.") from error
