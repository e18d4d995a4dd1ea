"""Send a million inputs to every way into every explorer: `make fuzz`, or `python tests/fuzz/run.py --help`.

Only a View or plain sentences may come back. What fails is made smaller and written to a file, each with the command
that sends it again. Nothing is drawn from a clock: the same seed sends the same inputs, in however many processes.
"""

import argparse
import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))


def left(_number: int, _frame: Any) -> None:
    """Ctrl-C while all of this is being loaded."""
    print("Stopped before anything was sent.", flush=True)
    os._exit(130)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, left)

from haventms_widgets import explorers, run_state  # noqa: E402
from haventms_widgets.sweeps.running import undisturbed  # noqa: E402

from fuzz.inputs import Input, made  # noqa: E402
from fuzz.judge import tried  # noqa: E402
from fuzz.shrink import shrunk  # noqa: E402

BATCH = 200
KEPT = 5
"""So many of the slowest inputs, and of the failures of one kind, are told."""
ENOUGH = 20.0
"""Seconds of CPU after which an input has failed."""
NEAR = 0.2
"""Seconds of CPU that the slowest input should not be far from."""


class TooLong(Exception):
    """An input took longer than anybody waits."""


@dataclass
class Batch:
    """What some inputs gave: counts by explorer and kind, the slowest as (seconds, number), the failures."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: list[tuple[float, int]] = field(default_factory=list)
    failures: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: "Batch") -> None:
        """Take another one in."""
        self.counts += other.counts
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:KEPT]
        self.failures += other.failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, metavar="N", help="inputs to send (1,000,000)")
    parser.add_argument("--seed", type=int, default=None, help="what the inputs hang on (a new one each time)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="P", help="processes (all)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="send this one input again and show what comes back")
    parser.add_argument("--output", type=Path, default=ROOT / ".cache" / "fuzz", metavar="FOLDER", help="for failures")
    parser.add_argument("--guided", action="store_true", help="guided by coverage, in one process (needs atheris)")
    asked = parser.parse_args()
    seed = int.from_bytes(os.urandom(3)) if asked.seed is None else asked.seed
    if asked.only is not None:
        return show(seed, asked.only)
    if asked.guided:
        from fuzz.guided import guided

        return guided(asked.count, seed, asked.output)
    print(f"{asked.count:,} inputs, seed {seed}, {asked.processes} processes.", flush=True)
    began = time.monotonic()
    whole = Batch()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for done, batch in enumerate(batches(asked.count, seed, asked.processes), 1):
            whole.add(batch)
            progress(min(done * BATCH, asked.count), asked.count, len(whole.failures), time.monotonic() - began)
    except KeyboardInterrupt:
        print(f"\nStopped after {sum(whole.counts.values()):,} inputs; --seed {seed} sends the same ones again.")
        report(whole, seed, time.monotonic() - began, asked.output)
        return 130
    return report(whole, seed, time.monotonic() - began, asked.output)


def batches(count: int, seed: int, processes: int) -> Iterator[Batch]:
    """The inputs in batches, as they are done."""
    tasks = [(seed, start, min(start + BATCH, count)) for start in range(0, count, BATCH)]
    if processes == 1:
        ready()
        yield from map(sent, tasks)
        return
    with undisturbed():
        pool = multiprocessing.get_context("spawn").Pool(processes, ready)
    with pool:
        yield from pool.imap_unordered(sent, tasks)


def ready() -> None:
    """In each process: Ctrl-C is for the first one, and an input that takes too long is broken off."""
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _too_long)


def _too_long(_number: int, _frame: Any) -> None:
    raise TooLong(f"takes more than {ENOUGH:g} s of CPU")


def sent(task: tuple[int, int, int]) -> Batch:
    """Send the inputs of one batch. After them all defaults are what they were before: nothing was changed."""
    seed, start, end = task
    batch, before = Batch(), defaults()
    for number in range(start, end):
        each = made(seed, number)
        watched(ENOUGH)
        verdict = tried(each)
        watched(0)
        id = each.explorer if each.explorer in explorers() else "another name"
        batch.counts[id, verdict.kind] += 1
        batch.slowest.append((verdict.seconds, number))
        if verdict.wrong:
            batch.failures.append((number, verdict.wrong))
    batch.slowest = sorted(batch.slowest, reverse=True)[:KEPT]
    if defaults() != before:
        batch.failures.append((start, f"or one of the {end - start - 1} after it leaves the defaults changed"))
    return batch


def defaults() -> list[str]:
    """The default case of every explorer."""
    return [run_state(id, "") for id in explorers()]


def watched(seconds: float) -> None:
    """Break off what takes more CPU than this; 0 ends it. Only where the system can."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def progress(done: int, count: int, failed: int, seconds: float) -> None:
    """A line that is written over on a terminal; elsewhere one a tenth."""
    told = f"{done:,} of {count:,} inputs, {done / seconds:,.0f} a second, {failed} failures"
    if sys.stdout.isatty():
        print(f"\r{told}", end="" if done < count else "\n", flush=True)
    elif done * 10 // count > max(done - BATCH, 0) * 10 // count:
        print(told, flush=True)


def report(whole: Batch, seed: int, seconds: float, folder: Path) -> int:
    """Counts by explorer, the slowest, the failures by kind; 1 where there is one."""
    print(f"{'':20} {'views':>9} {'refused':>9} {'failed':>9}")
    for id in sorted({id for id, _ in whole.counts}):
        numbers = (whole.counts[id, kind] for kind in ("view", "refused", "failed"))
        print(f"{id:20} " + " ".join(f"{number:9,}" for number in numbers))
    again = f"python tests/fuzz/run.py --seed {seed} --only"
    least = 0.0
    for took, number in whole.slowest:
        quiet = min(took, alone(seed, number))
        least = max(least, quiet)
        print(f"slowest: {1000 * took:4.0f} ms of CPU, {1000 * quiet:4.0f} ms by itself: {again} {number}")
    if least > 2 * NEAR:
        print(f"The slowest is far from {1000 * NEAR:.0f} ms; where that is not the machine, a cap is missing.")
    print(f"{sum(whole.counts.values()):,} inputs in {seconds:,.0f} s, {len(whole.failures)} failures.")
    if not whole.failures:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, list[tuple[int, str]]] = {}
    for number, wrong in whole.failures:
        kinds.setdefault(wrong[:40], []).append((number, wrong))
    file = folder / f"{seed}.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for found in kinds.values():
            number, wrong = found[0]
            small = shrunk(made(seed, number))
            print(f"{len(found)} times: {wrong[:300]}\n  {again} {number}\n  made smaller: {told(small)[:300]}")
            for number, wrong in found[:100]:
                again_ = f"{again} {number}"
                out.write(json.dumps({"again": again_, "wrong": wrong, "input": told(made(seed, number))}) + "\n")
    print(f"All of them are in {file}.")
    return 1


def alone(seed: int, number: int) -> float:
    """Seconds of CPU of one input, the better of two."""
    return min(tried(made(seed, number)).seconds for _ in range(2))


def told(each: Input) -> str:
    """An input as text that can be read back."""
    return repr(tuple(each))


def show(seed: int, number: int) -> int:
    """Send one input again."""
    each = made(seed, number)
    print(told(each))
    verdict = tried(each)
    print(f"{verdict.kind}, {1000 * verdict.seconds:.0f} ms of CPU. {verdict.wrong}")
    if verdict.wrong:
        print(f"made smaller: {told(shrunk(each))}")
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
