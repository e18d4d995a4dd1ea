"""Break the function of each clause on purpose: one of the clause's own examples, and each of its own tests, must fail.

A test may well name a clause and yet not test it. Here the function that the register names answers wrongly wherever
the clause decides; whoever does not notice does not check it.

    python tools/clauses.py [--tests] [ID ...]

Without --tests only the worked examples are run, which takes seconds. With it, the tests that `tests/fired.toml`
records for the clause are run too, each clause in a process of its own.
"""

import argparse
import multiprocessing
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import wraps
from importlib import import_module
from io import StringIO
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from pydantic import BaseModel

import haventms
from haventms import Entry, RuleError, fired
from haventms.ledger import Ledger, Line

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "fired.toml"


class Wrong(Exception):
    """What a broken function says where the right one refuses."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="ID", help="clauses; all that are computed where none is named")
    parser.add_argument("--tests", action="store_true", help="run the recorded tests of each clause too")
    asked = parser.parse_args()
    ids = asked.ids or [entry.id for entry in haventms.clauses() if entry.kind == "clause" and entry.computed_by]
    for system in ("haven", "domains", "overland"):  # once, before each clause gets a process of its own
        import_module(f"haventms.{system}")
    haventms.examples()
    with one_by_one() as pool:
        entries = [haventms.clauses()[id] for id in ids]
        complaints = [each for found in pool.imap(examples_of, entries, chunksize=1) for each in found]
    if asked.tests:
        for id in ids:
            complaints += tests_of(id)
    for complaint in complaints:
        print(complaint)
    print(f"{len(ids)} clauses were broken, {len(complaints)} times nobody noticed.")
    return 1 if complaints else 0


def one_by_one(processes: int = 1) -> Pool:
    """Each clause in a process of its own: what is wrong must not stay in a cache."""
    return multiprocessing.get_context("fork").Pool(processes, maxtasksperchild=1)


def examples_of(entry: Entry) -> list[str]:
    """A complaint if all worked examples of the clause still come out as expected when it is broken."""
    own = haventms.examples(clause=entry.id)
    with broken(entry):
        if any(map(noticed, own)):
            return []
    return [f"{entry.id}: none of its {len(own)} examples fails when its function is broken."]


def noticed(example: haventms.Example) -> bool:
    try:
        return bool(example.differences())
    except Exception:  # whatever happens to a wrong value further on
        return True


def tests_of(id: str) -> list[str]:
    """A complaint for each recorded test of the clause that passes when it is broken."""
    record: list[str] = tomllib.loads(RECORD.read_text(encoding="utf-8"))["tests"].get(id, [])
    if not record:
        return [f"{id}: {RECORD.name} names no test."]
    with one_by_one() as pool:
        passed: list[str] = pool.apply(passing, (id, record))
    return [f"{id}: {name} passes when its function is broken." for name in passed]


class Heard:
    """Which tests failed in one of their cases."""

    def __init__(self) -> None:
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0])


def passing(id: str, tests: list[str]) -> list[str]:
    """The tests of which no case fails while the clause is broken, and those that are not there."""
    heard = Heard()
    with broken(haventms.clauses()[id]), redirect_stdout(StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", "--benchmark-disable", "--timeout=20", *tests], plugins=[heard])
    return [each for each in tests if each not in heard.failed]


@contextmanager
def broken(entry: Entry) -> Iterator[None]:
    """While it is open, the function that computes this clause answers wrongly wherever the clause decides."""
    home, _, name = entry.computed_by.rpartition(".")
    right = getattr(import_module(home), name)
    with ExitStack() as stack:
        if cell := checked_by(right):
            kept = cell.cell_contents
            cell.cell_contents = spoilt(kept, entry.id)
            stack.callback(setattr, cell, "cell_contents", kept)
        else:
            wrong = spoilt(right, entry.id)
            for module in [each for title, each in sys.modules.items() if title.startswith("haventms.")]:
                for space in (vars(module), *(each for each in vars(module).values() if type(each) is dict)):
                    if held := {key: wrong for key, value in space.items() if value is right}:
                        stack.enter_context(patch.dict(space, held))
        yield


def checked_by(function: Any) -> Any:
    """Where a function that validates its arguments keeps the one that it calls: the same for whoever holds it."""
    code = getattr(function, "__code__", None)
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True) if code else ()
    return dict(cells).get("by_name")


def spoilt(function: Callable[..., Any], id: str) -> Callable[..., Any]:
    """The function, wrong where this clause has decided."""

    @wraps(function)
    def call(*values: Any, **named: Any) -> Any:
        with fired() as found:
            try:
                answer = function(*values, **named)
            except RuleError as error:
                if error.clause == id:
                    raise Wrong(id) from None
                raise
        lines = lines_of((*values, *named.values(), answer))
        return otherwise(answer) if id in found or id in {line.clause for line in lines} else answer

    return call


def lines_of(value: Any) -> list[Line]:
    """The lines in a value: of a ledger that is being written, of a result, of a tuple that becomes one."""
    if isinstance(value, Line):
        return [value]
    if isinstance(value, tuple):
        return [line for each in value for line in lines_of(each)]
    return list(value._lines if isinstance(value, Ledger) else getattr(value, "ledger", ()))


def otherwise(value: Any, number: int = 1) -> Any:
    """Something of the same form in which everything is different, and each number by another amount."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Fraction):
        return value + number
    if isinstance(value, str):
        return f"not {value}"
    if value is None:
        return number
    if isinstance(value, BaseModel):
        names = [name for name in type(value).model_fields if name not in ("ledger", "rulings_used", "rulings")]
        return value.model_copy(update={name: otherwise(getattr(value, name), i) for i, name in enumerate(names, 1)})
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: otherwise(getattr(value, each.name), i) for i, each in enumerate(fields(value), 1)}
        return replace(value, **found)
    if isinstance(value, Mapping):
        return {key: otherwise(each, i) for i, (key, each) in enumerate(value.items(), 1)}
    if isinstance(value, tuple):
        changed = [otherwise(each, i) for i, each in enumerate(value, 1)]
        return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed) or (1,)
    return None


if __name__ == "__main__":
    sys.exit(main())
