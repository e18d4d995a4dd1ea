"""Journeys: against the march, against a joint enumeration, against seeded runs; rests, rulings, refusals."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.dice import Odds
from haventms.overland import Leg, Mount, Rest, Traveller
from haventms.overland.bodies import Body
from haventms.overland.journey_log import tell
from haventms.overland.marching import Roller
from haventms.overland.timetable import Stage, Timetable
from haventms.overland.travel import Gait

from .shared import complaint, round_trips

F = Fraction
journey = overland.journey
BARTAS = Traveller(name="Bartas", con=15)
MODIFIERS = {1: -5} | {score: step - 4 for step in range(15) for score in (2 * step + 2, 2 * step + 3)}


def hustle(hours):
    return Leg(hours=hours, mode="hustle")


def last(found, name="Bartas"):
    """A traveller's state at the end."""
    return found.parts[-1].by_traveller[name]


def difficulties(found):
    """The DCs of a log's rolls, part by part."""
    parts = []
    for line in found.log:
        if ": Part " in line:
            parts.append([])
        if match := re.search(r"DC (\d+)", line):
            parts[-1].append(int(match[1]))
    return parts


def chances(state):
    return state.fresh, state.fatigued, state.exhausted, state.dead


def through(start, checks, con=15):
    """Chances by (failures that count, Con left), after checks of these DCs, by the sentences of the source."""
    states = Counter(start)
    for difficulty in checks:
        after = Counter()
        for (failed, left), chance in states.items():
            if not left:
                after[failed, left] += chance
                continue
            made = F(min(max(21 + MODIFIERS[left] - difficulty, 0), 20), 20)
            after[failed, left] += chance * made
            after[min(failed + 1, 2), left - (failed == 2)] += chance * (1 - made)
        states = after
    return states


def agrees(state, states):
    """Whether a state says the same as chances by (failures, Con left)."""
    cons, stages = Counter(), [F(0)] * 4
    for (failed, left), chance in states.items():
        cons[left] += chance
        stages[failed if left else 3] += chance
    return chances(state) == tuple(stages) and state.con == Odds({con: p for con, p in cons.items() if p})


# Timetable and distances


def test_26_miles_at_8_hours_a_day():
    """At 3 miles an hour and 8 hours a day 26 miles take a day and 40 minutes."""
    found = journey([Leg(hours=8), Rest(hours=16), Leg(miles=2)], [Traveller(name="A", con=16)])
    assert [(p.day, p.kind, p.from_hour, p.to_hour, p.miles) for p in found.parts] == [
        (1, "leg", 6, 14, 24),
        (1, "rest", 14, 30, 0),
        (2, "leg", 30, F(92, 3), 2),
    ]
    assert (found.days, found.miles, found.arrival_hour) == (2, 26, F(92, 3))
    assert found.arrival_hour - 6 == F(24 * 60 + 40, 60)
    assert found.p_all_arrive == found.p_arrive["A"] == 1
    assert str(found) == "26 miles, arrival on day 2 at 6:40; A arrives alive with 100 %."
    assert found.log == ()
    assert found.ended is None
    assert round_trips(found)


def test_a_journey_that_ends_at_midnight_ends_on_its_day():
    """Arrival at hour 24 is still day 1; a rest afterwards does not count."""
    found = journey([Leg(hours=6), Rest(hours=8)], [BARTAS], start_hour=18)
    assert (found.days, found.arrival_hour) == (1, 24)
    assert journey([Leg(hours=6)], [BARTAS], start_hour=F(37, 2)).days == 2


def test_terrain_and_the_slowest():
    """30 feet through trackless hills for 8 hours: 12 miles; with a slower one it is its pace."""
    hills = Leg(hours=8, terrain="hills", road="trackless")
    assert journey([hills], [Traveller(name="A", con=16)]).miles == 12
    party = [Traveller(name="A", con=16), Traveller(name="B", con=16, speed_feet=20)]
    found = journey([hills], party)
    assert found.miles == 8
    assert str(found).endswith("all arrive alive with 100 %.")
    assert journey([Leg(miles=12, terrain="hills", road="trackless")], party).arrival_hour == 18


def test_mounts_go_at_their_pace_and_make_the_checks():
    """A light horse under 200 pounds trots 9 miles an hour; with Con 15 half its 3 hours, from DC 12."""
    rider = Traveller(name="Rider", con=3, load="heavy", mount=Mount(kind="light horse", con=15, load_lb=200))
    found = journey([Leg(miles=27, mode="trot")], [rider], seed=1)
    assert found.arrival_hour == 9
    assert agrees(last(found, "Rider"), through({(0, 15): F(1)}, [12, 13]))
    assert "Rider's light horse rolls" in found.log[1]
    assert {"R-OVERLAND-RIDER", "R-OVERLAND-MOUNTDC"} <= {*found.rulings_used}


def test_a_mount_that_is_not_hardy_gallops_by_stretches():
    """A light horse under 100 pounds walks 6 miles an hour, so 60 feet: a run of 10 minutes covers 3.6 miles."""
    rider = Traveller(name="R", con=10, mount=Mount(kind="light horse", con=15, load_lb=100))
    assert journey([Leg(hours=F(1, 2), mode="run")], [rider]).miles == F(108, 10)
    hardy = Traveller(name="R", con=10, mount=Mount(kind="light horse", con=20, load_lb=100))
    assert journey([Leg(hours=F(1, 2), mode="run")], [hardy]).miles == 10


