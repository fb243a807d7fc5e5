"""A job shop as CP-SAT intervals, straight from a package's records: it shares nothing with the compiler's model."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ortools.sat.python import cp_model


class Shops:
    """Several versions of one shop, with the same order on every machine and times of their own."""

    def __init__(self, versions: Sequence[Any]) -> None:
        self.model = cp_model.CpModel()
        self.orders: dict[tuple[str, str, str], Any] = {}
        self.spans = [self._add(records) for records in versions]

    def _add(self, records: Any) -> Any:
        """Add one version; return the minute at which its last job is finished."""
        model = self.model
        horizon = 1_000
        on_machine: dict[str, dict[str, tuple[Any, int]]] = {machine: {} for machine in records["machines"]}
        span = model.new_int_var(0, horizon, "")
        for job, entry in records["jobs"].items():
            ready: Any = entry["release"]
            for number in range(1, len(entry["operations"]) + 1):
                operation = entry["operations"][f"op{number}"]
                start = model.new_int_var(0, horizon, "")
                model.add(start >= ready)
                assert job not in on_machine[operation["machine"]]
                on_machine[operation["machine"]][job] = (start, operation["duration"])
                ready = start + operation["duration"]
            model.add(ready + entry["finishing"] <= entry.get("due", horizon))
            model.add(span >= ready + entry["finishing"])
        for machine, tasks in on_machine.items():
            stops = records["machines"][machine]["down"].values()
            fixed = [model.new_fixed_size_interval_var(s["begins"], s["ends"] - s["begins"], "") for s in stops]
            model.add_no_overlap([*(model.new_fixed_size_interval_var(*task, "") for task in tasks.values()), *fixed])
            for a in tasks:
                for b in tasks:
                    if a < b:
                        literal = self.orders.setdefault((machine, a, b), model.new_bool_var(""))
                        model.add(tasks[a][0] + tasks[a][1] <= tasks[b][0]).only_enforce_if(literal)
                        model.add(tasks[b][0] + tasks[b][1] <= tasks[a][0]).only_enforce_if(~literal)
        return span

    def least(self, goal: Any) -> int | None:
        """Return the least value of `goal`, None when no order is feasible in every version."""
        self.model.minimize(goal)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        status = self.solver.solve(self.model)
        assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        return round(self.solver.objective_value) if status == cp_model.OPTIMAL else None

    def sequence(self) -> dict[str, list[str]]:
        """Return the order on each machine of the last solution."""
        wins: dict[str, dict[str, int]] = {}
        for (machine, a, b), literal in self.orders.items():
            for job in (a, b):
                wins.setdefault(machine, {}).setdefault(job, 0)
            wins[machine][a if self.solver.value(literal) else b] += 1
        return {machine: sorted(jobs, key=lambda job: -jobs[job]) for machine, jobs in wins.items()}


def optimum(records: Any) -> int | None:
    """Return the least makespan."""
    shops = Shops([records])
    return shops.least(shops.spans[0])


def regret(versions: Sequence[Any]) -> Fraction:
    """Return Eq. 3: the least, over all orders, of the largest loss over the versions."""
    optima = [optimum(records) for records in versions]
    assert None not in optima
    whole = lcm(*(z for z in optima if z))
    shops = Shops(versions)
    loss = shops.model.new_int_var(0, whole, "")
    for span, z in zip(shops.spans, optima, strict=True):
        shops.model.add(loss >= (span - z) * (whole // z))
    worst = shops.least(loss)
    return Fraction(1) if worst is None else Fraction(worst, whole)
