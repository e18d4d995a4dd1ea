"""What rests write down, line by line, and where their numbers end: O-RES-*."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland

from .shared import complaint

F = Fraction
PLUS = Rulings(overland_extrarest="eight_plus")


def told(result):
    """The clause, the sentence and the value of each line."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


def asked(result):
    """The values of the lines that carry rulings, with these."""
    return [(line.shown, line.rulings) for line in result.ledger if line.rulings]


def test_extra_rest_line_by_line():
    """O-RES-1: two whole fives of a dash cost ten minutes each, a whole hour of walking an hour, what is over none."""
    assert told(overland.extra_rest({"dash": 12, "walk": 90})) == [
        ("O-RES-1", "12 minutes past the maximum at a dash, 10 minutes for each 5: minutes owed", "20"),
        ("O-RES-1", "1 hour 30 minutes past the maximum at a walk, 60 minutes for each 60: minutes owed", "60"),
        ("O-RES-1", "Extra rest in all, in minutes", "80"),
    ]


def test_a_short_rest_line_by_line():
    """O-RES-2: six hours, with one missed before, are three too few, so DC 12 becomes 15; or 13, if that was next."""
    found = overland.short_rest(6, "medium", 1, marching_on=13)
    start = [
        ("O-RES-2", "Hours of rest that are enough before moving on", "8"),
        ("O-RES-2", "6 hours are rested: hours missing, earlier ones included", "3"),
        ("O-RES-2", "Each whole missing hour raises the base DC of 12 by 1: DC", "15"),
    ]
    assert told(found) == [
        *start,
        ("O-RES-2", "Marching on without the rest would ask for less, so that holds: DC", "13"),
        ("O-RES-2", "Checks come from the first period on", "no allowance"),
    ]
    assert asked(found) == [("13", ("R-OVERLAND-BREAK",)), ("no allowance", ("R-OVERLAND-SHORTREST",))]
    literal = Rulings(overland_break="literal", overland_shortrest="new_allowance")
    assert told(overland.short_rest(6, "medium", 1, marching_on=13, rulings=literal)) == [
        *start,
        ("O-RES-2", "Marching on would ask for 13 only, but the rest raises the DC", "15"),
        ("O-RES-2", "A new allowance comes first", "new allowance"),
    ]
    assert told(overland.short_rest(6, "medium", 1)) == [*start, told(found)[-1]]


def test_a_short_rest_may_count_from_more_than_eight_hours():
    """R-OVERLAND-EXTRAREST: with 90 minutes owed 9 1/2 hours are enough, and eight are 1 1/2 too few."""
    found = overland.short_rest(8, extra_rest_minutes=90, rulings=PLUS)
    assert [line.shown for line in found.ledger] == ["9 1/2", "1 1/2", "11", "no allowance"]
    assert asked(found)[0] == ("9 1/2", ("R-OVERLAND-EXTRAREST",))


def test_a_rest_of_the_exhausted_line_by_line():
    """O-RES-3, R-OVERLAND-RESTED: twelve hours are half of what it takes, and may make the exhausted fatigued."""
    found = overland.full_rest("exhausted", 12, rulings=Rulings(overland_rested="steps"))
    assert told(found) == [
        ("O-RES-3", "A full rest for one who is exhausted takes hours", "24"),
        ("O-RES-3", "12 hours are not a full rest", "false"),
        ("O-RES-3", "The state afterwards", "fatigued"),
    ]
    assert asked(found) == [("false", ("R-OVERLAND-RESTED",))]


def test_a_full_rest_line_by_line():
    """O-RES-3, R-OVERLAND-EXTRAREST: with five hours owed thirteen may be what clears fatigue, instead of twelve."""
    found = overland.full_rest("fatigued", 13, 300, PLUS)
    assert told(found) == [
        ("O-RES-3", "A full rest for one who is fatigued takes hours", "12"),
        ("O-RES-3", "With 5 hours of extra rest it takes hours", "13"),
        ("O-RES-3", "13 hours are a full rest", "true"),
        ("O-RES-3", "The state afterwards", "fresh"),
    ]
    assert asked(found) == [("13", ("R-OVERLAND-EXTRAREST",))]


