"""Solving ahead: models that will be asked for are solved side by side before anyone asks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from ask2decide.backend import Answer, BackEnd, Options
from ask2decide.engine.places import Lost, Place, finished
from ask2decide.ir import Milp


@dataclass(frozen=True)
class Timed:
    """An answer, and the seconds that it took."""

    answer: Answer
    seconds: float


@dataclass(frozen=True)
class Ahead:
    """Where models are solved ahead, and by which back end.

    Parameters
    ----------
    solver : str
        The back end's name; another process makes its own.
    """

    place: Place
    solver: str

    def answers(self, models: Sequence[tuple[Milp, Options]]) -> Iterator[tuple[int, Timed | Lost]]:
        """Yield the number of each model and its answer, as they come."""
        yield from finished(self.place, [partial(solved, self.solver, model, options) for model, options in models])


def solved(solver: str, model: Milp, options: Options) -> Timed:
    """Return the answer to one model; runs in a process of its own."""
    begun = time.monotonic()
    answer = _back_end(solver).solve(model, options)
    return Timed(answer, time.monotonic() - begun)


@cache
def _back_end(solver: str) -> BackEnd:
    from ask2decide.solvers import back_end_by_name

    return back_end_by_name(solver)
