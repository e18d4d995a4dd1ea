"""The way to a page: its part and its title above it, home one press away, on a small screen too."""

import pytest

pytestmark = pytest.mark.browser

WAY = "nav[aria-label=Breadcrumb] li"
BOXES = """() => [...document.querySelectorAll("nav[aria-label=Breadcrumb] :is(li, a)")].map((each) => {
    const { top, left, right, width, height } = each.getBoundingClientRect();
    return { name: each.ariaLabel ?? each.textContent.trim(), tag: each.tagName, top, left, right, width, height };
})"""


@pytest.mark.parametrize(
    ("page", "part", "title"),
    [
        ("haven/ice.html", "Haven", "Ice"),
        ("overland/pursuit.html", "Overland", "Evasion and pursuit"),
        ("reference/compare.html", "At the table", "Three systems side by side"),
        ("clauses.html", "Reference", "Clause index"),
    ],
)
def test_the_part_stands_before_the_page(page, part, title, open_page, book_url):
    """As the table of contents has them; the page itself is marked as the one that is shown."""
    shown = open_page(book_url + page)
    assert [each.strip() for each in shown.locator(WAY).all_inner_texts()][1:] == [part, title]
    assert shown.locator(f"{WAY}[aria-current=page]").inner_text() == title
    shown.get_by_role("link", name="Home", exact=True).first.click()
    shown.wait_for_url("**/intro.html")
    assert shown.locator(WAY).count() == 0


@pytest.mark.parametrize("width", [1280, 375])
def test_it_stands_between_the_buttons_and_the_title(width, open_page, book_url):
    """Within the page, below the bar of buttons, above the title, and home large enough for a finger."""
    shown = open_page(book_url + "overland/pursuit.html", viewport={"width": width, "height": 800})
    found = shown.evaluate(BOXES)
    bar = shown.locator(".bd-header-article").bounding_box()
    title = shown.locator("article h1").bounding_box()
    assert all(bar["y"] + bar["height"] <= each["top"] < title["y"] for each in found), (bar, found, title)
    assert all(each["left"] >= 0 and each["right"] <= width for each in found), found
    home = next(each for each in found if each["name"] == "Home")
    assert min(home["width"], home["height"]) >= 44
    assert shown.evaluate("document.documentElement.scrollWidth") == width


def test_it_is_not_printed(open_page, book_url):
    """On paper nothing leads anywhere."""
    shown = open_page(book_url + "haven/ice.html")
    shown.emulate_media(media="print")
    assert not shown.locator("nav[aria-label=Breadcrumb]").first.is_visible()
