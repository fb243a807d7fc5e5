from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ask2decide.errors import UsageError
from ask2decide.exact import dump_json, load_json
from ask2decide.spec.document import key_text
from ask2decide.spec.yaml_reader import MAX_BYTES, parse_yaml, read_yaml


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("NO", "NO"),
        ("yes", "yes"),
        ("off", "off"),
        ("10:00", "10:00"),
        ("1_000", "1_000"),
        ("2024-01-31", "2024-01-31"),
        ("1e3", Decimal(1000)),
        ("617.10", Decimal("617.10")),
        (".5", Decimal("0.5")),
        ("-0.1", Decimal("-0.1")),
        ("0.1", Decimal("0.1")),
        ("12", 12),
        ("+12", 12),
        ("0", 0),
        ("0x1F", 31),
        ("0o17", 15),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("'010'", "010"),
        ('"true"', "true"),
    ],
)
def test_scalar(written: str, meant: Any) -> None:
    document = parse_yaml(f"a: {written}\n", "f.yaml")
    assert document.diagnostics == ()
    assert document.data == {"a": meant}
    assert type(document.data["a"]) is type(meant)


def test_decimals_keep_their_digits() -> None:
    value = parse_yaml("a: 0.1000000000000000055511151231257827\n", "f.yaml").data["a"]
    assert str(value) == "0.1000000000000000055511151231257827"


def test_positions() -> None:
    text = "a: 1\nb:\n  - x: 2\n    y:\n      - 3\n  - 4\nc:\n"
    lines = parse_yaml(text, "f.yaml").lines
    assert lines[("a",)] == (1, 1)
    assert lines[("b",)] == (2, 3)
    assert lines[("b", 0, "y", 0)] == (5, 5)
    assert lines[("b", 1)] == (6, 6)
    assert lines[("c",)] == (7, 7)


def test_place_of_what_is_not_there_is_the_line_of_its_holder() -> None:
    document = parse_yaml("a: 1\nb:\n  c: 2\n", "f.yaml")
    assert str(document.place(("b", "d"))) == "f.yaml:2: b.d"


def test_too_large(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"a: " + b"x" * MAX_BYTES)
    (found,) = read_yaml(file).diagnostics
    assert found.cause == "the file is larger than 1 MB."


def test_not_utf8(tmp_path: Path) -> None:
    file = tmp_path / "latin.yaml"
    file.write_bytes("a: 1\nb: Zürich\n".encode("latin-1"))
    (found,) = read_yaml(file).diagnostics
    assert (found.place.line, found.cause) == (2, "the file is not UTF-8 here.")


def test_byte_order_mark_is_no_key(tmp_path: Path) -> None:
    file = tmp_path / "bom.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_yaml(file).data == {"a": 1}


def test_absent_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.yaml cannot be read: No such file"):
        read_yaml(tmp_path / "none.yaml")


def test_wide_alias_bomb_stays_small() -> None:
    names = "abcdefghijklmnopqrstu"
    lines = [f"{after}: &{after} [*{before}, *{before}]\n" for before, after in pairwise(names)]
    bomb = "".join(["a: &a [x, x]\n", *lines])
    document = parse_yaml(bomb, "f.yaml")
    assert len(document.diagnostics) == 61
    assert document.data["u"] == [None, None]


def test_key_text_of_odd_keys() -> None:
    assert key_text(("roads", "a/b c", 3)) == "roads['a/b c'][3]"


WORDS = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=12)
JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.decimals(-1000, 1000, places=3) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=12,
)


@example({"<<": None})  # unquoted it would merge mappings, and is refused
@settings(max_examples=60, deadline=None)
@given(st.dictionaries(WORDS, JSON_LIKE, min_size=1, max_size=4))
def test_json_is_read_as_json(data: dict[str, Any]) -> None:
    document = parse_yaml(dump_json(data), "f.yaml")
    assert document.diagnostics == ()
    assert document.data == load_json(dump_json(data))


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet=st.characters(codec=None), max_size=60) | st.text("{}[]:,-&*!|>'\"%#\n\t \\?~01ax", max_size=40)
)
def test_any_text_is_read_or_reported(text: str) -> None:
    document = parse_yaml(text, "f.yaml")
    assert document.data is not None or document.diagnostics


@pytest.mark.parametrize("key", ["<<", "12", "null"])
def test_a_key_that_is_no_text_is_refused_until_it_is_quoted(key: str) -> None:
    (mistake,) = parse_yaml(f"{key}: 1\n", "f.yaml").diagnostics
    assert mistake.cause == f"the key '{key}' is not a text."
    assert mistake.fix == "put it in quotes, or name it."
    assert parse_yaml(f"'{key}': 1\n", "f.yaml").data == {key: 1}
