"""The package suffices: from `agent/` and the sentences of the notes alone, every task can be modelled and solved.

The models here share nothing with the compiler: each reads one knowledge_base.json and applies, by hand, what the
operator's sentences say. Only the judge is the compiler's. The plan made without a question must lose something.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import highspy
import pytest

PACKAGES = Path(__file__).resolve().parents[2] / "generated"

DISPATCH = "easy1_dispatch"
CANDY = "medium6_candy_blend"
R101 = "hard2b_r101_25"

NOTES = {
    DISPATCH: (
        "Van 2 is out today: its clutch gave way on the way in.",
        "Cargo bike can do 5 trips today, not 4: its second battery came back from repair.",
        "Van 3 is out today: its tail lift is stuck halfway.",
        "Harbour Taxi can do 3 runs today, not 2: they found us another driver.",
    ),
    CANDY: (
        "Maltose costs us $2.75 a kilo from this week on, not $1.55.",
        "The new recipe sheet allows at most 40 % sugar in Value; the old one said 50 %.",
        "The Grand Hotel has ordered 900 kg of Value, to be delivered in full today.",
        "Glucose syrup costs us $1.45 a kilo from this week on, not $0.85.",
        "The new recipe sheet allows at most 40 % maltose in Classic; the old one said 50 %.",
    ),
    R101: (
        "C19 called: today we have to start unloading there between 09:56 and 10:06, not between 09:16 and 09:26.",
        "C13 called: today we have to start unloading there between 11:19 and 11:29, not between 10:39 and 10:49.",
        "The road from C24 to the depot is closed today, in that direction only: a lorry has tipped over on it.",
        "The road from the depot to C03 is closed today, in that direction only: a lorry has tipped over on it.",
        "From C20 to C01 it is 28 km today, not 16.4, in that direction only: "
        "the new one-way streets send us round the town.",
        "From C02 to C06 it is 28 km today, not 16.4, in that direction only: "
        "the new one-way streets send us round the town.",
        "Our vans make at most 4 stops on a route.",
    ),
}


def knowledge_base(task: str) -> Any:
    text = (PACKAGES / task / "agent" / "knowledge_base.json").read_text(encoding="utf-8")
    return json.loads(text, parse_float=Fraction)


def loss(task: str, plan: Any, folder: Path) -> Fraction:
    """Return the upper end of the loss that ``ask2decide judge`` gives a plan today."""
    file = folder / "plan.json"
    file.write_text(json.dumps(plan), encoding="utf-8")
    command = [sys.executable, "-m", "ask2decide", "judge", task, str(file), "--json", "--out", str(PACKAGES)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return Fraction(json.loads(answer.stdout)["loss"]["upper"])


def cheapest_dispatch(records: Any) -> Any:
    """Add up every plan of the menu and pick the cheapest that can be carried out."""
    costs = {}
    for name, option in records["options"].items():
        used = [(records["resources"][resource], units) for resource, units in option["uses"].items()]
        total = {
            measure: sum(units * resource["rates"].get(measure, 0) for resource, units in used)
            for measure in records["measures"]
        }
        can_be_done = all(resource["available"] and units <= resource["limit"] for resource, units in used) and all(
            rule.get("at_least", 0) <= total[rule["measure"]] <= rule.get("at_most", total[rule["measure"]])
            for rule in records["rules"].values()
        )
        if can_be_done:
            costs[name] = sum(units * resource["goal_rate"] for resource, units in used)
    return {"choice": min(costs, key=costs.__getitem__)}


def best_blend(records: Any) -> Any:
    """Solve the blending LP: kilograms of each material in each product."""
    solver = highspy.Highs()
    solver.silent()
    materials, products = records["materials"], records["products"]
    use = {(p, m): solver.addVariable(lb=0) for p in products for m in materials}
    for name, material in materials.items():
        solver.addConstr(sum(use[p, name] for p in products) <= float(material["supply"]))
    for name, product in products.items():
        weight = sum(use[name, m] for m in materials)
        solver.addConstr(weight >= product.get("order", 0))
        if "sales_limit" in product:
            solver.addConstr(weight <= product["sales_limit"])
        for material, share in product["shares"].items():
            if "max" in share:
                solver.addConstr(100 * use[name, material] - float(share["max"]) * weight <= 0)
            if "min" in share:
                solver.addConstr(100 * use[name, material] - float(share["min"]) * weight >= 0)
    solver.addConstr(sum(use.values()) <= records["plant"]["capacity"])
    profit = {(p, m): float(products[p]["price"] - products[p]["fee"] - materials[m]["price"]) for p, m in use}
    solver.maximize(sum(profit[pair] * use[pair] for pair in use))
    grams = {pair: round(1000 * solver.val(column)) for pair, column in use.items()}
    return {"use": {p: {m: f"{grams[p, m]}/1000" for m in materials if grams[p, m]} for p in products}}


def routes_from(
    records: Any, route: tuple[str, ...] = (), load: int = 0, time: Fraction = Fraction(0)
) -> Iterator[Any]:
    """Yield every route that keeps all rules and begins with `route`, with its length."""
    roads, last = records["distances"], route[-1] if route else "depot"

    def open_road(tail: str, head: str) -> bool:
        return head in roads[tail] and f"{tail} to {head}" not in records["closed_roads"]

    if route and open_road(last, "depot") and time + roads[last]["depot"] <= records["depot"]["closes"]:
        stops = ("depot", *route, "depot")
        yield route, sum(roads[tail][head] for tail, head in pairwise(stops))
    if len(route) == records["rules"].get("max_stops", len(records["customers"])):
        return
    for name, customer in records["customers"].items():
        if name in route or not open_road(last, name) or load + customer["demand"] > records["fleet"]["capacity"]:
            continue
        start = max(time + roads[last][name], Fraction(customer["opens"]))
        if start <= customer["closes"]:
            yield from routes_from(records, (*route, name), load + customer["demand"], start + customer["service"])


def shortest_routes(records: Any) -> Any:
    """Choose among all routes the shortest that visit every customer once: a set-partitioning problem."""
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.05)  # distances are multiples of 0.1 km
    chosen = [(route, length, solver.addBinary()) for route, length in routes_from(records)]
    for name in records["customers"]:
        solver.addConstr(sum(column for route, _, column in chosen if name in route) == 1)
    solver.addConstr(sum(column for _, _, column in chosen) <= records["fleet"]["vehicles"])
    solver.minimize(sum(float(length) * column for _, length, column in chosen))
    return {"routes": [list(route) for route, _, column in chosen if solver.val(column) > 0.5]}


def dispatch_today(records: Any) -> None:
    records["resources"]["van_2"]["available"] = False
    records["resources"]["cargo_bike"]["limit"] = 5
    records["resources"]["van_3"]["available"] = False
    records["resources"]["taxi"]["limit"] = 3


def candy_today(records: Any) -> None:
    records["materials"]["maltose"]["price"] = Fraction("2.75")
    records["products"]["value"]["shares"]["sugar"]["max"] = 40
    records["products"]["value"]["order"] = 900
    records["materials"]["glucose_syrup"]["price"] = Fraction("1.45")
    records["products"]["classic"]["shares"]["maltose"]["max"] = 40


def r101_today(records: Any) -> None:
    # The knowledge base counts minutes after 08:00: 09:56 is 116, 11:19 is 199.
    records["customers"]["C19"] |= {"opens": 116, "closes": 126}
    records["customers"]["C13"] |= {"opens": 199, "closes": 209}
    records["closed_roads"] |= {"C24 to depot": True, "depot to C03": True}
    records["distances"]["C20"]["C01"] = Fraction(28)
    records["distances"]["C02"]["C06"] = Fraction(28)
    records["rules"]["max_stops"] = 4


SOLVED = [
    (DISPATCH, cheapest_dispatch, dispatch_today),
    (CANDY, best_blend, candy_today),
    (R101, shortest_routes, r101_today),
]


@pytest.mark.parametrize("task", NOTES)
def test_the_operator_says_what_the_models_here_assume(task: str) -> None:
    notes = json.loads((PACKAGES / task / "operator" / "notes.json").read_text(encoding="utf-8"))["notes"]
    assert tuple(note["note"] for note in notes) == NOTES[task]


@pytest.mark.parametrize(("task", "solve", "today"), SOLVED, ids=[task for task, _, _ in SOLVED])
def test_whoever_has_heard_everything_loses_nothing(task: str, solve: Any, today: Any, tmp_path: Path) -> None:
    records = knowledge_base(task)
    today(records)
    assert loss(task, solve(records), tmp_path) == 0


@pytest.mark.parametrize(("task", "solve", "today"), SOLVED, ids=[task for task, _, _ in SOLVED])
def test_whoever_has_asked_nothing_loses_something(task: str, solve: Any, today: Any, tmp_path: Path) -> None:
    assert loss(task, solve(knowledge_base(task)), tmp_path) > 0
