"""Each wrong task in `tests/cases/diagnostics/` gets exactly the messages in its expected.txt, with file and line."""

from __future__ import annotations

import sys

import pytest

from tests.spec.diagnostic_folders import FOLDER, all_folders, checked, expected


@pytest.fixture(autouse=True)
def _in_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.delenv("ASK2DECIDE_INSTANCES", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


@pytest.mark.parametrize("name", all_folders())
def test_messages(name: str) -> None:
    result = checked(name)
    assert result.stdout == expected(name)
    assert result.stdout, "a folder that causes no message proves nothing"
    assert result.exit_code == (0 if all(": warning: " in line for line in result.stdout.splitlines()) else 2)


def test_there_are_enough() -> None:
    assert len(all_folders()) >= 30
