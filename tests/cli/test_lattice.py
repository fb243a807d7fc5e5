"""``ask2decide lattice``: tables and JSON, restricted and refused lattices, and a clean stop."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.authoring import lattice_size
from ask2decide.labels import Label
from ask2decide.passes.regret import Regret
from tests.cli.running import command, done
from tests.driving import GOOD, OUT, ROOT, TASKS, VAN_3, Line, built, environment, write_dispatch

CANDY = TASKS / "medium6_candy_blend"
ORDER = """\
The regret-guided asker

question   asks about      its regret then   loss left   least loss today
─────────────────────────────────────────────────────────────────────────
       0   nothing asked                        12.9 %              100 %
       1   H1                       4.09 %      11.4 %              100 %
       2   H2                       5.02 %      5.93 %              100 %
       3   H3                       5.09 %         0 %                0 %

After 3 questions nothing is left to lose. It does not ask about H4 and H5, worth nothing alone by then.
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_candy_blend() -> None:
    result = done("lattice", CANDY, "--out", ROOT / "generated")
    assert result.stderr.startswith(
        "medium6_candy_blend: a lattice of 5 items has 32 optima and 80 labels. Ctrl-C stops and prints what is known "
    )
    assert re.search(r"80 labels, \d+ by certificate and \d+ by Eq. 3; 32 losses left with \d+ further", result.stderr)
    assert result.stdout.endswith(ORDER)
    rows = [re.split(r"\s{2,}", line.strip()) for line in result.stdout.splitlines()[2:36]]
    assert rows[0] == ["known", "optimum", "H1", "H2", "H3", "H4 (twin)", "H5 (twin)", "loss left"]
    assert rows[2] == ["nothing", "3063", "4.09 %", "1.76 %", "2.5 %", "0 %", "0 %", "12.9 %"]
    assert rows[-1] == ["H1, H2, H3, H4 (twin), H5 (twin)", "1927.5", "–", "–", "–", "–", "–", "0 %"]
    assert "Twins: H4 of H1 and H5 of H2. Rows that differ by a twin alone are alike where it is worth" in result.stdout
    # What docs/lattice.md says of this task.
    page = (ROOT / "docs/lattice.md").read_text(encoding="utf-8")
    assert (rows[3][-1], rows[4][-1]) == ("11.4 %", "9.59 %")
    assert "Yet then 11.4 % can\nstill be lost. After a question about the recipe, H2, it is 9.59 %" in page


def test_json_with_and_without_stored_solves_is_the_same(place: Path) -> None:
    write_dispatch(place, *GOOD)
    fresh = done("lattice", "dispatch", "--json").stdout
    built("dispatch")
    assert done("lattice", "dispatch", "--json").stdout == fresh
    data = json.loads(fresh)
    labels = json.loads((place / "generated/dispatch/labels.json").read_text(encoding="utf-8"))
    assert (data["schema"], data["complete"], data["items"]) == ("ask2decide/lattice/1", True, ["H1", "H2", "H3"])
    assert (len(data["optima"]), sum(map(len, data["labels"].values())), len(data["loss_left"])) == (8, 12, 8)
    for item, entry in labels["items"].items():
        rest = ",".join(name for name in data["items"] if name != item)
        assert data["labels"][""][item] == entry["standalone"]
        assert data["labels"][rest][item] == entry["conditional"]
    assert {key: data["optima"][key] for key in labels["optima"]} == labels["optima"]
    steps = data["orders"]["regret_guided"]["steps"]
    assert steps[-1]["loss_today"] == {"lower": "0", "upper": "0", "status": "exact"}
    assert steps[0]["regret"] is None


