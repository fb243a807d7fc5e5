"""What proposing hidden items costs: candidates labelled against solves, on hard2b_r101_25.

Run ``python benchmarks/suggest.py [limit ...]`` in a checkout with the package installed. Every candidate has two
labels, alone and beside the task's seven items. Without the plans that are known already each label would take one or
two solves: an optimum, and one minimax problem where that does not decide it. Times are CPU seconds of one process.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from ask2decide.authoring.suggest import Request, Suggester, Suggestions
from ask2decide.authoring.suggest_groups import Group
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings

TASK = Path(__file__).resolve().parents[1] / "tasks" / "hard2b_r101_25"


def found_within(limit: int, folder: Path) -> tuple[Suggestions, float]:
    """Return the suggestions among `limit` candidates, from an empty store, and their CPU seconds."""
    bench = Workbench.open(TASK, Settings(out=folder, keep_unfinished=False))
    begun = time.process_time()
    found = Suggester(bench, Request(limit=limit, twins=0)).found()
    return found, time.process_time() - begun


def main(limits: list[int]) -> None:
    print("| candidates | decided by known plans | needed a solve | worth 0 both ways, decided by known plans ", end="")
    print("| solves | solves a candidate | CPU s |\n|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for limit in limits:
            found, seconds = found_within(limit, Path(folder))
            count = found.decided_by_known_plans + found.needed_a_solve
            worthless = next(group.count for group in found.groups if group.group is Group.WORTHLESS)
            without = sum(not one.solves and one.conditional.is_zero for one in found.labelled)
            print(
                f"| {count} | {found.decided_by_known_plans} | {found.needed_a_solve} | {without} of {worthless} "
                f"| {found.solves} | {found.solves / count:.2f} | {seconds:.1f} |"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limits", nargs="*", type=int, default=[50, 200, 800])
    main(parser.parse_args().limits)
