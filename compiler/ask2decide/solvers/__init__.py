"""Back ends, one file each, found by walking this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from ask2decide.backend import BackEnd
from ask2decide.errors import BackEndError, did_you_mean
from ask2decide.ir import Milp
from ask2decide.solvers._auto import Auto, Named
from ask2decide.solvers._in_turn import InTurn
from ask2decide.solvers._second import SecondOpinion, WithoutPresolve

AUTO = "auto"
SECOND_IN_ORDER = ("gurobi", "cpsat", "highs")
"""Which back end gives the second opinion: the one that closes most first."""


@cache
def back_end_names() -> tuple[str, ...]:
    """Return the names of the back ends in this folder."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


def solver_choices() -> tuple[str, ...]:
    """Return what ``--solver`` takes: ``auto``, and each back end of this folder."""
    return (AUTO, *back_end_names())


def back_end_by_name(name: str, say: Callable[[str], None] = lambda line: None) -> BackEnd:
    """Return the back end of that name; ``auto`` chooses for each model, and ``a+b`` asks a first, then b.

    Parameters
    ----------
    say : callable
        Takes a line when ``auto`` has to do without a back end that it would choose.

    Raises
    ------
    BackEndError
        When it does not exist or cannot run here.
    """
    if name == AUTO:
        return Auto(_named, say)
    if "+" in name:
        return Named([_here(part) for part in name.split("+")])
    return _here(name)


def _here(name: str) -> BackEnd:
    if name not in back_end_names():
        raise BackEndError(f"There is no back end {name!r} here.", did_you_mean(name, solver_choices(), "back ends"))
    back_end = _named(name)
    missing = back_end.available()
    if missing is not None:
        cause, _, fix = missing.partition("; ")
        raise BackEndError(f"The back end {name} cannot run here: {cause}.", fix or "use --solver auto.")
    return back_end


def second_opinion(first: str) -> BackEnd:
    """Return a back end that answers each model by another one than `first` (a name, or ``auto``) would."""
    return SecondOpinion(_choice(first), [_named(name) for name in SECOND_IN_ORDER])


def same_without_presolve(first: str) -> BackEnd:
    """Return a back end that answers each model as `first` (a name, or ``auto``) would, with presolve turned off."""
    return WithoutPresolve(_choice(first))


def _choice(name: str) -> Callable[[Milp], BackEnd]:
    back_end = back_end_by_name(name)
    return back_end.choice if isinstance(back_end, InTurn) else lambda _: back_end


@cache
def _named(name: str) -> BackEnd:
    back_end: BackEnd = importlib.import_module(f"{__name__}.{name}").back_end()
    return back_end
