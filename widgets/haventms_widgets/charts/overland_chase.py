"""The pictures of a chase."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import NumeralTickFormatter

from .common import BLUE, GREEN, GREY, INK, ORANGE, Sources, frame, hover, legend_above


def chase(sources: Sources) -> Any:
    """Each one's chance as a divided bar, how many get away, and the same for better and worse modifiers."""
    return column(_parties(sources), _count(sources), _shifted(sources), sizing_mode="stretch_width")


def _parties(sources: Sources) -> Any:
    drawn = frame(210, "chance", "", x_range=(0, 1), min_border_right=24)
    bars = drawn.hbar_stack(
        ["away", "caught"],
        y="y",
        height=0.8,
        source=sources["parties"],
        color=[BLUE, ORANGE],
        fill_alpha=[0.18, 0.07],
        legend_label=["gets away", "is caught"],
    )
    # Names are drawn from the source, since an axis keeps the names that it was made with.
    drawn.text(
        0,
        "y",
        "name",
        source=sources["parties"],
        x_offset=8,
        anchor="center_left",
        text_font_size="13px",
        text_color=INK,
    )
    drawn.y_range.flipped = True
    drawn.yaxis.visible = False
    drawn.ygrid.visible = False
    drawn.xaxis.formatter = NumeralTickFormatter(format="0 %")
    hover(drawn, [("@name", "gets away @away{0.00 %}, is caught @caught{0.00 %}")], bars)
    legend_above(drawn)
    return drawn


def _count(sources: Sources) -> Any:
    drawn = frame(170, "of the chased get away", "chance", y_range=(0, 1.02))
    bars = drawn.vbar(x="count", top="chance", width=0.7, source=sources["how_many"], color=BLUE)
    drawn.xaxis.ticker.min_interval = 1
    drawn.yaxis.formatter = NumeralTickFormatter(format="0 %")
    hover(drawn, [("@count get away", "@chance{0.00 %}")], [bars])
    return drawn


def _shifted(sources: Sources) -> Any:
    drawn = frame(230, "added to the modifier of the chased", "chance", x_range=(-5.3, 5.3), y_range=(0, 1.02))
    source = sources["shifted"]
    drawn.line(
        "shift",
        "somebody",
        source=source,
        color=GREEN,
        line_width=2,
        line_dash="dashed",
        legend_label="one or more get away",
    )
    drawn.line("shift", "all", source=source, color=BLUE, line_width=3, legend_label="all get away")
    points = drawn.scatter("shift", "all", source=source, color=BLUE, size=8)
    drawn.scatter("shift", "all", source=sources["here"], color=None, line_color=GREY, line_width=3, size=18)
    drawn.yaxis.formatter = NumeralTickFormatter(format="0 %")
    hover(drawn, [("modifier @shift{+0}", "all @all{0.00 %}, one or more @somebody{0.00 %}")], [points])
    legend_above(drawn)
    return drawn
