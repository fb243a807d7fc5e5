"""What a task's package depends on beside the task's folder and this project's own files."""

from __future__ import annotations

from collections.abc import Mapping

from ask2decide.families import family_names, is_installed
from ask2decide.instances.registry import published_entry
from ask2decide.variants.load import LoadedTask


def published_files(loaded: LoadedTask) -> Mapping[str, str] | None:
    """Return the SHA-256 of the published instance that a task was built from, by path in the folder of instances.

    It is the one on record, which the file had when it was read. Empty where the records come from the task's folder,
    from those shipped here, or from a package, whose version counts. None where nobody can tell what the build read:
    a family of the task's own, or of an installed package, is code that may read anything, and an instance file of
    the author's own is not on record.
    """
    if loaded.family.name not in family_names() or not is_installed(loaded.family):
        return None
    if loaded.task.base.instance is None:
        return {}
    found = published_entry(loaded.task.base.instance)
    if found is None:
        return None
    return {} if found.shipped is not None or found.package is not None else {found.file: found.sha256}
