"""``ask2decide verify``: packages checked without any solver."""

from __future__ import annotations

from pathlib import Path

import click

from ask2decide.cli.shared import EXISTING, allow_code_option, exit_with


@click.command()
@click.argument("paths", nargs=-1, required=True, type=EXISTING)
@click.option("--json", "as_json", is_flag=True, help="Print everything that was found as JSON.")
@allow_code_option
def verify(paths: tuple[Path, ...], as_json: bool, allow_code: bool) -> None:
    """Check packages without any solver: each PATH is a package, or a folder of packages.

    Reads every certificate again and recomputes plans, costs, losses, labels and verdicts by the family's checker
    alone. Says what rests on a solver's word. Exit status: 0 all agrees; 1 something disagrees; 2 a package is damaged
    or the command is wrong.
    """

    def run() -> int:
        from ask2decide.verify import report_json, report_text, verify_packages

        outcomes = []
        for checked in verify_packages(paths, allow_code):
            outcomes.append(checked)
            if not as_json:
                click.echo(report_text(checked), err=checked.found is None)
        if as_json:
            click.echo(report_json(outcomes), nl=False)
        return max(checked.status for checked in outcomes)

    exit_with(run)
