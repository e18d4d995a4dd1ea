"""Finding in mid-game: a case from a clause, a word's meaning, two sheets of paper, and what the search shows first."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import WAIT

pytestmark = pytest.mark.browser


def test_a_clause_shows_a_case(open_page, book_url):
    """The link opens the explorer with the preset's values, and the steps cite the clause."""
    page = open_page(book_url + "haven/ice.html")
    page.locator("#h-ice-3 a.clause-case").click()
    page.wait_for_function("haventms.engine.state === 'ready'", timeout=WAIT)
    page.wait_for_function("haventms.explorers.every((each) => !each.busy && !each.wanted)", timeout=WAIT)
    assert "#haven-hazard?" in page.url
    expect(page.locator("[data-part=ledger]")).to_contain_text("H-ICE-3")


def test_a_case_may_stand_in_another_chapter(open_page, book_url):
    """Followed over http, it arrives where its explorer stands."""
    page = open_page(book_url + "haven/darkness.html")
    links = page.locator("a.clause-case")
    hrefs = [links.nth(number).get_attribute("href") for number in range(links.count())]
    assert hrefs
    page.goto(page.url.rpartition("/")[0] + "/" + hrefs[0] if not hrefs[0].startswith("#") else page.url + hrefs[0])
    assert page.locator(f"[data-explorer={re.search(r'#([a-z-]+)', hrefs[0])[1]}]").count()


@pytest.mark.parametrize("served", ["http", "file"])
def test_a_word_shows_its_meaning(open_page, book_url, rulebook, served):
    """By pointer and by keyboard, over http and from files; Escape takes it away; the link leads to the glossary."""
    page = open_page((book_url if served == "http" else rulebook.html.as_uri() + "/") + "haven/ice.html")
    word = page.locator("#h-ice-2 a.word").first
    word.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("Haven: ")
    expect(word).to_have_attribute("aria-describedby", "clause-tip")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.mouse.move(0, 0)
    page.locator("#h-ice-2 .clause-id").focus()
    page.keyboard.press("Tab")  # the button that copies
    page.keyboard.press("Tab")
    expect(word).to_be_focused()
    expect(tip).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/reference/glossary.html#term-haven-*")


@pytest.mark.parametrize("system", ["haven", "domains", "overland"])
def test_a_quick_reference_is_printed_on_two_sheets(system, open_page, book_url):
    """At most; and nothing on it is cut off at the side."""
    page = open_page(book_url + f"{system}/quick.html")
    sheets = re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))
    assert 1 <= len(sheets) <= 2
    page.set_viewport_size({"width": 794, "height": 1123})  # a sheet of A4
    page.emulate_media(media="print")
    wide = "[...document.querySelectorAll('.quick table')].filter((each) => each.scrollWidth > each.parentElement.clientWidth + 1)"
    assert page.evaluate(f"{wide}.length") == 0


@pytest.mark.parametrize(
    ("asked", "pages"), [("ice", "haven/ice"), ("marbles", "haven/unstable"), ("gallop", "overland/mounts")]
)
def test_the_search_shows_the_chapter_first(asked, pages, open_page, book_url):
    """No index and no quick reference among the pages it found."""
    page = open_page(book_url + f"search.html?q={asked}")
    found = page.locator("#search-results li a")
    found.first.wait_for()
    page.wait_for_function("document.querySelector('#search-results .search-summary')?.textContent.includes('found')")
    hrefs = [found.nth(number).get_attribute("href") for number in range(found.count())]
    assert pages in hrefs[0]
    assert not any(re.search(r"(^|/)(clauses|quick|glossary)\.html", href) for href in hrefs), hrefs
