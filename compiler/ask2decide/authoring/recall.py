"""What a task's package knows, read before anything is asked: its plans and optima close much of the rest."""

from __future__ import annotations

from contextlib import suppress
from weakref import WeakSet

from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import TaskError
from ask2decide.passes.optima import Optima
from ask2decide.passes.prove import needed_problems

_recalled: WeakSet[Optima] = WeakSet()


def recall(bench: Workbench) -> None:
    """Take the optima that the stored solves of a build answer, in the build's order; nothing is solved.

    A build finds many optima through those of looser problems, and has no stored solve of them: whoever asks for such
    a problem first would solve it. Done once for a bench and those that share its optima.
    """
    folder = bench.engine.folder
    if bench.optima in _recalled:
        return
    _recalled.add(bench.optima)
    if bench.engine.fresh or folder is None or not folder.is_dir():
        return
    # A problem without a plan, or patches that do not go together, are for whoever asks for that problem.
    with suppress(TaskError):
        for problem in needed_problems(bench.variants).values():
            if bench.engine.knows(problem.model) or bench.optima.without_solve(problem):
                with suppress(TaskError):
                    bench.optima.of(problem)
