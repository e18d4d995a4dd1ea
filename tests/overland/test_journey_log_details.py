"""What a seeded run writes down, roll by roll: O-FOR-*, O-RES-2, O-END-7, O-END-8."""

import re
from dataclasses import replace
from fractions import Fraction
from math import floor
from random import Random

import pytest

from haventms import Rulings, overland
from haventms.overland import Leg, Rest, Traveller
from haventms.overland.bodies import Body
from haventms.overland.journey_log import Run, tell
from haventms.overland.marching import FRESH, GONE, Roller, Tired
from haventms.overland.timetable import Stage
from haventms.overland.travel import Gait
from haventms.units import plain

F = Fraction
STAGES = ("fresh", "fatigued", "exhausted")
SLOW = Traveller(name="Slow", con=1, speed_feet=20)
QUICK = Traveller(name="Quick", con=4)


def clock(minute):
    """Day, hour and minute of so many minutes since the midnight before the start."""
    day, of_day = divmod(floor(minute), 1440)
    return f"Day {day + 1}, {of_day // 60}:{of_day % 60:02}"


def lasting(minutes):
    """A time in words."""
    hours, rest = divmod(minutes, 60)
    parts = [(hours, "hour"), (rest, "minute")]
    return " ".join(f"{plain(count)} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count)


def dues(traveller, ends):
    """When a walker's checks fall due, in minutes from the start: at the end of each hour past Con / 2, and at last."""
    times, free = [], traveller.con * 30
    while free + 60 * len(times) < ends:
        times.append(min(F(free + 60 * (len(times) + 1)), ends))
    return times


def walked(party, leg, seed, stop):
    """The log of one leg from six in the morning on and how it ends for each, by the sentences of the source."""
    die, at, done, lines = Random(seed), F(0), F(0), []
    failed, rolled = dict.fromkeys(party, 0), dict.fromkeys(party, 0)
    lost = {each: max(failed[each] - 2, 0) for each in party}
    while living := [each for each in party if lost[each] < each.con]:
        pace = min(each.speed_feet / 10 for each in living)
        ends = at + (leg.miles - done) / pace * 60 if leg.miles else leg.hours * 60
        lines.append(f"{clock(360 + at)}: Part 1: {lasting(ends - at)} at {plain(pace)} miles an hour.")
        cut = ends
        events = [(when, party.index(each), each) for each in living for when in dues(each, ends)[rolled[each] :]]
        for when, _, each in sorted(events, key=lambda event: event[:2]):
            if when > cut or lost[each] == each.con:
                continue
            face, bonus, difficulty = die.randint(1, 20), (each.con - lost[each] - 10) // 2, 10 + rolled[each]
            made = face + bonus >= difficulty
            rolled[each] += 1
            failed[each] += not made
            lost[each] = max(failed[each] - 2, 0)
            state = "dead" if lost[each] == each.con else STAGES[min(failed[each], 2)]
            left = f" with Con {each.con - lost[each]}" if 0 < lost[each] < each.con else ""
            roll = f"{each.name} rolls {face} {bonus:+} is {face + bonus} against DC {difficulty}"
            lines.append(f"{clock(360 + when)}: {roll}: {'made' if made else 'failed'}, {state}{left}.")
            others = [other.speed_feet / 10 for other in party if lost[other] < other.con]
            if state == "dead" and (stop or (others and min(others) != pace)):
                cut = when
        done += pace * (cut - at) / 60
        at = cut
        if stop and cut < ends:
            lines.append(f"{clock(360 + at)}: All stop here.")
        if cut == ends or stop:
            break
    there = "stopped" if stop and at < ends else "arrived"
    ended = {
        each.name: "dead"
        if lost[each] == each.con
        else f"{there} {STAGES[min(failed[each], 2)]}, Con {each.con - lost[each]}"
        for each in party
    }
    return tuple(lines), ended


@pytest.mark.parametrize("stop", [False, True])
@pytest.mark.parametrize("leg", [Leg(miles=F(41, 4)), Leg(hours=F(61, 10))])
@pytest.mark.parametrize("party", [(SLOW, QUICK), (QUICK, SLOW), (SLOW, Traveller(name="Same", con=3, speed_feet=20))])
def test_every_line_of_a_march(stop, leg, party):
    """O-FOR-1 to O-FOR-6: each roll at its minute, who is how tired with how much Con, each pace, and where all stop."""
    for seed in range(25):
        found = overland.journey([leg], party, on_death="stop" if stop else "leave_behind", seed=seed)
        assert (found.log, found.ended) == walked(party, leg, seed, stop), seed


def test_what_a_run_is():
    """A run that has not arrived says where all stand and when; a quiet one writes nothing."""
    stages, body = [Stage(F(3, 2), (Gait(F(3), "walk"),))], Body(Roller(40, False, Rulings()), "light", lambda _: None)
    quiet, loud = (tell([body], ["A"], ["A"], stages, 360, False, 1, quiet=each) for each in (True, False))
    stands = ({"A": "stopped fresh, Con 40"}, (Tired(FRESH, 40),), False, F(15, 2))
    assert quiet == Run((), *stands)
    assert loud == Run(("Day 1, 6:00: Part 1: 1 hour 30 minutes at 3 miles an hour.",), *stands)
    weak = Body(Roller(1, False, Rulings()), "light", lambda _: None)
    on_the_way = tell([weak], ["A"], ["A"], [replace(stages[0], amount=F(1))], 360, False, 1)
    assert len(on_the_way.lines) == 1, "the begun half hour past the first runs on where no rest or arrival follows"
    dead = tell([weak], ["A"], ["A"], [replace(stages[0], amount=F(20), arrives=True)], 360, False, 1, quiet=True)
    assert dead == Run((), {"A": "dead"}, (GONE,), False, F(26))


def rolls(found):
    """Clock and DC of each Con check of a log."""
    matches = [re.match(r"(Day \d+, \d+:\d+): .* against DC (\d+)", line) for line in found.log]
    return [(match[1], int(match[2])) for match in matches if match]


def test_a_period_that_a_rest_broke_off_does_not_run_on():
    """O-FOR-6, O-RES-2: half an hour past 20 hours has its check at the rest; then an hour is an hour again, DC 11."""
    giant = Traveller(name="Giant", con=40)
    found = overland.journey([Leg(hours=F(41, 2)), Rest(hours=1), Leg(hours=2)], [giant], seed=1)
    assert rolls(found) == [("Day 2, 2:30", 10), ("Day 2, 4:30", 11), ("Day 2, 5:30", 12)]


def test_a_rower_has_rested_though_a_passenger_sits_before_him():
    """O-RES-3, O-VEH-6: after a whole day of rest rowing is free for three hours, and the fourth needs DC 10."""
    party = [Traveller(name="A", con=15), Traveller(name="B", con=15)]
    rowed = Leg(hours=4, vehicle="rowboat", rowers=("B",))
    found = overland.journey([Leg(hours=5, mode="hustle"), Rest(hours=24), rowed], party, seed=2)
    assert rolls(found) == [
        ("Day 1, 10:00", 10),
        ("Day 1, 10:00", 10),
        ("Day 1, 11:00", 11),
        ("Day 1, 11:00", 11),
        ("Day 2, 15:00", 10),
    ]


def first(plan, party, words, **more):
    """The first run in whose log a line ends with these words."""
    for seed in range(80):
        found = overland.journey(plan, party, seed=seed, **more)
        if any(line.endswith(words) for line in found.log):
            return found
    raise AssertionError(words)


def test_who_cannot_fly_ends_the_way_of_all():
    """O-END-7: exhausted on foot it cannot set out, and where all stop with it nothing more happens; nor for it alone."""
    wing, weak = Traveller(name="A", con=40, fly_feet=30), Traveller(name="B", con=2, fly_feet=20)
    plan, words = [Leg(hours=3), Leg(hours=1, through="air"), Rest(hours=8), Leg(hours=1)], "it stays behind."
    stopped = first(plan, [wing, weak], words, on_death="stop")
    behind = "Day 1, 9:00: B is exhausted and cannot fly before it has rested: it stays behind."
    assert stopped.log[-2:] == (behind, "Day 1, 9:00: All stop here.")
    assert stopped.ended == {"A": "stopped fresh, Con 40", "B": "left behind exhausted, Con 2"}
    alone = first(plan, [weak], words)
    assert (alone.log[-1], alone.ended) == (behind, {"B": "left behind exhausted, Con 2"})


def test_who_is_exhausted_with_the_last_beat_of_its_wings_has_come():
    """O-END-7: Con 14 flies seven hours; whoever fails the checks of the eighth and of the ninth, the last, arrives."""
    harpy = Traveller(name="A", con=14, fly_feet=60)
    found = first([Leg(hours=9, through="air")], [harpy], "against DC 11: failed, exhausted.")
    assert [line.partition(": ")[0] for line in found.log] == ["Day 1, 6:00", "Day 1, 14:00", "Day 1, 15:00"]
    assert found.ended == {"A": "arrived exhausted, Con 14"}


def test_every_minute_in_the_water():
    """O-END-8: tired after a march, a knight rolls against DC 15 in each whole minute of the swim, of both legs of it.

    Con 2 walks an hour without a check and is checked after the second, DC 10; half an hour of swimming is free.
    """
    knight = Traveller(name="A", con=2, armour="heavy", swim_modifier=4)
    swims = [Leg(hours=F(minutes, 60), through="water") for minutes in (F(3, 2), F(5, 2))]
    for seed in range(30):
        die = Random(seed)
        face = die.randint(1, 20)
        made = face - 4 >= 10
        lines = ["6:00: Part 1: 2 hours at 3 miles an hour."]
        lines.append(
            f"8:00: A rolls {face} -4 is {face - 4} against DC 10: {'made, fresh' if made else 'failed, fatigued'}."
        )
        lines.append("8:00: Part 2: 1 1/2 minutes at 3 miles an hour.")
        up = True
        for minute in (1, 2, 3, 4):
            if minute == 2 and up:
                lines.append("8:01: Part 3: 2 1/2 minutes at 3 miles an hour.")
            if up and not made:
                face = die.randint(1, 20)
                up = face + 4 >= 15
                how = "stays up" if up else "slips below the surface"
                lines.append(f"8:0{minute}: A rolls {face} +4 to stay above the surface: {how}.")
        found = overland.journey([Leg(hours=2), *swims], [knight], seed=seed)
        assert found.log == tuple(f"Day 1, {line}" for line in lines), seed
        state = "fresh" if made else "fatigued"
        assert found.ended == {"A": f"{'arrived' if up else 'left behind'} {state}, Con 2"}


def test_the_hours_in_the_water_have_their_check():
    """O-FOR-6, O-END-8: Con 2 swims half an hour, and an hour later it is checked; the fresh need no Swim check."""
    knight = Traveller(name="A", con=2, armour="heavy", swim_modifier=4)
    found = overland.journey([Leg(hours=F(3, 2), through="water")], [knight], seed=1)
    assert rolls(found) == [("Day 1, 7:30", 10)]
    assert len(found.log) == 2


@pytest.mark.parametrize("seed", range(5))
def test_who_has_died_in_the_water_makes_no_more_checks(seed):
    """O-FOR-5, O-END-8: Con 2 swims too well to sink in its armour, and dies of the hours; Con 30 swims on."""
    party = [
        Traveller(name="Weak", con=2, armour="medium", swim_modifier=30, swim_feet=30),
        Traveller(name="Strong", con=30, swim_feet=30),
    ]
    told = overland.journey([Leg(hours=12, through="water")], party, seed=seed)
    assert told.ended == {"Weak": "dead", "Strong": "arrived fresh, Con 30"}
    assert told.log[-1].endswith("failed, dead.")
    assert not any("above the surface" in line for line in told.log)


def test_minutes_in_which_nobody_can_sink_are_not_looked_at(monkeypatch):
    """O-END-8, R-OVERLAND-SOAR: who drifts for a month, fresh, takes no more work than who drifts for a day."""
    asked = []
    keeps_up = Body.keeps_up
    monkeypatch.setattr(Body, "keeps_up", lambda body, tired: asked.append(tired) or keeps_up(body, tired))
    found = [
        overland.journey([Leg(hours=24 * days, through="water", drifting=True, current_mph=1)], [QUICK], seed=1).ended
        for days in (1, 30)
    ]
    assert found == [{"Quick": "arrived fresh, Con 4"}] * 2
    assert 0 < len(asked) < 24 * 60


@pytest.mark.parametrize("seed", range(5))
def test_who_outlives_another_makes_all_checks_of_its_own(seed):
    """O-FOR-1, O-FOR-5: Con 30 (+10) hustles 11 of 16 hours without a check, Con 1 is dead long before."""
    party = [Traveller(name="Weak", con=1), Traveller(name="Strong", con=30)]
    told = overland.journey([Leg(hours=16, mode="hustle")], party, seed=seed)
    assert told.ended["Weak"] == "dead"
    assert len([line for line in told.log if "Strong rolls" in line]) == 16 - (1 + 10)


def test_a_leg_by_hours_lasts_as_long_whoever_dies():
    """O-FOR-5: Con 1 is dead within 9 1/2 of ten hours; the other goes on for what is left of them, at 3 miles an hour."""
    found = overland.journey([Leg(hours=10)], [SLOW, Traveller(name="Giant", con=60)], seed=1)
    first, second = [line for line in found.log if ": Part 1: " in line]
    (died,) = [each for each in range(600) if second.startswith(clock(360 + each) + ": ")]
    assert first == "Day 1, 6:00: Part 1: 10 hours at 2 miles an hour."
    assert second == f"{clock(360 + died)}: Part 1: {lasting(600 - died)} at 3 miles an hour."
    assert found.ended == {"Slow": "dead", "Giant": "arrived fresh, Con 60"}
