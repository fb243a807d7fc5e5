"""Which explanations the report holds itself, so that it does not grow without bound with the suite."""

from __future__ import annotations

from collections.abc import Sequence

from ask2decide.emit.read_package import ReadPackage
from ask2decide.emit.roles import Role

ROOM = 1_600_000
"""Characters of explanations that the report holds; the others it leaves to the tasks' own pages."""


def shown_here(packages: Sequence[ReadPackage], room: int = ROOM) -> frozenset[tuple[str, str]]:
    """Return the items, as task and id, whose explanations the report holds: what fits, twins last.

    A twin's explanation is the least telling: one plan is best either way.
    """
    items = [(package, item) for package in packages for item in package.summary.items if package.explained]
    items.sort(key=lambda pair: pair[1].role is Role.TWIN)
    shown = set()
    for package, item in items:
        html = package.explained.explanations.get(item.id, "") if package.explained else ""
        room -= len(html)
        if html and room >= 0:
            shown.add((package.summary.task, item.id))
    return frozenset(shown)