def steps(found, *ids):
    """Clause and value of the steps of these clauses."""
    return [(line.clause, line.shown) for line in found.ledger if line.clause in ids]


def test_the_ledger_says_where_a_speed_comes_from():
    """Table 2: hills leave 3/4 on a trail, in single file, 1/2 without paths; a wagon has no use for the trail."""
    rider = Traveller(name="rider", con=12, mount=Mount(kind="light horse", con=15, load_lb=200))
    trot = journey([Leg(hours=1, mode="trot", terrain="hills", road="trail")], [rider])
    mounted = [("O-MOU-3", "hustle"), ("O-MOU-2", "12"), ("O-TER-2", "road or trail"), ("O-TER-1", "3/4")]
    assert steps(trot, "O-MOU-2", "O-MOU-3", "O-TER-1", "O-TER-2") == mounted
    wagon = journey([Leg(hours=1, vehicle="cart or wagon", terrain="hills", road="trail")], [BARTAS])
    assert steps(wagon, "O-TER-1", "O-TER-2") == [("O-TER-2", "trackless"), ("O-TER-1", "1/2")]


def test_a_long_journey_has_each_of_them_once():
    """Two of one speed over the same ground, day after day: the figure of Table 3, the road and the factor stand once."""
    party = [Traveller(name="Ann", con=12), Traveller(name="Ben", con=14)]
    found = journey([Leg(hours=4), Rest(hours=20), Leg(hours=4)], party)
    assert steps(found, "O-TER-1", "O-TER-3") == [("O-TER-3", "highway"), ("O-TER-1", "1")]
    assert sum("Table 3" in line.text for line in found.ledger) == 1


def test_cargo_and_snow_of_a_vehicle():
    """Table 5: 500 pounds on a dogsled, on snow only."""
    sled = {"hours": 8, "vehicle": "dogsled"}
    found = journey([Leg(**sled, cargo_lb=500, on_snow=True)], [BARTAS])
    assert found.miles == 32
    told = [("O-VEH-2", "500"), ("O-VEH-3", "riding dogs"), ("O-VEH-4", "on snow")]
    assert steps(found, "O-VEH-2", "O-VEH-3", "O-VEH-4") == told
    for wrong, clause in (({"cargo_lb": 501}, "O-VEH-2"), ({"on_snow": False}, "O-VEH-4")):
        with pytest.raises(RuleError) as refused:
            journey([Leg(**sled, **wrong)], [BARTAS])
        assert refused.value.clause == clause


@pytest.mark.parametrize(("feat", "hours", "told"), [(True, 4, True), (True, 3, False), (False, 4, False)])
def test_the_endurance_feat_is_told_where_it_helped(feat, hours, told):
    """Con 15 hustles three hours without a check; the fourth hour needs one."""
    found = journey([hustle(hours)], [Traveller(name="Bartas", con=15, endurance_feat=feat)])
    assert (steps(found, "O-FOR-7") == [("O-FOR-7", "+4")]) is told


def test_vehicles():
    """Passengers make no checks; rowers hustle; a cart crawls without paths; currents help, and drifting is free."""
    cart = journey([Leg(hours=10, vehicle="cart or wagon", road="trackless")], [BARTAS])
    assert (cart.miles, last(cart).checks) == (15, 0)
    assert "R-OVERLAND-VEHTERRAIN" in cart.rulings_used
    assert (
        journey(
            [Leg(hours=10, vehicle="cart or wagon", road="trackless")],
            [BARTAS],
            rulings=Rulings(overland_vehterrain="none"),
        ).miles
        == 20
    )
    forest = Leg(hours=4, vehicle="cart or wagon", terrain="forest", road="trail")
    assert journey([forest], [BARTAS]).miles == 4
    assert journey([forest], [BARTAS], rulings=Rulings(overland_trail="road")).miles == 8
    rowed = journey([Leg(hours=5, vehicle="rowboat")], [BARTAS])
    assert (rowed.miles, last(rowed).checks) == (F(15, 2), 2)
    assert agrees(last(rowed), through({(0, 15): F(1)}, [10, 11]))
    down = journey(
        [Leg(hours=5, vehicle="rowboat", current_mph=3), Leg(hours=2, vehicle="rowboat", current_mph=3, drifting=True)],
        [BARTAS],
    )
    assert (down.miles, last(down).checks) == (F(57, 2), 2)
    towed = journey([Leg(hours=5, vehicle="keelboat", current_mph=-2, towed=True)], [BARTAS])
    assert (towed.miles, last(towed).checks) == (5, 0)
    assert last(journey([Leg(hours=5, vehicle="keelboat", towed=True)], [BARTAS])).checks == 0


def test_rowers_are_named_or_all_without_a_mount():
    """Only who rows checks."""
    rider = Traveller(name="Rider", con=10, mount=Mount(kind="pony", con=12, load_lb=50))
    other = Traveller(name="Other", con=10)
    for rowers, counts in ((None, (1, 0, 1)), (("Other",), (0, 0, 1)), ((), (0, 0, 0))):
        found = journey(
            [Leg(hours=2, vehicle="raft or barge", rowers=rowers)], [Traveller(name="A", con=11), rider, other]
        )
        assert tuple(state.checks for state in found.parts[0].by_traveller.values()) == counts


