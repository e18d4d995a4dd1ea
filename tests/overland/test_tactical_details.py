"""What moves by squares write down: O-TAC-*."""

import pytest

from haventms import overland
from haventms.overland import Step


def told(result):
    """The clause, the sentence and the value of each line."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


@pytest.mark.parametrize("call", [overland.hampered, lambda conditions: overland.squares(30, conditions)])
def test_open_ground_says_so(call):
    """O-TAC-1: where nothing hampers movement a square counts once."""
    assert told(call(()))[0] == ("O-TAC-1", "Nothing hampers movement", "x1")


def test_conditions_line_by_line():
    """O-TAC-1, O-TAC-2: an obstacle and poor visibility count a square twice each, together four times."""
    assert told(overland.hampered(["obstacle", "visibility"])) == [
        ("O-TAC-1", "Obstacle counts a square 2 times, and it may need a skill check", "x2"),
        ("O-TAC-1", "Poor visibility counts a square 2 times", "x2"),
        ("O-TAC-2", "Several conditions multiply", "x4"),
    ]


def test_a_hampered_move_line_by_line():
    """O-TAC-1, O-TAC-6: through difficult terrain a square costs ten of thirty feet, so there are three."""
    assert told(overland.squares(30, ["difficult"])) == [
        ("O-TAC-1", "Difficult terrain counts a square 2 times", "x2"),
        ("O-TAC-6", "A square of 5 feet, counted 2 times: feet of movement", "10"),
        ("O-TAC-1", "Whole squares in a move of 30 feet", "3"),
    ]
    assert ("O-TAC-6", "A square of 5 feet, counted once: feet of movement", "5") in told(overland.squares(30))


def test_less_than_a_square_line_by_line():
    """O-TAC-4: without even one square a single step is left, which provokes attacks."""
    text = "Less than one square: a full-round action makes a single step in any direction, diagonally too"
    assert told(overland.squares(4))[-2:] == [
        ("O-TAC-1", "Whole squares in a move of 4 feet", "0"),
        ("O-TAC-4", f"{text}; it provokes attacks of opportunity", "single step"),
    ]


def test_running_line_by_line():
    """O-TAC-5: open ground allows a run, a hampered square refuses it even to whom it costs nothing."""
    assert told(overland.may_run(())) == [("O-TAC-5", "Nothing normally hampers movement here", "allowed")]
    text = "No run or charge through a square of difficult terrain and obstacle"
    assert told(overland.may_run(["difficult", "obstacle"])) == [("O-TAC-5", text, "refused")]
    spared = overland.may_run(["difficult", "obstacle"], ["obstacle"])
    assert told(spared) == [("O-TAC-5", f"{text}, even for one who is spared the cost", "refused")]


def test_a_path_line_by_line():
    """O-TAC-6: of three diagonals the second costs ten feet; a step is straight unless it is said."""
    steps = [Step(diagonal=True), Step(diagonal=True), Step(), Step(diagonal=True)]
    assert told(overland.path_cost(steps)) == [
        ("O-TAC-6", "4 squares entered, 3 of them diagonally: feet of movement", "25")
    ]
    assert overland.path_cost([Step()] * 2).diagonals == 0
