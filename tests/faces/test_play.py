"""The play pages: several explorers, one set of readings, one address; and the small pictures of the first page."""

import json
import re
from base64 import b64encode
from html import unescape
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import pytest
from haventms_widgets import explorers
from haventms_widgets.faces.cli import main
from haventms_widgets.faces.page import preset_state
from haventms_widgets.faces.play import Screen, apps
from haventms_widgets.faces.server import index
from haventms_widgets.faces.thumbnails import HIGH, WIDE, thumbnail
from haventms_widgets.links import open_link
from haventms_widgets.plays import PLAYS, columns, read_address, without_rulings, write_address
from haventms_widgets.run import Refused

from haventms import Rulings

MARCH = PLAYS["play-march"]
REFEREE = PLAYS["play-referee"]


def visit(play, query=""):
    """A play page opened at this address."""
    screen = Screen(play)
    screen.open_address(parse_qsl(query, keep_blank_values=True))
    return screen


def address(screen):
    return screen.address.state


def text_of(place):
    return unescape(re.sub(r"<[^>]+>", "", place.text))


def test_the_table_of_play_pages_can_be_served():
    """Ids of their own, explorers that there are, each once and in one of the columns."""
    assert list(apps()) == list(PLAYS)
    for id, play in PLAYS.items():
        assert id == play.id
        assert id.startswith("play-")
        assert len(set(play.explorers)) == len(play.explorers) > 1
        assert set(play.explorers) <= set(explorers())
        assert sorted(each for column in columns(play) for each in column) == sorted(play.explorers)


@pytest.mark.parametrize("play", PLAYS.values(), ids=list(PLAYS))
def test_an_address_gives_the_cases_that_it_was_written_from(play):
    """Every worked case of each explorer, whatever signs are in it, beside readings."""
    rulings = Rulings(haven_stack="worst", domains_die="d20")
    for id in play.explorers:
        for preset in explorers()[id].presets:
            state = preset_state(explorers()[id], preset.inputs, preset.rulings)
            query = write_address(dict.fromkeys(play.explorers, "") | {id: state}, rulings)
            readings, states, unknown = read_address(play, parse_qsl(query, keep_blank_values=True))
            assert readings == "haven_stack:worst,domains_die:d20"
            assert states == ({id: without_rulings(state)} if without_rulings(state) else {})
            assert unknown == []


def test_what_is_as_usual_is_not_in_the_address():
    """The default page has none; names that signs would change are written so that they come back."""
    assert address(visit(MARCH)) == ""
    query = address(visit(MARCH, "overland-march=con=9%26hours=12"))
    assert query == "overland-march=con=9%26hours=12"
    screen = visit(REFEREE)
    screen.boards["haven-turn"].session.load("ability=A+%26+%2B+%25+%23")
    assert screen.boards["haven-turn"].session.view["inputs"]["ability"] == "A & + % #"
    again = visit(REFEREE, address(screen))
    assert again.boards["haven-turn"].session.view == screen.boards["haven-turn"].session.view


def test_a_case_is_the_one_of_the_explorers_own_link():
    """The text under an explorer's id is that of its own address."""
    screen = visit(REFEREE, "domains-attack=attacks=3&haven-turn=base_feet=40")
    for id, text in (("domains-attack", "attacks=3"), ("haven-turn", "base_feet=40")):
        view, _ = open_link(f"{id}?{text}")
        assert screen.boards[id].session.view == view
        assert text_of(screen.glance[id]) == view["headline"]


def test_a_reading_moves_all_explorers_and_stands_in_the_address_once():
    """Chosen by the switch of the page; and the way back."""
    screen = visit(MARCH, "overland-march=con=9%26hours=12")
    screen.readings.turn()
    control, _ = screen.switches.controls["overland_die"]
    before = {id: board.session.view["headline"] for id, board in screen.boards.items()}
    control.value = "automatic"
    assert all(board.session.view["rulings"] == {"overland_die": "automatic"} for board in screen.boards.values())
    assert screen.boards["overland-march"].session.view["headline"] != before["overland-march"]
    assert address(screen) == "rulings=overland_die:automatic&overland-march=con=9%26hours=12"
    words, back = screen.table.children
    assert text_of(words) == "Your table's readings differ from the book's in 1 place: R-OVERLAND-DIE automatic."
    screen.sit_down(Rulings())
    assert screen.table.children == []
    assert {id: board.session.view["headline"] for id, board in screen.boards.items()} == before
    assert back.label == "Back to the book's readings"


def test_the_readings_of_the_address_hold_everywhere_and_a_cases_own_come_before_them():
    """Whichever explorer names them."""
    screen = visit(MARCH, "rulings=literal&overland-journey=r.overland_die=automatic")
    expected = {**Rulings.literal().changed, "overland_die": "automatic"}
    assert all(board.session.view["rulings"] == expected for board in screen.boards.values())
    assert screen.rulings.changed == expected


def test_a_worked_case_with_readings_moves_the_page():
    """And one without leaves those of the page."""
    screen = visit(REFEREE, "rulings=domains_die:d20")
    board = screen.boards["haven-terrain"]
    board.cases.value = next(text for text, _ in board.cases.options[1:] if "r.haven_diagonal=five" in text)
    told = screen.rulings.changed
    assert told == {"domains_die": "d20", "haven_diagonal": "five"}
    assert all(each.session.view["rulings"] == told for each in screen.boards.values())
    board.cases.value = next(text for text, _ in board.cases.options[1:] if "r." not in text)
    assert screen.rulings.changed == told