def test_drifting_needs_a_river_craft():
    """A cart does not drift, and nobody rows upstream."""
    for leg in (
        Leg(hours=1, vehicle="cart or wagon", current_mph=3, drifting=True),
        Leg(hours=1, vehicle="rowboat", current_mph=-1),
    ):
        with pytest.raises(RuleError) as error:
            journey([leg], [BARTAS])
        assert error.value.clause == "O-VEH-5"


# One body, exactly


@settings(max_examples=30, deadline=None)
@given(
    con=st.integers(1, 20),
    minutes=st.integers(1, 1200),
    mode=st.sampled_from(["walk", "hustle", "run"]),
    load=st.sampled_from(["light", "medium", "heavy"]),
    feat=st.booleans(),
    rulings=st.builds(
        Rulings,
        overland_die=st.sampled_from(["plain", "automatic"]),
        overland_partial=st.sampled_from(["started", "full"]),
        overland_rhythm=st.sampled_from(["per_check", "per_hour"]),
        overland_conmod=st.sampled_from(["lower", "unchanged"]),
        overland_endurance=st.sampled_from(["until_fatigued", "all"]),
    ),
)
def test_one_leg_is_a_march(con, minutes, mode, load, feat, rulings):
    """A leg by itself ends as the march of the same hours."""
    found = journey(
        [Leg(hours=F(minutes, 60), mode=mode)],
        [Traveller(name="A", con=con, load=load, endurance_feat=feat)],
        rulings=rulings,
    )
    marched = overland.march(con, F(minutes, 60), mode, load, feat, rulings=rulings)
    state = last(found, "A")
    if marched.checks:
        assert chances(state) == chances(marched.checks[-1])
        assert state.con == marched.checks[-1].con
        living = [check for check in marched.checks if check.dead < 1]
        assert state.checks in (len(living), len(living) + 1)
    else:
        assert state.fresh == 1
    for ruling in ("PARTIAL", "RHYTHM", "ENDURANCE", "ROUND"):
        assert (f"R-OVERLAND-{ruling}" in found.rulings_used) == (f"R-OVERLAND-{ruling}" in marched.rulings_used)


def test_bartas():
    """The three legs: five checks from DC 10, eight from 12, nine from 14; the states after each."""
    found = journey(
        [hustle(8), Rest(hours=6), hustle(8), Rest(hours=6), Leg(miles=54, mode="hustle")], [BARTAS], seed=5
    )
    assert difficulties(found) == [[*range(10, 15)], [*range(12, 20)], [*range(14, 23)]]
    states = through({(0, 15): F(1)}, range(10, 15))
    assert states[0, 15] == F(3861, 80000)
    for place, checks in ((0, []), (1, []), (2, range(12, 20)), (3, []), (4, range(14, 23))):
        states = through(states, checks)
        assert agrees(found.parts[place].by_traveller["Bartas"], states)
    assert [p.by_traveller["Bartas"].missing_hours for p in found.parts] == [0, 2, 2, 4, 4]
    assert [p.by_traveller["Bartas"].checks for p in found.parts] == [5, 5, 13, 13, 22]
    assert [p.by_traveller["Bartas"].extra_rest_minutes for p in found.parts] == [300, 300, 780, 780, 1320]
    assert found.arrival_hour == 43
    assert found.p_arrive["Bartas"] == found.p_all_arrive == 1 - last(found).dead
    assert "R-OVERLAND-DAY" in found.rulings_used, "the third leg starts 28 hours after the first"
    assert {line.clause for line in found.ledger} == {"O-DIS-1", "O-TER-3", "O-TER-1", "O-FOR-6", "O-RES-2", "O-FOR-5"}


def test_the_clock_clears_the_third_leg():
    """R-OVERLAND-DAY, clock: at hour 28 the allowance is back, and the checks start at DC 10."""
    clock = Rulings(overland_day="clock")
    found = journey(
        [hustle(8), Rest(hours=6), hustle(8), Rest(hours=6), hustle(9)],
        [Traveller(name="B", con=40)],
        seed=1,
        rulings=clock,
    )
    assert difficulties(found)[2] == []
    found = journey(
        [hustle(20), Rest(hours=3), hustle(1), Rest(hours=F(1, 60)), hustle(20)],
        [Traveller(name="B", con=40)],
        seed=1,
        rulings=clock,
    )
    assert difficulties(found) == [[10, 11, 12, 13], [14], [10, 11, 12, 13]]
    assert last(found, "B").missing_hours == 0


def test_a_new_allowance_after_a_short_rest():
    """R-OVERLAND-SHORTREST: three hours come first, then the checks start at DC 12; a half day costs nothing more."""
    anew = Rulings(overland_shortrest="new_allowance", overland_conmod="unchanged")
    found = journey(
        [hustle(8), Rest(hours=6), hustle(8), Rest(hours=6), hustle(2), Rest(hours=1), hustle(2)],
        [BARTAS],
        seed=3,
        rulings=anew,
    )
    assert difficulties(found)[:2] == [[*range(10, 15)], [*range(12, 17)]]
    assert last(found).missing_hours == 4, "the rest of an hour came before the new maximum"


