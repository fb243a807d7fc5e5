"""Twins beside their originals: the two sentences, and where they differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from ask2decide.emit.read_package import ReadPackage
from ask2decide.emit.report.anchors import item_anchor, task_anchor
from ask2decide.emit.roles import Role
from ask2decide.emit.summary import ItemSummary
from ask2decide.emit.words import unbroken
from ask2decide.labels.text import regret_text

Segment = tuple[str, bool]
"""A stretch of a sentence, and whether the other sentence has something else there."""

_WORDS = re.compile(r"\d+(?:[.,:]\d+)*|\w+|\W+")


@dataclass(frozen=True)
class Half:
    """One item of a pair."""

    id: str
    anchor: str
    role: str
    segments: tuple[Segment, ...]
    standalone: str
    conditional: str


@dataclass(frozen=True)
class Pair:
    """An original and its twin."""

    task: str
    task_anchor: str
    original: Half
    twin: Half


def pairs(package: ReadPackage) -> Iterator[Pair]:
    """Return the twins of a task, each with its original, in the order of the originals."""
    task = package.summary
    items = {item.id: item for item in task.items}
    for twin in task.twins_beside_originals:
        if twin.role is Role.TWIN and twin.twin_of in items:
            original = items[twin.twin_of]
            ours, theirs = compared(package.notes[original.id], package.notes[twin.id])
            yield Pair(
                task.task, task_anchor(task.task), _half(task.task, original, ours), _half(task.task, twin, theirs)
            )


def compared(one: str, other: str) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Return two sentences cut where they begin or cease to differ, word by word.

    >>> compared("The saw is down.", "The sander is down.")[1]
    (('The ', False), ('sander', True), (' is down.', False))
    """
    first, second = _WORDS.findall(one), _WORDS.findall(other)
    codes = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    left = [("".join(first[a:b]), tag != "equal") for tag, a, b, _, _ in codes]
    right = [("".join(second[a:b]), tag != "equal") for tag, _, _, a, b in codes]
    return _joined(left), _joined(right)


def _joined(segments: list[Segment]) -> tuple[Segment, ...]:
    """Return the segments without empty ones, and with a mere space between two differences as part of them."""
    joined: list[Segment] = []
    for place, (text, differs) in enumerate(segments):
        gap = text.isspace() and 0 < place < len(segments) - 1 and segments[place - 1][1]
        if joined and joined[-1][1] == (differs or gap):
            joined[-1] = (joined[-1][0] + text, joined[-1][1])
        elif text:
            joined.append((text, differs or gap))
    return tuple(joined)


def _half(task: str, item: ItemSummary, segments: tuple[Segment, ...]) -> Half:
    return Half(
        id=item.id,
        anchor=item_anchor(task, item.id),
        role=item.role.value,
        segments=segments,
        standalone=unbroken(regret_text(item.standalone.regret)),
        conditional=unbroken(regret_text(item.conditional.regret)),
    )
