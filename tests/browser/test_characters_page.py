"""A file of characters in a page: loaded, kept in this browser, forgotten; a bad one gets its sentence."""

import json

import pytest

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

PARTY = {
    "characters": [
        {"name": "Bartas", "overland": {"con": 17}},
        {"name": "<img src=x onerror=alert(1)>", "overland": {"con": 9}},
    ]
}
FOLD = "summary:has-text('Your characters')"


def chosen(page, content):
    page.set_input_files("[data-party]", {"name": "party.json", "mimeType": "application/json", "buffer": content})


def shown(page, state):
    page.wait_for_function("(state) => haventms.explorers[0].shown === state", arg=state, timeout=WAIT)


def test_a_party_is_loaded_kept_and_forgotten(open_page, site):
    """The first of them, then another; a reload knows the names; forgetting leaves nothing in the browser."""
    page = open_page("overland-march.html#overland-march?hours=12")
    shown(page, "hours=12")
    page.click(FOLD)
    asked = len(site.log)
    chosen(page, json.dumps(PARTY).encode())
    shown(page, "con=17&hours=12")
    assert page.input_value("[name=con]") == "17"
    page.select_option("[data-who]", label=PARTY["characters"][1]["name"])
    shown(page, "con=9&hours=12")
    assert "onerror" in page.inner_text("[data-party-told]")
    assert page.locator("[data-characters] img").count() == 0
    assert len(site.log) == asked, "the file goes nowhere"
    page.reload()
    page.wait_for_selector("[data-drawn]")
    assert page.locator("[data-who] option").all_text_contents()[1:] == [each["name"] for each in PARTY["characters"]]
    page.click(FOLD)
    page.click("[data-forget]")
    assert page.evaluate("localStorage.length") == 0
    assert page.is_disabled("[data-who]")


def test_a_bad_file_gets_its_sentence_and_the_case_stays(open_page):
    """It is not kept either."""
    page = open_page("overland-march.html")
    page.click(FOLD)
    for content, sentence in (
        (b"{", "The file of characters is no JSON: line 1."),
        (
            json.dumps({"characters": [{"name": "x", "overland": {"con": 0}}]}).encode(),
            "Constitution must be a whole number from 1 to 100",
        ),
        (json.dumps({"characters": [{"name": "x"}]}).encode(), "x has no numbers for Overland."),
    ):
        chosen(page, content)
        page.wait_for_function(
            "(text) => document.querySelector('[data-party-told]').innerText.includes(text)", arg=sentence, timeout=WAIT
        )
    assert page.evaluate("haventms.explorers[0].shown") == ""
    assert page.evaluate("localStorage.length") == 0


def test_a_file_that_a_browser_holds_from_elsewhere_is_nothing(open_page):
    """What is no file of ours is passed over."""
    page = open_page("overland-march.html", before="localStorage.setItem('haventms.characters', '[1]')")
    assert page.is_disabled("[data-who]")


def test_an_attacker_and_a_defender_come_from_one_file(open_page, folder):
    """The reader says as what; from a file as from a server."""
    page = open_page(f"file://{folder / 'domains-attack.html'}")
    page.click(FOLD)
    chosen(page, json.dumps({"characters": [{"name": "x", "domains": {"physical": 9, "brawn": 2}}]}).encode())
    shown(page, "attacker.physical=9&attacker.brawn=2")
    page.select_option("[data-role]", "defender")
    shown(page, "attacker.physical=9&attacker.brawn=2&defender.physical=9")
