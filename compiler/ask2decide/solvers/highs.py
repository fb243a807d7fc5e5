"""The HiGHS back end: embedded, the default; MILPs and LPs to gap 0.

What it takes care of: gaps are 0, one thread and a fixed seed make runs repeatable; an LP's bound is read
from the LP (``mip_dual_bound`` stays 0 there) and certified in rationals from the final basis, with exact pivots where
that basis is only optimal within tolerances; integers are rounded, and where the plan has continuous columns these are
solved again with the integers fixed. A start names the plan columns; HiGHS looks for values of the others by a solve
with these integers fixed, and goes on without a start where there are none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from importlib.metadata import version
from typing import Any

import highspy
import numpy as np

from ask2decide.backend import NO_HINT, Answer, Features, Hint, Options, Status
from ask2decide.ir import Column, Milp
from ask2decide.solvers import _exact_linear as exact_linear
from ask2decide.solvers import _exact_simplex as exact_simplex
from ask2decide.solvers._exact_linear import Basis, Position
from ask2decide.solvers._scaling import cost_scale, loses_terms, row_scale
from ask2decide.solvers._starts import start_values

INTEGRALITY_TOLERANCE = 1e-5
AS_STATED = Fraction(1, 10**6)
"""How far, relative to its size, the cost of a solution may be from what HiGHS says of it."""

JUMP_COLUMNS = 2_000
"""From how many columns on the feasibility jump runs: it takes longer than a small model's whole search."""

_STATUS = {
    highspy.HighsModelStatus.kOptimal: Status.OPTIMAL,
    highspy.HighsModelStatus.kModelEmpty: Status.OPTIMAL,
    highspy.HighsModelStatus.kInfeasible: Status.INFEASIBLE,
    highspy.HighsModelStatus.kUnbounded: Status.UNBOUNDED,
    highspy.HighsModelStatus.kTimeLimit: Status.LIMIT,
    highspy.HighsModelStatus.kIterationLimit: Status.LIMIT,
    highspy.HighsModelStatus.kSolutionLimit: Status.LIMIT,
    highspy.HighsModelStatus.kInterrupt: Status.LIMIT,
    highspy.HighsModelStatus.kObjectiveTarget: Status.LIMIT,
}

_POSITION = {
    highspy.HighsBasisStatus.kBasic: Position.BASIC,
    highspy.HighsBasisStatus.kLower: Position.LOWER,
    highspy.HighsBasisStatus.kUpper: Position.UPPER,
    highspy.HighsBasisStatus.kZero: Position.FREE,
    highspy.HighsBasisStatus.kNonbasic: Position.LOWER,
}


def back_end() -> Highs:
    """Return the back end (what the folder walk calls)."""
    return Highs()