def test_some_items_and_some_known_throughout(place: Path) -> None:
    write_dispatch(place, *GOOD)
    text = done("lattice", "dispatch", "--items", "H2", "--given", "H3").stdout
    assert "Known throughout: H3. As the records have them throughout: H1. The loss left takes no account of" in text
    assert [line.split("  ")[0] for line in text.splitlines()[4:6]] == ["H3 (twin)", "H2, H3 (twin)"]
    assert "nothing is left to lose by these items." in text
    labels = json.loads(done("lattice", "dispatch", "--json").stdout)["labels"]
    worth = {
        name: max(Fraction(labels[known][name]["lower"]) for known in ("", rest))
        for name, rest in (("H1", "H2,H3"), ("H2", "H1,H3"), ("H3", "H1,H2"))
    }
    result = done("lattice", "dispatch", "--most", "1", "--json")
    assert json.loads(result.stdout)["items"] == [max(worth, key=lambda name: worth[name])]
    assert "dispatch: 6 labels show which 1 of 3 items are worth most.\n" in result.stderr


def test_a_large_lattice_is_refused_before_anything_is_solved(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_dispatch(place, *GOOD)
    monkeypatch.setattr(lattice_size, "MOST_ITEMS", 2)
    result = command("lattice", "dispatch")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "dispatch: a lattice of 3 items has 8 optima and 12 labels; at most 2 items" in result.stderr
    assert "--most 2" in result.stderr
    done("lattice", "dispatch", "--most", "3")
    done("lattice", "dispatch", "--items", "H1,H2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dispatch", "--items", "H1,H8"), "dispatch has no item 'H8'. Fix: use one of the items H1, H2, H3."),
        (("dispatch", "--given", "H1,H2,H3"), "dispatch: no item is left to ask about. Fix: "),
        (("dispatch", "--items", "H1", "--given", "H1"), "H1 cannot be both known throughout and asked about."),
        (("dispatch", "--most", "0"), "A lattice of 0 items shows nothing. Fix: write --most 1 or more."),
        (("dispatch", "--most", "few"), "'few' is not a valid integer"),
        (("nowhere",), "There is no task 'nowhere'."),
    ],
)
def test_status_2(place: Path, arguments: tuple[str, ...], message: str) -> None:
    write_dispatch(place, *GOOD)
    result = command("lattice", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_status_1_when_some_set_leaves_no_plan(place: Path) -> None:
    names = ("van_1", "van_2", "van_3", "cargo_bike")
    items = [Line(f"H{i}", "resource_out", f"{{resource: {name}, reason: of rust}}") for i, name in enumerate(names)]
    write_dispatch(place, *items)
    result = command("lattice", "dispatch")
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.search(r"dispatch with \{H\d.*\} known: no plan is feasible", result.stderr)


def test_status_3_when_labels_stay_open(place: Path) -> None:
    write_dispatch(place, OUT, Line("H3", "resource_out", VAN_3))
    result = command("lattice", "dispatch", "--time-limit", "0")
    assert result.exit_code == 3
    assert "0 % to 100 %" in result.stdout
    assert "Some values are intervals, so another order may be the right one." in result.stdout


def test_a_stop_prints_what_is_known(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_dispatch(place, *GOOD)
    label, calls = Regret.label, 0

    def stopped(self: Regret, *arguments: Any) -> Label:
        nonlocal calls
        calls += 1
        if calls % 6 == 5:
            raise KeyboardInterrupt
        return label(self, *arguments)

    monkeypatch.setattr(Regret, "label", stopped)
    result = command("lattice", "dispatch")
    assert result.exit_code == 130
    assert "Stopped with 4 of 12 labels." in result.stdout
    assert "?" in result.stdout
    assert "The regret-guided asker" not in result.stdout
    assert result.stderr.endswith("Run the command again to go on: solves of more than a second are kept.\n")
    calls = 0
    data = json.loads(command("lattice", "dispatch", "--json").stdout)
    assert (data["complete"], data["orders"]["best"], data["loss_left"]) == (False, None, {})
    assert [len(labels) for labels in data["labels"].values()] == [3, 1]


def test_a_real_stop(place: Path) -> None:
    command_line = [sys.executable, "-m", "ask2decide", "lattice", str(TASKS / "x_gap"), "--out", "out"]
    process = subprocess.Popen(
        command_line, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=place
    )
    assert process.stderr is not None
    assert "32 optima and 80 labels" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, messages = process.communicate(timeout=60)
    assert process.returncode == 130, messages
    assert "of 80 labels." in output
    assert "Traceback" not in messages
