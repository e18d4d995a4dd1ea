"""Special modes: flight, swimming, and the odds of staying above the surface."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction


def test_the_table_of_special_modes_is_the_sources():
    """Every cell, typed a second time."""
    assert {row.name: (row.clause, row["value"]) for row in table("overland", "special_modes")} == {
        "eight": ("O-END-7", 8),
        "day": ("O-END-7", 24),
        "swimming share": ("O-END-8", F(1, 2)),
        "fatigued": ("O-END-8", 15),
        "exhausted": ("O-END-8", 25),
    }


@pytest.mark.parametrize("con", range(1, 25))
def test_active_flight_lasts_as_long_as_a_walk(con):
    """Half the Con score in hours, by load as for walking."""
    for load in ("light", "medium", "heavy"):
        found = overland.flying(con, load)
        assert found.minutes == overland.endurance(con, "walk", load).minutes
        assert (found.must_land, found.rest_hours, found.still_exhausted) == (False, 0, False)
    assert overland.flying(con).minutes == 30 * con


def test_soaring():
    """Soaring is free, or counts as a walk; active flight does not raise the question."""
    assert overland.flying(10, soaring=True).minutes is None
    assert overland.flying(10, soaring=True).rulings_used == ("R-OVERLAND-SOAR",)
    walk = Rulings(overland_soar="walk")
    assert overland.flying(10, soaring=True, rulings=walk).minutes == 300
    assert overland.flying(10, rulings=walk).rulings_used == ()


def test_an_exhausted_flyer():
    """It lands whether it soars or not, and rests 8 hours, or 24 where exhaustion must end."""
    for soaring in (False, True):
        found = overland.flying(10, soaring=soaring, exhausted=True)
        assert (found.minutes, found.must_land, found.rest_hours, found.still_exhausted) == (0, True, 8, True)
        assert found.rulings_used == ("R-OVERLAND-FLYREST",)
        day = overland.flying(10, soaring=soaring, exhausted=True, rulings=Rulings(overland_flyrest="day"))
        assert (day.rest_hours, day.still_exhausted) == (24, False)
        assert round_trips(found)


def test_flight_says_itself():
    """On the wing, soaring, exhausted."""
    assert str(overland.flying(12)) == "Flies 6 hours without a check."
    assert str(overland.flying(12, soaring=True)) == "Flies as long as it likes, at no cost of endurance."
    assert str(overland.flying(12, exhausted=True)) == (
        "Exhausted: lands at once or falls, and flies again after 8 hours of rest."
    )


@pytest.mark.parametrize(("load", "divisor"), [("none", 1), ("light", 1), ("medium", 2), ("heavy", 4)])
@pytest.mark.parametrize("con", [1, 7, 13, 14, 15])
def test_swimming_without_a_swim_speed(con, load, divisor):
    """Half the normal time at the load, rounded down only where the load rounds."""
    found = overland.swimming(con, load)
    assert found.minutes == con * 30 // divisor // 2
    assert found.stays_afloat == (divisor == 1)
    assert round_trips(found)


@pytest.mark.parametrize("armour", ["none", "light", "medium", "heavy"])
def test_armour_drags_swimmers_down(armour):
    """Medium and heavy armour do what such loads do."""
    found = overland.swimming(10, armour=armour)
    assert (found.minutes, found.stays_afloat) == (150, armour in ("none", "light"))


def test_swimming_with_a_swim_speed():
    """Half the score or half the bonus in hours, by load; faster by the allowances on land."""
    assert overland.swimming(15, swim_speed=True).minutes == 450
    assert overland.swimming(15, "medium", swim_speed=True).minutes == 225
    assert overland.swimming(15, "heavy", swim_speed=True).minutes == 112
    bonus = Rulings(overland_swim="bonus")
    assert [overland.swimming(con, swim_speed=True, rulings=bonus).minutes for con in (8, 10, 11, 12, 13, 18)] == [
        0,
        0,
        0,
        30,
        30,
        120,
    ]
    assert overland.swimming(18, "heavy", swim_speed=True, rulings=bonus).minutes == 30
    hours = Rulings(overland_swim="bonus", overland_round="hours")
    assert overland.swimming(18, "heavy", swim_speed=True, rulings=hours).minutes == 0
    assert overland.swimming(15, swim_speed=True).rulings_used == ("R-OVERLAND-SWIM",)
    fast = overland.swimming(15, swim_speed=True, mode="hustle")
    assert (fast.minutes, fast.rulings_used) == (180, ())


def test_swimming_faster_needs_a_swim_speed():
    """Without one there is only the base speed."""
    with pytest.raises(RuleError) as caught:
        overland.swimming(15, mode="hustle")
    assert caught.value.clause == "O-END-8"


def test_drifting():
    """Floating with the current is free, or counts as a walk."""
    found = overland.swimming(15, drifting=True)
    assert (found.minutes, found.rulings_used) == (None, ("R-OVERLAND-SOAR",))
    assert overland.swimming(15, drifting=True, rulings=Rulings(overland_soar="walk")).minutes == 450


def test_swimming_says_itself():
    """Afloat or not afterwards."""
    assert str(overland.swimming(14)) == "Swims 3 hours 30 minutes without a check and can stay afloat afterwards."
    assert str(overland.swimming(14, "heavy", drifting=True)) == (
        "Swims as long as it likes, at no cost of endurance and needs Swim checks to stay up once fatigued."
    )


@pytest.mark.parametrize("state", ["fresh", "fatigued", "exhausted"])
@pytest.mark.parametrize("load", ["none", "light", "medium", "heavy"])
@pytest.mark.parametrize("armour", ["none", "light", "medium", "heavy"])
@pytest.mark.parametrize("who", ["loaded", "all"])
def test_who_rolls_a_swim_check(state, load, armour, who):
    """The tired and loaded at DC 15 and 25; the unloaded only exhausted, and only where all are meant."""
    dragged = load in ("medium", "heavy") or armour in ("medium", "heavy")
    expected = None
    if state == "fatigued" and dragged:
        expected = 15
    if state == "exhausted" and (dragged or who == "all"):
        expected = 25
    found = overland.swim_check(state, 0, load, armour, rulings=Rulings(overland_swimexh=who))
    assert found.difficulty == expected
    assert ("R-OVERLAND-SWIMEXH" in found.rulings_used) == (state == "exhausted" and not dragged)
    assert ("R-OVERLAND-DIE" in found.rulings_used) == (expected is not None)
    if expected is None:
        assert (found.success, found.stays_up, found.on_failure) == (1, 1, "")
        assert str(found) == "No Swim check is needed."
    assert round_trips(found)


@pytest.mark.parametrize("modifier", [-6, -5, 0, 4, 5, 6, 14, 23, 24])
@pytest.mark.parametrize(("state", "difficulty"), [("fatigued", 15), ("exhausted", 25)])
def test_odds_of_swim_checks_by_counting(modifier, state, difficulty):
    """One check by counting faces, several as their power."""
    plain = F(sum(face + modifier >= difficulty for face in range(1, 21)), 20)
    ends = F(sum(face != 1 and (face == 20 or face + modifier >= difficulty) for face in range(1, 21)), 20)
    for token, success in (("plain", plain), ("automatic", ends)):
        rulings = Rulings(overland_die=token)
        for minutes in (1, 2, 10):
            found = overland.swim_check(state, modifier, "heavy", minutes=minutes, rulings=rulings)
            assert (found.success, found.stays_up) == (success, success**minutes)
            assert ("which cannot succeed." in str(found)) == (success == 0)
            assert ("which cannot fail." in str(found)) == (success == 1)
            assert ("made with a chance of" in str(found)) == (0 < success < 1)


def test_who_drowns():
    """The exhausted who need air; the fatigued slip below, and so do those who need none."""
    assert overland.swim_check("fatigued", load="heavy").on_failure == "slips below the surface"
    assert overland.swim_check("exhausted", load="heavy").on_failure == "slips below the surface and drowns"
    fish = overland.swim_check("exhausted", load="heavy", needs_air=False)
    assert fish.on_failure == "slips below the surface"
    assert fish.ledger[-1].clause == "O-END-9"
    assert str(overland.swim_check("fatigued", 4, "heavy")) == (
        "A Swim check each minute, DC 15, made with a chance of 1/2."
    )


def test_a_whole_day_in_the_water_is_answered():
    """1,440 minutes are the most, and they come back whole from JSON."""
    assert round_trips(overland.swim_check("fatigued", 4, "heavy", minutes=1440))
    for minutes in (0, 1441):
        with pytest.raises(ValidationError) as caught:
            overland.swim_check("fatigued", minutes=minutes)
        assert complaint(caught.value)[0] == "minutes"
