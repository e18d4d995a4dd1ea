"""Pictures of Haven."""

from typing import Any

from .common import BLUE, ORANGE, SKY, Sources, frame, hover, legend_above, names_on_y


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
