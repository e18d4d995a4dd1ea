"""The pictures of a forced march."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import DataRange1d, NumeralTickFormatter
from bokeh.transform import factor_cmap

from .common import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, SKY, YELLOW, Sources, frame, hover, legend_above

STATES = ["fresh", "fatigued", "exhausted", "short of Con", "dead"]
COLOURS = [GREEN, YELLOW, ORANGE, RED, GREY]


def march(sources: Sources) -> Any:
    """The odds of the states as stacked areas; below them the DCs, the Con, the distance, all over the same hours."""
    hours = DataRange1d(start=0, range_padding=0.02)
    pictures = [_states(sources, hours), _difficulties(sources, hours), _con(sources, hours), _miles(sources, hours)]
    for drawn in pictures:
        drawn.vstrip("left", "right", source=sources["rests"], fill_color=GREY, fill_alpha=0.12, line_color=None)
    return column(pictures, sizing_mode="stretch_width")


def _states(sources: Sources, hours: Any) -> Any:
    drawn = frame(280, "", "chance", x_range=hours, y_range=(0, 1.08))
    drawn.patches(
        "xs",
        "ys",
        source=sources["areas"],
        color=factor_cmap("state", COLOURS, STATES),
        fill_alpha=0.75,
        line_color=None,
        legend_field="state",
    )
    checks = drawn.scatter("x", "y", source=sources["checks"], marker="inverted_triangle", size=7, color=BLUE)
    drawn.text(
        "middle",
        0.5,
        "label",
        source=sources["rests"],
        angle=1.5708,
        anchor="center",
        text_font_size="12px",
        text_color=INK,
    )
    drawn.yaxis.formatter = NumeralTickFormatter(format="0 %")
    hover(drawn, [("after @clock", "@dc"), ("then", "@after"), ("Con on average", "@con{0.00}")], [checks])
    drawn.hover.mode = "vline"
    legend_above(drawn)
    return drawn


def _difficulties(sources: Sources, hours: Any) -> Any:
    drawn = frame(170, "", "DC", x_range=hours)
    points = drawn.scatter("x", "y", source=sources["difficulties"], color=BLUE, alpha="strength", size=7)
    tale = drawn.scatter(
        "x", "y", source=sources["tale"], marker="marker", size=17, line_width=3, line_color=RED, fill_color=None
    )
    drawn.yaxis.ticker.min_interval = 1
    hover(drawn, [("hour @x", "DC @y, due with @due"), ("then", "@after")], [points])
    hover(drawn, [("the tale", "@text")], [tale])
    return drawn


def _con(sources: Sources, hours: Any) -> Any:
    drawn = frame(170, "", "Con left", x_range=hours)
    drawn.patches("xs", "ys", source=sources["bands"], color=PURPLE, fill_alpha=0.3, line_alpha=0)
    drawn.multi_line("xs", "ys", source=sources["mean"], color=PURPLE, line_width=2)
    drawn.y_range.start = 0
    return drawn


def _miles(sources: Sources, hours: Any) -> Any:
    drawn = frame(150, "hours since the start", "miles", x_range=hours)
    line = drawn.line("x", "y", source=sources["distance"], color=SKY, line_width=3)
    drawn.y_range.start = 0
    hover(drawn, [("hour @x", "@y miles")], [line])
    return drawn