@pytest.mark.parametrize(("state", "hours"), [("exhausted", 24), ("fatigued", 12), ("fresh", 8)])
def test_a_rest_that_is_long_enough_asks_nothing(state, hours):
    """R-OVERLAND-RESTED arises for the exhausted only, and only for rests of less than a day."""
    assert overland.full_rest(state, hours).rulings_used == ()
    assert overland.full_rest(state, hours, rulings=Rulings(overland_rested="steps")).state == "fresh"


def test_the_unrested_stay_as_they_are():
    """O-RES-3: a rest of no time changes nothing, not for the fresh either."""
    assert [overland.full_rest(state, 0).state for state in ("fresh", "fatigued", "exhausted")] == [
        "fresh",
        "fatigued",
        "exhausted",
    ]


ROWS = [
    ("O-RES-4", "A day of rest, 24 hours: points of Con", "2"),
    ("O-RES-4", "Between periods of moving, 8 hours: points of Con", "1"),
]


@pytest.mark.parametrize(
    ("token", "ends", "strained", "day", "points"),
    [
        ("calendar", 22, 14, ("The same day knew", "true"), "0"),
        ("calendar", 30, 22, ("The same day did not know", "false"), "1"),
        ("calendar", 32, 24, ("The same day did not know", "false"), "1"),
        ("hours", 30, 22, ("The last 24 hours knew", "true"), "0"),
    ],
)
def test_the_day_of_a_recovery_line_by_line(token, ends, strained, day, points):
    """O-RES-4, R-OVERLAND-DAYOF: a rest right after the strain, which ends before midnight, after it or just then."""
    found = overland.con_recovery(3, 8, ends, strained, Rulings(overland_dayof=token))
    knew, blocked = day
    assert told(found) == [
        *ROWS,
        ("O-RES-4", f"{knew} movement faster than a walk or beyond the maximum", blocked),
        ("O-RES-4", "8 hours of rest with 3 points lost: points that come back", points),
    ]
    assert asked(found) == [(blocked, ("R-OVERLAND-DAYOF",))]


def test_a_strain_till_midnight_is_of_the_day_before():
    """O-RES-4, R-OVERLAND-DAYOF: the new day knows nothing of it, and a minute later it does."""
    assert overland.con_recovery(3, 8, 32, 24).points == 1
    assert overland.con_recovery(3, 8, F(1922, 60), F(1441, 60)).points == 0


@pytest.mark.parametrize(
    ("hours", "ends", "strained", "points"), [(8, 36, 12, "1"), (8, 36, None, "1"), (24, 48, 24, "2"), (7, 30, 23, "0")]
)
def test_recoveries_that_ask_about_no_day(hours, ends, strained, points):
    """R-OVERLAND-DAYOF: a strain of 24 hours before, none, one before a whole day's rest, a rest that is too short."""
    found = overland.con_recovery(3, hours, ends, strained)
    text = f"{hours} hours of rest with 3 points lost: points that come back"
    assert told(found) == [*ROWS, ("O-RES-4", text, points)]
    assert found.rulings_used == ()


def test_how_long_a_rest_may_be():
    """From no time to a month, with up to a million minutes owed."""
    assert overland.full_rest("fresh", 720).clears
    assert not overland.full_rest("fresh", 0).clears
    assert overland.full_rest("fresh", 720, 1_000_000).clears
    assert overland.short_rest(0, extra_rest_minutes=0, marching_on=0).missing_hours == 8
    for call, field in (
        (lambda: overland.full_rest("fresh", 721), "rested_hours"),
        (lambda: overland.full_rest("fresh", -1), "rested_hours"),
        (lambda: overland.full_rest("fresh", 8, 1_000_001), "extra_rest_minutes"),
        (lambda: overland.full_rest("fresh", 8, -1), "extra_rest_minutes"),
    ):
        with pytest.raises(ValidationError) as error:
            call()
        assert complaint(error.value)[0] == field


@pytest.mark.parametrize("clock", [0, 100_000])
def test_when_a_rest_may_end(clock):
    """From the midnight before the journey on, for a hundred thousand hours."""
    assert overland.con_recovery(1, 0, clock, clock).points == 0
    beyond = -1 if clock == 0 else clock + 1
    for hours in ((beyond, None), (clock, beyond)):
        with pytest.raises(ValidationError) as error:
            overland.con_recovery(1, 0, *hours)
        assert complaint(error.value)[0] == ("ends_at_hour" if hours[1] is None else "strained_at_hour")
