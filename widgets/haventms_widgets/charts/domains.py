"""Pictures of Domains."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import Span
from bokeh.transform import factor_cmap

from .common import BLUE, GREEN, ORANGE, PURPLE, RED, SKY, Sources, frame, hover, legend_above, names_on_y

MODES = ["land", "swim", "climb", "fly", "dig"]
COLOURS = [GREEN, BLUE, ORANGE, SKY, PURPLE]


def turn(sources: Sources) -> Any:
    """The path from the side above, the shared budget as stacked bars below."""
    return column(_side_view(sources), _budget(sources), sizing_mode="stretch_width")


def _side_view(sources: Sources) -> Any:
    drawn = frame(250, "feet across", "plane (5 ft each)")
    drawn.add_layout(Span(location=0, dimension="width", line_dash="dotted", line_color=GREEN, line_width=2))
    lines = drawn.multi_line(
        "xs", "ys", source=sources["path"], color=factor_cmap("mode", COLOURS, MODES), line_width=5, line_cap="round"
    )
    wrong = drawn.scatter("x", "y", source=sources["problems"], marker="x", size=14, line_width=4, color=RED)
    hover(drawn, [("leg @leg", "@mode, @cost ft")], [lines])
    hover(drawn, [("not allowed", "@problem")], [wrong])
    return drawn


def _budget(sources: Sources) -> Any:
    limits = sources["limits"]
    drawn = frame(210, "feet of movement", "")
    drawn.hbar(y="y", right="feet", height=0.8, source=limits, fill_alpha=0.12, line_color="#8A8F98", color="#8A8F98")
    bars = drawn.hbar(
        y="y",
        left="left",
        right="right",
        height=0.6,
        source=sources["spent"],
        color=factor_cmap("mode", COLOURS, MODES),
        legend_field="mode",
    )
    drawn.x_range.start = 0
    names_on_y(drawn, list(limits.data["name"]))
    hover(drawn, [("@mode", "@left to @right ft")], [bars])
    legend_above(drawn)
    return drawn
