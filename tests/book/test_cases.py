"""From the box of a clause to a case that fires it."""

import re
from urllib.parse import unquote

import pytest
from haventms_widgets import explorers
from haventms_widgets.run import read_state, view

from book.books import BOOK, Built
from haventms import clauses

assert BOOK  # puts the extensions of the book on the path
import cases  # noqa: E402

LINK = re.compile(r'<a class="clause-case[^"]*" href="([^"#]*)#([a-z-]+)\?([^"]*)">Show me a case: ([^<]+)</a>')
FOUND = cases.presets()


def test_a_case_of_a_clause_fires_it():
    """What is chosen for each clause has it in the steps of its View, computed anew from the state text."""
    chosen = {entry.id: cases.choose(entry.id, FOUND) for entry in clauses() if entry.kind == "clause"}
    assert sum(case is not None for case in chosen.values()) >= 80
    for id, case in chosen.items():
        if case is not None:
            explorer = explorers()[case.explorer]
            inputs, rulings, unknown = read_state(explorer, case.state)
            assert unknown == []
            assert id in {step["clause"] for step in view(explorer, inputs, rulings)["ledger"]}


def test_the_case_is_of_the_clauses_own_system_where_there_is_one():
    """The explorer that compares is taken only where no other fires the clause, and of several the plainest case."""
    few = cases.Case("haven-hazard", "few", "", frozenset({"H-ICE-2"}))
    many = cases.Case("haven-hazard", "many", "", frozenset({"H-ICE-2", "H-SPD-2"}))
    beside = cases.Case("compare", "beside", "", frozenset({"H-ICE-2"}))
    assert cases.choose("H-ICE-2", [beside, many, few]) == few
    assert cases.choose("H-ICE-2", [beside, many]) == many
    assert cases.choose("H-ICE-2", [beside]) == beside
    assert cases.choose("H-ICE-1", [beside, many, few]) is None


def test_clauses_that_nothing_fires_have_no_case():
    """A clause that computes nothing is one of them."""
    assert cases.choose("H-DIF-0", [case for case in FOUND if "H-DIF-0" not in case.clauses]) is None
    assert all(cases.choose(id, FOUND) is None for id in ("O-SPA-1", "O-AER-1"))


@pytest.mark.parametrize(
    ("page", "id"), [("haven/ice", "H-ICE-2"), ("overland/march", "O-FOR-1"), ("domains/flying", "D-FLY-2")]
)
def test_the_box_leads_to_it(page, id, rulebook: Built):
    """The link stands in the box, names the preset, and its state opens a case that fires this clause."""
    html = rulebook.page(page)
    box = html[html.index(f'id="{id.lower()}"') :]
    found = LINK.search(box)
    assert found
    _, explorer, state, title = found.groups()
    told = view(explorers()[explorer], *read_state(explorers()[explorer], unquote(state.replace("&amp;", "&")))[:2])
    assert id in {step["clause"] for step in told["ledger"]}
    assert title.replace("&#39;", "'") in {preset.title for preset in explorers()[explorer].presets}


def test_no_box_has_more_than_one(rulebook: Built):
    """And every page of the three systems that has boxes has some."""
    pages = [file for file in rulebook.pages() if file.parent.name in ("haven", "domains", "overland")]
    counts = {file.stem: len(LINK.findall(file.read_text(encoding="utf-8"))) for file in pages}
    boxes = {file.stem: len(re.findall(r'class="clause-id', file.read_text(encoding="utf-8"))) for file in pages}
    assert all(counts[name] <= boxes[name] for name in counts)
    assert sum(counts.values()) >= 80
