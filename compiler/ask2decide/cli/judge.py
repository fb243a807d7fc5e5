"""``ask2decide judge``: the loss of a plan."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ask2decide.cli.shared import (
    EXISTING,
    allow_code_option,
    exit_with,
    out_option,
    package_folder,
    solver_option,
)
from ask2decide.errors import UsageError


@click.command()
@click.argument("task")
@click.argument("plan", type=EXISTING)
@click.option("--given", help="Judge under theta_S, S being these items' ids joined by commas; default: all items.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@out_option("Where the packages are.")
@solver_option
@allow_code_option
def judge(task: str, plan: Path, given: str | None, as_json: bool, out: Path, solver: str, allow_code: bool) -> None:
    """Score PLAN (a JSON file, - for standard input) for TASK, a task's name or the folder of its package.

    Prints the loss, 0 for an optimal plan and 1 for one that cannot be carried out, and every broken rule. Exit
    status 0 whatever the loss; 2 when the command or the package is wrong.
    """

    def run() -> int:
        from ask2decide import Package
        from ask2decide.judge.reading import LARGEST_TEXT

        package = Package.load(package_folder(task, out), solver=solver, allow_code=allow_code)
        if str(plan) != "-" and not plan.is_file():
            raise UsageError(f"There is no plan file {plan}.", "name a JSON file, or - to read standard input.")
        source: bytes | Path = sys.stdin.buffer.read(LARGEST_TEXT + 1) if str(plan) == "-" else plan
        judged = package.judge(source, given)
        click.echo(judged.json if as_json else judged.text)
        return 0

    exit_with(run)
