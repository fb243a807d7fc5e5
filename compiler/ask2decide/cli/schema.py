"""``ask2decide schema``: the JSON Schema of task.yaml."""

from __future__ import annotations

import click

from ask2decide.cli.shared import exit_with


@click.command()
def schema() -> None:
    """Print the JSON Schema (draft-07) of task.yaml, for editors.

    Kept as schema/task.schema.json beside tasks/, it is found by the first line of a shipped or scaffolded task.
    """

    def run() -> int:
        from ask2decide.authoring.schema import schema_text

        click.echo(schema_text(), nl=False)
        return 0

    exit_with(run)
