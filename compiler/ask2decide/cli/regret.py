"""``ask2decide regret``: the regret of an item in any background."""

from __future__ import annotations

from pathlib import Path

import click

from ask2decide.cli.missing_twins import say_missing_twins
from ask2decide.cli.shared import (
    exit_with,
    say,
    solving_options,
)
from ask2decide.task_folders import task_folder


@click.command()
@click.argument("task")
@click.argument("item")
@click.option("--given", help='These items are known, ids joined by commas, and no others; "" for none.')
@click.option("--json", "as_json", is_flag=True, help="Print labels and certificates as JSON.")
@solving_options
def regret(
    task: str,
    item: str,
    given: str | None,
    as_json: bool,
    out: Path,
    solver: str,
    time_limit: float | None,
    instances: Path | None,
    allow_code: bool,
) -> None:
    """Label ITEM, a hidden item of TASK: the loss that the safest plan can still incur by not knowing it.

    TASK is a task's folder, or the name of a folder in tasks. Without --given the standalone and the conditional
    regret are shown: nothing else known, and everything else known. Each comes with its certificate in sentences.
    Nothing is written.

    Exit status: 0 done; 1 a problem has no plan; 2 the command or the spec is wrong; 3 done, but a label that the
    task's split wants exact is an interval; 4 a back end is missing or failed.
    """

    def run() -> int:
        from ask2decide import Task
        from ask2decide.authoring.label_view import regret_json
        from ask2decide.cli.tables import plain
        from ask2decide.engine.progress import terminal_line
        from ask2decide.errors import EXIT_DONE, EXIT_OPEN_LABEL

        loaded = Task.load(
            task_folder(task),
            out=out,
            instances=instances,
            solver=solver,
            time_limit=time_limit,
            allow_code=allow_code,
            say=say,
        )
        note = loaded.items[item].note
        say_missing_twins(loaded)
        with terminal_line() as watch:
            loaded.bench.engine.watch = watch
            backgrounds = ((), loaded.items) if given is None else (given,)
            labels = tuple(loaded.label(item, background) for background in backgrounds)
        if as_json:
            click.echo(regret_json(loaded.name, item, note, labels), nl=False)
        else:
            click.echo(f"{loaded.name}, {item}: {plain(note)}\n")
            click.echo("\n".join(label.text for label in labels), nl=False)
        is_short = loaded.bench.task.split.wants_exact and any(label.is_open for label in labels)
        return EXIT_OPEN_LABEL if is_short else EXIT_DONE

    exit_with(run)
