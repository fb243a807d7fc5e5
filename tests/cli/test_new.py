"""``ask2decide new``: every family's scaffold builds at once; what it cannot do it refuses, and writes nothing."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from ask2decide.authoring.catalogue import example_command
from ask2decide.errors import TaskError
from ask2decide.exact import to_fraction
from ask2decide.families import family_names
from ask2decide.instances.files import VARIABLE
from ask2decide.variants.load import load_task
from tests.driving import ask2decide, build, contents
from tests.instances.test_own_files import with_file
from tests.instances.test_solomon import FILE

SMALL = {"vrptw": ["--with", "customers=15"]}
"""In place of the example's arguments, so that this file takes seconds."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


def example(family: str, task: str = "my_task") -> list[str]:
    words = example_command(family, task).split()[1:]
    return words if family not in SMALL else [*words[: words.index("--with")], *SMALL[family]]


@pytest.fixture(scope="module", params=family_names())
def scaffolded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tasks in which the example of a family was made."""
    place = tmp_path_factory.mktemp(request.param)
    result = ask2decide(*example(request.param), "--dir", place / "tasks")
    assert result.exit_code == 0, result.output
    assert "H1_twin: " in result.stdout
    assert "Build it: ask2decide-build" in result.stderr
    return place


def test_it_builds_at_once_and_stays_fresh(scaffolded: Path) -> None:
    tasks, out = scaffolded / "tasks", scaffolded / "generated"
    before = contents(tasks)
    assert [build(tasks / "my_task", "--out", out, *more).exit_code for more in ((), ("--check",))] == [0, 0]
    assert contents(tasks) == before  # the lock of the twins is that of the build
    labels = json.loads((out / "my_task" / "labels.json").read_text(encoding="utf-8"))
    assert labels["items"]["H1"]["role"] == "relevant"
    assert labels["items"]["H1_twin"]["role"] == "twin"
    for regret in ("standalone", "conditional"):
        label = labels["items"]["H1"][regret]
        assert label["status"] == "exact"
        assert to_fraction(label["lower"]) > 0
        assert label["lower"] in (tasks / "my_task" / "task.yaml").read_text(encoding="utf-8")  # as its comment says
        assert labels["items"]["H1_twin"][regret]["upper"] == "0"
    assert all(verdict["holds"] for verdict in labels["needs_asking"])


def test_its_comments_guide_and_its_commented_item_is_a_sound_one(scaffolded: Path, tmp_path: Path) -> None:
    text = (scaffolded / "tasks" / "my_task" / "task.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../schema/task.schema.json\n")
    assert text.count("DECIDE") >= 4
    # The folder of a test run may be of any length.
    assert max(map(len, text.replace(str(scaffolded), "").splitlines())) <= 130
    uncommented = re.sub(r"(?m)^  # ((?:- id: S1|  ).*)$", r"  \1", text)
    assert uncommented.count("\n  - id: ") == text.count("\n  - id: ") + 1
    folder = tmp_path / "my_task"
    folder.mkdir()
    for name, content in contents(scaffolded / "tasks" / "my_task").items():
        (folder / name).write_bytes(content)
    (folder / "task.yaml").write_text(uncommented, encoding="utf-8")
    assert "S1" in load_task(folder).task.ids


def test_the_same_order_gives_the_same_bytes() -> None:
    assert [ask2decide(*example("menu"), "--dir", folder).exit_code for folder in ("tasks", "a/b")] == [0, 0]
    first, second = (contents(Path(folder)) for folder in ("tasks", "a/b"))
    assert first.keys() == second.keys()
    file = "my_task/task.yaml"
    assert first.pop(file) == second.pop(file).replace(b"ask2decide-build a/b", b"ask2decide-build tasks")
    assert first == second


def test_records_of_ones_own() -> None:
    assert ask2decide(*example("blend", "first")).exit_code == 0
    records = Path("tasks/first/records.yaml").read_text(encoding="utf-8").replace("capacity: 1200", "capacity: 1000")
    Path("mill.yaml").write_text(records, encoding="utf-8")
    result = ask2decide("new", "second", "--family", "blend", "--base", "mill.yaml")
    assert result.exit_code == 0, result.output
    assert Path("tasks/second/records.yaml").read_text(encoding="utf-8") == records
    assert build("tasks/second").exit_code == 0


def own_town(folder: Path) -> Path:
    """Write a delivery instance that the registry does not know: eight stops in a ring."""
    rows = [(0, 0, 0, 0, 600, 0), (10, 0, 5, 0, 90, 10), (20, 4, 5, 60, 140, 10), (28, 14, 5, 120, 220, 10)]
    rows += [(20, 24, 5, 200, 300, 10), (8, 28, 5, 240, 330, 10), (2, 20, 5, 20, 330, 10), (0, 8, 5, 40, 200, 10)]
    lines = [f"{number} {' '.join(map(str, row))}" for number, row in enumerate(rows)]
    head = FILE[: FILE.index("    0 ")]
    return with_file(folder, text=head + "\n".join(lines) + "\n")


def test_an_instance_file_of_ones_own(tmp_path: Path) -> None:
    folder = own_town(tmp_path)
    order = ["new", "town", "--family", "vrptw", "--base", "solomon/my_town", "--with", "customers=7"]
    result = ask2decide(*order, "--instances", folder)
    assert result.exit_code == 0, result.output
    assert "a file of your own: no optimum is published for it, and no checksum is on record" in result.stderr
    file = folder / "solomon" / "my_town.txt"
    assert hashlib.sha256(file.read_bytes()).hexdigest() in Path("tasks/town/task.yaml").read_text(encoding="utf-8")
    assert build("tasks/town", "--instances", folder).exit_code == 0
    file.write_bytes(file.read_bytes().replace(b"  2         30", b"  3         30"))
    result = build("tasks/town", "--instances", folder)
    assert result.exit_code == 2
    assert "my_town.txt has changed: its SHA-256 is" in result.stderr
    assert build("tasks/town").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (
            [],
            r"--family is missing\. Fix: name one .*`ask2decide new t --family vrptw --base solomon/r101 .*blend",
        ),
        (
            ["--family", "vrptw"],
            r"--base is missing\. Fix: .*`ask2decide new t .*solomon/r101\n.*55 more of solomon",
        ),
        (["--family", "vrp"], "There is no family 'vrp'. Fix: write 'vrptw'"),
        (["--family", "gap", "--base", "orlib_gap/gap1-0x"], "no base instance .*Fix: write 'orlib_gap/gap1-0'"),
        (["--family", "gap", "--base", "solomon/r101"], "is for the family 'vrptw', not 'gap'"),
        (["--family", "vrptw", "--base", "solomon/r105"], r"not shipped.*instances fetch solomon/r105"),
        (
            ["--family", "vrptw", "--base", "solomon/r101", "--with", "customer=5"],
            "no argument 'customer'.*'customers'",
        ),
        (["--family", "vrptw", "--base", "solomon/r101", "--with", "customers=0"], "customers is 0"),
        (["--family", "menu", "--with", "customers"], "'customers' is no argument. Fix: write NAME=VALUE"),
        (["--family", "gap", "--base", "orlib_gap/gap1-0", "--with", "sense=010"], "010 may mean octal or decimal"),
        (
            ["--family", "gap", "--base", "orlib_gap/gap1-0", "--with", "sense=min", "--with", "sense=max"],
            "sense twice",
        ),
        (["--family", "menu", "--with", "limit=5"], "Records take no arguments, and --with gives limit"),
        (["--family", "gap", "--base", ""], "no base instance '' in .* Fix: use one of the instances orlib_gap/"),
        (["--family", "vrptw", "--base", __file__], r"test_new\.py is a file, and no records file.*--instances DIR"),
        (["--family", "menu", "--base", "absent.yaml"], r"absent\.yaml cannot be read"),
        (["--family", "menu", "--base", "solomon/r101"], "is for the family 'vrptw', not 'menu'"),
        (["--family", "menu", "--time-limit", "0"], "0 is not in the range"),
    ],
)
def test_refusals_change_nothing(elsewhere: Path, arguments: list[str], cause: str) -> None:
    result = ask2decide("new", "t", *arguments)
    assert result.exit_code == 2
    assert re.search(cause, result.stderr, re.DOTALL), result.stderr
    assert list(elsewhere.iterdir()) == []


def test_a_family_without_a_scaffold_is_refused(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ask2decide.authoring.scaffold_recipes.FOLDER", "nowhere")
    result = ask2decide("new", "t", "--family", "menu")
    assert result.exit_code == 2
    assert "The family 'menu' brings no scaffold. Fix: write its task.yaml by hand" in result.stderr
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("name", ["1st", "my-task", "../t", "a" * 61, ""])
def test_names_that_no_task_can_have(elsewhere: Path, name: str) -> None:
    result = ask2decide("new", name, "--family", "menu")
    assert result.exit_code == 2
    assert "cannot be the name of a task. Fix: begin with a letter" in result.stderr
    assert list(elsewhere.iterdir()) == []


def test_wrong_records_are_shown_with_their_cause(elsewhere: Path) -> None:
    Path("mine.yaml").write_text("goal: {sense: min}\n", encoding="utf-8")
    result = ask2decide("new", "t", "--family", "menu", "--base", "mine.yaml")
    assert result.exit_code == 2
    assert "mine.yaml:1: goal.label: the key 'label' is missing. Fix: add 'label:'" in result.stderr
    Path("mine.yaml").write_text("- goal\n", encoding="utf-8")
    result = ask2decide("new", "t", "--family", "menu", "--base", "mine.yaml")
    assert (result.exit_code, "mine.yaml:1: records are a mapping of sections." in result.stderr) == (2, True)
    Path("mine.yaml").write_text("goal: [\n", encoding="utf-8")
    assert re.search(
        r"mine\.yaml:\d+: the YAML cannot be read",
        ask2decide("new", "t", "--family", "menu", "--base", "mine.yaml").stderr,
    )
    assert [path.name for path in elsewhere.iterdir()] == ["mine.yaml"]


def test_nothing_is_overwritten(elsewhere: Path) -> None:
    Path("tasks/t").mkdir(parents=True)
    result = ask2decide("new", "t", "--family", "menu")
    assert result.exit_code == 2
    assert "t is there already; nothing is overwritten" in result.stderr
    Path("file").write_text("", encoding="utf-8")
    result = ask2decide("new", "t", "--family", "menu", "--dir", "file")
    assert (result.exit_code, "file is a file" in result.stderr) == (2, True)
    assert contents(elsewhere) == {"file": b""}


@pytest.mark.parametrize("stop", [KeyboardInterrupt, TaskError("a check fails")])
def test_a_stop_leaves_nothing(elsewhere: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException) -> None:
    def stopped(*arguments: object) -> None:
        assert list(Path("made").iterdir())  # it is written beside its place by now
        raise stop

    monkeypatch.setattr("ask2decide.authoring.scaffold._require_whole", stopped)
    result = ask2decide("new", "t", "--family", "menu", "--dir", "made")
    assert result.exit_code == (1 if isinstance(stop, TaskError) else 130)
    assert list(elsewhere.iterdir()) == []


def test_too_little_time_is_said(elsewhere: Path) -> None:
    order = ["new", "t", "--family", "vrptw", "--base", "solomon/r101", "--with", "customers=50"]
    result = ask2decide(*order, "--time-limit", "0.001")
    assert result.exit_code == 1
    assert "Fix: choose a smaller instance or other arguments, or give more seconds with --time-limit." in result.stderr
    assert list(elsewhere.iterdir()) == []


def test_nothing_that_matters_is_said(elsewhere: Path) -> None:
    # One option alone: whatever is hidden, it is chosen all the same, or no plan is left.
    records = "goal: {sense: min, label: cost, unit: $}\nmeasures: {work: {label: work, unit: h}}\n"
    records += "resources: {van: {label: Van, unit: trips, available: true, goal_rate: 5, rates: {work: 1}}}\n"
    records += "options:\n  A: {label: one trip, uses: {van: 1}}\n  B: {label: two trips, uses: {van: 2}}\nrules: {}\n"
    Path("one.yaml").write_text(records, encoding="utf-8")
    result = ask2decide("new", "t", "--family", "menu", "--base", "one.yaml")
    assert result.exit_code == 1
    assert "nothing that the scaffold of 'menu' tries is proved to matter" in result.stderr
    assert [path.name for path in elsewhere.iterdir()] == ["one.yaml"]
