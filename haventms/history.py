"""What the texts of the register have been: every revision of an id with its date, its reason and its words.

`haventms/<system>/history.toml` is a log that only grows: `tools/revise.py` puts new revisions at its end. Nothing that
computes reads it; it stays out of the browser.
"""

import hashlib
import re
import tomllib
from datetime import date
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from .register import SYSTEMS, Entry, RegisterError, heads, unreadable

FIRST = "First written down."


class Revision(BaseModel):
    """One text of an id: since when, why, its words, and the beginning of their SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    date: date
    reason: str
    hash: str
    text: str


def text_of(entry: Entry) -> str:
    """What an entry says, a line a field: when one of these words changes, its revision is raised.

    What only ties it to other things (its function, its chapter, what players call it) is no part of its text.
    """
    lines = [entry.title, entry.summary, f"Source: {entry.section}"]
    lines += [f"{each.token}{', literal' * each.literal}: {each.meaning}" for each in entry.choices]
    lines += [f"{name}: {said}" for name, said in (("Against", entry.contradicts), ("Here", entry.does)) if said]
    return "\n".join(lines)


def hash_of(text: str) -> str:
    """The first twelve digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def history() -> dict[str, tuple[Revision, ...]]:
    """Every id that there is or was, with its revisions, the oldest first."""
    return {id: past for system in SYSTEMS for id, past in read_log(files("haventms"), system).items()}


def read_log(home: Traversable, system: str) -> dict[str, tuple[Revision, ...]]:
    """The log of one system of the package in this folder. RegisterError: what is wrong, with file and line."""
    file = f"{system}/history.toml"
    text = home.joinpath(file).read_text(encoding="utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise unreadable(file, text, str(error)) from None
    found: dict[str, tuple[Revision, ...]] = {}
    for id, blocks in tables.items():
        lines = heads(text)[id]
        if len(lines) > len(blocks):
            raise RegisterError(file, lines[-1], f"{id}: No line of a text may look like the head of a block.")
        past: list[Revision] = []
        for line, block in zip(lines, blocks, strict=True):
            try:
                past.append(Revision.model_validate(block))
            except ValidationError as error:
                first = error.errors()[0]
                raise RegisterError(file, line, f"{id}, {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None
        found[id] = tuple(past)
    return found


def written(id: str, revision: Revision) -> str:
    """A revision as the log holds it."""
    quoted = {name: _quoted(getattr(revision, name)) for name in ("reason", "hash", "text")}
    return f'[["{id}"]]\ndate = {revision.date}\n' + "".join(f"{name} = {said}\n" for name, said in quoted.items())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    if "\n" not in text:
        return f'"{escaped}"'
    return f'"""\n{escaped}"""'


Part = tuple[Literal["same", "gone", "new"], str]


def difference(old: str, new: str) -> list[Part]:
    """The words of two texts: what stayed, what went, what came, in the order in which they are read."""
    before, after = _words(old), _words(new)
    found: list[Part] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found.append(("same", "".join(before[a:b])))
            continue
        if b > a:
            found.append(("gone", "".join(before[a:b])))
        if d > c:
            found.append(("new", "".join(after[c:d])))
    return found


def _words(text: str) -> list[str]:
    """Words and what stands between them."""
    return re.findall(r"\s+|[^\s]+", text)
