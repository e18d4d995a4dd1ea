"""Rest: thresholds below, at and above, each ruling, the tables typed twice, refusals."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction


@pytest.mark.parametrize(
    ("mode", "minutes", "owed"),
    [
        ("walk", 59, 0),
        ("walk", 60, 60),
        ("walk", 119, 60),
        ("hustle", 59, 0),
        ("hustle", 60, 60),
        ("hustle", 300, 300),
        ("run", 9, 0),
        ("run", 10, 60),
        ("run", 25, 120),
        ("dash", 4, 0),
        ("dash", 5, 10),
        ("dash", F(99, 10), 10),
        ("sprint", F(1, 2), 0),
        ("sprint", 1, 10),
        ("sprint", 7, 70),
    ],
)
def test_extra_rest_by_whole_increments(mode, minutes, owed):
    """Below, at and above each increment."""
    found = overland.extra_rest({mode: minutes})
    assert found.minutes == owed
    assert round_trips(found)


def test_extra_rest_adds_up_by_pace():
    """Each pace is counted for itself, so broken increments of two paces make no whole one."""
    assert overland.extra_rest({"walk": 30, "hustle": 90, "dash": 5}).minutes == 70
    assert overland.extra_rest({}).minutes == 0
    assert str(overland.extra_rest({"hustle": 300})) == "5 hours of extra rest are owed."


@pytest.mark.parametrize(
    ("rested", "missing", "difficulty"),
    [(0, 8, 18), (6, 2, 12), (7, 1, 11), (F(15, 2), F(1, 2), 10), (8, 0, 10), (9, 0, 10)],
)
def test_missing_hours(rested, missing, difficulty):
    """Each whole hour short of 8 raises the DC by one."""
    found = overland.short_rest(rested)
    assert (found.missing_hours, found.difficulty, found.new_allowance) == (missing, difficulty, False)
    assert found.rulings_used == ("R-OVERLAND-SHORTREST",)
    assert round_trips(found)


def test_a_rest_that_is_enough_says_so():
    """Eight hours clear what a march has left, but for the fatigued (12) and the exhausted (24)."""
    told = str(overland.short_rest(8))
    assert told.startswith(
        "The rest is enough. Only for the fatigued and the exhausted, who need more, checks start at"
    )
    assert "DC 12, after a new allowance" in str(
        overland.short_rest(8, "medium", rulings=Rulings(overland_shortrest="new_allowance"))
    )


def test_short_rests_add_up():
    """Two half hours missed make a whole one; loads raise the base."""
    assert overland.short_rest(F(15, 2), missing_before_hours=F(1, 2)).difficulty == 11
    assert overland.short_rest(6, "medium", 2).difficulty == 16
    assert overland.short_rest(6, "heavy", 2).difficulty == 18
    assert overland.short_rest(6, "none", 2).difficulty == 14


@pytest.mark.parametrize("marching_on", [16, 17, 18, None])
def test_a_break_costs_no_more_than_marching_on(marching_on):
    """R-OVERLAND-BREAK arises only where marching on asks for less than 17."""
    found = overland.short_rest(1, marching_on=marching_on)
    literal = overland.short_rest(1, marching_on=marching_on, rulings=Rulings(overland_break="literal"))
    assert literal.difficulty == 17
    assert found.difficulty == (16 if marching_on == 16 else 17)
    for each in (found, literal):
        assert ("R-OVERLAND-BREAK" in each.rulings_used) == (marching_on == 16)


def test_a_new_allowance_in_words():
    """Under the other reading an allowance comes first."""
    anew = overland.short_rest(7, rulings=Rulings(overland_shortrest="new_allowance"))
    assert anew.new_allowance
    assert str(anew) == "1 hour of rest is missing: checks start at DC 11, after a new allowance."
    assert "from the first period on" in str(overland.short_rest(6))


@pytest.mark.parametrize(("state", "needed"), [("fresh", 8), ("fatigued", 12), ("exhausted", 24)])
def test_full_rests(state, needed):
    """A full rest of each state, and a minute less."""
    full, short = overland.full_rest(state, needed), overland.full_rest(state, needed - F(1, 60))
    assert (full.state, full.clears, full.needed_hours) == ("fresh", True, needed)
    assert (short.state, short.clears, short.needed_hours) == (state, False, needed)
    assert str(full) == "A full rest: nothing is left of the march but lost Con."
    assert str(short) == f"Not a full rest, which takes {needed} hours; afterwards {state}."
    assert round_trips(full)
    assert round_trips(short)


@pytest.mark.parametrize(
    ("hours", "state"), [(F(719, 60), "exhausted"), (12, "fatigued"), (F(1439, 60), "fatigued"), (24, "fresh")]
)
def test_exhaustion_in_steps(hours, state):
    """R-OVERLAND-RESTED: from 12 hours on the exhausted are fatigued, from 24 on fresh."""
    steps = overland.full_rest("exhausted", hours, rulings=Rulings(overland_rested="steps"))
    assert steps.state == state
    assert ("R-OVERLAND-RESTED" in steps.rulings_used) == (state == "fatigued")
    assert overland.full_rest("exhausted", hours).state == ("fresh" if hours == 24 else "exhausted")


def test_extra_rest_counts_under_one_reading():
    """R-OVERLAND-EXTRAREST: with 5 hours owed a full rest takes 13 hours, unless 24 are needed anyway."""
    plus = Rulings(overland_extrarest="eight_plus")
    assert not overland.full_rest("fresh", F(779, 60), 300, plus).clears
    assert overland.full_rest("fresh", 13, 300, plus).clears
    fatigued = overland.full_rest("fatigued", 12, 300, plus)
    assert (fatigued.state, fatigued.clears, fatigued.needed_hours) == ("fresh", False, 13)
    assert overland.full_rest("exhausted", 24, 300, plus).clears
    assert overland.full_rest("fresh", 8, 300).clears
    assert overland.full_rest("fresh", 8, 300).rulings_used == ("R-OVERLAND-EXTRAREST",)
    assert overland.full_rest("fresh", 8).rulings_used == ()
    assert overland.short_rest(13, extra_rest_minutes=300, rulings=plus).missing_hours == 0


@pytest.mark.parametrize(
    ("hours", "points"),
    [(0, 0), (F(479, 60), 0), (8, 1), (16, 1), (F(1439, 60), 1), (24, 2), (31, 2), (32, 3), (48, 4), (56, 5)],
)
def test_points_come_back(hours, points):
    """2 for each day, 1 for 8 hours more; never more than were lost."""
    for lost in (0, 1, 9):
        found = overland.con_recovery(lost, hours, 100)
        assert found.points == min(lost, points)
        assert found.rulings_used == ()
        assert round_trips(found)


@pytest.mark.parametrize(
    ("ends", "hours", "strained", "calendar", "last_day"),
    [
        (30, 8, 22, 1, 0),
        (32, 8, 24, 1, 0),
        (33, 8, 25, 0, 0),
        (22, 8, 14, 0, 0),
        (24, 8, 16, 0, 0),
        (F(1441, 60), 8, 16, 1, 0),
        (36, 8, 12, 1, 1),
        (36, 8, F(721, 60), 1, 0),
        (48, 23, 25, 0, 0),
        (48, 24, 24, 2, 2),
    ],
)
def test_days_that_forbid_recovery(ends, hours, strained, calendar, last_day):
    """R-OVERLAND-DAYOF: since midnight, or within the 24 hours before the rest's end; a whole day's rest is its own."""
    for token, points in (("calendar", calendar), ("hours", last_day)):
        found = overland.con_recovery(5, hours, ends, strained, Rulings(overland_dayof=token))
        assert found.points == points
        assert found.blocked == (not points)
        assert ("R-OVERLAND-DAYOF" in found.rulings_used) == (hours < 24 and strained > ends - 24)


def test_recovery_in_words():
    """Headlines of one point, of several, and of none."""
    assert str(overland.con_recovery(1, 24, 40)) == "1 point of Con comes back."
    assert str(overland.con_recovery(2, 24, 40)) == "2 points of Con come back."
    blocked = overland.con_recovery(2, 8, 22, 14)
    assert str(blocked) == "0 points of Con come back, since the day knew faster or longer movement."


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: overland.extra_rest({"stroll": 5}), "past"),
        (lambda: overland.extra_rest({"walk": -5}), "past"),
        (lambda: overland.short_rest(-1), "rested_hours"),
        (lambda: overland.short_rest(6, missing_before_hours=float("nan")), "missing_before_hours"),
        (lambda: overland.short_rest(6, marching_on=True), "marching_on"),
        (lambda: overland.full_rest("dead", 8), "state"),
        (lambda: overland.full_rest("fresh", 8, -1), "extra_rest_minutes"),
        (lambda: overland.con_recovery(-1, 8, 30), "lost"),
        (lambda: overland.con_recovery(1, 721, 30), "rested_hours"),
        (lambda: overland.con_recovery(1, 8, 30, 23), "strained_at_hour"),
    ],
)
def test_bad_input_is_named(call, field):
    """Each complaint names its field."""
    with pytest.raises(ValidationError) as error:
        call()
    assert complaint(error.value)[0] == field


def test_a_contradiction_is_told_in_a_sentence():
    """Nobody moves during a rest."""
    with pytest.raises(ValidationError) as error:
        overland.con_recovery(1, 8, 30, 23)
    assert complaint(error.value)[1] == "strained_at_hour must be at most 22, when the rest begins"


def test_tables_of_rest():
    """The tables of rest, typed a second time."""
    assert {row.name: row["hours"] for row in table("overland", "rest")} == {
        "fresh": 8,
        "fatigued": 12,
        "exhausted": 24,
    }
    extra = {row.name: (row["each_minutes"], row["rest_minutes"]) for row in table("overland", "extra_rest")}
    assert extra == {"walk": (60, 60), "hustle": (60, 60), "run": (10, 60), "dash": (5, 10), "sprint": (1, 10)}
    recovery = {row.name: (row["hours"], row["points"]) for row in table("overland", "recovery")}
    assert recovery == {"a day of rest": (24, 2), "between periods of moving": (8, 1)}
