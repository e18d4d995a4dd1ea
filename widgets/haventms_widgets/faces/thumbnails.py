"""A small picture of each explorer for the first page: of its default picture the part that shows most, as SVG.

Bokeh draws only in a browser; this draws the few kinds of glyphs that our pictures have, without letters, from the
very models that the browser gets. Colours and ground are such that it serves light and dark pages alike.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import inf
from typing import Any

from bokeh.models import CategoricalColorMapper, DataRange1d, LinearColorMapper

from .. import charts
from ..charts.common import GREY
from ..plays import PLAYS
from ..registry import explorers
from ..run import view

WIDE, HIGH, EDGE = 320, 140, 8
SMALLER = 0.5
"""Lines and dots of a picture that is about twice as wide."""
FAINT = 0.35
"""No fill is paler: those that are leave room for letters, which are not drawn here."""
Point = tuple[float, float]
Row = Mapping[str, Any]
ENDLESS = inf
"""The height of what goes from the lower edge of a picture to the upper one."""


@cache
def thumbnail(id: str) -> str:
    """The SVG of an explorer; of a play page, those of its explorers side by side."""
    if id in PLAYS:
        return _sheet("".join(_beside(PLAYS[id].explorers)))
    explorer = explorers()[id]
    parts = _parts(charts.figure(explorer.chart, view(explorer, {})["series"]))
    return _sheet(_drawing(max(parts, key=_fullness)))


def _parts(drawn: Any) -> list[Any]:
    below = getattr(drawn, "children", [])
    return [part for each in below for part in _parts(each)] if below else [drawn]


def _fullness(drawn: Any) -> int:
    """How many shapes there are in a figure, dots aside; of two equal ones `max` takes the upper."""
    return sum(len(shapes) for kind, _, shapes, _ in _layers(drawn) if kind != "Scatter")


def _beside(ids: Sequence[str]) -> Iterator[str]:
    each = (WIDE - EDGE * (len(ids) - 1)) / len(ids)
    for number, id in enumerate(ids):
        place = (
            f'x="{number * (each + EDGE):.1f}" width="{each:.1f}" height="{HIGH}" preserveAspectRatio="xMidYMid slice"'
        )
        yield thumbnail(id).replace("<svg", f"<svg {place}", 1)


def _sheet(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{inner}</svg>'


def _rectangle(left: float, right: float, bottom: float, top: float) -> list[Point]:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def _stairs(rows: Sequence[Row]) -> list[Point]:
    points = [(row["x"], row["y"]) for row in rows]
    corners = [(after[0], before[1]) for before, after in pairwise(points)]
    return [point for pair in zip(points, [*corners, points[-1]], strict=True) for point in pair] if points else []


def _each(shape: Callable[[Row], list[Point]]) -> Callable[[Sequence[Row]], list[list[Point]]]:
    return lambda rows: [shape(row) for row in rows]


SHAPES: dict[str, Callable[[Sequence[Row]], list[list[Point]]]] = {
    "HBar": _each(lambda r: _rectangle(r["left"], r["right"], r["y"] - r["height"] / 2, r["y"] + r["height"] / 2)),
    "VBar": _each(lambda r: _rectangle(r["x"] - r["width"] / 2, r["x"] + r["width"] / 2, r["bottom"], r["top"])),
    "Rect": _each(
        lambda r: _rectangle(
            r["x"] - r["width"] / 2, r["x"] + r["width"] / 2, r["y"] - r["height"] / 2, r["y"] + r["height"] / 2
        )
    ),
    "Quad": _each(lambda r: _rectangle(r["left"], r["right"], r["bottom"], r["top"])),
    "Patches": _each(lambda r: list(zip(r["xs"], r["ys"], strict=True))),
    "MultiLine": _each(lambda r: list(zip(r["xs"], r["ys"], strict=True))),
    "Segment": _each(lambda r: [(r["x0"], r["y0"]), (r["x1"], r["y1"])]),
    "Scatter": _each(lambda r: [(r["x"], r["y"])]),
    "Line": lambda rows: [[(row["x"], row["y"]) for row in rows]],
    "Step": lambda rows: [_stairs(rows)],
    "VSpan": _each(lambda r: [(r["x"], ENDLESS)]),
    "VStrip": _each(lambda r: [(r["x0"], ENDLESS), (r["x1"], ENDLESS)]),
    "Text": lambda rows: [],
}
"""By the kind of a glyph its shapes in the picture's own numbers; a picture with another kind is a KeyError."""
CLOSED = ("HBar", "VBar", "Rect", "Quad", "Patches", "VStrip")
WHOLE = ("Line", "Step")


def _rows(glyph: Any, columns: Mapping[str, Sequence[Any]]) -> list[Row]:
    """What a glyph says of each row of its source, fields looked up and colours mapped."""
    said = glyph.properties_with_values(include_defaults=True)
    length = max(map(len, columns.values()), default=0)
    found = {name: _column(value, columns, length) for name, value in said.items()}
    return [{name: values[number] for name, values in found.items()} for number in range(length)]


def _column(said: Any, columns: Mapping[str, Sequence[Any]], length: int) -> Sequence[Any]:
    if hasattr(said, "field"):
        values = columns[said.field]
        mapper = said.transform
        return [_colour(mapper, each) for each in values] if hasattr(mapper, "palette") else values
    if hasattr(said, "expr"):  # what is stacked begins where the fields before it end
        return [sum(row) for row in zip(*(columns[each] for each in said.expr.fields), strict=True)] or [0] * length
    return [getattr(said, "value", said)] * length


