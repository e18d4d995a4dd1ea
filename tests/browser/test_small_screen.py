"""On a telephone everything is large enough for a finger and nothing scrolls sideways."""

import pytest

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 375, "height": 800}, "has_touch": True, "is_mobile": True}
# A box that has a label is pressed by its label. Squares of a map are painted over, not aimed at, and a link within a
# line of text may be as high as its line.
TARGETS = """() => [...document.querySelectorAll(".htms :is(button, select, summary, input)")]
    .filter((each) => each.checkVisibility() && !each.disabled)
    .map((each) => each.type === "checkbox" ? each.closest("label") : each)
    .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 44)
    .map(([html]) => html)"""


def test_every_control_of_every_explorer_is_44_pixels_at_least(open_page):
    """With rows added and all folds open; the switches of rulings too."""
    page = open_page("all.html", **PHONE)
    page.evaluate("document.querySelectorAll('[data-add]').forEach((add) => add.click())")
    page.wait_for_function(
        "haventms.engine.state === 'ready' && haventms.explorers.every((each) => !each.busy && !each.wanted)",
        timeout=WAIT,
    )
    page.evaluate("document.querySelectorAll('.htms details').forEach((fold) => { fold.open = true })")
    assert page.evaluate(TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 375


@pytest.mark.parametrize("name", ["haven/terrain.html", "haven/actions.html"])
def test_no_page_of_the_book_scrolls_sideways_under_a_finger(name, open_page, book_url):
    """Live; a telephone lays out otherwise than a narrow window, in which every page is looked at with axe."""
    page = open_page(book_url + name, **PHONE)
    page.locator("[data-start]").first.click()
    page.wait_for_function("haventms.engine.state === 'ready'", timeout=WAIT)
    page.wait_for_function("haventms.explorers.every((each) => !each.busy && !each.wanted)", timeout=WAIT)
    assert page.evaluate("document.documentElement.scrollWidth") == 375


@pytest.mark.parametrize("name", ["intro.html", "clause.html", "reference/rolls.html", "overland/quick.html"])
def test_no_page_without_an_explorer_scrolls_sideways_under_a_finger(name, open_page, book_url):
    """Tables and boxes included."""
    page = open_page(book_url + name, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 375


@pytest.mark.parametrize("name", ["", "haven-speed", "haven-terrain", "domains-attack", "haven-hazard"])
def test_no_dashboard_scrolls_sideways(name, open_page, dashboards_url):
    """Nor their index."""
    page = open_page(dashboards_url + name, **PHONE)
    if name:
        page.locator(".htms-answer").first.wait_for()
        page.wait_for_timeout(1000)  # Bokeh lays out what it has drawn
    assert page.evaluate("document.documentElement.scrollWidth") == 375
