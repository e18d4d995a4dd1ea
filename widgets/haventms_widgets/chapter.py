"""What a chapter of the rulebook prints beside results and explorers: tables, readings of a ruling, shares in words."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from haventms import Rulings, clauses
from haventms.tables import Table
from haventms.units import plain

from .registry import explorers
from .run import view

_ID = re.compile(r"[HDORE]-[A-Z]+(-[A-Z0-9]+)+")
_SHARES = {
    None: "nothing",
    Fraction(1, 4): "a quarter",
    Fraction(1, 2): "half",
    Fraction(3, 4): "three quarters",
    Fraction(1): "the whole",
}


class Grid:
    """Rows under headings, as an HTML table and as text in columns."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], caption: str = "") -> None:
        self.rows = [dict(row) for row in rows]
        self.headings = list(dict.fromkeys(heading for row in self.rows for heading in row))
        self.caption = caption

    def __repr__(self) -> str:
        lines = [self.headings, *([_text(row.get(each)) for each in self.headings] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
                         for line in lines)  # fmt: skip

    def _repr_html_(self) -> str:
        # The corner above the names of the rows heads nothing.
        head = "".join(f'<th scope="col">{escape(each)}</th>' if each else "<td></td>" for each in self.headings)
        body = "".join(
            f"<tr>{''.join(_cell(row.get(each), first=not nth) for nth, each in enumerate(self.headings))}</tr>"
            for row in self.rows
        )
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def shown(rows: Table | Iterable[Mapping[str, Any]]) -> Grid:
    """A printed table of the rules as it stands, or rows that a cell computes: mappings from heading to value.

    Numbers are written as people write them, a blank as a dash; ids of the register become links in the book.
    """
    if not isinstance(rows, Table):
        return Grid(rows)
    columns = rows.columns.items()
    found = [
        {"": row.name, **{title: row.cells.get(name) for name, title in columns}, "clause": row.clause} for row in rows
    ]
    return Grid(found, rows.title)


def readings(ruling: str) -> tuple[Rulings, ...]:
    """The default rulings but for one, once for each of its readings: `readings("R-HAVEN-SOUND")`."""
    entry = clauses()[ruling]
    return tuple(Rulings.model_validate({entry.field: choice.token}) for choice in entry.choices)


def side_by_side(kind: str, /, **question: Any) -> Grid:
    """What each system says to a question of the explorer `compare`: a row a fact, silence in a sentence.

    `kind` is "far", "ground", "climb", "fall" or "shot", the rest are the inputs of that question.
    """
    answered = view(explorers()["compare"], {"question": {"kind": kind, **question}})
    facts = [(each["label"].split(": ", 1), each) for each in answered["facts"]]
    return Grid(
        {"system": system, "what": label, "says": f"{fact['value']} {fact['unit']}".strip()}
        for (system, label), fact in facts
    )


def in_words(share: Fraction | None) -> str:
    """A share in words: a quarter, half, three quarters, the whole, for a blank nothing; any other as a number."""
    known = _SHARES.get(share)
    return plain(share) if known is None and share is not None else str(known)


def _text(value: Any) -> str:
    if value is None or value in ("", (), []):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return plain(value)
    return ", ".join(map(_text, value)) if isinstance(value, tuple | list) else str(value)


def _cell(value: Any, first: bool) -> str:
    text = escape(_text(value))
    if isinstance(value, str) and _ID.fullmatch(value):
        text = f"<code>{text}</code>"
    number = isinstance(value, int | Fraction) and not isinstance(value, bool)
    style = ' style="text-align: right"' if number else ""
    return f'<th scope="row"{style}>{text}</th>' if first else f"<td{style}>{text}</td>"
