"""What is kept of a solve: a later run may narrow what an earlier one proved, and never widens it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ask2decide.backend import Answer, Status


@dataclass(frozen=True)
class Kept:
    """An answer and, where it stopped at a limit, that limit in seconds."""

    answer: Answer
    time_limit: float | None

    def covers(self, time_limit: float | None) -> bool:
        """Return whether the answer is worth as much as a run of today's limit (None for none)."""
        if self.answer.status is not Status.LIMIT:
            return True
        return self.time_limit is not None and time_limit is not None and self.time_limit >= time_limit


def better_of(stored: Kept, new: Kept) -> Kept:
    """Return the better bounds of two solves of the same model.

    A finished solve stands as it is, the new one of two. Of two that stopped at a limit, the cheaper plan and the
    higher bound are kept, with the longer limit.
    """
    if new.answer.status is not Status.LIMIT:
        return new
    if stored.answer.status is not Status.LIMIT:
        return stored
    primal = min((stored, new), key=_primal).answer
    bounded = max((new, stored), key=_bound).answer
    limits = [kept.time_limit for kept in (stored, new)]
    return Kept(
        replace(bounded, values=primal.values, primal=primal.primal),
        None if None in limits else max(limit for limit in limits if limit is not None),
    )


def _primal(kept: Kept) -> tuple[bool, object]:
    """Order by the cost of the plan; no plan comes last."""
    answer = kept.answer
    return (answer.values is None or answer.primal is None, answer.primal or 0)


def _bound(kept: Kept) -> tuple[bool, object]:
    """Order by the bound; no bound comes first."""
    return (kept.answer.bound is not None, kept.answer.bound or 0)