def test_full_rests_clear_by_stage():
    """After a rest of 8 hours only the fresh have their 3 hours again; the others check from the first hour, DC 10."""
    found = journey([hustle(5), Rest(hours=8), hustle(4)], [BARTAS])
    before = through({(0, 15): F(1)}, [10, 11])
    fresh = through({(0, 15): before.pop((0, 15))}, [10])
    assert agrees(last(found), fresh + through(before, range(10, 14)))
    assert found.parts[1].by_traveller["Bartas"].extra_rest_minutes == 120, "the tired still owe theirs"
    twelve = journey([hustle(5), Rest(hours=12), hustle(4)], [BARTAS])
    cleared = through({(0, 15): F(39 + 47, 100)}, [10])
    assert agrees(last(twelve), cleared + through({(2, 15): F(14, 100)}, range(10, 14)))
    steps = journey([hustle(5), Rest(hours=12), hustle(4)], [BARTAS], rulings=Rulings(overland_rested="steps"))
    assert agrees(last(steps), cleared + through({(1, 15): F(14, 100)}, range(10, 14)))
    assert "R-OVERLAND-RESTED" in steps.rulings_used
    day = journey([hustle(5), Rest(hours=24), hustle(4)], [BARTAS])
    assert agrees(last(day), through({(0, 15): F(1)}, [10]))


def test_rests_without_movement_between_are_one():
    """Twice 6 hours are 12, also with a ride between."""
    whole = journey([hustle(5), Rest(hours=12), hustle(4)], [BARTAS])
    parts = journey([hustle(5), Rest(hours=6), Rest(hours=6), hustle(4)], [BARTAS])
    ride = journey(
        [hustle(5), Rest(hours=6), Leg(hours=2, vehicle="cart or wagon"), Rest(hours=6), hustle(4)], [BARTAS]
    )
    assert last(whole) == last(parts) == last(ride)
    told = journey([hustle(5), Leg(hours=2, vehicle="cart or wagon"), Rest(hours=12), hustle(1)], [BARTAS], seed=1)
    assert difficulties(told) == [[10, 11], [], []], "nobody rolls for riding along"


def test_a_pause_before_the_maximum_costs_nothing():
    """Four hours, an hour's pause, and four hours are eight hours of walking; three minutes more need a check."""
    walker = Traveller(name="W", con=16)
    found = journey([Leg(hours=4), Rest(hours=1), Leg(hours=4)], [walker])
    assert (last(found, "W").checks, last(found, "W").missing_hours) == (0, 0)
    assert last(journey([Leg(hours=4), Rest(hours=1), Leg(hours=F(81, 20))], [walker]), "W").checks == 1
    at_the_maximum = journey([Leg(hours=8), Rest(hours=1), Leg(hours=1)], [walker], seed=1)
    assert difficulties(at_the_maximum)[1] == [17], "no check was made before, so the DC is 10 and 7 missing hours"
    assert "R-OVERLAND-BREAK" not in at_the_maximum.rulings_used


def test_a_break_in_a_march():
    """R-OVERLAND-BREAK: after five checks an hour's break goes on at DC 15, read literally at 17."""
    plan = [hustle(8), Rest(hours=1), hustle(2), Rest(hours=1), hustle(1)]
    strong = Traveller(name="S", con=15)
    assert difficulties(journey(plan, [strong], seed=1)) == [[*range(10, 15)], [15, 16], [17]]
    literal = Rulings(overland_break="literal")
    assert difficulties(journey(plan, [strong], seed=1, rulings=literal)) == [[*range(10, 15)], [17, 18], [24]]


def test_extra_rest_may_lengthen_what_is_missing():
    """R-OVERLAND-EXTRAREST, eight_plus: after 5 hours too many 6 hours of rest leave 7 missing, not 2."""
    found = journey(
        [hustle(8), Rest(hours=6), hustle(1)], [BARTAS], seed=1, rulings=Rulings(overland_extrarest="eight_plus")
    )
    assert last(found).missing_hours == 7
    assert difficulties(found)[1] == [15], "17 by the missing hours, 15 by marching on"


def test_con_comes_back():
    """Con 3 runs until some Con is lost; 24 hours bring 2 points back, 8 hours one, unless the day forbids it."""
    weak = Traveller(name="W", con=3)
    run = Leg(hours=F(56, 60), mode="run")
    hurt = last(journey([run], [weak]), "W").con
    assert hurt.p(1) > 0
    assert hurt.p(2) > 0
    day = last(journey([run, Rest(hours=24)], [weak]), "W").con
    assert day.outcomes == {0: hurt.p(0), 3: 1 - hurt.p(0)}
    morning = last(journey([run, Rest(hours=8)], [weak]), "W").con
    assert morning == hurt, "a run on the same day forbids it"
    overnight = [
        last(journey([run, Rest(hours=8)], [weak], start_hour=20, rulings=Rulings(overland_dayof=token)), "W").con
        for token in ("calendar", "hours")
    ]
    assert overnight[0].outcomes == {0: hurt.p(0), 2: hurt.p(1), 3: hurt.p(2) + hurt.p(3)}
    assert overnight[1] == hurt
    later = last(journey([run, Rest(hours=8), Leg(hours=24, vehicle="sailing ship"), Rest(hours=1)], [weak]), "W").con
    assert later.outcomes == {0: hurt.p(0), 2: hurt.p(1), 3: hurt.p(2) + hurt.p(3)}, "the run is a day past by then"


def test_lost_con_shortens_the_next_allowance():
    """R-OVERLAND-CONMOD: after a night's rest the exhausted have no allowance; with a new one it goes by their Con."""
    anew = {"overland_shortrest": "new_allowance", "overland_rested": "stages"}
    weak = Traveller(name="W", con=2)
    plan = [Leg(hours=F(16, 60), mode="dash"), Rest(hours=1), Leg(hours=F(1, 60), mode="dash")]
    lower = last(journey(plan, [weak], rulings=Rulings(**anew)), "W")
    same = last(journey(plan, [weak], rulings=Rulings(**anew, overland_conmod="unchanged")), "W")
    assert lower.checks == 4, "Con 1 cannot dash: not a minute of it is free"
    assert same.checks == 3, "the minute of Con 2"


