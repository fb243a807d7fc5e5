from __future__ import annotations

from ask2decide.engine.graph import graph_of_optima, steps
from ask2decide.passes.prove import needed_problems
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests.quantities import Quantities
from tests.strategies import task_of


def test_most_relaxed_first_and_equal_records_once() -> None:
    goods = {name: {"price": 2, "most": 3, "available": True} for name in "abc"}
    rules = {"demand": {"terms": {"a": 2, "b": 1, "c": 3}, "at_least": 4}}
    data = {"sense": "min", "fixed": 100, "goods": goods, "rules": rules}
    # The last item changes nothing: its problems have the records of those without it.
    values = {"a": 1, "b": 2, "c": 3}
    items = tuple(
        Item(f"H{name}", Kind.NEW_INFORMATION, ("a",), "", ((Operation("replace", f"/goods/{name}/most", value),),))
        for name, value in values.items()
    )
    problems = needed_problems(Variants(task_of(items), Quantities(), data))
    found = steps(graph_of_optima(problems.values()))
    assert len(problems) == 8
    assert len(found) == 4
    by_key = {key: found[problem.digest] for key, problem in problems.items()}
    assert by_key[""] == 0
    assert by_key["Ha"] == by_key["Hb"] == 1
    assert by_key["Ha,Hb"] == by_key["Ha,Hb,Hc"] == 2
