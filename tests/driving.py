"""The commands as users run them: small task folders on disk, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ask2decide.backend import Answer
from ask2decide.cli import build_command
from ask2decide.engine.store import entry_text, read_entry

ROOT = Path(__file__).resolve().parents[1]
TASKS = ROOT / "tasks"
BUILD = "from ask2decide.cli import build_command; build_command()"

BIKE = "{resource: cargo_bike, limit: 5, units: trips, reason: its second battery came back}"
VAN_2 = "{resource: van_2, reason: its clutch gave way on the way in}"
VAN_3 = "{resource: van_3, reason: its tail lift is stuck halfway}"


@dataclass(frozen=True)
class Line:
    """One hidden item of the dispatch menu, as task.yaml has it."""

    id: str
    use: str
    arguments: str
    more: str = ""

    @property
    def text(self) -> str:
        more = f"    {self.more}\n" if self.more else ""
        return f"  - id: {self.id}\n    kind: sudden_accident\n    use: {self.use}\n    with: {self.arguments}\n{more}"


def without_gurobi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this process find no gurobipy, as where that extra is not installed."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("ask2decide.solvers.gurobi.version", missing)


OUT = Line("H1", "resource_out", VAN_2)
MORE = Line("H2", "units_changed", BIKE)
SPARE = Line("H3", "resource_out", VAN_3, "twin_of: H1")
GOOD = (OUT, MORE, SPARE)
"""A task that passes its checks: two relevant items and a twin."""


def write_dispatch(
    tasks: Path, *items: Line, name: str = "dispatch", split: str = "easy", expect: str = "", family: str = "menu"
) -> Path:
    """Write a task on the records of easy1_dispatch; return its folder."""
    folder = tasks / name
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(TASKS / "easy1_dispatch" / "records.yaml", folder)
    hidden = "".join(item.text for item in items)
    (folder / "task.yaml").write_text(
        f"task: {name}\nsplit: {split}\nfamily: {family}\nbase: {{records: records.yaml}}\n"
        f"brief: Send the parcels out.\nhidden:\n{hidden}{expect}",
        encoding="utf-8",
    )
    return folder


def build(*arguments: object) -> Result:
    """Run ``ask2decide-build`` in this process and in the present folder."""
    return CliRunner().invoke(build_command, [str(argument) for argument in arguments], prog_name="ask2decide-build")


def built(*arguments: object) -> Result:
    """Run `build` and insist on status 0."""
    result = build(*arguments)
    assert result.exit_code == 0, result.output
    return result


def command(*arguments: object) -> list[str]:
    """Return the command line of ``ask2decide-build`` in a process of its own."""
    return [sys.executable, "-c", BUILD, *map(str, arguments)]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "compiler"), **(more or {})}


def run(
    *arguments: object, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``ask2decide-build`` in a process of its own."""
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environment(env), capture_output=True, text=True, timeout=120, check=False
    )


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a folder, by relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def without_records(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files without the notes on earlier builds, which are no output."""
    return {name: content for name, content in files.items() if ".ask2decide" not in name.split("/")}


def forge(entry: Path, change: Callable[[Answer], Answer]) -> None:
    """Change a stored answer and give it the checksum that fits."""
    text = entry.read_text(encoding="utf-8")
    digest = json.loads(text)["model"]
    read = read_entry(text, digest)
    assert read is not None
    answer, limit = read
    entry.write_text(entry_text(digest, change(answer), limit), encoding="utf-8")


def ask2decide(*arguments: object) -> Result:
    """Run ``ask2decide`` with a subcommand in this process and in the present folder."""
    from ask2decide.cli import ask2decide as command_group

    return CliRunner().invoke(command_group, [str(argument) for argument in arguments], prog_name="ask2decide")
