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
COMPUTED = [entry for entry in clauses() if entry.kind == "clause" and entry.computed_by]


def test_every_computed_clause_has_a_case():
    """None is left out: a new clause needs a preset whose ledger has it."""
    assert [entry.id for entry in COMPUTED if cases.choose(entry.id, FOUND) is None] == []


def test_a_case_is_of_its_own_system_or_beside_the_others():
    """No case is only to be found in the explorer of another system; what no explorer of its own has, `compare` has."""
    for entry in COMPUTED:
        case = cases.choose(entry.id, FOUND)
        assert case
        assert case.explorer.partition("-")[0] in (entry.system, "compare")


def test_a_case_of_a_clause_fires_it():
    """What is chosen for each clause has it in the steps of its View, computed anew from the state text."""
    chosen = {entry.id: cases.choose(entry.id, FOUND) for entry in COMPUTED}
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


def test_what_is_for_information_has_no_case():
    """Nor has a clause where no preset fires it."""
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


def test_each_computed_clause_has_one_in_its_box(rulebook: Built):
    """No box has more than one, and none of a clause that is computed is without; steps name others beside (H-DIF-0)."""
    pages = [file for file in rulebook.pages() if file.parent.name in ("haven", "domains", "overland")]
    counts = {file: len(LINK.findall(file.read_text(encoding="utf-8"))) for file in pages}
    boxes = {file: len(re.findall(r'class="clause-id', file.read_text(encoding="utf-8"))) for file in pages}
    assert all(counts[name] <= boxes[name] for name in counts)
    beside = [
        each for each in clauses() if each.kind == "clause" and not each.computed_by and cases.choose(each.id, FOUND)
    ]
    assert sum(counts.values()) == len(COMPUTED) + len(beside)
