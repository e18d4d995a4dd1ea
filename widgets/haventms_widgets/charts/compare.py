"""The picture of the three systems side by side."""

from typing import Any

from .common import BLUE, INK, SKY, Sources, frame, hover, legend_above, names_on_y


def sides(sources: Sources) -> Any:
    """A bar for each system, the usual pale beside it, and both in words, since units differ by question."""
    shown = sources["sides"]
    drawn = frame(270, "", "")
    bars = [
        drawn.hbar(
            y="y", right=column, height=height, source=shown, color=colour, fill_alpha=alpha, legend_label=legend
        )
        for column, height, colour, alpha, legend in (
            ("usual", 0.8, SKY, 0.3, "for comparison"),
            ("asked", 0.4, BLUE, 0.3, "what was asked"),
        )
    ]
    drawn.text(0, "y", "label", source=shown, x_offset=6, anchor="center_left", text_font_size="12px", text_color=INK)
    drawn.x_range.start = 0
    drawn.xaxis.visible = False
    drawn.xgrid.visible = False
    names_on_y(drawn, list(shown.data["name"]))
    hover(drawn, [("@name", "@label")], bars)
    legend_above(drawn)
    return drawn
