"""Saving what is shown: on the command line, in a notebook, in a dashboard."""

import base64
import re
from contextlib import suppress

import pytest
from bokeh.models import Plot, SaveTool
from haventms_widgets import explorers, show
from haventms_widgets.exports import FORMATS, files
from haventms_widgets.faces.dashboard import Dashboard
from haventms_widgets.faces.notebook import widget
from haventms_widgets.faces.output import whole_file
from haventms_widgets.run import view

from haventms import Rulings


@pytest.mark.parametrize("id", list(explorers()))
@pytest.mark.parametrize("kind", list(FORMATS))
def test_the_command_line_prints_each_kind(run, id, kind):
    """The very text that the other faces save."""
    text = files(view(explorers()[id], {}))[kind]["text"]
    assert run("run", id, "--format", kind) == (0, text, "")


def test_the_command_line_writes_a_file(run, tmp_path):
    """Whole, with the rights that a new file has, and nothing beside it; what stood there before is replaced."""
    target = tmp_path / "speed.csv"
    target.write_text("old")
    assert run("run", "haven-speed", "--swiftness", "4", "--format", "csv", "--output", str(target)) == (0, "", "")
    shown = view(explorers()["haven-speed"], {"swiftness": 4})
    assert target.read_bytes().decode() == FORMATS["csv"].make(shown)
    assert [each.name for each in tmp_path.iterdir()] == ["speed.csv"]


def test_a_file_that_cannot_be_written_is_said(run, tmp_path):
    """In a sentence, with exit code 2."""
    code, out, err = run("run", "haven-speed", "--output", str(tmp_path / "no" / "speed.txt"))
    assert (code, out) == (2, "")
    assert re.fullmatch(r"Cannot write .*speed\.txt: No such file or directory\.\n", err)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_full_disk_or_an_interrupt_leaves_the_old_file(tmp_path, error):
    """And no half of a new one."""
    target = tmp_path / "speed.csv"
    target.write_text("old")
    with suppress(type(error)), whole_file(target) as place:
        place.write_text("half of")
        raise error
    assert target.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["speed.csv"]


def test_an_unknown_kind_is_refused(run):
    """With those that there are."""
    code, out, err = run("run", "haven-speed", "--format", "xls")
    assert (code, out) == (2, "")
    assert '"columns"' in err


def test_what_show_gives_can_be_saved(tmp_path):
    """As text, and into a file."""
    shown = show("haven-speed", swiftness=4)
    assert shown.export("markdown") == FORMATS["markdown"].make(shown.view)
    shown.export("json", tmp_path / "speed.json")
    assert (tmp_path / "speed.json").read_bytes().decode() == FORMATS["json"].make(shown.view)
    with pytest.raises(ValueError, match="The kind must be one of csv, columns, json, markdown, python"):
        shown.export("xls")


def test_a_notebook_offers_the_file_of_what_is_shown():
    """The link holds the file itself, also after a change."""
    explorer = explorers()["haven-speed"]
    made = widget(explorer, explorer.Inputs(), Rulings())
    saving = made.children[-1].children[-1]
    kind, file = saving.children
    assert file.value == ""
    kind.value = "csv"
    cases = next(each for each in made.children if getattr(each, "description", "") == "Worked cases")
    cases.value = "1"
    shown = view(explorer, dict(explorer.presets[1].inputs), Rulings.model_validate(dict(explorer.presets[1].rulings)))
    assert 'download="haven-speed.csv"' in file.value
    held = re.search(r'href="data:text/csv;base64,([^"]*)"', file.value)[1]
    assert base64.b64decode(held).decode() == FORMATS["csv"].make(shown)


def test_a_notebook_says_once_that_no_kernel_answers():
    """In its look, which stays with it; ipywidgets marks what has lost its kernel, each control of it too."""
    explorer = explorers()["haven-speed"]
    look = widget(explorer, explorer.Inputs(), Rulings()).children[0].value
    assert re.search(r'\.htms\.jupyter-widgets-disconnected::before \{\s*content: "No kernel answers: .*"', look)
    assert re.search(r"\.htms \.jupyter-widgets-disconnected::before \{\s*content: none", look)


@pytest.mark.parametrize("explorer", explorers().values(), ids=lambda each: each.id)
def test_a_notebooks_pictures_can_be_saved(explorer):
    """Each figure has the tool for it."""
    made = widget(explorer, explorer.Inputs(), Rulings())
    drawn = made.children[-2].children[1]._model
    for plot in drawn.select({"type": Plot}):
        assert any(isinstance(tool, SaveTool) for tool in plot.toolbar.tools)
        assert plot.toolbar_location == "right"


@pytest.mark.parametrize("kind", list(FORMATS))
def test_a_dashboard_hands_over_the_file_of_what_is_shown(kind):
    """Its source gets name, kind and text; the choice is free again."""
    dashboard = Dashboard(explorers()["haven-speed"])
    choice = dashboard.saving.choice
    dashboard.session.load("swiftness=4")
    choice.value = kind
    made = files(view(explorers()["haven-speed"], {"swiftness": 4}))[kind]
    assert dashboard.saving.file.data == {name: [value] for name, value in made.items()}
    assert choice.value == ""
