"""Pictures of Domains."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import DataRange1d, Label, Span
from bokeh.transform import factor_cmap

from .common import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, SKY, Sources, frame, hover, legend_above, names_on_y
from .domains_attack import attack

__all__ = ["attack", "turn"]

MODES = ["land", "swim", "climb", "fly", "dig"]
COLOURS = [GREEN, BLUE, ORANGE, SKY, PURPLE]
UNDER = ["ground", "water", "ground or water"]
GROUNDS = ["#A0785A", BLUE, GREY]


def turn(sources: Sources) -> Any:
    """The path from the side above, the shared budget as stacked bars below."""
    return column(_side_view(sources), _budget(sources), sizing_mode="stretch_width")


def _side_view(sources: Sources) -> Any:
    drawn = frame(280, "feet across", "plane (5 ft each)", y_range=DataRange1d(range_padding=0.25))
    drawn.patches(
        "xs",
        "ys",
        source=sources["under"],
        color=factor_cmap("what", GROUNDS, UNDER),
        fill_alpha=0.22,
        line_alpha=0,
        legend_field="what",
    )
    drawn.add_layout(Span(location=0, dimension="width", line_dash="dotted", line_color=GREY, line_width=2))
    drawn.add_layout(
        Label(
            x=4, y=0, x_units="screen", y_offset=-15, text="ground and sea level", text_font_size="11px", text_color=INK
        )
    )
    lines = drawn.multi_line(
        "xs", "ys", source=sources["path"], color=factor_cmap("mode", COLOURS, MODES), line_width=5, line_cap="round"
    )
    drawn.multi_line("xs", "ys", source=sources["illegal"], color=RED, line_width=5, line_dash=[6, 6])
    drawn.scatter("x", "y", source=sources["ends"], size=9, color=GREY)
    drawn.segment("x", "top", "x", "bottom", source=sources["fall"], color=RED, line_width=3)
    falling = drawn.scatter("x", "bottom", source=sources["fall"], marker="inverted_triangle", size=14, color=RED)
    wrong = drawn.scatter("x", "y", source=sources["problems"], marker="x", size=14, line_width=4, color=RED)
    drawn.yaxis.ticker.min_interval = 1
    drawn.yaxis.minor_tick_in = drawn.yaxis.minor_tick_out = 0
    hover(drawn, [("leg @leg", "@mode, @cost ft")], [lines])
    hover(drawn, [("not allowed", "@problem")], [wrong])
    hover(drawn, [("begins to fall", "from plane @top")], [falling])
    legend_above(drawn)
    return drawn


def _budget(sources: Sources) -> Any:
    limits = sources["limits"]
    drawn = frame(210, "feet of movement", "")
    drawn.hbar(y="y", right="feet", height=0.8, source=limits, fill_alpha=0.12, line_color=GREY, color=GREY)
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