@pytest.mark.parametrize(("token", "made"), [("own", [10]), ("fractions", [10, 11, 12])])
def test_mixed_paces(token, made):
    """R-OVERLAND-MIX: Con 15 hustles for 3 hours and walks 8; walking has 7 1/2 hours of its own, or none."""
    plan = [hustle(3), Leg(hours=F(8 if token == "own" else 3))]
    found = journey(plan, [BARTAS], seed=2, rulings=Rulings(overland_mix=token))
    assert [each for part in difficulties(found) for each in part] == made
    assert "R-OVERLAND-MIX" in found.rulings_used


def test_periods_run_on_in_their_own_rhythm():
    """Half an hour of walking past the maximum waits while one runs, and the next half hour ends its period."""
    walker = Traveller(name="W", con=10)
    half, run = Leg(hours=F(1, 2)), Leg(hours=F(1, 6), mode="run")
    found = journey([Leg(hours=5), half, run, half], [walker], seed=1)
    assert difficulties(found) == [[], [], [], [10]]
    broken_off = journey([Leg(hours=5), half, run], [walker], seed=1)
    assert difficulties(broken_off) == [[], [], [10]]
    none = journey([Leg(hours=5), half, run], [walker], rulings=Rulings(overland_partial="full"))
    assert last(none, "W").checks == 0
    both = journey([Leg(hours=5), half, Leg(hours=F(3, 10), mode="run")], [walker], seed=1)
    assert difficulties(both) == [[], [], [10, 11]]
    hourly = journey(
        [Leg(hours=5), half, Leg(hours=F(3, 10), mode="run")],
        [walker],
        seed=1,
        rulings=Rulings(overland_rhythm="per_hour"),
    )
    assert difficulties(hourly) == [[], [], [10, 10]]
    assert "R-OVERLAND-RHYTHM" in hourly.rulings_used


LEGS = st.builds(
    Leg,
    hours=st.integers(1, 40).map(lambda quarters: F(quarters, 4)),
    mode=st.sampled_from(["walk", "hustle", "run"]),
    road=st.sampled_from(["highway", "trackless"]),
)
RESTS = st.builds(Rest, hours=st.sampled_from([1, 6, 8, 12, 24]))


@settings(max_examples=40, deadline=None)
@given(
    plan=st.lists(st.one_of(LEGS, RESTS), min_size=1, max_size=4).filter(
        lambda plan: any(part.kind == "leg" for part in plan)
    ),
    cut=st.fractions(F(1, 50), F(49, 50), max_denominator=50),
    con=st.integers(3, 16),
    by_miles=st.sampled_from([(), (0, 2), (1, 3), (0, 1, 2, 3)]),
    stop=st.sampled_from(["leave_behind", "stop"]),
)
@example(  # the last of them is surely dead within the second leg
    plan=[Leg(hours=4, mode="run"), Leg(hours=F(3, 2), mode="run", road="trackless")],
    cut=F(21, 25),
    con=11,
    by_miles=(1, 3),
    stop="leave_behind",
)
def test_halving_a_leg_changes_nothing(plan, cut, con, by_miles, stop):
    """A leg in two parts with nothing between ends like the whole, for a party of two speeds."""
    party = [Traveller(name="A", con=con), Traveller(name="B", con=max(con - 2, 1), speed_feet=20)]
    plan = [
        Leg(miles=part.hours, mode=part.mode, road=part.road) if part.kind == "leg" and place in by_miles else part
        for place, part in enumerate(plan)
    ]
    halved = []
    for part in plan:
        if part.kind == "leg":
            for share in (cut, 1 - cut):
                amount = {"miles": part.miles * share} if part.miles else {"hours": part.hours * share}
                halved.append(Leg(mode=part.mode, road=part.road, **amount))
        else:
            halved.append(part)
    whole, parts = (journey(each, party, on_death=stop) for each in (plan, halved))
    assert whole.parts[-1].by_traveller == parts.parts[-1].by_traveller
    for name in ("p_arrive", "p_all_arrive", "arrival_hour", "days", "miles", "arrivals"):
        assert getattr(whole, name) == getattr(parts, name)
    assert round_trips(whole)
    for part in whole.parts:
        for state in part.by_traveller.values():
            assert sum(chances(state)) == sum(state.con.outcomes.values()) == 1
        assert part.anyone_tired >= part.anyone_exhausted >= part.anyone_dead
        assert part.anyone_dead >= max(state.dead for state in part.by_traveller.values())


# Parties, whose deaths change the pace


