"""The two commands, ``ask2decide-build`` and ``ask2decide`` (README.md).

Standard output carries results, standard error progress and messages. What is slow to import is imported when used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ask2decide import __version__
from ask2decide.errors import Ask2DecideError, UsageError

EXISTING = click.Path(path_type=Path)


def _instances_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--instances",
        type=EXISTING,
        envvar="ASK2DECIDE_INSTANCES",
        help="Folder of public instance files (also ASK2DECIDE_INSTANCES).",
    )(command)


def _allow_code_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--allow-code", is_flag=True, help="Run a task's own model.py also outside this repository's tasks."
    )(command)


def _back_end_names() -> list[str]:
    """Return the names of the files of the solvers' folder: importing that package would slow down every start."""
    return sorted(file.stem for file in (Path(__file__).parent / "solvers").glob("[!_]*.py"))


def _solver_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--solver",
        type=click.Choice(["auto", *_back_end_names()]),
        default="auto",
        show_default=True,
        help="Which back end solves.",
    )(command)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ask2decide-build")
@click.argument("paths", nargs=-1, required=True, type=EXISTING)
@click.option("--out", type=EXISTING, default=Path("generated"), show_default=True, help="Where packages are written.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 and show the difference when output is stale.")
@click.option("--audit", is_flag=True, help="Solve every optimum and every label again by a second way; compare.")
@click.option(
    "--needs-asking",
    type=click.Choice(["named", "all"]),
    default="named",
    show_default=True,
    help="Sets of known items to prove it for: those on the card, or every subset of the relevant items as well.",
)
@_solver_option
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for each solve; none by default.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; by default as many as there are cores.")
@click.option(
    "--executor",
    default="processes",
    show_default=True,
    help="processes, serial, dask:ADDRESS of a scheduler, or dask:local for a cluster started here.",
)
@_instances_option
@click.option("--fresh", is_flag=True, help="Ignore stored results and solve everything again.")
@_allow_code_option
def build_command(
    paths: tuple[Path, ...],
    out: Path,
    check: bool,
    audit: bool,
    needs_asking: str,
    solver: str,
    time_limit: float | None,
    jobs: int | None,
    executor: str,
    instances: Path | None,
    fresh: bool,
    allow_code: bool,
) -> None:
    """Compile tasks: each PATH is a folder of tasks, or one task.

    Labels every hidden item with its certified regret, and writes each task's package, its card and the inventory.

    Exit status: 0 done; 1 a task fails one of its own checks, or the output is stale; 2 the command or a spec is
    wrong; 3 done, but a label that should be exact is an interval; 4 a back end is missing or failed.
    """
    from ask2decide.suite import Suite, build_suite

    def run() -> int:
        from ask2decide.build import Settings

        settings = Settings(
            out=out,
            instances=instances,
            solver=solver,
            time_limit=time_limit,
            fresh=fresh,
            audit=audit,
            every_subset=needs_asking == "all",
            allow_code=allow_code,
        )
        return build_suite(Suite(paths, settings, check=check, jobs=jobs, executor=executor), _say, click.echo)

    _exit_with(run)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ask2decide")
def ask2decide() -> None:
    """Score plans of tasks that ``ask2decide-build`` has compiled, and check their packages."""


@ask2decide.command()
@click.argument("task")
@click.argument("plan", type=EXISTING)
@click.option("--given", help="Judge under theta_S, S being these items' ids joined by commas; default: all items.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option("--out", type=EXISTING, default=Path("generated"), show_default=True, help="Where the packages are.")
@_solver_option
@_allow_code_option
def judge(task: str, plan: Path, given: str | None, as_json: bool, out: Path, solver: str, allow_code: bool) -> None:
    """Score PLAN (a JSON file, - for standard input) for TASK, a task's name or the folder of its package.

    Prints the loss, 0 for an optimal plan and 1 for one that cannot be carried out, and every broken rule. Exit
    status 0 whatever the loss; 2 when the command or the package is wrong.
    """

    def run() -> int:
        from ask2decide.build import solved_optimum
        from ask2decide.judge import judge_package, read_package, verdict_json, verdict_text
        from ask2decide.judge.reading import LARGEST_TEXT

        package = read_package(_package_folder(task, out), allow_code)
        known = None if given is None else tuple(name.strip() for name in given.split(",") if name.strip())
        if str(plan) != "-" and not plan.is_file():
            raise UsageError(f"There is no plan file {plan}.", "name a JSON file, or - to read standard input.")
        source: bytes | Path = sys.stdin.buffer.read(LARGEST_TEXT + 1) if str(plan) == "-" else plan
        verdict = judge_package(package, source, known, lambda family, data: solved_optimum(family, data, solver))
        click.echo((verdict_json if as_json else verdict_text)(verdict, package.task, known))
        return 0

    _exit_with(run)


@ask2decide.command()
@click.argument("paths", nargs=-1, required=True, type=EXISTING)
@click.option("--json", "as_json", is_flag=True, help="Print everything that was found as JSON.")
@_allow_code_option
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

    _exit_with(run)


def _package_folder(task: str, out: Path) -> Path:
    """Return the package's folder: `task` is that folder, an authored task's folder, or a task's name."""
    candidates = [Path(task), out / Path(task).name]
    for folder in candidates:
        if (folder / "judge" / "problem.json").is_file():
            return folder
    raise UsageError(
        f"There is no package of {task!r} in {out}.", "compile it with `ask2decide-build`, or name its folder."
    )


def _say(line: str) -> None:
    click.echo(line, err=True)


def _exit_with(run: Callable[[], int]) -> None:
    """Run a command's body; end with its status, or with the message and status of the error that stopped it."""
    try:
        status = run()
    except Ask2DecideError as error:
        _say(str(error))
        status = error.exit_status
    except KeyboardInterrupt:
        _say("Stopped. What is written is whole; run the command again to go on.")
        status = 130
    raise SystemExit(status)
