"""Installed packages that bring families, made by hand: a folder on the import path with code and metadata."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from ask2decide import families, plugins
from tests.driving import ROOT

EXAMPLE = ROOT / "examples" / "knapsack_family"
TASK = EXAMPLE / "tasks" / "relief_bag"
KNAPSACK = "ask2decide_knapsack.family:Knapsack"


def install(site: Path, package: str, points: Mapping[str, str], files: Mapping[str, str] | None = None) -> None:
    """Write a package's metadata, as an installer does, and its files into `site`.

    Parameters
    ----------
    package : str
        Name and version, e.g. ``ask2decide-knapsack 1.0``.
    points : mapping
        Its families: name and target.
    """
    name, version = package.split()
    metadata = site / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [f"{family} = {target}\n" for family, target in points.items()]
    (metadata / "entry_points.txt").write_text(f"[{plugins.GROUP}]\n{''.join(lines)}", encoding="utf-8")
    for path, text in (files or {}).items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")


def install_example(site: Path) -> None:
    """Install the worked example."""
    install(site, "ask2decide-knapsack 1.0", {"knapsack": KNAPSACK})
    shutil.copytree(EXAMPLE / "src", site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))


@contextmanager
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have this process see the packages in `site`, and forget them afterwards."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(site)
    _forget()
    yield
    monkeypatch.undo()
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(site)):
            del sys.modules[name]
    _forget()


def _forget() -> None:
    plugins.family_plugins.cache_clear()
    families.family_by_name.cache_clear()
