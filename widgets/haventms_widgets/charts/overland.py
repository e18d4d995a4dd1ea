"""Pictures of Overland."""

from typing import Any

from bokeh.layouts import column

from .common import BLUE, GREEN, ORANGE, PURPLE, Sources, frame, hover, names_on_y
from .overland_chase import chase
from .overland_journey import journey
from .overland_march import march

__all__ = ["chase", "journey", "march", "pace"]

SCALES = (
    ("round", "feet a round", BLUE),
    ("minute", "feet a minute", GREEN),
    ("hour", "miles an hour", ORANGE),
    ("lasts", "minutes without a check", PURPLE),
)


def pace(sources: Sources) -> Any:
    """All five paces as bars, one picture a scale, since their units differ; paces that are closed are pale."""
    return column([_scale(sources["paces"], *each) for each in SCALES], sizing_mode="stretch_width")


def _scale(paces: Any, column_name: str, label: str, colour: str) -> Any:
    drawn = frame(150, label, "")
    bars = drawn.hbar(
        y="y", right=column_name, height=0.7, source=paces, color=colour, fill_alpha="strength", line_alpha=1
    )
    drawn.x_range.start = 0
    names_on_y(drawn, list(paces.data["name"]))
    hover(drawn, [("@name", f"@{column_name} {label}"), ("open", "@open")], [bars])
    return drawn
