"""Published optima met through the families: MIPLIB through `mps`, OR-Library's gap1 to gap12 through `gap`.

`test_external_truth.py` runs this with a minute for each instance. A section of docs/external_truth.md is what this
command prints:

    ASK2DECIDE_INSTANCES=FOLDER python -m tests.families.truth --seconds 5
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from ask2decide.backend import Options, Status
from ask2decide.exact import number_text
from ask2decide.families import family_by_name
from ask2decide.instances.registry import VARIABLE, base_data, entries, entry
from ask2decide.ir.statement import as_milp
from ask2decide.solvers.highs import Highs

FEASIBLE = Fraction(1, 10**5)
"""How far a plan in floating point may miss a row."""
BEYOND = 120
"""Seconds beyond the limit after which an instance is given up: reading and building a large model take time too."""


@dataclass(frozen=True)
class Outcome:
    """How a published value was met. `verdict` is met, open or wrong."""

    verdict: str
    said: str


def names() -> list[str]:
    """Return the instances of the table, in the order of the registry."""
    return [n for n in entries() if n.startswith("miplib") or re.match(r"orlib_gap/gap\d+-\d+$", n)]


def instances_folder() -> Path | None:
    """Return the folder of published instances, None where there is none."""
    folder = Path(os.environ.get(VARIABLE) or Path(__file__).parents[3] / "shared" / "instances")
    return folder if (folder / "miplib3").is_dir() else None


def outcome(name: str, seconds: float, instances: Path) -> Outcome:
    """Solve one instance through its family, and compare with the published value."""
    known = entry(name)
    family = family_by_name(known.family)
    records = family.parse(base_data(name, {}, family=known.family, instances=instances))
    answer = Highs().solve(as_milp(family.model(records)), Options(time_limit=seconds))
    if known.optimum is None:
        verdict = {Status.INFEASIBLE: "met", Status.LIMIT: "open"}.get(answer.status, "wrong")
        return Outcome(verdict, f"published as infeasible; {answer.status}")
    best = None
    if answer.values is not None:
        check = family.check(family.plan(answer.values, records), records, FEASIBLE)
        if check.value is None:
            return Outcome("wrong", f"the checker rejects the plan: {check.violations[0]}")
        best = check.value
    said = f"plan {shown(best)}, bound {shown(answer.bound)}"
    if answer.status is Status.OPTIMAL and best is not None:
        return Outcome("met" if is_near(best, known.optimum) else "wrong", said)
    if answer.status is not Status.LIMIT:
        return Outcome("wrong", f"{answer.status}; {said}")
    room = tolerance(known.optimum)
    too_good = best is not None and known.proved and best < known.optimum - room
    too_high = answer.bound is not None and answer.bound > known.optimum + room
    return Outcome("wrong" if too_good or too_high else "open", said)


def tolerance(published: Fraction) -> Fraction:
    """Return a unit in the last published place, 1 for a whole number, but at least a millionth of the value."""
    decimals = number_text(published).partition(".")[2]
    return max(Fraction(1, 10 ** len(decimals)), abs(published) / 10**6)


def is_near(value: Fraction, published: Fraction) -> bool:
    """Whether a value is the published one, which may be rounded or cut off."""
    return abs(value - published) < tolerance(published)


def shown(value: Fraction | None) -> str:
    return "none" if value is None else f"{float(value):.9g}"


def table(seconds: float) -> str:
    """Return the section with one row for each instance."""
    found = {name: _in_a_process(name, seconds) for name in names()}
    counts = {verdict: sum(one.verdict == verdict for one in found.values()) for verdict in ("met", "open", "wrong")}
    lines = [
        "## MIPLIB models and generalised assignments",
        "",
        f"Written on {datetime.now(UTC):%Y-%m-%d} by `python -m tests.families.truth --seconds {seconds:g}`: HiGHS",
        f"{Highs().version.split()[1]} on one thread, {seconds:g} s for each instance. The slow tests",
        "(`pytest -m slow tests/families/test_external_truth.py`) give each a minute. *met*: proved optimal, and the",
        "checker gives the plan the published value; *open*: not closed in that time, and the published value lies",
        "between bound and plan. What is closed in a given time differs from machine to machine. All are minimised.",
        "",
        f"Of {len(found)} instances {counts['met']} are met, {counts['open']} are open, {counts['wrong']} are wrong.",
        "",
        "| instance | published | result | found |",
        "|---|---:|---|---|",
    ]
    for name, one in found.items():
        optimum = entry(name).optimum
        published = "infeasible" if optimum is None else f"{Decimal(number_text(optimum))}"
        lines.append(f"| {name} | {published} | {one.verdict} | {'' if one.verdict == 'met' else one.said} |")
    return "\n".join(lines) + "\n"


def _in_a_process(name: str, seconds: float) -> Outcome:
    """Run one instance in an interpreter of its own, which is given up when it does not come back."""
    command = [sys.executable, "-m", __spec__.name, "--seconds", str(seconds), "--one", name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + BEYOND, check=False)
    except subprocess.TimeoutExpired:
        return Outcome("open", "not read and solved in time")
    verdict, _, said = done.stdout.strip().partition(" ")
    last = (done.stderr.strip().splitlines() or ["no output"])[-1]
    found = Outcome(verdict, said) if verdict in ("met", "open", "wrong") else Outcome("wrong", last)
    print(name, found.verdict, found.said, file=sys.stderr, flush=True)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Meet published optima through the families.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--one", help="one instance of the registry")
    chosen = parser.parse_args(arguments)
    folder = instances_folder()
    if folder is None:
        sys.exit(f"The published instances are missing: name their folder with {VARIABLE}.")
    if chosen.one is None:
        print(table(chosen.seconds), end="")
    else:
        found = outcome(chosen.one, chosen.seconds, folder)
        print(found.verdict, found.said)


if __name__ == "__main__":
    main()
