"""Where the check of ids and texts looks, and which lines it names: files beyond ASCII, in an archive, cut short."""

import datetime
import locale
import zipfile

import pytest

from haventms.history import Revision, difference, hash_of, read_log, written
from haventms.lasting import problems, stale_tests
from haventms.register import RegisterError, read_stones


@pytest.fixture
def plain_locale():
    """A locale in which a text that says nothing of its encoding is ASCII."""
    before = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")
    yield
    locale.setlocale(locale.LC_CTYPE, before)


def told(package):
    return [str(each) for each in problems(package.folder)]


def test_texts_are_utf_8_wherever_they_are_read(package, tmp_path, plain_locale):
    """Register, stones, log, examples and tests, whatever the locale of the reader says."""
    for file in ("stones.toml", "haven/clauses.toml", "haven/history.toml", "haven/examples/ice.toml"):
        package.add(file, "# “½” – é\n")
    (tmp_path / "test_ice.py").write_text('"""“½” on H-ICE-1@2."""\n', encoding="utf-8")
    assert told(package) == []
    assert [error.line for error in stale_tests(package.folder, tmp_path)] == [1]


def test_a_register_in_an_archive_is_in_order(package, tmp_path):
    """A package need not lie in a folder: examples are read in the order of their names in any case."""
    package.write("haven/examples/base.toml", package.read("haven/examples/ice.toml").replace('["ice"]', '["base"]'))
    package.change("haven/examples/ice.toml", '"H-ICE-1"', '"H-ICE-1@2"')
    package.change("haven/examples/base.toml", '"H-ICE-1"', '"H-ICE-1@3"')
    with zipfile.ZipFile(tmp_path / "package.zip", "w") as archive:
        for path in sorted(package.folder.rglob("*"), reverse=True):
            archive.write(path, path.relative_to(package.folder))
    found = problems(zipfile.Path(tmp_path / "package.zip"))
    assert [(error.file, error.line) for error in found] == [
        ("haven/examples/base.toml", 1),
        ("haven/examples/ice.toml", 1),
    ]


def test_a_clause_that_was_renamed_and_moved_is_still_told_as_renamed(package):
    """Title and summary are what it is known by; the passage that it cites may be another."""
    package.change(
        "haven/clauses.toml",
        '["H-ICE-2"]\ntitle = "Farther than that"\nsummary = "Moving farther asks for a roll."\nsection = "Terrain',
        '["H-ICE-3"]\ntitle = "Farther than that"\nsummary = "Moving farther asks for a roll."\nsection = "The table',
    )
    assert any("H-ICE-2 was renamed to H-ICE-3 (haven/clauses.toml:7)" in each for each in told(package))


def test_each_revision_is_dated_after_the_one_before(package):
    """Of four the last is dated after the first and before the third: that one alone is told, at its line."""
    past = ["2026-02-01", "2026-03-01", "2026-02-15"]
    text = read_log(package.folder, "haven")["H-ICE-1"][0].text
    for day in past:
        later = Revision(date=datetime.date.fromisoformat(day), reason="Again.", hash=hash_of(text), text=text)
        package.add("haven/history.toml", "\n" + written("H-ICE-1", later))
    package.change("haven/clauses.toml", 'title = "Ice"\n', 'title = "Ice"\nrevision = 4\n')
    package.change("haven/examples/ice.toml", '"H-ICE-1"', '"H-ICE-1@4"')
    line = max(n for n, each in enumerate(package.read("haven/history.toml").split("\n"), 1) if "H-ICE-1" in each)
    assert told(package) == [
        f"haven/history.toml:{line}: Revision 4 of H-ICE-1 is dated before the one that it follows."
    ]


def test_a_test_that_begins_with_an_empty_line_is_told_at_the_line_that_cites(package, tmp_path):
    """Lines are counted from the first, be it empty."""
    (tmp_path / "test_ice.py").write_text('\n"""H-ICE-2 and\nH-ICE-1@2."""\n', encoding="utf-8")
    assert [error.line for error in stale_tests(package.folder, tmp_path)] == [3]


# What cannot be read


def test_a_field_deep_inside_is_named_with_its_path(package):
    """The second reading of a ruling has a field that nobody knows."""
    package.change("haven/rulings.toml", 'meaning = "the action"', 'meaning = "the action", mood = 1')
    assert told(package) == ["haven/rulings.toml:1: R-HAVEN-ICETURN, choices.1.mood: Extra inputs are not permitted."]


@pytest.mark.parametrize("cut", ["reason = ", 'reason = """\n'])
def test_a_file_that_is_cut_short_is_told_at_its_end(package, cut):
    """The reader of TOML names no line then; it is the last one, of the stones as well as of the log."""
    start = '["H-ICE-2"]\ndate = 2026-03-01\n'
    last = 3 + cut.count("\n")
    package.write("stones.toml", start + cut)
    with pytest.raises(RegisterError, match=rf"^stones.toml:{last}: This is no TOML: .*at end of document"):
        read_stones(package.folder)
    package.write("haven/history.toml", f"[{start}".replace("]\n", "]]\n", 1) + cut)
    with pytest.raises(RegisterError, match=rf"^haven/history.toml:{last}: This is no TOML: .*at end of document"):
        read_log(package.folder, "haven")


# What two texts have in common


def test_long_texts_are_compared_word_by_word():
    """However often a word stands in them: what stayed is told as what stayed."""
    old = "the " * 150
    assert difference(old, f"Thus {old}end") == [("new", "Thus "), ("same", old), ("new", "end")]
