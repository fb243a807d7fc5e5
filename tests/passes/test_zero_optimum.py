"""An optimum of 0 is refused with the remedy, also where its step is too small for a back end's tolerance."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ask2decide.engine.solve import Engine
from ask2decide.errors import TaskError
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.solvers.highs import Highs
from ask2decide.variants.variants import Variants
from tests.quantities import Quantities
from tests.strategies import task_of


@pytest.mark.parametrize("price", ["1", "1.001", "1.000000001", "1.000000000001"])
def test_the_optimum_is_0(price):
    """Buying nothing costs 0; selling one a and buying one b back would earn or cost the step."""
    goods = {
        "a": {"price": Decimal(price), "most": 3, "available": True},
        "b": {"price": -1, "most": 3, "available": True},
    }
    rules = {"as many": {"terms": {"a": 1, "b": -1}, "at_least": 0}}
    data = {"sense": "min", "fixed": 0, "goods": goods, "rules": rules}
    problem = Variants(task_of(()), Quantities(), data).problem(())
    with pytest.raises(
        TaskError, match=r"the optimum is 0.*, and a loss relative to 0 means nothing\. Fix: change the"
    ):
        Optima(Engine(Highs), Pool()).of(problem)
