"""What a visitor of a dashboard costs: no model that nobody looks at, and pages without a fault in their models."""

import logging

import pytest
from bokeh.core.validation import silence
from bokeh.core.validation.warnings import EMPTY_LAYOUT
from bokeh.document import Document
from bokeh.models import ColumnDataSource, FileInput
from haventms_widgets import explorers
from haventms_widgets.faces import dashboard, play
from haventms_widgets.faces.dashboard import Dashboard
from haventms_widgets.faces.folds import Fold, folded
from haventms_widgets.faces.kit import Kit
from haventms_widgets.plays import PLAYS
from panel.io.state import set_curdoc

PAGES = {**dashboard.apps(), **play.apps()}
MOST = 80
"""Models of the page of `haven-speed`; it was 120 of them when a visitor cost twice as much."""


def page(id):
    """The document of a new visitor."""
    made = Document()
    with set_curdoc(made):
        PAGES[id]()
    return made


@pytest.mark.parametrize("id", PAGES)
def test_bokeh_finds_nothing_wrong_with_a_page(id, caplog):
    """The server does not look again for each visitor. An empty place is none: it waits for what is said there."""
    silence(EMPTY_LAYOUT)
    made = page(id)
    with caplog.at_level(logging.WARNING):
        made.validate()
    assert caplog.records == []
    assert made.title == {**explorers(), **PLAYS}[id].title


def test_a_page_holds_little_that_nobody_has_opened():
    """No file, no saving, and few models: each costs time and memory for as long as the page is open."""
    models = list(page("haven-speed").models)
    assert len(models) <= MOST
    assert not any(isinstance(each, FileInput) for each in models)
    sources = [each for each in models if isinstance(each, ColumnDataSource)]
    assert len({each.selection_policy for each in sources}) == 1 < len(sources)


def test_what_is_folded_is_made_once_and_stays_where_it_is():
    """Below its title; hidden and shown again afterwards."""
    made = []
    kit = Kit()
    one, two = (Fold(kit, title, lambda: made.append(1) or kit.stack([])) for title in ("One", "Two"))
    column = folded([one, two])
    assert made == []
    for opened, mark in ((True, "▾ One"), (False, "▸ One"), (True, "▾ One")):
        one.turn()
        assert made == [1]
        title, inner, other = column.children
        assert (inner.visible, title.label, other.label) == (opened, mark, "▸ Two")


def test_words_in_a_fold_follow_when_somebody_sees_them():
    """Those of the case that is shown, also when it changed while the fold was closed."""
    board = Dashboard(explorers()["haven-speed"])
    board.session.load("swiftness=4")
    board.python.turn()
    title, words = board.python.parts
    assert "swiftness=4" in words.text
    board.python.turn()
    board.session.load("swiftness=5")
    assert "swiftness=4" in words.text
    board.python.turn()
    assert "swiftness=5" in words.text
    board.session.load("swiftness=6")
    assert "swiftness=6" in words.text
    assert title.label.startswith("▾")
