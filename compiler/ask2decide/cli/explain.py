"""``ask2decide explain``: why an item's label is what it is."""

from __future__ import annotations

from pathlib import Path

import click

from ask2decide.cli.shared import (
    EXISTING,
    exit_with,
    items_of,
    say,
    solving_options,
)
from ask2decide.errors import UsageError
from ask2decide.task_folders import task_folder


@click.command()
@click.argument("task")
@click.argument("item")
@click.option("--given", help="Explain the regret where these items, ids joined by commas, are known, and no others.")
@click.option("--html", "page", type=EXISTING, help="Also write a page with pictures to this file.")
@solving_options
def explain(
    task: str,
    item: str,
    given: str | None,
    page: Path | None,
    out: Path,
    solver: str,
    time_limit: float | None,
    instances: Path | None,
    allow_code: bool,
) -> None:
    """Say why the label of ITEM, a hidden item of TASK, is what it is.

    TASK is a task's folder, or the name of a folder in tasks. Shows what the item changes, the best plans with and
    without it, what each costs where the other problem holds or which rule it breaks there, and the certificate.
    Explains the standalone and the conditional regret, or that of one background with --given (--given "" for none).
    Nothing is solved when the package is up to date, and nothing is written but the file of --html.

    Exit status: 0 done; 1 a problem of the task has no plan; 2 the command or the spec is wrong; 4 a back end failed.
    """

    def run() -> int:
        from ask2decide.authoring.explaining import explain_given, explain_item
        from ask2decide.authoring.workbench import Workbench
        from ask2decide.build import Settings
        from ask2decide.emit.explanation_html import explanation_page
        from ask2decide.emit.explanation_text import explanation_text
        from ask2decide.emit.write import write_file
        from ask2decide.engine.progress import terminal_line

        folder, known = task_folder(task), items_of(given)
        if page is not None:
            _require_no_other_file(page)
        settings = Settings(
            out=out,
            instances=instances,
            solver=solver,
            time_limit=time_limit,
            allow_code=allow_code,
            keep_unfinished=False,
        )
        with terminal_line() as watch:
            if known is None:
                explained = explain_item(folder, item, settings, say, watch)
            else:
                explained = explain_given(Workbench.open(folder, settings, say), item, known)
        if page is not None:
            write_file(page, explanation_page(explained))
            say(f"The page is {page}.")
        click.echo(explanation_text(explained), nl=False)
        return 0

    exit_with(run)


def _require_no_other_file(page: Path) -> None:
    """Refuse to write where something other than an earlier page stands: a slip must not cost a task.yaml."""
    if page.is_dir():
        raise UsageError(f"{page} is a folder.", "name a file with --html.")
    if page.exists() and not page.read_bytes()[:100].lstrip().lower().startswith(b"<!doctype html"):
        raise UsageError(f"{page} is there already, and is no HTML page.", "name another file with --html.")
