"""The contract of a back end: what it can do, as data, and what it returns, never a bare "ok"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from ask2decide.ir import Milp


class Status(StrEnum):
    """How a solve ended. The five are never mixed up: a limit is neither optimal nor infeasible."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    LIMIT = "limit"
    ERROR = "error"


@dataclass(frozen=True)
class Features:
    """What a back end can do."""

    continuous: bool = True
    """Whether any column may be continuous. Without it, only where an optimum lies on a known grid."""
    integer: bool = True
    exact_linear: bool = False
    """Whether an LP's optimum comes with an exact rational solution, checked from the final basis."""
    exact_integers: bool = False
    """Whether an optimum of integer columns comes from integer arithmetic, without any tolerance."""
    infinite_bounds: bool = True
    """Whether columns may lack bounds that the rows do not imply either."""
    global_constraints: bool = False
    """Whether global constraints are read as such; otherwise the rows that express them are."""
    warm_start: bool = False
    """Whether a solve may start from a known plan, and may end once a plan is as cheap as a known lower bound."""


@dataclass(frozen=True)
class Hint:
    """What is known of a model's optimum before it is solved. It may change how soon an answer comes, never its truth.

    A stored result is therefore not keyed by it. A back end checks the start as it checks its own plans, and states a
    bound of its own, never `floor`: whoever gave that knows whose word it is.

    Parameters
    ----------
    start : mapping or None
        Values of plan columns of a plan that is thought feasible, zeros left out. The back end completes the others.
    floor : Fraction or None
        A lower bound on the optimum: a plan that costs no more ends the solve, with status LIMIT.
    """

    start: Mapping[str, Fraction] | None = None
    floor: Fraction | None = None


NO_HINT = Hint()


@dataclass(frozen=True)
class Options:
    """How a model is solved. A stored answer that is not proved is kept with its time limit."""

    time_limit: float | None = None
    presolve: bool = True
    workers: int = 1
    """Threads of one solve. With 1, the same model has the same answer every time."""
    hint: Hint = NO_HINT


@dataclass(frozen=True)
class Answer:
    """What a back end found.

    Parameters
    ----------
    status : Status
        How the solve ended.
    values : mapping or None
        Column values of the best solution, zeros left out; integer columns are rounded to integers. None without one.
    primal : Fraction or None
        The back end's own objective of that solution: for comparison only, the checker decides.
    bound : Fraction or None
        A lower bound on the optimum. Exact where `exact` holds, otherwise the back end's float as it came.
    exact : bool
        True when values and bound come from exact arithmetic: an LP's rational certificate (its basis and row prices),
        or a back end that computes in integers.
    back_end : str
        Name and version.
    """

    status: Status
    values: Mapping[str, Fraction] | None
    primal: Fraction | None
    bound: Fraction | None
    exact: bool
    back_end: str


class BackEnd(Protocol):
    """A solver. Back ends live in `solvers/`, one file each, and are found by walking that folder."""

    name: str
    features: Features

    def available(self) -> str | None:
        """Return None when the back end can run here, else why not and how to get it."""

    def unable(self, model: Milp) -> str | None:
        """Return None when `solve` can answer this model, else the reason in words."""

    def solve(self, model: Milp, options: Options) -> Answer:
        """Solve `model` to gap 0 (or to the limit, or to the floor of the hint).

        Raises
        ------
        BackEndError
            When `unable` gives a reason, or a licence forbids it.
        """
