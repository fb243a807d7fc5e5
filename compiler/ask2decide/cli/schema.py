"""``ask2decide schema``: the JSON Schemas of task.yaml and of the files beside it."""

from __future__ import annotations

import click

from ask2decide.cli.shared import exit_with
from ask2decide.errors import UsageError


@click.command()
@click.option("--records", metavar="FAMILY", help="Print the schema of a records file of that family instead.")
@click.option("--items", is_flag=True, help="Print the schema of items.yaml, a task's own item templates, instead.")
def schema(records: str | None, items: bool) -> None:
    """Print the JSON Schema (draft-07) of task.yaml, for editors.

    Kept as schema/task.schema.json beside tasks/, it is found by the first line of a shipped or scaffolded task.
    """

    def run() -> int:
        if records is not None and items:
            raise UsageError("--records and --items ask for two schemas.", "give one of them.")
        if records is not None or items:
            from ask2decide.authoring.schema_files import items_schema_text, records_schema_text

            click.echo(items_schema_text() if records is None else records_schema_text(records), nl=False)
            return 0
        from ask2decide.authoring.schema import schema_text

        click.echo(schema_text(), nl=False)
        return 0

    exit_with(run)
