"""The readings of a table of players: what holds of the open questions wherever a case does not say otherwise.

They travel as a text, in links, in the addresses of dashboards, on the command line: `haven_stack:worst,haven_die:3d6`
names what differs from the book's own readings; `default` and `literal` are the two ready sets.
"""

import re
from collections.abc import Mapping
from html import escape
from types import TracebackType
from typing import Any

from haventms import Rulings
from haventms.rulings import DEFAULT, ruling_id

from .quoting import quoted
from .run import Refused, read_rulings

PARAMETER = "rulings"
"""The name under which the address of a dashboard carries them."""
BACK = "Back to the book's readings"
LONGEST = 4_000
"""A longer text is refused: all questions together have less."""


def write(rulings: Rulings) -> str:
    """The text of a set of readings: "default" where none differs from the book's."""
    return ",".join(f"{name}:{token}" for name, token in rulings.changed.items()) or "default"


def read(text: str) -> tuple[Rulings, list[str]]:
    """The readings of a text, and a sentence for each that was passed over: an unknown question, an unknown reading."""
    text = text.strip()
    if text in ("", "default"):
        return DEFAULT, []
    if text == "literal":
        return Rulings.literal(), []
    if len(text) > LONGEST:
        return DEFAULT, [f"The readings must be at most {LONGEST:,} characters long."]
    taken: dict[str, str] = {}
    wrong: list[str] = []
    for part in filter(None, re.split(r"[,\s]+", text)):
        name, colon, token = part.partition(":")
        try:
            if not colon:
                raise Refused(
                    [{"field": "", "message": f"{quoted(part)} is no reading: write it as haven_stack:worst."}]
                )
            read_rulings({name: token})
        except Refused as refused:
            wrong.append(str(refused))
        else:
            taken[name] = token
    return Rulings.model_validate(taken), wrong


def strictly(given: Rulings | str | Mapping[str, Any] | None) -> Rulings:
    """Readings from whatever names them; `Refused` says what is wrong with them."""
    if given is None:
        return DEFAULT
    if isinstance(given, Rulings):
        return given
    if isinstance(given, str):
        rulings, wrong = read(given)
        if wrong:
            raise Refused([{"field": "rulings", "message": sentence} for sentence in wrong])
        return rulings
    return read_rulings(given)


class Table:
    """The readings that hold now. As a context manager: those from before come back at its end."""

    def __init__(self, rulings: Rulings, before: Rulings) -> None:
        self.rulings, self._before = rulings, before

    def __enter__(self) -> Rulings:
        return self.rulings

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _Now.rulings = self._before

    def __repr__(self) -> str:
        return told(self.rulings) or "The table's readings are the book's."

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>"


class _Now:
    """What `show` takes where no rulings are given. A server of dashboards never asks: its visitors share a process."""

    rulings = DEFAULT


def readings(chosen: Rulings | str | Mapping[str, Any] | None = None, /, **fields: str) -> Table:
    """From now on `show` goes by these readings: `readings("literal")`, `readings(haven_stack="worst")`.

    What is not named is read as the book does; `readings("default")` takes everything back, `readings()` only tells
    what holds. `with readings("literal"):` takes it back by itself. An unknown question or reading is a ValueError that
    says what is allowed.
    """
    before = _Now.rulings
    if chosen is not None or fields:
        base = strictly(chosen)
        _Now.rulings = read_rulings({**base.changed, **fields})
    return Table(_Now.rulings, before)


def now() -> Rulings:
    """The readings that hold now."""
    return _Now.rulings


def told(rulings: Rulings) -> str:
    """In a sentence, where these readings differ from the book's; "" where they do not."""
    changed = [f"{ruling_id(name)} {token}" for name, token in rulings.changed.items()]
    if not changed:
        return ""
    places = "1 place" if len(changed) == 1 else f"{len(changed)} places"
    return f"Your table's readings differ from the book's in {places}: {', '.join(changed)}."
