"""The last gap, closed in the costs' own unit: whether there is a plan one step below the best known one.

A floating-point bound may be off by a millionth of its size. Where costs are large or steps small, that is more than a
step, and the bound cannot be rounded up to the best plan's cost. But every plan that is better costs at least a whole
step less, and whether one exists is a question of feasibility.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ask2decide.backend import Answer, Status
from ask2decide.engine.solve import Engine
from ask2decide.ir.compose import within_costs
from ask2decide.passes.found_plan import checked_plan
from ask2decide.passes.pool import Pool
from ask2decide.variants.variants import Problem

MAX_STEPS = 50
"""How often a plan just below the best known one is looked for before the interval is left as it is."""


def none_within(
    engine: Engine, pool: Pool, problems: Sequence[Problem], ceilings: Callable[[], Sequence[Fraction] | None]
) -> Answer | None:
    """Look for common plans within ceilings that sink with every plan found; return the proof that none is left.

    Parameters
    ----------
    ceilings : callable
        Returns, for the pool as it stands, the most that a plan may cost in each problem; None when nothing is left to
        prove.

    Returns
    -------
    Answer or None
        The back end's last answer, of status INFEASIBLE; None where the search ends without one.
    """
    for _ in range(MAX_STEPS):
        limits = ceilings()
        if limits is None:
            return None
        title = f"the search for a better plan of {' and '.join(problem.title for problem in problems)}"
        answer = engine.answer(within_costs([problem.model for problem in problems], limits), title)
        if answer.status is Status.INFEASIBLE:
            return answer
        found = checked_plan(answer, problems)
        if found is None or not pool.add(found[0]):
            return None
    return None
