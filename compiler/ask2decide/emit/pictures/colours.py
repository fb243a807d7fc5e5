"""Which colour a name has: the same one in every picture that is looked at together. The style sheet holds the colours.

A colour never stands alone: routes have a number and a dash pattern, blocks and parts their name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

COLOURS = 8
"""How many colours the style sheet has, ``a2d-c0`` and so on, chosen to differ for colour-blind readers too."""


def colours_of(names: Iterable[str]) -> Mapping[str, int]:
    """Return a number for each name, in the names' own order; past the last colour they begin again.

    >>> dict(colours_of(["shaft", "gear", "shaft"]))
    {'shaft': 0, 'gear': 1}
    """
    return {name: number % COLOURS for number, name in enumerate(dict.fromkeys(names))}
