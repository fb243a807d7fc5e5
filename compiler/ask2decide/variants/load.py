"""A task folder to a `LoadedTask`: spec, family, base records, templates, lock; every mistake of the task at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from ask2decide.errors import Diagnostic, SpecError, UsageError, display_path
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import Base, ExpectedLabels, Item, Task
from ask2decide.spec.read import Draft, read_draft
from ask2decide.spec.schema import RecordsBase
from ask2decide.variants.expand import expanded_items, with_locked_twins
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.lock import LockedTwin, read_lock
from ask2decide.variants.patches import check_items
from ask2decide.variants.sources import TASK_FILE, base_records, task_family

T = TypeVar("T")


@dataclass(frozen=True)
class LoadedTask:
    """A checked task with all that the build needs of it.

    Parameters
    ----------
    task : Task
        Items expanded; a locked twin stands right after its original, otherwise the original has `wants_twin`.
    data : dict
        theta_0's records.
    templates : mapping
        The item templates of the family and of the task, for the twin search.
    lock : mapping
        The locked twins that still fit their originals, by the original's id.
    """

    task: Task
    family: AnyFamily
    data: Data
    templates: dict[str, ItemTemplate]
    lock: dict[str, LockedTwin]


def load_task(
    path: Path, *, instances: Path | None = None, allow_code: bool = False, may_be_empty: bool = False
) -> LoadedTask:
    """Load and check one task.

    Parameters
    ----------
    path : Path
        The task's folder or its task.yaml.
    instances : Path, optional
        A further folder of base instances.
    allow_code : bool
        Whether a `model.py` of the task's own may run; those of this repository's tasks always may.
    may_be_empty : bool
        Whether the task may have no hidden item yet.

    Raises
    ------
    SpecError
        With every mistake of the task.
    UsageError
        When the task is not there, or would run code that was not allowed.
    """
    file = path / TASK_FILE if path.is_dir() else path
    if not file.is_file():
        raise UsageError(f"There is no task at {display_path(path)}.", f"name a folder with a {TASK_FILE}.")
    draft, found = read_draft(file, may_be_empty)
    if draft is None:
        raise SpecError(found)
    family = _attempt(found, lambda: task_family(draft, allow_code))
    lock = _attempt(found, lambda: read_lock(draft.folder))
    if family is None:
        raise SpecError(found)
    templates = _attempt(found, lambda: load_item_templates(family.name, draft.folder))
    data = _attempt(found, lambda: base_records(draft, family, instances))
    if data is None:
        raise SpecError(found)
    items, mistakes = expanded_items(draft, family, data, templates)
    mistakes += check_items(items, data, family)
    found += [_with_line(mistake, draft) for mistake in mistakes]
    if found or templates is None or lock is None:
        raise SpecError(list(dict.fromkeys(found)))
    hidden, fresh = with_locked_twins(items, lock, family, data, templates)
    return LoadedTask(_task(draft, hidden), family, data, templates, fresh)


def _attempt(found: list[Diagnostic], action: Callable[[], T]) -> T | None:
    """Return what the action returns; collect the mistakes of a SpecError and return None."""
    try:
        return action()
    except SpecError as error:
        found += error.diagnostics
        return None


def _task(draft: Draft, hidden: tuple[Item, ...]) -> Task:
    spec, document = draft.spec, draft.document
    at = document.place(("base",))
    if isinstance(spec.base, RecordsBase):
        base = Base(records=spec.base.records, place=at)
    else:
        base = Base(instance=spec.base.instance, arguments=spec.base.model_extra or {}, place=at)
    expect = {
        name: ExpectedLabels(labels.standalone, labels.conditional, document.place(("expect", name)))
        for name, labels in spec.expect.items()
    }
    return Task(
        name=spec.task,
        split=spec.split,
        family=spec.family,
        base=base,
        brief=spec.brief,
        hidden=hidden,
        expect=expect,
        folder=draft.folder,
        file=draft.file,
        time_limit=spec.time_limit,
        place=document.place(()),
    )


def _with_line(mistake: Diagnostic, draft: Draft) -> Diagnostic:
    """Return a mistake in the task file with the line of the key that it names, where that key stands in the file."""
    if mistake.place.file != draft.document.file:
        return mistake
    place = draft.document.place_of_key(mistake.place.key)
    return mistake if place is None else replace(mistake, place=place)
