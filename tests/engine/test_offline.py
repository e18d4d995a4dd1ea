"""The opt-in service worker: a book that was kept is read, and computes, without a connection."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from engine_harness import Book, Site

pytestmark = pytest.mark.browser

REGISTER = """async () => {
  await navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
}"""
TELL = """(message) => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => done(data);
  navigator.serviceWorker.controller.postMessage(message, [port2]);
})"""


@pytest.fixture
def offline_site(site: Site, root: Path) -> Site:
    shutil.copy(root / "widgets" / "haventms_widgets" / "page" / "sw.js", site.folder)
    return site


def engine_urls(site: Site, manifest: Any) -> list[str]:
    files = [f"{line['name']}.gz" for line in manifest["files"] if line["role"] != "page"]
    return [f"{site.url}engine/{manifest['version']}/{name}" for name in ["worker.mjs", "manifest.json", *files]]


def test_kept_book_computes_without_a_server(book: Book, offline_site: Site, manifest: Any) -> None:
    """The page and the engine are kept when asked for; then the server goes, and the page starts and answers."""
    site = offline_site
    book.page.goto(site.url)
    book.page.evaluate(REGISTER)
    urls = [site.url, *engine_urls(site, manifest)]
    assert book.page.evaluate(TELL, {"type": "keep", "urls": urls}) == {"type": "kept", "kept": len(urls), "failed": []}
    site.stop()
    book.page.reload()
    book.start(f"{site.url}engine/{manifest['version']}/", manifest["version"], cache=True)
    assert book.ask(id=1, call="run_state", explorer="a", state="")["type"] == "result"
    names = book.page.evaluate("caches.keys()")
    assert sorted(names) == ["haventms-book", f"haventms-engine-{manifest['version']}"]


def test_engine_from_the_copy_pages_from_the_network(book: Book, offline_site: Site, manifest: Any) -> None:
    """With a connection a changed page is seen at once, while the engine's files are not asked for a second time."""
    site = offline_site
    book.page.goto(site.url)
    book.page.evaluate(REGISTER)
    book.page.evaluate(TELL, {"type": "keep", "urls": [site.url, *engine_urls(site, manifest)]})
    site.asked()
    index = site.folder / "index.html"
    index.write_text(index.read_text().replace("<title>Engine</title>", "<title>Newer</title>"))
    book.page.reload()
    assert book.page.title() == "Newer"
    book.start(f"{site.url}engine/{manifest['version']}/", manifest["version"])
    book.wait("ready")
    assert site.asked() == []
    site.stop()
    book.page.goto(f"{site.url}?v=2")
    assert book.page.title() == "Newer"


def test_what_cannot_be_kept_is_told_and_forgetting_is_whole(book: Book, offline_site: Site) -> None:
    """A missing file is named; after `forget` neither copies nor the service worker are left."""
    site = offline_site
    book.page.goto(site.url)
    book.page.evaluate(REGISTER)
    told = book.page.evaluate(TELL, {"type": "keep", "urls": [site.url, f"{site.url}nowhere.html"]})
    assert told == {"type": "kept", "kept": 1, "failed": [f"{site.url}nowhere.html"]}
    assert book.page.evaluate(TELL, {"type": "forget"}) == {"type": "forgotten"}
    assert book.page.evaluate("caches.keys()") == []
    assert book.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
