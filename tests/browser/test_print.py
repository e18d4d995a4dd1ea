"""On paper a chapter holds each case in values, its answer, its picture and its ledger, and none of the controls."""

import pytest

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

GONE = (
    "button",
    "progress",
    "[data-part=status]",
    "[data-preset]",
    "[data-twin]",
    "[data-add-kind]",
    "[type=checkbox]",
    "[data-brush]",
    "[data-side]",
    "textarea",
    ".htms-help",
)


def seen(page, selector):
    """How many of these a reader of the paper sees."""
    return page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).length",
        selector,
    )


@pytest.mark.parametrize("id", ["haven-speed", "haven-terrain"])
def test_the_case_its_answer_its_picture_and_its_ledger_are_printed_once(id, open_page):
    """Also a ledger that the reader has closed; what the reader did not open stays away, and so does every control."""
    page = open_page(f"{id}.html")
    page.evaluate("document.querySelector('details:has([data-part=ledger])').open = false")
    page.emulate_media(media="print")
    assert {each: seen(page, f".htms {each}") for each in GONE} == dict.fromkeys(GONE, 0)
    for part in ("headline", "facts", "figure", "ledger"):
        assert seen(page, f"[data-part={part}]") == 1, part
    assert page.locator("[data-part=ledger]").bounding_box()["height"] > 40
    for part in ("rulings", "data", "python"):
        assert seen(page, f"[data-part={part}]") == 0, part
    canvas = page.locator("canvas").first.bounding_box()
    assert min(canvas["width"], canvas["height"]) > 100


def test_the_values_of_the_case_are_printed_without_their_boxes(open_page):
    """The numbers, the rows that were added and what was ticked; nothing has a frame that invites to press it."""
    page = open_page("haven-speed.html")
    page.fill("[name=swiftness]", "7")
    page.select_option("[data-add-kind]", "crowd")
    page.click("[data-add]")
    page.wait_for_function("haventms.explorers[0].shown === 'swiftness=7&factors.0.kind=crowd'", timeout=WAIT)
    page.emulate_media(media="print")
    assert page.is_visible("[name=swiftness]")
    assert page.is_visible("[data-row] .htms-row-title")
    frames = "[...document.querySelectorAll('.htms-form :is(input, select)')].filter((each) => each.checkVisibility())"
    assert page.evaluate(f"{frames}.length") >= 3
    assert page.evaluate(f"{frames}.filter((each) => getComputedStyle(each).borderTopWidth !== '0px').length") == 0


def test_only_what_is_ticked_is_printed(open_page):
    """A group without a tick is left out whole."""
    page = open_page("overland-pace.html")
    page.check("[data-many=conditions][value=difficult]")
    page.emulate_media(media="print")
    assert (
        page.locator(".htms-many label").evaluate_all("(all) => all.filter((each) => each.checkVisibility()).length")
        == 1
    )
    page.emulate_media(media="screen")
    page.uncheck("[data-many=conditions][value=difficult]")
    page.emulate_media(media="print")
    assert not page.locator("fieldset[data-kind=many]:has([data-many=conditions])").is_visible()


def test_a_page_read_in_the_dark_is_printed_by_day(open_page, book_url):
    """Dark ink on paper, pictures included; on the screen it stays dark."""
    page = open_page(f"{book_url}haven/speed.html", color_scheme="dark")
    ink = "getComputedStyle(document.querySelector('article p')).color.match(/\\d+/g).slice(0, 3).map(Number)"
    assert min(page.evaluate(ink)) > 150
    page.emulate_media(media="print")
    page.wait_for_function("document.documentElement.dataset.theme === 'light'")
    assert max(page.evaluate(ink)) < 100
    assert "invert" in page.evaluate("getComputedStyle(document.querySelector('.htms-canvas')).filter")
    page.emulate_media(media="screen")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    assert page.evaluate("getComputedStyle(document.querySelector('.htms-canvas')).filter") == "none"


def test_a_chapter_prints_to_pages(open_page, book_url):
    """Every explorer fits on its pages: nothing is wider than the sheet, and the document has some pages, not dozens."""
    page = open_page(f"{book_url}haven/speed.html", viewport={"width": 720, "height": 1000})
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    assert 3 <= printed.count(b"/Type /Page\n") <= 20
