"""``ask2decide suggest``: hidden items for a task, with what each is worth."""

from __future__ import annotations

from pathlib import Path

import click

from ask2decide.cli.shared import (
    allow_code_option,
    exit_with,
    instances_option,
    items_of,
    out_option,
    say,
    solver_option,
)
from ask2decide.task_folders import task_folder


@click.command()
@click.argument("task")
@click.option("--templates", help="Use these item templates only, joined by commas.")
@click.option("--limit", type=click.IntRange(min=1), default=200, show_default=True, help="Candidates to label.")
@click.option("--show", type=click.IntRange(min=1), default=5, show_default=True, help="Items to list in each group.")
@click.option("--twins", type=click.IntRange(min=0, max=26), default=1, show_default=True, help="Twins of each item.")
@click.option("--want", help="Compose a set of items, such as relevant=4,twins=3,effects=all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Which set --want composes.")
@click.option(
    "--write",
    is_flag=False,
    flag_value="",
    help="Add these to task.yaml, ids or ranks joined by commas; alone with --want: the set composed.",
)
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for each solve; the task's own by default.")
@out_option("Where the packages are, whose stored solves are used.")
@solver_option
@instances_option
@allow_code_option
def suggest(
    task: str,
    templates: str | None,
    limit: int,
    show: int,
    twins: int,
    want: str | None,
    seed: int,
    write: str | None,
    time_limit: float | None,
    out: Path,
    solver: str,
    instances: Path | None,
    allow_code: bool,
) -> None:
    """Propose hidden items for TASK (a task's folder, or its name in `tasks`), with the certified regret of each.

    Prints YAML that can be pasted below `hidden:`. Exit status: 0 done; 1 --want cannot be met; 2 the command or the
    spec is wrong; 4 a back end is missing or failed; 130 stopped by Ctrl-C, with what was known by then.
    """
    from ask2decide.authoring.suggest import Request
    from ask2decide.authoring.suggest_run import Order, run_suggest
    from ask2decide.build import Settings

    settings = Settings(
        out=out,
        instances=instances,
        solver=solver,
        time_limit=time_limit,
        allow_code=allow_code,
        keep_unfinished=False,
    )
    request = Request(templates=items_of(templates), limit=limit, show=show, twins=twins)

    def run() -> int:
        order = Order(task_folder(task), request, want, seed, items_of(write))
        return run_suggest(order, settings, say, click.echo)

    exit_with(run)
