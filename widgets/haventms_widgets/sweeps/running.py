"""Sweeps: the facts of an explorer over a grid of inputs, as a table, computed by any `concurrent.futures.Executor`."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from pydantic import ValidationError

from haventms import Rulings

from .. import state
from ..explorer import Inputs
from ..plain import plain_errors
from ..run import Refused, find, read_rulings
from .grid import Point, Request, compute, request
from .journal import Journal
from .table import SweepTable

BATCH, WAITING, TRIES = 16, 64, 4
"""Points a task at most; tasks that wait at once; how often a task is given out when its workers are lost."""

Progress = Callable[[int, int], None]


class SweepError(Exception):
    """Why a sweep could not be ended, in a sentence. What its journal holds is kept."""


def sweep(
    explorer: str,
    over: Mapping[str, Iterable[Any]],
    *,
    rulings: Rulings | Mapping[str, str] | None = None,
    executor: Executor | None = None,
    journal: str | Path | None = None,
    progress: Progress | None = None,
    **inputs: Any,
) -> SweepTable:
    """The facts of an explorer over a grid: `sweep("overland-march", {"con": range(8, 19), "hours": [8, 10, 12]})`.

    `over` names fields by their dotted paths ("creature.speeds.fly", "r.haven_stack"), each with the values that it
    takes; other inputs stay as they are given. `executor` is any `concurrent.futures.Executor`, by default a pool of
    processes (a script then guards its own start with `if __name__ == "__main__":`). With a `journal` file a sweep
    that was broken off goes on where it was. Wrong names and values are a ValueError in a sentence; a point that the
    rules refuse is a row that says why.
    """
    chosen = rulings if isinstance(rulings, Rulings) else read_rulings(rulings or {})
    asked = request(explorer, over, _fixed(explorer, chosen, inputs))
    return run(asked, executor, None if journal is None else Path(journal), progress)


def _fixed(explorer: str, rulings: Rulings, inputs: dict[str, Any]) -> list[tuple[str, str]]:
    """The inputs that stay, as pairs of dotted name and text."""
    model: type[Inputs] = find(explorer).Inputs
    try:
        case = model.model_validate(inputs)
    except ValidationError as error:
        raise Refused(plain_errors(error, model, explorer)) from None
    return parse_qsl(state.write(case, rulings), keep_blank_values=True)


def run(
    asked: Request,
    executor: Executor | None = None,
    journal: Path | None = None,
    progress: Progress | None = None,
    workers: int = 0,
) -> SweepTable:
    """The table of a request; `workers` are the processes of a pool of our own, 0 one a processor."""
    with ExitStack() as stack:
        kept = stack.enter_context(Journal(journal, asked)) if journal is not None else None
        done: dict[int, Point] = dict(kept.done) if kept else {}
        tell = progress or (lambda _done, _all: None)
        tell(len(done), len(asked))
        for found in stack.enter_context(closing(_work(asked, set(done), _Pool(executor, workers)))):
            if kept:
                kept.add(found)
            done.update(found)
            tell(len(done), len(asked))
    return SweepTable.of(asked, [done[number] for number in range(len(asked))])


def _tasks(asked: Request, done: set[int]) -> Iterator[list[tuple[int, Any]]]:
    size = max(1, min(BATCH, (len(asked) - len(done)) // 32))
    batch: list[tuple[int, Any]] = []
    for number, values in enumerate(asked.points()):
        if number in done:
            continue
        batch.append((number, asked.pairs(values)))
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _work(asked: Request, done: set[int], pool: "_Pool") -> Generator[list[tuple[int, Point]], None, None]:
    """What the tasks give, in whatever order they end; a task whose worker was lost is given out again."""
    tasks = _tasks(asked, done)
    running: dict[Future[Any], tuple[list[Any], int]] = {}
    again: list[tuple[list[Any], int]] = []
    try:
        while True:
            while len(running) < WAITING and (task := again.pop() if again else _next(tasks)):
                running[pool.submit(asked.explorer, task[0])] = task
            if not running:
                return
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for each in ended:
                task = running.pop(each)
                try:
                    found = each.result()
                except Exception as error:
                    if task[1] == TRIES:
                        raise SweepError(
                            f"A task failed {TRIES} times over: {error or type(error).__name__}."
                        ) from error
                    again.append((task[0], task[1] + 1))
                    pool.renew()
                else:
                    yield found
    finally:
        pool.close(list(running))


def _next(tasks: Iterator[list[Any]]) -> tuple[list[Any], int] | None:
    batch = next(tasks, None)
    return (batch, 1) if batch else None


class _Pool:
    """The executor that was given, or a pool of processes of our own, which is made anew when one of them dies."""

    def __init__(self, given: Executor | None, workers: int) -> None:
        self.given = given
        self.workers = workers or os.cpu_count() or 1
        self.own: ProcessPoolExecutor | None = None

    def submit(self, explorer: str, batch: list[Any]) -> Future[Any]:
        for _ in range(TRIES):
            try:
                with undisturbed():
                    return self._executor().submit(compute, explorer, batch)
            except RuntimeError as error:  # a pool that has lost a process, or was shut down, takes no more
                if self.given is not None:
                    raise SweepError(f"The executor takes no more work: {error}.") from error
                self.renew()
        raise SweepError("The workers are lost as soon as they start.")

    def _executor(self) -> Executor:
        if self.given is not None:
            return self.given
        if self.own is None:
            # Fresh processes: a fork of one that has threads, as a notebook's kernel has, may hang.
            context = multiprocessing.get_context("spawn")
            self.own = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_deaf)
        return self.own

    def renew(self) -> None:
        """Forget a pool of our own that has lost a process."""
        if self.own is not None:
            self.own.shutdown(wait=False, cancel_futures=True)
            self.own = None

    def close(self, running: list[Future[Any]]) -> None:
        """Give back what has not begun; what was given stays with its owner."""
        for each in running:
            each.cancel()
        if self.own is not None:
            self.own.shutdown(wait=True, cancel_futures=True)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Processes that are started within do not hear Ctrl-C while they load. This one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which would let Ctrl-C through again, once it has started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deaf() -> None:
    """Ctrl-C goes to every process of a terminal: the sweep itself hears it and ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
