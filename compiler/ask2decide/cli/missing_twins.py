"""A word of warning before values of a task whose twins are still to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ask2decide.cli.shared import say
from ask2decide.emit.words import listed

if TYPE_CHECKING:
    from ask2decide import Task


def say_missing_twins(task: Task) -> None:
    """Say which items want a twin that no lock names: a twin changes the backgrounds of all other items."""
    missing = task.missing_twins
    if missing:
        values = f"the values are those of the task without {'it' if len(missing) == 1 else 'them'}"
        say(f"{task.name}: no twin is locked for {listed(missing)}; {values}. {task.bench.before_twins}")
