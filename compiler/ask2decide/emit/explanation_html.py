"""An explanation as HTML: a fragment for any page, and a whole page that needs nothing else. No scripts.

Every class begins with ``a2d-``; colours are CSS variables of ``.a2d-explanation``, one set for light and one for dark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ask2decide.emit.explanation import Explanation, Side
from ask2decide.emit.pictures.drawings import pictures, reference_of
from ask2decide.emit.render import render

_MARKS = {
    "routes": "Thick lines: driven otherwise than in “{}”. A ring: what the item is about.",
    "schedule": "Thick frames: at another time than in “{}”. Underlined or red: what the item is about.",
    "amounts": "Thick frames: not there in “{}”, or in another amount. Underlined or red: what the item is about.",
    "table": "Bold rows: not so in “{}”.",
}


def explanation_style() -> str:
    """Return the CSS of the fragments, for a ``<style>`` of the page that holds them; once a page is enough."""
    return render("explanation.css.j2")


def explanation_html(explained: Explanation, level: int = 2) -> str:
    """Return a fragment, an ``<article>``, for a page that holds `explanation_style`.

    Parameters
    ----------
    level : int
        The level of its first heading, 1 to 4; those below count on.
    """
    return render("explanation.html.j2", **_values(explained, level))


def explanation_page(explained: Explanation) -> str:
    """Return a whole page."""
    return render("explanation_page.html.j2", **_values(explained, level=1))


def _values(explained: Explanation, level: int) -> dict[str, Any]:
    sides = [{"words": side, "plans": _plans(side, explained.marked)} for side in explained.sides]
    return {"explained": explained, "sides": sides, "level": level, "anchor": anchor(explained)}


def _plans(side: Side, marked: Sequence[str]) -> list[dict[str, Any]]:
    """Return the plans of a side, each with its picture, and with what it is compared."""
    drawn = [plan.drawing for plan in side.plans if plan.drawing is not None]
    made = iter(pictures(drawn, marked))
    shown = []
    for number, plan in enumerate(side.plans):
        kind, picture = next(made) if plan.drawing is not None else ("", None)
        other = side.plans[reference_of(number, len(side.plans))]
        compared = _MARKS[kind].format(other.title) if kind and other is not plan and len(drawn) > 1 else ""
        shown.append({"words": plan, "kind": kind, "picture": picture, "compared": compared})
    return shown


def anchor(explained: Explanation) -> str:
    """Return the fragment's id: it differs from that of any other item of any task.

    >>> from types import SimpleNamespace
    >>> anchor(SimpleNamespace(task="x_gap", item="H1"))
    'a2d-x_gap-H1'
    """
    return f"a2d-{_safe(explained.task)}-{_safe(explained.item)}"


def _safe(name: str) -> str:
    """Return a name for an id: what is no letter, digit or _ becomes its code between dots."""
    return re.sub(r"[^A-Za-z0-9_]", lambda found: f".{ord(found.group()):x}.", name)
