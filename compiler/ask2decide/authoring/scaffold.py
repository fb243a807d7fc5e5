"""A new task: a folder that builds at once, with hidden items that are proved to matter (docs/new_task.md)."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from ask2decide.authoring.scaffold_base import RECORDS_FILE, NewBase, new_base
from ask2decide.authoring.scaffold_recipes import require_scaffold
from ask2decide.authoring.scaffold_search import Chosen, PatientBackEnd, find_items, passes_checks
from ask2decide.authoring.scaffold_text import task_text
from ask2decide.authoring.workbench import Workbench
from ask2decide.backend import Options
from ask2decide.build import back_end
from ask2decide.engine.solve import Engine
from ask2decide.errors import Ask2DecideError, TaskError, UsageError
from ask2decide.families import family_by_name
from ask2decide.family import AnyFamily
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.twins import prove_with_twins
from ask2decide.spec import Split, Task
from ask2decide.spec.schema import ID_FORM
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.lock import LOCK_FILE, lock_text
from ask2decide.variants.sources import TASK_FILE

SPLITS = {"menu": Split.EASY, "blend": Split.MEDIUM}
"""The split of a new task, by family; hard for the others, and frontier-B where its optimum stays open."""

LONGEST_NAME = 60

Say = Callable[[str], None]


@dataclass(frozen=True)
class Order:
    """What a new task is to be.

    Parameters
    ----------
    base : str or None
        An instance, a records file, or None for the small example that the family brings.
    arguments : mapping
        Arguments of the instance, such as ``{"customers": 25}``.
    folder : Path
        The folder of tasks that it goes into.
    time_limit : float
        Seconds for each solve of the search for its items.
    """

    name: str
    family: str
    base: str | None
    arguments: Mapping[str, Any]
    folder: Path
    instances: Path | None = None
    solver: str = "auto"
    time_limit: float = 20


@dataclass(frozen=True)
class Scaffold:
    """The folder written, its items with all that is proved of them, and its base."""

    folder: Path
    chosen: Chosen
    new: NewBase


def scaffold(order: Order, say: Say = lambda line: None) -> Scaffold:
    """Write the folder of a new task, whole or not at all.

    Raises
    ------
    UsageError
        When the name is none, the folder is there already or cannot be written, or family or base are unknown.
    InstanceError, SpecError
        When the base cannot be read.
    TaskError
        When no hidden item is proved to matter.
    """
    target = order.folder / _checked_name(order.name)
    _require_free(target)
    family = family_by_name(order.family)
    require_scaffold(family.name)
    new = new_base(family, order.base, order.arguments, order.instances)
    patience = PatientBackEnd(cache(partial(back_end, order.solver, say)), order.time_limit)
    engine = Engine(back_end=patience, options=Options(time_limit=order.time_limit), say=say)
    bench = _empty_bench(order, family, new, engine)
    chosen = find_items(bench, patience, say)
    split = bench.task.split if chosen.is_exact else Split.FRONTIER_B
    files = {TASK_FILE: task_text(bench, chosen, new, split, None if chosen.is_exact else order.time_limit)}
    if new.records_text is not None:
        files[RECORDS_FILE] = new.records_text
    if chosen.completed.lock:
        files[LOCK_FILE] = lock_text(chosen.completed.lock)
    _write(target, files, lambda folder: _require_whole(folder, order, engine, chosen))
    return Scaffold(target, chosen, new)


def _checked_name(name: str) -> str:
    if not re.fullmatch(ID_FORM, name) or len(name) > LONGEST_NAME:
        raise UsageError(
            f"{name!r} cannot be the name of a task.",
            f"begin with a letter, go on with letters, digits and underscores, at most {LONGEST_NAME} in all.",
        )
    return name


def _require_free(target: Path) -> None:
    if target.exists() or target.is_symlink():
        raise UsageError(f"{target} is there already; nothing is overwritten.", "choose another name or --dir.")
    if target.parent.exists() and not target.parent.is_dir():
        raise UsageError(f"{target.parent} is a file.", "name a folder of tasks with --dir.")


def _empty_bench(order: Order, family: AnyFamily, new: NewBase, engine: Engine) -> Workbench:
    """Return a bench for the new task, which has no items yet."""
    target = order.folder / order.name
    task = Task(
        name=order.name,
        split=SPLITS.get(family.name, Split.HARD),
        family=family.name,
        base=new.base,
        brief="",
        hidden=(),
        expect={},
        folder=target,
        file=target / TASK_FILE,
    )
    optima = Optima(engine, Pool())
    loaded = LoadedTask(task, family, new.data, load_item_templates(family.name, None), {})
    bench = Workbench(loaded, engine, optima)
    optimum = bench.optimum().cost
    if optimum is None:
        raise TaskError(
            f"{order.name}: no plan was found for the base within {order.time_limit:g} seconds.",
            "choose a smaller instance or other arguments, or give more seconds with --time-limit.",
        )
    if optimum.is_exact:
        return bench
    engine.say(f"{order.name}: the optimum of the base stays open; the task goes into the split frontier-B.")
    return Workbench(replace(loaded, task=replace(task, split=Split.FRONTIER_B)), engine, optima)


def _require_whole(folder: Path, order: Order, engine: Engine, chosen: Chosen) -> None:
    """Read the written task as a build does, and prove it again from the answers known by now."""
    wanted = [item.id for item in chosen.items]
    try:
        completed = prove_with_twins(load_task(folder, instances=order.instances), engine)
        whole = passes_checks(completed, wanted)
    except Ask2DecideError as error:
        raise TaskError(
            f"The scaffold of {order.family} does not build: {error}", "report this with the command."
        ) from None
    if not whole:
        raise TaskError(f"The scaffold of {order.family} fails a check of its own.", "report this with the command.")


def _write(target: Path, files: Mapping[str, str], check: Callable[[Path], None]) -> None:
    """Write a folder beside its place, check it there, then give it its name: it is there whole or not at all."""
    made = [folder for folder in (target.parent, *target.parent.parents) if not folder.exists()]
    done = False
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as place:
            folder = Path(place) / target.name
            folder.mkdir()
            for name, text in files.items():
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
            check(folder)
            _require_free(target)
            os.rename(folder, target)
        done = True
    except OSError as error:
        raise UsageError(
            f"{error.filename or target} cannot be written: {error.strerror}.", "choose another folder with --dir."
        ) from None
    finally:
        for folder in () if done else made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
