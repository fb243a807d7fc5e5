"""Calls in other processes: what dies or runs out of memory is tried again, and costs itself only."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from ask2decide.engine.places import Lost, finished, place_named
from ask2decide.errors import BackEndError, UsageError


def double(number: int) -> int:
    return 2 * number


def die() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def die_the_first_time(trace: Path) -> int:
    if not trace.exists():
        trace.touch()
        die()
    return 7


def run_out_of_memory() -> int:
    raise MemoryError


def fail() -> int:
    raise BackEndError("no licence.", "get one.")


def test_a_killed_process_costs_its_own_call_only() -> None:
    calls = [partial(double, number) for number in range(4)]
    with place_named("processes", 2) as place:
        assert place is not None
        results = dict(finished(place, [calls[0], die, *calls[1:]]))
        assert results.pop(1) == Lost("its process ended: it was killed, or memory ran out")
        assert results == {0: 0, 2: 2, 3: 4, 4: 6}
        assert dict(finished(place, calls)) == {0: 0, 1: 2, 2: 4, 3: 6}, "the place works on"


def test_a_call_that_dies_once_is_tried_again(tmp_path: Path) -> None:
    """Nothing else dies here: beside another death, the call might not have begun before the pool broke."""
    calls = [partial(double, 1), partial(die_the_first_time, tmp_path / "trace"), partial(double, 2)]
    with place_named("processes", 2) as place:
        assert place is not None
        assert dict(finished(place, calls)) == {0: 2, 1: 7, 2: 4}
    assert (tmp_path / "trace").exists(), "it died the first time"


def test_memory_and_errors() -> None:
    with place_named("processes", 2) as place:
        assert place is not None
        assert dict(finished(place, [run_out_of_memory])) == {0: Lost("memory ran out")}
        with pytest.raises(BackEndError, match=r"no licence\. Fix: get one\."):
            dict(finished(place, [fail]))


@pytest.mark.parametrize(("name", "jobs"), [("serial", 4), ("processes", 1)])
def test_no_place_but_here(name: str, jobs: int) -> None:
    with place_named(name, jobs) as place:
        assert place is None


@pytest.mark.parametrize("name", ["threads", "dask", "dask:"])
def test_unknown_place(name: str) -> None:
    with (
        pytest.raises(UsageError, match=r"There is no executor '.*'. Fix: use processes, serial, dask:ADDRESS or dask"),
        place_named(name, 2),
    ):
        raise AssertionError("it was opened")
