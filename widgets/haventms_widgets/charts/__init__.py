"""Chart key and columns in, a Bokeh figure out. Sources are named after their series; only their data ever changes.

The key "haven-speed" is the function `speed` of the module `charts.haven`.
"""

from collections.abc import Mapping
from importlib import import_module

from bokeh.models import AllIndices, ColumnDataSource, GlyphRenderer, LayoutDOM, Plot, SaveTool, UnionRenderers

from ..explorer import Columns


def figure(key: str, series: Mapping[str, Columns]) -> LayoutDOM:
    """The picture of an explorer, drawn from the series of a View."""
    return draw(key, series)[0]


def draw(key: str, series: Mapping[str, Columns]) -> tuple[LayoutDOM, dict[str, ColumnDataSource]]:
    """The picture of an explorer and the sources that it is drawn from, by the names of the series."""
    system, _, name = key.partition("-")
    sources = {each: ColumnDataSource(columns, name=each) for each, columns in series.items()}
    drawn = getattr(import_module(f"{__name__}.{system}"), name.replace("-", "_"))(sources)
    _lighten(drawn, sources)
    return drawn, sources


def _lighten(drawn: LayoutDOM, sources: Mapping[str, ColumnDataSource]) -> None:
    """Leave out what no picture here needs, since nothing is selected, muted or filtered: a third of the models."""
    policy, everything = UnionRenderers(), AllIndices()
    for source in sources.values():
        source.selection_policy = policy
    for plot in plots(drawn):
        for renderer in plot.renderers:
            if isinstance(renderer, GlyphRenderer):
                renderer.nonselection_glyph = renderer.muted_glyph = None
                renderer.view.filter = everything


def plots(drawn: LayoutDOM) -> list[Plot]:
    """The plots of a picture, which is one or has some in columns and rows. To search all of it would take longer."""
    return [drawn] if isinstance(drawn, Plot) else [each for child in drawn.children for each in plots(child)]


def update(sources: Mapping[str, ColumnDataSource], series: Mapping[str, Columns]) -> None:
    """Put new columns into the sources of a picture, in place."""
    for name, columns in series.items():
        if sources[name].data != columns:
            sources[name].data = columns


def describe(drawn: LayoutDOM, picture: str) -> None:
    """Give a picture its name for those who do not see it."""
    drawn.html_attributes = {"role": "img", "aria-label": picture}


def saveable(drawn: LayoutDOM) -> None:
    """Put the tool that saves a picture beside each figure: for faces that have no button of their own for it."""
    for each in plots(drawn):
        each.add_tools(SaveTool())
        each.toolbar_location = "right"
        each.toolbar.logo = None


def height(drawn: LayoutDOM) -> int:
    """The height of a picture in pixels, so that its place can be kept while it loads."""
    children: list[LayoutDOM] = getattr(drawn, "children", [])
    return sum(height(each) for each in children) if children else int(drawn.height or 0)
