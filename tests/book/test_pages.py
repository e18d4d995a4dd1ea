"""The built rulebook: every clause is anchored, every link lands, nothing asks another host."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import nbformat
import pytest

import haventms
from book.books import BOOK, Built, outside


class Page(HTMLParser):
    """The ids, links and explorers of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.explorers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.links += [values["href"] or ""] if tag == "a" and "href" in values else []
        self.explorers += [values["data-explorer"] or ""] if "data-explorer" in values else []


@cache
def read(file: Path) -> Page:
    return Page(file.read_text(encoding="utf-8"))


def test_nothing_asks_another_host(rulebook: Built) -> None:
    """No page, style sheet or script of ours holds an address that a browser would fetch from elsewhere."""
    assert list(outside(rulebook.html)) == []


def test_every_entry_of_the_register_is_anchored_once(rulebook: Built) -> None:
    """The anchor is the id in lower case, on the page that clauses.json names, and on no other."""
    urls = json.loads((rulebook.html / "_static" / "clauses.json").read_text(encoding="utf-8"))
    assert set(urls) == {entry.id for entry in haventms.clauses()}
    for id, url in urls.items():
        page, anchor = urldefrag(url)
        assert anchor == id.lower()
        holders = [file.relative_to(rulebook.html).as_posix() for file in rulebook.pages() if anchor in read(file).ids]
        assert holders == [page]


def test_no_page_has_an_anchor_twice(rulebook: Built) -> None:
    """A doubled id would send a link to the wrong place."""
    for file in rulebook.pages():
        ids = [id for id in read(file).ids if not id.startswith("pst-")]
        assert sorted(ids) == sorted(set(ids)), file.name


def test_every_link_lands(rulebook: Built) -> None:
    """Links within the book have their page and their anchor; a link to a case has its explorer there."""
    lost = []
    for file in rulebook.pages():
        for link in read(file).links:
            target, anchor = urldefrag(link)
            if re.match(r"[a-z]+:", target):
                continue
            there = (file.parent / unquote(target)).resolve() if target else file
            explorer, asked, _state = anchor.partition("?")
            if asked and there.exists() and explorer in read(there).explorers:
                continue  # the state of an explorer that stands there
            if not there.exists() or (anchor and there.suffix == ".html" and anchor not in read(there).ids):
                lost.append(f"{file.relative_to(rulebook.html)}: {link}")
    assert lost == []


def test_pages_with_an_explorer_load_what_it_needs_and_others_do_not(rulebook: Built) -> None:
    """The map of the clauses, BokehJS and the client come with the first explorer of a page, the style also where
    questions are settled."""
    with_explorer = [file for file in rulebook.pages() if read(file).explorers]
    assert with_explorer, "the book has an explorer"
    for file in rulebook.pages():
        text = file.read_text(encoding="utf-8")
        for name in ("_static/clauses.js", "_static/haventms/client.js", "bokeh"):
            assert (name in text) == (file in with_explorer), f"{file.name}: {name}"
        styled = file in with_explorer or file.stem == "rulings"
        assert ("_static/haventms/page.css" in text) == styled, file.name


def test_no_page_keeps_the_state_of_a_widget(rulebook: Built) -> None:
    """A widget created in the build would leave its state behind."""
    for file in rulebook.pages():
        text = file.read_text(encoding="utf-8")
        assert "application/vnd.jupyter.widget" not in text
        assert "bokehjs_exec" not in text


def test_the_index_is_sorted_by_system_kind_and_number(rulebook: Built) -> None:
    """H-ACT-2 stands before H-ACT-10; clauses, rulings and errata follow each other within a system."""
    shown = re.findall(r'id="(?:index-)?([a-z]-[a-z0-9-]+)"', rulebook.page("clauses"))
    systems, kinds = ("haven", "domains", "overland"), ("clause", "ruling", "erratum")

    def place(entry: haventms.Entry) -> tuple[int, int, list[tuple[str, int]]]:
        parts = [(re.sub(r"\d", "", part), int("0" + re.sub(r"\D", "", part))) for part in entry.id.split("-")]
        return systems.index(entry.system), kinds.index(entry.kind), parts

    assert shown == [entry.anchor for entry in sorted(haventms.clauses(), key=place)]


@pytest.mark.parametrize(
    "path", sorted(file for file in BOOK.rglob("*.ipynb") if "_build" not in file.parts), ids=lambda file: file.stem
)
def test_every_notebook_is_a_chapter_and_defines_nothing(path: Path) -> None:
    """Notebooks import, call and show; a chapter that the contents do not name would never be built."""
    assert f"file: {path.relative_to(BOOK).with_suffix('')}" in (BOOK / "_toc.yml").read_text(encoding="utf-8")
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert not re.search(r"^\s*(def|class|async def) ", cell.source, re.MULTILINE)
