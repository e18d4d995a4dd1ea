"""``{benchmarks}``: how long each way to the same answer took when `make bench` ran last, and how that compares."""

import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

MEASURED = Path(__file__).resolve().parents[2] / "tests" / "bench" / "measured.toml"
OURS = "haventms"


class Benchmarks(SphinxDirective):
    """What was measured where, then a table a case."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(MEASURED))
        found = tomllib.loads(MEASURED.read_text(encoding="utf-8"))
        told = f"Measured on {found['date']}, on a machine with {found['machine']}: {', '.join(found['versions'])}."
        parts: list[nodes.Node] = [nodes.paragraph("", told)]
        for case in found["case"]:
            parts += [nodes.rubric("", case["name"][0].upper() + case["name"][1:]), table(case["way"])]
        return parts


def table(ways: list[dict[str, Any]]) -> nodes.table:
    """A row a way: its name, its time, and how many times as long as ours it took."""
    ours = next(each["microseconds"] for each in ways if each["name"] == OURS)
    group = nodes.tgroup("", cols=3)
    group += [nodes.colspec("", colwidth=width) for width in (50, 25, 25)]
    head, body = nodes.thead(), nodes.tbody()
    head += row("way", "time", "times ours")
    for each in ways:
        thrown = f", {each['throws']:,} throws" if each["throws"] else ""
        ratio = each["microseconds"] / ours
        body += row(
            each["name"] + thrown, duration(each["microseconds"]), "1" if each["name"] == OURS else shown(ratio)
        )
    group += [head, body]
    return nodes.table("", group)


def duration(microseconds: float) -> str:
    """In the unit that gives the shortest number."""
    for size, unit in ((1e6, "s"), (1e3, "ms")):
        if microseconds >= size:
            return f"{shown(microseconds / size)} {unit}"
    return f"{shown(microseconds)} µs"


def shown(number: float) -> str:
    """Two digits: more would be a mood of the machine."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def row(*content: str) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", each)) for each in content))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("benchmarks", Benchmarks)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
