"""A table's readings: written and read as a text, and followed by the notebook, the command line and the dashboards."""

import json

import ipywidgets
import pytest
from haventms_widgets import readings, show, table
from haventms_widgets.faces import notebook
from haventms_widgets.faces.cli import main
from haventms_widgets.faces.dashboard import Dashboard
from haventms_widgets.registry import explorers
from haventms_widgets.run import Refused

from haventms import Rulings, clauses

WORST = Rulings(haven_stack="worst")
CROWD_ON_ICE = {"factors": [{"kind": "crowd"}, {"kind": "ice"}]}  # three quarters and a half of 25 feet
MULTIPLIED, WORST_ONLY = "5 feet a move action", "10 feet a move action"  # 9 3/8 and 12 1/2 feet, rounded down


@pytest.fixture(autouse=True)
def by_the_book():
    """Each test begins and ends with the book's readings."""
    readings("default")
    yield
    readings("default")


@pytest.mark.parametrize("rulings", [Rulings(), Rulings.literal(), WORST, Rulings(haven_die="3d6", domains_die="d20")])
def test_a_text_gives_the_readings_that_it_was_written_from(rulings):
    """Those that differ from the book's, each as question and reading."""
    assert table.read(table.write(rulings)) == (rulings, [])


def test_every_reading_of_every_question_can_be_written():
    """One by one, as a link would."""
    for entry in clauses():
        for choice in entry.choices:
            rulings, wrong = table.read(f"{entry.field}:{choice.token}")
            assert wrong == []
            assert getattr(rulings, entry.field) == choice.token


def test_the_ready_sets_have_names():
    """As on the page."""
    assert table.read("literal") == (Rulings.literal(), [])
    assert table.read("default") == table.read("") == (Rulings(), [])


def test_what_nobody_knows_is_passed_over_and_told():
    """The rest is taken; a sentence says what was wrong, and with what is allowed."""
    rulings, wrong = table.read(
        "haven_stack:worst,haven_mood:good,haven_round:twice,haven_die:d0,nonsense,haven_meet:exceed"
    )
    assert rulings == Rulings(haven_stack="worst", haven_meet="exceed")
    assert wrong == [
        "There is no ruling 'haven_mood'.",
        "The ruling haven_round must be once or each.",
        "The ruling haven_die must be a die such as d20, 3d6 or d100.",
        "'nonsense' is no reading: write it as haven_stack:worst.",
    ]
    assert table.read("x" * (table.LONGEST + 1))[1] == ["The readings must be at most 4,000 characters long."]


def test_every_later_show_follows():
    """Until it is taken back; what a call says itself comes first."""
    assert str(show("haven-speed", **CROWD_ON_ICE)).startswith(MULTIPLIED)
    said = readings(haven_stack="worst")
    assert str(said) == "Your table's readings differ from the book's in 1 place: R-HAVEN-STACK worst."
    assert str(show("haven-speed", **CROWD_ON_ICE)).startswith(WORST_ONLY)
    assert str(show("haven-speed", rulings=Rulings(), **CROWD_ON_ICE)).startswith(MULTIPLIED)
    assert readings().rulings == WORST
    assert str(readings("default")) == "The table's readings are the book's."
    assert str(show("haven-speed", **CROWD_ON_ICE)).startswith(MULTIPLIED)


def test_readings_hold_for_a_block_only():
    """And those from before come back, also after an error."""
    readings(haven_meet="exceed")
    with readings("literal", haven_stack="multiply") as inside:
        assert inside == table.now() == Rulings.literal().model_copy(update={"haven_stack": "multiply"})
    assert table.now() == Rulings(haven_meet="exceed")
    with pytest.raises(ZeroDivisionError), readings("literal"):
        1 / 0  # noqa: B018
    assert table.now() == Rulings(haven_meet="exceed")


@pytest.mark.parametrize("given", ["haven_stack:worst", {"haven_stack": "worst"}, WORST])
def test_readings_may_be_given_in_three_ways(given):
    """A text, a mapping, a set."""
    assert readings(given).rulings == WORST


def test_wrong_readings_change_nothing():
    """A sentence says what is allowed."""
    with pytest.raises(Refused, match="The ruling haven_stack must be multiply or worst"):
        readings(haven_stack="best")
    with pytest.raises(Refused, match="There is no ruling 'haven_mood'"):
        readings("haven_mood:good")
    assert table.now() == Rulings()


