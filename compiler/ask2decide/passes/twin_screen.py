"""What the known plans say of a candidate for a twin, before any model is built (docs/mathematics.md).

A twin is worth 0, and a 0 has a witness: a plan that is optimal without the twin and with it. Where none of the plans
that are known to be optimal without a candidate can be carried out with it, the candidate is an unlikely twin. This
needs the checker alone. It orders the candidates and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from ask2decide.family import Data, PlanModel
from ask2decide.passes.optima import Optima
from ask2decide.spec import Item
from ask2decide.variants.theta import PatchError, changed
from ask2decide.variants.variants import Problem, Variants


class TwinScreen:
    """Screens the candidates for one twin; their backgrounds are made and solved once for all of them.

    Parameters
    ----------
    variants : Variants
        Of the task without the twin.
    optima : Optima
        Their optima, and the pool, which may grow between two candidates.
    """

    def __init__(self, variants: Variants, optima: Optima) -> None:
        self.optima = optima
        self.backgrounds = [variants.problem(known) for known in ((), variants.task.ids)]

    def passes(self, candidate: Item) -> bool:
        """Return whether a plan known to be optimal without `candidate` can be carried out with it, alone and in H.

        Raises
        ------
        TaskError, BackEndError
            As from `Optima.of`.
        """
        return all(self._survives(candidate, without) for without in self.backgrounds)

    def _survives(self, candidate: Item, without: Problem) -> bool:
        plans = list(self._optimal_plans(without))
        if not plans:
            return False
        try:
            records = without.family.parse(_patched(candidate, without.data))
        except (PatchError, ValidationError, ValueError):
            return False
        return any(without.family.check(plan, records).feasible for plan in plans)

    def _optimal_plans(self, problem: Problem) -> Iterator[PlanModel]:
        optimum = self.optima.of(problem).cost
        if optimum is not None:
            for plan, (cost,) in self.optima.pool.common([problem]):
                if cost == optimum.upper:
                    yield plan


def _patched(item: Item, data: Data) -> Data:
    """Return records with an item's patch applied last: where it touches nothing that others do, order is nothing."""
    for operation in item.patch:
        data = changed(operation, data)
    return data
