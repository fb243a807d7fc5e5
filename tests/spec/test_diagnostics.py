"""Every mistake of the author's has a message with file, line, key, cause and fix: cases as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.spec.diagnostic_cases import all_cases, mistakes_of

CASES = all_cases()


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[title for title, _ in CASES])
def test_messages(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert mistakes_of(case, tmp_path) == case["messages"]
    assert case["messages"], "a case that causes no message proves nothing"


def test_good_task_has_no_mistakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert mistakes_of({}, tmp_path) == []
