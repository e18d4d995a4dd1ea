"""What a link to a clause leads to is shown beside it: under the pointer, on keyboard focus, and never in the way."""

import re

import pytest
from playwright.sync_api import expect

import haventms
from browser.conftest import WAIT

pytestmark = pytest.mark.browser

TIP = "[role=tooltip]"
PAGE = "haven/speed.html"
PROSE = "article p > a[href$='#h-act-4']"


def expected(id):
    """What the register says of an entry, in the order of a preview."""
    entry = haventms.clauses()[id]
    readings = [f"{choice.token} {choice.meaning}" for choice in entry.choices]
    return [f"{entry.id} {entry.title}", entry.summary, *readings]


def shown(page):
    """The lines of the preview, once there is one."""
    tip = page.locator(TIP)
    expect(tip).to_be_visible(timeout=WAIT)
    return [re.sub(r"\\s+", " ", line) for line in tip.inner_text().splitlines() if line.strip()]


def test_every_entry_of_the_register_has_its_text(open_page, book_url):
    """Title, text, and of a ruling its readings."""
    page = open_page(book_url + PAGE)
    page.hover(PROSE)
    shown(page)
    texts = page.evaluate("window.haventmsClauseTexts")
    assert {id: (each["title"], each["text"]) for id, each in texts.items()} == {
        entry.id: (entry.title, entry.summary) for entry in haventms.clauses()
    }
    readings = {id: each["readings"] for id, each in texts.items() if "readings" in each}
    assert readings == {
        entry.id: [[choice.token, choice.meaning] for choice in entry.choices]
        for entry in haventms.clauses()
        if entry.choices
    }


def test_a_pointer_that_rests_on_a_link_shows_what_it_leads_to(open_page, book_url):
    """Id, title and text; the preview may be entered, leads on as the link does, and goes when the pointer leaves."""
    page = open_page(book_url + PAGE)
    page.hover(PROSE)
    assert shown(page) == expected("H-ACT-4")
    assert page.get_attribute(PROSE, "title") is None
    page.hover(f"{TIP} strong")
    page.wait_for_timeout(600)
    assert page.is_visible(TIP)
    assert page.evaluate(f"document.querySelector(`{TIP} a`).href") == page.evaluate(
        f"document.querySelector(`{PROSE}`).href"
    )
    page.mouse.move(5, 500)
    expect(page.locator(TIP)).to_be_hidden(timeout=WAIT)
    assert "H-ACT-4" in (page.get_attribute(PROSE, "title") or "")
    page.hover(PROSE)
    page.click(f"{TIP} a")
    page.wait_for_url("**/haven/actions.html#h-act-4")


def test_a_ruling_is_shown_with_its_readings(open_page, book_url):
    """Its question and each answer; the frame is the ruling's."""
    page = open_page(book_url + PAGE)
    page.hover("#h-spd-2 a[href$='#r-haven-round']")
    assert shown(page) == expected("R-HAVEN-ROUND")
    assert "clause-ruling" in page.get_attribute(TIP, "class")


def test_the_keyboard_shows_and_hides_a_preview(open_page, book_url):
    """Focus shows it and ties it to the link, Escape hides it and leaves the focus, Tab goes on to the next link."""
    page = open_page(book_url + PAGE)
    page.focus("#h-spd-2 .clause-foot a")  # the source
    page.keyboard.press("Tab")  # the function
    page.keyboard.press("Tab")
    focused = "document.activeElement.innerText"
    assert page.evaluate(focused) == "R-HAVEN-ROUND"
    assert shown(page) == expected("R-HAVEN-ROUND")
    described = page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert page.locator(f"#{described}").get_attribute("role") == "tooltip"
    page.keyboard.press("Escape")
    assert not page.is_visible(TIP)
    assert page.evaluate(focused) == "R-HAVEN-ROUND"
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") is None
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "R-HAVEN-FLAT"
    assert shown(page) == expected("R-HAVEN-FLAT")
    page.keyboard.press("Enter")
    page.wait_for_url("**#r-haven-flat")


def test_a_ledger_that_was_computed_has_previews_too(open_page, book_url):
    """Also of a clause that stands in another chapter; a ledger that is written anew takes its preview along."""
    page = open_page(f"{book_url}{PAGE}#factors.0.kind=ice")
    link = "[data-part=ledger] a[data-clause='H-ICE-1']"
    page.wait_for_selector(link, timeout=WAIT)
    page.hover(link)
    assert shown(page) == expected("H-ICE-1")
    assert page.get_attribute(f"{TIP} a", "href").endswith("haven/ice.html#h-ice-1")
    page.evaluate("haventms.explorers[0].load('')")
    expect(page.locator(TIP)).to_be_hidden(timeout=WAIT)


def test_from_a_file_and_in_the_dark_on_a_narrow_screen(open_page, rulebook):
    """Every preview lies within the window, and its text stands out from its ground."""
    page = open_page((rulebook.html / PAGE).as_uri(), color_scheme="dark", viewport={"width": 375, "height": 700})
    links = page.locator("article :is(p, li) a.clause-ref, article a:has(> .clause-ref)")
    assert links.count() > 10
    for number in range(0, links.count(), 5):
        link = links.nth(number)
        if not link.is_visible():
            continue
        link.scroll_into_view_if_needed()
        link.hover()
        assert shown(page)[0].startswith(link.inner_text())
        box = page.locator(TIP).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 375
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 700
        page.keyboard.press("Escape")
        page.mouse.move(370, 690)
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_a_finger_follows_the_link(open_page, book_url):
    """No preview comes between."""
    page = open_page(book_url + PAGE, has_touch=True, is_mobile=True, viewport={"width": 375, "height": 700})
    page.tap(PROSE)
    page.wait_for_url("**/haven/actions.html#h-act-4")
    assert page.locator(TIP).count() == 0
