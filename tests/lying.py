"""A back end that wraps HiGHS and lies about chosen models, as solvers with known bugs do (docs/traps.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ask2decide.backend import Answer, Options, Status
from ask2decide.ir import Milp
from ask2decide.ir.compose import LOSS_COLUMN
from ask2decide.solvers.highs import Highs

Lie = Callable[[Answer], Answer]


class Liar:
    """HiGHS, with `lie` applied to the answers to the models that `about` picks."""

    name = "liar"
    features = Highs.features

    def __init__(self, about: Callable[[Milp], bool], lie: Lie) -> None:
        self.about = about
        self.lie = lie
        self.told = 0
        self.highs = Highs()

    def available(self) -> str | None:
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        answer = self.highs.solve(model, options)
        if not self.about(model):
            return answer
        self.told += 1
        return replace(self.lie(answer), back_end="liar 1.0")


def infeasible(answer: Answer) -> Answer:
    return replace(answer, status=Status.INFEASIBLE, values=None, primal=None, bound=None)


def bound_raised(by: Fraction) -> Lie:
    return lambda answer: replace(answer, bound=None if answer.bound is None else answer.bound + by)


def is_composed(model: Milp) -> bool:
    """Whether the model joins several problems: Eq. 3, a survival problem, or a search below ceilings."""
    return any(row.name.startswith(("0/", "0 ")) for row in model.rows)


def is_minimax(model: Milp) -> bool:
    return LOSS_COLUMN in model.index


def is_survival(model: Milp) -> bool:
    return is_composed(model) and not is_minimax(model)
