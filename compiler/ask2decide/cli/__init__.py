"""The two commands, ``ask2decide-build`` and ``ask2decide`` (README.md); each subcommand is a file of this folder.

Standard output carries results, standard error progress and messages. What is slow to import is imported when used.
"""

from __future__ import annotations

from importlib import import_module

import click

from ask2decide import __version__
from ask2decide.cli.build import build_command
from ask2decide.cli.shared import HELP_OPTIONS

__all__ = ["ask2decide", "build_command"]

COMMANDS = (
    "new",
    "families",
    "instances",
    "check",
    "schema",
    "suggest",
    "explain",
    "regret",
    "lattice",
    "judge",
    "verify",
)
"""The subcommands of ``ask2decide``: a file here each, which holds a command of that name."""


class _Commands(click.Group):
    """A group whose subcommands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the subcommands in the order of their use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a subcommand, None where there is none of that name."""
        if name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"ask2decide.cli.{name}"), name)
        return found


@click.group(cls=_Commands, context_settings=HELP_OPTIONS)
@click.version_option(__version__, prog_name="ask2decide")
def ask2decide() -> None:
    """Write tasks with hidden items, see what each item is worth, score plans, and check packages."""
