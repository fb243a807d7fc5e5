"""Labels and verdicts with the certificate that a reader can recompute by hand (docs/mathematics.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from ask2decide.labels.bracket import Bracket, Status


class Method(StrEnum):
    """How a label or verdict is certified.

    The method is a function of the proved values alone, so that labels do not depend on which optimal plan a back end
    returned: see `passes/regret.py`.
    """

    WITNESS = "witness"
    TWO_OPTIMA = "two_optima"
    MINIMAX = "minimax"
    NO_COMMON_PLAN = "no_common_plan"
    BOUNDS = "bounds"
    CONDITIONAL_LABEL = "conditional_label"
    SURVIVAL = "survival"


@dataclass(frozen=True)
class Optimum:
    """The optimum of one problem theta_S, as a cost.

    Parameters
    ----------
    known : tuple of str
        S, in the spec's order.
    cost : Bracket or None
        Lower end from a back end's bound, upper end from the best checked plan. None while either is unknown, as
        after a limit of 0 seconds.
    plan : mapping or None
        That plan, in the task's plan format.
    back_end : str
        Whose bound it is: name and version.
    """

    known: tuple[str, ...]
    cost: Bracket | None
    plan: Mapping[str, Any] | None = field(compare=False)
    back_end: str = field(compare=False)

    @property
    def key(self) -> str:
        """S as labels.json writes it: ids joined by commas."""
        return ",".join(self.known)


@dataclass(frozen=True)
class Certificate:
    """The evidence of one label or verdict.

    Parameters
    ----------
    problems : tuple of str
        Keys of the problems, e.g. ``("", "H1")``.
    optima : tuple of Bracket or None
        Each problem's optimum as a cost.
    plan : mapping or None
        The plan that attains the upper end, in the task's plan format; None when every plan loses 1.
    costs, losses : tuple
        That plan's exact cost and loss upper bound in each problem; None where it is infeasible.
    lower_reason, upper_reason : str
        Sentences: where each end comes from.
    back_ends : tuple of str
        Name and version of the back ends whose bounds were used.
    lower_by : tuple of str
        Those of them that the lower end rests on beside the optima.
    """

    problems: tuple[str, ...]
    optima: tuple[Bracket | None, ...]
    plan: Mapping[str, Any] | None
    costs: tuple[Fraction | None, ...]
    losses: tuple[Fraction, ...]
    lower_reason: str
    upper_reason: str
    back_ends: tuple[str, ...] = ()
    lower_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Label:
    """The regret of one item in one background."""

    item: str
    background: tuple[str, ...]
    regret: Bracket
    method: Method
    certificate: Certificate = field(compare=False)

    @property
    def status(self) -> Status:
        """exact, proved or open."""
        return self.regret.status

    @property
    def is_zero(self) -> bool:
        """Whether the regret is exactly 0, witnessed."""
        return self.regret.upper == 0

    @property
    def is_positive(self) -> bool:
        """Whether the regret is proved to be above 0."""
        return self.regret.lower > 0


@dataclass(frozen=True)
class Survival:
    """Whether a plan that is optimal when only `known` is known can be optimal today (docs/mathematics.md)."""

    known: tuple[str, ...]
    loss: Bracket
    method: Method
    certificate: Certificate | None = field(compare=False)

    @property
    def holds(self) -> bool:
        """Whether the task needs asking beyond `known`: every such plan loses something today."""
        return self.loss.lower > 0
