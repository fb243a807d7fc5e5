"""The digest of all that decides the bytes of a package beside the task: this compiler, and what it runs on."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from ask2decide.resources import instances_folder, templates_folder
from ask2decide.unchanged.digests import folder_files, together

_METADATA = (".dist-info", ".egg-info", ".egg-link", ".pth")


def compiler_digest() -> str:
    """Return the digest of the package's code, templates and instances, of Python, and of what is installed beside.

    Code and templates count by content: a version number stays while a checkout is worked on. Other packages count by
    the names of their metadata folders, which hold their versions.

    Raises
    ------
    OSError, NoDigestError
        When something cannot be read.
    """
    package = Path(__file__).resolve().parents[1]
    parts = {"code": together(folder_files(package))}
    for folder in (templates_folder(), instances_folder()):
        if not folder.is_relative_to(package):
            parts[folder.name] = together(folder_files(folder))
    parts["python"] = f"{sys.implementation.name} {sys.version} -O{sys.flags.optimize}"
    parts["installed"] = "\n".join(_installed())
    return together(parts)


@cache
def running_compiler() -> str:
    """Return `compiler_digest` as it first was in this process: a process that runs on keeps the code it has imported.

    Raises
    ------
    OSError, NoDigestError
        When something cannot be read.
    """
    return compiler_digest()


def _installed() -> list[str]:
    found: list[str] = []
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue  # a path that is not there, or an archive
        found += sorted(name for name in names if name.endswith(_METADATA))
    return found
