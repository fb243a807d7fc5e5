"""Every fenced block of the README and the documents is run, in order: commands, Python, data, and the output shown.

What cannot run here is listed in `NOT_RUN` with its reason, and is reported as a warning; an entry that no block needs
fails the test.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from ask2decide.labels import Bracket
from tests.driving import MORE, ROOT, Line, environment, write_dispatch

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
)

NOT_RUN: Mapping[str, str] = {
    r"^python3 -m venv ": "sets up an environment from a package index; .ci/run runs this line as it stands",
    r"\bpip install\b": "installs packages from an index",
    r"^\.venv/bin/pytest\b": "runs tests, which are running",
    r"\binstances fetch\b": "downloads; tests/instances/test_fetch.py does so from a server of its own",
    r"solomon/r102|second_task|solomon/my_town": "needs a file that only a download or its author brings",
    r"^dask |dask:tcp://": "needs other machines",
    r"--watch\b": "runs until it is interrupted; tests/authoring/test_watch.py does so",
    r"--out /tmp/by_package": "needs the example installed, as tests/test_example_family.py does",
    r"^import pytest\nfrom ask2decide\.testing": "is an excerpt of what tests/test_example_family.py runs",
}
"""What is not run, as patterns of a command or of the head of a Python block, and why."""

NOT_COMPARED: Mapping[str, str] = {
    "examples/knapsack_family/": "lists files",
    "tasks/my_task/task.yaml:9: hidden[0]": "an example of a mistake; tests/cases/diagnostics has each message",
    "dispatch: the committed output is stale": "tests/test_ci_for_authors.py has it printed",
}
"""Blocks of text that no command before them prints, by their beginning."""

TAXI = Line("H1", "units_changed", "{resource: taxi, limit: 3, units: runs, reason: they found us another driver}")
MY_TASK = {"docs/authoring.md": MORE, "docs/check.md": MORE, "docs/suggest.md": TAXI}
"""Documents that speak of a task of the reader's, and the item that it has there."""

BLOCK = re.compile(r"^(?P<indent> *)```(?P<kind>\w*)\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(\.venv/bin/ask2decide[^`]*)`")
EXPECTED = re.compile(r"  # (?P<value>(?:Fraction|Bracket)\(.*|\(.*\))$")


@dataclass
class Reader:
    """Somebody who does what a document says, in a folder of the project's.

    Parameters
    ----------
    printed : str
        What the commands of the last block of them have printed.
    names : dict
        What the Python blocks have defined.
    """

    folder: Path
    printed: str = ""
    names: dict[str, object] = field(default_factory=dict)

    def does(self, kind: str, body: str) -> None:
        """Run, read or compare one block."""
        if kind == "sh":
            self.printed = "".join(self.run(command) for command in body.splitlines())
        elif kind == "python":
            self.python(body)
        elif kind == "text":
            self.compare(body)
        else:
            {"yaml": YAML(typ="safe").load, "json": json.loads, "toml": tomllib.loads}[kind](body)
            if kind == "json" and body.startswith('{"routes"'):
                (self.folder / "plan.json").write_text(body, encoding="utf-8")

    def run(self, command: str) -> str:
        """Return what a command prints; it has to end well."""
        if self.is_left_out(command, NOT_RUN):
            return ""
        path = f"{self.folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        result = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=environment({"PATH": path, "COLUMNS": "100"}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert result.returncode == 0, f"{command}\n{result.stdout}"
        return result.stdout

    def python(self, body: str) -> None:
        """Run Python in the names of the document so far; where a comment shows a value, it has to be that."""
        if self.is_left_out(body, NOT_RUN):
            return
        lines = body.splitlines()
        for statement in ast.parse(body).body:
            source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
            shown = EXPECTED.search(source)
            if shown and isinstance(statement, ast.Expr):
                wanted = eval(shown["value"], {"Fraction": Fraction, "Bracket": Bracket})
                assert eval(source, self.names) == wanted, source
            else:
                exec(compile(source, "<document>", "exec"), self.names)

    def compare(self, body: str) -> None:
        """Require that the commands before have printed each of these lines."""
        if not self.is_left_out(body, NOT_COMPARED):
            printed = {" ".join(line.split()) for line in self.printed.splitlines()}
            assert [line for line in map(" ".join, map(str.split, body.splitlines())) if line not in printed] == []

    def is_left_out(self, text: str, entries: Mapping[str, str]) -> bool:
        for pattern, reason in entries.items():
            if re.search(pattern, text) if entries is NOT_RUN else text.startswith(pattern):
                warnings.warn(f"NOT run: {text.splitlines()[0]} ({reason})", stacklevel=2)
                return True
        return False


def blocks(document: str) -> Iterator[tuple[str, str]]:
    """Yield kind and body of each block, and each command of the README's sentences, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = [(block.start(), block["kind"], _outdented(block)) for block in BLOCK.finditer(text)]
    if document == "README.md":
        found += [(command.start(), "sh", " ".join(command[1].split())) for command in INLINE.finditer(text)]
    for _, kind, body in sorted(found):
        yield kind, body


def _outdented(block: re.Match[str]) -> str:
    return "".join(line.removeprefix(block["indent"]) for line in block["body"].splitlines(keepends=True))


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    for folder in ("tasks", "generated", "examples", "schema"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    commands = tmp_path / ".venv" / "bin"
    commands.mkdir(parents=True)
    for name, function in (("ask2decide", "ask2decide"), ("ask2decide-build", "build_command")):
        code = f"from ask2decide.cli import {function}; {function}(prog_name='{name}')"
        (commands / name).write_text(f'#!/bin/sh\nexec {sys.executable} -c "{code}" "$@"\n', encoding="utf-8")
        (commands / name).chmod(0o755)
    plan = json.loads((ROOT / "generated/hard2b_r101_25/certificates/H1.standalone.json").read_text("utf-8"))["plan"]
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Reader(tmp_path)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_says_to_do_can_be_done(document: str, reader: Reader) -> None:
    if document in MY_TASK:
        write_dispatch(reader.folder / "tasks", MY_TASK[document], name="my_task")
    for kind, body in blocks(document):
        reader.does(kind, body)


def test_nothing_is_left_out_in_vain() -> None:
    texts = [(kind, body) for document in DOCUMENTS for kind, body in blocks(document)]
    commands = [line for kind, body in texts if kind == "sh" for line in body.splitlines()]
    commands += [body for kind, body in texts if kind == "python"]
    outputs = [body for kind, body in texts if kind == "text"]
    assert [pattern for pattern in NOT_RUN if not any(re.search(pattern, text) for text in commands)] == []
    assert [start for start in NOT_COMPARED if not any(text.startswith(start) for text in outputs)] == []
