"""Open questions and errata: each on its page, each reading with a case that shows it."""

import sys

import haventms
from book.books import BOOK, Built
from haventms import Rulings

sys.path.append(str(BOOK / "_ext"))
import appendix


def test_every_reading_has_a_case_that_takes_it():
    """The example runs under just this reading."""
    for entry in haventms.clauses():
        for choice in entry.choices:
            example = appendix.shows(entry, choice)
            assert example is not None, (entry.id, choice.token)
            assert entry.id in (example.ruling, *example.clauses)
            assert getattr(Rulings.model_validate(example.rulings), entry.field) == choice.token


def test_the_literal_set_is_told_in_full():
    """Exactly the fields in which it differs from the defaults."""
    told = appendix.sets().astext()
    for entry in haventms.clauses():
        if entry.field:
            differs = getattr(Rulings.literal(), entry.field) != getattr(Rulings(), entry.field)
            assert (entry.id in told.split()) == differs, entry.id


def test_the_pages_hold_them_all(rulebook: Built):
    """Each ruling and each erratum is linked from its page to its box."""
    pages = {"ruling": rulebook.page("reference/rulings"), "erratum": rulebook.page("reference/errata")}
    for entry in haventms.clauses():
        if entry.kind in pages:
            assert f"#{entry.anchor}" in pages[entry.kind], entry.id
