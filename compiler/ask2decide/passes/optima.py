"""The optimum of each problem theta_S: a bracket from a safe bound below and the best checked plan above."""

from __future__ import annotations

from fractions import Fraction

from ask2decide.backend import Answer, Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError, TaskError
from ask2decide.labels import Bracket, Optimum
from ask2decide.passes.bounds import rounded_to_grid, safe_bound
from ask2decide.passes.ceilings import none_within
from ask2decide.passes.found_plan import WRONG_BACK_END, checked_plan, require_bound_below, require_equal_cost
from ask2decide.passes.pool import Pool
from ask2decide.variants.variants import Problem


class Optima:
    """Finds each problem's optimum once; its plans go to the pool.

    Parameters
    ----------
    engine : Engine
        Who solves.
    pool : Pool
        Plans of this task.
    """

    def __init__(self, engine: Engine, pool: Pool) -> None:
        self.engine = engine
        self.pool = pool
        self._answers: dict[str, Answer] = {}
        self._floors: dict[str, Fraction] = {}

    def of(self, problem: Problem) -> Optimum:
        """Return the optimum of `problem`, with every plan known by now.

        Raises
        ------
        TaskError
            When the problem has no feasible plan, or its optimum is 0.
        BackEndError
            When the back end contradicts a checked plan.
        """
        answer = self._answer(problem)
        best = self.pool.best(problem)
        if answer.status is Status.INFEASIBLE:
            self._refuse_infeasible(problem, answer, best)
        bound = safe_bound(answer)
        if best is None:
            return Optimum(problem.known, None, None, answer.back_end)
        cost, plan = best
        if not answer.exact:
            require_bound_below(problem, bound, cost, answer.back_end)
        if bound is not None:
            bound = rounded_to_grid(bound, problem.model.constant, None if answer.exact else problem.model.step)
            bound = max(bound, self._floors.get(problem.digest, bound))
            require_bound_below(problem, bound, cost, answer.back_end)
        if bound is not None and bound < cost and answer.status is Status.OPTIMAL:
            bound = self._closed(problem, bound)
            cost, plan = self.pool.best(problem) or best
        if cost == 0 and bound == 0:
            raise TaskError(
                f"{problem.title}: the optimum is 0, and a loss relative to 0 means nothing.",
                "change the records so that every optimum is above or below 0.",
            )
        bracket = None if bound is None else Bracket(bound, cost)
        return Optimum(problem.known, bracket, plan.model_dump(mode="json"), answer.back_end)

    def _answer(self, problem: Problem) -> Answer:
        """Solve once a problem; equal records are one problem."""
        if problem.digest not in self._answers:
            answer = self.engine.answer(problem.model)
            found = checked_plan(answer, [problem])
            if found is not None:
                plan, (cost,) = found
                require_equal_cost(problem, answer, cost)
                self.pool.add(plan)
            self._answers[problem.digest] = answer
        return self._answers[problem.digest]

    def _closed(self, problem: Problem, bound: Fraction) -> Fraction:
        """Return the best known cost when no plan is a step cheaper, else the bound as it is."""
        step = problem.model.step

        def ceilings() -> list[Fraction] | None:
            best = self.pool.best(problem)
            return None if best is None or not step else [best[0] - step / 2]

        limits = ceilings() if none_within(self.engine, self.pool, [problem], ceilings) is not None else None
        if limits is None or not step:
            return bound
        self._floors[problem.digest] = limits[0] + step / 2
        return self._floors[problem.digest]

    @staticmethod
    def _refuse_infeasible(problem: Problem, answer: Answer, best: tuple[Fraction, object] | None) -> None:
        if best is not None:
            raise BackEndError(
                f"{problem.title}: {answer.back_end} says infeasible, "
                f"yet a checked plan is worth {problem.value_text(best[0])}.",
                WRONG_BACK_END,
            )
        raise TaskError(
            f"{problem.title}: no plan is feasible.",
            "loosen one of these items; every problem of a task needs a feasible plan.",
        )
