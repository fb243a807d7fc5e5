"""A problem without a feasible plan, narrowed down to the items that are to blame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ask2decide.backend import Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import Ask2DecideError, TaskError
from ask2decide.passes.optima import NoPlanError
from ask2decide.spec import Item
from ask2decide.variants.variants import Problem, Variants

SECONDS = 5.0
"""Limit of a solve that only narrows down: what is not proved infeasible within it does not count as such."""


def narrowed(error: NoPlanError, variants: Variants, engine: Engine) -> TaskError:
    """Return the error with as few items as leave no plan, their lines, and the place of the last one.

    Each item is left out in turn, and stays out where the rest still has no plan: what remains is a set none of which
    can be missed. One that a back end cannot decide in `SECONDS` stays in.

    Parameters
    ----------
    variants : Variants
        Of the task as authored; where the problem holds a twin that was found since, the error stays as it is.
    engine : Engine
        The task's; its back end solves.
    """
    task, problem = variants.task, error.problem
    if not set(problem.known) <= set(task.ids):
        return error
    versioned, _, number = problem.version.partition("#")
    trial = Engine(back_end=engine.back_end, options=replace(engine.options, time_limit=SECONDS))
    kept = [item for item in task.hidden if item.id in problem.known]
    for item in list(kept):
        fewer = [other for other in kept if other is not item]
        known = [other.id for other in fewer]
        if _has_no_plan(variants.problem(known, versioned, int(number or 0)), trial):
            kept = fewer
    if versioned:
        kept.append(task.item(versioned))
    if not kept:
        return TaskError(
            task.base.place.says("no plan is feasible even as the records stand."),
            "choose another base, or loosen its records.",
        )
    which = "it" if len(kept) == 1 else "one of them"
    fix = f"loosen {which}; every set of items that is solved needs a feasible plan."
    return TaskError(kept[-1].place.says(_cause(kept, problem)), fix)


def _cause(items: Sequence[Item], problem: Problem) -> str:
    named = [f"{item.id} (line {item.place.line})" for item in items]
    if problem.version:
        named[-1] += f" at its further value {problem.version.partition('#')[2]}"
    together = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]} together"
    return f"no plan is feasible with {together}."


def _has_no_plan(problem: Problem, engine: Engine) -> bool:
    try:
        return engine.answer(problem.model, problem.title).status is Status.INFEASIBLE
    except Ask2DecideError:
        return False
