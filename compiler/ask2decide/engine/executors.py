"""How the tasks of a build share its processes: whole tasks side by side, or the solves of one task after another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from ask2decide.engine.places import Lost, Place, finished, place_named
from ask2decide.engine.progress import Watch, tasks_line, unwatched

Input = TypeVar("Input")
Setting = TypeVar("Setting")
Output = TypeVar("Output")


def outcomes_in_order(
    work: Callable[[Input, Setting, Place | None, Watch], Output],
    inputs: Sequence[Input],
    setting: Setting,
    lost: Callable[[Input, str], Output],
    executor: str = "processes",
    jobs: int | None = None,
    watch: Watch = unwatched,
) -> Iterator[Output]:
    """Yield ``work(input, setting, place, watch)`` in the order of the inputs, however they are spread over processes.

    With at least as many inputs as processes, each input is worked on in a process, with `place` None. With fewer,
    they are worked on here, one after the other, and each may use all of the processes at `place`.

    Parameters
    ----------
    work : callable
        At the top level of a module, so that another process can import it.
    lost : callable
        Returns the output for an input whose process ended twice before its work did, from the reason in words.
    executor : str
        As in `place_named`.
    jobs : int or None
        Processes; None for as many as there are cores. One needs no process of its own.
    watch : Watch
        Takes a line on how far the inputs are, or, where they are worked on here, how far the work on one is.

    Raises
    ------
    UsageError
        When there is no such executor, or it cannot be reached.
    """
    with place_named(executor, jobs or os.cpu_count() or 1) as place:
        if place is None or len(inputs) < place.size:
            yield from (work(entry, setting, place, watch) for entry in inputs)
            return
        calls = [partial(work, entry, setting, None, unwatched) for entry in inputs]
        left = {number: Path(str(entry)).name for number, entry in enumerate(inputs)}
        watch(tasks_line(0, left.values()))
        ready: dict[int, Output] = {}
        following = 0
        for number, output in finished(place, calls):
            del left[number]
            watch(tasks_line(len(inputs) - len(left), left.values()))
            ready[number] = lost(inputs[number], output.reason) if isinstance(output, Lost) else output
            while following in ready:
                yield ready.pop(following)
                following += 1
