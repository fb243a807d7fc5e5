"""What one writes without this project: plain Pyomo and HiGHS, everything solved from scratch.

For each task: one optimum for every theta_S that the labels compare, and one Eq. 3 problem for every label, composed
of two Pyomo blocks whose plan variables are set equal. No certificate, no pool of plans, no store, no exact arithmetic.
The twins are taken as known, and no verdict on the need to ask is proved, which is less than ``ask2decide-build`` does.
Sets S are patched by the project's own code, and HiGHS gets a gap of 0 and one thread, as the project's back end does.

Run ``python benchmarks/naive.py [TASK ...]`` in a checkout with the package installed. Each label is compared with the
committed labels.json. A task of which one solve does not close within the limit is given up, aloud.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import pyomo.environ as pyo
from pyomo.common.numeric_types import RegisterNumericType

from ask2decide.ir import Column, Milp
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.variants import Problem, Variants

RegisterNumericType(Fraction)

ROOT = Path(__file__).resolve().parents[1]
AGREES_WITHIN = 1e-6
OPEN_BY_DESIGN = ("x_miplib_b",)
"""A task whose optima no solver closes in its time limit."""


class NotClosedError(Exception):
    """A solve reached its time limit."""


@dataclass
class Naive:
    """Solves the problems of one task.

    Parameters
    ----------
    loaded : LoadedTask
        With its twins.
    limit : float
        Seconds of wall clock for one solve.
    """

    loaded: LoadedTask
    limit: float
    optima: dict[str, float] = field(default_factory=dict)
    solves: int = 0

    @cached_property
    def variants(self) -> Variants:
        """The problems theta_S."""
        return Variants(self.loaded.task, self.loaded.family, self.loaded.data)

    def labels(self) -> dict[str, dict[str, float]]:
        """Return both regrets of every item."""
        everything = [item.id for item in self.loaded.task.hidden]
        return {
            item.id: {
                "standalone": self.regret(self.variants.versions(item, ())),
                "conditional": self.regret(self.variants.versions(item, everything)),
            }
            for item in self.loaded.task.hidden
        }

    def regret(self, problems: Sequence[Problem]) -> float:
        """Return Eq. 3's value."""
        return self.minimax(problems, [self.optimum(problem) for problem in problems])

    def optimum(self, problem: Problem) -> float:
        """Return z(theta_S) as a cost, solved once for each S."""
        if problem.key not in self.optima:
            model = _pyomo_model(problem)
            value = self.solved(model)
            assert value is not None, f"{problem.title} is infeasible"
            self.optima[problem.key] = value if _objective(model).sense == pyo.minimize else -value
        return self.optima[problem.key]

    def minimax(self, problems: Sequence[Problem], optima: Sequence[float]) -> float:
        """Return the smallest T over the common plans, 1 where there is none."""
        whole = pyo.ConcreteModel()
        whole.T = pyo.Var(bounds=(0, 1))
        whole.shared, whole.loss = pyo.ConstraintList(), pyo.ConstraintList()
        plans = []
        for number, (problem, optimum) in enumerate(zip(problems, optima, strict=True)):
            model = _pyomo_model(problem)
            plans.append(_plan_variables(model))
            whole.add_component(f"problem{number}", model)
            objective = _objective(model)
            objective.deactivate()
            cost = objective.expr if objective.sense == pyo.minimize else -objective.expr
            whole.loss.add(cost - abs(optimum) * whole.T <= optimum)
        _share(whole.shared, plans)
        whole.objective = pyo.Objective(expr=whole.T)
        value = self.solved(whole)
        return 1.0 if value is None else max(0.0, value)

    def solved(self, model: pyo.ConcreteModel) -> float | None:
        """Return the optimal value, None when there is no feasible solution."""
        self.solves += 1
        solver = pyo.SolverFactory("appsi_highs")
        solver.options.update(mip_rel_gap=0.0, mip_abs_gap=0.0, threads=1, time_limit=self.limit)
        result = solver.solve(model, load_solutions=False)
        ended = result.solver.termination_condition
        if ended in (pyo.TerminationCondition.infeasible, pyo.TerminationCondition.infeasibleOrUnbounded):
            return None
        if ended != pyo.TerminationCondition.optimal:
            raise NotClosedError
        problem = result.problem
        if isinstance(problem.upper_bound, float) and _objective(model).sense == pyo.minimize:
            return float(problem.upper_bound)
        return float(problem.lower_bound)


