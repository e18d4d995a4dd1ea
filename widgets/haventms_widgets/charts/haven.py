"""Pictures of Haven."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import DataRange1d, LinearAxis
from bokeh.transform import factor_cmap

from .common import BLUE, GREEN, GREY, INK, ORANGE, RED, SKY, Sources, frame, hover, legend_above, names_on_y
from .haven_terrain import terrain

__all__ = ["hazard", "speed", "terrain", "turn"]


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
        "x", "y", 0.9, 0.8, source=sources["acts"], color=factor_cmap("lane", LANE_COLOURS, LANES), fill_alpha=0.14
    )
    drawn.text("x", "y", "short", source=sources["acts"], anchor="center", text_font_size="12px", text_color=INK)
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


def hazard(sources: Sources) -> Any:
    """Success, what lies or is swept away, and the damage: over the size, over the bonus; the odds of the damage."""
    size = _chances(
        sources["size"],
        sources["size_case"],
        "feet fallen, moved or away",
    )
    bonus = _chances(sources["bonus"], sources["bonus_case"], "bonus on the roll")
    return column(size, bonus, _damage(sources), sizing_mode="stretch_width")


def _chances(curve: Any, case: Any, label: str) -> Any:
    drawn = frame(230, label, "chance", y_range=(-0.03, 1.03))
    drawn.extra_y_ranges = {"points": DataRange1d(start=0)}
    drawn.add_layout(
        LinearAxis(y_range_name="points", axis_label="points", axis_label_text_font_style="normal"), "right"
    )
    lines = []
    for name, legend, colour, dash, scale in (
        ("success", "success", GREEN, "solid", "default"),
        ("lies", "prone or swept away", ORANGE, "dashed", "default"),
        ("damage", "damage on average (right)", BLUE, "dotted", "points"),
    ):
        drawn.line("x", name, source=curve, color=colour, width=3, dash=dash, legend_label=legend, y_range_name=scale)
        lines.append(drawn.scatter("x", name, source=curve, color=colour, size=5, y_range_name=scale))
        drawn.scatter(
            "x", name, source=case, marker="diamond", size=15, color=colour, line_color=GREY, y_range_name=scale
        )
    drawn.extra_y_ranges["points"].renderers = [lines[-1]]
    drawn.vspan("x", source=case, color=GREY, line_dash="dashed")
    tips = [("", "@x"), ("success", "@success{0.0 %}"), ("prone or swept away", "@lies{0.0 %}"), ("points", "@damage")]
    hover(drawn, tips, lines)
    legend_above(drawn)
    return drawn


def _damage(sources: Sources) -> Any:
    drawn = frame(190, "points of damage", "chance")
    bars = drawn.vbar(x="points", top="chance", width=0.8, source=sources["odds"], color=BLUE)
    drawn.scatter("points", "at", source=sources["rolled"], marker="triangle", size=16, color=ORANGE)
    drawn.y_range.start = 0
    hover(drawn, [("@points points", "@chance{0.0 %}")], [bars])
    return drawn
