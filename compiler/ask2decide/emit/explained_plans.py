"""The plans of an explanation: which are shown, what each is worth in each problem, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ask2decide.emit.findings import Findings
from ask2decide.emit.nearest_plans import best_plans
from ask2decide.exact import canonical_json
from ask2decide.family import Drawing, PlanModel
from ask2decide.labels import Bracket, Label, loss_bracket
from ask2decide.labels.loss import ONE, ZERO
from ask2decide.labels.text import regret_text

MOST_VIOLATIONS = 6
"""Broken rules that are spelled out for one plan in one problem."""

MOST_DIFFERENCES = 20
"""Differences between two plans that are spelled out."""

EVERYTHING_LOST = Bracket(ONE, ONE)


@dataclass(frozen=True)
class Outcome:
    """What a plan comes to in one problem.

    Parameters
    ----------
    problem : str
        "with H1" or the like.
    words : str
        What it is worth there against the best possible, or that it cannot be carried out.
    loss : str
        Its loss there, e.g. "3.81 % (235/6171)"; an interval where the optimum is one.
    violations : tuple of str
        The rules that it breaks there, in the checker's words.
    """

    problem: str
    words: str
    loss: str
    violations: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownPlan:
    """One plan.

    Parameters
    ----------
    title : str
        What it is: "Best plan without H1".
    lines : tuple of str
        The plan in the family's words.
    drawing : Drawing or None
        What the family has drawn of it.
    outcomes : tuple of Outcome
        One for each problem of the label.
    """

    title: str
    lines: tuple[str, ...]
    drawing: Drawing | None
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class LabelledProblems:
    """The problems that a label compares, with their records.

    Parameters
    ----------
    names : tuple of str
        What the problems are called, in the certificate's order.
    records : tuple
        Their records as the family's model.
    """

    found: Findings
    label: Label
    names: tuple[str, ...]
    records: tuple[Any, ...]

    @classmethod
    def of(cls, found: Findings, label: Label, names: Sequence[str]) -> LabelledProblems:
        """Return the problems of a label; each one's records are read once."""
        records = (found.family.parse(found.variant_data[key]) for key in label.certificate.problems)
        return cls(found, label, tuple(names), tuple(records))

    @cached_property
    def best(self) -> list[tuple[PlanModel, Fraction] | None]:
        """A best plan of each problem with its cost; None where no plan is known."""
        return best_plans(self.found, self.label, self.records)

    def plans(self) -> tuple[ShownPlan, ...]:
        """Return the plans that explain the label: one for each content, under all its titles."""
        titles: dict[str, list[str]] = {}
        plans: dict[str, tuple[int, PlanModel]] = {}
        for title, place, plan in self._chosen():
            content = canonical_json(plan.model_dump(mode="json"))
            titles.setdefault(content, []).append(title)
            plans.setdefault(content, (place, plan))
        return tuple(self._shown(_sentence(titles[content]), *plans[content]) for content in plans)

    def differences(self) -> tuple[str, ...]:
        """Return what the best plan with the item does otherwise than the best one without it; nothing at a zero.

        At a zero label one plan serves both problems, and other plans that are optimal too would only distract.
        """
        without, with_item = self.best[:2]
        if self.label.is_zero or without is None or with_item is None:
            return ()
        lines = self.found.family.differences(without[0], with_item[0], self.records[1])
        more = len(lines) - MOST_DIFFERENCES
        return (*lines[:MOST_DIFFERENCES], *((f"and {more:,} more",) if more > 0 else ()))

    def _chosen(self) -> Iterator[tuple[str, int, PlanModel]]:
        """Yield titles and plans, each with the number of the problem whose records it is described by."""
        certificate = self.label.certificate
        if self.label.is_zero and certificate.plan is not None:
            yield "one plan that is best either way", 0, self._read(certificate.plan)
            return
        for place, (name, optimum, known) in enumerate(zip(self.names, certificate.optima, self.best, strict=True)):
            if known is not None:
                plan, cost = known
                is_best = optimum is not None and optimum.lower == cost
                yield f"{'best plan' if is_best else 'best known plan'} {name}", place, plan
        if certificate.plan is not None:
            safest = "safest plan" if self.label.regret.is_exact else "safest known plan"
            yield f"{safest} while one does not know", min(1, len(self.names) - 1), self._read(certificate.plan)

    def _read(self, plan: Mapping[str, Any]) -> PlanModel:
        read: PlanModel = self.found.family.plan_model.model_validate(plan)
        return read

    def _shown(self, title: str, place: int, plan: PlanModel) -> ShownPlan:
        family, records = self.found.family, self.records[place]
        return ShownPlan(
            title=title,
            lines=tuple(family.describe(plan, records).splitlines()),
            drawing=family.drawing(plan, records),
            outcomes=tuple(self._outcome(plan, number) for number in range(len(self.names))),
        )

    def _outcome(self, plan: PlanModel, number: int) -> Outcome:
        """Return what the checker says of a plan in the problem of that number."""
        name, family, records = self.names[number], self.found.family, self.records[number]
        optimum = self.label.certificate.optima[number]
        check = family.check(plan, records)
        if check.value is None:
            more = len(check.violations) - MOST_VIOLATIONS
            shown = (*check.violations[:MOST_VIOLATIONS], *((f"and {more:,} more",) if more > 0 else ()))
            return Outcome(name, "cannot be carried out", regret_text(EVERYTHING_LOST), shown)
        worth = family.value_text(check.value, records)
        cost = family.cost(check.value, self.found.sense)
        if optimum is None or optimum.contains_zero:
            return Outcome(name, f"{worth}; nothing is proved of the best possible", "not known")
        loss = loss_bracket(cost, optimum)
        if loss.upper == ZERO:
            return Outcome(name, f"{worth}, the best possible", regret_text(loss))
        if not optimum.is_exact:
            best = "the best that is known" if cost <= optimum.upper else "not the best that is known"
            return Outcome(name, f"{worth}, {best}", regret_text(loss))
        best = family.value_text(family.cost(optimum.lower, self.found.sense), records)
        return Outcome(name, f"{worth}, where {best} is the best possible", regret_text(loss))


def _sentence(titles: Sequence[str]) -> str:
    text = "; ".join(titles)
    return text[:1].upper() + text[1:]
