"""A repository of tasks as an author keeps it, and the shipped CI files run on it as GitHub and pre-commit would."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.driving import GOOD, ROOT, write_dispatch

HOOKS = ROOT / ".pre-commit-hooks.yaml"
CI = ROOT / "docs" / "ci"
INSTALL = "Install ask2decide"
MEND = re.compile(r"Mend it with `([^`]+)`")


def read(file: Path) -> Any:
    return YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))


def hook_commands() -> dict[str, str]:
    """Return the command line of each hook, as pre-commit composes it: entry, then arguments; no file names."""
    hooks = read(HOOKS)
    assert all(hook["pass_filenames"] is False for hook in hooks)
    return {hook["id"]: f"{hook['entry']} {shlex.join(hook['args'])}" for hook in hooks}


def workflow_steps() -> dict[str, str]:
    """Return the steps of the reusable workflow that run commands, by name."""
    (job,) = read(CI / "ask2decide.yml")["jobs"].values()
    return {step["name"]: step["run"] for step in job["steps"] if "run" in step}


def workflow_environment(given: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Return the job's environment for the inputs given, defaults for the others."""
    workflow = read(CI / "ask2decide.yml")
    declared = workflow["on"]["workflow_call"]["inputs"]
    inputs = {name: entry["default"] for name, entry in declared.items()} | dict(given or {})
    (job,) = workflow["jobs"].values()
    return {name: _evaluated(text, inputs) for name, text in job["env"].items()}


def _evaluated(text: str, inputs: Mapping[str, Any]) -> str:
    """Return the value of ``${{ inputs.name }}``, or of ``${{ inputs.name && 'yes' || 'no' }}``."""
    found = re.fullmatch(r"\$\{\{ inputs\.([\w-]+)(?: && '([^']*)' \|\| '([^']*)')? \}\}", text)
    assert found is not None, text
    name, yes, no = found.groups()
    return str(inputs[name]) if yes is None else yes if inputs[name] else no


@dataclass(frozen=True)
class Repository:
    """A git repository with one task and its committed package; the commands on PATH run this checkout's code."""

    folder: Path
    environment: Mapping[str, str]

    def run(self, command: str, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run a line of shell as a step of a workflow runs."""
        return subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=self.folder,
            env={**self.environment, **(more or {})},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def must(self, command: str) -> str:
        """Run a line of shell that has to work; return its output."""
        result = self.run(command)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def change_task(self) -> None:
        """Change a number of the task, and nothing that is generated from it."""
        spec = self.folder / "tasks" / "dispatch" / "task.yaml"
        text = spec.read_text(encoding="utf-8")
        changed = text.replace("limit: 5,", "limit: 6,")
        assert changed != text
        spec.write_text(changed, encoding="utf-8")


def new_repository(place: Path) -> Repository:
    """Make the repository: a task, its package, and both CI files, committed."""
    folder, commands = place / "repository", place / "commands"
    write_dispatch(folder / "tasks", *GOOD)
    commands.mkdir()
    for name, call in (("ask2decide", "ask2decide"), ("ask2decide-build", "build_command")):
        script = commands / name
        code = f"from ask2decide.cli import {call}; {call}()"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "compiler"),
        "HOME": str(place),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **{f"GIT_{who}_{what}": "author@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    repository = Repository(folder, environment)
    repository.must("git init --quiet . && ask2decide-build tasks && git add --all && git commit --quiet -m Tasks")
    return repository


def copy_of(repository: Repository, place: Path) -> Repository:
    """Return a copy to work on."""
    return replace(repository, folder=shutil.copytree(repository.folder, place / "repository"))


def with_git_hook(repository: Repository, command: str) -> None:
    """Have git run a command before each commit."""
    hook = repository.folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
    hook.chmod(0o755)
