"""An explanation as HTML: a fragment for any page, and a whole page that needs nothing else. No scripts.

Every class begins with ``a2d-``; colours are CSS variables of ``.a2d-explanation``, one set for light and one for dark.
"""

from __future__ import annotations

import re

from ask2decide.emit.explanation import Explanation
from ask2decide.emit.render import render


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
    return render("explanation.html.j2", explained=explained, level=level, anchor=anchor(explained))


def explanation_page(explained: Explanation) -> str:
    """Return a whole page."""
    return render("explanation_page.html.j2", explained=explained, level=1, anchor=anchor(explained))


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
