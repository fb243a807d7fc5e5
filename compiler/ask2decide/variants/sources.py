"""What a task stands on: its family (perhaps its own `model.py`) and the records of its base instance."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from ask2decide.errors import (
    Ask2DecideError,
    Diagnostic,
    InstanceError,
    SpecError,
    UsageError,
    did_you_mean,
    display_path,
)
from ask2decide.families import family_by_name, family_from_file
from ask2decide.family import AnyFamily, Data
from ask2decide.resources import inside, repository_tasks
from ask2decide.spec.document import Document
from ask2decide.spec.read import Draft
from ask2decide.spec.schema import RecordsBase
from ask2decide.spec.yaml_reader import read_yaml
from ask2decide.task_folders import TASK_FILE as TASK_FILE
from ask2decide.variants.record_mistakes import records_diagnostics
from ask2decide.variants.record_words import readable_causes

FAMILY_FILE = "model.py"


def task_family(draft: Draft, allow_code: bool) -> AnyFamily:
    """Return the task's family; one of its own comes before a shipped one.

    Raises
    ------
    SpecError
        When there is no such family.
    UsageError
        When the task brings code that was not allowed, or that fails.
    """
    name, own = draft.spec.family, draft.folder / FAMILY_FILE
    place = draft.document.place(("family",))
    if not own.exists():
        try:
            return family_by_name(name)
        except UsageError as error:
            raise SpecError([error.at(place)]) from None
    own = inside(draft.folder, FAMILY_FILE)
    ours = repository_tasks()
    if not allow_code and not (ours is not None and own.is_relative_to(ours.resolve())):
        cause = f"{display_path(draft.folder / FAMILY_FILE)} is code that the task would run."
        raise UsageError(cause, "read it, and if you trust it, give the option --allow-code.")
    try:
        family = family_from_file(own)
    except Ask2DecideError:
        raise
    except Exception as error:  # the task's own code may fail in any way
        cause = f"{display_path(draft.folder / FAMILY_FILE)} cannot be imported: {type(error).__name__}: {error}."
        raise UsageError(cause, "correct the file.") from error
    if family.name != name:
        cause = f"the family is called {name!r}, but {FAMILY_FILE} brings {family.name!r}."
        raise SpecError([Diagnostic(place, cause, f"write 'family: {family.name}', or remove {FAMILY_FILE}.")])
    return family


def base_records(draft: Draft, family: AnyFamily, instances: Path | None) -> Data:
    """Return theta_0's records, valid for the family.

    Raises
    ------
    SpecError
        When they cannot be found or are not of the family's form.
    """
    base = draft.spec.base
    if isinstance(base, RecordsBase):
        return _records_file(draft, base.records, family)
    from ask2decide.instances.registry import base_data

    place = draft.document.place(("base", "instance"))
    try:
        data: Data = base_data(base.instance, base.model_extra or {}, family=family.name, instances=instances)
        family.parse(data)
    except InstanceError as error:
        raise SpecError([error.at(place)]) from None
    except ValidationError as error:
        cause = f"{base.instance!r} does not have the records of the family {family.name!r}: {readable_causes(error)}."
        raise SpecError([Diagnostic(place, cause, "choose another instance or family.")]) from None
    return data


def _records_file(draft: Draft, name: str, family: AnyFamily) -> Data:
    place = draft.document.place(("base", "records"))
    try:
        path = inside(draft.folder, name)
    except UsageError as error:
        raise SpecError([error.at(place)]) from None
    if not path.is_file():
        others = [file.name for file in draft.folder.glob("*.yaml") if file.name != TASK_FILE]
        raise SpecError([Diagnostic(place, f"there is no file {name!r}.", did_you_mean(name, others, "files"))])
    return records_of(read_yaml(path), family)


def records_of(document: Document, family: AnyFamily) -> Data:
    """Return the records that a YAML file holds.

    Raises
    ------
    SpecError
        With every mistake in it, where they are not of the family's form.
    """
    if document.diagnostics:
        raise SpecError(document.diagnostics)
    if not isinstance(document.data, dict):
        raise SpecError([Diagnostic(document.place(()), "records are a mapping of sections.", "begin with a section.")])
    try:
        family.parse(document.data)
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise SpecError(records_diagnostics(found, document, family.records_model)) from None
    except ValueError as error:
        raise SpecError([Diagnostic(document.place(()), f"{error}.", "correct the records.")]) from None
    data: Data = document.data
    return data
