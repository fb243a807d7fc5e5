"""``ask2decide lattice``: the regret of every item in every background, and the best order to ask in."""

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
@click.option("--items", help="Take these items alone, ids joined by commas; the others stay as the records have them.")
@click.option(
    "--most",
    type=int,
    help="Take that many items, those worth most. A number also allows more than eight items, up to twelve.",
)
@click.option("--given", default="", help="These items are known throughout, ids joined by commas.")
@click.option("--json", "as_json", is_flag=True, help="Print the lattice as JSON.")
@solving_options
def lattice(
    task: str,
    items: str | None,
    most: int | None,
    given: str,
    as_json: bool,
    out: Path,
    solver: str,
    time_limit: float | None,
    instances: Path | None,
    allow_code: bool,
) -> None:
    """Show what every question about TASK is worth, whatever else is known, and the best order to ask in.

    TASK is a task's folder, or the name of a folder in tasks. A task of n items has 2^n optima and 2^(n-1) n labels;
    the number is said before the first solve, and more than eight items are refused. Ctrl-C stops the work and prints
    what is known by then. Nothing is written but solves of more than a second, for the next run (.ask2decide in --out).

    Exit status: 0 done; 1 some set of items leaves no plan; 2 the command or the spec is wrong; 3 done, but a label
    that the task's split wants exact is an interval; 4 a back end is missing or failed; 130 stopped.
    """

    def run() -> int:
        from ask2decide import Task
        from ask2decide.authoring.lattice_json import lattice_json
        from ask2decide.authoring.lattice_tables import counts_words, lattice_tables
        from ask2decide.authoring.lattice_work import LatticeWork, chosen_items
        from ask2decide.cli.tables import table_text
        from ask2decide.engine.progress import terminal_line
        from ask2decide.errors import EXIT_DONE, EXIT_OPEN_LABEL

        loaded = Task.load(
            task_folder(task),
            out=out,
            instances=instances,
            solver=solver,
            time_limit=time_limit,
            allow_code=allow_code,
            keep=True,
            say=say,
        )
        say_missing_twins(loaded)
        stopped = False
        with terminal_line() as watch:
            loaded.bench.engine.watch = watch
            work = LatticeWork(loaded.bench, *chosen_items(loaded.bench, items, most, given, say), watch)
            try:
                say(f"{loaded.name}: {work.size.words}. Ctrl-C stops and prints what is known by then.")
                found = work.run()
            except KeyboardInterrupt:
                stopped, found = True, work.found()
        click.echo(lattice_json(found) if as_json else "\n".join(map(table_text, lattice_tables(found))), nl=False)
        say(f"{counts_words(found)}")
        if stopped:
            say("Stopped. Run the command again to go on: solves of more than a second are kept.")
            return 130
        is_short = loaded.bench.task.split.wants_exact and found.is_open
        return EXIT_OPEN_LABEL if is_short else EXIT_DONE

    exit_with(run)
