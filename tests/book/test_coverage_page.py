"""The page that says what stands behind each clause: nothing is missing, and nothing is counted that is not computed."""

import sys
from functools import cache

from haventms_widgets import explorers
from haventms_widgets.run import view

import haventms
from book.books import BOOK, Built

sys.path.append(str(BOOK / "_ext"))
import coverage_page

CLAUSES = [entry for entry in haventms.clauses() if entry.kind == "clause"]


def test_every_computed_clause_has_examples_tests_and_a_place():
    """An example that it decides, a test that fails without it, a chapter with its box."""
    for entry in CLAUSES:
        assert entry.chapter, entry.id
        if entry.computed_by:
            own = [each for each in haventms.examples(clause=entry.id) if entry.id in coverage_page.fires(each)]
            assert own, entry.id
            assert coverage_page.record()["tests"][entry.id], entry.id
        else:
            assert entry.reason, entry.id


def test_every_ruling_has_an_example_of_each_choice_in_which_it_is_asked():
    """Found by what was heard, not by what an example says of itself."""
    for entry in haventms.clauses():
        if entry.choices:
            asked = [each for each in haventms.examples() if entry.id in coverage_page.fires(each)]
            taken = {haventms.Rulings.model_validate(each.rulings).model_dump()[entry.field] for each in asked}
            assert {choice.token for choice in entry.choices} <= taken, entry.id


def test_the_page_lists_each_clause_once(rulebook: Built):
    """The computed ones with their functions; the others are said to be for information."""
    page = rulebook.page("reference/coverage")
    for entry in CLAUSES:
        assert page.count(f'#{entry.anchor}"') == 1, entry.id
        if entry.computed_by:
            assert entry.computed_by in page
    computed = sum(bool(entry.computed_by) for entry in CLAUSES)
    assert page.count("computed by") == computed
    assert page.count("For information") == len({each.system for each in CLAUSES if not each.computed_by})


def test_explorers_are_listed_by_the_presets_that_a_clause_decides():
    """Counted anew: each case of an explorer has the clause among the steps of its View."""
    for entry in CLAUSES:
        counted = {
            id: sum(entry.id in clauses_of(explorer, preset) for preset in explorer.presets)
            for id, explorer in explorers().items()
        }
        assert coverage_page.fires_in(entry) == {id: number for id, number in counted.items() if number}, entry.id
        assert any(counted.values()) or not entry.computed_by, entry.id


@cache
def ledger(id: str, number: int) -> frozenset[str]:
    """The clauses of a preset's steps."""
    explorer = explorers()[id]
    preset = explorer.presets[number]
    shown = view(explorer, dict(preset.inputs), haventms.Rulings.model_validate(dict(preset.rulings)))
    return frozenset(step["clause"] for step in shown["ledger"])


def clauses_of(explorer, preset) -> frozenset[str]:
    return ledger(explorer.id, explorer.presets.index(preset))


def test_the_page_says_which_explorers_show_a_clause(rulebook: Built):
    """Apart from those that name it without a preset of it."""
    page = rulebook.page("reference/coverage")
    computed = sum(bool(entry.computed_by) for entry in CLAUSES)
    assert page.count("decides presets of: ") == computed
    named = sum(
        bool({id for id in explorers() if entry.id in explorers()[id].clauses} - coverage_page.fires_in(entry).keys())
        for entry in CLAUSES
        if entry.computed_by
    )
    assert page.count("named, but decides no preset, in: ") == named
