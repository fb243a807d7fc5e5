"""report.html: the suite in pictures and tables, one file that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_FLOOR
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from ask2decide.emit.paper import paper_splits, paper_tasks
from ask2decide.emit.pictures.bars import bars
from ask2decide.emit.pictures.scatter import scatter
from ask2decide.emit.pictures.stacks import Stacks, stacks
from ask2decide.emit.render import render
from ask2decide.emit.roles import Role, role_counts, role_words
from ask2decide.emit.suite_tables import deviations, effect_table, in_order, kind_table, split_table, task_table
from ask2decide.emit.summary import ItemSummary, TaskSummary, VerdictSummary
from ask2decide.emit.words import bracket_words, listed
from ask2decide.family import Column, Effect, Sense, Table
from ask2decide.labels import Bracket, Method, Status
from ask2decide.labels.text import percent_text, regret_text
from ask2decide.spec import Split

_METHODS = {
    Method.WITNESS: "one plan is optimal both ways",
    Method.TWO_OPTIMA: "gap between the optima",
    Method.MINIMAX: "best compromise (Eq. 3)",
    Method.NO_COMMON_PLAN: "no plan serves both",
    Method.BOUNDS: "bounds so far",
}


def report(summaries: Sequence[TaskSummary]) -> str:
    """Return report.html for the tasks that are built.

    Parameters
    ----------
    summaries : sequence of TaskSummary
        In any order; the report has them by split, then by name.
    """
    ours = in_order(summaries)
    return render(
        "report.html.j2",
        tasks=[_task(task) for task in ours],
        in_paper=len(paper_tasks()),
        items=sum(len(task.items) for task in ours),
        roles={role.value: sum(item.role is role for task in ours for item in task.items) for role in Role},
        scatter=scatter(ours),
        splits=split_table(ours),
        by_task=task_table(ours, unbuilt=False),
        differing=deviations(ours),
        effects=effect_table(ours),
        effect_stacks=_effect_stacks(ours),
        kinds=kind_table(ours),
        certified=_certified_table(ours),
        status_stacks=_status_stacks(ours),
    )


def _effect_stacks(ours: Sequence[TaskSummary]) -> Stacks:
    """Return two bars for each split that has a built task: ours, and the paper's."""
    stated = paper_splits()
    counts: dict[str, list[int]] = {}
    for split in Split:
        effects = [item.effect for task in ours if task.split is split for item in task.items]
        if effects:
            counts[f"{split.value}, ours"] = [effects.count(effect) for effect in Effect]
            counts[f"{split.value}, paper"] = [stated[split].effects[effect] for effect in Effect]
    return stacks([effect.value for effect in Effect], counts)


def _status_stacks(ours: Sequence[TaskSummary]) -> Stacks:
    counts = {task.task: [_statuses(task)[status] for status in Status] for task in ours}
    return stacks([status.value for status in Status], counts)


def _statuses(task: TaskSummary) -> Counter[Status]:
    return Counter(label.status for item in task.items for label in item.labels)


def _certified_table(ours: Sequence[TaskSummary]) -> Table:
    """Return how well each task's labels are known, and by which methods."""
    used = {label.method for task in ours for item in task.items for label in item.labels}
    methods = [method for method in Method if method in used]
    heads = (*(status.value for status in Status), *(_method_words(method) for method in methods))
    rows = []
    for task in ours:
        by_method = Counter(label.method for item in task.items for label in item.labels)
        counts = [_statuses(task)[status] for status in Status] + [by_method[method] for method in methods]
        rows.append((task.task, *(str(count) for count in counts)))
    return Table(
        "How the labels are certified", (Column("Task"), *(Column(h, number=True) for h in heads)), tuple(rows)
    )


def _method_words(method: Method) -> str:
    return _METHODS.get(method, method.value.replace("_", " "))


def _task(task: TaskSummary) -> dict[str, Any]:
    full = ",".join(item.id for item in task.items)
    return {
        "name": task.task,
        "anchor": f"task-{quote(task.task, safe='')}",
        "folder": quote(task.task, safe=""),
        "split": task.split.value,
        "counts": _counts(task),
        "goal": "as small as possible" if task.sense is Sense.MIN else "as large as possible",
        "recorded": _optimum(task.optima.get("")),
        "today": _optimum(task.optima.get(full)),
        "bars": bars(task),
        "items": [_item(item) for item in task.twins_beside_originals],
        "verdicts": [_verdict(verdict, task) for verdict in task.needs_asking],
    }


def _counts(task: TaskSummary) -> str:
    shown = listed(role_counts(item.role for item in task.items))
    items = "1 hidden item" if len(task.items) == 1 else f"{len(task.items)} hidden items"
    return f"{items}: {shown}" if shown else items


def _optimum(optimum: Bracket | None) -> str:
    if optimum is None:
        return "not known"
    return f"{bracket_words(optimum)}, {optimum.status.value}"


def _item(item: ItemSummary) -> dict[str, Any]:
    labels = [
        {"regret": regret_text(label.regret), "status": label.status.value, "method": _method_words(label.method)}
        for label in item.labels
    ]
    return {
        "id": item.id,
        "file": quote(item.id, safe=""),
        "role": item.role.value,
        "role_words": role_words(item.role, item.twin_of),
        "kind": item.kind.value.replace("_", " "),
        "effect": item.effect.value,
        "standalone": labels[0],
        "conditional": labels[1],
    }


def _verdict(verdict: VerdictSummary, task: TaskSummary) -> dict[str, Any]:
    missed = [item for item in task.items if item.id not in verdict.known]
    # Where one item is missing its conditional regret is the bound, and an exact number; labels.json rounds the other.
    exact = missed[0].conditional.regret.lower if len(missed) == 1 else Fraction(0)
    return {
        "known": _known_words(verdict.known, [item.id for item in task.items]),
        "loss": _least_loss(verdict.loss, exact),
        "holds": verdict.holds,
    }


def _known_words(known: Sequence[str], hidden: Sequence[str]) -> str:
    missed = [name for name in hidden if name not in known]
    if not known:
        return "nothing"
    if not missed:
        return "everything"
    return f"everything but {listed(missed, 'or')}" if len(missed) < len(known) else f"only {listed(known)}"


def _least_loss(loss: Bracket, exact: Fraction) -> str:
    if loss.is_exact:
        return regret_text(loss)
    if exact >= loss.lower > 0:
        return f"at least {regret_text(Bracket(exact, exact))}"
    return f"at least {percent_text(loss.lower, ROUND_FLOOR)}"
