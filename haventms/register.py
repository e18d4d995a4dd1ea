"""The register: every clause, ruling and erratum by its id, and the tie from functions to clauses."""

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

SYSTEMS = ("haven", "domains", "overland")
KINDS = {"clauses": "clause", "rulings": "ruling", "errata": "erratum"}
"""The files of a system and what stands in them."""

F = TypeVar("F", bound=Callable[..., Any])
M = TypeVar("M", bound=BaseModel)

_HEAD = re.compile(r"\[{1,2}\s*[\"']?([^\"'\]]+)[\"']?\s*\]")


class Choice(BaseModel):
    """One reading of an open question: the token that `Rulings` takes and what it means."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    token: str
    meaning: str
    literal: bool = False


class Entry(BaseModel):
    """One clause, ruling or erratum.

    `computed_by` is the dotted name of the function that computes it; where nothing is computed, `reason` says why.
    `section` is the passage of the source. `rulings` are the open questions of a clause; a ruling has `choices`, its
    default first, unless it is fixed. `words` are what players call it. `revision` counts the texts that it has had.

    An erratum says when it was `noted`, what in the source its passage `contradicts`, what this book `does` about it,
    and which `clauses` it is about.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: Literal["clause", "ruling", "erratum"]
    system: Literal["haven", "domains", "overland"]
    title: str
    summary: str
    section: str
    revision: int = 1
    computed_by: str = ""
    reason: str = ""
    rulings: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    chapter: str = ""
    words: tuple[str, ...] = ()
    noted: date | None = None
    contradicts: str = ""
    does: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The anchor in the book: the id in lower case."""
        return self.id.lower()

    @property
    def field(self) -> str:
        """The field of `Rulings` that a ruling is, "" for a fixed one and for everything else."""
        return self.id[2:].lower().replace("-", "_") if self.choices else ""


class Stone(BaseModel):
    """What is left of a retired id: since when, why, and the ids to go to instead."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    date: date
    reason: str
    see: tuple[str, ...] = ()

    def __str__(self) -> str:
        onward = f" See {' and '.join(self.see)}." if self.see else ""
        return f"{self.id} is retired since {self.date}: {self.reason.rstrip('.')}.{onward}"


class RegisterError(ValueError):
    """What is wrong in a file of the register: `file` is its name from the package's folder, `line` counts from 1."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
        self.file, self.line, self.sentence = file, line, sentence


class Register:
    """All entries in the order of their systems: iterate it, or look one up by id with `register["H-SPD-1"]`."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._entries = {entry.id: entry for entry in entries}
        if len(self._entries) != len(entries):
            ids = [entry.id for entry in entries]
            raise ValueError(f"registered twice: {sorted({each for each in ids if ids.count(each) > 1})}")

    def __getitem__(self, id: str) -> Entry:
        try:
            return self._entries[id]
        except KeyError:
            raise UnknownId(id, self) from None

    def __contains__(self, id: object) -> bool:
        return id in self._entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Register of {len(self)} clauses, rulings and errata>"


class UnknownId(KeyError):
    """An id that the register does not have; the sentence names the nearest ones, or where a retired one went."""

    def __init__(self, id: str, register: Register) -> None:
        super().__init__(id)
        if stone := stones().get(id.upper()):
            self.sentence = str(stone)
            return
        near = get_close_matches(id.upper(), [entry.id for entry in register], n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        self.sentence = f"There is no clause, ruling or erratum {id!r}{hint}"

    def __str__(self) -> str:
        return self.sentence


@cache
def clauses() -> Register:
    """The register: every clause, ruling and erratum of the three systems."""
    return Register(tuple(each for system in SYSTEMS for each in entries(system)))


@cache
def entries(system: str) -> tuple[Entry, ...]:
    """The entries of one system, in the order of their files: clauses, rulings, errata."""
    return read_entries(files("haventms"), system)


@cache
def stones() -> dict[str, Stone]:
    """The retired ids of all systems."""
    return read_stones(files("haventms"))


def read_entries(home: Traversable, system: str) -> tuple[Entry, ...]:
    """The entries of one system of the package in this folder. RegisterError: what is wrong, with file and line."""
    found: list[Entry] = []
    for name, kind in KINDS.items():
        found += read_file(home, f"{system}/{name}.toml", Entry, kind=kind, system=system)
    return tuple(found)


def read_stones(home: Traversable) -> dict[str, Stone]:
    """The retired ids of the package in this folder. RegisterError: what is wrong, with file and line."""
    return {stone.id: stone for stone in read_file(home, "stones.toml", Stone)}


def read_file(home: Traversable, file: str, model: type[M], **fixed: str) -> list[M]:
    """A table an id, each as a `model`. RegisterError: what is wrong, with file and line."""
    text = home.joinpath(file).read_text(encoding="utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _doubled(file, text) or unreadable(file, text, str(error)) from None
    found = []
    for id, rest in tables.items():
        try:
            found.append(model.model_validate({"id": id, **fixed, **rest}))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"]))
            raise RegisterError(file, heads(text)[id][0], f"{id}, {field}: {first['msg']}.") from None
    return found


def _doubled(file: str, text: str) -> RegisterError | None:
    """The most common reason why a file is no TOML: an id stands in it twice."""
    for id, lines in heads(text).items():
        if len(lines) > 1:
            return RegisterError(file, lines[1], f"{id} is registered twice; it stands in line {lines[0]} already.")
    return None


def unreadable(file: str, text: str, said: str) -> RegisterError:
    """Why a file is no TOML, with the line that the reader of TOML names, the last one where it names none."""
    line = re.search(r"at line (\d+)", said)
    return RegisterError(file, int(line[1]) if line else text.count("\n") + 1, f"This is no TOML: {said}.")


def heads(text: str) -> dict[str, list[int]]:
    """The lines in which each id has its head, counted from 1."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            found.setdefault(head[1], []).append(number)
    return found


@cache
def system_register(system: str) -> Register:
    """The register of one system only: what a page needs that shows one explorer."""
    return Register(entries(system))


def implements(*ids: str) -> Callable[[F], F]:
    """Tie a function to the clauses that it computes; they stand in its `clauses` attribute.

    That each id exists and names this very function in `computed_by` is a test's work: reading the register at
    import would cost every user.
    """

    def tie(function: F) -> F:
        function.clauses = ids  # type: ignore[attr-defined]
        return function

    return tie
