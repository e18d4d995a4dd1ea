"""The printed tables, one TOML file each: named rows, units, and a citation for every row."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from .units import read_exact

Cell = Any  # a whole number, a Fraction (written "num/den" in the file), a text, a list of these, or None for a blank


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `row["fraction"]` is a cell, `row.cite` says where it stands."""

    table: str
    name: str
    clause: str
    cells: Mapping[str, Cell]

    def __getitem__(self, column: str) -> Cell:
        return self.cells[column]

    @property
    def cite(self) -> str:
        return f"{self.table}: {self.name}"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `table["crowd small"]` is a row; iterating gives the rows in the order of the file.

    `columns` maps each column to what it holds, with its unit.
    """

    system: str
    name: str
    title: str
    source: str
    columns: Mapping[str, str]
    rows: Mapping[str, Row]

    def __getitem__(self, name: str) -> Row:
        return self.rows[name]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows.values())

    def __len__(self) -> int:
        return len(self.rows)


def _cell(value: Any) -> Cell:
    if isinstance(value, list):
        return tuple(_cell(each) for each in value)
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+/[0-9]+", value):
        return read_exact(value)
    return None if value == "-" else value


@cache
def table(system: str, name: str) -> Table:
    """The table `haventms/<system>/tables/<name>.toml`, read once.

    A row without a clause of its own has the clause of its table. A dash is a blank cell.
    """
    text = files(f"haventms.{system}").joinpath("tables", f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rows = {}
    for key, cells in data["rows"].items():
        clause = cells.pop("clause", data.get("clause", ""))
        rows[key] = Row(data["title"], key, clause, {column: _cell(value) for column, value in cells.items()})
    return Table(system, name, data["title"], data["source"], data["columns"], rows)


def number(row: Row, column: str) -> Fraction:
    """The cell as an exact number; a blank is a ValueError."""
    return read_exact(row[column])
