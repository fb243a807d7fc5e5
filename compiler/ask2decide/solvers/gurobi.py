"""The Gurobi back end: MILPs and LPs to gap 0, used when asked for by name, and by ``auto`` where its licence is full.

The licence that comes with the package is limited in size; a model above it is an error that names the limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from typing import Any

from ask2decide.backend import Answer, Features, Hint, Options, Status
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp
from ask2decide.solvers import _exact_simplex as exact_simplex
from ask2decide.solvers._exact_linear import Basis, Position
from ask2decide.solvers._scaling import cost_scale, loses_terms, row_scale
from ask2decide.solvers._starts import start_values

MOST_COLUMNS = 2000
SIZE_LIMIT = f"{MOST_COLUMNS} columns and {MOST_COLUMNS} rows"
INTEGRALITY_TOLERANCE = 1e-5
ZERO = Fraction(0)

_TOO_LARGE = 10010
"""Gurobi's error number for a model that exceeds a size-limited licence."""


def back_end() -> Gurobi:
    """Return the back end (what the folder walk calls)."""
    return Gurobi()


class Gurobi:
    """Gurobi through gurobipy."""

    name = "gurobi"
    features = Features(exact_linear=True, warm_start=True)

    @cached_property
    def version(self) -> str:
        """Name and version, as certificates print it."""
        return f"gurobi {version('gurobipy')}"

    def available(self) -> str | None:
        """Whether gurobipy is installed and a licence is valid."""
        try:
            version("gurobipy")
        except PackageNotFoundError:
            return "it needs the package gurobipy; install ask2decide[gurobi]."
        import gurobipy

        try:
            with _environment(Options()):
                return None
        except gurobipy.GurobiError as error:
            return f"{str(error).rstrip('.')}; renew the licence, or use --solver auto."

    def unable(self, model: Milp) -> str | None:
        """Gurobi reads every IR; how large it may be depends on the licence."""
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        """Solve `model` with gap 0.

        Raises
        ------
        BackEndError
            When the licence does not allow a model of this size, or there is none.
        """
        import gurobipy

        try:
            with _environment(options) as environment, gurobipy.Model(env=environment) as solver:
                return self._solve(model, solver, options.hint)
        except gurobipy.GurobiError as error:
            if error.errno == _TOO_LARGE:
                raise BackEndError(
                    f"The licence that comes with gurobipy allows models of at most {SIZE_LIMIT}; this one has "
                    f"{len(model.columns)} columns and {len(model.rows)} rows.",
                    "install a full licence, or use --solver auto.",
                ) from None
            raise BackEndError(
                f"Gurobi failed: {str(error).rstrip('.')}.", "see the licence, or use --solver auto."
            ) from None

    def _solve(self, model: Milp, solver: Any, hint: Hint) -> Answer:
        if not model.is_linear and loses_terms(model):
            # Gurobi would solve another model: neither its bound nor its "infeasible" would say anything of this one.
            return self._answer(Status.LIMIT, None, None, None)
        columns, rows = _load(model, solver)
        if not model.is_linear:
            _give_hint(solver, model, columns, hint)
        solver.optimize()
        status = _status(solver.Status)
        if model.is_linear:
            return self._exact_linear(model, status, columns, rows)
        if status in (Status.INFEASIBLE, Status.UNBOUNDED, Status.ERROR):
            return self._answer(status, None, None, None)
        lift = cost_scale(model)
        bound = _finite(solver.ObjBound)
        bound = None if bound is None else bound / lift
        if not solver.SolCount:
            return self._answer(status, None, None, bound)
        values = _rounded(model, columns)
        if values is None:
            return self._answer(Status.ERROR, None, None, None)
        if not all(column.integer for column in model.plan_columns):
            values = _with_integers_fixed(model, values)
        return self._answer(status, values, Fraction(solver.ObjVal) / lift, bound)

    def _exact_linear(self, model: Milp, status: Status, columns: list[Any], rows: list[list[Any]]) -> Answer:
        """Answer an LP in rationals from Gurobi's final basis, whatever it makes of the LP within its tolerances."""
        if status is Status.LIMIT:
            return self._answer(status, None, None, None)
        basis = _basis(columns, rows) if status is Status.OPTIMAL else None
        outcome = exact_simplex.solve(model, basis)
        objective = None if outcome.values is None else model.objective(outcome.values)
        return self._answer(outcome.status, outcome.values, objective, objective, exact=True)

    def _answer(
        self,
        status: Status,
        values: Mapping[str, Fraction] | None,
        primal: Fraction | None,
        bound: Fraction | None,
        exact: bool = False,
    ) -> Answer:
        return Answer(status, values, primal, bound, exact, self.version)


@cache
def has_full_licence() -> bool:
    """Return whether gurobipy is here with a licence that is not limited in size.

    Gurobi finds the licence itself. Of its kind it says nothing, so it is asked for a model one column over the limit:
    the columns are fixed at 0, so that there is nothing to solve. This takes some hundredths of a second.
    """
    try:
        version("gurobipy")
    except PackageNotFoundError:
        return False
    import gurobipy

    try:
        with _environment(Options()) as environment, gurobipy.Model(env=environment) as solver:
            solver.addVars(MOST_COLUMNS + 1, ub=0.0)
            solver.optimize()
    except gurobipy.GurobiError:
        return False  # too large for the licence that comes with the package, or none that is valid
    return True


