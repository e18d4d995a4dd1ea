"""Pages with explorers, the book and the dashboards, served; a browser on one CPU; and pages that must not complain nor
ask another host."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from book.books import Built
from engine_harness import FLAGS, Site, load_build, one_cpu
from playwright.sync_api import Browser, Page, sync_playwright

from browser.pages import write_site

WAIT = 120_000  # milliseconds; the machine may be busy


@pytest.fixture(scope="session")
def folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's files, with the engine of this very tree."""
    place = tmp_path_factory.mktemp("pages")
    write_site(place, load_build(root))
    return place


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    """The site, served."""
    served = Site(folder)
    yield served
    served.stop()


@pytest.fixture(scope="session")
def book_url(rulebook: Built) -> Iterator[str]:
    """The real book, served; its address."""
    served = Site(rulebook.html)
    yield served.url
    served.stop()


@pytest.fixture(scope="session")
def dashboards_url() -> Iterator[str]:
    """The server of the dashboards; its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from haventms_widgets.faces.cli import main; main()", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"Dashboards +(\S+)", line):
            yield found[1]
            break
    else:
        pytest.fail("".join(said))
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser for the tests of one file: Playwright allows one at a time, and other folders start their own."""
    with one_cpu():
        manager = sync_playwright()
        driver = manager.start()
        started = driver.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
    yield started
    started.close()
    driver.stop()


class Watched:
    """What a page said on its console and which other hosts it asked."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.outside: list[str] = []
        # What BokehJS and the theme of the book say of every page.
        self.expected: list[str] = ["[bokeh ", "Bokeh items were rendered successfully", "[PST]: ", "[togglebutton]: "]

    def watch(self, page: Page, own: tuple[str, ...]) -> None:
        page.on("console", lambda message: self.said.append(f"{message.text} {message.location['url']}".strip()))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda ask: None if ask.url.startswith(own) else self.outside.append(ask.url))

    def unexpected(self) -> list[str]:
        return [line for line in self.said if not any(part in line for part in self.expected)]


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """`open_page("haven-speed.html")`: a page of a fresh profile. The test fails if it complains or asks another host.

    `expect` are parts of console lines that a test provokes; further arguments go to the browser's context.
    """
    watched = Watched()
    contexts = []

    def opened(name: str, *, expect: tuple[str, ...] = (), before: str = "", **options) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        watched.expected += expect
        address = name if "://" in name else site.url + name
        place = urlsplit(address)
        watched.watch(page, (f"{place.scheme}://{place.netloc}/", "data:", "blob:", "file:"))
        if before:
            page.add_init_script(before)
        page.goto(address)
        if options.get("java_script_enabled", True):
            page.wait_for_function(
                "document.querySelectorAll('.htms').length == document.querySelectorAll('[data-drawn]').length"
            )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert watched.outside == []
    assert watched.unexpected() == []
