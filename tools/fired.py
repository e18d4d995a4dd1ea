"""Keep the record of what fires: for each clause and ruling the tests and the chapters whose results it decides.

`python -m pytest --fired FOLDER` and `book/_tools/notebooks.py --fired FOLDER` listen. This tool writes from what they
heard `tests/fired.toml`, which the page on coverage shows; with --check it changes nothing and fails where the record
claims what was not heard, or where a clause that is computed was not heard at all.

    python tools/fired.py [--check] TESTS CHAPTERS
"""

import argparse
import ast
import json
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import clauses

import haventms
from haventms import Entry

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "fired.toml"
MOST = 3
HEAD = "# Which tests and chapters each clause and ruling fires in: `make fired` writes it, `make suite` checks it.\n"

Record = dict[str, dict[str, list[str]]]
Heard = dict[str, set[str]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=Path, help="the folder that the tests wrote")
    parser.add_argument("chapters", type=Path, help="the folder that the notebooks wrote")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if the record is wrong")
    asked = parser.parse_args()
    tests, chapters = heard(asked.tests), heard(asked.chapters)
    if asked.check:
        complaints = faults(tomllib.loads(RECORD.read_text(encoding="utf-8")), tests, chapters)
        print("\n".join([*complaints, *["`make fired` writes the record anew."] * bool(complaints)]))
        return 1 if complaints else 0
    RECORD.write_text(written(record(tests, chapters)), encoding="utf-8")
    print(f"{RECORD.relative_to(ROOT)} written.")
    return 0


def heard(folder: Path) -> Heard:
    """Test or chapter -> what fired in it."""
    found: Heard = {}
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = data if isinstance(data, dict) else {path.stem.replace("--", "/"): data}  # a chapter has its own file
        for name, ids in rows.items():
            found.setdefault(name, set()).update(ids)
    return found


def record(tests: Heard, chapters: Heard) -> Record:
    """For each id the chapters, and the tests of its system that are most its own.

    Those that name it come before those that fire little else. A test of a clause has to fail when the clause is
    broken, else it is none.
    """
    entries = [entry for entry in haventms.clauses() if entry.kind != "erratum"]
    own = {entry.id: candidates(entry, tests) for entry in entries}
    asked = [entry.id for entry in entries if entry.kind == "clause" and entry.computed_by and own[entry.id]]
    with clauses.one_by_one(processes=2) as pool:
        noticed = pool.starmap(noticing, [(id, own[id]) for id in asked], chunksize=1)
    proved = {id: names[:MOST] for id, names in own.items()} | dict(zip(asked, noticed, strict=True))
    told = {entry.id: sorted(name for name, ids in chapters.items() if entry.id in ids) for entry in entries}
    return {
        "tests": {id: names for id, names in proved.items() if names},
        "chapters": {id: names for id, names in told.items() if names},
    }


def candidates(entry: Entry, tests: Heard) -> list[str]:
    """The tests in which the entry fires, those first that are most its own."""
    fitting = [name for name, ids in tests.items() if entry.id in ids and name.startswith(f"tests/{entry.system}/")]
    return sorted(fitting, key=lambda name: rank(entry.id, name, tests[name]))


def noticing(id: str, names: list[str]) -> list[str]:
    """The first few of these tests that fail while the clause is broken; they are tried a handful at a time."""
    for start in range(0, len(names), 2 * MOST):
        some = names[start : start + 2 * MOST]
        passed = clauses.passing(id, some)
        if found := [name for name in some if name not in passed]:
            return found[:MOST]
    return []


def rank(id: str, name: str, ids: set[str]) -> tuple[bool, int, str]:
    path, _, function = name.partition("::")
    named = re.search(rf"{id}\b", sources(path).get(function, ""))
    return named is None, len(ids), name


@cache
def sources(path: str) -> dict[str, str]:
    """The text of each test function of a file, with its decorators."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return {node.name: ast.unparse(node) for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def written(found: Record) -> str:
    parts = [HEAD]
    for title, rows in found.items():
        parts.append(f"\n[{title}]\n")
        for id, names in rows.items():
            listed = ", ".join(f'"{name}"' for name in names)
            line = f"{id} = [{listed}]\n"
            long = "".join(f'  "{name}",\n' for name in names)
            parts.append(line if len(line) <= 120 else f"{id} = [\n{long}]\n")
    return "".join(parts)


def faults(kept: Record, tests: Heard, chapters: Heard) -> list[str]:
    """One sentence for each claim that does not hold, and for each computed clause that no test fires."""
    found = [
        f"{id} is said to fire in {name}, and does not."
        for title, were in (("tests", tests), ("chapters", chapters))
        for id, names in kept[title].items()
        for name in names
        if id not in were.get(name, set())
    ]
    for entry in haventms.clauses():
        if entry.kind == "clause" and entry.computed_by and entry.id not in kept["tests"]:
            found.append(f"{entry.id} is computed, but no test is known in which it decides anything.")
    unknown = {id for rows in kept.values() for id in rows if id not in haventms.clauses()}
    return found + [f"{id} is in {RECORD.name}, but not in the register." for id in sorted(unknown)]


if __name__ == "__main__":
    sys.exit(main())
