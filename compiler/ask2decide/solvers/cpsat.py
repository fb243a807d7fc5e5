"""The CP-SAT back end of OR-Tools: integer arithmetic, no tolerances, global constraints as they are stated.

It answers models that can be written in whole numbers (`_integers`), and says why not of any other. One worker and a
fixed seed make runs repeatable. Every solution is checked against all rows of the IR, also those that only express a
global constraint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from typing import Any

from ask2decide.backend import Answer, Features, Options, Status
from ask2decide.errors import BackEndError
from ask2decide.exact import common_step
from ask2decide.ir import Milp, NoOverlap
from ask2decide.solvers._integers import IntegerModel, NotIntegralError, integer_model
from ask2decide.solvers._starts import start_values


def back_end() -> Cpsat:
    """Return the back end (what the folder walk calls)."""
    return Cpsat()


class Cpsat:
    """CP-SAT through ortools."""

    name = "cpsat"
    features = Features(
        continuous=False,
        integer=True,
        exact_integers=True,
        infinite_bounds=False,
        global_constraints=True,
        warm_start=True,
    )

    @cached_property
    def version(self) -> str:
        """Name and version, as certificates print it."""
        return f"cpsat {version('ortools')}"

    def available(self) -> str | None:
        """Whether OR-Tools is installed."""
        try:
            version("ortools")
        except PackageNotFoundError:
            return "it needs the package ortools; install ask2decide[cpsat]."
        return None

    def unable(self, model: Milp) -> str | None:
        """Return why `model` cannot be written in whole numbers, None when it can."""
        try:
            integer_model(model)
        except NotIntegralError as reason:
            return str(reason)
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        """Solve `model` in whole numbers; the answer is exact."""
        try:
            whole = integer_model(model)
        except NotIntegralError as reason:
            raise BackEndError(
                f"The back end cpsat cannot solve this model exactly: {reason}.", "use --solver auto or highs."
            ) from None
        if any(lower > upper for lower, upper in whole.bounds.values()):
            return self._answer(Status.INFEASIBLE, None, None, None)
        if options.time_limit is not None and options.time_limit <= 0:
            return self._answer(Status.LIMIT, None, None, None)
        return self._solve(model, whole, options)

    def _solve(self, model: Milp, whole: IntegerModel, options: Options) -> Answer:
        from ortools.sat.python import cp_model

        problem, columns = _stated(model, whole)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = options.workers
        solver.parameters.random_seed = 0
        solver.parameters.relative_gap_limit = 0.0
        solver.parameters.absolute_gap_limit = 0.0
        solver.parameters.cp_model_presolve = options.presolve
        if options.time_limit is not None:
            solver.parameters.max_time_in_seconds = float(options.time_limit)
        bounds: list[float] = []
        # Not the response's bound: where a limit strikes early, that may be a 0 which nobody proved.
        solver.best_bound_callback = bounds.append
        for name, value in start_values(model, options.hint).items():
            if (value / whole.units[name]).denominator == 1:
                problem.add_hint(columns[name], int(value / whole.units[name]))
        floor = options.hint.floor
        outcome = solver.solve(
            problem, None if floor is None else _stop_at((floor - model.constant) / whole.objective_unit)
        )
        if outcome == cp_model.INFEASIBLE:
            return self._answer(Status.INFEASIBLE, None, None, None)
        if outcome not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
            return self._answer(Status.ERROR, None, None, None)
        bound = model.constant + whole.objective_unit * _integer_bound(whole, bounds)
        if outcome == cp_model.UNKNOWN:
            return self._answer(Status.LIMIT, None, None, bound)
        values = {name: solver.value(column) * whole.units[name] for name, column in columns.items()}
        if model.broken(values) is not None:
            return self._answer(Status.ERROR, None, None, None)
        primal = model.objective(values)
        found = {name: value for name, value in values.items() if value}
        if outcome == cp_model.OPTIMAL:
            return self._answer(Status.OPTIMAL, found, primal, primal)
        return self._answer(Status.LIMIT, found, primal, bound)

    def _answer(
        self,
        status: Status,
        values: Mapping[str, Fraction] | None,
        primal: Fraction | None,
        bound: Fraction | None,
    ) -> Answer:
        exact = status in (Status.OPTIMAL, Status.INFEASIBLE)
        return Answer(status, values, primal, bound, exact, self.version)


def _stop_at(floor: Fraction) -> Any:
    """Return a callback that ends the search at a solution whose integer objective is at most `floor`."""
    from ortools.sat.python import cp_model

    class StopAt(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            if Fraction(self.objective_value) <= floor:
                self.stop_search()

    return StopAt()


def _integer_bound(whole: IntegerModel, bounds: Sequence[float]) -> int:
    """Return a lower bound on the integer objective: the best that CP-SAT proved, or what the columns' bounds give.

    CP-SAT computes its bounds in integers and reports them as floats; a whole number within 1e-6 is meant.
    """
    least = sum(cost * whole.bounds[name][0 if cost > 0 else 1] for name, cost in whole.objective)
    return max([least, *((Fraction(b) - _guard(b)).__ceil__() for b in bounds if isfinite(b))])


def _guard(bound: float) -> Fraction:
    """Return what a reported bound may be off by: the last digits of a double."""
    return Fraction(1, 10**6) + abs(Fraction(bound)) / 2**50


def _stated(model: Milp, whole: IntegerModel) -> tuple[Any, dict[str, Any]]:
    """Return the CP-SAT model and its variables by column."""
    from ortools.sat.python import cp_model

    problem = cp_model.CpModel()
    columns = {name: problem.new_int_var(lower, upper, name) for name, (lower, upper) in whole.bounds.items()}
    for row in whole.rows:
        if not row.terms:
            if (row.lower or 0) > 0 or (row.upper or 0) < 0:
                problem.add_bool_or([])
            continue
        total = cp_model.LinearExpr.weighted_sum([columns[name] for name, _ in row.terms], [v for _, v in row.terms])
        lower = cp_model.INT_MIN if row.lower is None else row.lower
        upper = cp_model.INT_MAX if row.upper is None else row.upper
        problem.add_linear_constraint(total, lower, upper)
    for constraint in model.global_constraints:
        _add_no_overlap(problem, columns, whole, constraint)
    if whole.objective:
        problem.minimize(
            cp_model.LinearExpr.weighted_sum(
                [columns[name] for name, _ in whole.objective], [cost for _, cost in whole.objective]
            )
        )
    return problem, columns


def _add_no_overlap(problem: Any, columns: Mapping[str, Any], whole: IntegerModel, constraint: NoOverlap) -> None:
    """State a no-overlap in a time unit in which all starts and durations are whole."""
    starts = [interval.start for interval in constraint.intervals]
    durations = [interval.duration for interval in constraint.intervals]
    unit = common_step((*(whole.units[start] for start in starts), *durations))
    begins = [columns[start] * int(whole.units[start] / unit) for start in starts]
    lengths = [int(duration / unit) for duration in durations]
    problem.add_no_overlap(
        [
            problem.new_fixed_size_interval_var(begin, length, f"{constraint.name} {number}")
            for number, (begin, length) in enumerate(zip(begins, lengths, strict=True))
        ]
    )
    for order in constraint.orders:
        first, second, literal = order.first, order.second, columns[order.column]
        problem.add(begins[first] + lengths[first] <= begins[second]).only_enforce_if(literal)
        problem.add(begins[second] + lengths[second] <= begins[first]).only_enforce_if(literal.negated())
