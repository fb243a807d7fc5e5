"""YAML text that reads back as what was written, wherever in flow style it stands."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ask2decide.spec.yaml_reader import parse_yaml
from ask2decide.spec.yaml_writer import flow

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20) | st.sampled_from(
    ["no", "null", "010", "1e3", "10:00", "- x", "a: b", "a #b", "it's", "x,y", "{x}", "~", "", " x", "x ", "depot"]
)
SCALARS = TEXTS | st.integers(-(10**6), 10**6) | st.booleans() | st.none()
VALUES = st.recursive(
    SCALARS | st.decimals(-1000, 1000, places=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(lambda key: key != "<<"), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(VALUES)
def test_what_is_written_reads_back_the_same(value: Any) -> None:
    document = parse_yaml(f"key: {flow({'value': value})}\n", "task.yaml")
    assert not document.diagnostics
    assert document.data == {"key": {"value": value}}


def test_plain_words_stand_without_quotes() -> None:
    values = {"from": "depot", "reason": "it's late; two vans (old) wait", "opens": "08:41", "n": Decimal("2.50")}
    assert flow(values) == '{from: depot, reason: it\'s late; two vans (old) wait, opens: "08:41", n: 2.50}'


def test_a_binary_float_is_refused() -> None:
    with pytest.raises(TypeError, match=r"cannot hold 0\.1"):
        flow(0.1)
