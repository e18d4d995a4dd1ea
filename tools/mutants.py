"""Make small faults in the rules, one at a time: a test of the rules has to notice each of them.

What is changed, and what is not, says `tools/mutants_making.py`. The tests run once, to hear which lines each of them
reaches. After that each fault gets a process of its own, forked from this one, in which everything is imported already:
the code of the changed function takes the place of the right one, and the tests that reach its lines run, the quickest
first, until one fails. A fault outside of functions, or in one that runs while modules are imported, is tried by a
process that imports the package anew.

    python tools/mutants.py [--processes N] [--seconds S] [--again] [--known] [FILE ...]

What was noticed stays so while the module and the file of the test that noticed it stay as they are; what was not is
tried again after every change. The tests of a fault run for five seconds at most: a longer one may notice what is said
to survive, --again --seconds 60 tells. Survivors have to be judged in `tests/mutants.toml`, and at most one in twenty
survives.
"""

import argparse
import hashlib
import json
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".cache" / "mutants"
RECORD = ROOT / "tests" / "mutants.toml"
LEAST = 95
# The rules of this very tree come first, what `make mutants` installs last: the environment serves where it can.
sys.path[:0] = [str(ROOT), str(ROOT / "widgets")]
sys.path.append(str(KEPT / "site"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="modules of the rules; all where none is named")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="so many faults at a time")
    parser.add_argument("--seconds", type=float, default=5, metavar="S", help="of tests that none is tried longer with")
    parser.add_argument("--again", action="store_true", help="try the survivors again, though nothing has changed")
    parser.add_argument("--known", action="store_true", help="run nothing, judge what is known")
    asked = parser.parse_args()
    files = asked.files or [str(path.relative_to(ROOT)) for path in sorted((ROOT / "haventms").rglob("*.py"))]
    if missing := [file for file in files if not (ROOT / file).is_file()]:
        parser.error(f"there is no module {missing[0]}")
    if not asked.known:
        from mutants_running import Runner

        results = Progress(asked.again)
        folders = {Path(file).parts[1] for file in files}
        Runner(ROOT, folders, results.todo(files), asked.processes, asked.seconds, results.keep).run()
        results.write()
    return judged(files)


class Known:
    """What is known of the mutants of a module, kept on disk: key -> the test that noticed it, "" for a survivor."""

    def __init__(self, file: str) -> None:
        self.path = KEPT / f"{file.replace('/', '--')}.json"
        self.module = digest(ROOT / file)
        found = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        if found.get("module") != self.module:
            found = {}
        self.keys: list[str] | None = found.get("keys")
        rows = found.get("mutants", {})
        self.rows: dict[str, tuple[str, str]] = {key: tuple(row) for key, row in rows.items() if holds(*row)}

    def add(self, key: str, noticed: str) -> None:
        self.rows[key] = (noticed, mark(noticed))

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        found = {"module": self.module, "keys": self.keys, "mutants": self.rows}
        self.path.with_suffix(".new").write_text(json.dumps(found, indent=0, ensure_ascii=False), encoding="utf-8")
        self.path.with_suffix(".new").replace(self.path)


def mark(noticed: str) -> str:
    """What has to stay as it is: the file of the test that noticed, or everything where none did."""
    path = ROOT / noticed.partition("::")[0]
    return digest(path) if path.is_file() else whole()


def holds(noticed: str, marked: str) -> bool:
    return marked == mark(noticed)


@cache
def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


@cache
def whole() -> str:
    """The digest of the rules and of all their tests."""
    paths = [*(ROOT / "haventms").rglob("*.*"), *(ROOT / "tests").rglob("*.py")]
    marks = [f"{path.relative_to(ROOT)} {digest(path)}" for path in sorted(paths) if "__pycache__" not in path.parts]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()[:16]


class Progress:
    """Hands out the mutants that nothing is known of, keeps what is found, and says how far it is."""

    def __init__(self, again: bool) -> None:
        self.again = again
        self.known: dict[str, Known] = {}
        self.start = self.written = time.monotonic()
        self.counts: Counter[bool] = Counter()

    def todo(self, files: list[str]) -> Iterator[Any]:
        from mutants_making import mutants

        for number, file in enumerate(files, 1):
            known = self.known[file] = Known(file)
            found = list(mutants(ROOT, file))
            known.keys = [each.key for each in found]
            left = [
                each for each in found if each.key not in known.rows or (self.again and not known.rows[each.key][0])
            ]
            self.write()
            self.say(f"{number} of {len(files)}, {file}: {len(left)} of {len(found)} are to be tried")
            yield from left

    def keep(self, mutant: Any, noticed: str) -> None:
        self.known[mutant.file].add(mutant.key, noticed)
        self.counts[bool(noticed)] += 1
        if not noticed:
            self.say(f"  survives: {mutant.file}, {mutant.key}")
        if time.monotonic() - self.written > 10:
            self.write()

    def write(self) -> None:
        self.written = time.monotonic()
        for known in self.known.values():
            known.write()

    def say(self, text: str) -> None:
        # pytest has its own way with what is printed
        minutes, tried = (time.monotonic() - self.start) / 60, self.counts.total()
        print(
            f"[{minutes:.0f} min, {tried} tried, {self.counts[False]} survived] {text}", file=sys.__stdout__, flush=True
        )


def judged(files: list[str]) -> int:
    """Say what is known of these modules; 1 where a survivor is not judged, or too many are."""
    record: list[dict[str, Any]] = tomllib.loads(RECORD.read_text(encoding="utf-8")).get("survivor", [])
    reasons = {(row["file"], key_of(row)): row["why"] for row in record}
    complaints, tried, survivors, untried = [], 0, 0, 0
    for file in files:
        known = Known(file)
        keys = known.keys or []
        found = {key: known.rows[key][0] for key in keys if key in known.rows}
        alive = [key for key, noticed in found.items() if not noticed]
        gone = {key for key, noticed in found.items() if noticed} | ({key for _, key in reasons} - set(keys))
        over = [key for where, key in reasons if where == file and known.keys is not None and key in gone]
        complaints += [f"{file}, {key}: survives and is not judged." for key in alive if not reasons.get((file, key))]
        complaints += [f"{file}, {key}: is judged, but does not survive any more." for key in over]
        tried, survivors = tried + len(found), survivors + len(alive)
        untried += 1 if known.keys is None else len(keys) - len(found)
        print(f"{file}: {len(found) - len(alive)} of {len(found)} were noticed, {len(alive)} survive.")
    score = 100 * (tried - survivors) / tried if tried else 0
    complaints += [f"{untried} mutants or more are not tried yet."] * bool(untried)
    complaints += [f"At least {LEAST} % have to be noticed."] * (score < LEAST)
    print("\n".join([*complaints, f"{tried} mutants, {survivors} survive: {score:.1f} % were noticed."]))
    return 1 if complaints else 0


def key_of(row: dict[str, Any]) -> str:
    again = f" ({row['nth']})" if row.get("nth", 1) > 1 else ""
    return f"{row['in'] or 'module'}: {row['line']} -> {row['becomes']}{again}"


if __name__ == "__main__":
    sys.exit(main())
