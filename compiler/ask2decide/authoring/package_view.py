"""A compiled task package as an object: what scores plans without the authored task."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ask2decide.authoring.judged import JudgedPlan
from ask2decide.authoring.known_sets import Known, ids_of
from ask2decide.authoring.plan_input import Plan, plan_source
from ask2decide.build import solved_optimum
from ask2decide.judge import JudgePackage, judge_package, read_package


@dataclass(frozen=True, repr=False, eq=False)
class Package:
    """A folder such as ``generated/hard2b_r101_25``, read.

    Examples
    --------
    >>> from ask2decide import Package
    >>> package = Package.load("generated/easy1_dispatch")  # doctest: +SKIP
    >>> package.judge("plan.json").loss  # doctest: +SKIP
    """

    package: JudgePackage
    solver: str = "auto"

    @classmethod
    def load(cls, folder: str | Path, *, solver: str = "auto", allow_code: bool = False) -> Package:
        """Read the package in `folder`.

        Parameters
        ----------
        solver : str
            Who solves a problem whose optimum the package does not list.
        allow_code : bool
            Whether a family that the package brings (judge/model.py) may run although it is not this checkout's.

        Raises
        ------
        UsageError
            When the folder is no package, a file of it is damaged, or its code may not run.
        """
        return cls(read_package(Path(folder), allow_code), solver)

    @property
    def task(self) -> str:
        """The task's name."""
        return self.package.task

    @property
    def items(self) -> tuple[str, ...]:
        """Ids of the hidden items, in the spec's order."""
        return self.package.items

    def judge(self, plan: Plan, given: Known | None = None) -> JudgedPlan:
        """Return the loss of a plan.

        Parameters
        ----------
        plan : mapping, str, bytes or path
            In the task's plan format: a mapping, JSON text, or the path of a file.
        given : str, iterable of str or None
            The items taken as known; None scores under today's true problem.

        Raises
        ------
        UsageError
            When the plan's file is not there, or an item is not the task's.
        """
        known = None if given is None else ids_of(given)
        source = plan_source(plan)
        verdict = judge_package(
            self.package, source, known, lambda family, data: solved_optimum(family, data, self.solver)
        )
        return JudgedPlan(self.task, known, verdict)

    def __repr__(self) -> str:
        return f"Package({self.task!r}, {len(self.items)} items)"
