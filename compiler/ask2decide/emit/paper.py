"""The paper's own counts, which the inventory shows beside ours."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ask2decide.family import Effect
from ask2decide.resources import templates_folder
from ask2decide.spec import Split


@dataclass(frozen=True)
class PaperTask:
    """One row of the paper's Table 10."""

    task: str
    split: Split
    items: int
    relevant: int
    twins: int


@dataclass(frozen=True)
class PaperSplit:
    """What the paper says of a split: the largest conditional regret, as printed, and the effects' counts."""

    largest: str
    effects: Mapping[Effect, int]


def paper_tasks() -> tuple[PaperTask, ...]:
    """Return the paper's 43 tasks in its order."""
    return tuple(
        PaperTask(
            row["task"], Split(row["split"]), int(row["items"]), int(row["conditionally_relevant"]), int(row["twins"])
        )
        for row in _rows(templates_folder() / "paper_inventory.csv")
    )


def paper_splits() -> dict[Split, PaperSplit]:
    """Return the paper's figures by split; a dagger marks the upper end of an interval."""
    return {
        Split(row["split"]): PaperSplit(
            row["max_conditional"] + ("†" if row["interval"] == "yes" else ""),
            {effect: int(row[effect.value]) for effect in Effect},
        )
        for row in _rows(templates_folder() / "paper_splits.csv")
    }


def _rows(file: Path) -> list[dict[str, str]]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))
