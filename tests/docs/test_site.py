"""The documentation site builds without a warning, loads nothing from the network, and the project's files agree."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from ask2decide import __version__
from ask2decide.cli import COMMANDS
from tests.driving import ROOT, environment


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for needed in ("mkdocs", "material", "mkdocstrings"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed (the extra 'docs'): the site is not built")
    folder = tmp_path_factory.mktemp("site")
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    result = subprocess.run(line, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


def test_every_command_is_on_the_page_of_commands(site: Path) -> None:
    page = (site / "reference/commands.html").read_text(encoding="utf-8")
    assert 'id="ask2decide-build"' in page
    assert [name for name in COMMANDS if f'id="ask2decide-{name}"' not in page] == []


def test_the_site_loads_nothing_from_the_network(site: Path) -> None:
    loads = re.compile(r'<(?:script|img)[^>]*src="https?:|<link[^>]*rel="stylesheet"[^>]*href="https?:')
    pages = list(site.rglob("*.html"))
    assert pages
    assert [page.name for page in pages if loads.search(page.read_text(encoding="utf-8"))] == []


def test_the_citation_names_the_package_s_version_and_licence() -> None:
    citation = YAML(typ="safe", pure=True).load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == __version__
    assert citation["license"] == project["license"] == "MIT"
