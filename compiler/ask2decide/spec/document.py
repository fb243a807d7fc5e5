"""What a YAML file held, with the line of each key and value, so that every message can say where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ask2decide.errors import Diagnostic, Place

Route = tuple[str | int, ...]
"""How to reach a value from the document's root: keys and list positions."""

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class Lines(NamedTuple):
    """1-based lines of a key and of its value; for a list's entry both are where the entry starts."""

    key: int
    value: int


@dataclass(frozen=True)
class Document:
    """The contents of one YAML file.

    Parameters
    ----------
    file : str
        The path as messages show it.
    data : Any
        dict, list, str, int, Decimal, bool or None; None as well where nothing could be read.
    lines : mapping of tuple to Lines
        Where each value stands.
    broken : frozenset of tuple
        Values that were mistakes and stand as None in `data`.
    diagnostics : tuple of Diagnostic
        Every mistake found while reading.
    """

    file: str
    data: Any
    lines: Mapping[Route, Lines] = field(default_factory=dict)
    broken: frozenset[Route] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()

    def place(self, route: Route, *, of_value: bool = False) -> Place:
        """Return the place of a key (or of its value); what is not there takes the line of what holds it."""
        known = route
        while known and known not in self.lines:
            known = known[:-1]
        lines = self.lines.get(known, Lines(1, 1))
        return Place(self.file, lines.value if of_value else lines.key, key_text(route))

    def place_of_key(self, text: str) -> Place | None:
        """Return the place whose key reads `text`, e.g. ``hidden[0].with.opens``, or None."""
        route = next((route for route in self.lines if key_text(route) == text), None)
        return None if route is None else self.place(route)

    def is_broken(self, route: Route) -> bool:
        """Return whether the value there, or one that holds it, was a mistake already reported."""
        return any(route[:length] in self.broken for length in range(len(route) + 1))


def key_text(route: Route) -> str:
    """Return a route in the spec's own words.

    >>> key_text(("hidden", 0, "patch", 1, "path"))
    'hidden[0].patch[1].path'
    """
    text = ""
    for part in route:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            text += f".{part}" if text else part
        else:
            text += f"[{part[:40]!r}]"
    return text if len(text) <= 120 else text[:119] + "…"
