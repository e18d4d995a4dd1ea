"""Ids and texts that last: what is lost, doubled, renamed, changed or stale is told with file and line."""

from pathlib import Path

import pytest

from haventms import clauses
from haventms.history import read_log
from haventms.lasting import problems, stale_tests
from haventms.register import RegisterError, UnknownId, entries, read_entries, read_stones

PACKAGE = Path(__file__).resolve().parents[2] / "haventms"
STONE = '["H-ICE-2"]\ndate = 2026-03-01\nreason = "It said the same twice"\nsee = ["H-ICE-1"]\n'
SECOND = """
["H-ICE-2"]
title = "Farther than that"
summary = "Moving farther asks for a roll."
section = "Terrain Factors, Icy"
computed_by = "x.y"
"""


def told(package):
    return [str(each) for each in problems(package.folder)]


def line_of(package, file, text):
    return package.read(file).split("\n").index(text) + 1


def test_nothing_is_amiss_in_the_register_of_this_tree():
    """Every id is there or has a stone, every text is the last of its history, every example was checked with it."""
    assert [str(each) for each in problems(PACKAGE)] == []


@pytest.mark.parametrize("system", ["haven", "domains", "overland"])
def test_no_test_of_the_rules_was_checked_with_an_older_text(system):
    """A test that names a clause whose text has changed since names the revision that it was checked with."""
    assert [str(each) for each in stale_tests(PACKAGE, PACKAGE.parent / "tests" / system)] == []


def test_a_register_in_order_is_left_alone(package):
    """The small register, as it is made, has no fault."""
    assert told(package) == []


def test_a_lost_id_is_told(package):
    """With the line of the history that knows it; the examples that cite it are no matter of this finding."""
    package.write("haven/errata.toml", "")
    line = line_of(package, "haven/history.toml", '[["E-HAVEN-1"]]')
    assert told(package) == [
        f"haven/history.toml:{line}: E-HAVEN-1 is gone from the register. An id is for ever: bring it back, or set a "
        "stone in stones.toml."
    ]


def test_a_renamed_id_is_told_with_both_names(package):
    """The same text under an id that the history does not know."""
    package.change("haven/clauses.toml", '["H-ICE-2"]', '["H-ICE-3"]')
    found = told(package)
    line = line_of(package, "haven/history.toml", '[["H-ICE-2"]]')
    assert (
        f"haven/history.toml:{line}: H-ICE-2 was renamed to H-ICE-3 (haven/clauses.toml:7). An id is for ever." in found
    )
    assert (
        "haven/clauses.toml:7: H-ICE-3 is new: `python tools/revise.py` writes it into the history, with a reason."
        in found
    )


def test_an_id_that_stands_twice_is_told(package):
    """Within a file, and in two files."""
    package.add("haven/clauses.toml", SECOND)
    assert told(package) == ["haven/clauses.toml:13: H-ICE-2 is registered twice; it stands in line 7 already."]
    package.write("haven/clauses.toml", package.read("haven/clauses.toml").removesuffix(SECOND))
    package.add("haven/rulings.toml", SECOND)
    line = line_of(package, "haven/rulings.toml", '["H-ICE-2"]')
    assert told(package) == [
        f"haven/rulings.toml:{line}: H-ICE-2 is registered twice; it stands in haven/clauses.toml:7 already."
    ]


def test_a_file_that_cannot_be_read_is_told(package):
    """A missing field, a field that nobody knows, and what is no TOML."""
    package.change("haven/clauses.toml", 'title = "Ice"\n', "")
    assert told(package) == ["haven/clauses.toml:1: H-ICE-1, title: Field required."]
    package.change("haven/clauses.toml", '["H-ICE-1"]\n', '["H-ICE-1"]\ntitle = "Ice"\n')
    package.change("haven/clauses.toml", 'title = "Farther than that"\n', 'title = "Farther than that"\nwhim = 1\n')
    assert told(package) == ["haven/clauses.toml:7: H-ICE-2, whim: Extra inputs are not permitted."]
    package.write("haven/clauses.toml", '["H-ICE-1"]\nthis is nothing\n')
    assert told(package)[0].startswith("haven/clauses.toml:2: This is no TOML: Expected '='")
    package.write("haven/clauses.toml", '\n\nopen = """\n')
    assert told(package)[0].startswith("haven/clauses.toml:")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ice halves the speed.", "Ice halves base speed."),
        ('title = "Ice"', 'title = "On ice"'),
        ('summary = "Ice halves the speed."\nsection = "', 'summary = "Ice halves the speed."\nsection = "The table, '),
    ],
)
def test_a_text_that_changes_without_its_revision_is_told(package, old, new):
    """Whichever words of it."""
    package.change("haven/clauses.toml", old, new)
    assert told(package) == [
        "haven/clauses.toml:1: The text of H-ICE-1 has changed and its revision has not: `python tools/revise.py` "
        "writes it into the history, with a reason."
    ]


