"""The pictures of an attack's odds."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import DataRange1d, NumeralTickFormatter
from bokeh.palettes import Cividis256
from bokeh.transform import factor_cmap, linear_cmap

from .common import BLUE, GREEN, INK, ORANGE, RED, SKY, Sources, frame, hover, legend_above

SIDES = ["attacker", "defender"]
HELPS = ["helps the attacker", "helps the defender"]


def attack(sources: Sources) -> Any:
    """Degrees of both sides stage by stage, the damage of all attacks, the map of chances, what changes are worth."""
    return column(
        _stage(sources["hit"], "degrees to hit"),
        _stage(sources["damage"], "degrees to damage"),
        _total(sources),
        _map(sources),
        _worth(sources),
        sizing_mode="stretch_width",
    )


def _quiet(drawn: Any) -> None:
    """No ticks between the numbers; the upright axis in per cent."""
    _no_minor_ticks(drawn)
    drawn.xaxis.ticker.min_interval = 1
    drawn.yaxis.formatter = NumeralTickFormatter(format="0 %")


def _no_minor_ticks(drawn: Any) -> None:
    for axis in drawn.axis:  # their colour is the theme's, so only their length takes them away
        axis.minor_tick_in = axis.minor_tick_out = 0


def _stage(source: Any, title: str) -> Any:
    drawn = frame(190, title, "chance")
    bars = drawn.vbar(
        x="x",
        top="chance",
        width=0.38,
        source=source,
        color=factor_cmap("whose", [BLUE, ORANGE], SIDES),
        legend_field="whose",
    )
    drawn.y_range.start = 0
    _quiet(drawn)
    hover(drawn, [("@whose", "@degrees degrees: @percent")], [bars])
    legend_above(drawn)
    return drawn


def _total(sources: Sources) -> Any:
    drawn = frame(190, "damage of all attacks", "chance")
    bars = drawn.vbar(x="damage", top="chance", width="width", source=sources["total"], color=GREEN)
    drawn.y_range.start = 0
    _quiet(drawn)
    hover(drawn, [("exactly @amount", "@percent"), ("@amount or more", "@at_least")], [bars])
    return drawn


def _map(sources: Sources) -> Any:
    room = DataRange1d(range_padding=0.3)  # above the cells stands what the axes are
    drawn = frame(400, "", "", x_range=DataRange1d(range_padding=0.05), y_range=room)
    cells = drawn.rect(
        "across", "up", 1, 1, source=sources["map"], fill_color=linear_cmap("chance", Cividis256, 0, 1), line_color=None
    )
    drawn.text(
        "across",
        "up",
        "mark",
        source=sources["map"],
        anchor="center",
        text_font_size="11px",
        text_color=linear_cmap("chance", ["#FFFFFF", "#000000"], 0, 1),
    )
    drawn.rect("across", "up", 1, 1, source=sources["here"], fill_color=None, line_color=RED, line_width=4)
    for name, offset in (("up", -20), ("across", -4)):
        drawn.text("x", "y", name, source=sources["axes"], y_offset=offset, text_font_size="13px", text_color=INK)
    drawn.grid.visible = False
    _no_minor_ticks(drawn)
    drawn.xaxis.ticker.min_interval = drawn.yaxis.ticker.min_interval = 1
    hover(drawn, [("across @across, up @up", "damages @percent")], [cells])
    return drawn


def _worth(sources: Sources) -> Any:
    drawn = frame(360, "percentage points of the chance to damage", "", y_range=DataRange1d(flipped=True))
    bars = drawn.hbar(
        y="bar",
        right="points",
        height=0.4,
        source=sources["worth"],
        color=factor_cmap("whose", [SKY, ORANGE], HELPS),
        legend_field="whose",
    )
    drawn.text(
        0,
        "y",
        "label",
        source=sources["worth"],
        anchor="center_left",
        x_offset=4,
        text_font_size="13px",
        text_color=INK,
    )
    drawn.x_range.start = 0
    drawn.yaxis.visible = False
    drawn.ygrid.visible = False
    _no_minor_ticks(drawn)
    hover(drawn, [("@change", "@worth, to @to")], [bars])
    legend_above(drawn)
    return drawn
