"""Lattices of random small tasks, and what an exhaustive search of all plans says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from ask2decide.authoring.workbench import Workbench
from ask2decide.backend import BackEnd
from ask2decide.engine.solve import Engine
from ask2decide.families.jobshop import Jobshop
from ask2decide.families.vrptw import Vrptw
from ask2decide.family import AnyFamily
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Task
from ask2decide.variants.load import LoadedTask
from ask2decide.variants.variants import Problem, Variants
from tests.brute_force import Enumerated, Truth
from tests.delivery_days import every_day_plan
from tests.passes.test_labels_jobshop import cases as shops
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of
from tests.strategies_labels import day_changes, days
from tests.strategies_labels import items as day_items

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A random task, and the truth of it."""

    task: Task
    data: dict[str, Any]
    truth: Truth
    family: AnyFamily = field(default_factory=Quantities)

    def bench(self, back_end: Callable[[], BackEnd] = Highs) -> Workbench:
        loaded = LoadedTask(self.task, self.family, self.data, {}, {})
        engine = Engine(back_end)
        return Workbench(loaded, engine, Optima(engine, Pool()))

    @cached_property
    def variants(self) -> Variants:
        return Variants(self.task, self.family, self.data)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    data = draw(quantities_data())
    items = draw(quantities_items(data))
    truth = Enumerated(list(every_plan(Quantities().parse(data))))
    return proper(Case(task_of(items), data, truth))


@st.composite
def delivery_cases(draw: st.DrawFn) -> Case:
    """Days with five customers: each problem of a composition has times and loads of its own."""
    data = draw(days())
    task = task_of(draw(day_items(data, day_changes(data))), family="vrptw")
    return proper(Case(task, data, every_day_plan(list(data["customers"])), Vrptw()))


@st.composite
def shop_cases(draw: st.DrawFn) -> Case:
    """Job shops, whose makespan is no plan column."""
    variants, plans = draw(shops())
    return proper(Case(variants.task, variants.base, Enumerated(plans), Jobshop()))


def proper(case: Case) -> Case:
    """Keep the case when every problem is feasible, with an optimum other than 0."""
    for problem in possible(case.variants, case.task.ids, ()):
        assume(case.truth.optimum(problem))
    return case


def subsets(names: Sequence[str]) -> Iterator[Ids]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)


def possible(variants: Variants, items: Ids, known: Ids) -> list[Problem]:
    """Return every problem that may be true when `known` is known: by definition, not as the compiler finds them."""
    rest = [name for name in items if name not in known]
    found = []
    for more in subsets(rest):
        so_far = {*known, *more}
        found.append(variants.problem(so_far))
        for name in rest:
            if name not in so_far:
                values = len(variants.task.item(name).patches)
                found += [variants.problem(so_far, name, number) for number in range(1, values)]
    return found


def least_total(left: Callable[[frozenset[str]], Fraction], items: Ids) -> tuple[Fraction, Ids]:
    """Return the least sum of losses left over all orders, and the first order in the spec's order that has it."""
    totals = []
    for order in permutations(items):
        totals.append((sum(left(frozenset(order[: i + 1])) for i in range(len(order))), order))
    return min(totals, key=lambda pair: pair[0])
