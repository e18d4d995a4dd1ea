"""What worked examples, kept answers and unknown ids come to at their edges."""

from importlib.resources import files

import pytest

from haventms import Rulings, clauses, examples
from haventms.register import SYSTEMS, UnknownId, heads

from .test_kept import counting
from .test_worked import example_of


def test_a_ratio_is_expected_in_any_terms():
    """ "6/8" is three quarters; a whole number in a text is a text and no number."""
    crowd = example_of(call="terrain_speed", inputs={"base_feet": 40, "factors": [{"kind": "crowd"}]}, expected={})
    assert crowd.model_copy(update={"expected": {"fraction": "6/8", "feet": 30}}).differences() == []
    assert crowd.model_copy(update={"expected": {"feet": "30"}}).differences() == ["x: feet is '30/1', expected '30'"]


@pytest.mark.parametrize("path", ["X1", "feet.X1", "ledger.-9.text", "ledger.9"])
def test_a_path_that_leads_nowhere_is_told(path):
    """Neither a name that the result does not have nor a place beyond its list is an error."""
    assert example_of(expected={path: 1}).differences() == [f"x: {path} is None, expected '1/1'"]


def test_a_place_may_be_counted_from_the_end():
    """Two on the Swiftness scale are 20 feet, which the last line of the ledger says."""
    assert example_of(inputs={"swiftness": 2}, expected={"feet": 20, "ledger.-1.value": "20"}).differences() == []


def test_another_value_leaves_what_is_kept():
    """As long as there is room, the answer on one value is found again after any other was asked for."""
    answer, reached = counting(most=3)
    for number in (1, 2, 3, 1, 2, 3):
        assert answer(number, rulings=Rulings()) == (number, "multiply")
    assert reached == [1, 2, 3]
    # a further choice on a value that is there needs no room for it
    answer(1, rulings=Rulings(haven_stack="worst"))
    answer(2, rulings=Rulings())
    assert reached == [1, 2, 3, 1]


def test_an_unknown_id_has_three_hints_at_most():
    """However many come near: the ids of speed, of which there are more, differ by their numbers only."""
    assert sum(entry.id.startswith("H-SPD-") for entry in clauses()) > 3
    with pytest.raises(UnknownId) as told:
        clauses()["H-SPD-11"]
    assert str(told.value).count("H-SPD-") - 1 == 3


def test_sixty_five_choices_on_one_value_are_kept():
    """The sixty-sixth takes the place of the oldest; the second oldest is found still."""
    answer, reached = counting()
    dice = [f"d{sides}" for sides in range(2, 68)]
    for die in (*dice, dice[1]):
        answer(1, rulings=Rulings(haven_stack="worst", haven_die=die))
    assert len(reached) == 66
    answer(1, rulings=Rulings(haven_stack="worst", haven_die=dice[0]))
    assert len(reached) == 67


@pytest.mark.parametrize("system", SYSTEMS)
def test_examples_come_in_the_order_of_their_files(system):
    """By the names of the files, and in a file from top to bottom."""
    texts = files(f"haventms.{system}").joinpath("examples")
    found = sorted((each.name, each.read_text(encoding="utf-8")) for each in texts.iterdir())
    expected = [id for name, text in found if name.endswith(".toml") for id in heads(text)]
    assert [example.id for example in examples(system=system)] == expected
