"""The pictures of a journey."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import AdaptiveTicker, DataRange1d, NumeralTickFormatter
from bokeh.transform import factor_cmap

from .common import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, SKY, Sources, frame, hover, legend_above

KINDS = ["moves on foot", "moves mounted", "by vehicle", "flies", "swims", "rests"]
COLOURS = [GREEN, ORANGE, SKY, PURPLE, BLUE, GREY]


def journey(sources: Sources) -> Any:
    """Lanes of who moves, rests and checks over the hours; how anybody is; the way and arrivals; plans compared."""
    hours = DataRange1d(range_padding=0.02)
    pictures = [_lanes(sources, hours), _anybody(sources, hours), _way(sources, hours)]
    for drawn in pictures:
        drawn.vspan("x", source=sources["midnights"], line_color=GREY, line_dash="dashed", line_width=1.5)
        drawn.xaxis.ticker = AdaptiveTicker(base=24, mantissas=[1, 2, 3, 6, 12], min_interval=1, desired_num_ticks=8)
    return column([*pictures, _arrivals(sources), _plans(sources)], sizing_mode="stretch_width")


def _lanes(sources: Sources, hours: Any) -> Any:
    drawn = frame(250, "", "", x_range=hours)
    blocks = drawn.quad(
        "left",
        "right",
        "top",
        "bottom",
        source=sources["lanes"],
        color=factor_cmap("kind", COLOURS, KINDS),
        fill_alpha=0.14,
        legend_field="kind",
    )
    checks = drawn.scatter("x", "y", source=sources["checks"], marker="dash", angle=1.5708, size=16, line_width=3,
                           color=RED, alpha="strength")  # fmt: skip
    # Names are drawn from the source, since an axis keeps the names that it was made with.
    drawn.text(
        "x",
        "y",
        "name",
        source=sources["names"],
        x_offset=6,
        anchor="center_left",
        text_font_size="13px",
        text_color=INK,
    )
    drawn.y_range.flipped = True
    drawn.yaxis.visible = False
    drawn.ygrid.visible = False
    hover(drawn, [("", "@text")], [blocks])
    hover(drawn, [("check", "@text")], [checks])
    legend_above(drawn)
    return drawn


def _anybody(sources: Sources, hours: Any) -> Any:
    drawn = frame(220, "", "anybody is", x_range=hours, y_range=(0, 1.04))
    source = sources["anybody"]
    for name, colour, dash in (("tired", ORANGE, "solid"), ("exhausted", RED, "dashed"), ("dead", GREY, "dotted")):
        label = "fatigued or worse" if name == "tired" else "exhausted or worse" if name == "exhausted" else name
        drawn.step(
            "x", name, mode="after", source=source, color=colour, line_width=2.5, line_dash=dash, legend_label=label
        )
    points = drawn.scatter("x", "tired", source=source, color=ORANGE, size=7)
    drawn.yaxis.formatter = NumeralTickFormatter(format="0 %")
    hover(drawn, [("hour @x", "@text")], [points])
    legend_above(drawn)
    return drawn


def _way(sources: Sources, hours: Any) -> Any:
    drawn = frame(160, "hours since the midnight before the start", "miles", x_range=hours)
    drawn.line("x", "miles", source=sources["way"], color=BLUE, line_width=3)
    points = drawn.scatter("x", "miles", source=sources["way"], color=BLUE, size=7)
    drawn.text(
        "x", 0, "day", source=sources["midnights"], x_offset=4, y_offset=-2, text_font_size="12px", text_color=INK
    )
    drawn.y_range.start = 0
    hover(drawn, [("hour @x", "@miles miles")], [points])
    return drawn


def _arrivals(sources: Sources) -> Any:
    drawn = frame(150, "hour of arrival", "chance", y_range=(0, 1.04))
    drawn.segment("x", 0, "x", "chance", source=sources["arrivals"], color=BLUE, line_width=4)
    points = drawn.scatter("x", "chance", source=sources["arrivals"], color=BLUE, size=10)
    drawn.yaxis.formatter = NumeralTickFormatter(format="0 %")
    hover(drawn, [("somebody arrives @when", "@chance{0.00 %}")], [points])
    return drawn


def _plans(sources: Sources) -> Any:
    drawn = frame(210, "hours that a plan takes", "")
    drawn.hbar(
        "y",
        right="hours",
        height=0.75,
        source=sources["plans"],
        color=factor_cmap("allowed", [GREEN, GREY], ["within the risk", "beyond it"]),
        fill_alpha=0.14,
        legend_field="allowed",
    )
    drawn.text(
        0, "y", "text", source=sources["plans"], x_offset=6, anchor="center_left", text_font_size="12px", text_color=INK
    )
    drawn.x_range.start = 0
    drawn.y_range.flipped = True
    drawn.yaxis.visible = False
    drawn.ygrid.visible = False
    legend_above(drawn)
    return drawn
