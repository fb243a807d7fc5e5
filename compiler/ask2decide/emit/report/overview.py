"""The suite at a glance: key figures, every item in one table, what knowing the rest does to an item's worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.emit.paper import paper_tasks
from ask2decide.emit.report.anchors import item_anchor, task_anchor
from ask2decide.emit.roles import role_counts, role_words
from ask2decide.emit.summary import ItemSummary, TaskSummary
from ask2decide.emit.words import unbroken
from ask2decide.labels import Status
from ask2decide.labels.text import regret_range, regret_text

NOTHING, ONLY_THEN, ONLY_ALONE = (
    "worth nothing",
    "worth something only once the rest is known",
    "worth something only alone",
)
MORE, LESS, SAME, UNDECIDED = (
    "worth more once the rest is known",
    "worth more alone",
    "worth the same",
    "not decided yet",
)
_CHANGES = (MORE, ONLY_THEN, LESS, ONLY_ALONE, SAME, NOTHING, UNDECIDED)


@dataclass(frozen=True)
class Tile:
    """One key figure: a number, what it counts, and a line on what it is made of."""

    number: str
    name: str
    more: str


@dataclass(frozen=True)
class ItemRow:
    """One item in the table of all items."""

    task: str
    task_anchor: str
    item: str
    anchor: str
    role: str
    standalone: str
    conditional: str
    change: str


@dataclass(frozen=True)
class Example:
    """An item that shows a change most clearly, and its two regrets."""

    name: str
    anchor: str
    words: str


@dataclass(frozen=True)
class Change:
    """What knowing the rest does to an item's worth, and how many items show it."""

    name: str
    count: int
    examples: tuple[Example, ...]


def tiles(ours: Sequence[TaskSummary]) -> list[Tile]:
    """Return the key figures of the suite."""
    items = [item for task in ours for item in task.items]
    statuses = Counter(label.status for item in items for label in item.labels)
    verdicts = [verdict.holds for task in ours for verdict in task.needs_asking]
    return [
        Tile(
            str(len(ours)), "task built" if len(ours) == 1 else "tasks built", f"the paper lists {len(paper_tasks())}"
        ),
        Tile(
            str(len(items)),
            "hidden item" if len(items) == 1 else "hidden items",
            ", ".join(role_counts(item.role for item in items)),
        ),
        Tile(
            str(2 * len(items)),
            "certified labels",
            ", ".join(f"{statuses[status]} {status.value}" for status in Status if statuses[status]),
        ),
        Tile(
            f"{sum(verdicts)} of {len(verdicts)}",
            "proofs that asking is needed",
            "no plan made without it is optimal today",
        ),
    ]


def all_items(ours: Sequence[TaskSummary]) -> list[ItemRow]:
    """Return every item, those that are worth most once the rest is known first."""
    every = [(task, item) for task in ours for item in task.items]
    every.sort(key=lambda pair: (-pair[1].conditional.regret.lower, -pair[1].standalone.regret.lower))
    return [
        ItemRow(
            task=task.task,
            task_anchor=task_anchor(task.task),
            item=item.id,
            anchor=item_anchor(task.task, item.id),
            role=role_words(item.role, item.twin_of),
            standalone=regret_text(item.standalone.regret),
            conditional=regret_text(item.conditional.regret),
            change=change(item),
        )
        for task, item in every
    ]


def change(item: ItemSummary) -> str:
    """Return what knowing the rest does to an item's worth, as far as the proved bounds decide it."""
    alone, then = item.standalone.regret, item.conditional.regret
    if alone.upper == then.upper == 0:
        return NOTHING
    if then.lower > alone.upper:
        return ONLY_THEN if alone.upper == 0 else MORE
    if alone.lower > then.upper:
        return ONLY_ALONE if then.upper == 0 else LESS
    return SAME if alone.is_exact and alone == then else UNDECIDED


def changes(ours: Sequence[TaskSummary]) -> list[Change]:
    """Return for each such change how many items show it, and the most telling of them."""
    found: dict[str, list[tuple[TaskSummary, ItemSummary]]] = {}
    for task in ours:
        for item in task.items:
            found.setdefault(change(item), []).append((task, item))
    return [Change(name, len(found[name]), _examples(name, found[name])) for name in _CHANGES if name in found]


def _examples(name: str, items: Sequence[tuple[TaskSummary, ItemSummary]]) -> tuple[Example, ...]:
    if name in (NOTHING, SAME, UNDECIDED):
        return ()
    widest = sorted(items, key=lambda pair: -abs(pair[1].conditional.regret.lower - pair[1].standalone.regret.lower))
    return tuple(
        Example(
            name=f"{task.task} {item.id}",
            anchor=item_anchor(task.task, item.id),
            words=unbroken(
                f"{regret_range(item.standalone.regret)} alone, {regret_range(item.conditional.regret)} then"
            ),
        )
        for task, item in widest[:2]
    )
