"""Maps as text: a letter a square, rows from top to bottom, and short enough for an address.

"3.2i/.*4" is three squares of ".", two of "i"; then four rows of one "." each, were they as long. A row ends at a
stroke or a line's end; a number stands before what is repeated, "*4" after a row that stands there four times.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from .quoting import quoted

_RUN = re.compile(r"(\d*)([^\d\s*/])")
_ROW = re.compile(r"(?:(?:[1-9]\d?)?[^\d\s*/])+(?:\*[1-9]\d?)?")
_SAME = re.compile(r"(.)\1\1+")
"""Three or more alike in a row are counted instead of written."""


@lru_cache(maxsize=16)
def read(text: str, most: int) -> tuple[str, ...]:
    """The rows of a map, a letter a square; a ValueError in a sentence where it is no map of at most so many a side."""
    rows: list[str] = []
    for number, part in enumerate(re.split(r"[/\n]", text.strip()), 1):
        part = part.strip()
        if not _ROW.fullmatch(part):
            raise ValueError(f"must be rows of letters such as ..ii. or 2.2i., and row {number} is {quoted(part[:20])}")
        letters, _, times = part.partition("*")
        row = "".join(letter * int(count or 1) for count, letter in _RUN.findall(letters))
        rows += [row] * int(times or 1)
        if len(row) > most or len(rows) > most:
            raise ValueError(f"must have at most {most} columns and {most} rows")
        if len(row) != len(rows[0]):
            raise ValueError(f"must have rows of one length: row {number} has {len(row)} squares, not {len(rows[0])}")
    return tuple(rows)


def write(rows: Sequence[str]) -> str:
    """The one short text of a map: equal maps have the same."""
    return "/".join(_counted(row, len([*same])) for row, same in groupby(rows))


def _counted(row: str, times: int) -> str:
    text = _SAME.sub(lambda run: f"{len(run[0])}{run[1]}", row)
    return f"{text}*{times}" if times > 1 else text
