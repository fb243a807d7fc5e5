"""inventory.md: the suite's tables in the form of the paper's Tables 3 and 10, with its counts beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

from ask2decide.emit.paper import PaperTask, paper_splits, paper_tasks
from ask2decide.emit.render import render
from ask2decide.emit.summary import TaskSummary
from ask2decide.family import Column, Effect
from ask2decide.labels import Bracket
from ask2decide.spec import Kind, Split

_COUNTS = ("Tasks", "Items", "Rel.", "Twins")
PAPER = "paper"


def inventory(summaries: Sequence[TaskSummary]) -> str:
    """Return inventory.md for the tasks that are built; tasks of the paper that are not stay blank on our side.

    An item counts as relevant when its conditional regret is proved positive (the lower end of an interval), as in
    the paper.
    """
    ours = sorted(summaries, key=lambda task: (list(Split).index(task.split), task.task))
    return render(
        "inventory.md.j2",
        built=len(ours),
        in_paper=len(paper_tasks()),
        split_columns=_split_columns(),
        splits=_split_rows(ours),
        task_columns=_task_columns(),
        tasks=_task_rows(ours),
        differing=[line for line in (_deviation(task) for task in ours) if line],
        effect_columns=_effect_columns(),
        effects=_effect_rows(ours),
        kind_columns=(Column("Kind"), *(Column(split.value, number=True) for split in Split), _number("All")),
        kinds=_kind_rows(ours),
    )


def _largest(tasks: Sequence[TaskSummary]) -> Bracket:
    """Return the bracket of the largest conditional regret of some tasks."""
    largest = [task.largest for task in tasks]
    return Bracket(max(regret.lower for regret in largest), max(regret.upper for regret in largest))


def _number(name: str) -> Column:
    return Column(name, number=True)


def _regret_words(regret: Bracket) -> str:
    """Return the upper end in three decimals, with the paper's dagger where it is the end of an interval."""
    exact = regret.lower == regret.upper
    with localcontext() as context:
        context.prec = 60
        context.rounding = ROUND_HALF_EVEN if exact else ROUND_CEILING
        value = Decimal(regret.upper.numerator) / Decimal(regret.upper.denominator)
        shown = value.quantize(Decimal("0.001"))
    return f"{shown}" if exact else f"{shown}†"


def _split_columns() -> tuple[Column, ...]:
    paired = [_number(head) for name in _COUNTS for head in (name, PAPER)]
    return (Column("Split"), *paired, _number("Max conditional"), _number(PAPER))


def _split_rows(ours: Sequence[TaskSummary]) -> list[tuple[str, ...]]:
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
    return [*rows, _split_row("All", ours, paper_tasks(), most)]


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


def _task_columns() -> tuple[Column, ...]:
    paired = [_number(head) for name in ("Items", "Cond. rel.", "Controls") for head in (name, PAPER)]
    return (Column("Task"), Column("Split"), *paired, _number("Max conditional"))


def _task_rows(ours: Sequence[TaskSummary]) -> list[tuple[str, ...]]:
    """Return the paper's tasks in its order, then ours that it does not have."""
    built = {task.task: task for task in ours}
    rows = [_task_row(task.task, task.split, built.get(task.task), task) for task in paper_tasks()]
    known = {task.task for task in paper_tasks()}
    return rows + [_task_row(task.task, task.split, task, None) for task in ours if task.task not in known]


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


def _effect_columns() -> tuple[Column, ...]:
    return (Column("Split"), *(_number(head) for effect in Effect for head in (effect.value, PAPER)))


def _effect_rows(ours: Sequence[TaskSummary]) -> list[tuple[str, ...]]:
    stated = paper_splits()
    rows: list[tuple[str, ...]] = []
    for name, splits in [*((split.value, (split,)) for split in Split), ("All", tuple(Split))]:
        effects = [item.effect for task in ours if task.split in splits for item in task.items]
        pairs = (
            (effects.count(effect) if effects else "", sum(stated[split].effects[effect] for split in splits))
            for effect in Effect
        )
        rows.append((name, *(str(count) for pair in pairs for count in pair)))
    return rows


def _kind_rows(ours: Sequence[TaskSummary]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for kind in Kind:
        splits = [task.split for task in ours for item in task.items if item.kind is kind]
        counts = [splits.count(split) for split in Split]
        rows.append((kind.value.replace("_", " "), *(str(count) for count in (*counts, sum(counts)))))
    return rows
