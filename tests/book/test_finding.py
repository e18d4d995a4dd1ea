"""The glossary, the quick references and the table of rolls, as data and as pages."""

import json
import re

import pytest

from book.books import BOOK, Built
from haventms import clauses, haven
from haventms.register import SYSTEMS
from haventms.rolls import rolls

assert BOOK  # puts the extensions of the book on the path
import finding  # noqa: E402
import glossary  # noqa: E402


@pytest.mark.parametrize("word", glossary.words(), ids=lambda word: word.anchor)
def test_a_word_has_a_meaning_and_a_clause_of_its_system(word):
    """The meaning is a sentence, or more, without figures, which stand in the clause."""
    assert clauses()[word.clause].system == word.system
    assert word.meaning.endswith(".")
    assert not re.search(r"\d", word.meaning)


def test_words_are_found_whole_and_longer_ones_first():
    """`turn` is not in `return`; keywords keep their capital; `base speed` is one word."""
    found, forms = glossary.pattern("haven")
    assert [match[0] for match in found.finditer("In a turn, return to Base speed. Turns.")] == [
        "turn",
        "Base speed",
        "Turns",
    ]
    assert forms["turns"].word == "turn"
    found, _ = glossary.pattern("domains")
    assert [match[0] for match in found.finditer("Dive, and dive in planes")] == ["Dive", "planes"]


def test_anchors_are_unique():
    """No two words share one."""
    anchors = [word.anchor for word in glossary.words()]
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_section_marks_a_word_once(system, rulebook: Built):
    """In every chapter of the system; each mark leads to a word of the same system."""
    marks = 0
    for file in (rulebook.html / system).glob("*.html"):
        html = file.read_text(encoding="utf-8")
        for section in re.split(r"<section[ >]", html):
            found = re.findall(r'<a class="word[^"]*" href="\.\./reference/glossary\.html#(term-[a-z-]+)"', section)
            assert len(found) == len(set(found)), file.name
            assert all(anchor.startswith(f"term-{system}-") for anchor in found)
            marks += len(found)
    assert marks >= 20


def test_titles_code_and_ledgers_are_left_alone(rulebook: Built):
    """A word is marked in prose only."""
    html = rulebook.page("haven/speed")
    assert not re.search(r"<h\d>[^<]*<a class=\"word", html)
    assert not re.search(r"<(?:code|pre)[^>]*>[^<]*<a class=\"word", html)


def test_the_glossary_page_has_every_word_with_its_clause(rulebook: Built):
    """Each with an anchor of its own."""
    html = rulebook.page("reference/glossary")
    for word in glossary.words():
        entry = html[html.index(f'id="{word.anchor}"') :]
        assert word.clause in entry[: entry.index("</dd>")]


def test_every_roll_is_on_its_page_and_in_the_quick_reference_of_its_system(rulebook: Built):
    """With a link to its clause."""
    for system in SYSTEMS:
        for page in ("reference/rolls", f"{system}/quick"):
            html = rulebook.page(page)
            for roll in rolls(system):
                assert roll.situation in html
                assert f"#{roll.clause.lower()}" in html


@pytest.mark.parametrize(
    ("system", "row"),
    [
        ("haven", ("4", "30", "60", "20", "15", "5")),  # 10 + 5 x 4; 22 1/2, 15 and 7 1/2 rounded down
        ("haven", ("climbing with awkward holds", "1/4")),
        ("overland", ("14", "420", "180", "30", "15", "3")),  # Con 14: 7 hours, 3 hours, 10 + 2 x 10, 5 + 2 x 5, 1 + 2
        ("overland", ("Hills", "1", "3/4", "1/2")),
        ("overland", ("Cart or wagon", "2", "16")),
        ("domains", ("fly down", "2 1/2")),
        ("domains", ("A thrown attack", "Physical", "Precision against Agility", "Brawn against Fortitude")),
    ],
)
def test_the_figures_of_a_quick_reference_are_those_of_the_sources(system, row):
    """Typed anew, or counted by hand."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", "".join(finding.PARTS[system]()))
    cells = [tuple(re.findall(r">([^<>]+)</t[hd]>", each)) for each in rows]
    assert any(each[: len(row)] == row for each in cells), cells


def test_a_quick_reference_cites_known_clauses_only():
    """Every id in it is one of the register."""
    for make in finding.PARTS.values():
        for id in re.findall(r"<code>([A-Z]-[^<]+)</code>", "".join(make())):
            assert id in clauses()


def test_cells_are_escaped():
    """Nothing is taken for markup."""
    html = finding.grid("a <b>", [{"x": "<i>", "y": haven.base_speed(3).feet, "z": None}], "H-SPD-1")
    assert "<b>" not in html
    assert "&lt;i&gt;" in html
    assert ">25</td>" in html
    assert ">-</td>" in html


@pytest.mark.parametrize("page", ["clauses", "haven/quick", "overland/quick", "domains/quick", "reference/glossary"])
def test_pages_that_repeat_others_are_not_searched(page, rulebook: Built):
    """What they hold is found where it stands first; a chapter is found."""
    written = (rulebook.html / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(written.strip().removeprefix("Search.setIndex(").removesuffix(")"))

    def in_terms(name: str) -> bool:
        number = index["docnames"].index(name)
        return any(number == each or (isinstance(each, list) and number in each) for each in index["terms"].values())

    assert not in_terms(page)
    assert in_terms("haven/ice")
