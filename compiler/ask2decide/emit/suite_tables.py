"""The suite's tables in the form of the paper's Tables 3 and 10, with its counts beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

from ask2decide.emit.paper import PaperTask, paper_splits, paper_tasks
from ask2decide.emit.summary import TaskSummary
from ask2decide.family import Column, Effect, Table
from ask2decide.labels import Bracket
from ask2decide.spec import Kind, Split

PAPER = "paper"
"""Head of a column that holds the paper's count of what the column before it counts of ours."""

_COUNTS = ("Tasks", "Items", "Rel.", "Twins")


def in_order(summaries: Sequence[TaskSummary]) -> list[TaskSummary]:
    """Return the tasks by split, then by name."""
    return sorted(summaries, key=split_and_name)


def split_and_name(task: TaskSummary) -> tuple[int, str]:
    """Return what tasks are put in order by."""
    return list(Split).index(task.split), task.task


def split_table(ours: Sequence[TaskSummary]) -> Table:
    """Return the counts by split: the paper's Table 3."""
    stated = paper_splits()
    rows = [
        _split_row(
            split.value,
            [task for task in ours if task.split is split],
            [task for task in paper_tasks() if task.split is split],
            stated[split].largest,
        )
        for split in Split
    ]
    most = max((entry.largest for entry in stated.values()), key=lambda text: Fraction(text.rstrip("†")))
    paired = [_number(head) for name in _COUNTS for head in (name, PAPER)]
    columns = (Column("Split"), *paired, _number("Max conditional"), _number(PAPER))
    return Table("By split", columns, (*rows, _split_row("All", ours, paper_tasks(), most)))


def task_table(ours: Sequence[TaskSummary], unbuilt: bool = True) -> Table:
    """Return the counts by task, the paper's Table 10: its tasks in its order, then ours that it does not have.

    Parameters
    ----------
    unbuilt : bool
        Whether tasks that only the paper has get a row, blank on our side.
    """
    built = {task.task: task for task in ours}
    theirs = [task for task in paper_tasks() if unbuilt or task.task in built]
    rows = [_task_row(task.task, task.split, built.get(task.task), task) for task in theirs]
    known = {task.task for task in paper_tasks()}
    rows += [_task_row(task.task, task.split, task, None) for task in ours if task.task not in known]
    paired = [_number(head) for name in ("Items", "Cond. rel.", "Controls") for head in (name, PAPER)]
    return Table("By task", (Column("Task"), Column("Split"), *paired, _number("Max conditional")), tuple(rows))


def effect_table(ours: Sequence[TaskSummary]) -> Table:
    """Return how many items have which effect, by split."""
    stated = paper_splits()
    rows: list[tuple[str, ...]] = []
    for name, splits in [*((split.value, (split,)) for split in Split), ("All", tuple(Split))]:
        effects = [item.effect for task in ours if task.split in splits for item in task.items]
        pairs = (
            (effects.count(effect) if effects else "", sum(stated[split].effects[effect] for split in splits))
            for effect in Effect
        )
        rows.append((name, *(str(count) for pair in pairs for count in pair)))
    columns = (Column("Split"), *(_number(head) for effect in Effect for head in (effect.value, PAPER)))
    return Table("Effects of the hidden items", columns, tuple(rows))


def kind_table(ours: Sequence[TaskSummary]) -> Table:
    """Return how many items are of which kind, by split; the paper does not count them."""
    rows: list[tuple[str, ...]] = []
    for kind in Kind:
        splits = [task.split for task in ours for item in task.items if item.kind is kind]
        counts = [splits.count(split) for split in Split]
        rows.append((kind.value.replace("_", " "), *(str(count) for count in (*counts, sum(counts)))))
    columns = (Column("Kind"), *(_number(split.value) for split in Split), _number("All"))
    return Table("Kinds of the hidden items", columns, tuple(rows))


def deviations(ours: Sequence[TaskSummary]) -> list[str]:
    """Return a sentence for each built task whose counts are not the paper's."""
    return [line for line in (_deviation(task) for task in ours) if line]


def _number(name: str) -> Column:
    return Column(name, number=True)


def _largest(tasks: Sequence[TaskSummary]) -> Bracket:
    """Return the bracket of the largest conditional regret of some tasks."""
    largest = [task.largest for task in tasks]
    return Bracket(max(regret.lower for regret in largest), max(regret.upper for regret in largest))


def _regret_words(regret: Bracket) -> str:
    """Return the upper end in three decimals, with the paper's dagger where it is the end of an interval."""
    exact = regret.is_exact
    with localcontext() as context:
        context.prec = 60
        context.rounding = ROUND_HALF_EVEN if exact else ROUND_CEILING
        value = Decimal(regret.upper.numerator) / Decimal(regret.upper.denominator)
        shown = value.quantize(Decimal("0.001"))
    return f"{shown}" if exact else f"{shown}†"


def _split_row(name: str, ours: Sequence[TaskSummary], theirs: Sequence[PaperTask], stated: str) -> tuple[str, ...]:
    paper = [
        sum(task.items for task in theirs),
        sum(task.relevant for task in theirs),
        sum(task.twins for task in theirs),
    ]
    built = [
        sum(len(task.items) for task in ours),
        sum(task.relevant for task in ours),
        sum(task.twins for task in ours),
    ]
    shown = [str(count) if ours else "" for count in built]
    pairs = [(str(len(ours)), len(theirs)), *zip(shown, paper, strict=True)]
    largest = _regret_words(_largest(ours)) if ours else ""
    return (name, *(str(count) for pair in pairs for count in pair), largest, stated)


def _task_row(name: str, split: Split, our: TaskSummary | None, their: PaperTask | None) -> tuple[str, ...]:
    left = (len(our.items), our.relevant, our.twins) if our else ("", "", "")
    right = (their.items, their.relevant, their.twins) if their else ("", "", "")
    counts = [str(count) for pair in zip(left, right, strict=True) for count in pair]
    return (name, (our.split if our else split).value, *counts, _regret_words(our.largest) if our else "")


def _deviation(our: TaskSummary) -> str:
    """Return a sentence where a built task's counts are not the paper's, else nothing."""
    their = next((task for task in paper_tasks() if task.task == our.task), None)
    if their is None:
        return f"{our.task} is not one of the paper's tasks."
    wrong = [
        f"{mine} {what} instead of {stated}"
        for what, mine, stated in (
            ("items", len(our.items), their.items),
            ("relevant", our.relevant, their.relevant),
            ("controls", our.twins, their.twins),
        )
        if mine != stated
    ]
    if our.split is not their.split:
        wrong.append(f"split {our.split.value} instead of {their.split.value}")
    return f"{our.task} has {', '.join(wrong)}." if wrong else ""
