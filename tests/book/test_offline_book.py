"""The book is kept for a reader who asks for it, computes without its host, and is let go of again."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_harness import FLAGS, Site, one_cpu
from playwright.sync_api import Browser, Page, sync_playwright

from book.books import Built, SmallBook


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with one_cpu(), sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)


@pytest.fixture
def site(rulebook: Built, tmp_path: Path) -> Iterator[Site]:
    """The real book, in a folder that a test may change."""
    folder = tmp_path / "html"
    shutil.copytree(rulebook.html, folder)
    served = Site(folder)
    yield served
    served.stop()


def keep(browser: Browser, site: Site) -> Page:
    """The front page after the reader has asked for the book and it was kept."""
    page = browser.new_context().new_page()
    page.set_default_timeout(60_000)  # machines are busy
    page.goto(f"{site.url}intro.html")
    page.locator("[data-offline] button").click()
    page.get_by_text("The whole book is kept").wait_for()
    return page


def test_the_list_names_what_a_page_loads(small_book) -> None:
    """Pages, styles and scripts are in it, each a file; sources and maps are not."""
    built = small_book(intro="# Intro\n\nA text.").build()
    assert built.code == 0, built.said
    told = json.loads((built.html / "kept.json").read_text())
    assert {"intro.html", "clauses.html", "_static/offline.js", "searchindex.js"} <= set(told["files"])
    assert all((built.html / name).is_file() for name in told["files"])
    assert not [name for name in told["files"] if name.endswith((".map", ".md", ".ipynb", ".po"))]
    assert told["bytes"] == sum((built.html / name).stat().st_size for name in told["files"])
    assert (built.html / "sw.js").is_file()


def test_the_list_has_another_version_when_a_page_changes(small_book) -> None:
    """And the same one when nothing does."""
    book: SmallBook = small_book(intro="# Intro")
    versions = []
    for text in ("# Intro", "# Intro", "# Another"):
        book.write(clauses="# Clauses\n\n```{clause-index}\n```", intro=text)
        built = book.build("--fresh")
        assert built.code == 0, built.said
        versions.append(json.loads((built.html / "kept.json").read_text())["version"])
    assert versions[0] == versions[1] != versions[2]


@pytest.mark.browser
def test_a_kept_book_computes_without_its_host(browser: Browser, site: Site) -> None:
    """A chapter that was never visited opens, and answers a changed value."""
    page = keep(browser, site)
    site.stop()
    page.goto(f"{site.url}haven/speed.html")
    page.fill("[name=swiftness]", "7")
    page.wait_for_function("document.querySelector('[data-part=status]').innerText.includes('Live')")
    page.wait_for_function("!document.querySelector('.htms-old')")
    assert "45 feet" in page.inner_text("[data-part=headline]")  # H-SPD-1: 10 + 5 x 7
    page.goto(site.url)
    assert "Moving and fighting" in page.inner_text("h1")


@pytest.mark.browser
def test_a_kept_book_is_renewed(browser: Browser, site: Site) -> None:
    """With a connection the next page that is opened brings the whole newer book, and lets go of pages that went."""
    page = keep(browser, site)
    listed = site.folder / "kept.json"
    told = json.loads(listed.read_text())
    (site.folder / "haven" / "wind.html").unlink()
    told["files"].remove("haven/wind.html")
    ice = site.folder / "haven" / "ice.html"
    ice.write_text(ice.read_text().replace("<title>", "<title>Newer: "))
    listed.write_text(json.dumps({**told, "version": "0123456789abcdef"}))
    page.goto(f"{site.url}haven/speed.html")
    page.wait_for_function("Object.values(localStorage).includes('0123456789abcdef')")
    site.stop()
    page.goto(f"{site.url}haven/ice.html")
    assert page.title().startswith("Newer: ")
    kept = page.evaluate("caches.match(new URL('wind.html', location)).then((found) => found?.status ?? null)")
    assert kept is None


@pytest.mark.browser
def test_a_book_that_could_not_be_kept_says_so(browser: Browser, site: Site) -> None:
    """A missing file: the sentence offers another try, which then keeps it."""
    missing = site.folder / "haven" / "wind.html"
    content = missing.read_bytes()
    missing.unlink()
    page = browser.new_context().new_page()
    page.set_default_timeout(60_000)  # machines are busy
    page.goto(f"{site.url}intro.html")
    page.locator("[data-offline] button").click()
    page.get_by_text("Some files could not be kept").wait_for()
    missing.write_bytes(content)
    page.locator("[data-offline] button").click()
    page.get_by_text("The whole book is kept").wait_for()


@pytest.mark.browser
def test_a_kept_book_is_removed_when_asked(browser: Browser, site: Site) -> None:
    """Nothing stays: no copy, no worker, no note; the offer to keep it stands there again."""
    page = keep(browser, site)
    page.locator("[data-offline] button").click()
    page.get_by_text("Keep the book on this device").wait_for()
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert not [name for name in page.evaluate("Object.keys(localStorage)") if name.startswith("haventms-kept")]
