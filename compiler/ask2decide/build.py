"""The compiler's driver: one authored task to its package, in the order of DESIGN 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from ask2decide.backend import BackEnd, Options
from ask2decide.emit.findings import Findings, ItemFindings, Role
from ask2decide.emit.package import package_files
from ask2decide.engine.solve import Counts, Engine
from ask2decide.errors import TaskError
from ask2decide.family import Data, Family
from ask2decide.labels import Bracket, Label
from ask2decide.passes.audit import disagreements
from ask2decide.passes.expectations import still_open, undecided, unmet
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.prove import Proofs
from ask2decide.passes.twins import prove_with_twins
from ask2decide.spec import Item, Task
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.lock import lock_text
from ask2decide.variants.patches import derive_effect
from ask2decide.variants.variants import Problem, Variants

SOLVES = "solves"
"""The folder of a package that holds the stored results."""


@dataclass(frozen=True)
class Settings:
    """What a build is asked to do; see the options of ``ask2decide-build``.

    `time_limit` overrides the tasks' own.
    """

    out: Path = Path("generated")
    instances: Path | None = None
    solver: str = "auto"
    time_limit: float | None = None
    fresh: bool = False
    audit: bool = False
    every_subset: bool = False
    allow_code: bool = False


@dataclass(frozen=True)
class Built:
    """One task's package, not yet written.

    Parameters
    ----------
    files : mapping of str to str
        Text by path relative to the task's folder in `Settings.out`.
    lock : str or None
        Text of the twins' lock beside the task, None when the task has none.
    is_short : bool
        Whether something is an interval that should be exact: the split wants it, or a twin or an expectation does.
    open : tuple of str
        What is still an interval, as sentences.
    """

    task: str
    is_short: bool
    files: Mapping[str, str]
    lock: str | None
    open: tuple[str, ...]
    summary: Mapping[str, int]
    counts: Counts
    notes: tuple[str, ...] = field(default=())


def build_task(folder: Path, settings: Settings, say: Callable[[str], None] = lambda line: None) -> Built:
    """Return the package of the task in `folder`.

    Raises
    ------
    SpecError, TaskError, BackEndError, InstanceError, UsageError
        When the task cannot be built; nothing is written either way.
    """
    loaded = load_task(folder, instances=settings.instances, allow_code=settings.allow_code)
    engine = _engine(loaded, settings, say)
    completed = prove_with_twins(loaded, engine, settings.every_subset)
    variants, proofs, task = completed.variants, completed.proofs, completed.variants.task
    _require_checks(task, proofs)
    if settings.audit:
        _audit(variants, proofs, settings, say)
    found = findings(task, loaded, proofs)
    files = package_files(found)
    solves = {f"{SOLVES}/{name}": text for name, text in engine.entries().items()}
    return Built(
        task=task.name,
        is_short=bool(still_open(proofs)) and (task.split.wants_exact or undecided(task, proofs)),
        files={**files, **solves},
        lock=lock_text(completed.lock) if completed.lock else None,
        open=tuple(still_open(proofs)),
        summary={
            "items": len(task.hidden),
            **{role.value: sum(item.role is role for item in found.items) for role in Role},
            "optima": len({problem.digest for problem in proofs.problems.values()}),
            "by certificate": proofs.by_certificate,
            "by minimax": proofs.by_minimax,
        },
        counts=engine.counts,
    )


def findings(task: Task, loaded: LoadedTask, proofs: Proofs) -> Findings:
    """Return what the emitters may look at."""
    everything = ",".join(item.id for item in task.hidden)
    return Findings(
        task=task,
        family=loaded.family,
        sense=proofs.problems[""].sense,
        base_data=loaded.data,
        true_data=proofs.problems[everything].data,
        variant_data={key: problem.data for key, problem in proofs.problems.items()},
        optima=proofs.optima,
        items=tuple(_item_findings(item, loaded, proofs) for item in task.hidden),
        needs_asking=proofs.needs_asking,
    )


def _item_findings(item: Item, loaded: LoadedTask, proofs: Proofs) -> ItemFindings:
    standalone, conditional = proofs.standalone[item.id], proofs.conditional[item.id]
    effect = derive_effect(item.patch, loaded.family)
    return ItemFindings(item, effect, _role(item, standalone, conditional), standalone, conditional)


def _role(item: Item, standalone: Label, conditional: Label) -> Role:
    if item.twin_of is not None:
        return Role.TWIN
    return Role.RELEVANT if standalone.is_positive or conditional.is_positive else Role.OTHER


def _engine(loaded: LoadedTask, settings: Settings, say: Callable[[str], None]) -> Engine:
    return Engine(
        back_end=cache(partial(back_end, settings.solver, say)),
        options=Options(time_limit=_time_limit(loaded.task, settings)),
        folder=settings.out / loaded.task.name / SOLVES,
        fresh=settings.fresh,
        say=say,
    )


def _time_limit(task: Task, settings: Settings) -> float | None:
    return task.time_limit if settings.time_limit is None else settings.time_limit


def back_end(name: str, say: Callable[[str], None] = lambda line: None) -> BackEnd:
    """Return the back end of that name; solvers are imported here and not before."""
    from ask2decide.solvers import back_end_by_name

    return back_end_by_name(name, say)


def _require_checks(task: Task, proofs: Proofs) -> None:
    failures = unmet(task, proofs)
    if failures:
        raise TaskError("\n".join(failures))


def _audit(variants: Variants, proofs: Proofs, settings: Settings, say: Callable[[str], None]) -> None:
    """Compare with a second run: without presolve, without stored results, every label by Eq. 3."""
    second = Engine(
        back_end=cache(partial(back_end, settings.solver, say)),
        options=Options(time_limit=_time_limit(variants.task, settings), presolve=False),
        say=say,
    )
    found = disagreements(variants, proofs, second)
    if found:
        raise TaskError("\n".join(found))
    say(f"{variants.task.name}: the audit agrees on every optimum, label and verdict ({second.counts.solved} solves).")


def solved_optimum(family: Family[Any, Any], data: Data, solver: str = "auto") -> Bracket | None:
    """Return the optimum of records that no stored result covers, as a cost (for ``judge --given``)."""
    problem = Problem("this problem", (), "", family, data, family.parse(data))
    engine = Engine(back_end=partial(back_end, solver))
    return Optima(engine, Pool()).of(problem).cost