def test_a_revision_that_the_history_does_not_know_is_told(package):
    """Somebody raised the number by hand; the example that was checked with the first is stale too."""
    package.change("haven/clauses.toml", 'title = "Ice"\n', 'title = "Ice"\nrevision = 2\n')
    assert told(package)[0] == "haven/clauses.toml:1: H-ICE-1 says revision 2; its history has 1."


def test_the_past_is_not_to_be_changed(package):
    """A text of the log is what it was when it was written, and time goes one way."""
    package.change("haven/history.toml", "Ice halves the speed.", "Ice halves nothing.")
    line = line_of(package, "haven/history.toml", '[["H-ICE-1"]]')
    assert told(package) == [f"haven/history.toml:{line}: Revision 1 of H-ICE-1 was changed after it was written."]


def test_a_raised_text_makes_what_cites_it_stale(package, revise, capsys, tmp_path):
    """Until the example and the test name the new revision; the tool names both."""
    test = tmp_path / "tests" / "haven" / "test_ice.py"
    test.write_text('"""H-ICE-1 and H-ICE-2."""\n', encoding="utf-8")
    package.change("haven/clauses.toml", "Ice halves the speed.", "Ice halves base speed.")
    assert revise("--reason", "The source says base speed.") == 0
    example = (
        "haven/examples/ice.toml:1: The example ice was checked with revision 1 of H-ICE-1, which is at 2: read both "
        "again, mend what no longer holds, and write H-ICE-1@2."
    )
    in_test = (
        "haven/test_ice.py:1: This test was checked with revision 1 of H-ICE-1, which is at 2: read both again, mend "
        "what no longer holds, and write H-ICE-1@2."
    )
    assert told(package) == [example]
    assert [str(each) for each in stale_tests(package.folder, test.parent)] == [in_test]
    said = capsys.readouterr().out
    assert "Ice halves [-the-]{+base+} speed." in said
    assert "H-ICE-1 is at revision 2." in said
    assert example in said
    assert in_test in said

    package.change("haven/examples/ice.toml", '"H-ICE-1"', '"H-ICE-1@2"')
    test.write_text('"""H-ICE-1@2 and H-ICE-2."""\n', encoding="utf-8")
    assert told(package) == []
    assert stale_tests(package.folder, test.parent) == []
    package.change("haven/examples/ice.toml", '"H-ICE-2"', '"H-ICE-2@4"')
    assert told(package) == [
        "haven/examples/ice.toml:1: The example ice was checked with revision 4 of H-ICE-2, which is at 1: read both "
        "again, mend what no longer holds, and write H-ICE-2."
    ]


def test_an_example_of_a_ruling_is_stale_when_its_readings_change(package, revise):
    """The ruling that it shows counts as cited."""
    package.change("haven/rulings.toml", 'meaning = "the turn"', 'meaning = "the whole turn"')
    assert revise("--reason", "Said in full.") == 0
    assert ["R-HAVEN-ICETURN@2" in each for each in told(package)] == [True]
    package.change("haven/examples/ice.toml", '"R-HAVEN-ICETURN"', '"R-HAVEN-ICETURN@2"')
    assert told(package) == []


