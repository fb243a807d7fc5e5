"""The compiler's driver: one authored task to its package, in the order of docs/architecture.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from ask2decide.backend import BackEnd, Options, Status
from ask2decide.emit.findings import Findings, ItemFindings
from ask2decide.emit.package import package_files
from ask2decide.emit.roles import Role
from ask2decide.engine.ahead import Ahead
from ask2decide.engine.cache import unfinished_folder
from ask2decide.engine.known import KNOWN_FILE, known_text
from ask2decide.engine.places import Place
from ask2decide.engine.progress import Watch, unwatched
from ask2decide.engine.solve import Counts, Engine
from ask2decide.errors import TaskError
from ask2decide.family import AnyFamily, Data
from ask2decide.labels import Bracket, Label
from ask2decide.passes.audit import Audit, audit
from ask2decide.passes.expectations import doubtful, first_unmet_item, still_open, undecided, unmet
from ask2decide.passes.no_plan import narrowed
from ask2decide.passes.optima import NoPlanError, Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.prove import Proofs
from ask2decide.passes.twins import prove_with_twins
from ask2decide.settings import Settings as Settings
from ask2decide.spec import Item, Task
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.lock import lock_text
from ask2decide.variants.outside import published_files
from ask2decide.variants.variants import Problem, Variants

SOLVES = "solves"
"""The folder of a package that holds the stored results."""

AUDIT_SECONDS = 60.0
"""Time limit of a solve of an audit, where the task and the command set none: a second back end may be slower."""


@dataclass(frozen=True)
class Built:
    """One task's package, not yet written.

    Parameters
    ----------
    folder : Path
        The authored task's.
    files : mapping of str to str
        Text by path relative to the task's folder in `Settings.out`.
    lock : str or None
        Text of the twins' lock beside the task, None when the task has none.
    is_short : bool
        Whether something is an interval that should be exact: the split wants it, or a twin or an expectation does.
    open : tuple of str
        What is still an interval, as sentences.
    roles : mapping of str to int
        How many hidden items have each role.
    optima : int
        How many different problems there are.
    optima_without_solve : int
        How many of their optima follow from those of looser problems.
    by_certificate, by_minimax : int
        How many labels a certificate closed, and how many needed Eq. 3.
    counts : Counts
        How many solves came from where.
    is_settled : bool
        Whether every answer is in the package and final, so that building again asks for these and solves nothing.
    outside : mapping of str to str, or None
        Published instances that were read (`published_files`).
    """

    task: str
    folder: Path
    is_short: bool
    files: Mapping[str, str]
    lock: str | None
    open: tuple[str, ...]
    roles: Mapping[str, int]
    optima: int
    optima_without_solve: int
    by_certificate: int
    by_minimax: int
    counts: Counts
    is_settled: bool
    outside: Mapping[str, str] | None


def build_task(
    folder: Path,
    settings: Settings,
    say: Callable[[str], None] = lambda line: None,
    place: Place | None = None,
    watch: Watch = unwatched,
) -> Built:
    """Return the package of the task in `folder`.

    Parameters
    ----------
    place : Place or None
        Where solves run side by side; None solves them here, one after the other.
    watch : Watch
        Takes a line on what is being solved.

    Raises
    ------
    SpecError, TaskError, BackEndError, InstanceError, UsageError
        When the task cannot be built; nothing is written either way.
    """
    loaded = load_task(folder, instances=settings.instances, allow_code=settings.allow_code)
    engine = task_engine(loaded, settings, say, place)
    engine.watch = watch
    try:
        completed = prove_with_twins(loaded, engine, settings.every_subset)
    except NoPlanError as error:
        raise narrowed(error, Variants(loaded.task, loaded.family, loaded.data), engine) from error
    variants, proofs, task = completed.variants, completed.proofs, completed.variants.task
    _require_checks(task, proofs)
    for sentence in doubtful(task, proofs):
        say(sentence)
    if settings.audit:
        _audit(variants, proofs, settings, say)
    found = findings(task, loaded, proofs)
    files = package_files(found)
    solves = {f"{SOLVES}/{name}": text for name, text in engine.entries().items()}
    known = {} if _all_finished(engine) else {KNOWN_FILE: known_text(proofs.known)}
    return Built(
        task=task.name,
        folder=folder,
        is_short=bool(still_open(proofs)) and (task.split.wants_exact or undecided(task, proofs)),
        files={**files, **solves, **known},
        lock=lock_text(completed.lock) if completed.lock else None,
        open=tuple(still_open(proofs)),
        roles={role.value: sum(item.role is role for item in found.items) for role in Role},
        optima=len({problem.digest for problem in proofs.problems.values()}),
        optima_without_solve=proofs.optima_without_solve,
        by_certificate=proofs.by_certificate,
        by_minimax=proofs.by_minimax,
        counts=engine.counts,
        is_settled=_is_settled(engine),
        outside=published_files(loaded),
    )


def _is_settled(engine: Engine) -> bool:
    kept = engine.answers()
    asked = engine.counts.solved + engine.counts.stored
    return asked == len(kept) and _all_finished(engine)


def _all_finished(engine: Engine) -> bool:
    return all(answer.status is not Status.LIMIT for answer in engine.answers())


def findings(task: Task, loaded: LoadedTask, proofs: Proofs) -> Findings:
    """Return what the emitters may look at."""
    everything = ",".join(task.ids)
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


def task_engine(
    loaded: LoadedTask, settings: Settings, say: Callable[[str], None] = lambda line: None, place: Place | None = None
) -> Engine:
    """Return the engine of one task: its store, its time limit, and the back end that `settings` name."""
    return Engine(
        back_end=cache(partial(back_end, settings.solver, say)),
        options=Options(time_limit=_time_limit(loaded.task, settings)),
        folder=settings.out / loaded.task.name / SOLVES,
        known_file=settings.out / loaded.task.name / KNOWN_FILE,
        fresh=settings.fresh,
        say=say,
        ahead=None if place is None else Ahead(place, settings.solver),
        unfinished=unfinished_folder(settings.out, loaded.task.name) if settings.keep_unfinished else None,
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
        raise TaskError("\n".join(failures), item=first_unmet_item(task, proofs))


def _audit(variants: Variants, proofs: Proofs, settings: Settings, say: Callable[[str], None]) -> None:
    """Compare with two more runs: other back ends where they are able, and the same ones without presolve.

    Both start from no stored results and solve every label by Eq. 3.
    """
    from ask2decide.solvers import same_without_presolve, second_opinion

    limit = _time_limit(variants.task, settings)
    options = Options(time_limit=AUDIT_SECONDS if limit is None else limit)
    disagreements: list[str] = []
    for other in (second_opinion, same_without_presolve):
        engine = Engine(back_end=cache(partial(other, settings.solver)), options=options, say=say)
        found = audit(variants, proofs, engine)
        disagreements += found.disagreements
        if not found.disagreements:
            say(_audit_line(variants.task.name, found, engine))
    if disagreements:
        raise TaskError("\n".join(disagreements))


def _audit_line(task: str, found: Audit, engine: Engine) -> str:
    who = sorted({answer.back_end for answer in engine.answers()})
    left = found.compared - found.confirmed
    rest = f"; {left} it leaves open or less exact" if left else ""
    return (
        f"{task}: the audit contradicts none of {found.compared} optima, labels and verdicts and proves "
        f"{found.confirmed} of them again{rest} ({engine.counts.solved} solves by {', '.join(who)})."
    )


def solved_optimum(family: AnyFamily, data: Data, solver: str = "auto") -> Bracket | None:
    """Return the optimum of records that no stored result covers, as a cost (for ``judge --given``)."""
    problem = Problem("this problem", (), "", family, data, family.parse(data))
    engine = Engine(back_end=partial(back_end, solver))
    return Optima(engine, Pool()).of(problem).cost
