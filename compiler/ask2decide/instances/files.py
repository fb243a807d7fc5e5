"""Where an instance's data is: shipped, in an installed package, or in the user's folder, its checksum checked."""

from __future__ import annotations

import gzip
import hashlib
import os
import shlex
import zlib
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from ask2decide.errors import InstanceError, UsageError
from ask2decide.resources import inside, instances_folder

if TYPE_CHECKING:
    from ask2decide.instances.registry import InstanceEntry

VARIABLE = "ASK2DECIDE_INSTANCES"
_CHUNK = 1 << 16


class Where(StrEnum):
    """Where the data of an instance is."""

    SHIPPED = "shipped"
    PACKAGE = "package"
    FOLDER = "folder"
    ABSENT = "absent"


def chosen_folder(instances: Path | None) -> Path | None:
    """Return the folder of instance files: the one given, else that of ``ASK2DECIDE_INSTANCES``, else None."""
    return instances or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)


def where(found: InstanceEntry, instances: Path | None) -> Where:
    """Return where an instance's data is; a file is not read."""
    if found.shipped is not None:
        return Where.SHIPPED
    if found.package is not None:
        return Where.PACKAGE
    folder = chosen_folder(instances)
    return Where.FOLDER if folder is not None and (folder / found.file).is_file() else Where.ABSENT


def file_of(found: InstanceEntry, instances: Path | None) -> Path:
    """Return the shipped form where there is one, else the published file, checked.

    Raises
    ------
    InstanceError
        When the file is absent, cannot be read, or is not the published one.
    """
    if found.shipped is not None:
        return inside(instances_folder(), found.shipped)
    folder = chosen_folder(instances)
    if folder is None:
        raise InstanceError(
            f"The instance {found.name} is not shipped, and no folder of published instances is given.",
            f"get the file from {found.source}{_or_fetch(found, None)}, and name its folder with --instances or "
            f"{VARIABLE}; it is looked for as {found.file} there.",
        )
    path = folder / found.file
    if not path.is_file():
        raise InstanceError(
            f"The instance {found.name} is not in {folder}: there is no file {found.file}.",
            f"get it from {found.source}{_or_fetch(found, folder)}, or name another folder with --instances or "
            f"{VARIABLE}.",
        )
    if not is_published(path, found):
        raise InstanceError(
            f"{path} is not the published {found.name}: its SHA-256 is {checksum(path)}, and {found.sha256} is on "
            "record.",
            f"get the file again from {found.source}, unchanged to the byte.",
        )
    return path


def _or_fetch(found: InstanceEntry, folder: Path | None) -> str:
    """Return the command that downloads a file, to be run as it is printed."""
    to = "my_instances" if folder is None else shlex.quote(str(folder))
    return f" (or run `ask2decide instances fetch {found.name} --to {to}`)" if found.url else ""


def own_file(found: InstanceEntry, stated: object, instances: Path | None) -> Path:
    """Return a file of the author's own, which has no checksum on record but the one that the task states.

    Raises
    ------
    InstanceError
        When the task states none, or another one than the file has.
    """
    folder = chosen_folder(instances)
    if folder is None:  # an own entry is found in a folder
        raise InstanceError(f"No folder holds {found.file}.", f"name it with --instances or {VARIABLE}.")
    try:
        path = inside(folder, found.file)
    except UsageError as error:
        raise InstanceError(error.cause, error.fix) from None
    actual = checksum(path)
    if stated is None:
        raise InstanceError(
            f"{found.name} is a file of your own: the registry has no checksum and no published optimum for it.",
            f"add 'sha256: \"{actual}\"' to the base, so that a build notices when the file changes.",
        )
    if stated != actual:
        raise InstanceError(
            f"{path} has changed: its SHA-256 is {actual}, and the task states {stated!r}.",
            f'restore the file, or write sha256: "{actual}" and look at the task\'s labels again.',
        )
    return path


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, as hexadecimal digits.

    Raises
    ------
    InstanceError
        When the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InstanceError(f"{path} cannot be read: {error.strerror}.", "check its permissions.") from None


def is_published(path: Path, found: InstanceEntry) -> bool:
    """Return whether a file has the checksum on record: itself, or what is packed in it where the source is not packed.

    The bytes of a packed file depend on the program that packed it; what is in it does not.
    """
    return checksum(path) == found.sha256 or (
        found.content_sha256 is not None and _content_checksum(path) == found.content_sha256
    )


def _content_checksum(path: Path) -> str | None:
    digest = hashlib.sha256()
    try:
        with gzip.open(path) as packed:
            while chunk := packed.read(_CHUNK):
                digest.update(chunk)
    except (OSError, EOFError, zlib.error):
        return None  # not packed, or cut off
    return digest.hexdigest()