def joint(party, miles, stop):
    """Where two walkers end who start together: chances of (minute of arrival or None, failures and Con of each).

    `party` has (Con, miles an hour). Event by event over the joint states, by the sentences of the source.
    """
    ends = Counter()

    def go(minute, left, walkers, chance):
        living = [who for who, (_, con, _) in enumerate(walkers) if con]
        if not living:
            ends[None, walkers] += chance
            return
        pace = min(party[who][1] for who in living)
        arrival = minute + left / pace * 60
        dues = {who: party[who][0] * 30 + 60 * (walkers[who][2] + 1) for who in living}
        event = min(arrival, *dues.values())
        rolling = [who for who in living if dues[who] == event or (event == arrival and event > dues[who] - 60)]
        outcomes = [(walkers, chance)]
        for who in rolling:
            split = []
            for each, part in outcomes:
                failed, con, made = each[who]
                success = F(min(max(21 + MODIFIERS[con] - 10 - made, 0), 20), 20)
                for state, share in (
                    ((failed, con, made + 1), success),
                    ((min(failed + 1, 2), con - (failed == 2), made + 1), 1 - success),
                ):
                    if share:
                        split.append(((*each[:who], state, *each[who + 1 :]), part * share))
            outcomes = split
        for each, part in outcomes:
            if event == arrival:
                ends[event, each] += part
            elif stop and any(not con for _, con, _ in each):
                ends[None, each] += part
            else:
                go(event, left - pace * (event - minute) / 60, each, part)

    go(F(0), F(miles), tuple((0, con, 0) for con, _ in party), F(1))
    return ends


@pytest.mark.parametrize("on_death", ["leave_behind", "stop"])
@pytest.mark.parametrize(("cons", "miles"), [((4, 2), 13), ((3, 3), 17), ((2, 5), 14), ((1, 1), F(19, 2))])
def test_a_party_against_the_joint_enumeration(on_death, cons, miles):
    """Two walkers at 3 and 2 miles an hour, followed event by event over all their joint states."""
    party = [Traveller(name="A", con=cons[0]), Traveller(name="B", con=cons[1], speed_feet=20)]
    found = journey([Leg(miles=miles)], party, on_death=on_death)
    ends = joint([(cons[0], F(3)), (cons[1], F(2))], miles, on_death == "stop")
    assert sum(ends.values()) == 1
    for who, name in enumerate("AB"):
        states, arrives = Counter(), F(0)
        for (arrival, walkers), chance in ends.items():
            failed, con, _ = walkers[who]
            states[failed, con] += chance
            arrives += chance * (arrival is not None and con > 0)
        assert agrees(last(found, name), states)
        assert found.p_arrive[name] == arrives
    assert found.p_all_arrive == sum(
        p for (arrival, walkers), p in ends.items() if arrival is not None and all(con for _, con, _ in walkers)
    )
    hours = Counter()
    for (arrival, walkers), chance in ends.items():
        if arrival is not None and any(con for _, con, _ in walkers):
            hours[6 + arrival / 60] += chance
    assert {each.hour: each.chance for each in found.arrivals} == hours
    fresh = sum(p for (_, walkers), p in ends.items() if all(con and not failed for failed, con, _ in walkers))
    dead = sum(p for (_, walkers), p in ends.items() if not all(con for _, con, _ in walkers))
    assert found.parts[0].anyone_tired == 1 - fresh
    assert found.parts[0].anyone_dead == dead
    if on_death == "leave_behind":
        assert found.arrival_hour in hours
        assert "O-FOR-5" in {line.clause for line in found.ledger}


def test_who_stops_goes_no_further():
    """After a death all stop where they are, and later legs and rests change nothing for them."""
    party = [Traveller(name="A", con=10), Traveller(name="B", con=1)]
    first = journey([Leg(hours=4)], party, on_death="stop")
    plan = [Leg(hours=4), Rest(hours=8), Leg(hours=4), Rest(hours=24)]
    found = journey(plan, party, on_death="stop")
    died = last(first, "B").dead
    assert 0 < died < 1
    assert found.parts[0].by_traveller == first.parts[0].by_traveller
    assert found.parts[1].by_traveller["B"].dead == died
    assert found.p_arrive["A"] + died <= 1
    assert found.parts[0].anyone_dead == died


def test_a_death_at_the_very_arrival_keeps_nobody_from_it():
    """B's third failure comes with the last step: A has arrived all the same; on the way it stops A."""
    party = [Traveller(name="A", con=30), Traveller(name="B", con=1)]
    assert journey([Leg(hours=F(7, 2))], party, on_death="stop").p_arrive["A"] == 1
    on_the_way = journey([Leg(hours=F(7, 2)), Leg(hours=1)], party, on_death="stop")
    assert on_the_way.p_arrive["A"] == 1 - F(14 * 15 * 16, 8000)
    assert on_the_way.p_arrive["A"] < journey([Leg(hours=F(7, 2)), Leg(hours=1)], party).p_arrive["A"] == 1


def test_sure_death_of_the_slow_shows_the_likeliest_timetable():
    """Who cannot live through it does not set the shown pace to the end; where all die it is shown as planned."""
    party = [Traveller(name="Slow", con=1, speed_feet=20), Traveller(name="Fast", con=30)]
    found = journey([Leg(miles=60)], party)
    likeliest = max(found.arrivals, key=lambda each: each.chance)
    assert found.arrival_hour == likeliest.hour < 36
    assert found.p_arrive == {"Slow": 0, "Fast": 1}
    lost = journey([Leg(miles=120), Leg(miles=3)], [party[0], Traveller(name="Other", con=1)])
    assert lost.arrivals == ()
    assert lost.p_all_arrive == 0


