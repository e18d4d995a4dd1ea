"""Arriving at a clause by its id, copying its address, what lies behind it; and links that lead nowhere."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import haventms
from browser.conftest import WAIT

pytestmark = pytest.mark.browser

TOLD = ".arrive-told"
PANEL = "#h-spd-2 > details.clause-more"


def chapter(id):
    """Where an id stands."""
    entry = haventms.clauses()[id]
    return f"{entry.chapter}.html#{entry.anchor}"


def told(page):
    """The sentence that a page says of its address."""
    expect(page.locator(TOLD)).to_be_visible(timeout=WAIT)
    return page.locator(TOLD).inner_text()


@pytest.mark.parametrize("served", [True, False], ids=["http", "file"])
def test_an_id_always_lands(open_page, book_url, rulebook, served):
    """Clause, ruling and erratum of each system, in other spellings too; the box is in view, and going back does not
    lead into a circle."""
    root = book_url if served else rulebook.html.as_uri() + "/"
    page = open_page(f"{root}intro.html" if (rulebook.html / "intro.html").exists() else f"{root}index.html")
    before = page.url
    asked = {id: id for id in ("H-ICE-2", "R-HAVEN-STACK", "E-DOMAINS-2", "D-FLY-2", "O-FOR-2", "R-OVERLAND-MPH")}
    asked |= {"h-ice-2": "H-ICE-2", "ice 2": "H-ICE-2", "R HAVEN STACK": "R-HAVEN-STACK"}
    for spelled, id in asked.items():
        page.goto(f"{root}clause.html?id={spelled}")
        page.wait_for_url(f"**/{chapter(id)}", timeout=WAIT)
        expect(page.locator(f"#{id.lower()}")).to_be_in_viewport(timeout=WAIT)
        page.go_back()
        page.wait_for_url(before)


def test_an_id_that_never_was_gets_the_nearest_ones(open_page, book_url, rulebook):
    """The page opens, says so, offers them and the index, and its box takes another try."""
    for root in (book_url, rulebook.html.as_uri() + "/"):
        page = open_page(f"{root}clause.html?id=H-ICE-99")
        said = told(page)
        assert said.startswith("There is no clause, ruling or erratum H-ICE-99. Did you mean H-ICE-1 ")
        assert page.locator(TOLD).get_attribute("role") == "alert"
        assert page.locator(f"{TOLD} a[href$='clauses.html']").count() == 1
        page.fill("#arrive-id", "h-ice-2")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{chapter('H-ICE-2')}", timeout=WAIT)
    page = open_page(f"{book_url}clause.html?id=<b>nothing</b> at all")
    assert told(page) == (
        "There is no clause, ruling or erratum <b>nothing</b> at all. All ids stand in the clause index."
    )
    assert page.locator(f"{TOLD} b").count() == 0


def test_an_anchor_that_never_was_is_told_near_the_top(open_page, book_url, rulebook):
    """On any page, when it is opened and when the address changes; the page itself is there."""
    for root in (book_url, rulebook.html.as_uri() + "/"):
        page = open_page(f"{root}haven/ice.html#h-ice-99")
        assert "There is no clause, ruling or erratum H-ICE-99." in told(page)
        expect(page.locator(TOLD)).to_be_in_viewport()
        assert page.locator("#h-ice-2").count() == 1
        page.evaluate("location.hash = 'r-haven-stak'")
        expect(page.locator(TOLD)).to_contain_text("R-HAVEN-STAK. Did you mean R-HAVEN-STACK", timeout=WAIT)
        assert page.locator(TOLD).count() == 1
        page.evaluate("location.hash = 'h-ice-2'")
        expect(page.locator(TOLD)).to_have_count(0)


def test_an_anchor_that_moved_leads_on(open_page, book_url):
    """To the page that has it now; and in capital letters it is the same anchor."""
    page = open_page(f"{book_url}haven/ice.html#h-spd-1")
    page.wait_for_url(f"**/{chapter('H-SPD-1')}", timeout=WAIT)
    page.goto(f"{book_url}haven/ice.html#H-ICE-2")
    page.wait_for_url(f"**/{chapter('H-ICE-2')}", timeout=WAIT)


def test_a_retired_id_says_where_to_go(open_page, book_url):
    """Its stone, on the page of ids and behind an anchor of a chapter; the link in it leads on."""
    stone = '{"H-ICE-9": {"date": "2026-12-01", "reason": "It said the same twice.", "see": ["H-ICE-2", "H-ICE-3"]}}'
    page = open_page(f"{book_url}clause.html")
    page.route("**/stones.js*", lambda route: route.fulfill(body=f"window.haventmsStones = {stone};"))
    for address in ("clause.html?id=h-ice-9", "haven/speed.html#h-ice-9"):
        page.goto(book_url + address)
        titles = [haventms.clauses()[id].title for id in ("H-ICE-2", "H-ICE-3")]
        assert told(page) == (
            f"H-ICE-9 is retired since 2026-12-01: It said the same twice. See H-ICE-2 {titles[0]} and "
            f"H-ICE-3 {titles[1]}. All ids stand in the clause index."
        )
    page.click(f"{TOLD} a >> nth=0")
    page.wait_for_url(f"**/{chapter('H-ICE-2')}", timeout=WAIT)


def test_a_case_of_an_explorer_that_is_not_on_the_page_is_told(open_page, book_url):
    """With a link to the page that shows it, or that nothing is called so."""
    page = open_page(f"{book_url}haven/ice.html#overland-pace?speed_feet=20")
    assert told(page).startswith("This page does not show the explorer overland-pace.")
    page.click(f"{TOLD} a")
    page.wait_for_url(re.compile(r"/overland/\w+\.html#overland-pace\?speed_feet=20$"), timeout=WAIT)
    assert page.locator('[data-explorer="overland-pace"]').count() == 1
    page.goto(f"{book_url}haven/ice.html#haven-flight?feet=20")
    assert told(page) == "This page does not show the explorer haven-flight. Nothing in this book is called so."


def test_without_scripts_the_page_of_an_id_offers_the_index(open_page, book_url):
    """And no box has a button that would do nothing."""
    page = open_page(f"{book_url}clause.html?id=H-ICE-2", java_script_enabled=False)
    page.click("noscript a")
    page.wait_for_url("**/clauses.html")
    page.goto(f"{book_url}haven/ice.html")
    assert page.locator("button.clause-copy").count() > 3
    assert not page.locator("button.clause-copy").first.is_visible()
    page.click("#h-ice-2 > details > summary")
    expect(page.locator("#h-ice-2 .clause-history")).to_be_visible()


def test_the_button_beside_an_id_copies_its_lasting_address(open_page, book_url):
    """By mouse and by keyboard; it says so, and the address lands."""
    page = open_page(f"{book_url}haven/ice.html", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("#h-ice-2 button.clause-copy")
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    button.click()
    expect(page.locator("#h-ice-2 [role=status]")).to_have_text("Copied", timeout=WAIT)
    address = page.evaluate("navigator.clipboard.readText()")
    assert address == f"{book_url}clause.html?id=H-ICE-2"
    expect(page.locator("#h-ice-2 [role=status]")).to_have_count(0, timeout=WAIT)
    page.focus("#h-ice-1 .clause-id")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Copy the link to H-ICE-1"
    page.keyboard.press("Enter")
    expect(page.locator("#h-ice-1 [role=status]")).to_have_text("Copied", timeout=WAIT)
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    page.wait_for_url(f"**/{chapter('H-ICE-1')}", timeout=WAIT)


def test_where_there_is_no_clipboard_the_address_is_selected(open_page, rulebook):
    """Shown in a field whose text is selected; Escape leads back to the button."""
    page = open_page(
        (rulebook.html / "haven/ice.html").as_uri(),
        before="Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    )
    page.focus("#h-ice-2 button.clause-copy")
    page.keyboard.press("Enter")
    field = page.locator("#h-ice-2 input.clause-address")
    expect(field).to_be_focused(timeout=WAIT)
    assert field.input_value() == (rulebook.html / "clause.html").as_uri() + "?id=H-ICE-2"
    assert page.evaluate("getSelection().toString()") == field.input_value()
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(page.locator("#h-ice-2 button.clause-copy")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_panel_is_for_everybody_and_for_every_screen(open_page, book_url, scheme):
    """axe finds nothing in open panels and notices, nothing is wider than a phone, and the summary is a target."""
    page = open_page(f"{book_url}haven/liquid.html", color_scheme=scheme, viewport={"width": 375, "height": 700})
    summary = page.locator("#e-haven-4 > details > summary")
    assert summary.bounding_box()["height"] >= 44
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#e-haven-4 .clause-history ins").first).to_be_visible()
    page.evaluate("document.querySelectorAll('.clause-more').forEach((each) => (each.open = true))")
    page.evaluate("location.hash = 'h-liq-99'")
    told(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    options = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}}
    for context in (".clause-more", ".admonition-title", TOLD):
        found = Axe().run(page, context=context, options=options).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []


def test_a_closed_panel_is_not_printed_and_an_open_one_is(open_page, book_url):
    """And never the button."""
    page = open_page(f"{book_url}haven/ice.html")
    page.click("#h-ice-2 > details > summary")
    page.emulate_media(media="print")
    assert page.is_visible("#h-ice-2 .clause-history")
    assert not page.is_visible("#h-ice-1 > details")
    assert not page.is_visible("button.clause-copy >> nth=0")


def test_the_button_and_the_panel_move_nothing(open_page, book_url):
    """The page is drawn with them; nothing shifts when the scripts have run."""
    page = open_page(
        f"{book_url}haven/attacks.html",
        before="window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((each) => (window.moved += each.value)))"
        ".observe({ type: 'layout-shift', buffered: true })",
    )
    page.wait_for_timeout(500)
    assert page.evaluate("window.moved") < 0.01
