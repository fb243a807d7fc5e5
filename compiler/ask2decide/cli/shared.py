"""What the commands share: common options, the streams, and how errors end a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ask2decide.errors import Ask2DecideError, UsageError
from ask2decide.unchanged.stopped import why_stopped

EXISTING = click.Path(path_type=Path)
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


def instances_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--instances`` to a command."""
    return click.option(
        "--instances",
        type=EXISTING,
        envvar="ASK2DECIDE_INSTANCES",
        help="Folder of public instance files (also ASK2DECIDE_INSTANCES).",
    )(command)


def allow_code_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--allow-code`` to a command."""
    return click.option(
        "--allow-code", is_flag=True, help="Run a task's own model.py also outside this repository's tasks."
    )(command)


def back_end_names() -> list[str]:
    """Return the names of the files of the solvers' folder: importing that package would slow down every start."""
    return sorted(file.stem for file in (Path(__file__).parent.parent / "solvers").glob("[!_]*.py"))


class Solvers(click.Choice[str]):
    """``auto``, a back end, or several joined by ``+``, each of which is asked in turn."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check each name."""
        parts = str(value).split("+")
        if len(parts) > 1 and "auto" in parts:
            self.fail("auto chooses the back ends itself, and is joined to none.", param, ctx)
        return "+".join(super(Solvers, self).convert(part, param, ctx) for part in parts)


def solver_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--solver`` to a command."""
    return click.option(
        "--solver",
        type=Solvers(["auto", *back_end_names()]),
        default="auto",
        show_default=True,
        help="Which back end solves; several joined by + are asked in turn under a time limit.",
    )(command)


def out_option(meaning: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option ``--out``, the folder of the packages, with what a command does with it."""
    return click.option("--out", type=EXISTING, default=Path("generated"), show_default=True, help=meaning)


def solving_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what every command takes that proves something of an authored task: store, back end, limit, instances."""
    limit = click.option(
        "--time-limit", type=click.FloatRange(min=0), help="Seconds for each solve; the task's own by default."
    )
    where = out_option("Where the packages are, with their stored solves.")
    return where(solver_option(limit(instances_option(allow_code_option(command)))))


def items_of(text: str | None) -> tuple[str, ...] | None:
    """Return the items' ids of an option such as ``--given H1,S1``; None where the option is not given."""
    return None if text is None else tuple(name.strip() for name in text.split(",") if name.strip())


def package_folder(task: str, out: Path) -> Path:
    """Return the package's folder: `task` is that folder, an authored task's folder, or a task's name.

    Raises
    ------
    UsageError
        When there is no package.
    """
    candidates = [Path(task), out / Path(task).name]
    for folder in candidates:
        if (folder / "judge" / "problem.json").is_file():
            return folder
    why = why_stopped(out, Path(task).name)
    if why:
        raise UsageError(f"There is no package of {task!r} in {out}, for its last build stopped: {why}")
    raise UsageError(
        f"There is no package of {task!r} in {out}.", "compile it with `ask2decide-build`, or name its folder."
    )


def say(line: str) -> None:
    """Print a message or progress to standard error."""
    click.echo(line, err=True)


def exit_with(run: Callable[[], int]) -> None:
    """Run a command's body; end with its status, or with the message and status of the error that stopped it."""
    try:
        status = run()
    except Ask2DecideError as error:
        say(str(error))
        status = error.exit_status
    except KeyboardInterrupt:
        say("Stopped. What is written is whole; run the command again to go on.")
        status = 130
    except Exception as error:
        from ask2decide.families import family_fault

        fault = family_fault(error)
        if fault is None:
            raise
        say(str(fault))
        status = fault.exit_status
    raise SystemExit(status)
