"""What a box has beside its text: the panel with the history of its words and with what links to it."""

import json
import re
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urldefrag

import haventms
from book.books import BOOK, Built, SmallBook
from haventms.history import history
from haventms.lasting import CITED

sys.path.append(str(BOOK / "_ext"))
import panels

Make = Callable[..., SmallBook]

PANEL = re.compile(r'<details class="clause-more">.*?</details>', re.DOTALL)
BOX = """:::{{admonition}} {title}
:class: rule
:name: {anchor}

{text}
:::"""


def box(id: str, text: str) -> str:
    entry = haventms.clauses()[id]
    return BOX.format(title=entry.title, anchor=entry.anchor, text=text)


def panel_of(page: str, id: str) -> str:
    """The panel in the box of an id."""
    start = page.index(f'admonition" id="{id.lower()}"')
    found = PANEL.search(page, start)
    assert found is not None
    assert f" of {id}</span>" in found[0]
    return found[0]


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_words_that_went_and_came_are_marked_and_said():
    """Struck out and underlined for the eye, named for who hears the page; what the words hold is no markup."""
    drawn = panels.differing("Ice <halves> it.\nSource: a", "Ice <quarters> it.\nSource: a")
    assert '<del><span class="clause-unseen">gone: </span>&lt;halves&gt;</del>' in drawn
    assert '<ins><span class="clause-unseen">new: </span>&lt;quarters&gt;</ins>' in drawn
    assert drawn.count("<br>") == 1


def test_every_revision_has_its_date_and_reason():
    """The first without a difference, each later one with it."""
    past = history()["E-HAVEN-4"]
    lines = list(panels.revisions(past))
    assert len(lines) == len(past) >= 2
    for line, revision in zip(lines, past, strict=True):
        assert f'datetime="{revision.date}"' in line
        assert plain(revision.reason) in plain(line)
    assert ["<ins>" in line for line in lines] == [False] + [True] * (len(past) - 1)


class CountingDomain:
    """What the pages of a book of so many citations noted; counts how often it is asked where an id stands."""

    def __init__(self, count: int) -> None:
        ids = [entry.id for entry in haventms.clauses()]
        cites = [(ids[number % len(ids)], "", f"s{number}", "Section") for number in range(count)]
        self.data = {"cites": {"one": cites[::2], "two": cites[1::2]}, "shows": {}}
        self.asked = 0

    def page(self, id: str) -> str:
        self.asked += 1
        return "chapter"


def test_links_back_are_collected_in_one_pass(monkeypatch):
    """Ten times as many citations cost ten times as many questions, and none is lost."""
    for count in (500, 5000):
        domain = CountingDomain(count)
        monkeypatch.setattr(panels, "clauses_of", lambda _, domain=domain: domain)
        found = panels.turned_round(SimpleNamespace())
        assert domain.asked == count
        assert sum(len(links.chapters) for links in found.values()) == count


def test_a_panel_tells_who_links_there(small_book: Make) -> None:
    """A chapter in prose, a cell, another box, the register, the examples; neither its own page's prose nor what the
    extensions write themselves. Sphinx's search finds no word of it."""
    book = small_book(
        intro="# Intro\n\nSee `H-SPD-1`.\n\n## Later\n\nAgain [that](#h-spd-1).",
        chapter=[
            "%md # Chapter\n\n" + box("H-SPD-1", "Ten feet.") + "\n\nHere is `H-SPD-1` again.",
            "%md ## Rounded\n\n" + box("H-SPD-2", "As `H-SPD-1` says.") + "\n\n" + box("E-HAVEN-2", "Two names."),
        ],
        shown=["%md # Shown", "from IPython.display import HTML", 'HTML("<p><code>H-SPD-1</code></p>")'],
    )
    built = book.build()
    assert built.code == 0, built.said
    page = built.page("chapter")
    panel = panel_of(page, "H-SPD-1")
    assert '<a href="intro.html#intro">Intro</a>' in panel
    assert '<a href="intro.html#later">Intro: Later</a>' in panel
    assert '<a href="shown.html#shown">Shown</a>' in panel
    assert '<a class="clause-ref" href="#h-spd-2">H-SPD-2</a>' in panel, "the box that cites it"
    assert '<a class="clause-ref" href="#e-haven-2">E-HAVEN-2</a>' in panel, "the erratum of its passage"
    assert 'href="#chapter"' not in panel
    assert "clauses.html" not in panel, "the index lists every entry and cites none"
    for example in haventms.examples(clause="H-SPD-1"):
        assert example.sentence in plain(panel)
    assert '<a class="clause-ref" href="clauses.html#r-haven-round">R-HAVEN-ROUND</a>' not in panel
    assert "H-SPD-1" in panel_of(page, "E-HAVEN-2")
    for id in ("H-SPD-1", "H-SPD-2", "E-HAVEN-2"):
        assert f'data-address="clause.html?id={id}"' in page

    words = set(re.findall(r"[a-z]+", " ".join(each.sentence for each in haventms.examples(clause="H-SPD-1")).lower()))
    source = json.loads((built.html / "searchindex.js").read_text().removeprefix("Search.setIndex(").removesuffix(")"))
    said = " ".join(file.read_text(encoding="utf-8") for file in book.folder.iterdir() if file.is_file()).lower()
    said += " ".join(f"{entry.title} {entry.summary} {entry.section}" for entry in haventms.clauses()).lower()
    only_there = {word for word in words if len(word) > 4 and word not in said}
    assert only_there
    assert not only_there & set(source["terms"])


