"""A map that is painted by pointer, drawn by Bokeh: what the notebook and the dashboard show beside the map's text."""

from collections.abc import Callable
from typing import Any

from bokeh.events import Pan, PanStart, Tap
from bokeh.models import ColumnDataSource, DataRange1d
from bokeh.plotting import figure

from ..controls import Spec
from ..grids import read, write


class Painting:
    """The squares of a map as a picture: a tap or a stroke paints with `brush`; `painted` is called after each."""

    def __init__(self, spec: Spec, text: str, painted: Callable[[], None]) -> None:
        self.spec, self.painted = spec, painted
        self.brush = spec.palette[0][0]
        self.colours = {letter: colour or "transparent" for letter, _, colour in spec.palette}
        self.rows = [*read(text, spec.most)]
        self.source = ColumnDataSource(self._columns())
        self.drawn = self._draw()
        for event in (Tap, PanStart, Pan):
            self.drawn.on_event(event, self._stroke)

    @property
    def text(self) -> str:
        """The map as the short text of its field."""
        return write(self.rows)

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
        drawn.grid.visible = False
        name = f"{self.spec.label}, to be painted; its text below says the same"
        drawn.html_attributes = {"role": "img", "aria-label": name}
        return drawn

    def _stroke(self, event: Any) -> None:
        if event.x is not None and event.y is not None:
            self.paint(round(event.x), round(event.y))

    def paint(self, column: int, row: int) -> None:
        """Paint one square, counted from 1; nothing happens beside the map or where it is so already."""
        if not (1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[0])):
            return
        if self.rows[row - 1][column - 1] == self.brush:
            return
        line = self.rows[row - 1]
        self.rows[row - 1] = line[: column - 1] + self.brush + line[column:]
        at = (row - 1) * len(line) + column - 1
        self.source.patch({"letter": [(at, self.brush)], "colour": [(at, self.colours[self.brush])]})
        self.painted()
