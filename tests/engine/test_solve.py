from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.backend import Answer, Features, Options, Status
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.ir import Column, Milp

MODEL = Milp((Column("x", Fraction(0), Fraction(1), True, True, Fraction(1)), Column("t", None, None)), ())


class Fixed:
    """A back end that gives one answer and counts how often it is asked."""

    name = "fixed"
    features = Features()

    def __init__(self, status: Status, bound: Fraction | None = Fraction(0)) -> None:
        solved = status in (Status.OPTIMAL, Status.LIMIT)
        values = {"x": Fraction(0), "t": Fraction(1, 2)} if solved else None
        self.said = Answer(status, values, Fraction(0) if solved else None, bound if solved else None, False, "fixed 1")
        self.asked = 0

    def available(self) -> str | None:
        return None

    def solve(self, model: Milp, options: Options) -> Answer:
        self.asked += 1
        return self.said


def engine(back_end: Fixed, folder: Path | None = None, limit: float | None = None) -> Engine:
    return Engine(lambda: back_end, Options(time_limit=limit), folder)


def stored(made: Engine, folder: Path) -> None:
    for name, text in made.entries().items():
        (folder / name).write_text(text, encoding="utf-8")


def test_each_model_once_and_plan_columns_only() -> None:
    back_end = Fixed(Status.OPTIMAL)
    made = engine(back_end)
    assert made.answer(MODEL) == made.answer(Milp(MODEL.columns[::-1], ()))
    assert back_end.asked == made.counts.solved == 1
    assert set(made.answer(MODEL).values or {}) <= {"x"}


def test_no_back_end_is_loaded_for_stored_answers(tmp_path: Path) -> None:
    made = engine(Fixed(Status.OPTIMAL))
    answer = made.answer(MODEL)
    stored(made, tmp_path)

    def absent() -> Fixed:
        raise AssertionError("the back end was loaded")

    again = Engine(absent, folder=tmp_path)
    assert again.answer(MODEL) == answer
    assert (again.counts.solved, again.counts.stored, again.counts.damaged) == (0, 1, 0)


@pytest.mark.parametrize(
    ("then", "now", "asked"), [(1, 1, 0), (2, 1, 0), (1, 2, 1), (1, None, 1), (0, 0, 0), (0, 0.5, 1)]
)
def test_what_a_limit_left_open_is_tried_again_with_more_time(
    tmp_path: Path, then: float, now: float | None, asked: int
) -> None:
    first = engine(Fixed(Status.LIMIT, Fraction(-1)), limit=then)
    first.answer(MODEL)
    stored(first, tmp_path)
    back_end = Fixed(Status.OPTIMAL)
    engine(back_end, tmp_path, now).answer(MODEL)
    assert back_end.asked == asked


def test_entries_are_those_used_since_they_were_forgotten() -> None:
    made = engine(Fixed(Status.OPTIMAL))
    made.answer(MODEL)
    made.forget_used()
    assert made.entries() == {}
    made.answer(MODEL)
    assert len(made.entries()) == 1
    assert made.counts.solved == 1


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (
            Status.ERROR,
            "a problem: fixed 1 failed on a model of 2 columns and 0 rows, whose coefficients and costs lie between "
            r"1 and 1\. Fix: write the records in units that bring .* closer together, or try another --solver",
        ),
        (Status.UNBOUNDED, "fixed 1 calls the model unbounded: .* Fix: bound the plan's amounts in the records"),
    ],
)
def test_failures(status: Status, message: str) -> None:
    with pytest.raises(BackEndError, match=message):
        engine(Fixed(status)).answer(MODEL)
