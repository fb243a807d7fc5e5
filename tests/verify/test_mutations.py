"""Whatever number, plan, method or key of a package is made wrong, the check objects."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.build import Settings, build_task
from ask2decide.emit.write import write_folder
from ask2decide.errors import EXIT_DONE, EXIT_TASK_FAILED
from ask2decide.verify.run import Checked, verify_packages
from tests.verify.mutations import Place, another_choice, another_number, contents, kind_of, places

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("verify")
    built = build_task(ROOT / "tasks" / "easy1_dispatch", Settings(out=out))
    write_folder(out / built.task, built.files)
    return out / built.task


def outcome(package: Path) -> Checked:
    (checked,) = verify_packages([package])
    return checked


def objects_to(package: Path, file: str, content: Any) -> Checked:
    """Check the package with one file replaced, and put the file back."""
    path = package / file
    before = path.read_bytes()
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    try:
        return outcome(package)
    finally:
        path.write_bytes(before)


def of_kind(package: Path, kind: str) -> list[Place]:
    return [
        place
        for file, content in contents(package).items()
        for place in places(file, content)
        if kind_of(place, content) == kind
    ]


def test_the_package_itself_is_accepted(package: Path) -> None:
    assert outcome(package).status == EXIT_DONE


@given(data=st.data())
@EXAMPLES
def test_every_number_is_checked(package: Path, data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(of_kind(package, "number")))
    by = data.draw(st.sampled_from([Fraction(1), Fraction(-1, 2), Fraction(1, 10**6), Fraction(-1, 10**6)]))

    def change(holder: Any, key: Any) -> None:
        holder[key] = another_number(holder[key], by)

    assert objects_to(package, place.file, place.changed(contents(package)[place.file], change)).status != EXIT_DONE


@given(data=st.data())
@EXAMPLES
def test_every_choice_is_checked(package: Path, data: st.DataObject) -> None:
    """Methods, statuses, roles, effects, kinds, verdicts, and the plans, which are one choice here."""
    place = data.draw(st.sampled_from(of_kind(package, "choice")))

    def change(holder: Any, key: Any) -> None:
        holder[key] = another_choice(key, holder[key], lambda choices: data.draw(st.sampled_from(choices)))

    assert objects_to(package, place.file, place.changed(contents(package)[place.file], change)).status != EXIT_DONE


@given(data=st.data())
@EXAMPLES
def test_every_name_is_checked(package: Path, data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(of_kind(package, "name")))

    def change(holder: Any, key: Any) -> None:
        holder[key] = "another"

    assert objects_to(package, place.file, place.changed(contents(package)[place.file], change)).status != EXIT_DONE


@given(data=st.data())
@EXAMPLES
def test_every_list_is_checked(package: Path, data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(of_kind(package, "list")))
    shorter = data.draw(st.booleans())

    def change(holder: Any, key: Any) -> None:
        entries = holder[key]
        holder[key] = entries[1:] if shorter and entries else [*entries, entries[0] if entries else "H1"]

    made = place.changed(contents(package)[place.file], change)
    assert objects_to(package, place.file, made).status != EXIT_DONE


@given(data=st.data())
@EXAMPLES
def test_every_key_is_checked(package: Path, data: st.DataObject) -> None:
    """A key that is dropped, renamed, or one too many."""
    every = [place for file, content in contents(package).items() for place in places(file, content)]
    place = data.draw(st.sampled_from([place for place in every if isinstance(place.path[-1], str)]))
    way = data.draw(st.sampled_from(["drop", "rename", "add"]))

    def change(holder: Any, key: Any) -> None:
        value = holder[key] if way == "add" else holder.pop(key)
        if way != "drop":
            holder["another"] = value

    made = place.changed(contents(package)[place.file], change)
    assert objects_to(package, place.file, made).status != EXIT_DONE


def certificate_names(package: Path) -> list[str]:
    return [name for name in contents(package) if name.startswith("certificates/")]


def test_every_certificate_must_be_there(package: Path) -> None:
    for name in certificate_names(package):
        path = package / name
        before = path.read_bytes()
        path.unlink()
        found = outcome(package).found
        path.write_bytes(before)
        assert found is not None
        assert any(entry.first == "needed" and entry.second == "missing" for entry in found.disagreements), name


def test_no_certificate_may_stand_twice(package: Path) -> None:
    for name in certificate_names(package):
        copy = package / "certificates" / "copy.json"
        shutil.copy(package / name, copy)
        status = outcome(package).status
        copy.unlink()
        assert status == EXIT_TASK_FAILED, name


def _everywhere(node: Any, change: Callable[[str, Any], Any]) -> Any:
    """Return content with every entry of an object passed through `change`."""
    if isinstance(node, dict):
        return {key: change(key, _everywhere(value, change)) for key, value in node.items()}
    return [_everywhere(value, change) for value in node] if isinstance(node, list) else node


@pytest.fixture
def mended(package: Path, tmp_path: Path) -> Path:
    """A copy that a test may change in many places."""
    target = tmp_path / package.name
    shutil.copytree(package, target)
    return target


@pytest.mark.parametrize(("true", "false"), [("132", "120"), ("132", "140"), ("116", "117"), ("122", "121")])
def test_an_optimum_that_is_wrong_everywhere_is_noticed(mended: Path, true: str, false: str) -> None:
    """The same wrong number in every file agrees with itself; the checker's costs of the plans do not."""
    for name, content in contents(mended).items():
        made = _everywhere(content, lambda key, value: false if value == true and key in ("lower", "upper") else value)
        (mended / name).write_text(json.dumps(made), encoding="utf-8")
    found = outcome(mended).found
    assert found is not None
    assert any("optimum" in entry.what and "checker" in entry.second_source for entry in found.disagreements)


def test_a_worse_plan_that_is_called_optimal_everywhere_is_noticed(mended: Path) -> None:
    """Plan E for 168 in the place of plan D for 122: other plans of the package still cost less."""
    worse = {"lower": "168", "upper": "168", "status": "exact"}
    for name, content in contents(mended).items():
        for problem in content.get("problems", []):
            if problem["known"] == "":
                problem |= {"optimum": worse, "optimum_plan": {"choice": "E"}}
        if name == "labels.json":
            content["optima"][""] = worse
        (mended / name).write_text(json.dumps(content), encoding="utf-8")
    found = outcome(mended).found
    assert found is not None
    assert any(str(entry).startswith("easy1_dispatch: the best value in {} is 168") for entry in found.disagreements)
