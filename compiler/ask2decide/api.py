"""The Python API: a task and its steps as objects; the command line is a thin layer over the same functions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings
from ask2decide.labels import Label, Optimum


@dataclass(frozen=True)
class Task:
    """An authored task."""

    bench: Workbench

    @classmethod
    def load(cls, folder: str | Path, settings: Settings | None = None) -> Task:
        """Read the task in `folder`; nothing is solved yet."""
        return cls(Workbench.open(Path(folder), settings))

    def optimum(self, known: set[str] | frozenset[str] = frozenset()) -> Optimum:
        """Return the optimum of theta_S for S = `known`."""
        return self.bench.optimum(known)

    def label(self, item: str, given: set[str] | frozenset[str] = frozenset()) -> Label:
        """Return the regret of an item in a background."""
        return self.bench.label(item, given)