def test_a_leg_by_hours_goes_faster_once_the_slow_are_surely_dead():
    """The pace changes at the check at which Con 1 is surely dead: its modifier of -5 never makes a DC of 16.

    After half an hour the checks begin at DC 10, so those of DC 16, 17 and 18 fail; the last comes after 9 1/2 hours
    and is the third failure at the latest.
    """
    slow, fast = Traveller(name="Slow", con=1, speed_feet=20), Traveller(name="Fast", con=60)
    hours = F(1, 2) + 18 - 10 + 1
    assert journey([Leg(hours=hours)], [slow, fast]).miles == 2 * hours
    assert journey([Leg(hours=12)], [slow, fast]).miles == 2 * hours + 3 * (12 - hours)
    assert journey([Leg(hours=8), Leg(hours=4)], [slow, fast]).miles == 2 * hours + 3 * (12 - hours)
    both = [slow, Traveller(name="Other", con=1)]
    assert journey([Leg(hours=12)], both).miles == 24, "where nobody can live any more all goes on as planned"
    assert journey([Leg(hours=12)], [slow, fast], on_death="stop").miles == 24


# Seeded runs


def bodies_of(*cons):
    return [Body(Roller(con, False, Rulings()), "light", lambda ruling: None) for con in cons]


def test_seeded_runs_agree_with_the_odds():
    """20,000 runs of a party whose slow one often dies: each frequency within five standard deviations."""
    gaits = (Gait(F(3), "walk"), Gait(F(2), "walk"))
    stages = [Stage(F(12), gaits, True, True), Stage(F(8)), Stage(F(7), gaits, True, True, True)]
    exact = Timetable(bodies_of(5, 2), stages, 360, False)
    runs, count = Counter(), 20_000
    bodies = bodies_of(5, 2)
    for seed in range(count):
        run = tell(bodies, ("A", "B"), ("A", "B"), stages, 360, False, seed, quiet=True)
        runs["hour", run.hour if run.arrived else None] += 1
        for name, tired in zip("AB", run.tired, strict=True):
            runs[name, tired] += 1
    expected = {("hour", F(minute, 60)): p for minute, p in exact.arrival.minutes.items()}
    expected["hour", None] = 1 - sum(exact.arrival.minutes.values())
    for name, standing in zip("AB", exact.afters[-1].standings, strict=True):
        expected |= {(name, tired): p for tired, p in standing.chances.items()}
    assert {*runs} <= {key for key, p in expected.items() if p}
    for key, p in expected.items():
        # A bound in whole numbers: (runs - np)^2 <= 25 np(1 - p), and one more for what is rarer than a run.
        assert (runs[key] - count * p) ** 2 <= 25 * count * p * (1 - p) + 1, key


def test_the_log_tells_every_roll():
    """Each roll with its bonus, total and DC, its result, rests and what they did; the same seed tells the same."""
    plan = [hustle(7), Rest(hours=24), hustle(4)]
    found = journey(plan, [BARTAS], seed=11)
    again = journey(plan, [BARTAS], seed=11)
    assert found.log == again.log
    assert found == again
    assert found.log != journey(plan, [BARTAS], seed=12).log
    assert found.log[0] == "Day 1, 6:00: Part 1: 7 hours at 6 miles an hour."
    rolls = [re.search(r"rolls (\d+) ([+-]\d+) is (-?\d+) against DC (\d+): (made|failed)", line) for line in found.log]
    for roll in filter(None, rolls):
        face, bonus, total, difficulty = map(int, roll.groups()[:4])
        assert 1 <= face <= 20
        assert face + bonus == total
        assert (total >= difficulty) == (roll[5] == "made")
    assert len([*filter(None, rolls)]) == 5
    assert "Day 1, 13:00: Rest of 24 hours." in found.log
    assert set(found.ended) == {"Bartas"}
    assert found.ended["Bartas"].startswith("arrived ")


def test_the_log_of_the_dead():
    """Who dies is told so; all stop, or the others go on faster; where nobody lives the log ends."""
    party = [Traveller(name="A", con=60), Traveller(name="B", con=1, speed_feet=20)]
    left_behind = journey([Leg(miles=60)], party, seed=1)
    assert left_behind.ended == {"A": "arrived fresh, Con 60", "B": "dead"}
    assert [line for line in left_behind.log if "at 3 miles an hour" in line]
    stopped = journey([Leg(miles=60), Leg(miles=1)], party, on_death="stop", seed=1)
    assert stopped.ended == {"A": "stopped fresh, Con 60", "B": "dead"}
    assert stopped.log[-1].endswith("All stop here.")
    alone = journey([Leg(hours=20), Rest(hours=8), Leg(hours=1)], party[1:], seed=1)
    assert alone.ended == {"B": "dead"}
    assert not [line for line in alone.log if "Rest" in line]
    at_arrival = journey(
        [Leg(hours=F(7, 2))], [Traveller(name="A", con=30), Traveller(name="B", con=1)], on_death="stop", seed=4
    )
    assert at_arrival.ended["A"] == "arrived fresh, Con 30"


def test_the_log_tells_what_a_rest_has_done():
    """Con that came back and fatigue that ended are told when they move on; the hurt are told with their Con."""
    plan = [hustle(9), Rest(hours=24), hustle(1)]
    logs = [journey(plan, [Traveller(name="W", con=11)], seed=seed).log for seed in range(6)]
    assert any("W is fresh with Con 11 after the rest." in line for log in logs for line in log)
    assert any(re.search("failed, exhausted with Con 10", line) for log in logs for line in log)


