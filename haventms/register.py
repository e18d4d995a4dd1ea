"""The register: every clause, ruling and erratum by its id, and the tie from functions to clauses."""

import tomllib
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

SYSTEMS = ("haven", "domains", "overland")

F = TypeVar("F", bound=Callable[..., Any])


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
    default first, unless it is fixed. `words` are what players call it.
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

    @property
    def anchor(self) -> str:
        """The anchor in the book: the id in lower case."""
        return self.id.lower()

    @property
    def field(self) -> str:
        """The field of `Rulings` that a ruling is, "" for a fixed one and for everything else."""
        return self.id[2:].lower().replace("-", "_") if self.choices else ""


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
    """An id that the register does not have; the sentence names the nearest ones."""

    def __init__(self, id: str, register: Register) -> None:
        super().__init__(id)
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
    found: list[Entry] = []
    for name, kind in (("clauses", "clause"), ("rulings", "ruling"), ("errata", "erratum")):
        data = tomllib.loads(files(f"haventms.{system}").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
        fixed = {"kind": kind, "system": system}
        found += [Entry.model_validate({"id": id, **fixed, **rest}) for id, rest in data.items()]
    return tuple(found)


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
