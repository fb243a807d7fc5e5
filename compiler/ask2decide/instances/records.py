"""A base instance that is a file of records, in YAML, as a task's own records file: nothing has to be converted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ask2decide.errors import InstanceError, display_path
from ask2decide.family import Data
from ask2decide.spec.yaml_reader import read_yaml


def read(path: Path, arguments: Mapping[str, Any], convention: str) -> Data:
    """Return the records in a file; they take no arguments.

    Raises
    ------
    InstanceError
        When the file is not there, is no YAML, or an argument is given.
    """
    if arguments:
        cause = f"{display_path(path)} holds records, which take no argument {next(iter(arguments))!r}."
        raise InstanceError(cause, "leave it out.")
    if not path.is_file():
        raise InstanceError(f"There is no file {display_path(path)}.", "reinstall what brings it.")
    document = read_yaml(path)
    if document.diagnostics or not isinstance(document.data, dict):
        causes = "; ".join(map(str, document.diagnostics)) or "records are a mapping of sections"
        raise InstanceError(f"{display_path(path)} cannot be read: {causes}.", "correct the file, or reinstall it.")
    data: Data = document.data
    return data
