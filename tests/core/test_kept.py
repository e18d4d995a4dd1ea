"""Answers are found again under every choice of rulings that nobody asked for, and only under those."""

from haventms import Rulings
from haventms.kept import kept
from haventms.ledger import Ledger
from haventms.rulings import ruling_field, ruling_id


def counting(most=4):
    """A kept function that asks for a second ruling under one reading of the first, and the calls that reached it."""
    reached = []

    @kept(most)
    def answer(number, rulings):
        reached.append(number)
        ledger = Ledger(rulings)
        ledger.note("R-HAVEN-BONUS-NAME")
        choice = ledger.ask("haven_stack")
        if choice == "worst":
            choice = ledger.ask("haven_die")
        return (number, choice), ledger.close()["rulings_used"]

    return answer, reached


def test_what_nobody_asked_for_does_not_compute_again():
    """Another reading of a ruling that played no part finds the same answer; one that did is computed anew."""
    answer, reached = counting()
    assert answer(1, rulings=Rulings()) == (1, "multiply")
    assert answer(1, rulings=Rulings(haven_die="3d6", haven_half="up")) == (1, "multiply")
    assert reached == [1]
    assert answer(1, rulings=Rulings(haven_stack="worst")) == (1, "d20")
    assert answer(1, rulings=Rulings(haven_stack="worst", haven_die="3d6")) == (1, "3d6")
    assert answer(1, rulings=Rulings(haven_stack="worst", haven_half="up")) == (1, "d20")
    assert answer(2, rulings=Rulings()) == (2, "multiply")
    assert reached == [1, 1, 1, 2]


def test_only_so_many_are_kept():
    """Old values give way to new ones, and so do old choices on one value; the answers stay right."""
    answer, reached = counting(most=2)
    for number in (1, 2, 3, 1):
        assert answer(number, rulings=Rulings()) == (number, "multiply")
    assert reached == [1, 2, 3, 1]
    dice = [f"d{sides}" for sides in range(2, 102)]
    for die in (*dice, dice[-1], dice[0]):
        assert answer(1, rulings=Rulings(haven_stack="worst", haven_die=die)) == (1, die)
    assert len(reached) == 4 + 100 + 1


def test_every_ruling_with_choices_has_the_field_that_it_was_asked_by():
    """And one without choices has none."""
    assert all(ruling_field(ruling_id(name)) == name for name in Rulings.model_fields)
    assert ruling_field("R-HAVEN-BONUS-NAME") == ""
