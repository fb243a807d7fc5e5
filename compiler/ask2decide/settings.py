"""What a build is asked to do; kept apart from what does it, so that an unchanged build imports neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """What a build is asked to do; see the options of ``ask2decide-build``.

    `time_limit` overrides the tasks' own; `keep_unfinished` keeps long solves for the next run should this one stop.
    """

    out: Path = Path("generated")
    instances: Path | None = None
    solver: str = "auto"
    time_limit: float | None = None
    fresh: bool = False
    audit: bool = False
    every_subset: bool = False
    allow_code: bool = False
    keep_unfinished: bool = True


@dataclass(frozen=True)
class Suite:
    """What one call of ``ask2decide-build`` is to do."""

    paths: Sequence[Path]
    settings: Settings
    check: bool = False
    jobs: int | None = None
    executor: str = "processes"
