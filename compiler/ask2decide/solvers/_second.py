"""A second opinion (``--audit``): each model goes to another back end than the one that answered it first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ask2decide.backend import Answer, BackEnd, Features, Options
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp


class SecondOpinion:
    """The first other back end that is here and able; the same one without presolve where there is none.

    Parameters
    ----------
    first : callable
        From a model to the back end that answers it in a build.
    others : sequence of BackEnd
        In the order in which they are asked.
    """

    name = "second"
    features = Features()

    def __init__(self, first: Callable[[Milp], BackEnd], others: Sequence[BackEnd]) -> None:
        self._first = first
        self._others = [back_end for back_end in others if back_end.available() is None]

    def available(self) -> str | None:
        """Return None: HiGHS without presolve is the least of second opinions."""
        return None

    def unable(self, model: Milp) -> str | None:
        """Return None: whatever a build can solve, it can solve."""
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        """Answer `model` by another back end; a licence that is too small for it passes it on to the next."""
        first = self._first(model)
        for back_end in self._others:
            if back_end.name != first.name and back_end.unable(model) is None:
                try:
                    return back_end.solve(model, options)
                except BackEndError:
                    continue
        return without_presolve(first, model, options)


class WithoutPresolve:
    """The back end that answers a model in a build, with presolve turned off: most wrong optima come from presolve.

    Parameters
    ----------
    first : callable
        From a model to the back end that answers it in a build.
    """

    name = "without_presolve"
    features = Features()

    def __init__(self, first: Callable[[Milp], BackEnd]) -> None:
        self._first = first

    def available(self) -> str | None:
        """Return None: what answers a build is here."""
        return None

    def unable(self, model: Milp) -> str | None:
        """Return None: whatever a build can solve, it can solve."""
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        """Answer `model` without presolve."""
        return without_presolve(self._first(model), model, options)


def without_presolve(back_end: BackEnd, model: Milp, options: Options) -> Answer:
    """Return a back end's answer with presolve turned off, and say so in its name."""
    answer = back_end.solve(model, replace(options, presolve=False))
    return replace(answer, back_end=f"{answer.back_end} without presolve")
