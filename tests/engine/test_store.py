from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.backend import Answer, Status
from ask2decide.engine.store import entry_name, entry_text, read_entry

DIGEST = "ab" * 32
FRACTIONS = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6)
VALUES = st.dictionaries(st.text(max_size=8), FRACTIONS, max_size=4)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    status = draw(st.sampled_from([Status.OPTIMAL, Status.INFEASIBLE, Status.LIMIT]))
    exact = draw(st.booleans())
    if status is Status.INFEASIBLE:
        return Answer(status, None, None, None, exact, "highs")
    primal = draw(FRACTIONS)
    if status is Status.OPTIMAL:
        return Answer(status, draw(VALUES), primal, primal, exact, "highs")
    known = draw(st.booleans())
    return Answer(status, draw(VALUES) if known else None, primal if known else None, draw(FRACTIONS), exact, "highs")


@settings(max_examples=60, deadline=None)
@given(answers(), st.sampled_from([None, 0.0, 0.1, 1.0, 3600.0]))
def test_what_is_written_is_read(answer: Answer, limit: float | None) -> None:
    assert read_entry(entry_text(DIGEST, answer, limit), DIGEST) == (answer, limit)
    assert read_entry(entry_text(DIGEST, answer, limit), "cd" * 32) is None


@settings(max_examples=60, deadline=None)
@given(answers(), st.data())
def test_no_changed_character_goes_unnoticed(answer: Answer, data: st.DataObject) -> None:
    text = entry_text(DIGEST, answer, None)
    position = data.draw(st.integers(0, len(text) - 1))
    changed = text[:position] + data.draw(st.characters(codec="utf-8")) + text[position + 1 :]
    read = read_entry(changed, DIGEST)
    assert read is None or read[0] == answer


@pytest.mark.parametrize(
    "answer",
    [
        Answer(Status.OPTIMAL, {}, Fraction(5), Fraction(4), False, "highs"),
        Answer(Status.OPTIMAL, {}, Fraction(5), Fraction(5) - Fraction(1, 10**9), True, "highs"),
        Answer(Status.OPTIMAL, None, Fraction(5), Fraction(5), False, "highs"),
        Answer(Status.OPTIMAL, {}, Fraction(5), None, False, "highs"),
        Answer(Status.INFEASIBLE, {}, None, None, False, "highs"),
        Answer(Status.ERROR, None, None, None, False, "highs"),
        Answer(Status.UNBOUNDED, None, None, None, False, "highs"),
    ],
)
def test_what_no_back_end_says_is_damaged(answer: Answer) -> None:
    assert read_entry(entry_text(DIGEST, answer, None), DIGEST) is None


def test_form() -> None:
    answer = Answer(Status.OPTIMAL, {"x[B]": Fraction(1, 3), "x[A]": Fraction(2)}, Fraction(7), Fraction(7), True, "h")
    entry = json.loads(entry_text(DIGEST, answer, 1.5))
    assert entry_name(DIGEST) == f"{DIGEST[:24]}.json"
    assert (entry["schema"], entry["model"], entry["time_limit"]) == ("ask2decide/solve/1", DIGEST, "1.5")
    assert list(entry["values"].items()) == [("x[A]", "2"), ("x[B]", "1/3")]