def texts(widget):
    """Every text of a widget and what it holds."""
    found = [widget.value] if isinstance(widget, ipywidgets.HTML) else []
    return found + [text for child in getattr(widget, "children", ()) for text in texts(child)]


def test_the_notebook_says_so_and_leads_back():
    """A note with a button; pressed, the case is by the book and the note is gone."""
    readings(haven_stack="worst")
    shown = show("haven-speed", **CROWD_ON_ICE)
    panel = notebook._Panel(shown.explorer, shown.inputs, shown.rulings)
    assert any("differ from the book" in text for text in texts(panel.widget))
    assert WORST_ONLY in panel.headline.value
    panel.preset(str(next(n for n, each in enumerate(shown.explorer.presets) if not each.rulings)))
    assert panel.session.view["rulings"] == {"haven_stack": "worst"}
    panel.table.children[1].click()
    assert panel.session.view["rulings"] == {}
    assert not any("differ from the book" in text for text in texts(panel.widget))


def test_the_notebook_is_silent_about_the_books_own_readings():
    """No note, no button."""
    shown = show("haven-speed")
    assert notebook._Panel(shown.explorer, shown.inputs, shown.rulings).table.children == ()


def visit(**arguments):
    """A dashboard opened with these arguments in its address."""
    board = Dashboard(explorers()["haven-speed"])
    board.open_address(list(arguments.items()))
    return board


def words(board):
    return " ".join(each.text for each in board.table.children if hasattr(each, "text"))


CROWDED = {"factors.0.kind": "crowd", "factors.1.kind": "ice"}


def test_a_dashboard_goes_by_the_readings_of_its_address():
    """It says so, follows them in worked cases too, and leads back."""
    board = visit(rulings="haven_stack:worst", **CROWDED)
    assert board.session.view["headline"].startswith(WORST_ONLY)
    assert "differ from the book" in words(board)
    board._open("=swiftness=4", exactly=False)
    assert board.session.view["rulings"] == {"haven_stack": "worst"}
    board._leave_table()
    assert board.session.view["rulings"] == {}
    assert words(board) == ""


def test_the_case_of_an_address_comes_before_its_readings():
    """What the case says of a ruling holds; of the others, the table's."""
    board = visit(rulings="haven_stack:worst,haven_round:each", **CROWDED, **{"r.haven_stack": "multiply"})
    assert board.session.view["rulings"] == {"haven_round": "each"}


def test_a_dashboard_tells_wrong_readings():
    """And takes the rest."""
    board = visit(rulings="haven_mood:good,haven_stack:worst")
    assert "There is no ruling &#x27;haven_mood&#x27;." in words(board)
    assert board.session.rulings == {"haven_stack": "worst"}


@pytest.fixture
def run(capsys):
    """Run a case of two factors on the command line: exit code, View, stderr."""

    def call(*options):
        with pytest.raises(SystemExit) as left:
            main(["run", "haven-speed", "--factors.0.kind=crowd", "--factors.1.kind=ice", "--json", *options])
        out, err = capsys.readouterr()
        return left.value.code, json.loads(out) if out else None, err

    return call


def test_the_command_line_takes_readings(run, tmp_path, monkeypatch):
    """As a text, from a file, from the environment; the case's own come first."""
    assert run("--rulings", "haven_stack:worst")[1]["rulings"] == {"haven_stack": "worst"}
    file = tmp_path / "table.toml"
    file.write_text('haven_stack = "worst"\nhaven_round = "each"\n', encoding="utf-8")
    assert run("--rulings", str(file))[1]["rulings"] == {"haven_stack": "worst", "haven_round": "each"}
    assert run("--rulings", str(file), "--r.haven_stack", "multiply")[1]["rulings"] == {"haven_round": "each"}
    monkeypatch.setenv("HAVENTMS_RULINGS", "literal")
    assert run()[1]["rulings"] == Rulings.literal().changed


def test_the_command_line_refuses_wrong_readings(run, tmp_path):
    """Exit code 2 and a sentence: a text, a file that is none, a file with something else in it."""
    assert run("--rulings", "haven_mood:good") == (2, None, "There is no ruling 'haven_mood'.\n")
    code, _, said = run("--rulings", str(tmp_path / "none.toml"))
    assert code == 2
    assert "none.toml cannot be read" in said
    (tmp_path / "odd.toml").write_text("haven_stack: worst", encoding="utf-8")
    code, _, said = run("--rulings", str(tmp_path / "odd.toml"))
    assert code == 2
    assert 'must hold TOML, a line a ruling, such as haven_stack = "worst".' in said