@contextmanager
def _environment(options: Options) -> Iterator[Any]:
    import gurobipy

    with gurobipy.Env(empty=True) as environment:
        for name, value in (
            ("OutputFlag", 0),
            ("Threads", options.workers),
            ("Seed", 0),
            ("MIPGap", 0.0),
            ("MIPGapAbs", 0.0),
            ("IntFeasTol", 1e-9),
            ("FeasibilityTol", 1e-9),
            ("OptimalityTol", 1e-9),
            # Without dual reductions, infeasible and unbounded are told apart.
            ("DualReductions", 0),
            ("Presolve", -1 if options.presolve else 0),
        ):
            environment.setParam(name, value)
        if options.time_limit is not None:
            environment.setParam("TimeLimit", float(options.time_limit))
        environment.start()
        yield environment


def _load(model: Milp, solver: Any) -> tuple[list[Any], list[list[Any]]]:
    """Add the model; return Gurobi's columns, and for each row the one or two constraints that it became."""
    from gurobipy import GRB, LinExpr

    lift = 1 if model.is_linear else cost_scale(model)
    columns = [
        solver.addVar(
            lb=-GRB.INFINITY if column.lower is None else float(column.lower),
            ub=GRB.INFINITY if column.upper is None else float(column.upper),
            obj=float(column.cost * lift),
            vtype=GRB.INTEGER if column.integer else GRB.CONTINUOUS,
        )
        for column in model.columns
    ]
    solver.ObjCon = float(model.constant * lift)
    rows = []
    for row in model.rows:
        scale = 1 if model.is_linear else row_scale(row, model)
        total = LinExpr(
            [float(value * scale) for _, value in row.terms], [columns[model.index[name]] for name, _ in row.terms]
        )
        # Two constraints for a range: Gurobi's own range constraint hides a column, which a basis would have to hold.
        made = []
        if row.lower is not None and row.lower == row.upper:
            made.append(solver.addLConstr(total, GRB.EQUAL, float(row.lower * scale)))
        else:
            if row.lower is not None:
                made.append(solver.addLConstr(total, GRB.GREATER_EQUAL, float(row.lower * scale)))
            if row.upper is not None:
                made.append(solver.addLConstr(total, GRB.LESS_EQUAL, float(row.upper * scale)))
        rows.append(made)
    return columns, rows


def _give_hint(solver: Any, model: Milp, columns: list[Any], hint: Hint) -> None:
    for name, value in start_values(model, hint).items():
        columns[model.index[name]].Start = float(value)
    if hint.floor is not None:
        solver.Params.BestObjStop = float(hint.floor * cost_scale(model))


def _status(code: int) -> Status:
    from gurobipy import GRB

    known = {
        GRB.OPTIMAL: Status.OPTIMAL,
        GRB.INFEASIBLE: Status.INFEASIBLE,
        GRB.UNBOUNDED: Status.UNBOUNDED,
        GRB.TIME_LIMIT: Status.LIMIT,
        GRB.NODE_LIMIT: Status.LIMIT,
        GRB.ITERATION_LIMIT: Status.LIMIT,
        GRB.SOLUTION_LIMIT: Status.LIMIT,
        GRB.INTERRUPTED: Status.LIMIT,
        GRB.MEM_LIMIT: Status.LIMIT,
        GRB.WORK_LIMIT: Status.LIMIT,
        GRB.USER_OBJ_LIMIT: Status.LIMIT,
    }
    return known.get(code, Status.ERROR)


def _basis(columns: list[Any], rows: list[list[Any]]) -> Basis | None:
    """Return the final basis; a range row rests on that of its two constraints which is not basic."""
    positions = {0: Position.BASIC, -1: Position.LOWER, -2: Position.UPPER, -3: Position.FREE}
    try:
        on_columns = [positions[column.VBasis] for column in columns]
        return Basis(on_columns, [_row_position(made) for made in rows])
    except AttributeError:
        # The barrier method may end without a basis.
        return None


def _row_position(made: list[Any]) -> Position:
    for constraint in made:
        if constraint.CBasis != 0:
            return Position.UPPER if constraint.Sense == "<" else Position.LOWER
    return Position.BASIC


def _with_integers_fixed(model: Milp, values: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """Return the optimum over the continuous columns in rationals; the float values where there is none."""
    fixed = tuple(
        replace(c, lower=values.get(c.name, ZERO), upper=values.get(c.name, ZERO), integer=False) if c.integer else c
        for c in model.columns
    )
    found = exact_simplex.solve(Milp(fixed, model.rows, model.constant), None).values
    return values if found is None else found


def _rounded(model: Milp, columns: list[Any]) -> Mapping[str, Fraction] | None:
    """Return the values with integers rounded, zeros left out; None when one is not near an integer."""
    values = {}
    for column, found in zip(model.columns, columns, strict=True):
        value = found.X
        if column.integer and abs(value - round(value)) > INTEGRALITY_TOLERANCE:
            return None
        exact = Fraction(round(value)) if column.integer else Fraction(value)
        if exact:
            values[column.name] = exact
    return values


def _finite(value: float) -> Fraction | None:
    return Fraction(value) if isfinite(value) and abs(value) < 1e99 else None
