"""``{house}``: one picture of the code's rooms and what each builds on, drawn from the import statements themselves."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PACKAGES = ("haventms", "haventms_widgets")
WIDTH, HEIGHT, WIDE, GAP = 760, 96, 172, 12  # of the picture, a row, a box, between boxes


@dataclass
class Room:
    """A folder of modules; the modules that lie in a package itself are a room too."""

    name: str
    purpose: str = ""
    modules: int = 0
    lines: int = 0
    needs: set[str] = field(default_factory=set)


def sources() -> Iterator[tuple[str, Path]]:
    """Every module by its dotted name, with its file."""
    for package in PACKAGES:
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            for file in sorted(Path(folder).rglob("*.py")):
                parts = file.relative_to(folder).with_suffix("").parts
                yield ".".join([package, *(part for part in parts if part != "__init__")]), file


def imports(name: str, file: Path) -> Iterator[str]:
    """The dotted names that a module imports, wherever in it."""
    own = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = own.split(".")[: len(own.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{each.name}" for each in node.names)


@cache
def rooms() -> dict[str, Room]:
    """Every room with the rooms that it imports. The doors of the packages (`__init__.py`) only hand names on."""
    known = dict(sources())

    def room(name: str) -> str:
        folder = ".".join(name.split(".")[:2])
        return folder if folder in known and known[folder].name == "__init__.py" else name.split(".")[0]

    found: dict[str, Room] = {}
    for name, file in known.items():
        here = found.setdefault(room(name), Room(room(name)))
        text = file.read_text(encoding="utf-8")
        here.modules += 1
        here.lines += text.count("\n")
        if name == here.name:
            here.purpose = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
        if name not in PACKAGES:
            here.needs |= {room(each) for each in imports(name, file) if each in known and each not in PACKAGES}
    for each in found.values():
        each.needs.discard(each.name)
    return found


def levels(found: dict[str, Room]) -> list[list[Room]]:
    """Rooms in rows: a room stands above everything it needs. A circle of imports is an error."""
    height: dict[str, int] = {}

    def measure(name: str, below: tuple[str, ...] = ()) -> int:
        if name in below:
            raise ValueError(f"The rooms import each other in a circle: {' -> '.join([*below, name])}")
        if name not in height:
            height[name] = 1 + max((measure(each, (*below, name)) for each in found[name].needs), default=-1)
        return height[name]

    for name in found:
        measure(name)
    return [[found[name] for name in sorted(found) if height[name] == row] for row in range(max(height.values()) + 1)]


def direct(found: dict[str, Room], room: Room) -> set[str]:
    """What a room needs without what these rooms need themselves: the arrows that say everything."""

    def all_below(name: str) -> set[str]:
        return found[name].needs.union(*(all_below(each) for each in found[name].needs))

    return room.needs - set().union(*(all_below(each) for each in room.needs))


def title(name: str) -> str:
    package, _, folder = name.partition(".")
    return f"{package}/{folder}" if folder else f"{package}/*.py"


def picture(found: dict[str, Room]) -> str:
    """The SVG: the user's side above, the rules below, an arrow from each room to what it builds on."""
    rows = levels(found)
    tall = len(rows) * HEIGHT
    place = {}
    for number, row in enumerate(rows):
        step = WIDE + GAP
        left = (WIDTH - len(row) * step + GAP) / 2
        for column, room in enumerate(row):
            place[room.name] = (left + column * step, tall - (number + 1) * HEIGHT + 20)
    parts = []
    for name, (x, y) in place.items():
        for target in sorted(direct(found, found[name])):
            across, down = place[target][0] + WIDE / 2, place[target][1]
            start, bend = (x + WIDE / 2, y + 52), (y + 52 + down) / 2
            parts.append(
                f'<path d="M{start[0]:.0f} {start[1]:.0f} C{start[0]:.0f} {bend:.0f} {across:.0f} {bend:.0f} '
                f'{across:.0f} {down - 5:.0f}" class="house-arrow" marker-end="url(#house-tip)"/>'
            )
    for name, (x, y) in place.items():
        room = found[name]
        package, _, folder = title(name).partition("/")
        middle = f"{x + WIDE / 2:.0f}"
        parts += [
            f'<g class="house-room"><rect x="{x:.0f}" y="{y:.0f}" width="{WIDE}" height="52" rx="6"/>',
            f'<text x="{middle}" y="{y + 22:.0f}"><tspan class="house-package">{package}/</tspan>{folder}</text>',
            f'<text x="{middle}" y="{y + 41:.0f}" class="house-size">{room.modules} modules, {room.lines} lines</text>',
            "</g>",
        ]
    tip = '<marker id="house-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg class="house" role="img" aria-label="{escape(spoken(rows))}" viewBox="0 0 {WIDTH} {tall}" '
        f'xmlns="http://www.w3.org/2000/svg"><defs>{tip}<path d="M0 0L8 4L0 8z" class="house-tip"/></marker></defs>'
        f"{''.join(parts)}</svg>"
    )


def spoken(rows: list[list[Room]]) -> str:
    """The picture in words."""
    named = [", ".join(title(room.name) for room in row) for row in reversed(rows)]
    return "Rooms of the code, each above what it builds on. From the top: " + "; below it: ".join(named) + "."


class House(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        found = rooms()
        drawn = nodes.raw("", f'<div class="house-frame" tabindex="0">{picture(found)}</div>', format="html")
        return [drawn, table(found)]


def table(found: dict[str, Room]) -> nodes.table:
    """Every room with its purpose, as its own documentation puts it."""
    group = nodes.tgroup("", cols=2)
    group += [nodes.colspec("", colwidth=30), nodes.colspec("", colwidth=70)]
    head, body = nodes.thead(), nodes.tbody()
    head += cells(nodes.Text("Room"), nodes.Text("What it is for"))
    for row in reversed(levels(found)):
        for room in row:
            body += cells(nodes.literal("", title(room.name)), nodes.Text(room.purpose.replace("``", "")))
    group += [head, body]
    return nodes.table("", group)


def cells(*content: nodes.Node) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", each)) for each in content))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("house", House)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
