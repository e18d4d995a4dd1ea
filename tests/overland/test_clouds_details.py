"""Odds that part and come together again: who makes which checks after a rest that helps some only, by counting."""

from fractions import Fraction

from haventms import Rulings, overland
from haventms.overland import Leg, Rest, Traveller
from haventms.overland.bodies import Body
from haventms.overland.clouds import Cloud, move
from haventms.overland.marching import Roller

F = Fraction


def makes(difficulty, modifier=2):
    """The chance of a check."""
    return F(21 + modifier - difficulty, 20)


def test_a_past_that_raises_the_dc_is_not_mixed_with_one_that_does_not():
    """O-RES-2, O-RES-3: eight hours clear the fresh, for whom the next check has DC 10; the others still miss two hours.

    Con 15 hustles five hours: DC 10 and 11. Six hours of rest miss two, so that after a new allowance the next check
    has DC 12. Then some are fresh and some are not, with the same three hours before them.
    """
    march, four = Leg(hours=5, mode="hustle"), Leg(hours=4, mode="hustle")
    plan = [march, Rest(hours=6), four, Rest(hours=8), four]
    rulings = Rulings(overland_shortrest="new_allowance")
    after = overland.timeline(plan, Traveller(name="A", con=15), rulings=rulings).after
    dcs = (10, 11, 12)
    fresh = makes(10) * makes(11) * makes(12)
    once = sum(fresh / makes(dc) * (1 - makes(dc)) for dc in dcs)
    assert after.fresh == fresh * makes(10)
    assert after.fatigued == fresh * (1 - makes(10)) + once * makes(12)
    assert after.exhausted == 1 - after.fresh - after.fatigued
    found = overland.journey(plan, [Traveller(name="A", con=15)], rulings=rulings).parts[-1].by_traveller["A"]
    assert (found.fresh, found.fatigued) == (after.fresh, after.fatigued)


def test_the_most_checks_are_told_whoever_has_made_them():
    """The fewest checks may be those of who has lost Con: two hours of hustling are the most for Con 12, not for 14.

    So seven hours of rest give Con 12 and 13 a new allowance, of two hours; of the three of Con 14 one is left, and
    three hours more ask it for two checks after the six of the first march, the others for one. Then all soar.
    """
    harpy = Traveller(name="A", con=14, fly_feet=60)
    plan = [Leg(hours=13), Rest(hours=24), Leg(hours=2, mode="hustle"), Rest(hours=7), Leg(hours=3, mode="hustle")]
    soar = [Rest(hours=24), Leg(hours=1, through="air", soaring=True)]
    rulings = Rulings(overland_shortrest="new_allowance")
    found = overland.journey([*plan, *soar], [harpy], rulings=rulings)
    states = [part.by_traveller["A"] for part in found.parts]
    assert [state.checks for state in states] == [6, 6, 6, 6, 8, 8, 8]
    assert states[1].con.outcomes.keys() == {14, 13, 12}
    line = overland.timeline([*plan, *soar], harpy, rulings=rulings)
    full = states[1].con.p(14)
    dues = [moment.difficulties for moment in line.phases[4].moments]
    assert dues == [{10: full}, {11: 1}], "missing one hour, the others begin with DC 11"
    assert line.checks == 8


def test_a_movement_may_be_looked_at_again():
    """O-FOR-5: Con 1 is dead after 3 1/2 hours if it fails three checks, however often its odds are asked for."""
    body = Body(Roller(1, False, Rulings()), "light", lambda _: None)
    course = move(body, Cloud.start(body), "walk", 210, 0, True, "land")
    for part in (course.end, course.without(0), course.without(210), course.end):
        assert part.out.mass == F(14 * 15 * 16, 20**3)
        assert part.going.mass == 1 - part.out.mass
