"""The optimum of each problem theta_S: a bracket from a safe bound below and the best checked plan above.

A problem that tightens another one (`ir/inclusion.py`) has its bound from there as well: z(tight) >= z(loose). Where a
known plan attains the loose problem's exact optimum in the tight one, that is the tight one's optimum, without a solve.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from ask2decide.backend import Answer, Hint, Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError, TaskError
from ask2decide.ir.inclusion import tightens
from ask2decide.labels import Bracket, Optimum
from ask2decide.passes.bounds import rounded_to_grid, safe_bound
from ask2decide.passes.ceilings import none_within
from ask2decide.passes.found_plan import WRONG_BACK_END, checked_plan, require_bound_below, require_equal_cost
from ask2decide.passes.pool import Pool
from ask2decide.variants.variants import Problem

MOST_COMPARED = 50
"""With how many looser problems a problem is compared, the first solved first: a search for twins makes hundreds."""


class NoPlanError(TaskError):
    """A problem of the task has no feasible plan."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(
            f"{problem.title}: no plan is feasible.",
            "loosen one of these items; every problem of a task needs a feasible plan.",
        )


@dataclass(frozen=True)
class _Known:
    """What was last proved of a problem's optimum, and whose word that is when it is carried to a tighter problem."""

    problem: Problem
    optimum: Bracket
    source: str

    def may_be_looser(self, other: Problem) -> bool:
        """Whether fewer items are known here; what is looser then is for the two models to show."""
        ours, theirs = self.problem, other
        return set(ours.known) <= set(theirs.known) and _size(ours) < _size(theirs)


def _size(problem: Problem) -> int:
    return len(problem.known) + bool(problem.version)


