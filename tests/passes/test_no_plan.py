"""A set of items without a feasible plan is narrowed down to those that are to blame, with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.driving import GOOD, MORE, OUT, SPARE, VAN_3, Line, build, built, write_dispatch

TAXI = "{resource: taxi, reason: its drivers are on strike}"
VAN_1 = "{resource: van_1, reason: somebody locked the keys in}"
"""Each plan with enough parcels uses Van 1, so that nothing is left without it."""


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(folder: Path) -> str:
    result = build(folder.name)
    assert result.exit_code == 1
    assert not Path("generated", folder.name).exists()
    return result.stderr


def test_only_the_items_to_blame_are_named(tmp_path: Path) -> None:
    # Without Van 2, Van 3 and the taxi nothing is left but the plan that needs the fifth bike trip of H2.
    spare, taxi = Line("H3", "resource_out", VAN_3), Line("H4", "resource_out", TAXI)
    message = refused(write_dispatch(tmp_path, OUT, MORE, spare, taxi))
    assert message == (
        "dispatch/task.yaml:19: hidden[3]: no plan is feasible with H1 (line 7), H3 (line 15) and H4 (line 19) "
        "together. Fix: loosen one of them; every set of items that is solved needs a feasible plan.\n"
        "dispatch: nothing was written for this task.\n"
    )


def test_one_item_alone(tmp_path: Path) -> None:
    message = refused(write_dispatch(tmp_path, MORE, Line("H1", "resource_out", VAN_1), SPARE))
    assert "hidden[1]: no plan is feasible with H1 (line 11). Fix: loosen it; every set of items" in message


def test_a_further_value(tmp_path: Path) -> None:
    further = Line("H1", "resource_out", "{resource: van_3, reason: it is out}", "also: [{resource: van_1}]")
    message = refused(write_dispatch(tmp_path, further, MORE))
    assert "hidden[0]: no plan is feasible with H1 (line 7) at its further value 1. Fix: loosen it;" in message


def test_the_records_themselves(tmp_path: Path) -> None:
    folder = write_dispatch(tmp_path, *GOOD)
    records = (folder / "records.yaml").read_text(encoding="utf-8")
    (folder / "records.yaml").write_text(records.replace("at_least: 120", "at_least: 1200"), encoding="utf-8")
    assert refused(folder) == (
        "dispatch/task.yaml:4: base: no plan is feasible even as the records stand. "
        "Fix: choose another base, or loosen its records.\n"
        "dispatch: nothing was written for this task.\n"
    )


def test_a_twin_of_what_is_worth_nothing_is_doubtful(tmp_path: Path) -> None:
    van_3 = Line("H3", "units_changed", "{resource: van_3, limit: 3, units: rounds, reason: its driver stays on}")
    taxi = "{resource: taxi, limit: 3, units: runs, reason: they found another driver}"
    write_dispatch(tmp_path, OUT, MORE, van_3, Line("H4", "units_changed", taxi, "twin_of: H3"), name="doubtful")
    write_dispatch(tmp_path, *GOOD)
    assert (
        "doubtful/task.yaml:15: hidden[2]: warning: H3 is worth 0 itself, so that its twin H4 resembles nothing that "
        "matters. Fix: make H3 matter, or drop its twin."
    ) in built("doubtful").stderr
    assert "warning" not in built("dispatch").stderr
