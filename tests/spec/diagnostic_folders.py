"""Wrong tasks as folders, `tests/cases/diagnostics/<name>/`: a task, and in expected.txt what `check` says of it.

`options.txt`, where it is there, holds further options of the command.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from ask2decide.cli.check import check

FOLDER = Path(__file__).parents[1] / "cases" / "diagnostics"


def all_folders() -> list[str]:
    """Return the names of the folders."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def checked(name: str, *options: str) -> Result:
    """Run ``ask2decide check`` on a folder; the working directory must be `FOLDER`."""
    file = FOLDER / name / "options.txt"
    own = file.read_text(encoding="utf-8").split() if file.is_file() else []
    return CliRunner().invoke(check, [name, *own, *options])


def expected(name: str) -> str:
    """Return what the command must print."""
    return (FOLDER / name / "expected.txt").read_text(encoding="utf-8")
