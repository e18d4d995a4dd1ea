"""What paces write down, and where their numbers end: O-MOD-*, O-DIS-1."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland

from .shared import complaint


def told(result):
    """The clause, the sentence and the value of each line."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


def test_what_armour_closes_stands_in_the_ledger():
    """O-MOD-2: in medium armour one walks, hustles, runs and dashes, but does not sprint."""
    assert told(overland.modes("medium")) == [
        *(
            ("O-MOD-2", f"A {mode} is open to a character in medium armour", "allowed")
            for mode in ("walk", "hustle", "run", "dash")
        ),
        ("O-MOD-2", "A sprint is closed to a character in medium armour", "refused"),
    ]


@pytest.mark.parametrize(
    ("load", "sentence", "value"),
    [
        ("light", "A sprint is open to a character with a light load", "allowed"),
        ("heavy", "Only the unencumbered sprint: a heavy load bars it", "refused"),
    ],
)
def test_what_a_load_does_to_the_sprint_stands_in_the_ledger(load, sentence, value):
    """O-MOD-4: the load decides last, where the armour leaves the sprint open."""
    assert told(overland.modes("light", load))[-1] == ("O-MOD-4", sentence, value)


def test_a_pace_of_the_prose_line_by_line():
    """O-MOD-1, R-OVERLAND-PROSE-MPH: a human's dash makes 12 miles an hour in the prose, 13 in Table 3."""
    found = overland.pace(30, "dash", Rulings(overland_prose_mph="prose"))
    assert told(found) == [
        ("O-MOD-1", "A dash multiplies the speed of 30 feet by 4: feet a round", "120"),
        ("O-SCA-1", "A minute has 10 rounds: feet a minute", "1,200"),
        ("O-TAC-6", "Whole squares of 5 feet in a round", "24"),
        ("O-LOC-1", "On the local scale a dash lasts only as long as endurance allows", "by endurance"),
        ("O-MOD-1", "The prose names the dash of a human (unencumbered): miles an hour", "12"),
    ]
    assert found.ledger[-1].rulings == ("R-OVERLAND-PROSE-MPH",)
    assert told(overland.pace(30, "dash"))[-1] == (
        "O-DIS-1",
        "Table 3 lists a speed of 30 feet: miles an hour",
        "13",
    )


def test_how_fast_one_may_be():
    """O-SCA-1: any speed above none, up to ten thousand feet."""
    assert overland.pace(1, "walk").miles_per_hour == Fraction(1, 10)
    assert overland.pace(Fraction(1, 100), "walk").feet_per_minute == Fraction(1, 10)
    assert overland.pace(10_000, "walk").miles_per_hour == 1000
    for speed in (0, 10_001):
        with pytest.raises(ValidationError) as error:
            overland.pace(speed, "walk")
        assert complaint(error.value)[0] == "speed_feet"


def test_a_round_of_one_move_alone():
    """O-MOD-3: nothing is done besides unless it is said."""
    assert told(overland.round_mode()) == [("O-MOD-3", "One move and nothing else in a round", "walk")]
