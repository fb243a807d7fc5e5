"""The wheel and an editable install find their templates and instances, and build a task from any folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.driving import GOOD, ROOT, TASKS, contents, write_dispatch


def call(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    # Without PYTHONPATH: what runs must be what was installed.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        list(map(str, arguments)), cwd=cwd, env=env, capture_output=True, text=True, timeout=180, check=False
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the build needs, outside the repository."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("compiler", "templates", "instances"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy)
    return copy


def pip(python: Path, *arguments: object) -> None:
    """Run pip; where it cannot fetch the build back end, say that nothing was tried."""
    result = call(python, "-m", "pip", "--disable-pip-version-check", *arguments, cwd=python.parent)
    if result.returncode and "hatchling" in result.stderr:
        pytest.skip(f"the build back end hatchling cannot be had here, nothing was tried: {result.stderr[-200:]}")
    assert result.returncode == 0, result.stderr


def environment(place: Path) -> Path:
    """Make a new environment that sees this one's libraries, after its own; return its Python."""
    made = call(sys.executable, "-m", "venv", place, cwd=place.parent)
    assert made.returncode == 0, made.stderr
    python = place / "bin" / "python"
    site = call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=place.parent).stdout.strip()
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (Path(site) / "zz_requirements.pth").write_text("\n".join(libraries) + "\n", encoding="utf-8")
    return python


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
