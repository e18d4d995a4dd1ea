"""Chart key and columns in, a Bokeh figure out. Sources are named after their series; only their data ever changes.

The key "haven-speed" is the function `speed` of the module `charts.haven`.
"""

from collections.abc import Mapping
from importlib import import_module

from bokeh.models import ColumnDataSource, LayoutDOM, Plot, SaveTool

from ..explorer import Columns


def figure(key: str, series: Mapping[str, Columns]) -> LayoutDOM:
    """The picture of an explorer, drawn from the series of a View."""
    system, _, name = key.partition("-")
    drawn: LayoutDOM = getattr(import_module(f"{__name__}.{system}"), name.replace("-", "_"))(
        {each: ColumnDataSource(columns, name=each) for each, columns in series.items()}
    )
    return drawn


def sources(drawn: LayoutDOM) -> dict[str, ColumnDataSource]:
    """What a picture is drawn from, by the names of the series. To find them takes longer than most answers do."""
    return {each.name: each for each in drawn.select({"type": ColumnDataSource}) if each.name}


def update(drawn_from: Mapping[str, ColumnDataSource], series: Mapping[str, Columns]) -> None:
    """Put new columns into the sources of a drawn picture, in place. A series that is not drawn has none."""
    for name, columns in series.items():
        if name in drawn_from:
            drawn_from[name].data = columns


def describe(drawn: LayoutDOM, picture: str) -> None:
    """Give a picture its name for those who do not see it."""
    drawn.html_attributes = {"role": "img", "aria-label": picture}


def saveable(drawn: LayoutDOM) -> None:
    """Put the tool that saves a picture beside each figure: for faces that have no button of their own for it."""
    for each in drawn.select({"type": Plot}):
        each.add_tools(SaveTool())
        each.toolbar_location = "right"
        each.toolbar.logo = None


def height(drawn: LayoutDOM) -> int:
    """The height of a picture in pixels, so that its place can be kept while it loads."""
    children: list[LayoutDOM] = getattr(drawn, "children", [])
    return sum(height(each) for each in children) if children else int(drawn.height or 0)
