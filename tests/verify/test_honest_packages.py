"""What the compiler writes is accepted: the shipped packages, and random tasks with exact and with widened optima."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.build import findings
from ask2decide.emit.package import package_files
from ask2decide.emit.write import write_folder
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError, TaskError
from ask2decide.passes.prove import prove
from ask2decide.solvers.highs import Highs
from ask2decide.variants.variants import Variants
from ask2decide.verify.run import verify_package
from tests.brute_force import Widened
from tests.passes.test_labels_against_enumeration import cases
from tests.strategies import widths

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = sorted(path.parent.name for path in (ROOT / "generated").glob("*/labels.json"))


@pytest.mark.parametrize("name", PACKAGES)
def test_shipped_packages_are_accepted(name: str) -> None:
    found = verify_package(ROOT / "generated" / name)
    assert found.disagreements == []
    assert found.attained == found.optima > 0
    assert found.labels > 0
    assert found.verdicts > 0


def written(variants: Variants, engine: Engine, every_subset: bool, folder: Path) -> Path:
    """Prove a task's labels and write its package."""
    (folder / "model.py").write_text((ROOT / "tests" / "quantities.py").read_text(encoding="utf-8"), encoding="utf-8")
    task = replace(variants.task, folder=folder)
    loaded: Any = SimpleNamespace(family=variants.family, data=variants.base)
    proofs = prove(variants, engine, every_subset)
    write_folder(folder / "package", package_files(findings(task, loaded, proofs)))
    return folder / "package"


@given(cases(), st.booleans())
@settings(max_examples=12, deadline=None)
def test_random_packages_are_accepted(case: tuple[Variants, Any], every_subset: bool) -> None:
    with TemporaryDirectory() as folder:
        package = written(case[0], Engine(Highs), every_subset, Path(folder))
        found = verify_package(package, allow_code=True)
        assert found.disagreements == []
        assert found.attained == found.optima


@given(cases(), widths, st.sampled_from([0, 0, 2, 3]))
@settings(max_examples=15, deadline=None)
def test_packages_with_open_optima_are_accepted(case: tuple[Variants, Any], below: Fraction, withhold: int) -> None:
    back_end = Widened(below, withhold)
    with TemporaryDirectory() as folder:
        try:
            package = written(case[0], Engine(lambda: back_end), False, Path(folder))
        except (BackEndError, TaskError):
            return  # a plan that was withheld; nothing is written then
        assert verify_package(package, allow_code=True).disagreements == []


def test_no_solver_and_no_proof_is_imported() -> None:
    program = (
        "import sys\n"
        "from ask2decide.cli import ask2decide\n"
        "assert 'ask2decide.verify' not in sys.modules\n"
        f"sys.argv = ['ask2decide', 'verify', {str(ROOT / 'generated')!r}]\n"
        "try:\n"
        "    ask2decide()\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0, end.code\n"
        "heavy = ('highspy', 'pyomo', 'ortools', 'gurobipy', 'numpy', 'networkx', 'jinja2', 'ask2decide.passes',\n"
        "         'ask2decide.engine', 'ask2decide.solvers', 'ask2decide.ir', 'ask2decide.emit', 'ask2decide.build')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "lower ends rest on the word of highs" in done.stdout
