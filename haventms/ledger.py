"""Why a number is what it is: the steps of a computation, each with its clause, its rulings, its table row."""

import re
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from html import escape
from typing import Any, Literal, Self, overload

from pydantic import BaseModel, ConfigDict

from .firing import LISTENERS, tell
from .rulings import DEFAULT, Rulings, ruling_id
from .units import plain, write_exact

_RATIO = re.compile(r"(-?\d+)/(\d+)")
_set = object.__setattr__


@dataclass(frozen=True, slots=True, init=False)
class Line:
    """One step: the clause that decided it, what was done, and the value it gave ("35", "105/4", "prone").

    `rulings` are the open questions that arose in this step, `table` the row that was read.
    """

    clause: str
    text: str
    value: str = ""
    rulings: tuple[str, ...] = ()
    table: str = ""

    def __init__(self, clause: str, text: str, value: str = "", rulings: tuple[str, ...] = (), table: str = "") -> None:
        # As a frozen dataclass does it, without looking each name up: most of what a result costs are its lines.
        _clause(self, clause)
        _text(self, text)
        _value(self, value)
        _rulings(self, rulings)
        _table(self, table)

    @property
    def shown(self) -> str:
        """The value as people write it: "26 1/4" for "105/4"."""
        match = _RATIO.fullmatch(self.value)
        return plain(Fraction(int(match[1]), int(match[2]))) if match else self.value


_clause, _text, _value, _rulings, _table = (vars(Line)[each.name].__set__ for each in fields(Line))


class Result(BaseModel):
    """What every rule function answers with. Subclasses add the values and say their `headline`.

    `ledger` holds the steps, `rulings_used` every ruling whose question arose for these inputs, first use first.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    ledger: tuple[Line, ...] = ()
    rulings_used: tuple[str, ...] = ()

    @classmethod
    def trusted(cls, **values: Any) -> Self:
        """For rule functions, unchecked: every value, in the order of the fields, as a validated result holds it."""
        self = cls.__new__(cls)
        _set(self, "__dict__", values)
        _set(self, "__pydantic_fields_set__", set(values))
        _set(self, "__pydantic_extra__", None)
        _set(self, "__pydantic_private__", None)
        return self

    @property
    @abstractmethod
    def headline(self) -> str:
        """The answer in one sentence."""

    def __str__(self) -> str:
        return self.headline

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.headline}>"

    @overload
    def explain(self, form: Literal["text", "html"] = "text") -> str: ...
    @overload
    def explain(self, form: Literal["dict"]) -> dict[str, Any]: ...
    def explain(self, form: Literal["text", "html", "dict"] = "text") -> str | dict[str, Any]:
        """The headline and the steps: as plain text (a line a step), as HTML, or as a plain dict."""
        if form == "dict":
            return {
                "headline": self.headline,
                "ledger": [asdict(line) for line in self.ledger],
                "rulings_used": list(self.rulings_used),
            }
        if form == "html":
            return self._repr_html_()
        return "\n".join([self.headline, *(f"  {_line_text(line)}" for line in self.ledger)])

    def _repr_html_(self) -> str:
        steps = "".join(f"<li>{_line_html(line)}</li>" for line in self.ledger)
        return f"<p><strong>{escape(self.headline)}</strong></p><ol>{steps}</ol>"


def _line_text(line: Line) -> str:
    extra = "; ".join(filter(None, [line.table, *line.rulings]))
    return f"{line.clause}: {line.text}{_shown(line)}{f' [{extra}]' if extra else ''}"


def _line_html(line: Line) -> str:
    """The same with its ids as code: the book makes links of them."""
    extra = "; ".join(filter(None, [escape(line.table), *(f"<code>{escape(id)}</code>" for id in line.rulings)]))
    return f"<code>{escape(line.clause)}</code> {escape(line.text + _shown(line))}{f' [{extra}]' if extra else ''}"


def _shown(line: Line) -> str:
    return f" = {line.shown}" if line.value else ""


def made(
    clause: str, text: str, value: int | Fraction | str = "", table: str = "", rulings: tuple[str, ...] = ()
) -> Line:
    """A line with its value as it is written: a Fraction becomes "num/den"."""
    return Line(clause, text, write_exact(value) if type(value) is Fraction else str(value), rulings, table)


class Ledger:
    """Collects the lines of one result while a rule computes it.

    `ask` answers an open question from the reader's `Rulings` and remembers that it arose; the next line carries it.
    """

    __slots__ = ("_lines", "_pending", "_used", "rulings")

    def __init__(self, rulings: Rulings | None = None) -> None:
        self.rulings = DEFAULT if rulings is None else rulings
        self._lines: list[Line] = []
        self._pending: list[str] = []
        self._used: dict[str, None] = {}

    def ask(self, field: str) -> str:
        """The reader's choice on the ruling of this field of `Rulings`: `ask("haven_stack")` -> "multiply"."""
        choice: str = getattr(self.rulings, field)
        self.note(ruling_id(field))
        return choice

    def note(self, ruling: str) -> None:
        """A fixed ruling (one without a choice) whose question arose."""
        self._used[ruling] = None
        if LISTENERS:
            tell([ruling])
        if ruling not in self._pending:
            self._pending.append(ruling)

    def add(self, clause: str, text: str, value: int | Fraction | str = "", table: str = "") -> None:
        """One step. Numbers are kept exact: a Fraction becomes "num/den"."""
        if self._pending:
            self._lines.append(made(clause, text, value, table, tuple(self._pending)))
            self._pending.clear()
        else:
            self._lines.append(made(clause, text, value, table))

    def put(self, lines: Iterable[Line]) -> None:
        """Lines that are ready; what was asked before them waits for the next line of its own."""
        self._lines.extend(lines)

    def take(self, result: Result) -> None:
        """Take over the steps and rulings of a result that this one builds on."""
        self._lines.extend(result.ledger)
        self._used.update(dict.fromkeys(result.rulings_used))

    def close(self) -> dict[str, Any]:
        """The two fields that every `Result` has."""
        lines, used = tuple(self._lines), tuple(self._used)
        if LISTENERS:
            tell([*(line.clause for line in lines), *used])
        return {"ledger": lines, "rulings_used": used}