class Optima:
    """Finds each problem's optimum once; its plans go to the pool.

    Parameters
    ----------
    engine : Engine
        Who solves.
    pool : Pool
        Plans of this task.
    shortcuts : bool
        False solves every problem (``--audit``).
    """

    def __init__(self, engine: Engine, pool: Pool, shortcuts: bool = True) -> None:
        self.engine = engine
        self.pool = pool
        self.shortcuts = shortcuts
        self.proved_by_inclusion: set[str] = set()
        """Digests of the problems whose optimum needed no solve."""
        self._answers: dict[str, Answer] = {}
        self._floors: dict[str, Fraction] = {}
        self._known: dict[str, _Known] = {}
        self._sources: dict[str, str] = {}

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
        bound = _own_bound(problem, answer)
        floor = self._floors.get(problem.digest)
        if best is None:
            return Optimum(problem.known, None, None, answer.back_end)
        cost, plan = best
        if not answer.exact:
            # Before the rounding: the message shows what the back end said.
            require_bound_below(problem, safe_bound(answer), cost, answer.back_end)
        if floor is not None:
            bound = floor if bound is None else max(bound, floor)
        require_bound_below(problem, bound, cost, answer.back_end)
        if bound is not None and bound < cost and answer.status is Status.OPTIMAL:
            bound = self._closed(problem, bound)
            cost, plan = self.pool.best(problem) or best
        if cost == 0 and (bound == 0 or answer.status is Status.OPTIMAL):
            self._refuse_zero(problem, answer, bound)
        bracket = None if bound is None else Bracket(bound, cost)
        if bracket is not None:
            source = f"{answer.back_end} through the optimum of {{{problem.key}}}"
            self._known[problem.digest] = _Known(problem, bracket, self._sources.get(problem.digest, source))
        return Optimum(problem.known, bracket, plan.model_dump(mode="json"), answer.back_end)

    def without_solve(self, problem: Problem) -> bool:
        """Return whether the optimum of `problem` is known by now, or follows from those known without a solve."""
        return problem.digest in self._answers or self._by_inclusion(problem) is not None

    def suggest(self, problem: Problem) -> None:
        """Tell the engine what is known of a problem before it is solved: its best plan, and a looser one's bound."""
        if not (self.engine.takes_hints and self.shortcuts and self.engine.is_open(problem.model)):
            return
        best, looser = self.pool.best(problem), self._best_looser(problem, None)
        start = None if best is None else problem.columns(best[1])
        self.engine.suggest(problem.model, Hint(start, None if looser is None else looser.optimum.lower))

    def _answer(self, problem: Problem) -> Answer:
        """Answer a problem once; equal records are one problem."""
        if problem.digest not in self._answers:
            answer = self._by_inclusion(problem)
            if answer is None:
                answer = self._with_carried_bound(problem, self._solved(problem))
            else:
                self.proved_by_inclusion.add(problem.digest)
                self._sources[problem.digest] = answer.back_end
            self._answers[problem.digest] = answer
        return self._answers[problem.digest]

    def _solved(self, problem: Problem) -> Answer:
        self.suggest(problem)
        answer = self.engine.answer(problem.model, problem.title)
        found = checked_plan(answer, [problem])
        if found is not None:
            plan, (cost,) = found
            require_equal_cost(problem, answer, cost)
            self.pool.add(plan)
        return answer

    def _by_inclusion(self, problem: Problem) -> Answer | None:
        """Return the optimum that a known plan attains in `problem` and in a looser problem, if there is one."""
        best = self.pool.best(problem) if self.shortcuts else None
        if best is None:
            return None
        cost = best[0]
        likely = (k for k in self._known.values() if k.optimum.lower == cost and k.may_be_looser(problem))
        for known in islice(likely, MOST_COMPARED):
            if tightens(problem.model, known.problem.model):
                return Answer(Status.OPTIMAL, None, cost, cost, True, known.source)
        return None

    def _with_carried_bound(self, problem: Problem, answer: Answer) -> Answer:
        """Note the best bound of a looser problem where the problem's own solve stopped at a limit with a weaker one.

        It is noted once, so that what a certificate says of the bound stays true of all certificates.
        """
        if answer.status is not Status.LIMIT or not self.shortcuts:
            return answer
        known = self._best_looser(problem, _own_bound(problem, answer))
        if known is None:
            return answer
        self._floors[problem.digest] = known.optimum.lower
        self._sources[problem.digest] = known.source
        return replace(answer, back_end=known.source)

    def _best_looser(self, problem: Problem, above: Fraction | None) -> _Known | None:
        """Return the looser problem with the best bound, if it is better than `above`."""
        looser = [known for known in self._known.values() if above is None or known.optimum.lower > above]
        looser.sort(key=lambda known: known.optimum.lower, reverse=True)
        return next((known for known in looser if self._is_tightened_by(problem, known)), None)

    @staticmethod
    def _is_tightened_by(problem: Problem, known: _Known) -> bool:
        return known.may_be_looser(problem) and tightens(problem.model, known.problem.model)

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
    def _refuse_zero(problem: Problem, answer: Answer, bound: Fraction | None) -> None:
        """Stop where the best plan costs nothing and the solve is over, also where its tolerances hide a tiny step."""
        so_far = "" if bound == 0 else f" as far as {answer.back_end}, right to a millionth, can tell"
        raise TaskError(
            f"{problem.title}: the optimum is 0{so_far}, and a loss relative to 0 means nothing.",
            "change the records so that every optimum is above or below 0.",
        )

    @staticmethod
    def _refuse_infeasible(problem: Problem, answer: Answer, best: tuple[Fraction, object] | None) -> None:
        if best is not None:
            raise BackEndError(
                f"{problem.title}: {answer.back_end} says infeasible, "
                f"yet a checked plan is worth {problem.value_text(best[0])}.",
                WRONG_BACK_END,
            )
        raise NoPlanError(problem)


def _own_bound(problem: Problem, answer: Answer) -> Fraction | None:
    """Return the safe bound of the problem's own solve, rounded up to the grid of its costs."""
    bound = safe_bound(answer)
    if bound is None or answer.exact:
        return bound
    return rounded_to_grid(bound, problem.model.constant, problem.model.step)
