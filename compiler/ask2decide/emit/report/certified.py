"""What is exact, proved and open, by which certificates, and which solves that took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.emit.read_package import ReadPackage
from ask2decide.emit.report.anchors import certificate_path, item_anchor, task_anchor
from ask2decide.emit.summary import TaskSummary
from ask2decide.family import Column, Table
from ask2decide.labels import Method, Status
from ask2decide.labels.text import regret_text

_METHODS = {
    Method.WITNESS: "one plan is optimal both ways",
    Method.TWO_OPTIMA: "gap between the optima",
    Method.MINIMAX: "best compromise (Eq. 3)",
    Method.NO_COMMON_PLAN: "no plan serves both",
    Method.BOUNDS: "bounds so far",
}


@dataclass(frozen=True)
class Undecided:
    """A label that is not exact."""

    task: str
    task_anchor: str
    item: str
    anchor: str
    side: str
    regret: str
    status: str
    positive: str
    certificate: str


def method_words(method: Method) -> str:
    """Return how a label is certified, in a few words."""
    return _METHODS.get(method, method.value.replace("_", " "))


def status_counts(task: TaskSummary) -> Counter[Status]:
    """Return how many labels of a task are how well known."""
    return Counter(label.status for item in task.items for label in item.labels)


def certified_table(ours: Sequence[TaskSummary]) -> Table:
    """Return how well each task's labels are known, and by which methods."""
    used = {label.method for task in ours for item in task.items for label in item.labels}
    methods = [method for method in Method if method in used]
    heads = (*(status.value for status in Status), *(method_words(method) for method in methods))
    rows = []
    for task in ours:
        by_method = Counter(label.method for item in task.items for label in item.labels)
        counts = [status_counts(task)[status] for status in Status] + [by_method[method] for method in methods]
        rows.append((task.task, *(str(count) for count in counts)))
    return Table("How the labels are certified", (Column("Task"), *_numbers(*heads)), (*rows, *_total(rows)))


def optima_table(ours: Sequence[TaskSummary]) -> Table:
    """Return how well each task's optima are known, and how many verdicts of its need to ask are proved."""
    rows = []
    for task in ours:
        known = Counter(None if optimum is None else optimum.status for optimum in task.optima.values())
        holds = sum(verdict.holds for verdict in task.needs_asking)
        counts = (*(known[status] for status in Status), known[None], holds, len(task.needs_asking) - holds)
        rows.append((task.task, *(str(count) for count in counts)))
    heads = (*(f"{status.value} optima" for status in Status), "unknown optima", "needs asking, proved", "not proved")
    return Table("Optima, and the need to ask", (Column("Task"), *_numbers(*heads)), (*rows, *_total(rows)))


def undecided(ours: Sequence[TaskSummary]) -> list[Undecided]:
    """Return every label that is not exact, with what its interval already proves."""
    return [
        Undecided(
            task=task.task,
            task_anchor=task_anchor(task.task),
            item=item.id,
            anchor=item_anchor(task.task, item.id),
            side=side,
            regret=regret_text(label.regret),
            status=label.status.value,
            positive="yes" if label.regret.lower > 0 else "not yet",
            certificate=certificate_path(task.task, item.id, side),
        )
        for task in ours
        for item in task.items
        for side, label in zip(("standalone", "conditional"), item.labels, strict=True)
        if label.status is not Status.EXACT
    ]


def solve_table(packages: Sequence[ReadPackage]) -> Table:
    """Return the stored solves of each task: how they ended, and whose they are."""
    rows = []
    for package in packages:
        solves = package.solves
        exact = sum(solve.outcome == "optimal" and solve.exact for solve in solves)
        optimal = sum(solve.outcome == "optimal" for solve in solves)
        infeasible = sum(solve.outcome == "infeasible" for solve in solves)
        counts = (len(solves), exact, optimal - exact, infeasible, len(solves) - optimal - infeasible)
        rows.append((package.summary.task, *(str(count) for count in counts)))
    heads = ("solves", "optimal in exact numbers", "optimal in floating point", "infeasible", "stopped at a limit")
    total = _total(rows)
    whose = [", ".join(sorted({solve.back_end for solve in package.solves})) for package in packages]
    shown = [(*row, back_ends) for row, back_ends in zip(rows, whose, strict=True)]
    return Table(
        "Stored solves",
        (Column("Task"), *_numbers(*heads), Column("back ends")),
        (*shown, *((*row, "") for row in total)),
    )


def _numbers(*heads: str) -> list[Column]:
    return [Column(head, number=True) for head in heads]


def _total(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the row of sums, for a table that has rows."""
    if not rows:
        return []
    return [("All", *(str(sum(int(count) for count in column)) for column in list(zip(*rows, strict=True))[1:]))]
