"""Flipping a ruling changes exactly the worked examples that it lists."""

import pytest

from haventms import Rulings, clauses, examples
from haventms.flips import flips, overturned
from haventms.register import UnknownId

OPEN = [each for each in clauses() if each.choices]


@pytest.mark.parametrize("entry", OPEN, ids=lambda entry: entry.id)
def test_each_reading_overturns_exactly_what_is_listed(entry):
    """Every example of the system is computed under it; those that do not come out as expected are the listed ones."""
    listed = flips(entry.id)
    assert list(listed) == [choice.token for choice in entry.choices]
    for token, found in listed.items():
        assert [each.id for each in found] == [each.id for each in overturned(entry.id, token)], token


@pytest.mark.parametrize("entry", OPEN, ids=lambda entry: entry.id)
def test_every_other_reading_changes_something(entry):
    """Some example that takes the default comes out otherwise; none that takes the reading already does."""
    for token, found in flips(entry.id).items():
        assert found, token
        assert all(getattr(Rulings.model_validate(each.rulings), entry.field) != token for each in found)


def test_an_example_of_a_reading_hangs_on_its_ruling():
    """What is meant to show a choice is listed under another reading of that ruling."""
    for example in examples():
        if example.ruling and clauses()[example.ruling].choices:
            assert any(example in found for found in flips(example.ruling).values()), example.id


def test_rulings_of_another_system_change_nothing():
    """The systems are apart: the examples of one, asked under the literal readings of the two others."""
    literal = Rulings.literal().changed
    for example in examples():
        foreign = {name: token for name, token in literal.items() if not name.startswith(example.system)}
        assert example.differences(Rulings.model_validate({**example.rulings, **foreign})) == []


def test_what_has_no_choice_lists_nothing():
    """A fixed ruling and a clause have no readings; an unknown id is told."""
    assert flips("R-HAVEN-INCREMENT") == flips("H-SPD-1") == {}
    with pytest.raises(UnknownId):
        flips("R-HAVEN-MOOD")


def test_a_path_that_a_reading_takes_away_is_told():
    """Fewer checks under another reading are a difference, not an error; so is a name that is not there."""
    example = examples("R-HAVEN-MULTIROLL")[0]
    odd = example.model_copy(update={"expected": {"checks.9.difficulty": 1, "ledger.0.value.0.mood": 2}})
    assert len(odd.differences()) == 2
    names = example.model_copy(update={"call": "base_speed", "inputs": {"swiftness": 1}, "expected": {"feet.0": 1}})
    assert names.differences() == [f"{example.id}: feet.0 is None, expected '1/1'"]
