"""How each cost grows: customers, hidden items, candidates for a twin, on Solomon's r101.

Run ``python benchmarks/ladders.py [customers|items|twins ...]`` in a checkout with the package installed; ``--full``
adds the longer rungs. Items are random, with a fixed seed: windows that close earlier, roads between customers that are
closed or longer; as a van may go to one customer alone and come back, every theta_S is feasible. Times are CPU seconds
in this process, imports not counted. *Build* is what a cold build computes: load, check, prove, every verdict. *Naive*
is `benchmarks/naive.py` on the same items.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import synthetic_task
from measure import cpu_seconds, machine
from naive import Naive

import ask2decide.passes.twins as twins
from ask2decide.backend import Options
from ask2decide.build import back_end
from ask2decide.engine.solve import Engine
from ask2decide.passes.prove import prove
from ask2decide.spec import Item
from ask2decide.spec.references import twin_id
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.variants import Variants

SEED = 1
LIMIT = 60.0
"""Seconds of wall clock for one solve, here and in naive; the build's labels are intervals where it is reached."""
SAMPLE = 6
"""How many candidates naive decides; its cost for more is the sample's, scaled."""


def day(customers: int) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return r101's records, and the roads between customers that an optimal plan uses (this also loads a solver)."""
    with tempfile.TemporaryDirectory() as folder:
        text = synthetic_task.task(customers, [("H1", "max_stops", {"max_stops": 20})])
        loaded = load_task(synthetic_task.written(Path(folder), text))
    problem = Variants(loaded.task, loaded.family, loaded.data).problem(())
    answer = back_end("auto").solve(problem.model, Options())
    assert answer.values is not None
    plan = problem.plan(answer.values)
    return loaded.data, [pair for route in plan.routes for pair in pairwise(route)]


def random_items(data: dict[str, Any], used: Sequence[tuple[str, str]], count: int) -> list[synthetic_task.Line]:
    """Return items about different places; every other road is one that an optimal plan of theta_0 uses."""
    chance = random.Random(SEED)
    names = list(data["customers"])
    reachable = [n for n in names if Fraction(data["distances"]["depot"][n]) <= data["customers"][n]["closes"] - 4]
    roads = [(a, b) for a in names for b in names if a != b and (a, b) not in used]
    own = list(used)
    for pool in (reachable, roads, own):
        chance.shuffle(pool)
    lines = []
    for number in range(1, count + 1):
        kind = ("window_closes", "detour", "road_closed")[number % 3]
        if kind == "window_closes" and reachable:
            customer = reachable.pop()
            arguments: dict[str, Any] = {"customer": customer, "closes": data["customers"][customer]["closes"] - 4}
        else:
            kind = "detour" if kind == "window_closes" else kind
            tail, head = own.pop() if number % 2 and own else roads.pop()
            arguments = {"from": tail, "to": head, "reason": "of the works there"}
            if kind == "detour":
                arguments["distance"] = data["distances"][tail][head] + 5
        lines.append((f"H{number}", kind, arguments))
    return lines


def variants_of(loaded: LoadedTask) -> Variants:
    return Variants(loaded.task, loaded.family, loaded.data)


def engine() -> Engine:
    solver = back_end("auto")
    return Engine(lambda: solver, Options(time_limit=LIMIT))


def rung(name: str, customers: int, count: int, with_naive: bool = True) -> None:
    """Print a row: the build of one random task against naive on it."""
    lines = random_items(*day(customers), count)
    with tempfile.TemporaryDirectory() as folder:
        path = synthetic_task.written(Path(folder), synthetic_task.task(customers, lines))
        loading = cpu_seconds(lambda: load_task(path))
        loaded = load_task(path)
    solves = engine()
    proving = cpu_seconds(lambda: prove(variants_of(loaded), solves))
    build = loading + proving
    naive = Naive(loaded, LIMIT)
    theirs = cpu_seconds(naive.labels) if with_naive else None
    ratio = "" if theirs is None else f"{(theirs + loading) / build:.1f}"
    shown = "not run" if theirs is None else f"{theirs + loading:.2f}"
    print(
        f"| {name} | {ratio} | {build:.2f} | {loading:.2f} | {proving:.2f} | {solves.counts.solved} | {shown} "
        f"| {naive.solves or ''} |",
        flush=True,
    )


HEAD = "| naive / build | build, s | of it load and check | of it prove | solves | naive, s | solves |"


def customers_ladder(full: bool, counts: Sequence[int] = (25, 50)) -> None:
    print(f"\n| customers, 7 items {HEAD}\n|---|---:|---:|---:|---:|---:|---:|---:|")
    for customers in (*counts, 100) if full else counts:
        rung(str(customers), customers, 7, with_naive=customers < 100)


def items_ladder(full: bool, counts: Sequence[int] = (5, 10, 20)) -> None:
    print(f"\n| items, 25 customers {HEAD}\n|---|---:|---:|---:|---:|---:|---:|---:|")
    for count in (*counts, 40) if full else counts:
        rung(str(count), 25, count)


