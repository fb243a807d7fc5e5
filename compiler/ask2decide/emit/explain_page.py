"""explain.html: one task's explanations with their pictures, and how the report takes its parts out again.

It shows plans, as the certificates do: of two optimal plans it shows the one that the stored solves hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ask2decide.emit.card import base_words
from ask2decide.emit.explain import optimum_words
from ask2decide.emit.explanation import explanation
from ask2decide.emit.explanation_html import explanation_html, explanation_style
from ask2decide.emit.findings import Findings
from ask2decide.emit.render import render
from ask2decide.errors import UsageError

FILE = "explain.html"

LEVEL = 3
"""Level of the first heading of an item's part, here and in the report."""

# Text that comes from data has its < escaped: it cannot look like one of these marks.
_PART = re.compile(
    r"<!-- part (?P<name>brief|facts|item (?P<item>[^ ]+)) -->\n(?P<html>.*?)<!-- end of part -->\n", re.DOTALL
)


def explain_page(findings: Findings) -> str:
    """Return explain.html."""
    ids = [found.item.id for found in findings.items]
    return render(
        "explain_page.html.j2",
        task=findings.task.name,
        brief=findings.task.brief,
        facts=_facts(findings),
        style=explanation_style(),
        items=[(name, explanation_html(explanation(findings, name), LEVEL)) for name in ids],
    )


@dataclass(frozen=True)
class Parts:
    """What an explain.html holds, as HTML: the brief, the facts, and by item why its labels are what they are."""

    brief: str
    facts: str
    explanations: Mapping[str, str]


def parts(page: str, where: str) -> Parts:
    """Return what an explain.html holds.

    Parameters
    ----------
    where : str
        Its path, for the message.

    Raises
    ------
    UsageError
        When the page was not written by this compiler.
    """
    found = list(_PART.finditer(page))
    plain = {part["name"]: part["html"] for part in found if part["item"] is None}
    if plain.keys() != {"brief", "facts"}:
        cause = f"{where} is damaged: its brief or its facts are missing."
        raise UsageError(cause, "build that task again, or remove its folder.")
    explanations = {part["item"]: part["html"] for part in found if part["item"] is not None}
    return Parts(plain["brief"].strip(), plain["facts"], explanations)


def _facts(findings: Findings) -> list[tuple[str, str]]:
    name, unit = findings.family.value_name(findings.family.parse(findings.base_data))
    small = "as small as possible" if findings.sense.value == "min" else "as large as possible"
    return [
        ("Goal", f"{name} ({unit}), {small}" if unit else f"{name}, {small}"),
        ("Family", findings.task.family),
        ("Base instance", base_words(findings.task)),
        ("Best by the records alone", optimum_words(findings.optima[""].cost, findings, "")),
        ("Best today", optimum_words(findings.optima[findings.today].cost, findings, findings.today)),
    ]
