"""How `make mutants` runs: once all tests of the rules, to hear what they reach, then a process for each fault."""

import functools
import gc
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import connection, forkserver, get_context
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import hypothesis
import icepool  # noqa: F401  for the process that imports the rules anew: what takes long is there already
import pydantic  # noqa: F401
import pytest
from _pytest.runner import runtestprotocol
from mutants_placing import Changed, Functions, objects, replaced

RULES = [f"tests/{each}" for each in ("core", "dice", "haven", "domains", "overland")]
OPTIONS = ["-q", "--capture=sys", "--tb=no", "--no-header", "--no-summary", "-o", "timeout=0", "--benchmark-disable"]
OPTIONS += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:logging"]
LOADING = {"register", "rolls", "history", "worked", "tables", "checked", "rulings", "flips"}
"""Modules of the core whose caches hold what files and signatures say; a fault elsewhere changes nothing in them."""
MEMORY = 2 << 30
PATIENCE = 600
FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
SURVIVED, AGAIN = "", "again"

Say = Callable[[str], None]


class Job(NamedTuple):
    """A mutant, the process that tries it, where that one says what noticed it, and until when."""

    mutant: Any
    process: Any
    ear: connection.Connection
    until: float


class Quick:
    """A plugin of pytest: nothing is left to chance, nobody needs the smallest example, and one failure is enough."""

    say: Say | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        usual = hypothesis.settings.get_profile("haventms")
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutants", usual, derandomize=True, database=None, phases=phases)
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
        if self.say and call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.say(item.nodeid)


