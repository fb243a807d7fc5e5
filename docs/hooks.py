"""Hooks of mkdocs: the reference of commands from click, and links to repository files outside ``docs`` as text."""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parents[1]
COMMANDS_PAGE = "reference/commands.md"
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#:]+)(?:#[^)\s]*)?\)")
NOT_BUILT = ("ci/", "notebooks/")
"""Folders of ``docs`` that the site leaves out (mkdocs.yml, ``exclude_docs``)."""


def on_files(files: Any, config: Any) -> Any:
    """Add the page of commands, which is no file on disk."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, COMMANDS_PAGE, content=commands_page()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Show a link that leaves the site as its text and the file's path; a forge shows the link itself."""
    folder = posixpath.dirname(page.file.src_uri)
    return LINK.sub(lambda found: site_link(found, folder), markdown)


def site_link(found: re.Match[str], folder: str) -> str:
    """Return a link unchanged where its target is on the site, else as text; refuse a file that is not there."""
    text, target = found[1], posixpath.normpath(posixpath.join("docs", folder, found[2]))
    inside = target.removeprefix("docs/")
    if inside != target and not inside.startswith(NOT_BUILT):
        return found[0]
    if not (ROOT / target).exists():
        return found[0]  # mkdocs warns of it, and a strict build stops
    return text if text.strip("`") == target else f"{text} (`{target}` in the repository)"


def commands_page() -> str:
    """Return the help of both commands and of every subcommand."""
    sys.path.insert(0, str(ROOT / "compiler"))
    from ask2decide.cli import ask2decide, build_command

    blocks = ["# Commands", "The text that `--help` prints."]
    for name, command in (("ask2decide-build", build_command), *with_subcommands("ask2decide", ask2decide)):
        text = command.get_help(click.Context(command, info_name=name, terminal_width=100))
        blocks += [f"## {name}", f"```text\n{text}\n```"]
    return "\n\n".join(blocks) + "\n"


def with_subcommands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """Yield a command and all below it with their full names."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is None:
                raise LookupError(f"'{name}' lists the command '{below}' and has none of that name.")
            yield from with_subcommands(f"{name} {below}", found)
