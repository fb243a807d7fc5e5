"""Where the report's links lead: ids of its parts, and paths of the packages' files beside it."""

from __future__ import annotations

from urllib.parse import quote


def task_anchor(task: str) -> str:
    """Return the id of a task's part.

    >>> task_anchor("x_gap")
    'task-x_gap'
    """
    return f"task-{quote(task, safe='')}"


def item_anchor(task: str, item: str) -> str:
    """Return the id of an item's part.

    >>> item_anchor("x_gap", "H1")
    'item-x_gap.H1'
    """
    return f"item-{quote(task, safe='')}.{quote(item, safe='')}"


def certificate_path(task: str, item: str, side: str) -> str:
    """Return the path of a label's certificate, as seen from the report.

    >>> certificate_path("x_gap", "H1", "standalone")
    'x_gap/certificates/H1.standalone.json'
    """
    return f"{quote(task, safe='')}/certificates/{quote(item, safe='')}.{side}.json"


def explanation_path(task: str, item: str) -> str:
    """Return the path of an item's explanation on its task's own page, as seen from the report.

    >>> explanation_path("x_gap", "H1")
    'x_gap/explain.html#item-H1'
    """
    return f"{quote(task, safe='')}/explain.html#item-{quote(item, safe='')}"