class Runner(Quick):
    """In the place of the tests it runs them once, and then for each mutant."""

    def __init__(
        self, root: Path, todo: Iterator[Any], processes: int, enough: float, keep: Callable[[Any, str], None]
    ) -> None:
        self.root, self.todo, self.processes, self.enough, self.keep = root, todo, processes, enough, keep
        self.ears = coverage.Coverage(data_file=None, include=[str(root / "haventms" / "*")], config_file=False)
        self.seconds: dict[str, float] = {}
        self.items: dict[str, pytest.Item] = {}
        self.reach: dict[str, dict[int, list[str]]] = {}
        self.jobs: list[Job] = []
        self.later: list[Any] = []
        self.noticed: defaultdict[str, list[str]] = defaultdict(list)
        self.caches: list[tuple[str, Callable[[], None]]] = []
        self.functions: dict[str, Functions] = {}
        self.anew: Any = None

    def run(self) -> None:
        here = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))  # the other process knows no path else
        self.anew = get_context("forkserver")
        self.anew.set_forkserver_preload([__name__])
        forkserver.ensure_running()
        os.environ.pop("PYTHONPATH") if here is None else os.environ.update(PYTHONPATH=here)
        self.ears.start()
        pytest.main([*OPTIONS, *RULES], plugins=[self])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            self.ears.switch_context(item.nodeid)
            start = time.process_time()
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                raise pytest.UsageError(f"{item.nodeid} fails without any fault.")
            self.seconds[item.nodeid] = time.process_time() - start
        self.ears.stop()
        data = self.ears.get_data()
        for path in data.measured_files():
            self.reach[str(Path(path).relative_to(self.root))] = data.contexts_by_lineno(path)
        seen: set[str] = set()
        rank = {}
        for name, seconds in self.seconds.items():  # the first case of each test, then all others, the quickest first
            title = name.partition("[")[0]
            rank[name] = (title in seen, seconds)
            seen.add(title)
        self.seconds = {name: self.seconds[name] for name in sorted(rank, key=rank.__getitem__)}
        gc.collect()
        self.caches, self.functions = objects(str(self.root))
        for title, clear in self.caches:
            if title not in LOADING:
                clear()
        gc.freeze()
        try:
            for mutant in self.todo:
                self.start(mutant)
            while self.jobs:
                self.wait()
            for mutant in self.later:  # they take longer
                self.start(mutant, again=True)
            while self.jobs:
                self.wait()
        finally:
            for job in self.jobs:
                job.process.kill()
        return True

    def start(self, mutant: Any, again: bool = False) -> None:
        """Try it in a process of its own: here, or where the package was not imported yet."""
        contexts = self.reach.get(mutant.file, {})
        found = {each for line in mutant.lines for each in contexts.get(line, ())}
        if "" in found or not found:  # it runs while modules are imported
            if not again:
                self.later.append(mutant)
                return
            found = {each for names in contexts.values() for each in names} if not found - {""} else found
        place = f"{mutant.file}::{mutant.place}"
        first = [name for name in reversed(self.noticed[place]) if name in found]
        tests, sum = [], 0.0
        for name in dict.fromkeys([*first, *(name for name in self.seconds if name in found)]):
            sum += self.seconds[name]
            if tests and sum > self.enough:
                break
            tests.append(name)
        while len(self.jobs) >= self.processes:
            self.wait()
        ear, mouth = get_context("fork").Pipe(duplex=False)
        if again:
            process = self.anew.Process(
                target=try_anew, args=(self.root, mutant.file, mutant.source, self.by_file(tests), mouth)
            )
        else:
            process = get_context("fork").Process(target=self.try_here, args=(mutant, tests, mouth))
        process.start()
        mouth.close()
        self.jobs.append(Job(mutant, process, ear, time.monotonic() + PATIENCE))

    def by_file(self, tests: Sequence[str]) -> dict[str, tuple[list[str], float]]:
        """The tests of each file and the seconds of all of them."""
        found: dict[str, tuple[list[str], float]] = {}
        for name in tests:
            path = name.partition("::")[0]
            names, seconds = found.get(path, ([], 0.0))
            found[path] = ([*names, name], seconds + self.seconds[name])
        return found

    def wait(self) -> None:
        """Until a process has ended; what it found is kept."""
        connection.wait([job.process.sentinel for job in self.jobs], timeout=1)
        for job in list(self.jobs):
            if job.process.is_alive():
                if time.monotonic() < job.until:
                    continue
                job.process.kill()
            job.process.join()
            self.jobs.remove(job)
            noticed = "it never ends" if job.process.exitcode else "it cannot be imported"
            with suppress(EOFError):
                noticed = job.ear.recv()
            job.ear.close()
            job.process.close()
            if noticed == AGAIN:
                self.later.append(job.mutant)
                continue
            if noticed in self.seconds:
                names = self.noticed[f"{job.mutant.file}::{job.mutant.place}"]
                names[:] = [*(name for name in names if name != noticed), noticed][-8:]
            self.keep(job.mutant, noticed)

    def try_here(self, mutant: Any, tests: Sequence[str], mouth: connection.Connection) -> None:
        """In a process of its own: change the code of what is imported already."""
        gc.freeze()
        self.say = alone(mouth)
        path = str(self.root / mutant.file)
        if not replaced(path, mutant.source, self.functions[path]):
            self.say(AGAIN)
        if Path(mutant.file).parent.name == "haventms":
            for _, clear in self.caches:
                clear()
        items = [self.items[name] for name in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            limit(2 + 20 * self.seconds[item.nodeid], functools.partial(self.say, item.nodeid))
            runtestprotocol(item, log=False, nextitem=following)
        self.say(SURVIVED)


def alone(mouth: connection.Connection) -> Say:
    """Nobody hears what this process prints, its memory is bounded, and it ends with what it says."""
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.dup2(null, 2)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))

    def say(text: str) -> None:
        mouth.send(text)
        os._exit(0)

    return say


def limit(seconds: float, then: Callable[[], None]) -> None:
    """Call that after so many seconds of the processor's time."""
    signal.signal(signal.SIGVTALRM, lambda *_: then())
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def try_anew(
    root: Path, file: str, source: str, tests: dict[str, tuple[list[str], float]], mouth: connection.Connection
) -> None:
    """In a process that has not imported the package: import it with the fault, and run the tests file by file."""
    os.chdir(root)
    quick = Some(alone(mouth))
    name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    sys.meta_path.insert(0, Changed(name, str(root / file), source))  # type: ignore[arg-type]
    for path, (names, seconds) in tests.items():
        quick.names = set(names)
        limit(60 + 20 * seconds, functools.partial(quick.say, path))
        if pytest.main([*OPTIONS, path], plugins=[quick]) not in (
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        ):
            quick.say(path)
    quick.say(SURVIVED)


class Some(Quick):
    """Only these tests run."""

    def __init__(self, say: Say) -> None:
        self.say: Say = say
        self.names: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.names]
