"""All random generators of the property tests."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ask2decide.spec import Base, Item, Kind, Operation, Split, Task

GOODS = ("a", "b", "c")


@st.composite
def quantities_data(draw: st.DrawFn) -> dict[str, Any]:
    """Records of the `quantities` family: three goods, one or two rules, min or max, optima of either sign."""
    sense = draw(st.sampled_from(["min", "max"]))
    price = st.integers(-6, 9)
    goods = {name: {"price": draw(price), "most": draw(st.integers(1, 3)), "available": True} for name in GOODS}
    rules = {f"r{i}": draw(_rule()) for i in range(draw(st.integers(1, 2)))}
    return {"sense": sense, "fixed": draw(st.sampled_from([0, 7, -40, 100])), "goods": goods, "rules": rules}


@st.composite
def _rule(draw: st.DrawFn) -> dict[str, Any]:
    terms = {name: draw(st.integers(1, 5)) for name in draw(st.sets(st.sampled_from(GOODS), min_size=1))}
    if draw(st.booleans()):
        return {"terms": terms, "at_least": draw(st.integers(1, 6))}
    return {"terms": terms, "at_most": draw(st.integers(4, 20))}


@st.composite
def quantities_items(draw: st.DrawFn, data: dict[str, Any]) -> tuple[Item, ...]:
    """Two or three items of all four effects, at different places, now and then with a further plausible value."""
    places = draw(st.lists(st.sampled_from(_places(data)), min_size=2, max_size=3, unique=True))
    items = []
    for number, path in enumerate(places):
        values = [draw(_new_value(path)) for _ in range(draw(st.sampled_from([1, 1, 1, 2])))]
        operation = "add" if path == "/rules/extra" else "replace"
        patches = tuple((Operation(operation, path, value),) for value in values)
        items.append(Item(f"H{number + 1}", Kind.NEW_INFORMATION, ("a",), f"{path} changed.", patches))
    return tuple(items)


def _places(data: dict[str, Any]) -> list[str]:
    places = [f"/goods/{name}/{key}" for name in GOODS for key in ("price", "most", "available")]
    places += [f"/rules/{name}/{key}" for name, rule in data["rules"].items() for key in rule if key != "terms"]
    return [*places, "/rules/extra"]


def _new_value(path: str) -> st.SearchStrategy[Any]:
    if path == "/rules/extra":
        return _rule()
    return {
        "price": st.integers(-6, 9),
        "most": st.integers(0, 3),
        "available": st.just(False),
        "at_least": st.integers(0, 8),
        "at_most": st.integers(2, 20),
    }[path.rsplit("/", 1)[1]]


def task_of(items: tuple[Item, ...], name: str = "random", family: str = "quantities") -> Task:
    """Return a task around items, without files."""
    return Task(name, Split.MEDIUM, family, Base(), "Plan.", items, {}, Path("."), Path("task.yaml"))


widths = st.fractions(min_value=Fraction(0), max_value=Fraction(3), max_denominator=7)
"""By how much an optimum's bracket is widened to either side."""