def _pyomo_model(problem: Problem) -> pyo.ConcreteModel:
    """Return the problem in Pyomo, row by row where the family states its model in the IR."""
    stated = problem.family.model(problem.records)
    if not isinstance(stated, Milp):
        return stated
    columns = {column.name: column for column in stated.columns}
    model = pyo.ConcreteModel()
    bounds = {name: (_float(column.lower), _float(column.upper)) for name, column in columns.items()}
    plan = [name for name, column in columns.items() if column.plan]
    beside = [name for name, column in columns.items() if not column.plan]
    model.x = pyo.Var(plan, bounds=lambda _, name: bounds[name], domain=lambda _, name: _domain(columns[name]))
    model.y = pyo.Var(beside, bounds=lambda _, name: bounds[name], domain=lambda _, name: _domain(columns[name]))
    model.plan = [model.x]
    variables = {**{name: model.x[name] for name in plan}, **{name: model.y[name] for name in beside}}
    model.rows = pyo.ConstraintList()
    for row in stated.rows:
        total = sum(float(value) * variables[name] for name, value in row.terms)
        model.rows.add((_float(row.lower), total, _float(row.upper)))
    costs = sum(float(column.cost) * variables[column.name] for column in stated.columns if column.cost)
    model.objective = pyo.Objective(expr=costs + float(stated.constant))
    return model


def _domain(column: Column) -> Any:
    return pyo.Integers if column.integer else pyo.Reals


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _objective(model: pyo.ConcreteModel) -> Any:
    return next(model.component_data_objects(pyo.Objective, active=True))


def _plan_variables(model: pyo.ConcreteModel) -> dict[str, Any]:
    return {data.name: data for variable in model.plan for data in variable.values()}


def _share(shared: pyo.ConstraintList, plans: Sequence[Mapping[str, Any]]) -> None:
    """Set the plan variables equal; one that another problem lacks is 0."""
    first = plans[0]
    for other in plans[1:]:
        for name, variable in first.items():
            shared.add(variable == other.get(name, 0))
        for name, variable in other.items():
            if name not in first:
                shared.add(variable == 0)


def disagreements(task: str, found: Mapping[str, Mapping[str, float]], generated: Path) -> list[str]:
    """Return each label that lies further than 1e-6 from the committed one, as a line."""
    items = json.loads((generated / task / "labels.json").read_text(encoding="utf-8"))["items"]
    lines = [] if set(items) == set(found) else [f"{task}: the items are {sorted(found)}, not {sorted(items)}"]
    for name in items.keys() & found.keys():
        for side in ("standalone", "conditional"):
            low, high = (float(Fraction(items[name][side][end])) for end in ("lower", "upper"))
            value = found[name][side]
            if not low - AGREES_WITHIN <= value <= high + AGREES_WITHIN:
                lines.append(f"{task}: {name} {side} is {value!r} here and [{low!r}, {high!r}] there")
    return lines


def run(folder: Path, limit: float) -> dict[str, Any]:
    """Return what one task cost: status, CPU seconds, solves, and the labels that disagree."""
    begun = time.process_time()
    naive = Naive(load_task(folder), limit)
    status, wrong = "closed", []
    try:
        wrong = disagreements(folder.name, naive.labels(), ROOT / "generated")
    except NotClosedError:
        status = "not closed"
    seconds = time.process_time() - begun
    return {"task": folder.name, "status": status, "seconds": seconds, "solves": naive.solves, "wrong": wrong}


def main(names: Sequence[str], limit: float, as_json: bool) -> int:
    names = names or [path.parent.name for path in sorted((ROOT / "tasks").glob("*/task.yaml"))]
    skipped = [name for name in names if name in OPEN_BY_DESIGN]
    results = [run(ROOT / "tasks" / name, limit) for name in names if name not in skipped]
    if as_json:
        print(json.dumps(results))
    else:
        print("| naive | CPU seconds | solves | labels agree with labels.json |\n|---|---:|---:|---|")
        for result in results:
            closed = result["status"] == "closed"
            seconds = f"{'' if closed else 'more than '}{result['seconds']:.2f}"
            agree = f"within {AGREES_WITHIN:g}" if closed and not result["wrong"] else "no"
            word = agree if closed else f"one solve did not close in {limit:g} s"
            print(f"| {result['task']} | {seconds} | {result['solves']} | {word} |")
        for name in skipped:
            print(f"| {name} | | | skipped: no solver closes it |")
    wrong = [line for result in results for line in result["wrong"]]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", help="names of shipped tasks; all by default")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one solve")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    arguments = parser.parse_args()
    sys.exit(main(arguments.tasks, arguments.limit, arguments.json))
