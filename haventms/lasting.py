"""Ids and texts that last: what is amiss between the register, the log of its texts, the stones and the examples.

The build of the book and the tests ask for it; nothing that computes does. Each finding names file and line.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from .history import Revision, hash_of, read_log, text_of
from .register import KINDS, SYSTEMS, Entry, RegisterError, Stone, heads, read_entries, read_stones

RAISE = "`python tools/revise.py` writes it into the history, with a reason"
CITED = re.compile(r"\b((?:[HDO]-[A-Z]{2,}-\d+|[RE]-(?:HAVEN|DOMAINS|OVERLAND)-[A-Z0-9-]*[A-Z0-9]))(?:@(\d+))?")


class Files:
    """The register of the package in a folder, with the places of its ids."""

    def __init__(self, home: Traversable) -> None:
        self.home = home
        self.stones: dict[str, Stone] = read_stones(home)
        self.entries: list[Entry] = [each for system in SYSTEMS for each in read_entries(home, system)]
        self.log: dict[str, tuple[Revision, ...]] = {}
        self.places: dict[str, list[tuple[str, int]]] = {}  # in clauses, rulings and errata
        self.logged: dict[str, list[tuple[str, int]]] = {}  # in the log, a place a revision
        self.stone_lines = heads(self.read("stones.toml"))
        for system in SYSTEMS:
            self.log |= read_log(home, system)
            for name in KINDS:
                for id, lines in heads(self.read(f"{system}/{name}.toml")).items():
                    self.places.setdefault(id, []).extend((f"{system}/{name}.toml", line) for line in lines)
            for id, lines in heads(self.read(f"{system}/history.toml")).items():
                self.logged[id] = [(f"{system}/history.toml", line) for line in lines]

    def read(self, file: str) -> str:
        return self.home.joinpath(file).read_text(encoding="utf-8")

    def error(self, entry: Entry, sentence: str) -> RegisterError:
        return RegisterError(*self.places[entry.id][0], sentence)


def problems(home: Traversable) -> list[RegisterError]:
    """What is amiss in the register of the package in this folder; an empty list when all is well."""
    try:
        found = Files(home)
    except RegisterError as error:
        return [error]
    return [*_doubled(found), *_lost(found), *_texts(found), *_stones(found), *_stale(found)]


def _doubled(found: Files) -> Iterator[RegisterError]:
    for id, places in found.places.items():
        for file, line in places[1:]:
            first = "{}:{}".format(*places[0])
            yield RegisterError(file, line, f"{id} is registered twice; it stands in {first} already.")


def _lost(found: Files) -> Iterator[RegisterError]:
    """Every id that ever was is in the register or has a stone."""
    new = {_same(text_of(each)): each for each in found.entries if each.id not in found.log}
    for id, past in found.log.items():
        if id in found.places or id in found.stones:
            continue
        sentence = f"{id} is gone from the register. An id is for ever: bring it back, or set a stone in stones.toml."
        if now := new.get(_same(past[-1].text)):
            sentence = f"{id} was renamed to {now.id} ({'{}:{}'.format(*found.places[now.id][0])}). An id is for ever."
        yield RegisterError(*found.logged[id][-1], sentence)


def _same(text: str) -> tuple[str, ...]:
    """What a renamed clause keeps: its title and its summary."""
    return tuple(text.split("\n")[:2])


def _texts(found: Files) -> Iterator[RegisterError]:
    """Every text is the last one of the log, and every text of the log is as it was written."""
    for id, past in found.log.items():
        for number, (place, revision) in enumerate(zip(found.logged[id], past, strict=True), 1):
            if hash_of(revision.text) != revision.hash:
                yield RegisterError(*place, f"Revision {number} of {id} was changed after it was written.")
            if revision.date < past[max(number - 2, 0)].date:
                yield RegisterError(*place, f"Revision {number} of {id} is dated before the one that it follows.")
    for entry in found.entries:
        now, count = text_of(entry), len(found.log.get(entry.id, ()))
        if not count:
            yield found.error(entry, f"{entry.id} is new: {RAISE}.")
        elif entry.revision != count:
            yield found.error(entry, f"{entry.id} says revision {entry.revision}; its history has {count}.")
        elif hash_of(now) != found.log[entry.id][-1].hash:
            yield found.error(entry, f"The text of {entry.id} has changed and its revision has not: {RAISE}.")


def _stones(found: Files) -> Iterator[RegisterError]:
    """A stone stands for an id that was, and leads to one that is."""
    for id, stone in found.stones.items():
        line = found.stone_lines[id][0]
        if id in found.places:
            yield RegisterError("stones.toml", line, f"{id} is retired and stands in {_place(found, id)} all the same.")
        elif id not in found.log:
            yield RegisterError("stones.toml", line, f"{id} never was: the history does not know it.")
        for onward in stone.see:
            if onward not in found.places:
                yield RegisterError("stones.toml", line, f"The stone of {id} leads to {onward}, which is not there.")


def _place(found: Files, id: str) -> str:
    return "{}:{}".format(*found.places[id][0])


def _stale(found: Files) -> Iterator[RegisterError]:
    """An example was checked against the text that its clauses have now."""
    for system in SYSTEMS:
        for file in sorted(found.home.joinpath(system, "examples").iterdir(), key=lambda each: each.name):
            place = f"{system}/examples/{file.name}"
            text = file.read_text(encoding="utf-8")
            lines = heads(text)
            for id, example in tomllib.loads(text).items():
                cited = [*example["clauses"], example.get("ruling", "")]
                yield from stale(found.entries, place, lines[id][0], f"The example {id}", ", ".join(cited))


def stale(entries: list[Entry], file: str, line: int, what: str, text: str) -> Iterator[RegisterError]:
    """The ids in a text that were checked at another revision than the one that they have now.

    A text names the revision behind the id: `H-ICE-2@3`. At the first it may be left out; once in a text is enough.
    `line` is that of the text's first line.
    """
    named: dict[str, set[int]] = {}
    lines: dict[str, int] = {}
    for match in CITED.finditer(text):
        named.setdefault(match[1], set()).add(int(match[2] or 1))
        lines.setdefault(match[1], line + text.count("\n", 0, match.start()))
    for entry in entries:
        checked, now = named.get(entry.id, {entry.revision}), entry.revision
        if now in checked:
            continue
        told = f"{what} was checked with revision {max(checked)} of {entry.id}, which is at {now}"
        mend = f"read both again, mend what no longer holds, and write {entry.id}{f'@{now}' if now > 1 else ''}"
        yield RegisterError(file, lines[entry.id], f"{told}: {mend}.")


def stale_tests(home: Traversable, folder: Path) -> list[RegisterError]:
    """The same of the tests in a folder; a file names a revision once."""
    entries = Files(home).entries
    return [
        error
        for file in sorted(folder.rglob("*.py"))
        for error in stale(entries, f"{folder.name}/{file.name}", 1, "This test", file.read_text(encoding="utf-8"))
    ]
