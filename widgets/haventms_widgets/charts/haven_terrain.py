"""The picture of a way over a map: ground, reach, path, checks; below, what each step costs."""

from typing import Any

from bokeh.layouts import column
from bokeh.models import DataRange1d
from bokeh.transform import factor_cmap

from ..views.terrain_maps import PALETTE
from .common import BLUE, GREY, ORANGE, RED, SKY, Sources, frame, hover, legend_above

DARK = "#16191D"
LETTERS = [letter for letter, _, _ in PALETTE]
COLOURS = [colour or "#C9CED6" for _, _, colour in PALETTE]


def terrain(sources: Sources) -> Any:
    """The map above, the steps of the path as bars below."""
    return column(_map(sources), _steps(sources), sizing_mode="stretch_width")


def _map(sources: Sources) -> Any:
    drawn = frame(460, "column", "row", match_aspect=True, y_range=DataRange1d(flipped=True))
    drawn.rect("x", "y", "columns", "rows", source=sources["board"], fill_alpha=0, line_color=GREY)
    ground = drawn.rect(
        "x", "y", 1, 1, source=sources["ground"], color=factor_cmap("letter", COLOURS, LETTERS), line_alpha=0.4
    )
    drawn.text("x", "y", "letter", source=sources["ground"], anchor="center", text_font_size="9px", text_color=DARK)
    drawn.rect(
        "x", "y", 0.42, 0.42, source=sources["one_action"], color=BLUE, fill_alpha=0.85, legend_label="one action"
    )
    drawn.rect(
        "x", "y", 0.42, 0.42, source=sources["two_actions"], color=BLUE, fill_alpha=0, line_width=1.5,
        legend_label="two actions",
    )  # fmt: skip
    drawn.line("x", "y", source=sources["route"], color=RED, line_width=4, line_alpha=0.85, legend_label="path")
    steps = drawn.scatter("x", "y", source=sources["path"], color=RED, size=7)
    drawn.scatter("x", "y", source=sources["ends"], marker="star", size=17, color=DARK, line_color="white")
    checks = drawn.scatter(
        "x", "y", source=sources["checks"], marker="triangle", size=14, color=ORANGE, line_color=DARK,
        legend_label="check",
    )  # fmt: skip
    hover(drawn, [("", "@name, column @x, row @y")], [ground])
    hover(drawn, [("step @step", "@cost ft, @total ft in all, action @action")], [steps])
    hover(drawn, [("@check", "@chance{0.0 %}")], [checks])
    drawn.grid.visible = False
    legend_above(drawn)
    return drawn


def _steps(sources: Sources) -> Any:
    drawn = frame(180, "step of the path", "feet of movement")
    bars = drawn.vbar(
        x="step", top="cost", width=0.8, source=sources["path"], line_color=SKY,
        fill_color=factor_cmap("ground", COLOURS, LETTERS),
    )  # fmt: skip
    drawn.y_range.start = 0
    drawn.xaxis.ticker.min_interval = 1
    hover(drawn, [("step @step", "@name, @cost ft"), ("in all", "@total ft"), ("action", "@action")], [bars])
    return drawn
