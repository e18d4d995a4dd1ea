"""What the rules remember of a body between its movements: O-FOR-8, O-RES-1 to O-RES-4, each case counted by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from haventms import Rulings, overland
from haventms.allowance import allowance
from haventms.overland import Leg, Rest, Traveller

F = Fraction
BARTAS = Traveller(name="Bartas", con=15)  # +2: DC 10 is made by 13 of 20 faces, DC 11 by 12
AVERAGE = Traveller(name="Average", con=10)


def timeline(who, *plan, **rulings):
    return overland.timeline(
        list(plan), who, rulings=Rulings(**{f"overland_{name}": it for name, it in rulings.items()})
    )


def hustle(hours):
    return Leg(hours=hours, mode="hustle")


def run(minutes):
    return Leg(hours=F(minutes, 60), mode="run")


def difficulties(phase):
    """The DCs of a march in turn, each with the chance that it is due."""
    return [moment.difficulties for moment in phase.moments]


# The DC of marching on


def first_after(*plan, **rulings):
    """The DC that an average Con, resting last, is asked for if it walks on; whether R-OVERLAND-BREAK was asked."""
    found = timeline(AVERAGE, *plan, Leg(hours=1), **rulings)
    ((difficulty, chance),) = found.phases[-1].moments[0].difficulties.items()
    assert chance == 1
    return difficulty, "R-OVERLAND-BREAK" in found.rulings_used


def test_a_pause_never_makes_marching_on_harder():
    """R-OVERLAND-BREAK: after a short rest the DC is the lower of base + missing hours and of marching on.

    Ten minutes of running are free, six checks have DC 10 to 15, so the next one 16; seven missing hours make 17.
    """
    assert first_after(run(70), Rest(hours=1)) == (16, True)
    assert first_after(run(70), Rest(hours=1), **{"break": "literal"}) == (17, True)
    assert first_after(run(70), Rest(hours=3)) == (15, False)


def test_marching_on_by_the_hour():
    """R-OVERLAND-RHYTHM, per hour: all six checks of an hour have DC 10, and the next one is the first of DC 11.

    So it is where the sixth period is broken off after five minutes: the next one ends in the second hour. Two missing
    hours make 12.
    """
    for minutes in (70, 65):
        assert first_after(run(minutes), Rest(hours=6), rhythm="per_hour") == (11, True)
    assert first_after(run(60), Rest(hours=6), rhythm="per_hour") == (10, True), "fifty minutes past, and ten more"


def test_marching_on_after_a_check_at_the_rest():
    """R-OVERLAND-PARTIAL: half an hour past the five free ones has its check, DC 10; then comes 11, not base + 4."""
    assert first_after(Leg(hours=F(11, 2)), Rest(hours=4)) == (11, True)
    assert first_after(Leg(hours=F(11, 2)), Rest(hours=4), **{"break": "literal"}) == (14, True)


def test_when_there_is_nothing_to_compare_with():
    """R-OVERLAND-BREAK: not asked where no check was made, nor where both DCs are 11."""
    assert first_after(hustle(1), Rest(hours=4)) == (14, False)
    assert first_after(Leg(hours=6), Rest(hours=7)) == (11, False)


def test_a_second_pause_is_compared_with_what_the_first_has_left():
    """R-OVERLAND-BREAK: one missing hour makes DC 11, of which no more is known but that the next check has it.

    Five hours of hustling had DC 10 and 11. Without the second rest the next check would have DC 11, not 12: so it has
    after that rest, whether one soars or hustles half an hour between, which is no whole period.
    """
    harpy = Traveller(name="A", con=15, fly_feet=60)
    soar = Leg(hours=1, through="air", soaring=True)
    for between, rulings in ((soar, {}), (hustle(F(1, 2)), {"partial": "full"})):
        found = timeline(harpy, hustle(5), Rest(hours=7), between, Rest(hours=5), hustle(1), **rulings)
        assert found.phases[3].missing_hours == 4
        assert list(found.phases[4].moments[0].difficulties) == [11]


def test_without_a_check_no_pause_is_compared():
    """R-OVERLAND-BREAK: three free hours are the maximum; one missing hour and three more make DC 14 for the first."""
    harpy = Traveller(name="A", con=15, fly_feet=60)
    soar = Leg(hours=1, through="air", soaring=True)
    found = timeline(harpy, hustle(3), Rest(hours=7), soar, Rest(hours=5), hustle(1))
    assert difficulties(found.phases[4]) == [{14: 1}]
    assert "R-OVERLAND-BREAK" not in found.rulings_used


def test_after_a_rest_the_hours_past_the_allowance_are_counted_anew():
    """R-OVERLAND-RHYTHM, per hour: an hour of running before the rest, an hour after it, and no DC rises in either."""
    found = timeline(AVERAGE, run(70), Rest(hours=6), run(60), rhythm="per_hour", **{"break": "literal"})
    before, _, after = found.phases
    assert [difficulty for each in difficulties(before) for difficulty in each] == [10] * 6
    assert difficulties(after) == [{12: 1}] * 6, "two hours are missing, and no minute is free"


# What was owed


def test_extra_rest_is_owed_by_those_who_have_not_paid_it():
    """R-OVERLAND-EXTRAREST, eight plus: of two who end a march alike one may owe three hours more than the other.

    Five hours of hustling are two past the maximum: ten hours of rest clear the fresh. Those who were fatigued owe
    the two hours still, and one more after the next march, which the others owe as well. Six hours of rest then miss
    three of nine or five of eleven.
    """
    plan = [hustle(5), Rest(hours=10), hustle(4), Rest(hours=6), hustle(4)]
    found = timeline(BARTAS, *plan, extrarest="eight_plus", shortrest="new_allowance", **{"break": "literal"})
    fresh = F(13, 20) * F(12, 20)
    assert difficulties(found.phases[2]) == [{10: 1}]
    assert difficulties(found.phases[4]) == [{13: fresh, 15: 1 - fresh}]
    assert found.phases[3].missing_hours == 5
    assert found.phases[3].extra_rest_minutes == 180


def test_the_day_began_later_for_those_who_were_cleared():
    """R-OVERLAND-DAY, clock: the count clears 24 hours after the first move, which is that after a full rest.

    Eight hours clear the fresh, whose count begins anew at hour 13. At hour 24 it ends for all others, to the minute;
    of the cleared one hour of rest is missing.
    """
    plan = [hustle(5), Rest(hours=8), hustle(4), Rest(hours=7), hustle(4)]
    found = timeline(BARTAS, *plan, day="clock", shortrest="new_allowance", **{"break": "literal"})
    fresh = F(13, 20) * F(12, 20)
    assert difficulties(found.phases[4]) == [{10: 1 - fresh, 11: fresh}]
    assert "R-OVERLAND-DAY" in found.rulings_used


def test_when_extra_rest_matters():
    """R-OVERLAND-EXTRAREST is asked where two hours are owed and the rest is shorter than eight and these two."""
    for hours, rest, asked in ((5, 9, True), (5, 10, False), (3, 6, False)):
        found = timeline(BARTAS, hustle(hours), Rest(hours=rest))
        assert ("R-OVERLAND-EXTRAREST" in found.rulings_used) == asked


# Strain and the Con that comes back

WEAKENED = (Leg(hours=12), Rest(hours=30))  # from six to six, then to the midnight that ends the second day
COUNTED = {"conmod": "unchanged", "partial": "full"}  # allowances stay those of Con 10, and no check is begun later


def lost(back):
    """The odds of the Con left after seven checks, DC 10 to 16, by an average Con, when so many points came back."""
    failed = {0: F(1)}
    for difficulty in range(10, 17):
        after = Counter()
        for failures, chance in failed.items():
            after[failures] += chance * F(21 - difficulty, 20)
            after[failures + 1] += chance * F(difficulty - 1, 20)
        failed = after
    cons = Counter()
    for failures, chance in failed.items():
        cons[10 - max(failures - 2 - back, 0)] += chance
    return cons


def test_what_a_day_may_not_know():
    """O-RES-4: no point for 8 hours on a day with movement faster than a walk, or a minute beyond the maximum."""
    walk, beyond = Leg(hours=5), Leg(hours=F(301, 60))
    for leg, strains in ((walk, False), (beyond, True), (hustle(F(1, 2)), True)):
        found = timeline(AVERAGE, *WEAKENED, leg, Rest(hours=8), **COUNTED)
        assert found.phases[1].after.con.outcomes == lost(2)
        assert found.after.con.outcomes == lost(2 if strains else 3)
        assert found.checks == 7


def test_a_full_rest_does_not_end_the_day():
    """O-RES-4: half an hour hustled at midnight forbids the whole day, though a full rest lies between."""
    plan = (*WEAKENED, hustle(F(1, 2)), Rest(hours=8), Leg(hours=F(1, 2)), Rest(hours=8))
    assert timeline(AVERAGE, *plan, **COUNTED).after.con.outcomes == lost(2)
    quiet = (*WEAKENED, Leg(hours=F(1, 2)), Rest(hours=8), Leg(hours=F(1, 2)), Rest(hours=8))
    assert timeline(AVERAGE, *quiet, **COUNTED).after.con.outcomes == lost(4)


def test_the_next_day_does_not_know_the_strain_of_the_last():
    """O-RES-4, R-OVERLAND-DAYOF: a hustle until 0:30 forbids a point at 8:30, but not at 0:15 of the next calendar day."""
    plan = (*WEAKENED, hustle(F(1, 2)), Rest(hours=8), Leg(hours=1), Rest(hours=F(59, 4)))
    found = timeline(AVERAGE, *plan, **COUNTED)
    assert [6 + phase.to_hour for phase in found.phases[2:]] == [
        48 + each for each in (F(1, 2), F(17, 2), F(19, 2), F(97, 4))
    ]
    assert found.phases[3].after.con.outcomes == lost(2)
    assert found.after.con.outcomes == lost(3)


# Who is told apart


def steps(who, plan, rulings):
    """What a journey takes of what is allowed for an answer."""
    with allowance(10**9) as allowed:
        overland.journey(plan, [who], rulings=rulings)
    return 10**9 - allowed.left


@pytest.mark.parametrize("extrarest", ["eight_plus", "eight"])
def test_a_day_later_nobody_remembers_who_was_strained(extrarest):
    """O-RES-4: a rest of 24 hours is no day on which the strain before it counts; nor do more checks tell apart.

    Con 14 walks six hours and a half freely, Con 12 not: who has lost two points has one check more, and is strained.
    A day of rest gives the points back, and all stand alike: one place to go on from, which costs 70 steps and 53.
    """
    marcher = Traveller(name="A", con=14)
    plan = [Leg(hours=13), Rest(hours=24), Leg(hours=F(13, 2)), Rest(hours=24), Leg(hours=1)]
    rulings = Rulings(overland_extrarest=extrarest)
    found = overland.journey(plan, [marcher], rulings=rulings).parts[-1].by_traveller["A"]
    assert (found.fresh, found.con.p(14), found.checks) == (1, 1, 7)
    assert steps(marcher, [*plan, Leg(hours=1)], rulings) - steps(marcher, plan, rulings) == 70 + 53


@pytest.mark.parametrize(
    ("rulings", "places"), [({}, 4), ({"overland_extrarest": "eight_plus"}, 5), ({"overland_day": "clock"}, 5)]
)
def test_pasts_are_told_apart_only_where_somebody_asks(rulings, places):
    """R-OVERLAND-EXTRAREST, R-OVERLAND-DAY: else the fatigued who were cleared are like those who were not.

    After the second march there are the fresh, the fatigued, the exhausted, and those of them who have lost a point.
    """
    plan = [hustle(5), Rest(hours=10), hustle(4)]
    chosen = Rulings(overland_shortrest="new_allowance", overland_partial="full", **rulings)
    further = steps(BARTAS, [*plan, hustle(F(1, 2))], chosen)
    assert further - steps(BARTAS, plan, chosen) == 70 + 53 * places


def test_a_period_that_two_legs_share_counts_once_for_the_dc_of_marching_on():
    """R-OVERLAND-BREAK, R-OVERLAND-RHYTHM per hour: Con 15 hustles 3 hours without a check, then DC 10, 11, 12 each hour.

    The third of these hours is shared by two legs; the fourth would ask DC 13. The pause alone would ask 10 + 7.
    """
    plan = [hustle(F(11, 2)), hustle(F(1, 2)), Rest(hours=1), hustle(1)]
    told = timeline(BARTAS, *plan, rhythm="per_hour", partial="full")
    asked = [list(each) for phase in told.phases for each in difficulties(phase)]
    assert asked == [[10], [11], [12], [13]]
