"""The worked example of a family in a package: built as a wheel, installed beside the project, and used."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.authors_repository import INSTALL, workflow_environment, workflow_steps
from tests.knapsack_truth import read_regrets, regrets
from tests.plugin_packages import EXAMPLE
from tests.wheels import call, environment, pip, source_copy, wheel


def test_the_folder_brings_the_same_family_and_templates() -> None:
    folder = EXAMPLE.parent / "knapsack_folder" / "relief_bag"
    package = EXAMPLE / "src" / "ask2decide_knapsack"
    assert (folder / "model.py").read_bytes() == (package / "family.py").read_bytes()
    templates = [folder / "items.yaml", package / "templates" / "items" / "knapsack.yaml"]
    assert len({file.read_text(encoding="utf-8").partition("\n")[2] for file in templates}) == 1
    for name in ("task.yaml", "records.yaml", "twins.lock.yaml"):
        assert (folder / name).read_bytes() == (EXAMPLE / "tasks" / "relief_bag" / name).read_bytes()


def step(name: str, python: Path, folder: Path, more: Mapping[str, str] | None = None) -> None:
    """Run a step of docs/ci/ask2decide.yml in a virtual environment, as GitHub does after setup-python."""
    path = {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    environment = {**workflow_environment(), **path, **(more or {})}
    result = call("bash", "-e", "-c", workflow_steps()[name], cwd=folder, more=environment)
    assert result.returncode == 0, result.stdout + result.stderr


def test_installed_from_wheels(tmp_path: Path) -> None:
    python = environment(tmp_path / "environment")
    example = shutil.copytree(EXAMPLE, tmp_path / "example", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    project = wheel(python, source_copy(tmp_path / "source"), tmp_path / "project")
    family = wheel(python, example, tmp_path / "family")
    names = zipfile.ZipFile(family).namelist()
    data = ("templates/items/knapsack.yaml", "instances/knapsack.yaml", "instances/knapsack/p07.yaml")
    assert {f"ask2decide_knapsack/{file}" for file in data} <= set(names)
    (example / "requirements.txt").write_text(f"{project}\n{family}\n", encoding="utf-8")
    step(INSTALL, python, example, {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1"})
    shutil.rmtree(example / "src")

    result = call(python.parent / "ask2decide-build", "tasks", "--executor", "serial", cwd=example)
    assert result.returncode == 0, result.stderr
    labels = (example / "generated" / "relief_bag" / "labels.json").read_text(encoding="utf-8")
    assert read_regrets(labels) == regrets()
    step("Compare the committed packages with what the tasks give", python, example)
    verified = call(python.parent / "ask2decide", "verify", "generated", cwd=example)
    assert verified.returncode == 0, verified.stderr
    assert "all agree" in verified.stdout

    tested = call(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=example)
    assert tested.returncode == 0, tested.stdout
    assert "passed" in tested.stdout

    pip(python, "uninstall", "--quiet", "--yes", "ask2decide-knapsack")
    without = call(python.parent / "ask2decide", "verify", "generated", cwd=example)
    assert without.returncode == 2
    message = "There is no family 'knapsack'. Fix: use one of the families blend, gap, jobshop, menu, mps, vrptw, or"
    assert f"{message} install the package that brings it." in without.stdout + without.stderr


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib
    import sys

    import ask2decide.testing

    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(ImportError, match=r"needs jsonschema, which is not installed\. Fix: install ask2decide\[testi"):
        importlib.reload(ask2decide.testing)
