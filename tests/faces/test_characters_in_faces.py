"""A file of characters on the command line, in a notebook, in a dashboard."""

import json
import re
from base64 import b64encode

import pytest
from haventms_widgets import explorers, show
from haventms_widgets.characters import PLACES, schema
from haventms_widgets.faces.cli import main
from haventms_widgets.faces.dashboard import Dashboard
from haventms_widgets.faces.page import section
from haventms_widgets.run import Refused, view

from haventms import Rulings

PARTY = {"characters": [{"name": "Bartas", "overland": {"con": 17}}, {"name": "Mira", "overland": {"con": 9}}]}


@pytest.fixture
def file(tmp_path):
    place = tmp_path / "party.json"
    place.write_text(json.dumps(PARTY))
    return place


def command(capsys, *arguments):
    with pytest.raises(SystemExit) as left:
        main(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return left.value.code, out, err


def test_the_command_line_takes_characters(file, capsys):
    """Of those named; other options go before the file's numbers."""
    run = ("run", "overland-march", "--characters", file, "--json")
    for more, con in (((), 17), (("--who", "Mira"), 9), (("--who", "Mira", "--con", "12"), 12)):
        code, out, err = command(capsys, *run, *more)
        assert (code, err) == (0, "")
        assert json.loads(out)["inputs"]["con"] == con
    code, out, _ = command(
        capsys,
        "run",
        "overland-chase",
        "--characters",
        file,
        "--role",
        "chasers",
        "--who",
        "Mira",
        "--who",
        "Bartas",
        "--json",
    )
    assert [each["name"] for each in json.loads(out)["inputs"]["chasers"]] == ["Mira", "Bartas"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--who", "Mira"), "--who and --role need a file of characters: --characters FILE."),
        (("--characters", "/nowhere/party.json"), "Cannot read /nowhere/party.json: No such file or directory."),
        (("--characters", "/dev/null"), "The file of characters is no JSON: line 1."),
    ],
)
def test_the_command_line_says_what_is_wrong(more, sentence, capsys):
    """In a sentence, with exit code 2."""
    assert command(capsys, "run", "overland-march", *more) == (2, "", sentence + "\n")


def test_a_file_that_is_no_text_is_said(tmp_path, capsys):
    """A picture, say."""
    place = tmp_path / "party.json"
    place.write_bytes(b"\x89PNG\xff")
    code, _, err = command(capsys, "run", "overland-march", "--characters", place)
    assert code == 2
    assert err == f"Cannot read {place}: it is no text in UTF-8.\n"


def test_the_schema_is_printed(capsys):
    """As JSON; another kind is refused."""
    code, out, _ = command(capsys, "schema", "characters")
    assert code == 0
    assert json.loads(out) == schema()
    assert command(capsys, "schema", "weather")[0] == 2


def test_a_notebook_takes_characters(file):
    """What is given beside them goes first."""
    assert show("overland-march", characters=file, who="Mira").view["inputs"]["con"] == 9
    assert show("overland-march", characters=str(file), con=12).view["inputs"]["con"] == 12
    assert show("overland-chase", characters=file, role="chasers").view["inputs"]["chasers"][1]["name"] == "Mira"
    with pytest.raises(Refused, match="There is no 'X' in the file of characters"):
        show("overland-march", characters=file, who="X")


def opened(dashboard, content):
    dashboard.party.file.trigger("value", "", b64encode(content).decode())
    return re.sub("<[^>]+>", "", dashboard.party.said.text)


def test_a_dashboard_takes_characters():
    """The first of them, then whom the visitor chooses; the rest of the case stays."""
    dashboard = Dashboard(explorers()["overland-march"])
    dashboard.session.load("hours=12")
    assert opened(dashboard, json.dumps(PARTY).encode()) == ""
    assert dashboard.session.view["state"] == "con=17&hours=12"
    dashboard.party.who.value = "=Mira"
    assert dashboard.session.view["state"] == "con=9&hours=12"
    chase = Dashboard(explorers()["overland-chase"])
    opened(chase, json.dumps(PARTY).encode())
    assert len(chase.session.view["inputs"]["chased"]) == 2
    chase.party.role.value = "chasers"
    assert len(chase.session.view["inputs"]["chasers"]) == 2


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "The file of characters is no text in UTF-8."),
        (b"{}", "must be {&quot;characters&quot;: [...]}"),
        (b" " * 2_000_000, "must be at most 200,000 letters long."),
    ],
)
def test_a_dashboard_says_what_is_wrong(content, sentence):
    """And keeps its case."""
    dashboard = Dashboard(explorers()["overland-march"])
    before = dashboard.session.view
    assert sentence in opened(dashboard, content)
    assert dashboard.session.view == before


def test_a_character_without_numbers_for_it_is_said_in_a_dashboard():
    """Here Overland's are there, Haven's are not."""
    dashboard = Dashboard(explorers()["haven-speed"])
    assert opened(dashboard, json.dumps(PARTY).encode()) == "Bartas has no numbers for Haven."


@pytest.mark.parametrize("id", list(PLACES))
def test_the_page_has_a_place_for_the_file(id):
    """With every part that a character may play."""
    explorer = explorers()[id]
    html = section(explorer, explorer.Inputs(), Rulings(), view(explorer, {}))
    (place,) = re.findall(r"<div data-characters>.*?</div>", html)
    for role in PLACES[id]:
        assert f'<option value="{role}">' in place
