"""What the options of a turn hold: the least of each act, no number where it is refused, the rulings that are given."""

from haventms import Rulings, haven


def turn():
    return haven.Turn(base_feet=30)


def test_every_option_asks_for_the_least():
    """H-ACT-10, H-ACT-13: an activation for one action, and one action of a kind given up."""
    named = {"ability": "Rite"}
    options = [(option.act, option.arguments) for option in turn().legal("Rite")]
    assert ("activate", {**named, "cost": 1}) in options
    for kind in ("move", "standard", "attack"):
        assert ("sacrifice", {**named, "n": 1, "kind": kind}) in options


def test_what_is_refused_has_no_number():
    """H-ACT-9: after 60 feet no further move, so nothing says how far it may go or in which steps."""
    (move,) = [option for option in turn().move(30).move(30).legal() if option.act == "move"]
    assert (move.allowed, move.number, move.step, move.most) == (False, "", 1, None)
    (move,) = [option for option in turn().legal() if option.act == "move"]
    assert (move.allowed, move.number, move.step, move.most) == (True, "feet", 5, 30)


def test_other_rulings_may_be_asked():
    """R-HAVEN-CYCLEACT: after a move an activation that takes a cycle is possible where a move is kept."""
    moved = turn().move(30)
    for choice, allowed in (("all", False), ("keeps_move", True)):
        options = haven.legal(moved, rulings=Rulings(haven_cycleact=choice))
        assert [option.allowed for option in options if option.arguments.get("cost") == "cycle"] == [allowed]
