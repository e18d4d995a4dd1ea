"""The box on "/": the right clause first, for an id in any spelling, for a word, and for what players ask."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PAGE = "haven/speed.html"
FIRST = ".jump-line:first-child .jump-id"
ASKED = {
    "h-ice-2": "H-ICE-2",
    "ice 2": "H-ICE-2",
    "H ICE 2": "H-ICE-2",
    "r-haven-stack": "R-HAVEN-STACK",
    "e-overland-1": "E-OVERLAND-1",
    "crowd": "H-CRO-1",
    "how far can I fall": "H-FAL-1",
    "second move on ice": "H-ICE-2",
    "shove someone": "H-CRO-3",
    "can I attack twice": "H-ATK-1",
    "how long must I rest": "O-RES-3",
    "forced march": "O-FOR-1",
    "galloping": "O-MOU-4",
    "long range": "D-RNG-2",
    "climbing without holds": "H-CLI-3",
    "vines": "H-DIF-2",
    "marbles": "H-UNS-6",
    "how far can I move": "H-SPD-1",
    "how far can I go in a day": "O-DIS-1",
    "dark": "H-DAR-1",
    "fall": "H-FAL-1",
    "stand up from prone": "H-SPD-3",
    "swept away": "H-LIQ-4",
    "maximum range": "D-RNG-3",
    "hover": "D-FLY-3",
    "how long can I run": "O-END-3",
}


def jump(page):
    """The box, opened by its key."""
    page.locator("article h1").click()
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Clause, word or question")
    expect(field).to_be_focused()
    return field


@pytest.mark.parametrize("served", ["http", "file"])
def test_the_right_clause_comes_first(open_page, book_url, rulebook, served):
    """Over http, and from files, where nothing can be fetched."""
    page = open_page((book_url if served == "http" else rulebook.html.as_uri() + "/") + PAGE)
    field = jump(page)
    found = {}
    for asked in ASKED:
        field.fill(asked)
        found[asked] = page.locator(FIRST).inner_text()
    assert found == ASKED


def test_the_keyboard_chooses_and_goes_there(open_page, book_url):
    """Down to the second, Enter; the chosen line is told to those who do not see it."""
    page = open_page(book_url + PAGE)
    field = jump(page)
    field.fill("ice 2")
    page.keyboard.press("ArrowDown")
    second = page.locator("[role=option]").nth(1)
    expect(second).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", second.get_attribute("id"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/haven/ice.html#h-ice-2")


def test_no_letter_is_lost_to_the_loading(open_page, book_url):
    """Slash and a word typed in one go."""
    page = open_page(book_url + PAGE)
    page.locator("article h1").click()
    page.keyboard.type("/ice 2")
    expect(page.locator(FIRST)).to_have_text("H-ICE-2")
    assert page.get_by_role("combobox", name="Clause, word or question").input_value() == "ice 2"


def test_what_is_not_found_is_said_and_escape_closes(open_page, book_url):
    """The button in the head of the page opens it too, and has the focus again afterwards."""
    page = open_page(book_url + PAGE)
    button = page.get_by_role("button", name="Jump to a clause")
    button.click()
    page.get_by_role("combobox", name="Clause, word or question").fill("quux")
    expect(page.locator(".jump [role=status]")).to_contain_text("No clause is called so")
    page.keyboard.press("Escape")
    expect(page.locator(".jump")).to_be_hidden()
    expect(button).to_be_focused()


def test_a_slash_in_a_field_is_a_slash(open_page, book_url):
    """Whoever types a value is not led away."""
    page = open_page(book_url + PAGE)
    page.locator("[name=swiftness]").focus()
    page.keyboard.press("/")
    page.wait_for_timeout(300)
    assert page.locator(".jump").count() == 0
