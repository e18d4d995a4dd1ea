"""The journal of a sweep: what has been computed, a line a point, so that a break loses nothing and repeats nothing.

The first line says which request it belongs to, by its hash. Lines are only ever added. A line that a break cut short
is dropped when the journal is opened again.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from haventms import __version__

from .grid import Point, Request


class JournalError(Exception):
    """Why a journal cannot be used, in a sentence."""


class Journal:
    """An open journal. `done` holds the points that are in it, by their number. No two sweeps may have one open."""

    def __init__(self, file: Path, request: Request) -> None:
        self.file, self.request = file, request
        self.done: dict[int, Point] = {}
        try:
            self._out: IO[bytes] = file.open("a+b", buffering=0)
        except OSError as error:
            raise JournalError(f"Cannot write {file}: {error.strerror or error}.") from None
        try:
            _lock(self._out, file)
            self._read()
        except BaseException:
            self._out.close()
            raise

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._out.close()

    def _header(self) -> dict[str, Any]:
        return {
            "sweep": self.request.digest,
            "explorer": self.request.explorer,
            "points": len(self.request),
            "haventms": __version__,
        }

    def _read(self) -> None:
        self._out.seek(0)
        content = self._out.read()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines:
            self._out.truncate(0)
            self._write([self._header()])
            return
        try:
            header = json.loads(lines[0])
            if header["sweep"] != self.request.digest:
                raise JournalError(
                    f"{self.file} belongs to another sweep (of {header['explorer']}, {header['points']} points, "
                    f"haventms {header['haventms']}): remove it, or choose another file."
                )
            for line in lines[1:]:
                told = json.loads(line)
                facts = [(str(a), str(b), str(c), str(d)) for a, b, c, d in told["facts"]]
                self.done.setdefault(int(told["n"]), Point(told["headline"], facts, told["refused"]))
        except (ValueError, KeyError, TypeError):
            raise JournalError(f"{self.file} is no journal of a sweep: remove it, or choose another file.") from None
        if not self.done.keys() <= set(range(len(self.request))):
            raise JournalError(f"{self.file} is no journal of a sweep: remove it, or choose another file.")
        self._out.truncate(whole)

    def add(self, found: Iterable[tuple[int, Point]]) -> None:
        """Keep points; those that are there already stay as they are."""
        new = [(number, point) for number, point in found if number not in self.done]
        self._write(
            {"n": number, "headline": point.headline, "facts": point.facts, "refused": point.refused}
            for number, point in new
        )
        self.done.update(new)

    def _write(self, lines: Iterable[Any]) -> None:
        text = "".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in lines)
        try:
            rest = memoryview(text.encode())
            while rest:
                rest = rest[self._out.write(rest) :]
            os.fsync(self._out.fileno())
        except OSError as error:
            raise JournalError(
                f"Cannot write {self.file}: {error.strerror or error}. What stands in it is kept."
            ) from None


def _lock(opened: IO[bytes], file: Path) -> None:
    """One sweep a journal; the system frees it when the process ends, however it ends."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(opened.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise JournalError(f"Another sweep is writing into {file}.") from None
