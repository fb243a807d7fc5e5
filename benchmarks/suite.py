"""The shipped suite: cold build against naive and against two raw solves, one and two processes, unchanged rebuild.

Run ``python benchmarks/suite.py`` in a checkout with the package installed; ``--full`` takes the open task in, lets a
naive solve run for five minutes, and measures more often. Everything is built into a temporary folder, from a copy of
`tasks/` with its twins locked. Times are CPU seconds of a process and its children; one against two processes is wall
clock, which means something on a quiet machine only. Compared runs alternate.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from measure import BUILD, Spent, build, child, cpu_seconds, machine
from naive import OPEN_BY_DESIGN, ROOT

IMPORTS = """
import runpy, sys, json
sys.argv = ["ask2decide-build", *json.loads(sys.argv[1])]
try:
    exec({build!r})
finally:
    # Only the modules that an import statement finds again.
    named = [m.__name__ for m in list(sys.modules.values()) if getattr(m, "__spec__", None)]
    open({file!r}, "w").write(json.dumps(named))
"""
IMPORT_AGAIN = """
import importlib, json, sys
for name in json.load(open(sys.argv[1])):
    if name not in ("__main__",):
        try:
            importlib.import_module(name)
        except ImportError:
            pass
"""


def raw_solves(task: Path) -> float:
    """Return the CPU seconds of two runs of the back end on finished models: theta_0's and theta_H's."""
    from ask2decide.backend import Options
    from ask2decide.build import back_end
    from ask2decide.variants.load import load_task
    from ask2decide.variants.variants import Variants

    loaded = load_task(task)
    variants = Variants(loaded.task, loaded.family, loaded.data)
    solver, options = back_end("auto"), Options(time_limit=loaded.task.time_limit)
    models = [variants.problem(known).model for known in ((), [item.id for item in loaded.task.hidden])]
    for model in models:
        assert model.digest
    solver.solve(models[0], Options(time_limit=0.0))  # the back end's own imports are no part of a solve
    return sum(cpu_seconds(lambda model=model: solver.solve(model, options)) for model in models)


def cold_row(task: Path, out: Path, limit: float, rounds: int) -> tuple[str, float, float, bool]:
    """Return a row of the first table, the cold build's and the naive script's seconds, and whether both closed."""
    cold, naive = [], []
    for _ in range(rounds):
        cold.append(build([task], out, "--fresh", "--jobs", "1"))
        naive.append(child([str(ROOT / "benchmarks" / "naive.py"), task.name, "--json", "--limit", str(limit)]))
    ours = median(spent.cpu for spent in cold)
    floor = f"{ours / raw_solves(task):.1f}"
    if task.name in OPEN_BY_DESIGN:
        return f"| {task.name} | not run | {floor} | {ours:.2f} | not run | |", ours, 0.0, False
    theirs = median(spent.cpu for spent in naive)
    result = json.loads(naive[-1].output)[0]
    closed = result["status"] == "closed"
    more = "" if closed else "more than "
    agree = f"yes, {result['solves']} solves" if closed and not result["wrong"] else "NO"
    word = agree if closed else f"gave up at solve {result['solves']}, {limit:g} s"
    row = f"| {task.name} | {more}{theirs / ours:.1f} | {floor} | {ours:.2f} | {more}{theirs:.2f} | {word} |"
    return row, ours, theirs, closed


def cold_table(tasks: Sequence[Path], out: Path, limit: float, rounds: int) -> None:
    print("| cold build | naive / build | build / two raw solves | build, s | naive, s | naive labels agree |")
    print("|---|---:|---:|---:|---:|---|", flush=True)
    rows = []
    for task in tasks:
        rows.append(cold_row(task, out, limit, rounds))
        print(rows[-1][0], flush=True)
    for name, chosen in (("tasks that naive closes", [row for row in rows if row[3]]), ("all run", rows)):
        compared = [row for row in chosen if row[2]]
        if compared:
            ours, theirs = (sum(row[place] for row in compared) for place in (1, 2))
            more = "" if all(row[3] for row in compared) else "more than "
            print(f"| {name} | {more}{theirs / ours:.1f} | | {ours:.2f} | {more}{theirs:.2f} | |", flush=True)


def processes_table(tasks: Sequence[Path], out: Path, rounds: int) -> None:
    one, two = [], []
    for _ in range(rounds):
        one.append(build(tasks, out, "--fresh", "--jobs", "1"))
        two.append(build(tasks, out, "--fresh", "--jobs", "2"))
    print("\n| cold build of the suite | 1 process / 2 processes | 1 process | 2 processes |\n|---|---:|---:|---:|")
    for name, unit in (("wall clock", "wall"), ("CPU", "cpu")):
        first, second = (median(getattr(spent, unit) for spent in runs) for runs in (one, two))
        print(f"| {name} | {first / second:.2f} | {first:.2f} s | {second:.2f} s |", flush=True)


def rebuild_table(tasks: Sequence[Path], out: Path, rounds: int) -> None:
    print(
        "\n| unchanged rebuild | rebuild / its imports | rebuild, s | its imports, s | without its record, s | solves |"
        "\n|---|---:|---:|---:|---:|---:|"
    )
    build(tasks, out, "--jobs", "1")
    build(tasks, out, "--jobs", "1")
    for name, chosen in (*((task.name, [task]) for task in tasks), ("all together", tasks)):
        names = out / "imports.json"
        words = [*map(str, chosen), "--out", str(out), "--jobs", "1"]
        child(["-c", IMPORTS.format(build=BUILD, file=str(names)), json.dumps(words)])
        again: list[Spent] = []
        imports: list[Spent] = []
        for _ in range(rounds):
            again.append(child(["-c", BUILD, *words]))
            imports.append(child(["-c", IMPORT_AGAIN, str(names)]))
        names.unlink()
        shutil.rmtree(out / ".ask2decide")
        in_full = build(chosen, out, "--jobs", "1")
        build(tasks, out, "--jobs", "1")
        ours, floor = median(spent.cpu for spent in again), median(spent.cpu for spent in imports)
        solves = sum(int(line.split("; ")[-1].split(" solves")[0]) for line in again[-1].output.splitlines())
        print(f"| {name} | {ours / floor:.2f} | {ours:.3f} | {floor:.3f} | {in_full.cpu:.2f} | {solves} |", flush=True)


def main(names: Sequence[str], limit: float, rounds: int, full: bool) -> None:
    print(machine(), end="\n\n")
    with tempfile.TemporaryDirectory() as folder:
        copied, out = Path(folder, "tasks"), Path(folder, "generated")
        shutil.copytree(ROOT / "tasks", copied)
        tasks = [path.parent for path in sorted(copied.glob("*/task.yaml"))]
        chosen = names or [task.name for task in tasks if full or task.name not in OPEN_BY_DESIGN]
        tasks = [task for task in tasks if task.name in chosen]
        cold_table(tasks, out, limit, rounds)
        processes_table(tasks, out, rounds)
        rebuild_table(tasks, out, 2 * rounds + 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", help="names of shipped tasks; all but the open one by default")
    parser.add_argument("--full", action="store_true", help="with the open task, longer limits and more rounds")
    arguments = parser.parse_args()
    main(arguments.tasks, 300.0 if arguments.full else 60.0, 3 if arguments.full else 1, arguments.full)
