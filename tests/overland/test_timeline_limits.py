"""From where a timeline starts, what is taken where nothing is said, and what it may cost: O-RES-2, O-RES-4."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings
from haventms.allowance import allowance
from haventms.overland import Leg, Rest, Traveller
from haventms.overland.timeline import timeline

from .shared import complaint

F = Fraction
WEAK = Traveller(name="A", con=6)


@pytest.mark.parametrize("hour", [F(-1, 60), 24, F(49, 2)])
def test_no_clock_shows_such_an_hour(hour):
    """O-RES-4: a calendar day has the hours from 0 to below 24."""
    with pytest.raises(ValidationError) as error:
        timeline([Leg(hours=1)], WEAK, start_hour=hour)
    assert complaint(error.value)[0] == "start_hour"


def test_a_start_at_midnight_or_just_before_it():
    """O-RES-4: 0:00 and 23:59 are hours of the clock; hours are counted from the start, whenever it is."""
    for hour in (0, F(1439, 60)):
        assert timeline([Leg(hours=1)], WEAK, start_hour=hour).phases[0].to_hour == 1


def test_what_is_taken_where_nothing_is_said():
    """O-RES-2, O-RES-4: six in the morning and no hour of rest missing: DC 10 to 16, and no Con back by midnight.

    Ten hours of walking are seven past the three free ones of Con 6, and eight of rest end when that day ends.
    """
    plan = [Leg(hours=10), Rest(hours=8)]
    found = timeline(plan, WEAK)
    assert [list(moment.difficulties) for moment in found.phases[0].moments] == [[dc] for dc in range(10, 17)]
    assert found.after.con == found.phases[0].after.con
    assert found == timeline(plan, WEAK, start_hour=6, missing_rest_hours=0)


def test_a_chance_is_written_out_up_to_six_digits():
    """O-FOR-3: Con 4 with the feat fails six checks or makes them: 1/1,000,000 and a multiple, told in percent.

    One check fewer leaves a shorter fraction, which is written out.
    """
    who = Traveller(name="A", con=4, endurance_feat=True)
    for checks, exact in ((5, True), (6, False)):
        found = timeline([Leg(hours=2 + checks)], who)
        (line,) = [line for line in found.ledger if line.clause == "O-FOR-3"]
        assert (found.after.exhausted.denominator == 1_000_000) is not exact
        assert line.shown.endswith(" %") is not exact


# What it costs


def steps(who, hours):
    """What a march takes of what is allowed for an answer."""
    with allowance(10**9) as allowed:
        timeline([Leg(hours=hours)], who)
    return allowed.used


def test_each_check_that_is_told_costs_its_steps():
    """O-FOR-1: a roll is 6 steps and one for each state, once to tell it and once to go on; telling 30, one for each.

    Con 100 cannot miss its first two checks and stays fresh. Con 10 may: two states roll the second time, and of three
    after it each goes on, which is 3 steps.
    """
    assert steps(Traveller(name="A", con=100), 52) - steps(Traveller(name="A", con=100), 51) == 2 * (6 + 1) + 30 + 1
    average = Traveller(name="A", con=10)
    assert steps(average, 7) - steps(average, 6) == 2 * (6 + 2) + 30 + 3 + 3


def test_no_more_than_400_checks_are_told():
    """R-OVERLAND-DIE, automatic: a 20 always makes it, so that somebody may make every check; the 401st is refused."""
    rulings = Rulings(overland_die="automatic")
    with pytest.raises(ValidationError, match="plan must have at most 400 checks of which any may still be made"):
        timeline([Leg(hours=401)], Traveller(name="A", con=1), rulings=rulings)
