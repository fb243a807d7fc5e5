"""``ask2decide new``: a task to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ask2decide.cli.shared import EXISTING, exit_with, instances_option, say, solver_option
from ask2decide.errors import UsageError


@click.command()
@click.argument("task")
@click.option("--family", help="What kind of problem it is; left out, the families are listed.")
@click.option("--base", help="An instance, or a records file (.yaml); left out, the instances are listed.")
@click.option(
    "--with", "given", multiple=True, metavar="NAME=VALUE", help="An argument of the instance, e.g. customers=25."
)
@click.option("--dir", "folder", type=EXISTING, default=Path("tasks"), show_default=True, help="The folder of tasks.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=20,
    show_default=True,
    help="Seconds for each solve while items are looked for.",
)
@instances_option
@solver_option
def new(
    task: str,
    family: str | None,
    base: str | None,
    given: tuple[str, ...],
    folder: Path,
    time_limit: float,
    instances: Path | None,
    solver: str,
) -> None:
    """Write the folder of a new TASK, which builds at once: a hidden item that matters, and its twin.

    Comments mark what its author must decide. The item comes from the item templates of the family, its regret is
    proved, and everything is checked before the folder appears. Nothing is overwritten.

    Exit status: 0 done; 1 no item is proved to matter; 2 the command or the base is wrong; 4 a back end is missing.
    """

    def run() -> int:
        from ask2decide.authoring.scaffold import Order, scaffold

        chosen = _family(task, family)
        if base is None:
            _require_example(task, chosen)
        made = scaffold(Order(task, chosen, base, _arguments(given), folder, instances, solver, time_limit), say)
        proofs = made.chosen.completed.proofs
        click.echo(f"{made.folder}")
        for item in made.chosen.completed.variants.task.hidden:
            regrets = (labels[item.id].regret.words for labels in (proofs.standalone, proofs.conditional))
            click.echo(f"  {item.id}: {item.note} Regret {' by itself, '.join(regrets)} where the rest is known.")
        _speak_of_own(made.new.entry)
        say(f"Look at the lines marked DECIDE in {made.folder / 'task.yaml'}. Build it: ask2decide-build {made.folder}")
        return 0

    exit_with(run)


def _family(task: str, family: str | None) -> str:
    """Return the family; without one, or with one that does not exist, stop with the list."""
    from ask2decide.authoring.catalogue import example_command, families
    from ask2decide.authoring.scaffold_recipes import has_scaffold, require_scaffold
    from ask2decide.families import family_by_name

    if family is not None:
        family_by_name(family)
        require_scaffold(family)
        return family
    known = [summary for summary in families() if has_scaffold(summary.name)]
    width = max(len(summary.name) for summary in known)
    lines = [f"  {summary.name:{width}}  {summary.plans}" for summary in known]
    raise UsageError(
        "The option --family is missing.",
        f"name one of these families, for example `{example_command('vrptw', task)}`.\n" + "\n".join(lines),
    )


def _require_example(task: str, family: str) -> None:
    """Stop with the list of instances, unless the family brings a small example of records."""
    from ask2decide.authoring.catalogue import example_command, instances
    from ask2decide.authoring.scaffold_recipes import example_records
    from ask2decide.instances.files import Where

    if example_records(family) is not None:
        return
    here: list[str] = []
    absent: dict[str, int] = {}
    for summary in instances(family):
        if summary.where is Where.ABSENT:
            absent[summary.entry.collection] = absent.get(summary.entry.collection, 0) + 1
        else:
            here.append(summary.entry.name)
    more = ", ".join(f"{count} more of {name}" for name, count in absent.items())
    lines = [f"  {name}" for name in here]
    lines += [f"To be fetched: {more} (`ask2decide instances --family {family}` lists them)."] if more else []
    raise UsageError(
        "The option --base is missing.",
        f"name a records file of your own, or an instance, for example `{example_command(family, task)}`. The data of "
        "these is here:\n" + "\n".join(lines),
    )


def _arguments(given: tuple[str, ...]) -> dict[str, Any]:
    """Return the instance's arguments, each value read as YAML."""
    from ask2decide.spec.yaml_reader import parse_yaml

    arguments: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(f"--with {text!r} is no argument.", "write NAME=VALUE, for example --with customers=25.")
        if name in arguments:
            raise UsageError(f"--with gives {name} twice.", "keep one of them.")
        document = parse_yaml(f"{name}: {value}", f"--with {name}")
        if document.diagnostics or not isinstance(document.data, dict) or set(document.data) != {name}:
            causes = " ".join(mistake.cause for mistake in document.diagnostics) or "it is no value."
            raise UsageError(f"--with {text!r} cannot be read: {causes}", "write the value as in task.yaml.")
        arguments[name] = document.data[name]
    return arguments


def _speak_of_own(entry: Any) -> None:
    if entry is not None and entry.own:
        say(
            f"{entry.name} is a file of your own: no optimum is published for it, and no checksum is on record but the "
            "one that stands in the task now."
        )
