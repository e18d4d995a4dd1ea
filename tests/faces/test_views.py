"""All faces show the same View: page, notebook, dashboard and command line, for every preset."""

import json
import re
from html import unescape

import pytest
from bokeh.models import Label, Text
from haventms_widgets import explorers, show
from haventms_widgets.charts import figure, height
from haventms_widgets.charts.common import INK
from haventms_widgets.charts.haven_terrain import DARK
from haventms_widgets.faces.dashboard import Dashboard, apps
from haventms_widgets.faces.page import preset_state, scripts, section, static_files, styles, wire_size
from haventms_widgets.faces.shown import BOOK
from haventms_widgets.run import Refused, view

from haventms import Rulings

CASES = [(explorer, preset) for explorer in explorers().values() for preset in explorer.presets]
ALL = pytest.mark.parametrize(("explorer", "preset"), CASES, ids=lambda value: getattr(value, "title", value))


def case(explorer, preset):
    rulings = Rulings.model_validate(dict(preset.rulings))
    return dict(preset.inputs), rulings, view(explorer, dict(preset.inputs), rulings)


def text_of(html):
    return unescape(re.sub(r"<[^>]+>", "", html))


@ALL
def test_the_page_shows_the_view(explorer, preset):
    """Headline, facts, picture in words, steps and Python stand in the section; its data hold the series."""
    inputs, rulings, shown = case(explorer, preset)
    html = section(explorer, explorer.Inputs.model_validate(inputs), rulings, shown)
    told = text_of(html)
    for part in (shown["headline"], shown["picture"], shown["python"]):
        assert part in told
    assert all(each["value"] in told for each in shown["facts"])
    assert all(step["text"] in told for step in shown["ledger"])
    config = json.loads(re.search(r'class="htms-config">(.*?)</script>', html, re.S)[1])
    assert (config["explorer"], config["state"]) == (explorer.id, shown["state"])
    for part in ("headline", "facts", "figure", "ledger", "status"):
        assert html.count(f'data-part="{part}"') == 1
    for step in shown["ledger"]:
        assert f'href="#{step["clause"].lower()}"' in html


@ALL
def test_the_notebook_shows_the_view(explorer, preset):
    """The widget's words are those of the View, and its sources hold the series."""
    inputs, rulings, shown = case(explorer, preset)
    made = show(explorer.id, rulings=rulings, **inputs)
    assert made.view == shown
    assert repr(made) == shown["headline"]
    bundle = made._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == shown["headline"]


@ALL
def test_the_dashboard_shows_the_view(explorer, preset):
    """Opened with the state text of the case; what its controls then hold is the case too."""
    _, _, shown = case(explorer, preset)
    dashboard = Dashboard(explorer)
    dashboard.session.load(shown["state"])
    assert dashboard.session.view == shown
    assert shown["headline"] in text_of(dashboard.headline.text)
    for name, columns in shown["series"].items():
        assert dashboard.drawn.select_one({"name": name}).data == columns
    dashboard.session.recompute()
    assert dashboard.session.view == shown


@pytest.mark.parametrize("id", list(explorers()))
def test_in_the_books_build_no_widget_is_made(id, monkeypatch):
    """Its state would stay in the page: the cell is a section of HTML there."""
    monkeypatch.setenv(BOOK, "1")
    bundle = show(id)._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert f'data-explorer="{id}"' in bundle["text/html"]


def test_a_wrong_value_keeps_the_last_valid_picture():
    """The sentence stands beside the control; the answer stays."""
    dashboard = Dashboard(explorers()["domains-turn"])
    before = dashboard.session.view
    control = dashboard.session.form._node.nodes["plane"].leaf
    control.control.value = "0.1"
    assert "in steps of 0.2" in text_of(control.place.text)
    assert dashboard.session.view == before
    control.control.value = "1"
    assert control.place.text == ""
    assert dashboard.session.view["inputs"]["plane"] == "1/1"


def test_an_act_that_a_clause_forbids_is_said_above_the_answer():
    """It belongs to no single control."""
    dashboard = Dashboard(explorers()["overland-pace"])
    before = dashboard.session.view
    dashboard.session.load("conditions=impassable")
    assert "O-TAC-3" in text_of(dashboard.wrong.text)
    assert dashboard.session.view == before


