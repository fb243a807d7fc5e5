"""``ask2decide regret``: any background, text and JSON, statuses and messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import command, done
from tests.driving import BIKE, GOOD, OUT, ROOT, TASKS, VAN_2, Line, build, built, write_dispatch

CANDY = TASKS / "medium6_candy_blend"
STORED = ("--out", ROOT / "generated")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_standalone_and_conditional() -> None:
    result = done("regret", CANDY, "H2", *STORED)
    assert result.stderr == ""
    head, standalone, conditional = result.stdout.split("\n\n")
    assert (
        head
        == "medium6_candy_blend, H2: The new recipe sheet allows at most 40 % sugar in Value; the old one said 50 %."
    )
    assert standalone.startswith(
        "H2, standalone (nothing else known): 1.76 % (18/1021), by two_optima\n  The question: "
    )
    assert conditional.startswith("H2, conditional (H1, H3, H4 and H5 known): 8.93 % (126/1411), by two_optima\n")
    assert conditional.endswith("  So the regret is exactly 126/1411, about 8.93 %.\n")


@pytest.mark.parametrize(
    ("given", "shown", "regret"),
    [
        ("H3,H1", "given H1 and H3", "42/545"),
        (" H1 , H3 , H2", "given H1 and H3", "42/545"),
        ("", "standalone (nothing else known)", "18/1021"),
        ("H2", "standalone (nothing else known)", "18/1021"),
        ("H1,H3,H4,H5", "conditional (H1, H3, H4 and H5 known)", "126/1411"),
    ],
)
def test_any_background(given: str, shown: str, regret: str) -> None:
    text = done("regret", CANDY, "H2", "--given", given, *STORED).stdout
    assert text.count("The question: ") == 1
    assert f"H2, {shown}: " in text
    assert f"({regret})" in text


def test_json_is_the_committed_certificate() -> None:
    data = json.loads(done("regret", CANDY, "H1", "--json", *STORED).stdout)
    assert (data["schema"], data["task"], data["item"]) == ("ask2decide/regret/1", "medium6_candy_blend", "H1")
    assert data["note"].startswith("Maltose costs us")
    for label, side in zip(data["labels"], ("standalone", "conditional"), strict=True):
        file = ROOT / f"generated/medium6_candy_blend/certificates/H1.{side}.json"
        certificate = json.loads(file.read_text(encoding="utf-8"))
        assert label["given"] == certificate["background"]
        assert {key: label[key] for key in ("lower", "upper", "status")} == certificate["regret"]
        for key in ("method", "problems", "lower_reason", "upper_reason", "back_ends", "plan", "reading"):
            assert label[key] == certificate[key]


def test_a_task_by_its_name(place: Path) -> None:
    write_dispatch(place / "tasks", *GOOD)
    text = done("regret", "dispatch", "H1").stdout
    assert text == done("regret", "tasks/dispatch/task.yaml", "H1").stdout
    assert text.startswith("dispatch, H1: Van 2 is out today")
    assert not (place / "generated").exists()


def test_twins_that_are_still_to_be_found_are_named(place: Path) -> None:
    write_dispatch(place, Line("H1", "resource_out", VAN_2, "twin: auto"), Line("H2", "units_changed", BIKE))
    for result in (done("regret", "dispatch", "H2"), done("lattice", "dispatch")):
        assert (
            "dispatch: no twin is locked for H1; the values are those of the task without it. "
            "Fix: run `ask2decide-build dispatch` first, which finds twins."
        ) in result.stderr
    built("dispatch")
    assert "twin is locked" not in done("regret", "dispatch", "H2").stderr


def test_a_build_that_failed_is_not_advised(place: Path) -> None:
    """No twin is locked because the build stops at an expectation: that is said, and no build is advised."""
    wanting, more = Line("H1", "resource_out", VAN_2, "twin: auto"), Line("H2", "units_changed", BIKE)
    folder = write_dispatch(place, wanting, more, expect="expect:\n  H2: {conditional: 1/2}\n")
    stopped = build("dispatch")
    assert stopped.exit_code == 1
    assert (
        "dispatch: nothing was written for this task. `ask2decide explain dispatch H2` says why H2 is worth what it is"
    ) in stopped.stderr
    said = (
        done("regret", "dispatch", "H2").stderr,
        done("lattice", "dispatch").stderr,
        done("suggest", "dispatch", "--limit", "1").stderr,
        command("explain", "dispatch", "H1_twin", "--given", "H2").stderr,
        command("judge", "dispatch", "plan.json").stderr,
    )
    for text in said:
        assert "expects the conditional regret of H2 to be 0.5, and it is 3/11." in text
        assert "run `ask2decide-build" not in text
    (folder / "task.yaml").write_text((folder / "task.yaml").read_text("utf-8").replace("1/2", "3/11"), "utf-8")
    assert "Fix: run `ask2decide-build dispatch` first" in done("regret", "dispatch", "H2").stderr, "edited since"
    built("dispatch")
    assert not (place / "generated" / ".ask2decide" / "dispatch.stopped.json").exists()


def test_an_item_without_a_twin_is_explained(place: Path) -> None:
    wanting, taxi = Line("H1", "resource_out", VAN_2, "twin: auto"), "{resource: taxi, limit: 3, units: u, reason: r}"
    bike = "{resource: cargo_bike, limit: 3, units: u, reason: r}"
    write_dispatch(place, wanting, Line("H2", "units_changed", taxi), Line("H3", "units_changed", bike))
    explained = done("explain", "dispatch", "H1")
    assert "no twin of H1 has both regrets exactly 0" in explained.stderr
    assert "The labels are those without it." in explained.stderr
    assert explained.stdout.startswith("dispatch, H1, relevant")
    twin = command("explain", "dispatch", "H1_twin")
    assert (twin.exit_code, twin.stdout) == (1, "")
    assert "no twin of H1 has both regrets exactly 0" in twin.stderr


def test_open_labels_end_with_status_3(place: Path) -> None:
    write_dispatch(place, OUT)
    result = command("regret", "dispatch", "H1", "--time-limit", "0")
    assert result.exit_code == 3
    assert "H1, standalone (nothing else known): between 0 % and 100 %, by bounds" in result.stdout
    write_dispatch(place, OUT, split="frontier-B")
    assert command("regret", "dispatch", "H1", "--time-limit", "0").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dispatch", "H9"), "dispatch has no item 'H9'. Fix: use one of the items H1, H2, H3."),
        (("dispatch", "H1", "--given", "H1,h2"), "dispatch has no item 'h2'. Fix: use one of the items H1, H2, H3."),
        (("dispatcher", "H1"), "There is no task 'dispatcher'. Fix: "),
        (("dispatch", "H1", "--time-limit", "-1"), "-1.0 is not in the range x>=0"),
        (("dispatch",), "Missing argument 'ITEM'"),
        (("broken", "H1"), "van_9"),
    ],
)
def test_status_2(place: Path, arguments: tuple[str, ...], message: str) -> None:
    write_dispatch(place, *GOOD)
    folder = write_dispatch(place, *GOOD, name="broken")
    spec = folder / "task.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("van_2", "van_9"), encoding="utf-8")
    result = command("regret", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