def test_the_tool_writes_date_reason_hash_and_revision(package, revise, monkeypatch):
    """What is new comes into the log; a changed text is asked about, and again the next time it changes."""
    package.add("haven/clauses.toml", SECOND.replace("H-ICE-2", "H-ICE-3").replace("Farther", "Even farther"))
    assert revise() == 0
    assert told(package) == []
    for number, words in ((2, "base"), (3, "full base")):
        old = "the speed" if number == 2 else "base speed"
        package.change("haven/clauses.toml", f"Ice halves {old}", f"Ice halves {words} speed")
        monkeypatch.setattr("builtins.input", lambda _, number=number: f" Reason {number}. ")
        assert revise("H-ICE-1") == 0
        (ice, *_) = read_entries(package.folder, "haven")
        assert ice.revision == number
        assert package.read("haven/clauses.toml").count("revision = ") == 1
    past = read_log(package.folder, "haven")["H-ICE-1"]
    assert [each.reason for each in past] == ["First written down.", "Reason 2.", "Reason 3."]
    assert past[0].date < past[1].date == past[2].date


def test_the_tool_writes_nothing_without_a_reason_or_for_other_ids(package, revise, monkeypatch, capsys):
    """And a register that cannot be read is told, not mended."""
    package.change("haven/clauses.toml", "Ice halves the speed.", "Ice halves base speed.")
    before = package.read("haven/history.toml")
    monkeypatch.setattr("builtins.input", lambda _: "  ")
    assert revise() == 1
    assert revise("H-ICE-2") == 0
    assert package.read("haven/history.toml") == before
    package.add("haven/clauses.toml", SECOND)
    assert revise() == 1
    assert "H-ICE-2 is registered twice" in capsys.readouterr().err


def test_time_goes_one_way(package, revise):
    """A revision that is dated before the one that it follows is told."""
    package.change("haven/clauses.toml", "Ice halves the speed.", "Ice halves base speed.")
    revise("--reason", "The source says base speed.")
    package.change("haven/examples/ice.toml", '"H-ICE-1"', '"H-ICE-1@2"')
    log = package.read("haven/history.toml")
    head, _, last = log.rpartition("date = ")
    package.write("haven/history.toml", f"{head}date = 2025-12-31{last[10:]}")
    assert [each.partition(": ")[2] for each in told(package)] == [
        "Revision 2 of H-ICE-1 is dated before the one that it follows."
    ]


def retire(package):
    """H-ICE-2 goes, properly."""
    package.write("haven/clauses.toml", package.read("haven/clauses.toml").partition('\n["H-ICE-2"]')[0])
    package.write("stones.toml", STONE)


def test_a_retired_id_leaves_a_stone(package):
    """Then nothing is amiss: its history stays, and the stone says where to go."""
    retire(package)
    assert told(package) == []
    assert str(read_stones(package.folder)["H-ICE-2"]) == (
        "H-ICE-2 is retired since 2026-03-01: It said the same twice. See H-ICE-1."
    )


def test_a_stone_that_stands_wrong_is_told(package):
    """For an id that is still there, one that never was, and one that leads nowhere."""
    package.write("stones.toml", STONE)
    assert told(package) == ["stones.toml:1: H-ICE-2 is retired and stands in haven/clauses.toml:7 all the same."]
    package.write("stones.toml", STONE.replace("H-ICE-2", "H-ICE-8"))
    assert told(package) == ["stones.toml:1: H-ICE-8 never was: the history does not know it."]
    retire(package)
    package.change("stones.toml", '"H-ICE-1"', '"H-ICE-7"')
    assert told(package) == ["stones.toml:1: The stone of H-ICE-2 leads to H-ICE-7, which is not there."]


def test_who_asks_for_a_retired_id_is_told_where_to_go(package, monkeypatch):
    """In whichever letters; the sentence is the stone's."""
    retire(package)
    stones = read_stones(package.folder)
    monkeypatch.setattr("haventms.register.stones", lambda: stones | {"H-ICE-99": stones["H-ICE-2"]})
    with pytest.raises(UnknownId, match=r"is retired since 2026-03-01: It said the same twice\. See H-ICE-1\."):
        clauses()["h-ice-99"]


def test_the_systems_are_read_from_their_files():
    """What `clauses()` holds is what the files of each system hold."""
    assert read_entries(PACKAGE, "haven") == entries("haven")


def test_an_error_knows_its_place():
    """The build of the book points at it."""
    error = RegisterError("haven/clauses.toml", 7, "Something.")
    assert (error.file, error.line, error.sentence, str(error)) == (
        "haven/clauses.toml",
        7,
        "Something.",
        "haven/clauses.toml:7: Something.",
    )
