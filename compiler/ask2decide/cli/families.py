"""``ask2decide families``: what can be planned."""

from __future__ import annotations

import click

from ask2decide.cli.shared import exit_with, say
from ask2decide.errors import Ask2DecideError, UsageError, did_you_mean


@click.command()
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def families(names: tuple[str, ...], as_json: bool) -> None:
    """List the families, or those of NAMES: what is planned, the item templates, the instances, an example."""

    def run() -> int:
        from ask2decide.authoring.catalogue import family_summary
        from ask2decide.exact import dump_json
        from ask2decide.families import family_names, installed_family_names
        from ask2decide.plugins import family_plugins

        for name in names:
            if name not in installed_family_names():
                fix = did_you_mean(name, installed_family_names(), "families")
                raise UsageError(f"There is no family {name!r}.", fix)
        found = []
        for name in names or family_names():
            try:
                found.append(family_summary(name))
            except Ask2DecideError as error:
                if names:
                    raise
                say(str(error))  # one broken family hides no other
        if as_json:
            click.echo(dump_json([summary.as_json() for summary in found]), nl=False)
            return 0
        for summary in found:
            click.echo(f"{summary.name}: {summary.plans}")
            for item in summary.templates:
                click.echo(f"  {item.name} ({', '.join(item.parameters)}): {item.says}")
            where = f"instances: {', '.join(summary.collections)}" if summary.collections else "records of your own"
            click.echo(f"  {where}")
            click.echo(f"  example: {summary.example or 'none; docs/authoring.md has the keys of a task.yaml'}\n")
        # A package's code is imported only when its family is asked for by name.
        for name, plugins in family_plugins().items() if not names else ():
            packages = " and ".join(plugin.package for plugin in plugins)
            click.echo(f"{name}: from the package {packages}; `ask2decide families {name}` shows it")
        return 0

    exit_with(run)
