"""The built rulebook in a browser: from files as over http, in both themes, on paper, and found by the search.

That each page is silent and keeps within its width is looked at where axe looks at it, in tests/browser.
"""

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from book.books import BOOK, Built

pytestmark = pytest.mark.browser

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
THEMES = ("light", "dark")
PARTS = (
    "",
    *sorted({each.parent.name for each in BOOK.glob("*/*.*") if each.suffix in (".ipynb", ".md")} - {"_build"}),
)
# Until everything is drawn: a page is quiet then.
DRAWN = """document.readyState === "complete"
  && document.querySelectorAll(".htms").length === document.querySelectorAll("[data-drawn]").length"""
# What the theme and BokehJS say on every page.
EXPECTED = ("[PST]: ", "[togglebutton]: ", "[bokeh ")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium on one processor: where the clocks of processors disagree, its renderers crash."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        with sync_playwright() as playwright:
            yield playwright.chromium.launch(executable_path=chromium, args=FLAGS)
    finally:
        os.sched_setaffinity(0, before)


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def served(rulebook: Built) -> Iterator[str]:
    """The book over http, as any host would serve it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(rulebook.html))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Watched:
    """A page whose complaints and requests to other hosts are collected."""

    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home = page, home
        self.faults: list[str] = []
        page.on("console", self.say)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self.ask)
        page.on("requestfailed", lambda request: self.faults.append(f"failed: {request.url}"))
        page.on("response", lambda answer: answer.ok or self.faults.append(f"{answer.status}: {answer.url}"))

    def say(self, message: ConsoleMessage) -> None:
        if not message.text.startswith(EXPECTED):
            self.faults.append(f"{message.type}: {message.text}")

    def ask(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.faults.append(f"outside: {request.url}")


def look(browser: Browser, home: str, width: int, theme: str, pages: list[str]) -> Iterator[tuple[str, Watched]]:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
    context.set_default_timeout(90_000)  # machines are busy
    for name in pages:
        watched = Watched(context.new_page(), home)
        watched.page.goto(f"{home}/{name}")
        watched.page.wait_for_function(DRAWN)
        yield name, watched
        watched.page.close()
    context.close()


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part or "front")
def test_a_page_opened_as_a_file_is_as_silent(browser: Browser, rulebook: Built, part: str) -> None:
    """The first of each part: where scripts come from is the same on the others."""
    for name, watched in look(browser, rulebook.html.as_uri(), 375, "dark", pages_of(rulebook, part)[:1]):
        assert watched.faults == [], name
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= 375, name


def pages_of(book: Built, part: str) -> list[str]:
    """The pages of a part, all but the search."""
    pages = [file for file in book.pages() if file.parent == book.html / part]
    return [file.relative_to(book.html).as_posix() for file in pages if file.name != "search.html"]


LUMINANCE = """element => {
  const style = getComputedStyle(element), canvas = document.createElement("canvas").getContext("2d");
  const light = (colour, below) => {
    canvas.fillStyle = below; canvas.fillRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let ground = element;
  while (ground && /rgba\\(.*, 0\\)/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
  const below = ground ? getComputedStyle(ground).backgroundColor : "white";
  return [light(style.color, below), light(below, "white")];
}"""
OURS = (".clause-id", ".clause-foot", ".clause-ref", ".clause-mark", ".admonition-title", ".clause-head", "p")


@pytest.mark.parametrize("theme", THEMES)
def test_our_markup_reads_well_in_both_themes(browser: Browser, served: str, theme: str) -> None:
    """Every text of clause boxes and index stands out from its ground by 4.5 at least; the ground follows the theme."""
    seen = set()
    for _name, watched in look(browser, served, 1280, theme, ["haven/speed.html", "clauses.html"]):
        for selector in OURS:
            for element in watched.page.query_selector_all(f"article {selector}")[:12]:
                ink, ground = element.evaluate(LUMINANCE)
                contrast = (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
                assert contrast >= 4.5, f"{selector}: {element.inner_text()!r} has {contrast:.1f}"
                assert (ground < 0.2) == (theme == "dark"), (
                    f"{selector} has a {theme} theme and a ground of {ground:.2f}"
                )
                seen.add(selector)
    assert seen == set(OURS)


def test_ids_are_large_enough_to_touch(browser: Browser, served: str) -> None:
    """44 pixels at least for each id in a box and in the index, on a telephone."""
    for name, watched in look(browser, served, 375, "light", ["haven/speed.html", "clauses.html"]):
        targets = watched.page.query_selector_all("a.clause-id, .clause-head > a")
        assert targets, name
        for target in targets:
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44, target.inner_text()


def test_a_link_to_a_clause_brings_its_box_into_view(browser: Browser, served: str) -> None:
    """The box is marked and not hidden below the page's head."""
    for _name, watched in look(browser, served, 375, "light", ["haven/speed.html#h-spd-5"]):
        page = watched.page
        assert page.evaluate("document.querySelector(':target').id") == "h-spd-5"
        top = page.locator("#h-spd-5").bounding_box()
        assert top is not None
        assert 40 <= top["y"] <= 800


def test_print_leaves_the_chapter_alone(browser: Browser, served: str) -> None:
    """On paper there is the chapter, without navigation and buttons."""
    for _name, watched in look(browser, served, 1280, "light", ["haven/speed.html"]):
        watched.page.emulate_media(media="print")
        for selector in (".bd-sidebar-primary", ".bd-sidebar-secondary", ".bd-header-article", ".prev-next-footer"):
            assert not watched.page.locator(selector).first.is_visible(), selector
        assert watched.page.locator("#h-spd-1").is_visible()


def test_search_finds_a_clause_by_its_title(browser: Browser, rulebook: Built, served: str) -> None:
    """The search works without another host, over http and from files (there without excerpts, which it may not read)."""
    for home in (served, rulebook.html.as_uri()):
        for _name, watched in look(browser, home, 1280, "light", ["search.html?q=base+speed"]):
            watched.page.locator("ul.search li a").first.wait_for(timeout=15_000)
            assert "speed" in watched.page.locator("ul.search").inner_text().lower()
            assert watched.faults == [] or home.startswith("file:")