class Highs:
    """HiGHS through highspy."""

    name = "highs"
    features = Features(continuous=True, integer=True, exact_linear=True, warm_start=True)

    @cached_property
    def version(self) -> str:
        """Name and version, as certificates print it."""
        return f"highs {version('highspy')}"

    def available(self) -> str | None:
        """HiGHS comes with the package: it is always there."""
        return None

    def unable(self, model: Milp) -> str | None:
        """HiGHS reads every IR."""
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        """Solve `model`; see `Answer` for what is exact."""
        if not model.columns:
            return self._solve_empty(model)
        if model.is_linear:
            return self._solve_linear(model, options)
        if loses_terms(model):
            # HiGHS would solve another model: neither its bound nor its "infeasible" would say anything of this one.
            return self._answer(Status.LIMIT, None, None, None)
        solver = _loaded(model, options, integer=True)
        if solver.getNumCol() != len(model.columns):
            # Refused: HiGHS would go on with the empty model that it has, and call that optimal.
            return self._answer(Status.ERROR, None, None, None)
        _give_hint(solver, model, options.hint)
        status = _run(solver)
        if status is Status.INFEASIBLE and options.time_limit is not None:
            return self._answer(self._confirmed(model, options, options.time_limit), None, None, None)
        if status in (Status.UNBOUNDED, Status.ERROR, Status.INFEASIBLE):
            return self._answer(status, None, None, None)
        info, lift = solver.getInfo(), cost_scale(model)
        bound = _finite(info.mip_dual_bound)
        bound = None if bound is None else bound / lift
        if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return self._answer(status, None, None, bound)
        values = _rounded(model, solver.getSolution().col_value)
        if values is None:
            return self._answer(Status.ERROR, None, None, None)
        primal = Fraction(info.objective_function_value) / lift
        if options.hint.start is not None and abs(model.objective(values) - primal) > AS_STATED * max(
            Fraction(1), abs(primal)
        ):
            # HiGHS 1.16 may return the start as it came, with the cost of what presolve has made of it.
            return self.solve(model, replace(options, hint=NO_HINT))
        if not all(column.integer for column in model.plan_columns):
            fixed = self._with_integers_fixed(model, values, options)
            values = values if fixed is None else fixed
        return self._answer(status, {name: value for name, value in values.items() if value}, primal, bound)

    def _answer(
        self,
        status: Status,
        values: Mapping[str, Fraction] | None,
        primal: Fraction | None,
        bound: Fraction | None,
        exact: bool = False,
    ) -> Answer:
        return Answer(status, values, primal, bound, exact, self.version)

    def _confirmed(self, model: Milp, options: Options, limit: float) -> Status:
        """Return INFEASIBLE only if a run with much more time says so too: near a limit HiGHS may say it falsely."""
        solver = _loaded(model, replace(options, time_limit=10 * limit + 1), integer=True)
        status = _run(solver)
        return status if status in (Status.INFEASIBLE, Status.ERROR) else Status.LIMIT

    def _solve_empty(self, model: Milp) -> Answer:
        """Answer a model without columns, of which HiGHS says nothing but that it is empty."""
        if model.broken({}) is not None:
            return self._answer(Status.INFEASIBLE, None, None, None, exact=True)
        return self._answer(Status.OPTIMAL, {}, model.constant, model.constant, exact=True)

    def _solve_linear(self, model: Milp, options: Options) -> Answer:
        """Answer an LP exactly, whatever HiGHS makes of it within its tolerances; a limit stays a limit."""
        solver = _loaded(model, options, integer=False)
        status = _run(solver)
        if status is Status.LIMIT:
            return self._stopped_linear(model, solver)
        basis = _basis(solver)
        if status is Status.OPTIMAL and basis is not None:
            optimum = exact_linear.exact_optimum(model, basis)
            if optimum is not None:
                return self._answer(status, optimum.values, optimum.objective, optimum.objective, exact=True)
        if basis is None and options.presolve:
            # Presolve alone may call an LP infeasible or unbounded, and leaves no basis to start from.
            solver.setOptionValue("presolve", "off")
            _run(solver)
            basis = _basis(solver)
        outcome = exact_simplex.solve(model, basis)
        objective = None if outcome.values is None else model.objective(outcome.values)
        return self._answer(outcome.status, outcome.values, objective, objective, exact=True)

    def _stopped_linear(self, model: Milp, solver: Any) -> Answer:
        """Return the bound that the row prices at hand give by weak duality."""
        solution = solver.getSolution()
        prices = {
            row.name: Fraction(price)
            for row, price in zip(model.rows, solution.row_dual, strict=False)
            if solution.dual_valid and price
        }
        return self._answer(Status.LIMIT, None, None, exact_linear.dual_bound(model, prices))

    def _with_integers_fixed(
        self, model: Milp, values: Mapping[str, Fraction], options: Options
    ) -> Mapping[str, Fraction] | None:
        fixed = tuple(
            Column(c.name, values.get(c.name, Fraction(0)), values.get(c.name, Fraction(0)), False, c.plan, c.cost)
            if c.integer
            else c
            for c in model.columns
        )
        answer = self._solve_linear(Milp(fixed, model.rows, model.constant), replace(options, time_limit=None))
        return answer.values


class _Quiet(highspy.Highs):  # type: ignore[misc]
    """HiGHS without callbacks: setting them up prints a banner before ``output_flag`` can be turned off."""

    def enableCallbacks(self) -> None:  # noqa: N802 - highspy's name
        """Leave callbacks off."""


