"""Pictures of Haven."""

from typing import Any

from bokeh.layouts import column
from bokeh.transform import factor_cmap

from .common import BLUE, GREEN, GREY, ORANGE, RED, SKY, Sources, frame, hover, legend_above, names_on_y


def speed(sources: Sources) -> Any:
    """Feet per turn under every terrain factor as bars, the reader's own case as a line across."""
    factors, case = sources["factors"], sources["case"]
    drawn = frame(26 * len(factors.data["name"]) + 90, "feet in a turn", "")
    bars = drawn.hbar(y="y", right="feet_turn", height=0.72, source=factors, color=SKY, legend_label="two move actions")
    drawn.hbar(y="y", right="feet_move", height=0.72, source=factors, color=BLUE, legend_label="one move action")
    drawn.line("feet", "y", source=case, color=ORANGE, line_width=3, line_dash="dashed", legend_label="this case")
    drawn.x_range.start = 0
    names_on_y(drawn, list(factors.data["name"]))
    hover(drawn, [("", "@name"), ("one action", "@feet_move ft"), ("two actions", "@feet_turn ft")], [bars])
    legend_above(drawn)
    return drawn


LANES = ["no action", "move action", "standard action", "attack action", "refused"]
LANE_COLOURS = [GREY, GREEN, BLUE, ORANGE, RED]


def turn(sources: Sources) -> Any:
    """The acts as blocks in the lane of what they spend; below, the actions and the feet that each leaves."""
    left = _actions_left(sources)
    timeline = _timeline(sources, left.x_range)
    feet = frame(130, "acts done", "feet left", x_range=left.x_range)
    bars = feet.vbar(x="x", top="feet", width=0.7, source=sources["left"], color=SKY)
    feet.y_range.start = 0
    feet.xaxis.ticker.min_interval = 1
    hover(feet, [("after act @x", "@feet ft")], [bars])
    return column(timeline, left, feet, sizing_mode="stretch_width")


def _timeline(sources: Sources, x_range: Any) -> Any:
    drawn = frame(190, "", "", x_range=x_range)
    blocks = drawn.rect(
        "x", "y", 0.9, 0.8, source=sources["acts"], color=factor_cmap("lane", LANE_COLOURS, LANES), fill_alpha=0.35
    )
    drawn.text("x", "y", "short", source=sources["acts"], anchor="center", text_font_size="12px")
    drawn.vspan("x", source=sources["begins"], line_dash="dashed", line_color=GREY, line_width=2)
    names_on_y(drawn, LANES)
    drawn.xaxis.ticker.min_interval = 1
    hover(drawn, [("act @x", "@act")], [blocks])
    return drawn


def _actions_left(sources: Sources) -> Any:
    drawn = frame(170, "", "actions left")
    kinds = ["standard", "move", "attack"]
    bars = drawn.vbar_stack(
        kinds,
        x="x",
        width=0.7,
        source=sources["left"],
        color=[BLUE, GREEN, ORANGE],
        legend_label=kinds,
    )
    drawn.vspan("x", source=sources["begins"], line_dash="dashed", line_color=GREY, line_width=2)
    drawn.y_range.start = 0
    drawn.yaxis.ticker.min_interval = 1
    drawn.xaxis.ticker.min_interval = 1
    penalties = [("next physical attack", "@physical"), ("next magical attack", "@magical")]
    hover(drawn, [("after act @x", ""), *((kind, f"@{kind}") for kind in kinds), *penalties], bars)
    legend_above(drawn)
    return drawn
