"""The pool: every plan met so far for a task, costed exactly in every problem that asks (docs/mathematics.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ask2decide.exact import canonical_json
from ask2decide.family import PlanModel
from ask2decide.variants.variants import Problem


class Pool:
    """Plans in the order they were met, each once."""

    def __init__(self) -> None:
        self._plans: list[PlanModel] = []
        self._known: set[str] = set()
        self._costs: dict[tuple[str, int], Fraction | None] = {}

    def __len__(self) -> int:
        return len(self._plans)

    def add(self, plan: PlanModel) -> bool:
        """Add a plan; return whether it is new."""
        content = canonical_json(plan.model_dump(mode="json"))
        if content in self._known:
            return False
        self._known.add(content)
        self._plans.append(plan)
        return True

    def costed(self, problems: Sequence[Problem]) -> Iterator[tuple[PlanModel, tuple[Fraction | None, ...]]]:
        """Yield each plan with its exact cost in each problem, None where it is infeasible."""
        for number, plan in enumerate(self._plans):
            yield plan, tuple(self._cost(problem, number, plan) for problem in problems)

    def common(self, problems: Sequence[Problem]) -> Iterator[tuple[PlanModel, tuple[Fraction, ...]]]:
        """Yield the plans that are feasible in every problem, with their costs."""
        for plan, costs in self.costed(problems):
            known = tuple(cost for cost in costs if cost is not None)
            if len(known) == len(costs):
                yield plan, known

    def best(self, problem: Problem) -> tuple[Fraction, PlanModel] | None:
        """Return the cheapest plan that is feasible in `problem`, the first met of several."""
        best: tuple[Fraction, PlanModel] | None = None
        for plan, (cost,) in self.common([problem]):
            if best is None or cost < best[0]:
                best = cost, plan
        return best

    def _cost(self, problem: Problem, number: int, plan: PlanModel) -> Fraction | None:
        key = problem.digest, number
        if key not in self._costs:
            self._costs[key] = problem.cost(plan)
        return self._costs[key]
