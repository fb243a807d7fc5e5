"""The report's colours: enough contrast in both themes, and far apart for a colour-blind eye."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest

from ask2decide.emit.explanation_html import explanation_style
from ask2decide.emit.pictures.palette import (
    EDGES,
    EFFECTS,
    EXPLAINED,
    GROUNDS,
    MARK,
    ROLES,
    STATUSES,
    TEXTS,
    contrast,
    linear,
    text_on,
    variables,
)

Matrix = Sequence[Sequence[float]]

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# Linear RGB (sRGB primaries) to XYZ, each row over the white point D65 (IEC 61966-2-1).
TO_XYZ: Matrix = (
    (0.4339, 0.3762, 0.1899),
    (0.2127, 0.7152, 0.0722),
    (0.0178, 0.1095, 0.8727),
)

LEAST_DISTANCE = 15.0
"""CIE76 difference that every two colours of a picture keep; 2.3 is just noticeable."""


def times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """Return the colour in CIELAB as this eye sees it."""
    light = [min(1.0, max(0.0, share)) for share in times(EYES[eye], linear(colour))]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in times(TO_XYZ, light))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eye: str) -> float:
    pairs = zip(seen(one, eye), seen(other, eye), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def test_the_simulation_knows_what_red_and_green_look_like() -> None:
    assert distance("#ff0000", "#ffffff", "usual") > 100
    assert distance("#c8603c", "#7f8a3c", "deuteranopia") < 15 < 50 < distance("#c8603c", "#7f8a3c", "usual")
    assert seen("#ffffff", "usual") == pytest.approx((100, 0, 0), abs=0.1)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("group", [ROLES, EFFECTS, STATUSES], ids=["roles", "effects", "statuses"])
def test_every_eye_tells_the_colours_of_a_picture_apart(
    group: Mapping[Any, Sequence[str]], theme: int, eye: str
) -> None:
    for one, other in combinations([colours[theme] for colours in group.values()], 2):
        assert distance(one, other, eye) >= LEAST_DISTANCE, (one, other)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_and_graphics_stand_out_from_what_they_stand_on(theme: int) -> None:
    grounds = [colours[theme] for colours in GROUNDS.values()]
    for ground in grounds:
        for name, colours in TEXTS.items():
            assert contrast(colours[theme], ground) >= 4.5, name
        for group in (ROLES, EFFECTS, STATUSES, EDGES):
            for kind, colours in group.items():
                assert contrast(colours[theme], ground) >= 3, kind
    for colours in (*ROLES.values(), *EFFECTS.values(), *STATUSES.values()):
        assert contrast(text_on(colours[theme]), colours[theme]) >= 4.5, colours[theme]
    assert contrast(TEXTS["ink"][theme], MARK["found"][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_what_explanations_are_drawn_in_stands_out(theme: int) -> None:
    drawn = {name: colours[theme] for name, colours in EXPLAINED.items()}
    for name in ("mark", *"01234567"):
        assert all(contrast(drawn[name], colours[theme]) >= 3 for colours in GROUNDS.values()), name
    assert all(contrast(drawn["on"], drawn[name]) >= 4.5 for name in "01234567")
    assert all(contrast(TEXTS["ink"][theme], drawn[name]) >= 4.5 for name in ("even", "odd"))


def test_the_report_sets_every_colour_of_an_explanation() -> None:
    names = set(re.findall(r"--a2d-([a-z0-9]+):", explanation_style()))
    assert names == {*EXPLAINED, "ground", "panel", "ink", "soft", "line", "link"}


def test_both_themes_set_the_same_variables() -> None:
    assert variables(0).keys() == variables(1).keys()
