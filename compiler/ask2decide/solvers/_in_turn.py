"""Several back ends, one after the other, on a problem that the first leaves open: the best of their plans and bounds.

Under a time limit each back end that is able has a fixed share of it, so that who is asked what does not depend on how
fast anyone was. A solve that comes to its end is the answer, and nobody else is asked. Of solves that stop, the cheaper
plan and the higher bound are joined: each holds on its own, whoever found the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ask2decide.backend import Answer, BackEnd, Features, Hint, Options, Status
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp

FIRST_SHARE = Fraction(2, 3)
"""What the back end that suits a model best has of the time limit; the others share the rest alike."""

AS_STATED = Fraction(1, 10**6)


class InTurn(ABC):
    """A back end that has each model answered by others."""

    name: str
    features = Features(warm_start=True)

    @abstractmethod
    def able(self, model: Milp) -> Sequence[BackEnd]:
        """Return the back ends that can answer `model`, the most suitable first; at least one."""

    def available(self) -> str | None:
        """Return None: those that are missing are not asked."""
        return None

    def unable(self, model: Milp) -> str | None:
        """Return None: at least one is able."""
        return None

    def choice(self, model: Milp) -> BackEnd:
        """Return the back end that is asked first, and without a time limit alone."""
        return self.able(model)[0]

    def solve(self, model: Milp, options: Options) -> Answer:
        """Have `model` answered, by one back end after the other where a time limit stops them."""
        if options.time_limit is None:
            return self.choice(model).solve(model, options)
        back_ends = self.able(model)
        answers: list[Answer] = []
        for back_end, share in zip(back_ends, _shares(len(back_ends), options.time_limit), strict=True):
            hint = _with_best_plan(options.hint, answers)
            answer = back_end.solve(model, replace(options, time_limit=share, hint=hint))
            if answer.status not in (Status.LIMIT, Status.ERROR):
                _require_agreement(answer, answers)
                return answer
            answers.append(answer)
        return joined(answers)


def joined(answers: Sequence[Answer]) -> Answer:
    """Return the cheapest plan and the highest bound of answers that stopped; of equals, the first.

    An answer that failed says nothing; where all failed, the first stands.
    """
    stopped = [answer for answer in answers if answer.status is Status.LIMIT]
    if not stopped:
        return answers[0]
    planned = min(stopped, key=lambda a: (a.values is None or a.primal is None, a.primal or 0))
    bounded = max(stopped, key=lambda a: (a.bound is not None, a.bound or 0))
    if planned.values is None or planned.back_end == bounded.back_end:
        return bounded
    if bounded.bound is None:
        return planned
    source = f"{bounded.back_end} with a plan of {planned.back_end}"
    return replace(bounded, values=planned.values, primal=planned.primal, back_end=source)


def _shares(count: int, limit: float) -> list[float]:
    """Return the seconds of each of `count` back ends.

    >>> _shares(1, 6), _shares(3, 6)
    ([6], [4.0, 1.0, 1.0])
    """
    if count == 1:
        return [limit]
    first = float(FIRST_SHARE * Fraction(limit))
    return [first, *[(limit - first) / (count - 1)] * (count - 1)]


def _with_best_plan(hint: Hint, answers: Sequence[Answer]) -> Hint:
    """Return the hint with the cheapest plan found by now as its start: it is no worse than a start that was given."""
    planned = [answer for answer in answers if answer.values is not None and answer.primal is not None]
    if not planned:
        return hint
    return replace(hint, start=min(planned, key=lambda answer: answer.primal or 0).values)


def _require_agreement(finished: Answer, stopped: Sequence[Answer]) -> None:
    """Stop where a solve that came to its end excludes a plan or a bound of one that did not."""
    for answer in stopped:
        cheapest, bound = answer.primal, finished.bound
        if answer.values is not None and cheapest is not None and finished.status is Status.INFEASIBLE:
            raise _contradiction(finished, "that no plan is feasible", answer, f"a plan that costs {float(cheapest)!r}")
        if cheapest is not None and bound is not None and cheapest < bound - _room(bound):
            raise _contradiction(
                finished,
                f"that no plan costs less than {float(bound)!r}",
                answer,
                f"one that costs {float(cheapest)!r}",
            )
        primal = finished.primal
        if answer.bound is not None and primal is not None and answer.bound > primal + _room(primal):
            raise _contradiction(
                answer,
                f"that no plan costs less than {float(answer.bound)!r}",
                finished,
                f"one that costs {float(primal)!r}",
            )


def _contradiction(first: Answer, claim: str, second: Answer, finding: str) -> BackEndError:
    return BackEndError(
        f"{first.back_end} says {claim}, and {second.back_end} finds {finding}.",
        "one of them is wrong; run again with another --solver and report the model to its authors.",
    )


def _room(number: Fraction) -> Fraction:
    return AS_STATED * max(Fraction(1), abs(number))
