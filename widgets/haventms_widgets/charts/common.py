"""What all pictures share: colours that everybody can tell apart, frames that follow the width, axes of whole names."""

from collections.abc import Sequence
from typing import Any

from bokeh.models import ColumnDataSource, FixedTicker, HoverTool
from bokeh.plotting import figure as bokeh_figure

# Okabe and Ito's colours, readable with every kind of colour vision, on light and on dark ground.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW, GREY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#F0E442",
    "#8A8F98",
)
INK = "#777B80"
"""Text that is drawn into a picture follows no theme: this grey reads as well on white as on the dark ground."""
Sources = dict[str, ColumnDataSource]


def frame(height: int, x: str, y: str, **options: Any) -> Any:
    """An empty figure of full width, without tools that would catch a finger that scrolls."""
    drawn = bokeh_figure(
        height=height,
        sizing_mode="stretch_width",
        min_width=200,
        x_axis_label=x,
        y_axis_label=y,
        toolbar_location=None,
        tools="",
        **options,
    )
    drawn.xaxis.axis_label_text_font_style = "normal"
    drawn.yaxis.axis_label_text_font_style = "normal"
    drawn.grid.grid_line_alpha = 0.5
    return drawn


def names_on_y(drawn: Any, names: Sequence[str]) -> None:
    """Names instead of numbers at y = 0, 1, 2 ..., the first on top."""
    drawn.yaxis.ticker = FixedTicker(ticks=list(range(len(names))))
    drawn.yaxis.major_label_overrides = dict(enumerate(names))
    drawn.y_range.start, drawn.y_range.end = len(names) - 0.4, -0.6
    drawn.ygrid.grid_line_color = None


def hover(drawn: Any, tooltips: list[tuple[str, str]], renderers: Any = "auto") -> None:
    """What is shown where the pointer rests."""
    drawn.add_tools(HoverTool(tooltips=tooltips, renderers=renderers))


def legend_above(drawn: Any) -> None:
    """The legend in a row above the picture, on no ground of its own."""
    legend = drawn.legend[0]
    legend.orientation = "horizontal"
    legend.background_fill_alpha = 0
    legend.border_line_alpha = 0
    legend.ncols = "auto"
    # The legend is no part of the canvas: it takes the ink of its surroundings, and breaks into rows where they are
    # narrow, only when it is told so. `cqw` is the width of the explorer around it; axes and margins take the rest.
    legend.stylesheets = [
        "* { color: var(--bk-label-text-color, inherit) !important; }",
        ".bk-grid { display: flex; flex-wrap: wrap; max-width: calc(100cqw - 8rem); }",
        ".bk-label { white-space: normal; flex-shrink: 1; }",
    ]
    drawn.add_layout(legend, "above")
