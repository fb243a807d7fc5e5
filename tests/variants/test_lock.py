from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.errors import SpecError
from ask2decide.spec import TemplateUse
from ask2decide.variants.lock import LOCK_FILE, LockedTwin, lock_text, read_lock

WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8) | st.sampled_from(["NO", "null", "010", "1e3"])
NUMBERS = st.integers(-(10**9), 10**9) | st.decimals(-(10**6), 10**6, places=3)
ARGUMENTS = st.dictionaries(
    WORDS, NUMBERS | WORDS | st.booleans() | st.none() | st.lists(NUMBERS, max_size=2), max_size=4
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True), ARGUMENTS, min_size=1, max_size=3))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, entries: dict[str, dict[str, Any]]) -> None:
    folder = tmp_path_factory.mktemp("lock")
    locked = {name: LockedTwin("window_moved", arguments, {"a": 1}) for name, arguments in entries.items()}
    (folder / LOCK_FILE).write_text(lock_text(locked), encoding="utf-8")
    assert read_lock(folder) == locked


def test_form() -> None:
    twin = {"parcel": "P2", "opens": Decimal("60.50"), "closes": "10:10"}
    text = lock_text({"H1": LockedTwin("window_moved", {"parcel": "P1"}, twin)})
    assert text.splitlines()[1:] == [
        "H1:",
        "  template: window_moved",
        "  original: {parcel: P1}",
        '  twin: {parcel: P2, opens: 60.50, closes: "10:10"}',
    ]
    assert text.startswith("# Written by ask2decide-build")


def test_no_lock(tmp_path: Path) -> None:
    assert read_lock(tmp_path) == {}


def test_no_yaml_holds_a_binary_float() -> None:
    with pytest.raises(TypeError, match="a lock cannot hold"):
        lock_text({"H1": LockedTwin("t", {"a": 0.5}, {})})


def test_fresh_by_value() -> None:
    locked = LockedTwin("moved", {"parcel": "P1", "opens": 90}, {})
    assert locked.is_fresh(TemplateUse("moved", {"opens": Decimal("90.0"), "parcel": "P1"}))
    assert not locked.is_fresh(TemplateUse("moved", {"opens": 91, "parcel": "P1"}))
    assert not locked.is_fresh(TemplateUse("other", {"opens": 90, "parcel": "P1"}))


@pytest.mark.parametrize("text", ["7\n", "H1: 7\n", "H1: {template: 1, original: {}, twin: {}}\n", "H1: [\n"])
def test_damaged_lock(tmp_path: Path, text: str) -> None:
    (tmp_path / LOCK_FILE).write_text(text)
    with pytest.raises(SpecError, match="Fix: "):
        read_lock(tmp_path)
