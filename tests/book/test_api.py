"""The reference of the Python names: all public names are there, with what they take, and clauses lead to it."""

import sys

import pytest

import haventms
from book.books import BOOK, Built

sys.path.append(str(BOOK / "_ext"))
import api
import signatures

PACKAGES = ("haventms", "haventms.dice", "haventms.haven", "haventms.domains", "haventms.overland", "haventms_widgets")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_says_what_it_is(package):
    """A docstring, and under each parameter of a checked function a name that its signature has."""
    assert api.public(package)
    for name, value in (*api.public(package), *api.inside(package)):
        entry = api.entry_of(package, name.rpartition(".")[2], value).astext()
        assert value.__doc__, name
        for parameter, _ in signatures.parameters_of(value):
            assert parameter in entry


def test_what_is_allowed_is_said_in_words():
    """Bounds, choices and lists, from a schema written by hand."""
    assert signatures.words({"type": "integer", "minimum": 0, "maximum": 1000}) == "a whole number, 0 to 1,000"
    assert signatures.words({"type": "integer", "minimum": 1}) == "a whole number, 1 or more"
    assert (
        signatures.words({"type": "number", "exclusiveMinimum": 0, "maximum": 7}) == "a number, 7 or less, more than 0"
    )
    assert signatures.words({"type": "number", "exclusiveMaximum": 9}) == "a number, less than 9"
    assert signatures.words({"enum": ["walk", "run"]}) == "one of 'walk', 'run'"
    assert signatures.words({"anyOf": [{"type": "integer"}, {"type": "null"}]}) == "a whole number or None"
    assert signatures.words({"type": "string", "maxLength": 20}) == "a text (at most 20)"
    assert signatures.words({"type": "string", "minLength": 1}) == "a text (at least 1)"
    assert signatures.words({"type": "array", "items": {"$ref": "#/$defs/Leg"}, "maxItems": 3}) == (
        "a list of: Leg (at most 3)"
    )
    assert signatures.words({"const": "leg"}) == "'leg'"
    assert signatures.words({"allOf": [{"type": "boolean"}]}) == "true or false"
    assert signatures.words({"type": "object"}) == "names with values"


def test_a_docstring_becomes_paragraphs_with_code_and_clauses():
    """Backticks are code; an id that the register knows is a link, another one is none."""
    first, second = api.prose("H-ICE-2: see `slide`,\n    and so on.\n\n    Not H-ICE-99.")
    assert [type(each).__name__ for each in first] == ["pending_xref", "Text", "literal", "Text"]
    assert first.astext() == "H-ICE-2: see slide, and so on."
    assert [type(each).__name__ for each in second][:2] == ["Text", "literal"]


def test_clauses_lead_to_their_functions(rulebook: Built):
    """From the box of a clause to the entry of the function that computes it, public or not."""
    pages = {name: rulebook.page(f"reference/api-{name}") for name in ("haven", "domains", "overland")}
    for entry in haventms.clauses():
        if entry.kind == "clause" and entry.computed_by:
            box = rulebook.page(entry.chapter)
            place = box.partition(f'<code class="docutils literal notranslate"><span class="pre">{entry.computed_by}<')[
                0
            ]
            link = place.rpartition('href="')[2].partition('"')[0]
            page, _, anchor = link.partition("#")
            assert page == f"../reference/api-{entry.system}.html", (entry.id, link)
            assert f'id="{anchor}"' in pages[entry.system], (entry.id, link)
