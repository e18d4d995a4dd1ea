"""The texts of the register: which words count, the log that holds them, and how two of them differ."""

import datetime
import hashlib

import pytest

from haventms import clauses
from haventms.history import Revision, difference, hash_of, history, read_log, text_of, written
from haventms.register import Entry, RegisterError

ICE = Entry(id="H-X-1", kind="clause", system="haven", title="t", summary="s", section="p", computed_by="a.b")


def test_every_id_has_its_text_in_the_history():
    """The last revision of each is what the register says now, under its hash."""
    for entry in clauses():
        past = history()[entry.id]
        assert len(past) == entry.revision
        assert past[-1].text == text_of(entry)
        assert past[-1].hash == hashlib.sha256(past[-1].text.encode()).hexdigest()[:12]
        assert all(each.reason for each in past)


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "T"},
        {"summary": "S"},
        {"section": "P"},
        {"contradicts": "c"},
        {"does": "d"},
        {"choices": ({"token": "a", "meaning": "b"},)},
        {"choices": ({"token": "a", "meaning": "b", "literal": True},)},
    ],
)
def test_what_an_entry_says_is_its_text(changes):
    """Each of these words gives another text and another hash."""
    other = Entry.model_validate(ICE.model_dump() | changes)
    assert text_of(other) != text_of(ICE)
    assert hash_of(text_of(other)) != hash_of(text_of(ICE))


def test_the_order_of_readings_counts_and_what_ties_does_not():
    """The first reading is the default; function, chapter and the words of players may change freely."""
    one, two = {"token": "a", "meaning": "b"}, {"token": "c", "meaning": "d"}
    texts = [text_of(Entry.model_validate(ICE.model_dump() | {"choices": pair})) for pair in ([one, two], [two, one])]
    assert texts[0] != texts[1]
    tied = {"computed_by": "c.d", "chapter": "haven/ice", "words": ("w",), "rulings": ("R",), "noted": "2026-01-31"}
    assert text_of(Entry.model_validate(ICE.model_dump() | tied)) == text_of(ICE)


def test_what_the_log_holds_reads_back(package):
    """Quotes, backslashes and lines of a text survive, and a second block of an id is its second revision."""
    text = 'A "quoted" word,\nC:\\ and\n"""three""" quotes"'
    later = Revision(date=datetime.date(2026, 2, 1), reason='Said "more" \\', hash=hash_of(text), text=text)
    package.add("haven/history.toml", "\n" + written("H-ICE-1", later))
    first, second = read_log(package.folder, "haven")["H-ICE-1"]
    assert first.text.startswith("Ice\nIce halves the speed.\nSource: ")
    assert second == later


def test_a_text_with_a_line_like_a_head_is_refused(package):
    """What block such a line belongs to could not be told."""
    text = "Ice halves the speed,\n[[H-ICE-1]]\nand no more."
    later = Revision(date=datetime.date(2026, 2, 1), reason="Said more", hash=hash_of(text), text=text)
    package.add("haven/history.toml", "\n" + written("H-ICE-1", later))
    at = max(n for n, line in enumerate(package.read("haven/history.toml").split("\n"), 1) if line == "[[H-ICE-1]]")
    with pytest.raises(RegisterError, match=f"^haven/history.toml:{at}: H-ICE-1: No line of a text may look like"):
        read_log(package.folder, "haven")


def test_a_log_that_cannot_be_read_says_where(package):
    """A block with a field that nobody knows, and a file that is no TOML."""
    line = package.read("haven/history.toml").split("\n").index('[["H-ICE-2"]]') + 1
    package.change("haven/history.toml", '[["H-ICE-2"]]\n', '[["H-ICE-2"]]\nwhim = 1\n')
    with pytest.raises(RegisterError, match=f"^haven/history.toml:{line}: H-ICE-2, whim: Extra inputs") as told:
        read_log(package.folder, "haven")
    assert (told.value.file, told.value.line) == ("haven/history.toml", line)
    package.write("haven/history.toml", '\n\n[["H-ICE-2"]]\nthis is nothing\n')
    with pytest.raises(RegisterError, match=r"^haven/history.toml:4: This is no TOML: "):
        read_log(package.folder, "haven")


def test_a_difference_is_told_in_words():
    """What stayed, went and came, in reading order; joined again they are the two texts."""
    old, new = "Ice halves the speed.\nSource: Icy", "Ice halves base speed.\nSource: Icy, first line"
    parts = difference(old, new)
    assert parts == [
        ("same", "Ice halves "),
        ("gone", "the"),
        ("new", "base"),
        ("same", " speed.\nSource: "),
        ("gone", "Icy"),
        ("new", "Icy, first line"),
    ]
    assert "".join(words for kind, words in parts if kind != "new") == old
    assert "".join(words for kind, words in parts if kind != "gone") == new
    assert difference("a b", "a b") == [("same", "a b")]
    assert difference("", "a") == [("new", "a")]
    assert difference("a", "") == [("gone", "a")]
