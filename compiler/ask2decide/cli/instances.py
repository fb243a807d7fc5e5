"""``ask2decide instances``: published base instances, where their data is, and how to get it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ask2decide.cli.shared import EXISTING, HELP_OPTIONS, exit_with, instances_option, say
from ask2decide.errors import UsageError

if TYPE_CHECKING:
    from ask2decide.authoring.catalogue import InstanceSummary


@click.group(invoke_without_command=True, context_settings=HELP_OPTIONS)
@click.option("--family", help="Instances of this family only.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@instances_option
@click.pass_context
def instances(ctx: click.Context, family: str | None, as_json: bool, instances: Path | None) -> None:
    """List the base instances: published optimum, convention, citation, and whether the data is here.

    The files of a folder given with --instances are listed too, your own among them. `fetch` downloads a file.
    """
    if ctx.invoked_subcommand is not None:
        return

    def run() -> int:
        from ask2decide.authoring import catalogue
        from ask2decide.exact import dump_json

        _require_folder(instances)
        found = list(catalogue.instances(family, instances))
        if as_json:
            click.echo(dump_json([summary.as_json() for summary in found]), nl=False)
        else:
            for _, group in groupby(found, key=lambda summary: (summary.entry.collection, summary.entry.own)):
                _print_collection(list(group))
            click.echo(catalogue.how_to_fetch())
        missing = catalogue.missing_packages() if family in (None, "jobshop") else None
        if missing is not None:
            say(missing)
        return 0

    exit_with(run)


def _require_folder(folder: Path | None) -> None:
    if folder is not None and not folder.is_dir():
        raise UsageError(
            f"There is no folder {folder}.", "name a folder of instance files with --instances or ASK2DECIDE_INSTANCES."
        )


def _print_collection(found: list[InstanceSummary]) -> None:
    """Print a collection's instances; what all of them share stands in its head."""
    published = [summary.entry for summary in found if not summary.entry.own]
    conventions = {entry.convention for entry in published}
    citations = list(dict.fromkeys(entry.citation for entry in published))
    if published:
        first = published[0]
        shared = f"; {first.convention}" if len(conventions) == 1 else ""
        click.echo(f"{first.collection}: family {first.family}{shared}")
        if len(citations) == 1:
            click.echo(f"  {citations[0]}")
        click.echo(f"  optima: {first.optima_source}")
    else:
        first = found[0].entry
        click.echo(f"{first.collection}: files of your own, of the family {first.family}; {first.convention}")
    width = max(len(summary.entry.name) for summary in found)
    for line in _lines(found, width, len(conventions) > 1, len(citations) > 1):
        click.echo(line)
    click.echo()


def _lines(found: Iterable[InstanceSummary], width: int, conventions: bool, citations: bool) -> Iterable[str]:
    for summary in found:
        parts = [summary.optimum, summary.data]
        parts += [summary.entry.convention] if conventions else []
        parts += [summary.entry.citation] if citations and summary.entry.citation else []
        yield f"  {summary.entry.name:{width}}  {'; '.join(parts)}"


@instances.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--to", type=EXISTING, help="The folder to put files in; else that of --instances or the variable.")
@instances_option
def fetch(names: tuple[str, ...], to: Path | None, instances: Path | None) -> None:
    """Download published files, each checked against the checksum on record.

    A file appears in its place only when it is whole. Exit status: 0 done; 2 a name is wrong, a download failed, or
    the package pooch is missing.
    """

    def run() -> int:
        from ask2decide.instances.fetch import fetch as fetch_file
        from ask2decide.instances.files import VARIABLE, chosen_folder
        from ask2decide.instances.registry import entry

        folder = to or chosen_folder(instances)
        if folder is None:
            raise UsageError(
                "No folder is named for the file.", f"give --to DIR, or set {VARIABLE}; builds then read it from there."
            )
        for found in [entry(name) for name in names]:
            done = fetch_file(found, folder)
            click.echo(f"{done.path}{' is here already' if done.already else ''}")
        say(f"Use it: give --instances {folder} with every command, or set {VARIABLE}={folder}.")
        return 0

    exit_with(run)
