"""Lattices of random small tasks, and what an exhaustive search of all plans says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from hypothesis import assume
from hypothesis import strategies as st

from ask2decide.authoring.workbench import Workbench
from ask2decide.backend import BackEnd
from ask2decide.engine.solve import Engine
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Task
from ask2decide.variants.load import LoadedTask
from ask2decide.variants.variants import Problem, Variants
from tests.brute_force import Enumerated
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A random task, and the truth of it."""

    task: Task
    data: dict[str, object]
    truth: Enumerated

    def bench(self, back_end: Callable[[], BackEnd] = Highs) -> Workbench:
        loaded = LoadedTask(self.task, Quantities(), self.data, {}, {})
        engine = Engine(back_end)
        return Workbench(loaded, engine, Optima(engine, Pool()))

    @property
    def variants(self) -> Variants:
        return Variants(self.task, Quantities(), self.data)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    data = draw(quantities_data())
    items = draw(quantities_items(data))
    family = Quantities()
    case = Case(task_of(items), data, Enumerated(list(every_plan(family.parse(data)))))
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
