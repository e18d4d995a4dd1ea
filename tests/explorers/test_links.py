"""Links open: those of every released version, in every form that an address has, and bad ones get a sentence."""

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from haventms_widgets import explorers, open_link, show
from haventms_widgets.faces.cli import main
from haventms_widgets.links import open_link as read_link
from haventms_widgets.run import Refused

from haventms import __version__

FILES = sorted((Path(__file__).resolve().parent / "links").glob("*.txt"))
LINES = [
    pytest.param(*line.split("\t"), id=f"{file.stem}-{number}")
    for file in FILES
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
]


def test_this_version_has_its_file():
    """Made by make_links.py before a release; it holds every preset of every explorer."""
    assert __version__ in [file.stem for file in FILES]
    told = FILES[-1].read_text(encoding="utf-8").splitlines()
    for id, explorer in explorers().items():
        assert sum(line.startswith(f"{id}?") for line in told) > len(explorer.presets)


@pytest.mark.parametrize(("link", "headline"), LINES)
def test_a_link_of_a_released_version_opens(link, headline):
    """With the headline that it had, and no name in it is unknown."""
    view, unknown = read_link(link)
    assert view["headline"] == headline
    assert unknown == []


STATE = "swiftness=4&factors.0.kind=crowd&factors.0.size=large"
FORMS = [
    f"haven-speed?{STATE}",
    f"#haven-speed?{STATE}",
    f"https://example.org/book/haven/speed.html#haven-speed?{STATE}",
    f"file:///home/me/book/haven/speed.html?x=1#haven-speed?{STATE}",
    f"http://localhost:5006/haven-speed?{STATE}",
    f"http://localhost:5006/play/haven-speed/?bokeh-session-id=x&{STATE}",
    f"  haven-speed?{STATE}\n",
    f"https://example.org/b#haven-speed?{quote(STATE, safe='=&')}",
]


@pytest.mark.parametrize("link", FORMS)
def test_every_form_of_a_link_opens_the_same_case(link):
    """Address of a page or of a dashboard, fragment, bare text."""
    view, unknown = read_link(link)
    assert (view["id"], view["state"], unknown) == ("haven-speed", STATE, [])


@pytest.mark.parametrize("link", ["haven-speed", "#haven-speed", "http://localhost:5006/haven-speed", "haven-speed?"])
def test_an_explorers_name_alone_is_its_default_case(link):
    """Nothing differs from it."""
    assert read_link(link)[0]["state"] == ""


def test_a_bare_state_opens_where_one_explorer_alone_has_its_names():
    """Or where the explorer is named beside it."""
    assert read_link("mode_bonus=3")[0]["id"] == "haven-speed"
    assert read_link("#colour=blue&swiftness=4", "haven-speed")[1] == ["colour"]
    with pytest.raises(Refused, match=r"does not say whose case it is; name the explorer: haven-.*, overland-"):
        read_link("r.haven_stack=worst")


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("", "'' is no link to a case: one looks like haven-speed?swiftness=3."),
        ("H-ICE-2", "'H-ICE-2' is no link to a case"),
        ("https://example.org/book/haven/ice.html", "it has neither an explorer's name nor a state"),
        ("https://example.org/book/haven/ice.html#h-ice-2", "'h-ice-2' is no link to a case"),
        ("http://[example", "The link is no address that can be read."),
        ("haven-sped?swiftness=3", "There is no explorer 'haven-sped'; did you mean haven-speed?"),
        ("haven-speed?swiftness=101", "Swiftness must be a whole number from 0 to 100."),
        ("haven-speed?r.haven_stack=sum", "The ruling haven_stack must be multiply or worst."),
        ("haven-speed?" + "x" * 20_001, "The state text must be at most 20,000 characters long."),
        ("x=" * 20_001, "The link must be at most 40,000 characters long."),
        ("overland-pace?conditions=impassable", "An impassable square cannot be entered: O-TAC-3."),
    ],
)
def test_a_bad_link_gets_one_sentence_and_exit_code_2(link, sentence, capsys):
    """On the command line and in a notebook."""
    with pytest.raises(SystemExit) as left:
        main(["open", link])
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    with pytest.raises(ValueError, match=re.escape(sentence)):
        open_link(link)


def test_the_command_line_opens_a_link_in_any_format(capsys):
    """A name that nobody knows is told on stderr."""
    with pytest.raises(SystemExit) as left:
        main(["open", f"http://x/#haven-speed?{STATE}&colour=blue", "--format", "python"])
    out, err = capsys.readouterr()
    assert left.value.code == 0
    assert "show('haven-speed', swiftness=4" in out
    assert err == "Passed over, since nothing here has that name: colour.\n"
    with pytest.raises(SystemExit) as left:
        main(["open", "haven-speed?", "--explorer", "haven-turn"])
    assert left.value.code == 2
    assert "one of haven-speed, not of haven-turn" in capsys.readouterr().err


def test_a_notebook_opens_a_link():
    """By its own name and by `show`."""
    for shown in (open_link(FORMS[2]), show(FORMS[0]), show("#" + FORMS[0])):
        assert shown.url_state == STATE
    with pytest.warns(UserWarning, match=r"nothing here has that name: colour\."):
        open_link("haven-speed?colour=blue")
