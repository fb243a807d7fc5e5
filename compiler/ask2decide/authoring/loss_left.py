"""The loss left: what the safest plan can still lose when all that is not known may or may not hold (docs/lattice.md).

    R(S) = min over plans x of max over T with S <= T of loss(x; theta_T)

T runs over the sets of a lattice's items; a further plausible value of an item that is not in T gives one more problem
(as in Eq. 3). R falls as more is known, and D(h | T) <= R(S) for every label with S <= T.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from ask2decide.labels import Bracket, Label
from ask2decide.labels.loss import ONE, ZERO, loss, losses_at_most
from ask2decide.passes.interval import unchanged_objective_bound
from ask2decide.passes.optima import Optima
from ask2decide.passes.regret import Regret
from ask2decide.variants.variants import Problem

Set = frozenset[str]

ALL_UNKNOWN = "all that is not known"


class LossesLeft:
    """Bounds R(S) for every S, from the largest sets down.

    Most of them are closed by what is known: R(S) is at least R(S + h), D(h | S), and the bound of the unchanged
    objective for any two of its problems, and at most the largest loss of any known plan. Where these differ, Eq. 3 is
    solved over a few of the problems: its bound holds for all of them, and a problem in which its plan loses more joins
    them, until there is none.

    Parameters
    ----------
    items : sequence of str
        The lattice's items.
    own : mapping of set to sequence of Problem
        For each set S of items: theta_S, and the problems with a further value of another item.
    labels : mapping of set to sequence of Label
        D(h | S) for every h not in S.
    """

    def __init__(
        self,
        items: Sequence[str],
        own: Mapping[Set, Sequence[Problem]],
        labels: Mapping[Set, Sequence[Label]],
        optima: Optima,
        regret: Regret,
    ) -> None:
        self.items = tuple(items)
        self.own = own
        self.labels = labels
        self.optima = optima
        self.regret = regret
        self.found: dict[Set, Bracket] = {}
        self.solves = 0
        self._by_key = {problem.key: problem for problems in own.values() for problem in problems}
        self._evidence: dict[Set, tuple[Problem, ...]] = {}
        self._plans: list[_PlanLosses] = []

    def find(self, say: Callable[[str], None] = lambda line: None) -> dict[Set, Bracket]:
        """Return R(S) of every set; what is found stands in `found` also where this is interrupted."""
        everything = sorted(self.own, key=len, reverse=True)
        for number, known in enumerate(everything):
            say(f"losses left: {number} of {len(everything)}")
            self.found[known] = self._of(known)
        return self.found

    def problems(self, known: Set) -> tuple[Problem, ...]:
        """Return the problems that may be true when `known` is known, equal records once."""
        return _distinct([problem for larger in self.own if known <= larger for problem in self.own[larger]])

    def _of(self, known: Set) -> Bracket:
        problems = self.problems(known)
        if len(problems) == 1:
            self._evidence[known] = problems
            return Bracket(ZERO, ZERO)  # whatever else holds, the same plan is optimal
        lower, some = self._lower(known, problems)
        upper = self._upper(known)
        while lower < upper:
            missing = self._missing(known, some)
            if missing.digest in {problem.digest for problem in some}:
                break  # the interval is the solve's own
            some = (*some, missing)
            lower = max(lower, self._solved(some).regret.lower)
            upper = self._upper(known)
        self._evidence[known] = some
        return Bracket(lower, upper)

    def _solved(self, problems: Sequence[Problem]) -> Label:
        before = self.regret.minimax_solved
        label = self.regret.among(ALL_UNKNOWN, problems)
        self.solves += self.regret.minimax_solved - before
        return label

    def _lower(self, known: Set, problems: Sequence[Problem]) -> tuple[Fraction, tuple[Problem, ...]]:
        """Return the best lower bound without a solve, and the problems that prove it."""
        lower, evidence = ZERO, tuple(self.own[known][:1])
        for name in self._others(known):
            larger = known | {name}
            if self.found[larger].lower > lower:
                lower, evidence = self.found[larger].lower, self._evidence[larger]
        for label in self.labels[known]:
            if label.regret.lower > lower:
                lower = label.regret.lower
                evidence = _distinct([self._by_key[key] for key in label.certificate.problems])
        for mine in self.own[known]:
            for other in problems:
                bound = self._unchanged(mine, other, lower)
                if bound > lower:
                    lower, evidence = bound, (mine, other)
        return lower, evidence

    def _unchanged(self, first: Problem, second: Problem, beyond: Fraction) -> Fraction:
        """Return the bound of the unchanged objective for two problems; 0 where it cannot pass `beyond`."""
        optima = [self.optima.of(first).cost, self.optima.of(second).cost]
        brackets = [bracket for bracket in optima if bracket is not None and not bracket.contains_zero]
        if len(brackets) < 2:
            return ZERO
        small, big = sorted(brackets, key=lambda bracket: bracket.upper)
        # To compare the two objectives takes far longer than this division.
        if loss(big.lower, small.upper) <= beyond:
            return ZERO
        return unchanged_objective_bound([first.model, second.model], brackets)

    def _upper(self, known: Set) -> Fraction:
        """Return the largest loss of the safest known plan."""
        self._cost_new_plans()
        return min((plan.worst[known][0] for plan in self._plans), default=ONE)

    def _missing(self, known: Set, some: Sequence[Problem]) -> Problem:
        """Return where the plan that is safest in `some` of the problems loses most in all of them."""
        safest = min(
            self._plans,
            key=lambda plan: (max(plan.losses[problem.key] for problem in some), plan.worst[known][0]),
            default=None,
        )
        return some[0] if safest is None else safest.worst[known][1]

    def _cost_new_plans(self) -> None:
        if len(self._plans) == len(self.regret.pool):
            return
        problems = list(self._by_key.values())
        optima = [self.optima.of(problem).cost for problem in problems]
        done = len(self._plans)
        for _, costs in islice(self.regret.pool.costed(problems), done, None):
            losses = dict(zip(self._by_key, losses_at_most(costs, optima), strict=True))
            self._plans.append(_PlanLosses(losses, self._worst(losses)))

    def _worst(self, losses: Mapping[str, Fraction]) -> dict[Set, tuple[Fraction, Problem]]:
        """Return a plan's largest loss over the problems of every set, and where: in its own, or in a larger set's."""
        worst: dict[Set, tuple[Fraction, Problem]] = {}
        for known in sorted(self.own, key=len, reverse=True):
            candidates = [(losses[problem.key], problem) for problem in self.own[known]]
            candidates += [worst[known | {name}] for name in self._others(known)]
            worst[known] = max(candidates, key=lambda pair: pair[0])
        return worst

    def _others(self, known: Set) -> list[str]:
        return [name for name in self.items if name not in known]


@dataclass(frozen=True)
class _PlanLosses:
    """A known plan's losses by the problems' keys, and for each set its largest one with the problem."""

    losses: Mapping[str, Fraction]
    worst: Mapping[Set, tuple[Fraction, Problem]]


def _distinct(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    return tuple({problem.digest: problem for problem in problems}.values())
