"""What is shown, as the text of a file: one module makes them for every face, in the reader's browser too.

Exact values stand as "num/den", with the decimals beside them that spreadsheets read.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

from haventms import __version__

from .explorer import Asked, Fact, Reading, Step, View
from .recall import opening

DIGITS = Context(prec=15)
"""Significant digits of a decimal: what a spreadsheet keeps."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(/\d+)?(E[+-]\d+)?")


@dataclass(frozen=True)
class Format:
    """A kind of file: what it is called, how its name ends, what a browser is told that it is, what makes it."""

    label: str
    ending: str
    mime: str
    make: Callable[[View], str]


def file_name(view: View, format: Format) -> str:
    """The name under which a case is saved: `haven-speed.csv`."""
    return view["id"] + format.ending


def decimal(exact: str) -> str:
    """A "num/den" as a decimal of at most 15 significant digits; "" for no number."""
    if not exact:
        return ""
    above, _, below = exact.partition("/")
    quotient = DIGITS.divide(Decimal(above), Decimal(below or "1"))
    short = quotient.normalize(DIGITS)
    return format(short, "f") if abs(short.adjusted()) <= DIGITS.prec else str(short)


def cell(value: Any) -> str:
    """A value as the text of a table's cell. Text that a spreadsheet would take for a formula is marked as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False)
    text = str(value)
    if text.lstrip(" \t\r\n").startswith(("=", "+", "-", "@")) and not _NUMBER.fullmatch(text):
        return "'" + text
    return text


def table(headings: list[str], rows: Iterator[list[Any]]) -> str:
    """Rows under headings as comma-separated values, each line ended as the standard has it."""
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(headings)
    writer.writerows([cell(each) for each in row] for row in rows)
    return made.getvalue()


def values(view: View) -> str:
    """The facts as a table: each with its value as people read it, exact, and as a decimal."""
    return table(["label", "value", "unit", "exact", "decimal"], map(_fact_row, view["facts"]))


def _fact_row(fact: Fact) -> list[Any]:
    return [fact["label"], fact["value"], fact["unit"], fact["exact"], decimal(fact["exact"])]


def columns(view: View) -> str:
    """The numbers behind the picture as one table: which series, which row of it, and the columns of all series."""
    names = list(dict.fromkeys(name for each in view["series"].values() for name in each))

    def rows() -> Iterator[list[Any]]:
        for series, each in view["series"].items():
            for number, row in enumerate(zip(*each.values(), strict=True), 1):
                held = dict(zip(each, row, strict=True))
                yield [series, number, *(held.get(name) for name in names)]

    return table(["series", "row", *names], rows())


def data(view: View) -> str:
    """The View as JSON, with a "decimal" beside every "exact", the version and the Python that opens it."""
    full = {
        "haventms": __version__,
        **view,
        "facts": [_with_decimal(each) for each in view["facts"]],
        "ledger": [_with_decimal(each) for each in view["ledger"]],
        "opening": opening(view),
    }
    return json.dumps(full, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _with_decimal(part: Mapping[str, Any]) -> dict[str, Any]:
    text = decimal(part["exact"])
    return {**part, "decimal": float(text) if text else None}


def python(view: View) -> str:
    """A script: the call that shows the case, and the rules asked without an explorer."""
    return f"{opening(view)}\n\n# The rules by themselves:\n{view['python']}\n"


def markdown(view: View) -> str:
    """Headline, facts, ledger, rulings and the Python as Markdown."""
    facts = [f"| {_text(each['label'])} | {_text(fact_value(each))} | {_exactly(each)} |" for each in view["facts"]]
    steps = [f"1. **{each['clause']}** {_text(step_text(each))}" for each in view["ledger"]]
    asked = [_text(_asked_markdown(each)) for each in view["asked"]]
    parts = [
        f"**{_text(view['headline'])}**",
        "\n".join(["| | | exactly |", "|---|---|---|", *facts]),
        "\n".join(steps),
        "\n".join(asked),
        _code(opening(view)),
        f"The rules by themselves:\n\n{_code(view['python'])}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _text(text: str) -> str:
    """Text that stays text: neither markup nor the end of a table's cell, whatever a name in it holds."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|").replace("\n", " ")


def _code(text: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}python\n{text}\n{fence}"


def _exactly(fact: Fact) -> str:
    exact = fact["exact"].removesuffix("/1")
    return "" if exact == fact["value"].replace(",", "") else exact


def fact_value(fact: Fact) -> str:
    """A fact's value with its unit: "26 1/4 ft"."""
    return f"{fact['value']} {fact['unit']}".rstrip()


def step_text(step: Step) -> str:
    """A ledger line without its clause: what was done, the value, the table row."""
    value = f" = {step['value']}" if step["value"] else ""
    row = f" ({step['table']})" if step["table"] else ""
    return f"{step['text']}{value}{row}"


def others(asked: Asked) -> list[Reading]:
    """The readings of a ruling that were not taken."""
    return [each for each in asked["choices"] if each["token"] != asked["choice"]]


def _asked_markdown(asked: Asked) -> str:
    rest = "; ".join(f"`{each['token']}` would give: {each['gives']}" for each in others(asked))
    chosen = f"`{asked['choice']}`" if asked["choice"] else "fixed"
    return f"- {asked['id']} ({asked['title']}): {chosen}{'. ' + rest if rest else ''}"


FORMATS: dict[str, Format] = {
    "csv": Format("Values (CSV)", ".csv", "text/csv", values),
    "columns": Format("Numbers of the picture (CSV)", "-picture.csv", "text/csv", columns),
    "json": Format("All of it (JSON)", ".json", "application/json", data),
    "markdown": Format("Notes (Markdown)", ".md", "text/markdown", markdown),
    "python": Format("Python", ".py", "text/x-python", python),
}
"""The kinds of file that are text, by the name that the command line has for them."""


def files(view: View) -> dict[str, dict[str, str]]:
    """All of them for a View: by kind the name of the file, what it is, and its text."""
    return {
        kind: {"name": file_name(view, each), "mime": each.mime, "text": each.make(view)}
        for kind, each in FORMATS.items()
    }
