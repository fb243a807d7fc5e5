"""The wheel and an editable install find their templates and instances, and build a task from any folder."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from tests.driving import GOOD, TASKS, contents, write_dispatch
from tests.wheels import call, environment, pip, source_copy


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the build needs, outside the repository."""
    return source_copy(tmp_path_factory.mktemp("source"))


@pytest.mark.parametrize("editable", [False, True], ids=["wheel", "editable"])
def test_builds_from_another_folder(tmp_path: Path, source: Path, editable: bool) -> None:
    python = environment(tmp_path / "environment")
    if editable:
        pip(python, "install", "--quiet", "--no-deps", "--editable", source)
    else:
        pip(python, "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path / "dist", source)
        wheel = next((tmp_path / "dist").glob("*.whl"))
        names = zipfile.ZipFile(wheel).namelist()
        assert {"ask2decide/_data/templates/card.md.j2", "ask2decide/_data/instances/registry.yaml"} <= set(names)
        assert "ask2decide/_data/templates/scaffold/vrptw.yaml.jinja" in names
        pip(python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    commands = python.parent
    elsewhere = tmp_path / "elsewhere"
    write_dispatch(elsewhere / "tasks", *GOOD)
    shutil.copytree(TASKS / "hard2b_r101_25", elsewhere / "tasks" / "hard2b_r101_25")
    where = call(commands / "python", "-c", "import ask2decide; print(ask2decide.__file__)", cwd=elsewhere).stdout
    assert where.startswith(str(source if editable else tmp_path / "environment")), where
    result = call(commands / "ask2decide-build", "tasks", "--executor", "serial", cwd=elsewhere)
    assert result.returncode == 0, result.stderr
    assert {"dispatch/card.md", "hard2b_r101_25/card.md", "inventory.md"} <= set(contents(elsewhere / "generated"))
    plan = elsewhere / "plan.json"
    plan.write_text('{"choice": "C"}', encoding="utf-8")
    verdict = call(commands / "ask2decide", "judge", "dispatch", plan, cwd=elsewhere)
    assert verdict.returncode == 0, verdict.stderr
    assert "0" in verdict.stdout
