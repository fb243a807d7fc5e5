"""What the labels of hard2b_r101_25 cost, beside two raw solves in the same process.

Run ``python benchmarks/labels.py`` in a checkout with the package installed. Times are CPU seconds, the median
of the rounds. The label phase is `passes.prove.prove`: every optimum, label and verdict, the models built from the
records, without a store; optima and labels are also measured without the verdicts on the need to ask. A raw solve is
one run of the back end on a finished model, theta_0's or theta_H's.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from ask2decide.backend import Options
from ask2decide.build import Settings, back_end, build_task
from ask2decide.emit.write import write_folder
from ask2decide.engine.solve import Engine
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.prove import needed_problems, prove
from ask2decide.passes.regret import Regret
from ask2decide.variants.load import load_task
from ask2decide.variants.variants import Variants

TASK = Path(__file__).resolve().parents[1] / "tasks" / "hard2b_r101_25"


def seconds(action: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        action()
        times.append(time.process_time() - begun)
    return median(times)


def main(rounds: int) -> None:
    solver = back_end("highs")
    loaded = load_task(TASK)

    def variants() -> Variants:
        return Variants(loaded.task, loaded.family, loaded.data)

    everything = [item.id for item in loaded.task.hidden]
    base, today = variants().problem(()).model, variants().problem(everything).model
    raw = [seconds(lambda model=model: solver.solve(model, Options()), rounds) for model in (base, today)]

    engine = Engine(lambda: solver)
    proofs = prove(variants(), engine)
    label_phase = seconds(lambda: prove(variants(), Engine(lambda: solver)), rounds)

    def optima_and_labels() -> Optima:
        of_task, own = variants(), Engine(lambda: solver)
        optima = Optima(own, Pool())
        regret = Regret(of_task, optima, own)
        for problem in needed_problems(of_task).values():
            optima.of(problem)
        for background in ((), everything):
            for item in of_task.task.hidden:
                regret.label(item, background)
        return optima

    solved_for_labels = len({problem.digest for problem in needed_problems(variants()).values()})
    without_verdicts = seconds(optima_and_labels, rounds)

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(out=Path(folder))
        cold = seconds(lambda: build_task(TASK, replace(settings, fresh=True)), rounds)
        write_folder(Path(folder) / TASK.name, build_task(TASK, settings).files)

        unchanged = seconds(lambda: build_task(TASK, settings), rounds)
        solved = build_task(TASK, settings).counts.solved

    optima = len({problem.digest for problem in proofs.problems.values()})
    rows = [
        ("label phase / two raw solves", f"{label_phase / sum(raw):.2f}"),
        ("cold build / two raw solves", f"{cold / sum(raw):.2f}"),
        ("unchanged rebuild / cold build", f"{unchanged / cold:.2f}"),
        ("optima needed", f"{optima}"),
        ("of these, proved without a solve", f"{proofs.optima_without_solve}"),
        ("labels closed by certificate", f"{proofs.by_certificate} of {2 * len(everything)}"),
        ("labels closed by minimax", f"{proofs.by_minimax} of {2 * len(everything)}"),
        ("solves, cold build", f"{engine.counts.solved}"),
        ("solves, unchanged rebuild", f"{solved}"),
        (f"{solved_for_labels} optima and {2 * len(everything)} labels alone", f"{without_verdicts:.3f} s"),
        ("label phase", f"{label_phase:.3f} s"),
        ("cold build", f"{cold:.3f} s"),
        ("unchanged rebuild", f"{unchanged:.3f} s"),
        ("raw solve of theta_0", f"{raw[0]:.3f} s"),
        ("raw solve of theta_H", f"{raw[1]:.3f} s"),
    ]
    print(f"| {TASK.name}, median of {rounds} | |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is timed")
    main(parser.parse_args().rounds)