def twins_ladder(full: bool, counts: Sequence[int] = (10, 100, 600, 1000)) -> None:
    print(
        "\n| candidates | naive / search | naive / all screened | naive / all proved | search, s | all screened, s "
        "| all proved, s | naive, s | twin found is candidate | a known plan survives | proved 0 |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )
    with tempfile.TemporaryDirectory() as folder:
        ladder = Ladder(Path(folder))
        for count in counts:
            ladder.rung(count, prove_all=count <= (100 if full else 10))


class Ladder:
    """The search for one twin among the first candidates of a detour on r101 with 25 customers.

    *Search* is what a build does: it stops at the first candidate that is proved to be worth 0. *All screened* asks of
    every candidate whether a known optimal plan survives it, the most that a search does before its first proof.
    *All proved* then proves both regrets of every candidate. *Naive* solves two optima and two Eq. 3 problems for every
    candidate, and is scaled from a sample of them.
    """

    everyone = staticmethod(twins.twin_candidates)

    def __init__(self, folder: Path) -> None:
        data, used = day(25)
        tail, head = used[0]
        arguments = {"from": tail, "to": head, "distance": data["distances"][tail][head] + 5, "reason": "of works"}
        others = random_items(data, used[1:], 4)
        lines = [(f"H{number}", kind, given) for number, (_, kind, given) in enumerate(others, start=2)]
        path = synthetic_task.written(folder, synthetic_task.task(25, [("H1", "detour", arguments, "auto"), *lines]))
        self.loaded = load_task(path)
        self.task = self.loaded.task
        self.original: Item = self.task.item("H1")

    def limited(self, count: int) -> twins.TwinSearch:
        """Return a new search that sees the first `count` candidates only."""
        everyone = self.everyone

        def first(*arguments: Any) -> Iterator[Any]:
            return islice(everyone(*arguments), count)

        twins.twin_candidates = first
        return twins.TwinSearch(self.loaded, engine())

    def rung(self, count: int, prove_all: bool) -> None:
        """Print a row."""
        one = self.limited(count)
        begun = time.process_time()
        found, _ = one.completed()
        search = time.process_time() - begun
        every = self.limited(count)
        begun = time.process_time()
        candidates = list(every.candidates(self.task, self.original))
        screened = time.process_time() - begun
        screen = twins.TwinScreen(variants_of(self.loaded), every.optima)
        surviving = sum(screen.passes(candidate) for candidate in candidates)
        proved, zero = 0.0, 0
        if prove_all:
            begun = time.process_time()
            for candidate in candidates:
                grown = twins.with_twin(self.task, self.original, candidate)
                zero += every.is_zero(grown, candidate, self.original)
            proved = screened + time.process_time() - begun
        naive = naive_each(self, candidates) * len(candidates)
        place = [item.note for item in candidates].index(found.item(twin_id("H1")).note) + 1
        ratios = [f"{naive / ours:.1f}" if ours else "" for ours in (search, screened, proved)]
        seconds = [f"{ours:.2f}" if ours else "" for ours in (search, screened, proved, naive)]
        counted = [str(place), str(surviving), str(zero) if prove_all else ""]
        print("|", " | ".join([str(len(candidates)), *ratios, *seconds, *counted]), "|", flush=True)


def naive_each(ladder: Ladder, candidates: Sequence[Item]) -> float:
    """Return naive's seconds for one candidate: two optima and two Eq. 3 problems; the backgrounds are not counted."""
    step = max(1, len(candidates) // SAMPLE)
    times = []
    for candidate in candidates[::step][:SAMPLE]:
        task = twins.with_twin(ladder.task, ladder.original, candidate)
        naive = Naive(ladder.loaded, LIMIT)
        naive.variants = Variants(task, ladder.loaded.family, ladder.loaded.data)
        everything = task.ids
        pairs = [naive.variants.versions(candidate, known) for known in ((), everything)]
        for pair in pairs:
            naive.optimum(pair[0])
        times.append(cpu_seconds(lambda naive=naive, pairs=pairs: [naive.regret(pair) for pair in pairs]))
    return sum(times) / len(times)


SMALLEST = {"customers": (10,), "items": (3,), "twins": (10,)}
LADDERS = {"customers": customers_ladder, "items": items_ladder, "twins": twins_ladder}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ladders", nargs="*", help=f"of {', '.join(LADDERS)}; all by default")
    parser.add_argument("--full", action="store_true", help="the longer rungs as well")
    parser.add_argument("--smallest", action="store_true", help="one short rung of each, to see that it runs")
    arguments = parser.parse_args()
    print(machine())
    for name in arguments.ladders or LADDERS:
        sizes = (SMALLEST[name],) if arguments.smallest else ()
        LADDERS[name](arguments.full, *sizes)
