"""Places where calls run: processes of this machine or a Dask cluster; a call whose process is lost is tried again."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Protocol, TypeVar

from ask2decide.errors import Ask2DecideError, UsageError

Result = TypeVar("Result")


@dataclass(frozen=True)
class Lost:
    """What became of a call that ended, twice, without a result: the reason in words."""

    reason: str


class Place(Protocol):
    """Runs calls beside this process; what is called stands at the top level of a module."""

    size: int
    """How many calls run at once."""

    def submit(self, call: Callable[[], Result], alone: bool = False) -> Future[Result]:
        """Start a call; `alone` gives it a process that no other call shares."""


def finished(place: Place, calls: Sequence[Callable[[], Result]]) -> Iterator[tuple[int, Result | Lost]]:
    """Yield the number of each call and its result, as they end.

    When a process dies, or a call runs out of memory, the calls that are lost with it are tried once more, each in a
    process of its own: only the call that is to blame is lost again.

    Raises
    ------
    Ask2DecideError
        What a call raises, any other exception too.
    """
    lost: list[int] = []
    futures = {place.submit(call): number for number, call in enumerate(calls)}
    for future in as_completed(futures):
        result = _result(future)
        if isinstance(result, Lost):
            lost.append(futures[future])
        else:
            yield futures[future], result
    for begin in range(0, len(lost), place.size):
        again = {place.submit(calls[number], alone=True): number for number in lost[begin : begin + place.size]}
        for future in as_completed(again):
            result = _result(future)
            yield again[future], result


def _result(future: Future[Result]) -> Result | Lost:
    try:
        return future.result()
    except Ask2DecideError:
        raise
    except MemoryError:
        return Lost("memory ran out")
    except (BrokenProcessPool, CancelledError):
        return Lost("its process ended: it was killed, or memory ran out")
    except Exception as error:
        if not type(error).__module__.startswith("distributed"):
            raise
        return Lost(f"the cluster lost it ({error})")


SECONDS_TO_END = 5.0

QUIET_TRACKER = "ignore:resource_tracker:UserWarning"
"""Python hands these options to the process that cleans up after its pools. A build that is stopped while a pool starts
leaves semaphores to it, which it removes; that it also says so would only puzzle whoever pressed Ctrl-C."""


class Processes:
    """Up to `size` processes of this machine, started when the first call comes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._others = set(active_children())
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, call: Callable[[], Result], alone: bool = False) -> Future[Result]:
        """Start a call; a pool that broke is replaced by a new one."""
        if alone:
            single = _pool(1)
            future = single.submit(call)
            future.add_done_callback(lambda done: single.shutdown(wait=False))
            return future
        if self._pool is None:
            self._pool = _pool(self.size)
        try:
            return self._pool.submit(call)
        except BrokenProcessPool:
            self._pool = _pool(self.size)
            return self._pool.submit(call)

    def close(self) -> None:
        """End what is idle."""
        if self._pool is not None:
            self._pool.shutdown()

    def stop(self) -> None:
        """End everything at once: leaving a pool waits for what runs, which may be a solve of hours."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        children = set(active_children()) - self._others
        for child in children:
            child.terminate()
        for child in children:
            child.join(SECONDS_TO_END)


def _pool(size: int) -> ProcessPoolExecutor:
    if QUIET_TRACKER not in sys.warnoptions:
        sys.warnoptions.append(QUIET_TRACKER)
    # A fresh interpreter for each process: a forked one would inherit a solver's threads.
    return ProcessPoolExecutor(size, mp_context=get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Cluster:
    """A Dask cluster, which brings a lost call to another worker by itself, too."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.size = size
        self._executor = executor

    def submit(self, call: Callable[[], Result], alone: bool = False) -> Future[Result]:
        """Start a call on some worker."""
        return self._executor.submit(call)


@contextmanager
def place_named(name: str, jobs: int) -> Iterator[Place | None]:
    """Open the place of that name; None stands for this process.

    Parameters
    ----------
    name : str
        ``processes``, ``serial``, ``dask:ADDRESS`` of a scheduler, or ``dask:local`` for a cluster started here.
    jobs : int
        How many processes; a cluster at an address has its own number.

    Raises
    ------
    UsageError
        When there is no such place, or it cannot be reached.
    """
    kind, _, address = name.partition(":")
    if kind == "dask" and address:
        with _dask(address, jobs) as cluster:
            yield cluster
    elif name == "serial" or (name == "processes" and jobs <= 1):
        yield None
    elif name == "processes":
        with _processes(jobs) as processes:
            yield processes
    else:
        raise UsageError(f"There is no executor {name!r}.", "use processes, serial, dask:ADDRESS or dask:local.")


@contextmanager
def _processes(jobs: int) -> Iterator[Processes]:
    processes = Processes(jobs)
    try:
        yield processes
    except BaseException:
        processes.stop()
        raise
    processes.close()


@contextmanager
def _dask(address: str, jobs: int) -> Iterator[Cluster]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UsageError("The executor dask needs the package distributed.", "install ask2decide[dask].") from None
    if address == "local":
        options = {"n_workers": jobs, "threads_per_worker": 1, "dashboard_address": None}
        with LocalCluster(**options) as local, Client(local) as client, client.get_executor() as executor:
            yield Cluster(executor, jobs)
        return
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        cause = f"There is no Dask scheduler at {address}: {error}."
        raise UsageError(cause, "start one with `dask scheduler`, and name the address that it prints.") from None
    with client, client.get_executor() as executor:
        yield Cluster(executor, max(1, sum(client.nthreads().values())))