def _colour(mapper: Any, value: Any) -> str:
    if isinstance(mapper, CategoricalColorMapper):
        at = mapper.factors.index(value) if value in mapper.factors else None
        return mapper.nan_color if at is None else str(mapper.palette[at])
    assert isinstance(mapper, LinearColorMapper)
    steps = len(mapper.palette)
    at = int((value - mapper.low) / (mapper.high - mapper.low) * steps)
    return str(mapper.palette[max(0, min(at, steps - 1))])


def _layers(drawn: Any) -> Iterator[tuple[str, list[Row], list[list[Point]], str]]:
    """What each renderer of a figure draws: kind, rows, shapes, and which upright axis they follow."""
    for renderer in drawn.renderers:
        kind = type(renderer.glyph).__name__
        rows = _rows(renderer.glyph, renderer.data_source.data)
        yield kind, rows, SHAPES[kind](rows), renderer.y_range_name


def _drawing(drawn: Any) -> str:
    """A figure, and the axes below and beside it."""
    layers = list(_layers(drawn))
    room = _Room(drawn, [(shape, range) for _, _, shapes, range in layers for shape in shapes])
    made = "".join(_layer(kind, rows, shapes, room, range) for kind, rows, shapes, range in layers)
    axes = f"M{EDGE} {EDGE}V{HIGH - EDGE}H{WIDE - EDGE}"
    return f'{made}<path d="{axes}" fill="none" stroke="{GREY}"/>'


class _Room:
    """From the numbers of a picture to places on the sheet."""

    def __init__(self, drawn: Any, shapes: Sequence[tuple[list[Point], str]]) -> None:
        numbers = [x for shape, _ in shapes for x, _ in shape]
        self.x = _bounds(drawn.x_range, numbers, EDGE, WIDE - EDGE)
        self.y = {}
        for name in ("default", *drawn.extra_y_ranges):
            numbers = [y for shape, each in shapes for _, y in shape if y != ENDLESS and each == name]
            range = drawn.y_range if name == "default" else drawn.extra_y_ranges[name]
            self.y[name] = _bounds(range, numbers, HIGH - EDGE, EDGE)
        if drawn.match_aspect:
            self._square()

    def _square(self) -> None:
        """The same scale both ways, the picture in the middle."""
        (left, x_scale, start), (bottom, y_scale, base) = self.x, self.y["default"]
        scale = min(abs(x_scale), abs(y_scale))
        across = start + (WIDE - 2 * EDGE) * (1 - scale / abs(x_scale)) / 2
        up = base + (-1 if base > EDGE else 1) * (HIGH - 2 * EDGE) * (1 - scale / abs(y_scale)) / 2
        self.x = (left, scale if x_scale > 0 else -scale, across)
        self.y["default"] = (bottom, scale if y_scale > 0 else -scale, up)

    def place(self, point: Point, range: str) -> str:
        low, scale, start = self.x
        bottom, up, base = self.y[range]
        return f"{start + (point[0] - low) * scale:.1f} {base + (point[1] - bottom) * up:.1f}"

    def upright(self, points: Iterable[Point]) -> list[str]:
        low, scale, start = self.x
        return [f"{start + (x - low) * scale:.1f}" for x, _ in points]


def _bounds(range: Any, numbers: Sequence[float], start: float, end: float) -> tuple[float, float, float]:
    """The lowest number, sheet units for one, and where it stands."""
    low, high = min(numbers, default=0), max(numbers, default=1)
    low = low if not isinstance(range.start, int | float) or range.start != range.start else range.start
    high = high if not isinstance(range.end, int | float) or range.end != range.end else range.end
    if isinstance(range, DataRange1d) and range.flipped:
        low, high = high, low
    return low, (end - start) / ((high - low) or 1), start


def _layer(kind: str, rows: Sequence[Row], shapes: Sequence[list[Point]], room: _Room, range: str) -> str:
    """Paths, one for neighbours of the same look."""
    paths: list[tuple[str, list[str]]] = []
    for number, shape in enumerate(shapes):
        if not shape:
            continue
        look = _look(kind, rows[number])
        path = _path(kind, shape, room, range)
        if paths and paths[-1][0] == look:
            paths[-1][1].append(path)
        else:
            paths.append((look, [path]))
    return "".join(f'<path d="{"".join(each)}" {look}/>' for look, each in paths)


def _path(kind: str, shape: list[Point], room: _Room, range: str) -> str:
    if shape[0][1] == ENDLESS:
        places = room.upright(shape)
        if kind == "VSpan":
            return f"M{places[0]} {EDGE}V{HIGH - EDGE}"
        return f"M{places[0]} {EDGE}V{HIGH - EDGE}H{places[1]}V{EDGE}Z"
    if kind == "Scatter":
        return f"M{room.place(shape[0], range)}h0"  # with round ends, a line without length is a dot
    return "M" + "L".join(room.place(point, range) for point in shape) + "Z" * (kind in CLOSED)


def _look(kind: str, row: Row) -> str:
    """Fill and stroke of a shape."""
    if kind == "Scatter":
        colour = row["fill_color"] or row["line_color"]
        return f'stroke="{colour}" stroke-width="{row["size"] * SMALLER:g}" stroke-linecap="round"'
    parts = []
    if kind in CLOSED and row["fill_color"] and row["fill_alpha"]:
        parts.append(f'fill="{row["fill_color"]}" fill-opacity="{max(row["fill_alpha"], FAINT):g}"')
    else:
        parts.append('fill="none"')
    if row["line_color"] and row["line_alpha"]:
        width = row["line_width"] * SMALLER
        parts.append(f'stroke="{row["line_color"]}" stroke-width="{width:g}" stroke-opacity="{row["line_alpha"]:g}"')
    return " ".join(parts)
