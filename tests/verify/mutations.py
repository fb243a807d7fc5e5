"""Places in the files of a package where one number, plan, method or key can be made wrong, by kind."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ask2decide.exact import number_text

NUMBERS = {"lower", "upper", "loss_lower", "loss_upper", "plan_value", "plan_loss_at_most"}
CHOICES = {
    "method": ["witness", "two_optima", "minimax", "no_common_plan", "bounds", "conditional_label", "survival"],
    "status": ["exact", "proved", "open"],
    "role": ["relevant", "twin", "other"],
    "effect": ["value", "availability", "constraint", "objective", "none"],
    "kind": ["sudden_accident", "new_information", "human_error"],
    "sense": ["min", "max"],
    "label": ["standalone", "conditional", "needs_asking"],
    "holds": [True, False],
    "plan_is_feasible": [True, False],
    "choice": list("ABCDEFG"),
}
NAMES = {"task", "schema", "item", "optimum_bound_by", "twin_of", "note"}
LISTS = {"known", "background", "problems", "back_ends", "needs_asking"}
PROSE = {"reading", "lower_reason", "upper_reason"}
"""Sentences for people, which the check does not read; and the split, which nothing in a package follows from."""

Content = Any


@dataclass(frozen=True)
class Place:
    """A node of one file."""

    file: str
    path: tuple[str | int, ...]

    def changed(self, content: Content, change: Callable[[Any, Any], None]) -> Content:
        """Return a copy of the file's content after `change(holder, key)`."""
        made = copy.deepcopy(content)
        holder = made
        for part in self.path[:-1]:
            holder = holder[part]
        change(holder, self.path[-1])
        return made


def contents(folder: Path) -> dict[str, Content]:
    """Return labels.json, the certificates, and the judge's and the operator's files."""
    names = ["labels.json", "judge/problem.json", "operator/notes.json"]
    names += [f"certificates/{path.name}" for path in sorted((folder / "certificates").iterdir())]
    return {name: json.loads((folder / name).read_text(encoding="utf-8")) for name in names}


def places(file: str, content: Content, path: tuple[str | int, ...] = ()) -> Iterator[Place]:
    """Yield every place of a file that the check reads."""
    if path and (path[-1] in PROSE or path[-1] in ("split", "data")):
        return
    if path:
        yield Place(file, path)
    pairs = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in pairs:
        yield from places(file, value, (*path, key))


def kind_of(place: Place, content: Content) -> str | None:
    """Return the kind of mutation that fits a place: number, choice, name or list; None for none."""
    node = content
    for part in place.path:
        node = node[part]
    last = place.path[-1]
    if last in NUMBERS and node is not None:
        return "number"
    if last in CHOICES:
        return "choice"
    if last in NAMES:
        return "name"
    return "list" if last in LISTS and isinstance(node, list) else None


def another_number(text: str, by: Fraction) -> str:
    """Return a number that is off by a factor and a little more."""
    return number_text(Fraction(text) * (1 + by) + by)


def another_choice(key: str, value: Any, draw: Callable[[list[Any]], Any]) -> Any:
    return draw([choice for choice in CHOICES[key] if choice != value])
