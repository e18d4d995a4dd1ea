"""The table that a sweep gives: a row a point, a column a fact."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..exports import decimal, table
from .grid import Point, Request


class NoParquet(Exception):
    """Parquet cannot be written here."""


@dataclass(frozen=True)
class SweepTable:
    """Named columns and rows; what is exact has a column of decimals and one of "num/den" behind it.

    The columns are the fields that were varied, the headline, the facts in the order in which they first occur, and
    "refused", the sentence of a point that the rules refuse. A point that has no such fact has None there.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, request: Request, points: Sequence[Point]) -> "SweepTable":
        """The table of the points of a request, in their order."""
        units = {label: unit for point in reversed(points) for label, _, _, unit in reversed(point.facts)}
        labels = list(dict.fromkeys(label for point in points for label, _, _, _ in point.facts))
        inexact = {label for point in points for label, _, exact, _ in point.facts if not exact}
        exact = {label for point in points for label, _, exact, _ in point.facts if exact}
        names: list[str] = [*request.fields, "headline"]
        for label in labels:
            name = f"{label} ({units[label]})" if units[label] else label
            names += [_free(name, names)]
            if label in exact:
                names += [_free(f"{label}, exactly", names)]
        names.append(_free("refused", names))
        rows = []
        for values, point in zip(request.points(), points, strict=True):
            told = {label: (value, ratio) for label, value, ratio, _ in point.facts}
            row: list[Any] = [*values, point.headline]
            for label in labels:
                value, ratio = told.get(label, (None, ""))
                row.append(_number(ratio) if label not in inexact and value is not None else value)
                if label in exact:
                    row.append(ratio or None)
            rows.append((*row, point.refused))
        return cls(tuple(names), tuple(rows))

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"{len(self.rows)} points, {len(self.columns)} columns: {', '.join(self.columns)}"

    def records(self) -> Iterator[dict[str, Any]]:
        """Each row as a dict."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def csv(self) -> str:
        """The table as comma-separated values."""
        return table(list(self.columns), map(list, self.rows))

    def json(self) -> str:
        """The table as a JSON list of objects, a line each."""
        lines = (json.dumps(each, ensure_ascii=False, allow_nan=False) for each in self.records())
        return "[\n" + ",\n".join(lines) + "\n]\n"

    def parquet(self, file: str | Path) -> None:
        """The table as a Parquet file; a `NoParquet` where pyarrow is not installed."""
        needs_pyarrow()
        import pyarrow
        import pyarrow.parquet

        columns = {name: list(column) for name, column in zip(self.columns, zip(*self.rows, strict=True), strict=True)}
        pyarrow.parquet.write_table(pyarrow.table(columns), file)


def needs_pyarrow() -> None:
    """A `NoParquet` where pyarrow is not installed: better said before a sweep than after it."""
    if find_spec("pyarrow") is None:
        raise NoParquet("Parquet needs the package pyarrow, which is not installed: pip install pyarrow.")


def _free(name: str, taken: Sequence[str]) -> str:
    """The name, numbered where it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name} {number}", number + 1
    return found


def _number(ratio: str) -> int | float:
    text = decimal(ratio)
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 16 else float(text)
