"""Whatever a stranger hands in is a plan or a reason in words; it never crashes or stalls the judge."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ask2decide.emit.agent import plan_schema
from ask2decide.errors import UsageError
from ask2decide.family import Sense
from ask2decide.judge import Rejection, judge, read_plan
from ask2decide.labels import Bracket
from tests.emit.tiny import FAMILY, base_data
from tests.emit.tiny_model import TinyPlan

MEGABYTE = 1_000_000
OPTIMUM = Bracket(Fraction(10), Fraction(10))
GOOD = '{"choice": "A", "amount": 2.5}'


def with_amount(amount: str) -> str:
    return f'{{"choice": "A", "amount": {amount}}}'


HOSTILE: list[tuple[str, str | bytes, str]] = [
    ("empty", "", "the text is empty"),
    ("blank", " \n\t ", "the text is empty"),
    ("top-level list", "[]", "a plan is a JSON object, not a list"),
    ("top-level text", '"A"', "a plan is a JSON object, not a text"),
    ("top-level number", "7", "a plan is a JSON object, not a number"),
    ("top-level null", "null", "a plan is a JSON object, not null"),
    ("top-level true", "true", "a plan is a JSON object, not true or false"),
    ("no JSON", "the plan is A", "the text is not JSON: Expecting value at line 1, column 1"),
    ("cut off", '{"choice": "A", ', "the text is not JSON"),
    ("two plans", GOOD + GOOD, "the text is not JSON: Extra data"),
    ("a comma too many", '{"choice": "A", "amount": 2.5,}', "the text is not JSON"),
    ("single quotes", "{'choice': 'A'}", "the text is not JSON"),
    ("NaN", with_amount("NaN"), "NaN is not a number"),
    ("infinity", with_amount("Infinity"), "Infinity is not a number"),
    ("minus infinity", with_amount("-Infinity"), "-Infinity is not a number"),
    ("huge exponent", with_amount("1e999999999"), "a number of at most 40 digits is wanted"),
    ("beyond decimal's exponents", with_amount("1e99999999999999999999999"), "too large"),
    ("tiny exponent", with_amount("1e-999999999"), "a number of at most 40 digits is wanted"),
    ("long integer", with_amount("9" * 999_000), "a number of at most 40 digits is wanted"),
    ("long fraction", with_amount("0." + "9" * 999_000), "a number of at most 40 digits is wanted"),
    ("long text number", with_amount('"' + "9" * 99_000 + '"'), "amount: a number is wanted, not the text"),
    ("ratio over 0", with_amount('"1/0"'), "amount: a ratio must not be over 0"),
    ("text for a number", with_amount('"much"'), "amount: a number is wanted, not the text 'much'"),
    ("true for a number", with_amount("true"), "amount: a number is wanted, not true or false"),
    ("null for a number", with_amount("null"), "amount: a number is wanted, not nothing"),
    ("list for a number", with_amount("[1]"), "amount: a number is wanted, not a list"),
    ("number for a text", '{"choice": 3, "amount": 1}', "choice must be a text, not 3"),
    ("object for a list", GOOD[:-1] + ', "remarks": {}}', "remarks must be a list, not an object"),
    ("wrong entry", GOOD[:-1] + ', "remarks": ["a", 2]}', "remarks[1] must be a text, not 2"),
    ("too many entries", GOOD[:-1] + ', "remarks": ["a", "b", "c", "d"]}', "remarks: list should have at most 3 items"),
    ("missing key", '{"choice": "A"}', "amount is missing"),
    ("unknown key", GOOD[:-1] + ', "price": 0}', "price is not a key of the format"),
    ("misspelt key", '{"choise": "A", "amount": 1}', "choise is not a key of the format; write 'choice'"),
    ("duplicate key", '{"choice": "A", "amount": 1, "amount": 2}', "the key 'amount' stands twice in one object"),
    ("deep lists", "[" * 400_000, "the text is nested more than 20 deep"),
    ("deep objects", '{"a":' * 100_000 + "1" + "}" * 100_000, "the text is nested more than 20 deep"),
    ("a bit too deep", GOOD[:-1] + ', "x": ' + "[" * 20 + "]" * 20 + "}", "the text is nested more than 20 deep"),
    ("a megabyte of quotes", '"' * MEGABYTE, "the text is not JSON"),
    ("a megabyte of escaped quotes", '"' + '\\"' * (MEGABYTE // 2 - 1), "the text is not JSON"),
    ("one byte too long", GOOD + " " * MEGABYTE, "the text is longer than 1,000,000 bytes"),
    ("too long in bytes only", '"' + "漢" * 400_000 + '"', "the text is longer than 1,000,000 bytes"),
    ("a hundred megabytes", b"[" * 100 * MEGABYTE, "the text is longer than 1,000,000 bytes"),
    ("byte order mark", b"\xef\xbb\xbf" + GOOD.encode(), "byte order mark"),
    ("UTF-16", GOOD.encode("utf-16"), "the text is not UTF-8"),
    ("Latin-1", '{"choice": "Ä"}'.encode("latin-1"), "the text is not UTF-8"),
    ("NUL bytes", b"\x00" * 50, "the text is not JSON"),
    ("half a surrogate pair", '{"choice": "\\ud800", "amount": 1}', "half of a Unicode surrogate pair"),
    ("half a pair as a key", '{"\\ud800": "A", "amount": 1}', "half of a Unicode surrogate pair"),
    ("a raw surrogate", '{"choice": "\ud800"}', "the text is not UTF-8"),
    ("control character", '{"choice": "\x07"}', "the text is not JSON: Invalid control character"),
    ("many mistakes", json.dumps({f"k{n}": n for n in range(5000)}), "; and 4,997 more"),
]


@pytest.mark.parametrize(("text", "reason"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_a_hostile_text_loses_1_with_a_reason(text: str | bytes, reason: str) -> None:
    started = time.monotonic()
    verdict = judge(text, FAMILY, base_data(Sense.MIN), OPTIMUM, Sense.MIN)
    assert time.monotonic() - started < 2
    assert (verdict.loss.lower, verdict.loss.upper) == (1, 1)
    assert not verdict.feasible
    assert verdict.reason.startswith("This is not a plan in the task's format: ")
    assert reason in verdict.reason
    assert len(verdict.reason) < 700
    assert verdict.reason.isprintable()


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        (GOOD, Fraction(5, 2)),
        (f"\n {GOOD}\n", Fraction(5, 2)),
        (GOOD.encode(), Fraction(5, 2)),
        (with_amount("1e1"), Fraction(10)),
        (with_amount('"100/3"'), Fraction(100, 3)),
        (with_amount("-0.125"), Fraction(-1, 8)),
        ('{"choice": "\\u0041", "amount": 0.1}', Fraction(1, 10)),
        ('{"choice": "[[[[[[[[[[[[[[[[[[[[[[[[[[\\"", "amount": 3}', Fraction(3)),
    ],
)
def test_a_plan_is_read_exactly(text: str | bytes, amount: Fraction) -> None:
    plan = read_plan(text, FAMILY)
    assert isinstance(plan, TinyPlan)
    assert plan.amount == amount


def test_a_plan_is_read_from_a_file_and_a_huge_file_is_refused_quickly(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(GOOD)
    assert read_plan(file, FAMILY) == TinyPlan(choice="A", amount=Fraction(5, 2))
    with file.open("wb") as sparse:
        sparse.truncate(100 * MEGABYTE)
    started = time.monotonic()
    assert read_plan(file, FAMILY) == Rejection("the text is longer than 1,000,000 bytes")
    assert time.monotonic() - started < 0.5


def test_a_file_that_is_not_there_is_a_wrong_command_not_a_bad_plan(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no plan file"):
        read_plan(tmp_path / "none.json", FAMILY)


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["A", "B"])
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))
keys = st.sampled_from(["choice", "amount", "remarks", "other"])
documents = st.dictionaries(keys, values, max_size=4) | values


@given(documents)
@settings(max_examples=60, deadline=None)
def test_any_json_gets_a_verdict(document: object) -> None:
    verdict = judge(json.dumps(document), FAMILY, base_data(Sense.MIN), OPTIMUM, Sense.MIN)
    assert 0 <= verdict.loss.lower <= verdict.loss.upper <= 1
    assert verdict.reason.isprintable()


@given(st.binary(max_size=200) | st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_bytes_get_a_verdict(text: str | bytes) -> None:
    verdict = judge(text, FAMILY, base_data(Sense.MIN), OPTIMUM, Sense.MIN)
    assert verdict.loss.upper == 1
    assert verdict.reason.isprintable()


near_plans = st.fixed_dictionaries(
    {
        "choice": st.text(max_size=3) | values,
        "amount": st.integers(-(10**6), 10**6)
        | st.floats(-1e6, 1e6).map(lambda number: round(number, 6))
        | st.sampled_from(["1/3", "2.50", "x", "1/", "-7", "1e3"])
        | values,
    },
    optional={"remarks": st.lists(st.text(max_size=3), max_size=5) | values, "other": values},
)


@given(near_plans | documents)
@example({"choice": "A", "amount": "1/3"})
@settings(max_examples=120, deadline=None)
def test_the_schema_accepts_what_the_judge_reads(document: object) -> None:
    """Apart from what a schema cannot say: NaN, digits beyond 40, ratios over 0, nesting, and half surrogate pairs."""
    text = json.dumps(document)
    validator = jsonschema.Draft202012Validator(plan_schema("tiny", TinyPlan))
    found = read_plan(text, FAMILY)
    accepted = validator.is_valid(document)
    if isinstance(found, Rejection):
        beyond = ("NaN", "Infinity", "40 digits", "over 0", "nested", "surrogate")
        assert not accepted or any(word in found.reason for word in beyond), found.reason
    else:
        assert accepted
