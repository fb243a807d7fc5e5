"""card.md: one task on one page, for people. Proved values only: no plan, so the same bytes from every back end."""

from __future__ import annotations

from typing import Any

from ask2decide.emit.certificates import verdict_name
from ask2decide.emit.changes import Change, changes, value_words
from ask2decide.emit.explain import label_words, optimum_words, verdict_words
from ask2decide.emit.findings import Findings, ItemFindings
from ask2decide.emit.render import render
from ask2decide.emit.roles import Role, role_counts, role_words, twins_beside_originals
from ask2decide.emit.words import listed
from ask2decide.family import Column
from ask2decide.labels.text import regret_text
from ask2decide.spec import Task

_OVERVIEW = (
    Column("Item"),
    Column("What the operator knows"),
    Column("Kind"),
    Column("Effect"),
    Column("Role"),
    Column("Standalone", number=True),
    Column("Conditional", number=True),
)
_CHANGES = (
    Column("What"),
    Column("Of"),
    Column("On record", number=True),
    Column("Today", number=True),
    Column("Unit"),
)

LONGEST_ARGUMENT = 30
"""Characters of an argument of the base up to which a card shows it."""


def card(findings: Findings) -> str:
    """Return the task card."""
    task = findings.task
    ordered = twins_beside_originals(findings.items, lambda found: (found.item.id, found.item.twin_of))
    records = findings.family.parse(findings.base_data)
    name, unit = findings.family.value_name(records)
    return render(
        "card.md.j2",
        task=task.name,
        brief=task.brief,
        facts=_facts(findings, f"{name} ({unit})" if unit else name),
        today=optimum_words(findings.optima[findings.today].cost, findings, findings.today),
        recorded=optimum_words(findings.optima[""].cost, findings, ""),
        columns=_OVERVIEW,
        overview=[_overview_row(found) for found in ordered],
        items=[_item(findings, found) for found in ordered],
        open_twins=any(_is_open_twin(found) for found in ordered),
        needs_asking=[
            {"text": verdict_words(survival, findings), "file": verdict_name(survival.known, number)}
            for number, survival in enumerate(findings.needs_asking)
        ],
    )


def base_words(task: Task) -> str:
    """Return where the base instance comes from."""
    if task.base.instance is None:
        return "the author's own records"
    # Names and explanations that a task gives its base stand in the knowledge base.
    plain = {key: value for key, value in task.base.arguments.items() if len(str(value)) <= LONGEST_ARGUMENT}
    arguments = "; ".join(f"{key} {value_words(value)}" for key, value in plain.items())
    return f"{task.base.instance} ({arguments})" if arguments else task.base.instance


def _facts(findings: Findings, value: str) -> list[tuple[str, str]]:
    small = "as small as possible" if findings.sense.value == "min" else "as large as possible"
    counts = ", ".join(role_counts(found.role for found in findings.items))
    return [
        ("Split", findings.task.split.value),
        ("Family", findings.task.family),
        ("Base instance", base_words(findings.task)),
        ("Goal", f"{value}, {small}"),
        ("Hidden items", f"{len(findings.items)}: {counts}" if counts else "0"),
    ]


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _is_open_twin(found: ItemFindings) -> bool:
    return found.role is Role.TWIN and any(label.regret.upper > 0 for label in (found.standalone, found.conditional))


def _overview_row(found: ItemFindings) -> tuple[str, ...]:
    return (
        found.item.id,
        found.item.note,
        _spoken(found.item.kind.value),
        found.effect.value,
        role_words(found.role, found.item.twin_of),
        regret_text(found.standalone.regret),
        regret_text(found.conditional.regret),
    )


def _item(findings: Findings, found: ItemFindings) -> dict[str, Any]:
    changed = changes(found.item, findings.family, findings.base_data)
    also = any(change.otherwise for change in changed)
    return {
        "id": found.item.id,
        "role": role_words(found.role, found.item.twin_of),
        "note": found.item.note,
        "kind": _spoken(found.item.kind.value),
        "effect": found.effect.value,
        "about": listed(findings.family.object_name(name, findings.base_data) for name in found.item.about),
        "columns": (*_CHANGES, *((Column("Or perhaps", number=True),) if also else ())),
        "changes": [_change_row(change, also) for change in changed],
        "standalone": label_words(found.standalone, findings),
        "conditional": label_words(found.conditional, findings),
    }


def _change_row(change: Change, also: bool) -> tuple[str, ...]:
    row = (change.meaning, change.objects, change.before, change.after, change.unit)
    return (*row, change.otherwise) if also else row