def test_rows_can_be_added_moved_and_removed():
    """Each changes the case."""
    dashboard = Dashboard(explorers()["haven-speed"])
    rows = dashboard.session.form._node.nodes["factors"]
    for kind in ("crowd", "ice"):
        rows.kind.write(kind)
        rows._add()
    assert dashboard.session.view["state"] == "factors.0.kind=crowd&factors.1.kind=ice"
    rows._up(rows.rows[1][1])
    rows._up(rows.rows[0][1])
    assert dashboard.session.view["state"] == "factors.0.kind=ice&factors.1.kind=crowd"
    rows._add()
    assert "given twice" in text_of(rows.words.text)
    rows._remove(rows.rows[2][1])
    rows._remove(rows.rows[0][1])
    assert dashboard.session.view["state"] == "factors.0.kind=crowd"
    assert rows.words.text == ""


def test_an_error_inside_a_row_stands_in_the_row():
    """Beside the control that it is about."""
    dashboard = Dashboard(explorers()["domains-turn"])
    leg = dashboard.session.form._node.nodes["legs"].rows[0][1].nodes["across_feet"]
    leg.leaf.control.value = "far"
    assert "Across must be a number" in text_of(leg.leaf.place.text)


def test_a_ruling_can_be_switched():
    """Its switch appears with its question, and the case follows."""
    dashboard = Dashboard(explorers()["haven-speed"])
    dashboard.session.load("factors.0.kind=crowd&factors.1.kind=ice")
    control, said = dashboard.switches.controls["haven_stack"]
    assert "would give" in text_of(said.text)
    control.value = "worst"
    assert dashboard.session.view["rulings"] == {"haven_stack": "worst"}
    control.value = "multiply"
    assert dashboard.session.view["rulings"] == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("swiftness=x", "Swiftness must be a whole number"),
        ("colour=blue", "Passed over, since nothing here has that name: colour."),
        ("x" * 30_000, "The state text must be at most 20,000 characters long."),
    ],
)
def test_a_mangled_link_is_said(text, sentence):
    """In the dashboard as everywhere."""
    dashboard = Dashboard(explorers()["haven-speed"])
    dashboard.session.load(text)
    places = [dashboard.wrong, *(node.leaf.place for node in list(dashboard.session.form._node.nodes.values())[:3])]
    assert any(sentence in text_of(place.text) for place in places)


def test_show_says_what_is_wrong():
    """As a ValueError with the sentence."""
    with pytest.raises(Refused, match="Swiftness must be a whole number from 0 to 100"):
        show("haven-speed", swiftness=101)
    with pytest.raises(ValueError, match="There is no explorer"):
        show("haven-sped")
    with pytest.raises(ValueError, match="haven_stack must be multiply or worst"):
        show("haven-speed", rulings={"haven_stack": "sum"})


def test_what_a_page_needs_is_at_hand():
    """Scripts and styles are among the files; on the wire they are at most 0.6 MB."""
    places = {place for _, place in static_files()}
    assert set(scripts()) | set(styles()) <= places
    assert all(path.is_file() for path, _ in static_files())
    assert wire_size() <= 600_000


@pytest.mark.parametrize("explorer", list(explorers().values()), ids=lambda each: each.id)
def test_a_picture_has_a_height_to_keep_its_place(explorer):
    """So that nothing moves when it is drawn."""
    assert height(figure(explorer.chart, view(explorer, {})["series"])) >= 200


@pytest.mark.parametrize("explorer", explorers().values(), ids=lambda explorer: explorer.id)
def test_text_in_a_picture_is_readable_on_light_and_dark_ground(explorer):
    """Nothing is written in the colour that text has by default; what stands on cells of its own colours follows them."""
    drawn = figure(explorer.chart, view(explorer, {})["series"])
    for text in [*drawn.select({"type": Text}), *drawn.select({"type": Label})]:
        assert text.text_color in (INK, DARK) or getattr(text.text_color, "transform", None), text


def test_every_explorer_is_served():
    """Under its id, with a preset that opens."""
    assert set(apps()) == set(explorers())
    for explorer in explorers().values():
        first = explorer.presets[0]
        assert isinstance(preset_state(explorer, first.inputs, first.rulings), str)
