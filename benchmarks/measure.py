"""CPU and wall-clock seconds of child processes, and of calls in this one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

BUILD = "from ask2decide.cli import build_command; build_command()"


@dataclass(frozen=True)
class Spent:
    """What a child process took: CPU seconds of it and of its own children, wall-clock seconds, standard output."""

    cpu: float
    wall: float
    output: str
    status: int


def child(arguments: Sequence[str]) -> Spent:
    """Run Python with these arguments in a process of its own."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begun
    return Spent(usage.ru_utime + usage.ru_stime, wall, output, process.returncode)


def build(paths: Sequence[Path], out: Path, *options: str) -> Spent:
    """Run ``ask2decide-build`` in a process of its own."""
    return child(["-c", BUILD, *map(str, paths), "--out", str(out), *options])


def cpu_seconds(action: Callable[[], object], rounds: int = 1) -> float:
    """Return the median CPU seconds of a call in this process."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        action()
        times.append(time.process_time() - begun)
    return median(times)


def machine() -> str:
    """Return a line on what this ran on."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load average {load:.1f} when measured."
