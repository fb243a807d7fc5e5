"""``auto``: a back end that chooses, model by model, which of the others answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ask2decide.backend import BackEnd
from ask2decide.ir import Milp
from ask2decide.solvers._in_turn import InTurn


class Auto(InTurn):
    """CP-SAT for global constraints in whole numbers, Gurobi for integers where its licence is full, else HiGHS.

    Under a time limit the others that are able follow, in this order: Gurobi, CP-SAT, HiGHS.

    Parameters
    ----------
    named : callable
        From a name to that back end.
    say : callable
        Takes a line when a back end that would be chosen is missing.
    """

    name = "auto"

    def __init__(self, named: Callable[[str], BackEnd], say: Callable[[str], None]) -> None:
        self._named = named
        self._say = say

    def able(self, model: Milp) -> Sequence[BackEnd]:
        """Return the back end that suits `model`, by what the IR contains, then the others that are able."""
        first = self.choice(model)
        return [first, *(back_end for back_end in self._others(model) if back_end.name != first.name)]

    def choice(self, model: Milp) -> BackEnd:
        """Return the back end that suits `model`."""
        if model.global_constraints and self._cpsat is not None and self._cpsat.unable(model) is None:
            return self._cpsat
        if not model.is_linear and self._gurobi is not None:
            return self._gurobi
        return self._named("highs")

    def _others(self, model: Milp) -> Sequence[BackEnd]:
        if model.is_linear:
            return []  # the first answers it in rationals, and to its end
        cpsat = self._named("cpsat")
        here = cpsat.available() is None and cpsat.unable(model) is None
        return [*filter(None, [self._gurobi, cpsat if here else None]), self._named("highs")]

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


class Named(InTurn):
    """The back ends that a user names, in the order given: ``--solver highs+gurobi``.

    Parameters
    ----------
    back_ends : sequence of BackEnd
        At least one; each can run here.
    """

    def __init__(self, back_ends: Sequence[BackEnd]) -> None:
        self.name = "+".join(back_end.name for back_end in back_ends)
        self._back_ends = back_ends

    def able(self, model: Milp) -> Sequence[BackEnd]:
        """Return those of the back ends that can answer `model`; where none can, the first, which says why not."""
        return [back_end for back_end in self._back_ends if back_end.unable(model) is None] or self._back_ends[:1]
