"""New virtual environments with what pip built and installed in them; nothing is fetched but the build back end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.driving import ROOT


def call(*arguments: object, cwd: Path, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command with more environment variables."""
    # Without PYTHONPATH: what runs must be what was installed.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | dict(more or {})
    return subprocess.run(
        list(map(str, arguments)), cwd=cwd, env=env, capture_output=True, text=True, timeout=180, check=False
    )


def source_copy(copy: Path) -> Path:
    """Copy what the build needs to a folder outside the repository; return that."""
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


def wheel(python: Path, source: Path, folder: Path) -> Path:
    """Build the wheel of a project into a folder of its own; return the wheel."""
    pip(python, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source)
    return next(folder.glob("*.whl"))
