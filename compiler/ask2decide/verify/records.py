"""What stands around the labels: roles, effects, kinds, today's true records, an agent's folder without notes."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from ask2decide.exact import canonical_json
from ask2decide.family import Effect
from ask2decide.verify.evidence import Package
from ask2decide.verify.files import ITEMS, KNOWLEDGE_BASE, LABELS, NOTES, PROBLEM, NotesFile, ProblemFile, damaged
from ask2decide.verify.findings import shown

AGENT_FILES = ("brief.md", "knowledge_base.json", "knowledge_base.md", "plan.schema.json")
FEWEST_WORDS = 6
"""A sentence of a note with fewer words may stand in the agent's folder by chance."""

_EFFECTS = (Effect.OBJECTIVE, Effect.AVAILABILITY, Effect.CONSTRAINT, Effect.VALUE)
"""Of several effects the first here names the item."""


def check_records(package: Package, problem: ProblemFile, notes: NotesFile) -> None:
    """Check everything of a package that is not a number of a label."""
    found, labels, items = package.found, package.labels, list(package.problems.items)
    found.same("the task", labels.task, f"{LABELS} task", problem.task, f"{PROBLEM} task")
    found.same("the task", notes.task, f"{NOTES} task", problem.task, f"{PROBLEM} task")
    found.same("the sense", labels.sense, f"{LABELS} sense", problem.sense, f"{PROBLEM} sense")
    found.same("the items", list(labels.items), f"{LABELS} items", items, f"{ITEMS} items")
    found.same("the items", [note.id for note in notes.notes], f"{NOTES} notes", items, f"{ITEMS} items")
    for name in labels.items:
        if name in package.problems.items:
            _check_item(name, package, notes)
    _check_problems(package)
    _check_true_records(package, problem)
    _check_agent_folder(package, notes)


def _check_item(name: str, package: Package, notes: NotesFile) -> None:
    found, entry, source = package.found, package.labels.items[name], f"{LABELS} items.{name}"
    effects = package.problems.effects(name)
    effect = next((effect for effect in _EFFECTS if effect in effects), Effect.NONE)
    found.same(f"the effect of {name}", entry.effect, f"{source}.effect", effect.value, f"{ITEMS} items.{name}.patch")
    kinds = [note.kind for note in notes.notes if note.id == name]
    found.same(f"the kind of {name}", [entry.kind], f"{source}.kind", kinds, f"{NOTES} notes")
    positive = entry.standalone.lower > 0 or entry.conditional.lower > 0
    role = "twin" if entry.twin_of is not None else "relevant" if positive else "other"
    found.same(f"the role of {name}", entry.role, f"{source}.role", role, f"{source}.twin_of and its regrets")
    if entry.twin_of is not None:
        _check_twin(name, entry.twin_of, package)


def _check_twin(name: str, original: str, package: Package) -> None:
    found, labels, source = package.found, package.labels, f"{LABELS} items.{name}"
    first = labels.items.get(original)
    if first is None or first.role == "twin" or original == name:
        found.differ(f"the original of {name}", original, f"{source}.twin_of", "no such original", f"{LABELS} items")
        return
    entry = labels.items[name]
    found.same(f"the kind of {name}", entry.kind, f"{source}.kind", first.kind, f"{LABELS} items.{original}.kind")
    # In the split of open problems nothing can be witnessed as optimal: a twin's regret may be an interval from 0.
    end = "lower" if labels.split == "frontier-B" else "upper"
    for side, regret in (("standalone", entry.standalone), ("conditional", entry.conditional)):
        worth = getattr(regret, end)
        if worth != 0:
            what = f"the {side} regret of {name}"
            found.differ(what, worth, f"{source}.{side}.{end}", "0", f"{source}.role, which is twin")


def _check_problems(package: Package) -> None:
    """Require that labels.json lists the optimum of every problem that a label or verdict compares, and no other."""
    needed = {
        key
        for name in package.problems.items
        for conditional in (False, True)
        for key in package.problems.compared(name, conditional)
    }
    needed |= {package.problems.key(verdict.known) for verdict in package.labels.needs_asking}
    listed = set(package.labels.optima)
    for key in sorted(needed - listed):
        package.found.differ(
            f"the optimum of {{{key}}}", "missing", f"{LABELS} optima", "needed", "the labels and verdicts"
        )
    for key in sorted(listed - needed):
        package.found.differ(
            f"the optimum of {{{key}}}", "listed", f"{LABELS} optima", "used by nothing", "the labels and verdicts"
        )


def _check_true_records(package: Package, problem: ProblemFile) -> None:
    """Require that the knowledge base with every item's patch is today's true problem."""
    today = package.problems.key(list(package.problems.items))
    if package.problems.content(today) == canonical_json(problem.data):
        return
    pointer, made, true = next(_differences(package.problems.data(today), problem.data, ""), ("", "", ""))
    by = f"{KNOWLEDGE_BASE} with the patches of {ITEMS}"
    package.found.differ(f"today's true record {pointer or '/'}", true, f"{PROBLEM} data{pointer}", made, by)


_ABSENT = object()


def _differences(first: Any, second: Any, pointer: str) -> Any:
    """Yield the places where two records differ, with what stands there."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in {**first, **second}:
            yield from _differences(first.get(key, _ABSENT), second.get(key, _ABSENT), f"{pointer}/{key}")
    elif first is _ABSENT or second is _ABSENT or canonical_json(first) != canonical_json(second):
        yield pointer, _value(first), _value(second)


def _value(value: Any) -> str:
    return "absent" if value is _ABSENT else shown(value)[:80]


def _check_agent_folder(package: Package, notes: NotesFile) -> None:
    """Everything the agent needs is there, and no sentence of a note."""
    folder: Path = package.problems.folder / "agent"
    for name in AGENT_FILES:
        if not (folder / name).is_file():
            package.found.differ(f"agent/{name}", "missing", "agent/", "needed", "the contract of a package")
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        try:
            text = _plain(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise damaged(path, str(error)) from None
        for note in notes.notes:
            for sentence in _sentences(note.note):
                if _plain(sentence) in text:
                    where = f"agent/{path.relative_to(folder).as_posix()}"
                    what = f"the sentence “{sentence}” of {note.id}"
                    package.found.differ(what, "shown to the agent", where, "hidden", f"{NOTES} notes")


def _sentences(note: str) -> set[str]:
    """Return the note, and each of its sentences that is long enough not to recur by chance."""
    parts = {part for part in re.split(r"(?<=[.!?;:])\s+", note) if len(part.split()) >= FEWEST_WORDS}
    return {note.strip(), *parts} - {""}


def _plain(text: str) -> str:
    """Return text in lower case with Markdown's escapes and line breaks undone."""
    return " ".join(html.unescape(re.sub(r"\\([^\w\s])", r"\1", text)).replace("> ", " ").lower().split())
