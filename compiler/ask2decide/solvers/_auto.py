"""``auto``: a back end that chooses, model by model, which of the others answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ask2decide.backend import Answer, BackEnd, Features, Options
from ask2decide.ir import Milp


class Auto:
    """CP-SAT for global constraints in whole numbers, Gurobi for integers where its licence is full, else HiGHS.

    Parameters
    ----------
    named : callable
        From a name to that back end.
    say : callable
        Takes a line when a back end that would be chosen is missing.
    """

    name = "auto"
    features = Features()

    def __init__(self, named: Callable[[str], BackEnd], say: Callable[[str], None]) -> None:
        self._named = named
        self._say = say

    def available(self) -> str | None:
        """HiGHS comes with the package."""
        return None

    def unable(self, model: Milp) -> str | None:
        """HiGHS reads every IR."""
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        """Have `model` answered by the back end that suits it."""
        return self.choice(model).solve(model, options)

    def choice(self, model: Milp) -> BackEnd:
        """Return the back end for `model`, which depends on what the IR contains alone."""
        if model.global_constraints and self._cpsat is not None and self._cpsat.unable(model) is None:
            return self._cpsat
        if not model.is_linear and self._gurobi is not None:
            return self._gurobi
        return self._named("highs")

    @cached_property
    def _gurobi(self) -> BackEnd | None:
        """Gurobi, where a full licence is found: that of the package is limited in size and stays unused here."""
        from ask2decide.solvers import gurobi

        return self._named("gurobi") if gurobi.has_full_licence() else None

    @cached_property
    def _cpsat(self) -> BackEnd | None:
        found = self._named("cpsat")
        missing = found.available()
        if missing is None:
            return found
        self._say(
            f"The back end cpsat, which suits models with global constraints, is not here: {missing} "
            "HiGHS solves them instead, which may take far longer."
        )
        return None
