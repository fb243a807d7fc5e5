"""Names within a task.yaml: ids that collide, twins of nothing, expectations and orders of items that are not there.

Works on the file as read, so that these mistakes are found beside those of its form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ask2decide.errors import Diagnostic, did_you_mean
from ask2decide.spec.document import Document, Route

TWIN_SUFFIX = "_twin"


def twin_id(original: str) -> str:
    """Return the id that ``twin: auto`` gives: one place, used by checks, lock and twin pass alike."""
    return original + TWIN_SUFFIX


@dataclass(frozen=True)
class _Entry:
    """A hidden item as far as its names go."""

    id: str
    position: int
    raw: dict[str, Any]

    @property
    def route(self) -> Route:
        return ("hidden", self.position)

    @property
    def wants_twin(self) -> bool:
        return self.raw.get("twin") == "auto"


def reference_diagnostics(document: Document, folder_name: str) -> list[Diagnostic]:
    """Return every mistake in how a task's parts name one another."""
    entries = list(_entries(document.data))
    return [
        *_folder(document, folder_name),
        *_collisions(document, entries),
        *_twins(document, entries),
        *_expectations(document, entries),
        *_orders(document, entries),
    ]


def _entries(data: dict[str, Any]) -> Iterator[_Entry]:
    hidden = data.get("hidden")
    for position, raw in enumerate(hidden if isinstance(hidden, list) else []):
        if isinstance(raw, dict) and isinstance(raw.get("id"), str):
            yield _Entry(raw["id"], position, raw)


def _folder(document: Document, folder_name: str) -> Iterator[Diagnostic]:
    name = document.data.get("task")
    if isinstance(name, str) and name != folder_name:
        cause = f"the task is called {name!r}, but its folder {folder_name!r}."
        yield Diagnostic(document.place(("task",)), cause, f"write 'task: {folder_name}', or rename the folder.")


def _collisions(document: Document, entries: list[_Entry]) -> Iterator[Diagnostic]:
    first: dict[str, _Entry] = {}
    for entry in entries:
        place = document.place((*entry.route, "id"))
        if entry.id in first:
            line = document.place((*first[entry.id].route, "id")).line
            yield Diagnostic(place, f"the id {entry.id!r} already stands in line {line}.", "give the item another id.")
        first.setdefault(entry.id, entry)
    for entry in entries:
        taken = first.get(twin_id(entry.id))
        if entry.wants_twin and taken is not None:
            cause = f"the id {taken.id!r} is the one that twin: auto gives to the twin of {entry.id!r}."
            yield Diagnostic(document.place((*taken.route, "id")), cause, "give this item another id.")


def _twins(document: Document, entries: list[_Entry]) -> Iterator[Diagnostic]:
    by_id = {entry.id: entry for entry in entries}
    for entry in entries:
        original = entry.raw.get("twin_of")
        if not isinstance(original, str):
            continue
        complaint = _twin_complaint(entry, original, by_id)
        if complaint is not None:
            yield Diagnostic(document.place((*entry.route, "twin_of")), *complaint)


def _twin_complaint(entry: _Entry, original: str, by_id: dict[str, _Entry]) -> tuple[str, str] | None:
    if original == entry.id:
        return f"{original!r} is made a twin of itself.", "name the relevant item that it resembles."
    others = [name for name, other in by_id.items() if name != entry.id and "twin_of" not in other.raw]
    if original not in by_id:
        return f"twin of nothing: there is no item {original!r}.", did_you_mean(original, others, "items")
    other = by_id[original].raw
    if "twin_of" in other:
        return f"{original!r} is itself a twin.", f"name its original, {other['twin_of']!r}."
    if entry.wants_twin:
        return "an item with twin_of also asks for a twin of its own.", "keep one of twin and twin_of."
    for key, meaning in (("kind", "kind"), ("use", "template")):
        mine, theirs = entry.raw.get(key), other.get(key)
        if isinstance(mine, str) and isinstance(theirs, str) and mine != theirs:
            return f"a twin has its original's {meaning}, {theirs!r}, and not {mine!r}.", f"write '{key}: {theirs}'."
    return None


def _expectations(document: Document, entries: list[_Entry]) -> Iterator[Diagnostic]:
    expect = document.data.get("expect")
    known = [entry.id for entry in entries] + [twin_id(entry.id) for entry in entries if entry.wants_twin]
    for name in expect if isinstance(expect, dict) else ():
        if name not in known:
            yield Diagnostic(
                document.place(("expect", name)), f"there is no item {name!r}.", did_you_mean(name, known, "items")
            )


def _orders(document: Document, entries: list[_Entry]) -> Iterator[Diagnostic]:
    known = [entry.id for entry in entries]
    before: dict[str, list[str]] = {}
    for entry in entries:
        after = entry.raw.get("after")
        names = [name for name in after if isinstance(name, str)] if isinstance(after, list) else []
        before[entry.id] = names
        for index, name in enumerate(names):
            if name not in known:
                fix = did_you_mean(name, [other for other in known if other != entry.id], "items")
                yield Diagnostic(document.place((*entry.route, "after", index)), f"after names no item: {name!r}.", fix)
    for entry in entries:
        cycle = _cycle(entry.id, before)
        if cycle is not None and entry.id == min(cycle):
            shown = " after ".join([*cycle, cycle[0]])
            yield Diagnostic(
                document.place((*entry.route, "after")), f"a cycle: {shown}.", "delete one of these orders."
            )


def _cycle(start: str, before: dict[str, list[str]]) -> list[str] | None:
    """Return a cycle of `after` through `start`, depth first, or None."""
    trail, stack, seen = [start], [iter(before.get(start, []))], {start}
    while stack:
        name = next(stack[-1], None)
        if name is None:
            stack.pop()
            trail.pop()
        elif name == start:
            return trail
        elif name not in seen:
            seen.add(name)
            trail.append(name)
            stack.append(iter(before.get(name, [])))
    return None
