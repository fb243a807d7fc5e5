"""One problem theta_S as an object: its records, its knowledge base, its optimum, its best plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from ask2decide.authoring.judged import JudgedPlan
from ask2decide.authoring.notebook import MarkdownText, tables_markdown, without_mathematics
from ask2decide.authoring.plan_input import Plan, plan_source
from ask2decide.authoring.recall import recall
from ask2decide.authoring.workbench import Workbench
from ask2decide.emit.markdown import words
from ask2decide.emit.words import bracket_words, in_author_sense, problem_words
from ask2decide.family import Data, Sense, Table
from ask2decide.judge import judge
from ask2decide.labels import Bracket, Status
from ask2decide.variants.variants import Problem


@dataclass(frozen=True, repr=False)
class BestPlan:
    """The optimum of one problem, and the best plan known.

    Parameters
    ----------
    known : tuple of str
        The items that are known, in the spec's order.
    value : Bracket or None
        The best possible value in the family's own sense: a profit stays a profit. Both ends are equal where it is
        proved exactly; None while nothing is known of it, as after a time limit of 0 seconds.
    plan : mapping or None
        A plan in the task's plan format: an optimal one where `value` is exact.
    words : str
        The plan as a planner reads it.
    back_end : str
        Whose bound it is: name and version.
    """

    known: tuple[str, ...]
    value: Bracket | None
    plan: Mapping[str, Any] | None = field(compare=False)
    words: str = field(compare=False)
    back_end: str = field(compare=False)

    @property
    def status(self) -> Status:
        """exact, proved (within a millionth) or open."""
        return Status.OPEN if self.value is None else self.value.status

    @property
    def exact(self) -> Fraction | None:
        """The value where it is proved exactly, else None."""
        return self.value.lower if self.value is not None and self.value.is_exact else None

    def __repr__(self) -> str:
        return f"BestPlan({bracket_words(self.value)}, {self.status.value})"

    def _repr_markdown_(self) -> str:
        lines = [words(line) for line in self.words.splitlines()]
        optimum = f"**{words(bracket_words(self.value))}** ({self.status.value})"
        return without_mathematics("\n\n".join([optimum, *lines]))


@dataclass(frozen=True, repr=False, eq=False)
class Variant:
    """theta_S: the problem that one faces who knows exactly the items S."""

    bench: Workbench
    known: tuple[str, ...]

    @cached_property
    def problem(self) -> Problem:
        """The problem with its model and checker."""
        return self.bench.problem(self.known)

    @property
    def title(self) -> str:
        """The problem in words."""
        return problem_words(",".join(self.known), self.bench.task.ids)

    @property
    def sense(self) -> Sense:
        """Whether the value is minimised or maximised."""
        return self.problem.sense

    @property
    def records(self) -> Any:
        """The records as the family's own model, numbers exact."""
        return self.problem.records

    @property
    def data(self) -> Data:
        """The records as JSON-like data: what the paths of a patch lead into."""
        return self.problem.data

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the knowledge base."""
        return self.problem.family.tables(self.records)

    @property
    def rules(self) -> tuple[str, ...]:
        """What one must know beside the tables."""
        return self.problem.family.rules(self.records)

    @property
    def knowledge_base(self) -> MarkdownText:
        """Tables and rules as Markdown."""
        rules = "\n".join(f"- {words(rule)}" for rule in self.rules)
        return MarkdownText(f"{tables_markdown(self.tables)}\n\n{rules}\n")

    @property
    def best(self) -> BestPlan:
        """The optimum and the best plan known; solved at the first call."""
        recall(self.bench)
        optimum = self.bench.optimum(self.known)
        plan, family = optimum.plan, self.problem.family
        shown = "" if plan is None else family.describe(family.plan_model.model_validate(plan), self.records)
        value = in_author_sense(optimum.cost, self.sense)
        return BestPlan(optimum.known, value, plan, shown, optimum.back_end)

    @property
    def optimum(self) -> Bracket | None:
        """The best possible value in the family's own sense; None while nothing is known of it."""
        return self.best.value

    @property
    def plan(self) -> Mapping[str, Any] | None:
        """The best plan known, in the task's plan format."""
        return self.best.plan

    def judge(self, plan: Plan) -> JudgedPlan:
        """Return the loss of a plan in this problem.

        Raises
        ------
        UsageError
            When the plan's file is not there.
        """
        source = plan_source(plan)
        recall(self.bench)
        optimum = self.bench.optimum(self.known).cost
        verdict = judge(source, self.problem.family, self.data, optimum, self.sense)
        given = None if self.known == self.bench.task.ids else self.known
        return JudgedPlan(self.bench.task.name, given, verdict)

    def value_words(self, value: Bracket | None) -> str:
        """Return a value with its unit."""
        if value is None or not value.is_exact:
            return bracket_words(value)
        return self.problem.family.value_text(value.lower, self.records)

    def __repr__(self) -> str:
        return f"Variant({self.bench.task.name!r}, {', '.join(self.known) or 'nothing'} known)"

    def _repr_markdown_(self) -> str:
        best = self.best
        name = self.problem.family.value_name(self.records)[0]
        head = f"**{words(f'{self.bench.task.name}: {self.title}')}**"
        wanted = "least" if self.sense is Sense.MIN else "largest"
        optimum = words(f"The {wanted} {name} is {self.value_words(best.value)}.")
        plan = [words(line) for line in best.words.splitlines()]
        return without_mathematics("\n\n".join([head, optimum, *plan, self.knowledge_base]))
