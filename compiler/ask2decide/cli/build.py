"""``ask2decide-build``: compile tasks to their packages."""

from __future__ import annotations

from pathlib import Path

import click

from ask2decide import __version__
from ask2decide.cli.shared import (
    EXISTING,
    HELP_OPTIONS,
    allow_code_option,
    exit_with,
    instances_option,
    out_option,
    say,
    solver_option,
)
from ask2decide.errors import UsageError


@click.command(context_settings=HELP_OPTIONS)
@click.version_option(__version__, prog_name="ask2decide-build")
@click.argument("paths", nargs=-1, required=True, type=EXISTING)
@out_option("Where packages are written.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 and show the difference when output is stale.")
@click.option("--audit", is_flag=True, help="Solve every optimum and every label again by a second way; compare.")
@click.option(
    "--needs-asking",
    type=click.Choice(["named", "all"]),
    default="named",
    show_default=True,
    help="Sets of known items to prove it for: those on the card, or every subset of the relevant items as well.",
)
@solver_option
@click.option("--time-limit", type=click.FloatRange(min=0), help="Seconds for each solve; none by default.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; by default as many as there are cores.")
@click.option(
    "--executor",
    default="processes",
    show_default=True,
    help="processes, serial, dask:ADDRESS of a scheduler, or dask:local for a cluster started here.",
)
@instances_option
@click.option("--fresh", is_flag=True, help="Solve everything again; what is proved by now stays.")
@click.option("--watch", is_flag=True, help="Go on, and build a task again whenever its files are saved.")
@allow_code_option
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
    watch: bool,
    allow_code: bool,
) -> None:
    """Compile tasks: each PATH is a task's folder, its name where it is in tasks, or a folder of tasks.

    Labels every hidden item with its certified regret, and writes each task's package, its card and the inventory.

    Exit status: 0 done; 1 a task fails one of its own checks, or the output is stale; 2 the command or a spec is
    wrong; 3 done, but a label that should be exact is an interval; 4 a back end is missing or failed. With --watch, 0
    when Ctrl-C ends the waiting and 130 when it stops a build.
    """
    # What an unchanged build needs is imported here, and all else once something is to be built.
    from ask2decide.settings import Settings, Suite
    from ask2decide.task_folders import folders_to_build
    from ask2decide.unchanged.earlier import EarlierBuilds, note_running_compiler

    def run() -> int:
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
        suite = Suite(paths, settings, check=check, jobs=jobs, executor=executor)
        if not watch:
            earlier = EarlierBuilds(suite, folders_to_build(paths, out), say)
            if earlier.cover_everything():
                return earlier.repeat(say, click.echo)
            from ask2decide.suite import build_suite

            return build_suite(suite, say, click.echo, earlier)
        if check:
            raise UsageError("--check writes nothing, and --watch writes again and again.", "leave one of them out.")
        note_running_compiler()
        from ask2decide.authoring.watch import watch_and_build

        return watch_and_build(suite, say, click.echo)

    exit_with(run)
