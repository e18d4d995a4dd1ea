"""How `make mutants` runs: once all tests of the rules, to hear what they reach, then a process for each fault."""

import functools
import gc
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
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

SYSTEMS = {"haven", "domains", "overland"}
OPTIONS = ["-q", "--capture=sys", "--tb=no", "--no-header", "--no-summary", "-o", "timeout=0", "--benchmark-disable"]
OPTIONS += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:logging"]
LOADING = {"register", "rolls", "history", "worked", "tables", "checked", "rulings", "flips"}
"""Modules of the core whose caches hold what files and signatures say; a fault elsewhere changes nothing in them."""
MEMORY = 2 << 30
PATIENCE = 3600
SURVIVED, AGAIN = "", "again"

Say = Callable[[str], None]


class Job(NamedTuple):
    """A mutant, the process that tries it, where that one says what noticed it, and until when.

    `doubt` whether it was in force everywhere: it changes what also runs while modules are imported.
    """

    mutant: Any
    doubt: bool
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
        self,
        root: Path,
        folders: set[str],
        todo: Iterator[Any],
        processes: int,
        enough: float,
        keep: Callable[[Any, str], None],
    ) -> None:
        # The systems never import each other: where only theirs are asked for, the others' tests reach nothing of it.
        wanted = {*(folders if folders <= SYSTEMS else {*SYSTEMS, "dice"}), "core"}
        self.tests = [f"tests/{each}" for each in sorted(wanted)]
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
        pytest.main([*OPTIONS, *self.tests], plugins=[self])

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
        doubt = "" in found and not again
        found -= {""}
        if not again and not found:  # it only runs while modules are imported
            self.later.append(mutant)
            return
        while len(self.jobs) >= self.processes:
            self.wait()
        ear, mouth = get_context("fork").Pipe(duplex=False)
        if again:
            everywhere = {each for names in contexts.values() for each in names if each}
            # One test alone may have been the first to import the module: that is no reason to ask no other.
            files = self.by_file(found if len(found) > 1 else everywhere)
            what = (self.root, mutant.file, mutant.source, files, mouth)
            process = self.anew.Process(target=try_anew, args=what)
        else:
            noticed = self.noticed[f"{mutant.file}::{mutant.place}"]
            names = [*(name for name in reversed(noticed) if name in found), *filter(found.__contains__, self.seconds)]
            process = get_context("fork").Process(target=self.try_here, args=(mutant, self.some(names), mouth))
        process.start()
        mouth.close()
        self.jobs.append(Job(mutant, doubt, process, ear, time.monotonic() + PATIENCE))

    def some(self, names: Sequence[str]) -> list[str]:
        """Those that take no longer than is enough, and the first in any case."""
        found, left = [], self.enough
        for name in dict.fromkeys(names):
            left -= self.seconds[name]
            if found and left < 0:
                break
            found.append(name)
        return found

    def by_file(self, names: set[str]) -> dict[str, float]:
        """The files of these tests, those with most of them first, each with the seconds of all its tests.

        Arguments that are refused never reach the rule that they are for, so all tests of a file are run.
        """
        counted = Counter(name.partition("::")[0] for name in names)
        seconds: Counter[str] = Counter()
        for name, each in self.seconds.items():
            seconds[name.partition("::")[0]] += each  # type: ignore[assignment]
        return {path: seconds[path] for path, _ in counted.most_common()}

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
            if noticed == AGAIN or (job.doubt and noticed == SURVIVED):
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


def try_anew(root: Path, file: str, source: str, files: dict[str, float], mouth: connection.Connection) -> None:
    """In a process that has not imported the package: import it with the fault, and run the tests file by file."""
    os.chdir(root)
    quick = Quick()
    quick.say = alone(mouth)
    name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    sys.meta_path.insert(0, Changed(name, str(root / file), source))  # type: ignore[arg-type]
    for path, seconds in files.items():
        limit(60 + 20 * seconds, functools.partial(quick.say, path))
        if pytest.main([*OPTIONS, path], plugins=[quick]) != pytest.ExitCode.OK:
            quick.say(path)
    quick.say(SURVIVED)
