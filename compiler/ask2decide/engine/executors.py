"""Where tasks are built: in this process, in processes of their own, or on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from ask2decide.errors import BackEndError, UsageError

Input = TypeVar("Input")
Setting = TypeVar("Setting")
Output = TypeVar("Output")


def outcomes_in_order(
    work: Callable[[Input, Setting], Output],
    inputs: Sequence[Input],
    setting: Setting,
    executor: str = "processes",
    jobs: int | None = None,
) -> Iterator[Output]:
    """Yield ``work(input, setting)`` in the order of the inputs, however they are spread over processes.

    Parameters
    ----------
    work : callable
        At the top level of a module, so that another process can import it.
    executor : str
        ``processes``, ``serial`` or ``dask:ADDRESS``.
    jobs : int or None
        Processes; None for as many as there are cores. One needs no process of its own.

    Raises
    ------
    UsageError
        When there is no such executor, or it cannot be reached.
    BackEndError
        When a process ends before its work does.
    """
    with _executor(executor, min(jobs or os.cpu_count() or 1, len(inputs))) as pool:
        if pool is None:
            yield from (work(entry, setting) for entry in inputs)
            return
        try:
            futures: list[Future[Output]] = [pool.submit(work, entry, setting) for entry in inputs]
            for future in futures:
                yield future.result()
        except BrokenProcessPool:
            raise BackEndError(
                "A process of the build ended before its work: it was killed, or memory ran out.",
                "run the command again, with fewer --jobs where memory is short.",
            ) from None


@contextmanager
def _executor(name: str, jobs: int) -> Iterator[Executor | None]:
    kind, _, address = name.partition(":")
    if kind == "dask" and address:
        with _dask(address) as executor:
            yield executor
    elif name == "serial" or (name == "processes" and jobs <= 1):
        yield None
    elif name == "processes":
        with _processes(jobs) as executor:
            yield executor
    else:
        raise UsageError(f"There is no executor {name!r}.", "use processes, serial or dask:ADDRESS.")


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("The executor dask needs the package distributed.", "install ask2decide[dask].") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        cause = f"There is no Dask scheduler at {address}: {error}."
        raise UsageError(cause, "start one with `dask scheduler`, and name the address that it prints.") from None
    with client, client.get_executor() as executor:
        yield executor


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    others = set(active_children())
    # A fresh interpreter for each process: a forked one would inherit a solver's threads.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start_worker) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            # Leaving the pool waits for what runs, which may be a solve of hours.
            for child in set(active_children()) - others:
                child.terminate()
            raise


def _start_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
