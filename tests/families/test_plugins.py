"""Families from installed packages: found without importing them, and every mistake told with the package's name."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from ask2decide.cli import ask2decide
from ask2decide.errors import InstanceError, SpecError, UsageError
from ask2decide.families import family_by_name, family_names, installed_family_names, is_installed
from ask2decide.instances.registry import base_data, entries, entry
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.load import load_task
from tests.driving import GOOD, ROOT, build, contents, without_records, write_dispatch
from tests.knapsack_truth import read_regrets, regrets
from tests.plugin_packages import EXAMPLE, TASK, install, install_example, installed

LISTED = "citation: c\nlicence: l\nsource: s\ninstances: {{{}}}\n"
FOLDER = ROOT / "examples" / "knapsack_folder" / "relief_bag"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "site"
    folder.mkdir()
    with installed(folder, monkeypatch):
        yield folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_a_package_brings_a_family_and_its_templates(site: Path) -> None:
    install_example(site)
    family = family_by_name("knapsack")
    assert type(family).__module__ == "ask2decide_knapsack.family"
    assert is_installed(family)
    assert "knapsack" in installed_family_names()
    assert "knapsack" not in family_names()
    templates = load_item_templates("knapsack", None)
    assert {"worth_changed", "weight_changed", "useless_alone"} <= set(templates)
    assert templates["most_goods"].place.file.endswith("site/ask2decide_knapsack/templates/items/knapsack.yaml")


def test_a_module_may_stand_for_the_family_in_it(site: Path) -> None:
    install_example(site)
    metadata = site / "ask2decide_knapsack-1.0.dist-info" / "entry_points.txt"
    metadata.write_text("[ask2decide.families]\nknapsack = ask2decide_knapsack.family\n", encoding="utf-8")
    assert family_by_name("knapsack").name == "knapsack"
    assert load_item_templates("knapsack", None)


def test_a_single_module_has_no_templates(site: Path) -> None:
    code = (EXAMPLE / "src" / "ask2decide_knapsack" / "family.py").read_text(encoding="utf-8")
    install(site, "one-file 2", {"knapsack": "lone_knapsack"}, {"lone_knapsack.py": code})
    assert family_by_name("knapsack").name == "knapsack"
    assert load_item_templates("knapsack", None) == {}


def test_listing_imports_nothing(site: Path) -> None:
    install(site, "loud 1.0", {"loud": "loud_family:Loud"}, {"loud_family.py": "raise SystemExit('imported')"})
    assert "loud" in installed_family_names()
    assert "loud_family" not in sys.modules


HEAD = "from ask2decide.family import *\nfrom ask2decide.family import Family, PlanModel, RecordsModel\n"
IMPORTED = "from ask2decide_knapsack.family import Knapsack\n"
WRONG = {
    "not there": ("", r"cannot be imported: ModuleNotFoundError: .*Fix: correct or reinstall broken 3\.1"),
    "fails": ("1 / 0", r"cannot be imported: ZeroDivisionError: division by zero\. Fix: correct or reinstall"),
    "ends": ("raise SystemExit('bye')", r"cannot be imported: SystemExit: bye\."),
    "is no Python": ("class", r"cannot be imported: SyntaxError: "),
    "lacks it": ("class Familly: pass", r"names 'Famly', which broken_family does not define\. Fix: write 'Familly'\."),
    "no family": ("class Famly: pass", r"brings the class Famly, which is no Family\. Fix: make it a subclass of"),
    "a function": ("def Famly(): pass", r"brings a function, which is no Family\. Fix: make it a subclass"),
    "an object": (IMPORTED + "Famly = Knapsack()", r"brings an object, not a class\. Fix: name the class Knapsack\."),
    "no methods": (
        HEAD + "class Famly(Family): pass",
        r": Famly has no method check, columns, describe, .*value_name; has no name; has no records_model that is a "
        r"RecordsModel subclass; has no plan_model that is a PlanModel subclass; has no fields, a tuple of Field\. "
        r"Fix: add what is missing; docs/add_a_family\.md has the contract\.",
    ),
    "no fields": (IMPORTED + "class Famly(Knapsack):\n  name = 'broken'\n  fields = ['/a']", "Famly has no fields, a"),
    "other name": (IMPORTED + "Famly = Knapsack", r"brings a family called 'knapsack'\. Fix: give the entry point and"),
    "arguments": (
        IMPORTED + "class Famly(Knapsack):\n  name = 'broken'\n  def __init__(self, size): pass",
        r"brings a family that cannot be made: TypeError: .*'size'\. Fix: have its class take no arguments, or",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_with_the_package(what: str, site: Path) -> None:
    code, message = WRONG[what]
    install_example(site)
    install(site, "broken 3.1", {"broken": "broken_family:Famly"}, {"broken_family.py": code} if code else {})
    with pytest.raises(UsageError, match=message) as raised:
        family_by_name("broken")
    start = "The package broken 3.1 (entry point 'broken', broken_family:Famly)"
    assert str(raised.value).startswith(start)
    assert family_by_name("knapsack").name == "knapsack"
    assert family_by_name("gap").name == "gap"


def test_a_module_with_two_families_is_refused(site: Path) -> None:
    install_example(site)
    code = IMPORTED + "class A(Knapsack):\n  name = 'two'\nclass B(Knapsack):\n  name = 'two'\n"
    install(site, "two 1.0", {"two": "two_families"}, {"two_families.py": code})
    with pytest.raises(UsageError, match=r"two 1\.0 .* defines 2 Family subclasses\. Fix: define exactly one"):
        family_by_name("two")


def test_two_packages_with_one_name(site: Path) -> None:
    install_example(site)
    install(site, "another-bag 0.2", {"knapsack": "another_bag:Bag"})
    both = r"two sources: the package another-bag 0\.2 \(.*\) and the package ask2decide-knapsack 1\.0 \(.*\)\. Fix"
    with pytest.raises(UsageError, match=both):
        family_by_name("knapsack")


def test_a_package_with_a_shipped_name(site: Path) -> None:
    install(site, "my-gap 1.0", {"gap": "my_gap:Gap"})
    message = r"'gap' ships with ask2decide, and the package my-gap 1\.0 .* another.*Fix: uninstall my-gap 1\.0"
    with pytest.raises(UsageError, match=message):
        family_by_name("gap")
    assert family_by_name("menu").name == "menu"


def test_a_family_that_is_not_installed(tmp_path: Path) -> None:
    folder = shutil.copytree(TASK, tmp_path / "relief_bag")
    message = r"task\.yaml:3: family: there is no family 'knapsack'\. Fix: .*, or install the package that brings it\."
    with pytest.raises(SpecError, match=message):
        load_task(folder)


def test_a_mistake_in_a_packages_templates_has_its_place(site: Path) -> None:
    install_example(site)
    templates = site / "ask2decide_knapsack" / "templates" / "items" / "knapsack.yaml"
    templates.write_text("bag:\n  abuot: [bag]\n  note: A bag.\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"templates/items/knapsack\.yaml:2: bag\.abuot: there is no key 'abuot' here"):
        load_item_templates("knapsack", None)


def test_the_task_builds_and_verifies_alike_from_package_and_folder(site: Path, place: Path) -> None:
    install_example(site)
    shutil.copytree(FOLDER, place / "folder" / "relief_bag")
    assert build("folder", "--out", "by_folder", "--allow-code").exit_code == 0
    shutil.copytree(TASK, place / "tasks" / "relief_bag")
    result = build("tasks", "--out", "by_package")
    assert result.exit_code == 0, result.output
    by_folder, by_package = (without_records(contents(place / name)) for name in ("by_folder", "by_package"))
    own = by_folder.pop("relief_bag/judge/model.py")
    assert own == (EXAMPLE / "src" / "ask2decide_knapsack" / "family.py").read_bytes()
    assert by_folder == by_package
    assert read_regrets(by_package["relief_bag/labels.json"].decode()) == regrets()
    for out in (["by_folder", "--allow-code"], ["by_package"]):
        assert CliRunner().invoke(ask2decide, ["verify", *out]).exit_code == 0


def test_a_tasks_own_family_comes_before_a_packages(site: Path) -> None:
    install_example(site)
    loaded = load_task(FOLDER, allow_code=True)
    assert not is_installed(loaded.family)
    assert loaded.templates["most_goods"].place.file.endswith("items.yaml")


def test_a_broken_package_stops_its_own_tasks_only(site: Path, place: Path) -> None:
    install(site, "broken 3.1", {"broken": "broken_family:Famly"}, {"broken_family.py": "1 / 0"})
    write_dispatch(place / "tasks", *GOOD)
    write_dispatch(place / "tasks", *GOOD, name="other", family="broken")
    result = build("tasks", "--executor", "serial")
    assert result.exit_code == 2
    assert "tasks/other/task.yaml:3: family: the package broken 3.1" in result.stderr
    assert (place / "generated" / "dispatch" / "card.md").is_file()
    assert not (place / "generated" / "other").exists()


def test_a_family_that_fails_later_stops_its_own_tasks_only(site: Path, place: Path) -> None:
    install_example(site)
    family = site / "ask2decide_knapsack" / "family.py"
    text = family.read_text(encoding="utf-8")
    broken = text.replace("        unknown = [", "        records.bag.handle\n        unknown = [")
    assert broken != text
    family.write_text(broken, encoding="utf-8")
    write_dispatch(place / "tasks", *GOOD)
    shutil.copytree(TASK, place / "tasks" / "relief_bag")
    result = build("tasks", "--executor", "serial")
    assert result.exit_code == 2
    message = "tasks/relief_bag: The family of ask2decide-knapsack 1.0 fails at "
    assert message in result.stderr
    assert "in check: AttributeError: 'Bag' object has no attribute 'handle'. Fix: correct that code" in result.stderr
    assert (place / "generated" / "dispatch" / "card.md").is_file()


def write_instances(site: Path, text: str) -> None:
    (site / "ask2decide_knapsack" / "instances" / "knapsack.yaml").write_text(text, encoding="utf-8")


def test_a_package_brings_instances(site: Path) -> None:
    install_example(site)
    known = entry("knapsack/p07")
    assert (known.family, known.optimum, known.package) == ("knapsack", 1458, "ask2decide-knapsack 1.0")
    assert "knapsack/p07" in set(entries())
    data = base_data("knapsack/p07", {}, family="knapsack")
    assert len(family_by_name("knapsack").parse(data).goods) == 15
    with pytest.raises(InstanceError, match=r"no base instance 'knapsack/p08' .* Fix: write 'knapsack/p07'"):
        entry("knapsack/p08")
    with pytest.raises(InstanceError, match=r"p07\.yaml holds records, which take no argument 'goods'\. Fix: leave it"):
        base_data("knapsack/p07", {"goods": 3}, family="knapsack")


def test_a_package_without_instances(site: Path) -> None:
    install(site, "broken 3.1", {"broken": "broken_family:Famly"}, {"broken_family.py": "1 / 0"})
    assert entry("orlib_gap/gap1-0").family == "gap"
    with pytest.raises(InstanceError, match="no base instance 'broken/a'"):
        entry("broken/a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "instances: {p07: {}}",
            r"knapsack\.yaml of the package ask2decide-knapsack 1\.0 .* is wrong: citation: ",
        ),
        ("instances: [", r"knapsack\.yaml:1.*Fix: correct the file, or reinstall ask2decide-knapsack 1\.0\."),
        (LISTED.format("p08: {}"), r"There is no file .*/instances/knapsack/p08\.yaml\. Fix: reinstall what brings it"),
        (LISTED.format("p08: {optimum: much}"), r"is wrong: instances\.p08\.optimum: "),
        (LISTED.format("../p08: {}"), r"is wrong: instances\.\.\./p08"),
    ],
)
def test_a_wrong_list_of_instances(site: Path, text: str, message: str) -> None:
    install_example(site)
    write_instances(site, text)
    with pytest.raises(InstanceError, match=message):
        base_data("knapsack/p08", {}, family="knapsack")
    assert entry("orlib_gap/gap1-0").family == "gap"
