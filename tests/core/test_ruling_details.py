"""Dice that can be chosen, numbers in models and errors that travel: at their edges."""

import pickle

import pytest
from pydantic import BaseModel, ValidationError

from haventms import RuleError, Rulings, clauses, units
from haventms.register import SYSTEMS, UnknownId
from haventms.rolls import rolls


def test_the_largest_dice_that_can_be_chosen():
    """R-HAVEN-DIE: up to a hundred dice, up to a thousand sides, two thousand faces in all."""
    for die in ("d2", "d1000", "2d1000", "100d20", "100d2", "3d666"):
        assert Rulings(haven_die=die).haven_die == die
    for die in ("3d667", "100d21", "101d2", "101d19", "100d1000", "1d1001", "2d1001", "0d2", "2d1"):
        with pytest.raises(ValidationError, match="at most 2,000 faces in all"):
            Rulings(haven_die=die)


def test_an_exact_number_is_a_text_in_json():
    """As the schema of what holds it says."""

    class Holder(BaseModel):
        share: units.Exact

    assert Holder.model_json_schema(mode="serialization")["properties"]["share"]["type"] == "string"
    assert (units.plain(0), units.plain(units.read_exact(-2.5)), units.plain(units.read_exact(-0.5))) == (
        "0",
        "-2 1/2",
        "-1/2",
    )
    assert (units.FEET_PER_MILE, units.MINUTES_PER_HOUR, units.HOURS_PER_DAY) == (5280, 60, 24)


def test_errors_hold_what_they_were_made_of():
    """However they were called: by position or by name, and after a journey between processes."""
    for error in (RuleError("H-ACT-5", "No"), RuleError(clause="H-ACT-5", sentence="No")):
        again = pickle.loads(pickle.dumps(error))
        assert (error.args, again.args, str(again)) == (("H-ACT-5", "No"), ("H-ACT-5", "No"), "No: H-ACT-5")
    assert UnknownId("H-X-1", clauses()).args == ("H-X-1",)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_rolls_of_one_system_are_its_own(system):
    """And all of them are those of the three systems, one after the other."""
    assert {roll.system for roll in rolls(system)} == {system}
    assert rolls() == tuple(roll for each in SYSTEMS for roll in rolls(each))
