"""The regrets of the worked example `relief_bag`, by trying every set of goods: shares nothing with the compiler."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product

WEIGHTS = {
    "tent": "6.5",
    "stove": "2.5",
    "fuel": "1.5",
    "rice": "5",
    "beans": "4",
    "water": "7",
    "filter": "1",
    "blankets": "4.5",
    "bandages": "0.5",
    "lamp": "1.5",
    "rope": "2",
    "radio": "3",
}
WORTHS = dict(zip(WEIGHTS, (90, 30, 12, 62, 47, 80, 33, 52, 28, 14, 13, 24), strict=True))
ITEMS = ("H1", "H1_twin", "H2", "H2_twin", "S1")
"""The tent weighs 8.5; the water 9; rice and fuel each need the lamp; the bag carries 18 and not 20."""


@cache
def values(known: frozenset[str]) -> tuple[int | None, ...]:
    """Return the worth of every set of goods by what is known, None where it breaks a rule."""
    heavier = {"tent": "8.5"} if "H1" in known else {}
    heavier |= {"water": "9"} if "H1_twin" in known else {}
    weights = [Fraction(heavier.get(name, weight)) for name, weight in WEIGHTS.items()]
    need_lamp = [name for item, name in (("H2", "rice"), ("H2_twin", "fuel")) if item in known]
    capacity = 18 if "S1" in known else 20
    found: list[int | None] = []
    for taken in product((False, True), repeat=len(WEIGHTS)):
        inside = dict(zip(WEIGHTS, taken, strict=True))
        weight = sum(weight for weight, take in zip(weights, taken, strict=True) if take)
        fits = weight <= capacity and not any(inside[name] and not inside["lamp"] for name in need_lamp)
        found.append(sum(WORTHS[name] for name in WEIGHTS if inside[name]) if fits else None)
    return tuple(found)


def regret(item: str, background: Iterable[str]) -> Fraction:
    """Return D(item | background): the least, over all plans, of the larger of its two losses."""
    before = frozenset(background)
    problems = [values(before), values(before | {item})]
    best = [max(value for value in problem if value is not None) for problem in problems]

    def loss(value: int | None, optimum: int) -> Fraction:
        return Fraction(1) if value is None else min(Fraction(1), Fraction(optimum - value, optimum))

    return min(max(loss(x, best[0]), loss(y, best[1])) for x, y in zip(*problems, strict=True))


def regrets() -> dict[str, tuple[Fraction, Fraction]]:
    """Return each item's standalone and conditional regret."""
    return {item: (regret(item, ()), regret(item, set(ITEMS) - {item})) for item in ITEMS}


def read_regrets(labels: str) -> dict[str, tuple[Fraction, Fraction]]:
    """Return what labels.json says of each item; it must be exact."""
    found = {}
    for item, entry in json.loads(labels)["items"].items():
        both = [entry[which] for which in ("standalone", "conditional")]
        assert all(label["status"] == "exact" and label["lower"] == label["upper"] for label in both)
        found[item] = (Fraction(both[0]["lower"]), Fraction(both[1]["lower"]))
    return found
