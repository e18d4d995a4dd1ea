"""Who falls out of a movement, at which minute, and what the odds of it cost: O-END-7, O-END-8, counted by hand."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.allowance import allowance
from haventms.overland import Leg, Rest, Traveller

from .shared import complaint

F = Fraction
journey = overland.journey
# DC 10 after the seventh hour of walking tires him with 7 of 20; +4 makes DC 15 with 10 of 20.
KNIGHT = Traveller(name="A", con=14, armour="heavy", swim_modifier=4)
TIRED = F(7, 20)
MARCH = Leg(hours=8)


def float_for(minutes):
    """Some minutes in the water that cost no endurance."""
    return Leg(hours=F(minutes) / 60, through="water", drifting=True, current_mph=3)


def sail(minutes):
    """Some minutes of sitting in the dry."""
    return Leg(hours=F(minutes) / 60, vehicle="sailing ship")


def steps(plan, who, **rulings):
    """What a journey takes of what is allowed for an answer."""
    with allowance(10**9) as allowed:
        journey(plan, [who], rulings=Rulings(**rulings))
    return 10**9 - allowed.left


# Whole minutes in the water


def checks_of(*legs):
    """Swim checks at even odds that a fatigued knight has had after each leg, by the journey and by the timeline."""
    left = [part.by_traveller["A"].left_behind for part in journey([MARCH, *legs], [KNIGHT]).parts[1:]]
    line = overland.timeline([MARCH, *legs], KNIGHT)
    assert [phase.after.left_behind for phase in line.phases[1:]] == left
    counts = {TIRED * (1 - F(1, 2) ** count): count for count in range(10)}
    return [counts[each] for each in left]


def test_the_minutes_of_a_swim_run_on():
    """O-END-8: the fatigued in armour check in each whole minute of a swim, through all its legs."""
    assert checks_of(float_for(F(4, 3)), float_for(F(4, 3)), float_for(F(4, 3))) == [1, 2, 4]
    assert checks_of(float_for(F(1, 2)), float_for(F(1, 2))) == [0, 1]


def test_a_swim_ends_ashore():
    """O-END-8: half a minute in the water and half a minute in the dry are no minute in the water."""
    assert checks_of(float_for(F(3, 2)), sail(F(3, 2)), float_for(F(3, 2))) == [1, 1, 2]
    assert checks_of(sail(F(3, 2)), float_for(F(3, 2)), float_for(F(1, 2))) == [0, 1, 2]


def test_a_swim_ends_at_a_rest():
    """O-END-8: who goes on after a rest begins a minute anew."""
    assert checks_of(float_for(F(3, 2)), Rest(hours=F(1, 40)), float_for(F(3, 2))) == [1, 1, 2]


def test_a_swim_that_runs_on_ends_its_minutes_in_the_next_leg():
    """The knight tires at mile 9, half a minute before a leg ends, and may slip below half a minute into the next.

    From then on the squire makes 4 miles an hour, not 2, and saves half of the 1 1/2 minutes or the 1/2 that are left.
    """
    knight = Traveller(name="A", con=14, speed_feet=20, armour="heavy", swim_modifier=4)
    squire = Traveller(name="B", con=40, speed_feet=40)
    plan = [Leg(miles=9 + F(1, 60), through="water"), Leg(miles=F(4, 60), through="water")]
    found = journey(plan, [knight, squire])
    assert {(each.hour - 6) * 60: each.chance for each in found.arrivals} == {
        271 + F(3, 4): TIRED / 2,
        272 + F(1, 4): TIRED / 4,
        272 + F(1, 2): 1 - TIRED * F(3, 4),
    }
    assert found.p_arrive == {"A": 1 - TIRED * F(3, 4), "B": 1}


def test_where_all_are_tired_all_check():
    """O-END-8, O-RES-2: twenty missing hours make DC 30, so that the first hour tires for sure; five minutes are left.

    Who has stayed up until then is exhausted by the check of the begun hour, DC 31.
    """
    leg = Leg(hours=F(65, 60), through="water")
    found = overland.timeline([leg], KNIGHT, missing_rest_hours=20)
    assert [(moment.hour, moment.difficulties) for moment in found.phases[0].moments] == [
        (1, {30: 1}),
        (F(65, 60), {31: F(1, 32)}),
    ]
    assert found.phases[0].moments[1].after == found.after, "who slipped below before the check is among the fatigued"
    after = found.after
    assert (after.fresh, after.left_behind, after.fatigued, after.exhausted) == (0, F(31, 32), F(31, 32), F(1, 32))


# Flyers that cannot set out


def test_a_flyer_that_cannot_set_out_is_left_at_once():
    """O-END-7: exhausted by the ninth hour it stays where it is, and the others go at their own pace from there on."""
    slow = Traveller(name="A", con=14, fly_feet=20)
    quick = Traveller(name="B", con=40, fly_feet=40)
    found = journey([Leg(hours=9), Leg(miles=2, through="air")], [slow, quick])
    stays = TIRED * F(8, 20)  # DC 10 and 11
    assert {each.hour: each.chance for each in found.arrivals} == {F(31, 2): stays, 16: 1 - stays}
    assert found.p_arrive == {"A": 1 - stays, "B": 1}


def test_who_does_not_set_out_checks_no_more():
    """O-FOR-6, whole periods only: two checks in nine hours, and none in the half hour that some do not fly."""
    harpy = Traveller(name="A", con=14, fly_feet=60)
    plan = [Leg(hours=9, through="air"), Leg(hours=F(1, 2), through="air")]
    found = journey(plan, [harpy], rulings=Rulings(overland_partial="full"))
    state = found.parts[-1].by_traveller["A"]
    assert (state.left_behind, state.checks) == (TIRED * F(8, 20), 2)


# What is counted, and where it ends


def test_each_minute_in_the_water_costs_its_steps():
    """A leg from two states is 70 steps and 50 for each; a roll is 6, and one for 400 (state x (400 + rolls)).

    One of them may slip below in each minute, and both may go on: 3 steps for each of these.
    """
    whole, before = steps([MARCH, float_for(302)], KNIGHT), steps([MARCH], KNIGHT)
    rolls = sum(6 + 2 * (400 + rolled) // 400 for rolled in range(302))
    assert rolls == 302 * 8 + 102
    assert whole - before == 70 + 2 * 50 + rolls + 3 * (302 + 2)


def test_a_check_that_nobody_can_miss_leaves_no_trace():
    """R-OVERLAND-RHYTHM, per hour: Con 100 adds 45 and dashes 37 hours past its allowance, at DC 10 to 46.

    No odds grow longer by it, so each of the 444 checks costs 6 steps and one; no Con is lost, so nobody asks what it does.
    """
    giant = Traveller(name="A", con=100)
    free = 5 + 5 * 45
    plan = [Leg(hours=F(free + 37 * 60, 60), mode="dash")]
    found = journey(plan, [giant], rulings=Rulings(overland_rhythm="per_hour"))
    state = found.parts[-1].by_traveller["A"]
    assert (state.fresh, state.checks) == (1, 444)
    assert "R-OVERLAND-DIE" in found.rulings_used
    assert "R-OVERLAND-CONMOD" not in found.rulings_used
    assert steps(plan, giant, overland_rhythm="per_hour") == 70 + 53 + 444 * 7


def places(monkeypatch, plan, modifier):
    """How many places a journey takes of those that may be moved."""
    swimmer = Traveller(name="A", con=14, armour="heavy", swim_modifier=modifier)
    for most in range(100):
        monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", most)
        try:
            journey(plan, [swimmer])
        except ValidationError:
            continue
        return most
    raise AssertionError("more than a hundred")


def test_swim_checks_count_as_work(monkeypatch):
    """Two of them are as much as a place: one place, and 15 Swim checks after the check of minute 270."""
    assert places(monkeypatch, [Leg(hours=F(285, 60), through="water")], 4) == 1 + 7


def test_the_swim_checks_of_all_groups_count_as_work(monkeypatch):
    """Four checks on the march leave five states, of Con 14, 13 or 12, each Con with time of its own to swim.

    Each of the three groups has exhausted ones in it, who check in each of four minutes.
    """
    assert places(monkeypatch, [Leg(hours=11), Leg(hours=F(4, 60), through="water")], 14) == 1 + 5 + 3 * 4 // 2


def test_how_many_swim_checks_are_computed():
    """At most 6,000 in a swim of which chance may decide each: one minute more is refused."""
    swimmer = Traveller(name="A", con=14, armour="heavy", swim_modifier=13)
    assert overland.timeline([MARCH, float_for(6000)], swimmer).checks == 1
    with pytest.raises(ValidationError) as error:
        overland.timeline([MARCH, float_for(6001)], swimmer)
    assert complaint(error.value) == ("plan", "plan must have fewer checks: their odds grow too long to be exact")
