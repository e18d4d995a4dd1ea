"""`haventms sweep`: the facts of an explorer over a grid of inputs, as a table."""

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from ..run import find
from ..sweeps.grid import request, values_of
from ..sweeps.journal import JournalError
from ..sweeps.running import SweepError, run
from ..sweeps.table import NoParquet, SweepTable, needs_pyarrow
from .output import Stop, deliver, named_pairs, whole_file

Options = Annotated[str, Parameter(allow_leading_hyphen=True, show=False)]


def sweep(
    explorer: str,
    *options: Options,
    over: Annotated[list[str], Parameter(name="--over", allow_leading_hyphen=True)],
    output: Path | None = None,
    format: Literal["csv", "json", "parquet"] | None = None,
    journal: Path | None = None,
    workers: int = 0,
) -> None:
    """Compute an explorer's facts over a grid of inputs, as a table.

    `haventms sweep overland-march --over con=8..18 --over hours=8,10,12 --load heavy --output march.csv`. A range is
    1..5, 0..10..2 in steps of 2, a list such as walk,hustle, or * for every choice. The other inputs are options, as
    for `run`. With --output, what is computed is kept in a journal beside it: the same command goes on after a break.

    Parameters
    ----------
    explorer
        The id of an explorer; `haventms list` shows them.
    over
        A field and the values that it takes, as field=range; may be given several times, the last varies fastest.
    output
        The file of the table; without it the table is printed.
    format
        What the table is written as; otherwise the name of the file says it, or it is CSV. Parquet needs pyarrow.
    journal
        Another file for the journal.
    workers
        How many processes compute; 0 is one a processor.
    """
    kind = format or _kind(output)
    if kind == "parquet" and output is None:
        raise Stop("Parquet is no text: name a file with --output.")
    if kind == "parquet":
        try:
            needs_pyarrow()
        except NoParquet as error:
            raise Stop(str(error)) from None
    if not 0 <= workers <= 256:
        raise Stop("The workers must be a whole number from 0 to 256.")
    find(explorer)
    grid: dict[str, list[str]] = {}
    for each in over:
        name, equals, text = each.partition("=")
        name = name.replace("-", "_")
        if not equals or not name:
            raise Stop(f"--over {each!r} is no field=range, such as swiftness=1..5.")
        if name in grid:
            raise Stop(f"--over names {name} twice.")
        grid[name] = values_of(explorer, name, text)
    asked = request(explorer, grid, named_pairs(options))
    kept = journal or (output.with_name(output.name + ".journal") if output else None)
    line = _Line(sys.stderr)
    try:
        made = run(asked, None, kept, line.tell, workers=workers)
    except (JournalError, SweepError) as error:
        line.end()
        raise Stop(_kept(str(error), kept, line)) from None
    except KeyboardInterrupt:
        line.end()
        raise Interrupted(_kept("Stopped.", kept, line)) from None
    line.end()
    _deliver(made, kind, output)
    if kept and not journal:
        kept.unlink(missing_ok=True)


class Interrupted(Exception):
    """Ctrl-C, with what is to be said of it."""


def _kind(output: Path | None) -> Any:
    ending = output.suffix.lower().lstrip(".") if output else ""
    return ending if ending in ("json", "parquet") else "csv"


def _kept(sentence: str, journal: Path | None, line: "_Line") -> str:
    if journal is None or not journal.exists():
        return sentence
    points = f"{line.done:,} of {line.all:,} points" if line.done else "The first points"  # written, and not told yet
    return f"{sentence} {points} are kept in {journal}: the same command goes on."


def _deliver(made: SweepTable, kind: str, output: Path | None) -> None:
    if kind != "parquet" or output is None:
        deliver(made.json() if kind == "json" else made.csv(), output)
        return
    try:
        with whole_file(output) as place:
            made.parquet(place)
    except OSError as error:
        raise Stop(f"Cannot write {output}: {error.strerror or error}.") from None


class _Line:
    """A line of progress, where somebody looks at the terminal."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.shown = stream, stream.isatty()
        self.done = self.all = 0

    def tell(self, done: int, all: int) -> None:
        self.done, self.all = done, all
        if self.shown:
            bar = "#" * (30 * done // all)
            self.stream.write(f"\r[{bar:<30}] {done:,} of {all:,} points")
            self.stream.flush()

    def end(self) -> None:
        if self.shown:
            self.stream.write("\n")
