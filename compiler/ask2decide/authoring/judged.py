"""A judged plan: the verdict, and under which problem."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ask2decide.authoring.notebook import without_mathematics
from ask2decide.emit.markdown import words
from ask2decide.judge import Verdict, verdict_json, verdict_text
from ask2decide.labels import Bracket
from ask2decide.labels.text import regret_text


@dataclass(frozen=True)
class JudgedPlan:
    """The loss of one plan.

    Parameters
    ----------
    task : str
        The task's name.
    given : tuple of str or None
        The items that were taken as known, in the spec's order; None for today's true problem.
    verdict : Verdict
        What the judge says.
    """

    task: str
    given: tuple[str, ...] | None
    verdict: Verdict

    @property
    def loss(self) -> Bracket:
        """The loss (Eq. 2): 0 for an optimal plan, 1 for one that cannot be carried out; an interval where z is one."""
        return self.verdict.loss

    @property
    def value(self) -> Fraction | None:
        """What the plan is worth, in the family's own sense; None when it cannot be carried out."""
        return self.verdict.value

    @property
    def feasible(self) -> bool:
        """Whether the plan can be carried out."""
        return self.verdict.feasible

    @property
    def violations(self) -> tuple[str, ...]:
        """The broken rules, in words."""
        return self.verdict.violations

    @property
    def reason(self) -> str:
        """Why the loss is what it is."""
        return self.verdict.reason

    @property
    def text(self) -> str:
        """The verdict as ``ask2decide judge`` prints it."""
        return verdict_text(self.verdict, self.task, self.given)

    @property
    def json(self) -> str:
        """The verdict as ``ask2decide judge --json`` prints it."""
        return verdict_json(self.verdict, self.task, self.given)

    def __repr__(self) -> str:
        return f"JudgedPlan(loss {regret_text(self.loss)}: {self.reason})"

    def _repr_markdown_(self) -> str:
        first, *rest = self.text.splitlines()
        broken = [f"- {words(violation)}" for violation in self.violations]
        return without_mathematics("\n".join([f"**{words(first)}**", "", words(rest[0]), "", *broken]))
