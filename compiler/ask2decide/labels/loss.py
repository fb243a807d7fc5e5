"""The loss of a feasible plan, Eq. 2 of the paper, for an optimum that is exact or bracketed (docs/mathematics.md)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.labels.bracket import Bracket

ONE = Fraction(1)
ZERO = Fraction(0)


def loss(cost: Fraction, optimum: Fraction) -> Fraction:
    """Return ``min(1, (f - z) / |z|)``."""
    return min(ONE, (cost - optimum) / abs(optimum))


def loss_bracket(cost: Fraction, optimum: Bracket) -> Bracket:
    """Return the bracket of ``min(1, (f - z) / |z|)`` for every z in the optimum's bracket, never below 0.

    For z of one sign the loss falls as z rises (where it is below 1), so the ends of the loss belong to the opposite
    ends of the bracket. A bracket that contains 0 proves nothing: the loss is anywhere in [0, 1].

    Parameters
    ----------
    cost : Fraction
        f, the cost of a feasible plan, to be minimised.
    optimum : Bracket
        z as a cost.

    >>> loss_bracket(Fraction(6225, 10), Bracket(Fraction(6171, 10), Fraction(6171, 10))).lower
    Fraction(18, 2057)
    """
    if optimum.contains_zero:
        return Bracket(ZERO, ONE)
    return Bracket(max(ZERO, loss(cost, optimum.upper)), max(ZERO, loss(cost, optimum.lower)))


def losses_at_most(costs: Sequence[Fraction | None], optima: Sequence[Bracket | None]) -> tuple[Fraction, ...]:
    """Return the most that a plan loses in each problem; 1 where it is not feasible or nothing is known of the optimum.

    Parameters
    ----------
    costs : sequence of Fraction or None
        The plan's cost in each problem; None where it is not feasible.
    optima : sequence of Bracket or None
        Each problem's optimum, as a cost.

    >>> losses_at_most([Fraction(11), None], [Bracket(Fraction(10), Fraction(10)), None])
    (Fraction(1, 10), Fraction(1, 1))
    """
    return tuple(
        ONE if cost is None or optimum is None else loss_bracket(cost, optimum).upper
        for cost, optimum in zip(costs, optima, strict=True)
    )
