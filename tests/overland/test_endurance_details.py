"""What endurance writes down, step by step: O-END-0 to O-END-6, counted by hand from the source."""

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland

from .shared import complaint

EVERY_DAY = "The allowance is for each period of 24 hours"


def told(result):
    """Every step: its clause, its sentence, its value."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


@pytest.mark.parametrize(
    ("con", "mode", "sentence", "minutes"),
    [
        (12, "run", "10 minutes at first, Con 12 has a modifier of +1: 10 more for each point of bonus: minutes", "20"),
        (8, "run", "10 minutes at first, Con 8 has a modifier of -1: 2 less for each point of penalty: minutes", "8"),
        (18, "dash", "5 minutes at first, Con 18 has a modifier of +4: 5 more for each point of bonus: minutes", "25"),
        (7, "walk", "30 minutes for each point of Con 7: minutes", "210"),
    ],
)
def test_what_the_minutes_come_from(con, mode, sentence, minutes):
    """O-END-1, O-END-3, O-END-4: a bonus adds, a penalty takes off."""
    clause = {"walk": "O-END-1", "run": "O-END-3", "dash": "O-END-4"}[mode]
    rhythm = {"walk": "60", "run": "10", "dash": "5"}[mode]
    found = overland.endurance(con, mode)
    assert told(found)[0] == (clause, sentence, minutes)
    assert told(found)[1:] == [
        ("O-END-0", EVERY_DAY, str(found.minutes) + " minutes" if found.minutes < 60 else "3 hours 30 minutes"),
        ("O-END-6", "The first check with load light: DC", "10"),
        ("O-FOR-6", f"Checks at a {mode} come every so many minutes", rhythm),
    ]


def test_a_sprint_lasts_a_minute_at_first():
    """O-END-5: one minute, and one more for each point of bonus; who may sprint at all is told before (O-MOD-4)."""
    allowed, minutes = told(overland.endurance(18, "sprint"))[:2]
    assert allowed[0] == "O-MOD-4"
    sentence = "1 minute at first, Con 18 has a modifier of +4: 1 more for each point of bonus: minutes"
    assert minutes == ("O-END-5", sentence, "5")


def test_a_modifier_of_nothing_adds_and_takes_nothing():
    """O-END-3: Con 10 runs for ten minutes, and there is neither bonus nor penalty to tell of."""
    first = told(overland.endurance(10, "run"))[0]
    assert first == ("O-END-3", "10 minutes at first, Con 10 has a modifier of +0: minutes", "10")


@pytest.mark.parametrize(
    ("mode", "load", "token", "first", "loaded", "left", "asked"),
    [
        ("walk", "heavy", "minutes", "450", "1/4, rounded down to whole minutes", "112", True),
        ("walk", "medium", "hours", "450", "1/2, rounded down to whole hours", "180", True),
        ("run", "medium", "hours", "30", "1/2, rounded down to whole minutes", "15", False),
    ],
)
def test_what_a_load_leaves_stands_in_the_ledger(mode, load, token, first, loaded, left, asked):
    """O-END-6: Con 15 walks 7 1/2 hours and runs 30 minutes; medium leaves half, heavy a quarter, rounded down."""
    found = overland.endurance(15, mode, load, Rulings(overland_round=token))
    (_, _, minutes), step = told(found)[:2]
    assert minutes == first
    assert step == ("O-END-6", f"A {load} load leaves {loaded}: minutes", left)
    assert found.ledger[1].rulings == (("R-OVERLAND-ROUND",) if asked else ())
    difficulty = {"medium": "12", "heavy": "14"}[load]
    assert ("O-END-6", f"The first check with load {load}: DC", difficulty) in told(found)


def test_who_may_sprint_is_said_first():
    """O-MOD-4: a light load leaves the sprint open by R-OVERLAND-SPRINTLOAD, no load under each reading."""
    light, none = overland.endurance(14, "sprint"), overland.endurance(14, "sprint", "none")
    assert told(light)[0] == ("O-MOD-4", "A sprint is open to a character with a light load", "allowed")
    assert light.ledger[0].rulings == ("R-OVERLAND-SPRINTLOAD",)
    assert told(none)[0] == ("O-MOD-4", "A sprint is open to a character with no load", "allowed")
    assert [line.rulings for line in none.ledger] == [()] * 5
    assert told(none)[1][::2] == ("O-END-5", "3")


def test_what_is_left_of_one_pace():
    """O-END-0: of 7 1/2 hours 100 minutes are walked, so 350 are left; no question arises."""
    assert told(overland.allowance_left(15, "walk", {"walk": 100})) == [
        ("O-END-1", "30 minutes for each point of Con 15: minutes", "450"),
        ("O-END-0", "Minutes left of 450", "350"),
    ]


def test_paces_with_an_allowance_each_are_told():
    """R-OVERLAND-MIX, own: a run takes nothing from the hustle of a day, whose own 60 minutes are told."""
    found = overland.allowance_left(15, "hustle", {"hustle": 60, "run": 10})
    assert told(found)[1:] == [
        ("O-END-0", "Each pace has its own allowance: minutes used of that to hustle", "60"),
        ("O-END-0", "Minutes left of 180", "120"),
    ]
    assert found.ledger[1].rulings == ("R-OVERLAND-MIX",)


@pytest.mark.parametrize(
    ("con", "mode", "moved", "shares", "left"),
    [
        (
            15,
            "walk",
            {"hustle": 90, "run": 10},
            [("1 hour 30 minutes at a hustle of 3 hours", "1/2"), ("10 minutes at a run of 30 minutes", "1/3")],
            "75",
        ),
        (15, "walk", {"hustle": 270}, [("4 hours 30 minutes at a hustle of 3 hours", "1")], "0"),
        (1, "walk", {"run": 1}, [("1 minute at a run of 0 minutes", "1")], "0"),
    ],
)
def test_shares_of_a_day_are_told(con, mode, moved, shares, left):
    """R-OVERLAND-MIX, fractions: used shares add up to one day, and no pace uses more than the whole of it."""
    found = overland.allowance_left(con, mode, moved, rulings=Rulings(overland_mix="fractions"))
    assert told(found)[1:-1] == [("O-END-0", f"{text}: share of the day", share) for text, share in shares]
    assert told(found)[-1][2] == left


@pytest.mark.parametrize(
    ("token", "sentence", "left"),
    [
        ("full_rest", "24 hours are over, but only a full rest starts the count anew", "120"),
        ("clock", "24 hours after the first move the count starts anew", "180"),
    ],
)
def test_what_24_hours_change_is_told(token, sentence, left):
    """R-OVERLAND-DAY: by the row of the period the count of 60 minutes clears after 24 hours, or does not."""
    found = overland.allowance_left(15, "hustle", {"hustle": 60}, "light", 24, Rulings(overland_day=token))
    assert told(found)[1:] == [("O-END-0", sentence, ""), ("O-END-0", "Minutes left of 180", left)]
    assert found.ledger[1].rulings == ("R-OVERLAND-DAY",)
    assert found.ledger[1].table == "The period of an allowance: period"


def test_how_many_minutes_may_have_been_moved():
    """A hundred thousand, which leave nothing of any allowance, and no more."""
    assert overland.allowance_left(15, "hustle", {"hustle": 100_000}).minutes == 0
    with pytest.raises(ValidationError) as error:
        overland.allowance_left(15, "hustle", {"hustle": 100_001})
    assert complaint(error.value)[0] == "moved"
