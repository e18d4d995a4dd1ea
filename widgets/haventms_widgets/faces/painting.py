"""A map that is painted by pointer, drawn by Bokeh: what the notebook and the dashboard show beside the map's text."""

from collections.abc import Callable, Mapping
from typing import Any

from bokeh.events import Pan, PanStart, Tap
from bokeh.models import ColumnDataSource, DataRange1d
from bokeh.plotting import figure

from ..controls import Spec
from ..grids import read, write

PUT = "="
"""A brush of this and the name of a mark puts that mark."""


class Painting:
    """The squares of a map as a picture: a tap or a stroke paints with `brush`; `painted` is called after each.

    A brush of a mark sets no square: it calls `put` with the mark's name, column and row, counted from 1.
    """

    def __init__(self, spec: Spec, text: str, painted: Callable[[], None]) -> None:
        self.spec, self.painted = spec, painted
        self.brush = spec.palette[0][0]
        self.colours = {letter: colour or "transparent" for letter, _, colour in spec.palette}
        self.rows = [*read(text, spec.most)]
        self.put: Callable[[str, int, int], None] = lambda _mark, _column, _row: None
        self.source = ColumnDataSource(self._columns())
        self.marks = ColumnDataSource({"x": [], "y": [], "label": []})
        self.drawn = self._draw()
        for event in (Tap, PanStart, Pan):
            self.drawn.on_event(event, self._stroke)

    @property
    def text(self) -> str:
        """The map as the short text of its field."""
        return write(self.rows)

    @property
    def brushes(self) -> list[tuple[str, str]]:
        """Every brush with its label: the kinds of ground, then the marks."""
        grounds = [(letter, f"{letter} {label}") for letter, label, _ in self.spec.palette]
        return grounds + [(PUT + mark, f"put: {label}") for mark, label in self.spec.marks]

    def mark(self, places: Mapping[str, tuple[int, int]]) -> None:
        """Show where the marks are: name -> (column, row)."""
        labels = dict(self.spec.marks)
        columns = {
            "x": [x for x, _ in places.values()],
            "y": [y for _, y in places.values()],
            "label": [labels[name] for name in places],
        }
        if columns != self.marks.data:
            self.marks.data = columns

    def show(self, text: str) -> None:
        """Another map; what is none is left to the form's own complaint."""
        try:
            rows = [*read(text, self.spec.most)]
        except ValueError:
            return
        if rows != self.rows:
            self.rows = rows
            self.source.data = self._columns()

    def _columns(self) -> dict[str, list[Any]]:
        squares = [(x, y, each) for y, row in enumerate(self.rows, 1) for x, each in enumerate(row, 1)]
        return {
            "x": [x for x, _, _ in squares],
            "y": [y for _, y, _ in squares],
            "letter": [each for _, _, each in squares],
            "colour": [self.colours.get(each, "transparent") for _, _, each in squares],
        }

    def _draw(self) -> Any:
        drawn = figure(
            height=420,
            sizing_mode="stretch_width",
            min_width=240,
            match_aspect=True,
            toolbar_location=None,
            tools="",
            x_axis_label="column",
            y_axis_label="row",
            y_range=DataRange1d(flipped=True),
        )
        drawn.rect("x", "y", 1, 1, source=self.source, fill_color="colour", line_color="#8A8F98", line_alpha=0.5)
        drawn.text("x", "y", "letter", source=self.source, anchor="center", text_font_size="9px", text_color="#16191D")
        drawn.rect("x", "y", 0.9, 0.9, source=self.marks, fill_color=None, line_color="#D55E00", line_width=3)
        drawn.text(
            "x", "y", "label", source=self.marks, anchor="bottom_left", x_offset=4, y_offset=-4,
            text_font_size="11px", text_font_style="bold", text_color="#16191D",
            background_fill_color="#FFFFFF", background_fill_alpha=0.8,
        )  # fmt: skip
        drawn.grid.visible = False
        name = f"{self.spec.label}, to be painted; its text below says the same"
        drawn.html_attributes = {"role": "img", "aria-label": name}
        return drawn

    def _stroke(self, event: Any) -> None:
        if event.x is not None and event.y is not None:
            self.paint(round(event.x), round(event.y))

    def paint(self, column: int, row: int) -> None:
        """Paint one square, counted from 1, or put the mark there; nothing happens beside the map."""
        if not (1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[0])):
            return
        if self.brush.startswith(PUT):
            self.put(self.brush.removeprefix(PUT), column, row)
            return
        if self.rows[row - 1][column - 1] == self.brush:
            return
        line = self.rows[row - 1]
        self.rows[row - 1] = line[: column - 1] + self.brush + line[column:]
        at = (row - 1) * len(line) + column - 1
        self.source.patch({"letter": [(at, self.brush)], "colour": [(at, self.colours[self.brush])]})
        self.painted()