def _loaded(model: Milp, options: Options, integer: bool) -> Any:
    solver = _Quiet()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", options.workers)
    solver.setOptionValue("random_seed", 0)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.0)
    solver.setOptionValue("presolve", "on" if options.presolve else "off")
    if options.time_limit is not None:
        solver.setOptionValue("time_limit", float(options.time_limit))
    if len(model.columns) < JUMP_COLUMNS:
        solver.setOptionValue("mip_heuristic_run_feasibility_jump", False)
    solver.passModel(_matrices(model, integer))
    return solver


def _give_hint(solver: Any, model: Milp, hint: Hint) -> None:
    """Hand over the start, which HiGHS refuses if it makes no sense of it, and the cost at which to stop."""
    start = start_values(model, hint)
    if start:
        positions = np.array([model.index[name] for name in start], dtype=np.int32)
        solver.setSolution(len(start), positions, np.array([_float(value) for value in start.values()]))
    if hint.floor is not None:
        solver.setOptionValue("objective_target", _float(hint.floor, cost_scale(model)))


def _matrices(model: Milp, integer: bool) -> Any:
    infinity = highspy.kHighsInf
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(model.columns), len(model.rows)
    cost_lift = cost_scale(model) if integer else 1
    lp.offset_ = _float(model.constant, cost_lift)
    lp.col_cost_ = np.array([_float(c.cost, cost_lift) for c in model.columns], dtype=np.float64)
    lp.col_lower_ = np.array([_float(c.lower, 1, -infinity) for c in model.columns], dtype=np.float64)
    lp.col_upper_ = np.array([_float(c.upper, 1, infinity) for c in model.columns], dtype=np.float64)
    starts: list[int] = [0]
    positions: list[int] = []
    coefficients: list[float] = []
    scales: list[int | Fraction] = []
    small = model.rows_of_extreme_terms if integer else frozenset()
    for number, row in enumerate(model.rows):
        scale = row_scale(row, model) if number in small else 1
        scales.append(scale)
        for name, value in row.terms:
            positions.append(model.index[name])
            coefficients.append(value.numerator * scale.numerator / (value.denominator * scale.denominator))
        starts.append(len(positions))
    bounds = list(zip(model.rows, scales, strict=True))
    lp.row_lower_ = np.array([_float(row.lower, scale, -infinity) for row, scale in bounds], dtype=np.float64)
    lp.row_upper_ = np.array([_float(row.upper, scale, infinity) for row, scale in bounds], dtype=np.float64)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.array(starts, dtype=np.int32)
    lp.a_matrix_.index_ = np.array(positions, dtype=np.int32)
    lp.a_matrix_.value_ = np.array(coefficients, dtype=np.float64)
    if integer:
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        lp.integrality_ = [kinds[column.integer] for column in model.columns]
    return lp


def _float(value: Fraction | None, lift: int | Fraction = 1, infinite: float = 0.0) -> float:
    """Return a rational, lifted, as the nearest float; dividing the integers is faster than `float` of a Fraction."""
    return infinite if value is None else value.numerator * lift.numerator / (value.denominator * lift.denominator)


def _run(solver: Any) -> Status:
    if solver.run() == highspy.HighsStatus.kError:
        # HiGHS refuses to run on one thread after other code in this process has let it start several.
        highspy.Highs.resetGlobalScheduler(True)
        if solver.run() == highspy.HighsStatus.kError:
            return Status.ERROR
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kUnboundedOrInfeasible:
        solver.setOptionValue("presolve", "off")
        solver.run()
        status = solver.getModelStatus()
    return _STATUS.get(status, Status.ERROR)


def _basis(solver: Any) -> Basis | None:
    basis = solver.getBasis()
    if not basis.valid:
        return None
    return Basis([_POSITION[s] for s in basis.col_status], [_POSITION[s] for s in basis.row_status])


def _rounded(model: Milp, found: Any) -> Mapping[str, Fraction] | None:
    """Return the values with integers rounded; None when one is not near an integer."""
    values = {}
    for column, value in zip(model.columns, found, strict=True):
        if not column.integer:
            values[column.name] = Fraction(value)
        elif abs(value - round(value)) > INTEGRALITY_TOLERANCE:
            return None
        else:
            values[column.name] = Fraction(round(value))
    return values


def _finite(value: float) -> Fraction | None:
    return Fraction(value) if np.isfinite(value) else None
