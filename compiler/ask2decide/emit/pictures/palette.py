"""The report's colours in its two themes, told apart by people who confuse red and green.

Blues, oranges and greens after Okabe and Ito (2008). A shape, a letter or a word says the same as each colour.
`tests/emit/test_palette.py` holds the contrasts (WCAG 2.2: 4.5 for text, 3 for graphics) and the distances as a
colour-blind eye sees them.
"""

from __future__ import annotations

from ask2decide.emit.roles import Role
from ask2decide.family import Effect
from ask2decide.labels import Status

GROUNDS = {"ground": ("#ffffff", "#14181d"), "panel": ("#f4f6f8", "#1e242b")}
"""What everything stands on: the page, and cards on it. Light, then dark, here and below."""

TEXTS = {"ink": ("#1b1f24", "#e9edf1"), "soft": ("#4d5763", "#adb7c2"), "link": ("#0b57a4", "#8ec5ff")}

EDGES = {"edge": ("#7b8794", "#76828f")}
"""Borders of what can be operated, and axes."""

LINES = {"line": ("#c9d0d8", "#3d4753")}
"""Lines that only decorate: between rows, behind a picture."""

MARK = {"found": ("#fff1c2", "#4a3c10")}
"""The ground of words in which a twin's sentence differs from its original's; they are underlined as well."""

ROLES = {
    Role.RELEVANT: ("#0072b2", "#56b4e9"),
    Role.TWIN: ("#b85600", "#f0a94b"),
    Role.OTHER: ("#59636e", "#a3adb8"),
}

EFFECTS = {
    Effect.VALUE: ("#0072b2", "#56b4e9"),
    Effect.AVAILABILITY: ("#c17f00", "#e69f00"),
    Effect.CONSTRAINT: ("#005a41", "#22986f"),
    Effect.OBJECTIVE: ("#8c2a75", "#f4c6dd"),
    Effect.NONE: ("#828c96", "#7d8792"),
}

STATUSES = {
    Status.EXACT: ("#0072b2", "#56b4e9"),
    Status.PROVED: ("#005a41", "#22986f"),
    Status.OPEN: ("#c17f00", "#e69f00"),
}


EXPLAINED = {
    "mark": ("#b3261e", "#ff8a80"),
    "on": ("#ffffff", "#14181d"),
    "even": ("#dde4ea", "#36414d"),
    "odd": ("#c6d0d9", "#465361"),
    "0": ("#0072b2", "#56b4e9"),
    "1": ("#b84a00", "#ff9a5c"),
    "2": ("#007a5a", "#2bb58e"),
    "3": ("#b0508a", "#e3a3c6"),
    "4": ("#8a6a00", "#e8dc4a"),
    "5": ("#5b3fb0", "#b9a6f5"),
    "6": ("#59636e", "#adb7c2"),
    "7": ("#1b1f24", "#ffffff"),
}
"""What the pictures of an explanation are drawn in, by the names that `templates/explanation.css.j2` gives them."""


def text_on(colour: str) -> str:
    """Return the colour of text on a filled shape: black or white, whichever stands out more.

    >>> text_on("#0072b2"), text_on("#e69f00")
    ('#ffffff', '#14181d')
    """
    return max(("#ffffff", "#14181d"), key=lambda text: contrast(text, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2.2 defines it.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def linear(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of ``#rrggbb`` as linear light, 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def variables(theme: int) -> dict[str, str]:
    """Return the CSS variables of a theme, 0 for light and 1 for dark, by name."""
    plain = {**GROUNDS, **TEXTS, **EDGES, **LINES, **MARK}
    filled = {f"{kind.value}": colours for group in (ROLES, EFFECTS, STATUSES) for kind, colours in group.items()}
    shades = {name: colours[theme] for name, colours in {**plain, **filled}.items()}
    texts = {f"on-{name}": text_on(colours[theme]) for name, colours in filled.items()}
    explained = {f"explained-{name}": colours[theme] for name, colours in EXPLAINED.items()}
    return {**shades, **texts, **explained}


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
