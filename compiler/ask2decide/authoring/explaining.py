"""Why an item's labels are what they are: by the build's own steps, or in a background of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ask2decide.authoring.recall import recall
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings, findings, task_engine
from ask2decide.emit.explanation import Explanation, explanation
from ask2decide.emit.findings import Findings
from ask2decide.engine.progress import Watch, unwatched
from ask2decide.engine.solve import Engine
from ask2decide.errors import NoTwinError, UsageError, did_you_mean
from ask2decide.passes.expectations import unmet
from ask2decide.passes.no_plan import narrowed
from ask2decide.passes.optima import NoPlanError
from ask2decide.passes.prove import prove
from ask2decide.passes.twins import prove_with_twins
from ask2decide.spec import Task
from ask2decide.spec.references import twin_id
from ask2decide.variants.load import load_task
from ask2decide.variants.variants import Variants

Say = Callable[[str], None]


def explain_item(
    folder: Path, item: str, settings: Settings | None = None, say: Say = lambda line: None, watch: Watch = unwatched
) -> Explanation:
    """Return why the standalone and the conditional label of an item are what they are.

    Everything is proved as in a build, from the stored solves of the task's package; nothing is written. A task that
    fails one of its own checks is explained all the same: its author wants to know why.

    Parameters
    ----------
    folder : Path
        The authored task's.
    item : str
        A hidden item's id; also that of a twin which the compiler finds.
    say, watch : callable
        Take a message, and a line on what is being solved.

    Raises
    ------
    UsageError
        When the task has no such item.
    SpecError, TaskError, BackEndError, InstanceError
        As from a build.
    """
    settings = replace(settings or Settings(), keep_unfinished=False)
    loaded = load_task(folder, instances=settings.instances, allow_code=settings.allow_code)
    _require(loaded.task, item)
    engine = task_engine(loaded, settings, say)
    engine.watch = watch
    try:
        completed = prove_with_twins(loaded, engine)
    except NoTwinError as error:
        if item not in loaded.task.ids:
            raise  # a twin that there is not
        say(f"{error} The labels are those without it.")
        proofs = prove(Variants(loaded.task, loaded.family, loaded.data), engine)
        return explanation(findings(loaded.task, loaded, proofs), item)
    except NoPlanError as error:
        raise narrowed(error, Variants(loaded.task, loaded.family, loaded.data), engine) from error
    task = completed.variants.task
    failures = unmet(task, completed.proofs)
    for sentence in failures:
        say(sentence)
    remedy = "a build keeps them once the task passes its checks" if failures else "`ask2decide-build` keeps them"
    _say_solved(engine, task, say, remedy)
    return explanation(findings(task, loaded, completed.proofs), item)


def explain_given(bench: Workbench, item: str, given: Iterable[str]) -> Explanation:
    """Return why the regret of an item is what it is where the items `given` are known.

    Raises
    ------
    UsageError
        When the task has no item of one of these ids, or one is a twin that is not chosen yet.
    """
    known = tuple(given)
    for name in (item, *known):
        _require_chosen(bench, name)
    recall(bench)
    label = bench.label(item, known)
    problems = bench.variants.versions(bench.item(item), label.background)
    found = Findings(
        task=bench.task,
        family=bench.family,
        sense=problems[0].sense,
        base_data=bench.data,
        true_data=bench.problem(bench.task.ids).data,
        variant_data={problem.key: problem.data for problem in problems},
        optima={problem.key: bench.optima.of(problem) for problem in problems},
        items=(),
        needs_asking=(),
    )
    _say_solved(bench.engine, bench.task, bench.engine.say, "they are not kept")
    return explanation(found, item, (label,))


def _require(task: Task, item: str) -> None:
    known = [*task.ids, *(twin_id(each.id) for each in task.hidden if each.wants_twin)]
    if item not in known:
        raise UsageError(f"{task.name} has no item {item!r}.", did_you_mean(item, known, "items"))


def _require_chosen(bench: Workbench, name: str) -> None:
    task = bench.task
    waiting = [each.id for each in task.hidden if each.wants_twin and twin_id(each.id) == name]
    if waiting and name not in task.ids:
        raise UsageError(f"{name} is the twin of {waiting[0]}, and no build has chosen it yet. {bench.before_twins}")


def _say_solved(engine: Engine, task: Task, say: Say, remedy: str) -> None:
    if engine.counts.solved:
        solves = "1 solve" if engine.counts.solved == 1 else f"{engine.counts.solved} solves"
        say(f"{task.name}: this took {solves} that the package does not hold; {remedy}.")
