"""A later run may narrow what an earlier one proved, and never widens it; limits of tasks and of the command."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ask2decide.backend import Answer, Features, Options, Status
from ask2decide.engine.kept import Kept, better_of
from ask2decide.engine.solve import Engine
from ask2decide.ir import Column, Milp

MODEL = Milp((Column("x", Fraction(0), Fraction(9), integer=True, plan=True, cost=Fraction(1)),), ())


def limited(cost: int | None, bound: int | None) -> Answer:
    values = None if cost is None else {"x": Fraction(cost)}
    primal = None if cost is None else Fraction(cost)
    return Answer(Status.LIMIT, values, primal, None if bound is None else Fraction(bound), False, "script 1")


DONE = Answer(Status.OPTIMAL, {"x": Fraction(5)}, Fraction(5), Fraction(5), False, "script 1")


@dataclass
class Script:
    """A back end that gives out prepared answers, and notes with which limit each was asked for."""

    answers: list[Answer]
    limits: list[float | None] = field(default_factory=list)
    name: str = "script"
    features: Features = field(default_factory=Features)

    def available(self) -> str | None:
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        self.limits.append(options.time_limit)
        return self.answers.pop(0)


def run(folder: Path, answers: list[Answer], limit: float | None, fresh: bool = False) -> tuple[Answer, int]:
    """Answer MODEL, write what was used as a build does, and return the answer and the number of solves."""
    script = Script(list(answers))
    engine = Engine(lambda: script, Options(time_limit=limit), folder, fresh)
    answer = engine.answer(MODEL)
    for name, text in engine.entries().items():
        (folder / name).write_text(text, encoding="utf-8")
    return answer, len(script.limits)


def test_limit_is_reused_for_the_same_or_a_shorter_one(tmp_path: Path) -> None:
    run(tmp_path, [limited(7, 3)], 10)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for limit in (10, 4):
        answer, solved = run(tmp_path, [], limit)
        assert (answer.primal, answer.bound, solved) == (7, 3, 0)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == written


@pytest.mark.parametrize(("limit", "fresh"), [(20, False), (None, False), (10, True), (2, True)])
def test_better_ends_of_two_runs_are_kept(tmp_path: Path, limit: float | None, fresh: bool) -> None:
    run(tmp_path, [limited(7, 3)], 10)
    answer, solved = run(tmp_path, [limited(8, 4)], limit, fresh)
    assert (answer.values, answer.primal, answer.bound, solved) == ({"x": 7}, 7, 4, 1)
    if limit is not None:
        assert run(tmp_path, [], max(10, limit))[1] == 0


def test_finished_solve_is_never_replaced_by_an_unfinished_one(tmp_path: Path) -> None:
    run(tmp_path, [DONE], None)
    answer, solved = run(tmp_path, [limited(8, 4)], 1, fresh=True)
    assert (answer, solved) == (DONE, 1)


def test_unfinished_solve_gives_way_to_a_finished_one(tmp_path: Path) -> None:
    run(tmp_path, [limited(7, 3)], 10)
    assert run(tmp_path, [DONE], 20)[0] == DONE
    assert run(tmp_path, [], 5)[0] == DONE


numbers = st.none() | st.integers(0, 9)


@given(numbers, numbers, numbers, numbers, st.integers(1, 9), st.integers(1, 9))
def test_neither_end_gets_weaker(
    cost: int | None, bound: int | None, other_cost: int | None, other_bound: int | None, first: int, second: int
) -> None:
    stored, new = Kept(limited(cost, bound), first), Kept(limited(other_cost, other_bound), second)
    kept = better_of(stored, new)
    costs = [number for number in (cost, other_cost) if number is not None]
    bounds = [number for number in (bound, other_bound) if number is not None]
    assert kept.answer.primal == min(costs, default=None)
    assert kept.answer.values == (None if not costs else {"x": min(costs)})
    assert kept.answer.bound == max(bounds, default=None)
    assert kept.time_limit == max(first, second)
