"""``ask2decide check``: every mistake of a task, without solving."""

from __future__ import annotations

from pathlib import Path

import click

from ask2decide.cli.shared import EXISTING, allow_code_option, exit_with, instances_option, say


@click.command()
@click.argument("paths", nargs=-1, required=True, type=EXISTING)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How to print what is found; github: annotations of a workflow.",
)
@instances_option
@allow_code_option
def check(paths: tuple[Path, ...], form: str, instances: Path | None, allow_code: bool) -> None:
    """Find every mistake of tasks without solving anything.

    Each PATH is a task's folder, its name where it is in tasks, or a folder of tasks.

    Exit status: 0 nothing is wrong, warnings aside; 2 a task has a mistake, or the command is wrong.
    """

    def run() -> int:
        from ask2decide.authoring.check import check as checked_at
        from ask2decide.authoring.check_report import as_github, as_json, as_text, summary
        from ask2decide.errors import EXIT_DONE, EXIT_WRONG_INPUT

        checked = checked_at(paths, instances=instances, allow_code=allow_code)
        click.echo({"text": as_text, "json": as_json, "github": as_github}[form](checked), nl=False)
        say(summary(checked))
        return EXIT_DONE if checked.is_sound else EXIT_WRONG_INPUT

    exit_with(run)