def test_what_is_wrong_in_an_address_is_said_and_the_rest_is_shown():
    """A name that is none of the page's, a reading that is none, a case that is refused: at the top, and where it is."""
    screen = visit(MARCH, "haven-turn=base_feet=40&rulings=overland_die:loaded&overland-march=con=0")
    assert text_of(screen.wrong) == (
        "The ruling overland_die must be plain or automatic.Passed over, since nothing here has that name: haven-turn."
    )
    assert text_of(screen.glance["overland-march"]) == "Constitution must be a whole number from 1 to 100."
    assert text_of(screen.glance["overland-journey"]) == screen.boards["overland-journey"].session.view["headline"]
    screen.boards["overland-march"].session.load("con=9")
    assert text_of(screen.glance["overland-march"]).startswith("Con 9,")


def test_a_file_of_characters_is_for_the_whole_page():
    """Every explorer that takes any has them; a wrong file is said once."""
    screen = visit(MARCH)
    party = {"characters": [{"name": "Bartas", "overland": {"con": 17}}, {"name": "Mira", "overland": {"con": 9}}]}
    screen.party.trigger("value", "", b64encode(json.dumps(party).encode()).decode())
    assert screen.boards["overland-march"].session.view["inputs"]["con"] == 17
    travellers = screen.boards["overland-journey"].session.view["inputs"]["travellers"]
    assert [each["name"] for each in travellers] == ["Bartas", "Mira"]
    before = address(screen)
    screen.party.trigger("value", "", b64encode(b"\xff").decode())
    assert text_of(screen.party_said) == "The file of characters is no text in UTF-8."
    assert address(screen) == before


LINK = "http://localhost:5006/play-march?rulings=overland_die:automatic&overland-march=con=9%26hours=12#overland-march"


def test_a_link_of_a_play_page_opens_the_case_that_is_named(capsys):
    """With the readings of the page; without a name, and for another explorer, it says what there is."""
    view, unknown = open_link(LINK, "overland-march")
    assert (view["state"], unknown) == ("con=9&hours=12&r.overland_die=automatic", [])
    assert open_link("play-march?overland-march=con=9", "overland-journey")[0]["state"] == ""
    sentence = "The link leads to the page play-march, which shows overland-march, overland-journey; name one of them."
    for explorer in ("", "haven-turn"):
        with pytest.raises(Refused, match=re.escape(sentence)):
            open_link(LINK, explorer)
    with pytest.raises(SystemExit) as left:
        main(["open", LINK])
    assert left.value.code == 2
    assert capsys.readouterr().err == sentence + "\n"


@pytest.mark.parametrize("id", list(PLAYS))
def test_each_play_page_has_an_entry_for_panel_serve(root, id):
    """As the explorers have."""
    text = (root / "widgets" / "apps" / f"{id}.py").read_text(encoding="utf-8")
    assert text == f'from haventms_widgets.faces.play import app\n\napp("{id}")()\n'


def test_the_first_page_has_a_card_for_each_with_a_picture_that_says_nothing():
    """In groups; play pages come first. The picture has its place before it is there, and no words."""
    page = index(True)
    titles = re.findall(r"<h2>(.*?)</h2>", page)
    assert titles == ["To read", "At the table", "Haven", "Domains", "Overland", "Side by side"]
    at_the_table = page.split("<h2>At the table</h2>")[1].split("<h2>")[0]
    assert re.findall(r'href="([a-z-]+)"', at_the_table) == list(PLAYS)
    pictures = re.findall(r'<a href="([a-z-]+)"><img src="thumbnails/([a-z-]+)\.svg" (.*?)><strong>', page)
    assert [address for address, _, _ in pictures] == [*PLAYS, *explorers()]
    for address, pictured, more in pictures:
        assert pictured == address
        assert more == f'alt="" loading="lazy" width="{WIDE}" height="{HIGH}"'


@pytest.mark.parametrize("id", [*PLAYS, *explorers()])
def test_a_small_picture_shows_something_within_its_sheet(id):
    """Paths in more than one place; none leaves the sheet, nothing asks for anything, and it is small."""
    text = thumbnail(id)
    sheet = ElementTree.fromstring(text)
    assert sheet.get("viewBox") == f"0 0 {WIDE} {HIGH}"
    paths = [each.get("d") for each in sheet.iter("{http://www.w3.org/2000/svg}path")]
    places = {place for path in paths for place in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)}
    assert len(places) > 5
    assert all(0 <= float(x) <= WIDE and 0 <= float(y) <= HIGH for x, y in places)
    assert "nan" not in text
    assert "href" not in text
    assert len(text) < 40_000


def test_a_small_picture_has_the_numbers_of_the_picture():
    """Five paces: five bars, each as long beside the longest as its pace beside the fastest."""
    series = explorers()["overland-pace"].compute(explorers()["overland-pace"].Inputs())["series"]
    feet = series["paces"]["round"]
    bars = re.findall(r"M([\d.]+) [\d.]+L([\d.]+)", thumbnail("overland-pace"))
    lengths = [float(end) - float(start) for start, end in bars]
    assert len(lengths) == len(feet)
    assert [each / max(lengths) for each in lengths] == pytest.approx([each / max(feet) for each in feet], abs=0.01)
