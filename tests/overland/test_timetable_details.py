"""What the odds of a party come to in corners: who lives at the cut, what is shown, how much is computed."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.allowance import allowance
from haventms.overland import Leg, Rest, Traveller

from .shared import complaint

F = Fraction
journey = overland.journey
FAST = Traveller(name="Fast", con=60)
SLOW = Traveller(name="Slow", con=1, speed_feet=20)
A_DAY = [Leg(hours=1), *[Rest(hours=720)] * 12]


@pytest.mark.parametrize("start_hour", [6, 0, 23])
def test_a_journey_lasts_366_days_at_most(start_hour):
    """366 days are 8,784 hours, whenever it starts; a minute more is refused."""
    assert journey([*A_DAY, Rest(hours=143)], [FAST], start_hour=start_hour).parts[-1].to_hour == start_hour + 366 * 24
    with pytest.raises(ValidationError) as error:
        journey([*A_DAY, Rest(hours=143 + F(1, 60))], [FAST], start_hour=start_hour)
    assert complaint(error.value) == ("plan", "plan must not last longer than 366 days")


def test_odds_have_so_many_digits_at_most(monkeypatch):
    """One check of a d20 leaves twentieths, and 20 has five binary digits: five are enough, four are not."""
    monkeypatch.setattr("haventms.overland.timetable._MOST_BITS", 5)
    walker = Traveller(name="A", con=10)
    assert journey([Leg(hours=6)], [walker]).parts[0].by_traveller["A"].fresh == F(11, 20)
    monkeypatch.setattr("haventms.overland.timetable._MOST_BITS", 4)
    with pytest.raises(ValidationError, match="their odds grow too long to be exact"):
        journey([Leg(hours=6)], [walker])


def swim(**amount):
    return Leg(through="water", **amount)


@pytest.mark.parametrize(
    ("plan", "party", "places"),
    [
        # One body in one state is moved once.
        ([Leg(hours=1)], [FAST], 1),
        # Eleven minutes after the first check are eleven Swim checks, two of which are as much work as a move.
        (
            [swim(hours=F(9, 2) + F(11, 60))],
            [Traveller(name="A", con=14, armour="heavy", swim_modifier=4)],
            1 + 11 // 2,
        ),
        # The slow one dies after 3 1/2 of 4 hours or not: it moves, the fast one moves in either case, once more as
        # far as the death, and both, of whom one is dead, from there; then two of each may rest and are looked at.
        ([Leg(miles=8)], [FAST, SLOW], 1 + 1 + 1 + 2 + 2 * 2),
        # It slips below in the first of two minutes or not: as before, with two Swim checks, and a minute counts 60.
        (
            [swim(miles=9 + F(1, 15))],
            [FAST, Traveller(name="B", con=14, speed_feet=20, armour="heavy", swim_modifier=4)],
            1 + 2 // 2 + 1 + 60 + 1 + 2 + 2 * 2,
        ),
    ],
)
def test_so_much_is_computed(monkeypatch, plan, party, places):
    """A journey is refused as soon as it takes more moves than are allowed, and not earlier."""
    monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", places)
    assert journey(plan, party).arrivals
    monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", places - 1)
    with pytest.raises(ValidationError, match="their deaths change the pace in too many ways"):
        journey(plan, party)


def test_a_second_way_counts_for_each_of_the_party(monkeypatch):
    """O-FOR-5: Slow may die or not, which takes five moves; on the second way both may rest and are looked at."""
    monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", 5 + 2 * 2)
    assert len(journey([Leg(miles=8)], [FAST, SLOW]).arrivals) == 2
    monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", 5 + 2 * 2 - 1)
    with pytest.raises(ValidationError, match="their deaths change the pace in too many ways"):
        journey([Leg(miles=8)], [FAST, SLOW])


def test_to_stop_costs_its_steps():
    """O-FOR-5, full periods only: in four hours Con 1 has three checks, and may be dead at the last, half an hour early.

    To look at a leg costs 75 steps for each of two, to move one 45 and 3 for each state it ends in: one of Fast, four
    of Slow, whose three rolls cost 7, 8 and 9. All move once as far as the end and once as far as the death, and to
    stop there costs 50 for each.
    """
    with allowance(10**9) as allowed:
        found = journey([Leg(hours=4)], [FAST, SLOW], on_death="stop", rulings=Rulings(overland_partial="full"))
    assert found.p_all_arrive == 1 - F(14 * 15 * 16, 20**3)
    moved = (45 + 3) + (45 + 4 * 3 + 7 + 8 + 9)
    assert allowed.used == 2 * 75 + 2 * moved + 2 * 50


def test_the_likeliest_way_is_shown_where_the_slow_one_surely_dies():
    """O-FOR-5: Con 2 fails each check from DC 17 on, so on 30 miles it is dead by the eleventh; the fourth may be enough.

    A check comes at the end of each hour after the first; from its death on the other makes 3 miles an hour, not 2.
    """
    chances, states = {}, {0: F(1)}  # the odds of so many failures, of which the third takes one of two points of Con
    for hour in range(2, 13):
        after = dict.fromkeys(range(4), F(0))
        for failed, chance in states.items():
            missed = F(min(hour + 8 + (5 if failed == 3 else 4) - 1, 20), 20)
            after[failed] += chance * (1 - missed)
            if failed < 3:
                after[failed + 1] += chance * missed
            elif chance:
                chances[hour] = chance * missed
        states = after
    assert sum(chances.values()) == 1
    likeliest = max(chances, key=chances.__getitem__)
    assert likeliest > min(chances)
    found = journey([Leg(miles=30)], [FAST, Traveller(name="Slow", con=2, speed_feet=20)])
    assert found.arrival_hour == 6 + likeliest + F(30 - 2 * likeliest, 3)
    assert {each.hour: each.chance for each in found.arrivals} == {
        6 + hour + F(30 - 2 * hour, 3): chance for hour, chance in chances.items()
    }


def test_the_pace_of_who_may_live_is_shown_however_unlikely():
    """O-FOR-5: Con 1 lives through 16 miles in eight hours only if it makes each check before DC 16, from 6 of 20 on.

    That the fast one goes on alone is far likelier, and takes less time.
    """
    found = journey([Leg(miles=16)], [FAST, SLOW])
    assert found.arrival_hour == 6 + 8
    at = {each.hour: each.chance for each in found.arrivals}
    assert max(at, key=at.__getitem__) < 14
    assert sum(at.values()) == 1


def test_a_death_on_the_way_ends_nobodys_period():
    """O-FOR-6: Con 4 has half an hour of a period behind it when the slow one may die, and is not checked then.

    After two hours without a check it is checked at the third and at the fourth. Alone from there it arrives then, at
    the pace of the slow one a quarter of an hour later, with one more check.
    """
    party = [Traveller(name="A", con=4), SLOW]
    found = journey([Leg(miles=F(17, 2))], party)
    assert {each.hour for each in found.arrivals} == {10, F(41, 4)}
    alone = F(14 * 15 * 16, 20**3)
    state = found.parts[0].by_traveller["A"]
    assert state.fresh == alone * F(8 * 7, 20**2) + (1 - alone) * F(8 * 7 * 6, 20**3)
    one, last = F(12 * 7 + 8 * 13, 20**2), F(12 * 7 * 6 + 8 * 13 * 6 + 8 * 7 * 14, 20**3)
    assert state.fatigued == alone * one + (1 - alone) * last


def test_who_is_stopped_has_rested_until_then():
    """R-OVERLAND-DAY, clock: 24 hours after its first move a passenger's missing hour is gone when the rower dies.

    A rows four hours, one more than it can without a check, and rests seven; then both drift twelve hours, and B rows:
    it dies at its third check at the earliest, more than 26 hours after A first moved.
    """
    boat = {"vehicle": "rowboat", "current_mph": 3}
    rowed, drifted, last = (
        Leg(hours=4, rowers=("A",), **boat),
        Leg(hours=12, drifting=True, **boat),
        Leg(hours=12, rowers=("B",), **boat),
    )
    party = [Traveller(name="A", con=15), Traveller(name="B", con=1)]
    plan = [rowed, Rest(hours=7), drifted, last, Rest(hours=1)]
    for token, missing in (("clock", 0), ("full_rest", 1)):
        found = journey(plan, party, on_death="stop", rulings=Rulings(overland_day=token))
        assert found.parts[2].by_traveller["A"].missing_hours == 1
        assert found.parts[3].by_traveller["B"].dead == 1
        assert found.parts[3].by_traveller["A"].missing_hours == missing