def test_every_panel_of_the_book_is_whole_and_every_link_in_it_lands(rulebook: Built) -> None:
    """One a box; each clause names its rulings, each example its clauses, each explorer what it shows."""
    anchors: dict[Path, set[str]] = {}

    def has(file: Path, anchor: str) -> bool:
        if file not in anchors:
            anchors[file] = set(re.findall(r'\bid="([^"]+)"', file.read_text(encoding="utf-8")))
        return anchor in anchors[file]

    pages = {entry.chapter for entry in haventms.clauses() if entry.chapter}
    seen = set()
    for name in sorted(pages):
        page = rulebook.page(name)
        for entry in (each for each in haventms.clauses() if each.chapter == name):
            panel = panel_of(page, entry.id)
            seen.add(entry.id)
            for example in haventms.examples(clause=entry.id):
                assert example.sentence in plain(panel), (entry.id, example.id)
            for address in map(unescape, re.findall(r'href="([^"]+)"', panel)):
                place, fragment = urldefrag(address)
                file = (rulebook.html / f"{name}.html").parent / place if place else rulebook.html / f"{name}.html"
                explorer, opened, _ = fragment.partition("?")
                if opened:
                    assert f'data-explorer="{explorer}"' in file.read_text(encoding="utf-8"), (entry.id, address)
                else:
                    assert has(file.resolve(), fragment), (entry.id, address)
    assert seen == {entry.id for entry in haventms.clauses() if entry.chapter}
    for entry in haventms.clauses():
        for ruling in entry.rulings:
            assert f">{entry.id}</a>" in panel_of(rulebook.page(haventms.clauses()[ruling].chapter), ruling)


def test_an_erratum_is_told_on_its_page_and_where_the_passage_is_met(rulebook: Built) -> None:
    """Date, passage, what it contradicts, what this book does; and each clause that it is about links to it."""
    listed = plain(rulebook.page("reference/errata"))
    for entry in (each for each in haventms.clauses() if each.kind == "erratum"):
        for text in (listed, plain(rulebook.page(entry.chapter))):
            straight = text.translate(str.maketrans("‘’“”", "''\"\""))
            for said in (entry.contradicts, entry.does, entry.section, f"noted {entry.noted}"):
                assert said in straight, (entry.id, said)
        for id in entry.clauses:
            page = rulebook.page(haventms.clauses()[id].chapter)
            start = page.index(f'admonition" id="{id.lower()}"')
            assert f"#{entry.anchor}" in page[start : page.index("<details", start)], (entry.id, id)


def test_ids_are_found_in_texts_with_their_revisions():
    """As examples and tests write them."""
    assert CITED.findall("H-ICE-2@3, R-HAVEN-BONUS-NAME. E-OVERLAND-14@2; XH-ICE-2") == [
        ("H-ICE-2", "3"),
        ("R-HAVEN-BONUS-NAME", ""),
        ("E-OVERLAND-14", "2"),
    ]