# Refusals


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: journey([], [BARTAS]), "plan"),
        (lambda: journey([Rest(hours=8)], [BARTAS]), "plan"),
        (lambda: journey([hustle(1)] * 401, [BARTAS]), "plan"),
        (lambda: journey([hustle(1)], []), "travellers"),
        (lambda: journey([hustle(1)], [BARTAS, BARTAS]), "travellers"),
        (lambda: journey([hustle(1)], [BARTAS], start_hour=24), "start_hour"),
        (lambda: journey([hustle(1)], [BARTAS], on_death="mourn"), "on_death"),
        (lambda: journey([hustle(1)], [BARTAS], seed=True), "seed"),
        (lambda: journey([Leg(hours=1, vehicle="rowboat", rowers=("Nobody",))], [BARTAS]), "plan"),
        (lambda: journey([Rest(hours=720)] * 13 + [hustle(1)], [BARTAS]), "plan"),
        (lambda: Leg(), ""),
        (lambda: Leg(miles=1, hours=1), ""),
        (lambda: Leg(miles=0), "miles"),
        (lambda: Leg(hours=-1), "hours"),
        (lambda: Leg(hours=float("nan")), "hours"),
        (lambda: Leg(hours=1, terrain="lava"), "terrain"),
        (lambda: Leg(hours=1, road="canal"), "road"),
        (lambda: Leg(hours=1, current_mph=3), ""),
        (lambda: Leg(hours=1, rowers=()), ""),
        (lambda: Leg(hours=1, cargo_lb=1), ""),
        (lambda: Leg(hours=1, on_snow=False), ""),
        (lambda: Leg(hours=1, vehicle="dogsled", cargo_lb=-1), "cargo_lb"),
        (lambda: Leg(hours=1, vehicle="rowboat", drifting=True), ""),
        (lambda: Leg(hours=1, vehicle="rowboat", current_mph=1, drifting=True, towed=True), ""),
        (lambda: Rest(hours=0), "hours"),
        (lambda: Traveller(name="", con=10), "name"),
        (lambda: Traveller(name="A", con=0), "con"),
        (lambda: Traveller(name="A", con=2.5), "con"),
    ],
)
def test_bad_input_is_named(call, field):
    """Each complaint names its field, or says what is wrong with the whole leg."""
    with pytest.raises(ValidationError) as error:
        call()
    found = error.value.errors()[0]
    assert (str(found["loc"][0]) if found["loc"] else "") == field


def test_sentences_of_refusals():
    """They are plain."""
    with pytest.raises(ValidationError) as error:
        journey([Rest(hours=720)] * 13 + [hustle(1)], [BARTAS])
    assert complaint(error.value)[1] == "plan must not last longer than 366 days"
    with pytest.raises(ValidationError) as error:
        journey([Leg(hours=1, vehicle="rowboat", rowers=("Nobody",))], [BARTAS])
    assert complaint(error.value)[1] == "plan must name rowers who are in the party and have no mount, not Nobody"


@pytest.mark.parametrize(
    ("traveller", "leg", "clause"),
    [
        (Traveller(name="A", con=1), Leg(hours=1, mode="dash"), "O-END-4"),
        (Traveller(name="A", con=14), Leg(hours=1, mode="sprint"), "O-MOD-4"),
        (Traveller(name="A", con=14, mount=Mount(kind="pony", con=10, load_lb=226)), Leg(hours=1), "O-MOU-5"),
        (
            Traveller(name="A", con=14, mount=Mount(kind="pony", con=10, load_lb=90)),
            Leg(hours=1, mode="dash"),
            "O-MOU-5",
        ),
    ],
)
def test_impossible_paces(traveller, leg, clause):
    """A pace that somebody cannot go is refused by its clause."""
    with pytest.raises(RuleError) as error:
        journey([leg], [traveller])
    assert error.value.clause == clause


def test_too_many_branches_are_refused(monkeypatch):
    """Three of different speed who may each die on each of many days of miles: a sentence instead of hours of work."""
    party = [Traveller(name=str(speed), con=6, speed_feet=speed) for speed in (15, 20, 30)]
    plan = [part for _ in range(3) for part in (Leg(miles=9), Rest(hours=8))]
    assert len(journey(plan, party).arrivals) > 20
    monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", 500)
    with pytest.raises(ValidationError) as error:
        journey(plan, party)
    assert complaint(error.value)[0] == "travellers"


def test_odds_of_too_many_digits_are_refused(monkeypatch):
    """Where every check can succeed, odds over too many checks are too long to be exact."""
    rulings = Rulings(overland_die="automatic")
    assert last(journey([Leg(hours=60)], [BARTAS], rulings=rulings)).dead < 1
    monkeypatch.setattr("haventms.overland.timetable._MOST_BITS", 200)
    with pytest.raises(ValidationError) as error:
        journey([Leg(hours=60)], [BARTAS], rulings=rulings)
    assert complaint(error.value)[1] == "plan must have fewer checks: their odds grow too long to be exact"


@pytest.mark.parametrize(("feet", "mode", "goes"), [(1, "run", False), (2, "run", True), (1, "walk", True)])
def test_a_pace_that_rounds_to_nothing_is_refused(feet, mode, goes):
    """60 minutes of 30 feet are 1,800 feet of a mile of 5,280, the nearest mile is none; twice as far is one."""
    slow = Traveller(name="snail", con=15, speed_feet=feet)
    if goes:
        assert journey([Leg(miles=1, mode=mode)], [slow]).miles == 1
        return
    with pytest.raises(RuleError, match="snail makes 0 miles an hour at a run") as error:
        journey([Leg(miles=1, mode=mode)], [slow])
    assert error.value.clause == "O-DIS-1"
    exact = Rulings(overland_mph="exact")
    assert journey([Leg(miles=1, mode=mode)], [slow], rulings=exact).arrival_hour == 6 + F(5280, 1800)
