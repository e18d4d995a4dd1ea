"""The switches of the open questions: what each reading gives, and which worked examples hang on it."""

import re
import sys
from html import unescape

import pytest
from haventms_widgets import explorers
from haventms_widgets.faces.page import questions

from book.books import BOOK, Built
from haventms import Rulings, clauses
from haventms.flips import flips

sys.path.append(str(BOOK / "_ext"))
import choosing

OPEN = [each for each in clauses() if each.choices]
ENTRIES = pytest.mark.parametrize("entry", OPEN, ids=lambda entry: entry.id)


def text(nodes):
    return "".join(node.astext() for node in nodes)


@ENTRIES
def test_each_reading_has_its_row_and_the_default_is_chosen(entry):
    """As many numbers in each row, one to three; just one button is pressed, the first."""
    html = text(choosing.switch(entry))
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", html)
    assert len(rows) == len(entry.choices)
    assert {row.count("<td>") for row in rows} <= {1, 2, 3}
    assert len({row.count("<td>") for row in rows}) == 1
    assert [" checked" in row for row in rows] == [True] + [False] * (len(rows) - 1)
    for row, choice in zip(rows, entry.choices, strict=True):
        assert f'value="{choice.token}"' in row
    assert html.count('<th scope="col">') == 1 + rows[0].count("<td>")


@ENTRIES
def test_no_two_readings_show_the_same_row(entry):
    """The numbers differ, which is why they are shown."""
    html = text(choosing.switch(entry))
    rows = [
        tuple(re.findall(r"<td>(?:<a [^>]*>)?(.*?)(?:</a>)?</td>", row))
        for row in re.findall(r"<tr><th scope=\"row\">.*?</tr>", html)
    ]
    assert len(set(rows)) == len(rows)


@ENTRIES
def test_the_listed_examples_are_those_that_hang_on_the_reading(entry):
    """Each sentence stands under its reading, with how many there are."""
    for choice in entry.choices:
        listed = flips(entry.id)[choice.token]
        told = text(choosing.turned(entry, choice.token))
        number = "1 worked example" if len(listed) == 1 else f"{len(listed)} worked examples"
        assert number in told
        assert all(example.sentence in told for example in listed)


def test_a_reading_on_which_nothing_hangs_says_so(monkeypatch):
    """No empty fold."""
    entry = clauses()["R-HAVEN-STACK"]
    monkeypatch.setattr(choosing, "flips", lambda _: {"worst": ()})
    assert text(choosing.turned(entry, "worst")) == "No worked example hangs on it."


def test_pages_know_every_question_its_readings_and_the_sets():
    """What the scripts check a stored or linked reading against is the register's."""
    told = questions("reference/rulings.html")
    assert told.startswith("window.haventmsQuestions = ")
    for entry in OPEN:
        assert f'"{entry.field}":' in told
        assert all(f'"{choice.token}":' in told for choice in entry.choices)
    assert all(f'"{name}":"{token}"' in told for name, token in Rulings.literal().changed.items())
    assert told.count('"pattern"') == 1  # any die may be named, nothing else


def test_every_number_leads_to_a_page_that_shows_its_explorer(rulebook: Built):
    """In the built book no link is left open; each page that is led to has the explorer."""
    page = rulebook.page("reference/rulings")
    assert "explorer:" not in page
    links = {unescape(found) for found in re.findall(r'href="(\.\./[^"#]+#[a-z]+-[a-z]+\?[^"]*)"', page)}
    assert len(links) > len(OPEN)
    for link in links:
        place, _, rest = link.partition("#")
        id = rest.partition("?")[0]
        assert id in explorers()
        assert f'data-explorer="{id}"' in rulebook.page(place.removeprefix("../").removesuffix(".html")), link
