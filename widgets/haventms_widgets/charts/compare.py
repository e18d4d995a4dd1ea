"""The picture of the three systems side by side."""

from typing import Any

from .common import BLUE, INK, SKY, Sources, frame, hover, names_on_y


def sides(sources: Sources) -> Any:
    """A bar for each system, the usual pale behind it, both in words: what they count differs with the question."""
    shown = sources["sides"]
    drawn = frame(260, "", "")
    bars = [
        drawn.hbar(y="y", right=column, height=height, source=shown, color=colour, fill_alpha=alpha, line_alpha=1)
        for column, height, colour, alpha in (("usual", 0.8, SKY, 0.06), ("asked", 0.5, BLUE, 0.14))
    ]
    words = {"x_offset": 6, "anchor": "center_left", "text_font_size": "12px", "text_color": INK}
    drawn.text(0, "y", "label", source=shown, **words)
    drawn.text(0, "y", "text", source=sources["meaning"], **words)
    drawn.x_range.start = 0
    drawn.xaxis.visible = False
    drawn.xgrid.visible = False
    names_on_y(drawn, list(shown.data["name"]))
    drawn.y_range.start = len(shown.data["name"]) + 0.3
    hover(drawn, [("@name", "@label")], bars)
    return drawn
