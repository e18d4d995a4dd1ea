"""How each traveller takes a leg: its pace, what it tires like, what is written down, the bounds of a plan."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.overland import Leg, Mount, Rest, Traveller

from .shared import complaint

F = Fraction
journey = overland.journey
WALKER = Traveller(name="A", con=14)
FISH = Traveller(name="A", con=14, swim_feet=30)
HARPY = Traveller(name="A", con=14, fly_feet=60)


def told(found, where="Part 1"):
    """Clause, text and value of the lines about how a leg is taken."""
    return [(line.clause, line.text, line.shown) for line in found.ledger if line.text.startswith(f"{where}: ")]


def end(found):
    """The state at the end of the only one."""
    (state,) = found.parts[-1].by_traveller.values()
    return state


RIDER = Traveller(name="R", con=10, mount=Mount(kind="light horse", con=15, load_lb=100))


@pytest.mark.parametrize(
    ("leg", "who", "line"),
    [
        ({}, WALKER, ("O-DIS-1", "A at a walk through plains, highway: miles an hour", "3")),
        (
            {"mode": "trot", "terrain": "hills", "road": "trail"},
            RIDER,
            ("O-MOU-1", "R on a light horse at a hustle through hills, trail: miles an hour", "9 3/4"),
        ),
        ({"through": "air"}, HARPY, ("O-END-7", "A flies at a walk: miles an hour", "6")),
        (
            {"through": "air", "soaring": True},
            HARPY,
            ("O-END-7", "A soars, which costs no endurance: miles an hour", "6"),
        ),
        ({"through": "water"}, WALKER, ("O-END-8", "A swims at base speed: miles an hour", "3")),
        ({"through": "water"}, FISH, ("O-END-9", "A swims at its Swim speed: miles an hour", "3")),
        ({"through": "water", "mode": "trot"}, FISH, ("O-END-9", "A swims at a hustle: miles an hour", "6")),
        (
            {"through": "water", "drifting": True, "current_mph": F(5, 2)},
            WALKER,
            ("O-END-8", "A drifts with the current, which costs no endurance: miles an hour", "2 1/2"),
        ),
        (
            {"vehicle": "cart or wagon", "terrain": "hills"},
            WALKER,
            ("O-VEH-1", "all by cart or wagon: miles an hour", "2"),
        ),
        (
            {"vehicle": "rowboat", "drifting": True, "current_mph": 2},
            WALKER,
            ("O-VEH-5", "the rowboat drifts with the current: miles an hour", "2"),
        ),
    ],
)
def test_how_a_leg_is_taken_stands_in_the_ledger(leg, who, line):
    """Table 3 to Table 5 give the miles an hour; hills leave three quarters of 13 on a trail."""
    found = journey([Leg(hours=1, **leg)], [who])
    clause, text, shown = line
    assert told(found)[0] == (clause, f"Part 1: {text}", shown)
    assert found.miles == sum(F(each) for each in shown.split())


def test_who_rows_is_told():
    """O-VEH-6, R-OVERLAND-RIDER: all who have no mount, or those who are named, hustle at the oars."""
    party = [WALKER, RIDER, Traveller(name="B", con=10)]
    text = "Part 1: at the oars or poles, which tires like a hustle: "
    for rowers, who in ((None, "A, B"), (("B",), "B"), ((), "nobody of the party")):
        found = journey([Leg(hours=1, vehicle="raft or barge", rowers=rowers)], party)
        assert told(found) == [
            ("O-VEH-1", "Part 1: all by raft or barge: miles an hour", "1/2"),
            ("O-VEH-6", f"{text}{who}", "hustle"),
        ]
        (line,) = [line for line in found.ledger if line.text == f"{text}{who}"]
        assert line.rulings == ("R-OVERLAND-RIDER",)


def test_swimming_at_a_pace_tires_like_that_pace():
    """O-END-9: Con 14 with a Swim speed hustles three hours in the water, and the fourth needs DC 10 with +2."""
    swims = {"through": "water", "mode": "hustle"}
    free = end(journey([Leg(hours=3, **swims)], [FISH]))
    assert (free.checks, free.extra_rest_minutes, free.missing_hours) == (0, 0, 0)
    assert end(journey([Leg(hours=4, **swims)], [FISH])).fresh == F(13, 20)


@pytest.mark.parametrize("swim_feet", [None, 30])
def test_the_tired_may_slip_below_however_they_swim(swim_feet):
    """O-END-8, O-END-9: in heavy armour the fatigued of the march roll against DC 15 in each of three minutes."""
    knight = Traveller(name="A", con=2, armour="heavy", swim_modifier=4, swim_feet=swim_feet)
    before = end(journey([Leg(hours=2)], [knight]))
    after = end(journey([Leg(hours=2), Leg(hours=F(3, 60), through="water")], [knight]))
    assert before.fatigued == F(13, 20)
    assert after.left_behind == before.fatigued * (1 - F(1, 8))


@pytest.mark.parametrize("needs_air", [True, False])
def test_who_needs_no_air_does_not_drown(needs_air):
    """O-END-9: the exhausted of the march cannot make DC 25 with +4: they drown, or are below and alive."""
    knight = Traveller(name="A", con=2, armour="heavy", swim_modifier=4, needs_air=needs_air)
    before = end(journey([Leg(hours=3)], [knight]))
    after = end(journey([Leg(hours=3), Leg(hours=F(1, 60), through="water")], [knight]))
    assert after.dead == (before.exhausted if needs_air else 0)
    assert after.left_behind == before.fatigued / 2 + (0 if needs_air else before.exhausted)


def test_who_flies_exhausted_may_fail_and_fly_on():
    """R-OVERLAND-FLYREST, O-FOR-4: after eight hours the exhausted fly again, and a failure costs Con but no height.

    Seven hours of Con 14 are free, DC 10 and 11 make exhausted; after the rest they are checked from the first hour on.
    """
    plan = [Leg(hours=9, through="air"), Rest(hours=8), Leg(hours=2, through="air")]
    found = journey(plan, [HARPY])
    before, after = (part.by_traveller["A"] for part in (found.parts[1], found.parts[2]))
    exhausted = F(7 * 8, 400)
    assert before.exhausted == exhausted
    # The fatigued, who are not cleared by eight hours, become exhausted with the first check of two, and land.
    assert after.left_behind == before.fatigued * F(7, 20)
    assert after.con.p(13) + after.con.p(12) == exhausted * (1 - F(13 * 12, 400))
    assert found.p_arrive["A"] == 1 - after.left_behind


@pytest.mark.parametrize(
    ("leg", "who", "rulings", "asked"),
    [
        ({"mode": "run"}, Traveller(name="A", con=40), {}, ["PROSE-MPH"]),
        ({"mode": "run"}, Traveller(name="A", con=40, speed_feet=25), {}, ["MPH"]),
        ({"hours": 5}, Traveller(name="A", con=10, load="medium"), {}, ["PARTIAL", "ROUND", "DIE"]),
        ({"mode": "run"}, RIDER, {}, ["5000", "MOUNTDC", "RIDER"]),
        ({"mode": "trot"}, RIDER, {}, ["MOUNTDC", "RIDER"]),
        ({"mode": "walk"}, Traveller(name="A", con=9, mount=Mount(kind="pony", con=9, load_lb=20)), {}, ["UNDERLOAD"]),
    ],
)
def test_what_was_asked_on_the_way_is_named(leg, who, rulings, asked):
    """Each ruling that gave the miles an hour or the free time stands in the result."""
    found = journey([Leg(**{"hours": F(1, 6), **leg})], [who], rulings=Rulings(**rulings))
    assert {f"R-OVERLAND-{each}" for each in asked} <= {*found.rulings_used}


def test_a_pace_names_what_it_hangs_on():
    """O-MOU-1: the miles of a loaded horse at a trot hang on no reading, though its hours may (R-OVERLAND-ROUND)."""
    loaded = Traveller(name="R", con=10, mount=Mount(kind="light horse", con=15, load_lb=200))
    found = journey([Leg(hours=1, mode="trot")], [loaded])
    (line,) = [line for line in found.ledger if line.text.startswith("Part 1: R on a light horse")]
    assert (line.shown, line.rulings) == ("9", ("R-OVERLAND-RIDER", "R-OVERLAND-MOUNTDC"))


def test_a_gallop_goes_by_the_chosen_mile():
    """R-OVERLAND-5000: 60 feet walked are 1,800 a minute at a run: in ten minutes 18,000 feet of 5,000 or 5,280."""
    for token, feet in (("5000", 5000), ("5280", 5280)):
        gallop = Leg(hours=F(1, 6), mode="run")
        assert journey([gallop], [RIDER], rulings=Rulings(overland_5000=token)).miles == F(18_000, feet)


def test_terrain_is_what_it_is_chosen_to_be_for_vehicles():
    """R-OVERLAND-VEHTERRAIN, R-OVERLAND-TRAIL: a cart in the hills makes two miles an hour, or half, or three quarters."""
    leg = Leg(hours=1, vehicle="cart or wagon", terrain="hills", road="trail")
    for choice, miles in (({}, 1), ({"overland_vehterrain": "none"}, 2), ({"overland_trail": "road"}, F(3, 2))):
        assert journey([leg], [WALKER], rulings=Rulings(**choice)).miles == miles


@pytest.mark.parametrize(
    ("leg", "who", "sentence"),
    [
        ({"through": "air"}, WALKER, "A has no fly speed"),
        ({"through": "air"}, RIDER.model_copy(update={"fly_feet": F(30)}), "R rides a light horse, and no mount of"),
        ({"through": "water"}, RIDER, "R rides a light horse, and the source has no mounts that swim"),
        ({"through": "water", "mode": "run"}, WALKER, "one swims at base speed only, and A has none"),
    ],
)
def test_who_cannot_is_named(leg, who, sentence):
    """O-END-7, O-END-8: the sentence says who it is."""
    with pytest.raises(RuleError, match=sentence):
        journey([Leg(hours=1, **leg)], [who])


@pytest.mark.parametrize(
    ("make", "accepted"),
    [
        (lambda: Traveller(name="", con=10), False),
        (lambda: Traveller(name="A", con=10), True),
        (lambda: Traveller(name="A" * 100, con=10), True),
        (lambda: Traveller(name="A" * 101, con=10), False),
        (lambda: Leg(miles=F(1, 100)), True),
        (lambda: Leg(miles=0), False),
        (lambda: Leg(miles=10_000), True),
        (lambda: Leg(miles=F(100_001, 10)), False),
        (lambda: Leg(hours=F(1, 100)), True),
        (lambda: Leg(hours=0), False),
        (lambda: Rest(hours=720), True),
        (lambda: Rest(hours=F(7201, 10)), False),
        (lambda: journey([Leg(hours=1)], [Traveller(name=str(who), con=9) for who in range(12)]), True),
        (lambda: journey([Leg(hours=1)], [Traveller(name=str(who), con=9) for who in range(13)]), False),
        (lambda: journey([Leg(hours=1)], []), False),
        (lambda: journey([Leg(hours=F(1, 400))] * 400, [WALKER]), True),
        (lambda: journey([Leg(hours=F(1, 400))] * 401, [WALKER]), False),
        (lambda: journey([], [WALKER]), False),
        (lambda: Leg(hours=1, vehicle="rowboat", current_mph=F(1, 2), drifting=True), True),
        (lambda: Leg(hours=1, vehicle="rowboat", current_mph=0, drifting=True), False),
        (lambda: Leg(hours=1, vehicle="rowboat", current_mph=3, drifting=True, towed=True), False),
        (lambda: Leg(hours=1, rowers=("A",)), False),
        (lambda: Leg(hours=1, towed=True), False),
        (lambda: Leg(hours=1, drifting=True, current_mph=3), False),
        (lambda: Leg(hours=1, current_mph=3), False),
        (lambda: Leg(hours=1, cargo_lb=1), False),
        (lambda: Leg(hours=1, on_snow=True), False),
    ],
)
def test_what_a_plan_may_hold(make, accepted):
    """1 to 100 letters, above 0 to 10,000 miles or 720 hours, 1 to 12 travellers, 1 to 400 parts, and legs that make sense."""
    if accepted:
        assert make()
        return
    with pytest.raises(ValidationError):
        make()


@pytest.mark.parametrize("plan", [[], [Rest(hours=1)]])
def test_a_plan_without_a_leg_is_told_what_it_needs(plan):
    """One part at least where there is none, a leg where there are only rests."""
    with pytest.raises(ValidationError) as error:
        journey(plan, [WALKER])
    field, sentence = complaint(error.value)
    assert field == "plan"
    assert ("a journey needs a leg, not only rests" if plan else "at least 1 item") in sentence


def test_what_is_not_said_of_a_traveller_and_a_leg():
    """Nobody has a feat, a mount or wings unless it is said; 30 feet, Dex 10, no armour; a leg walks over a highway."""
    who, leg = Traveller(name="A", con=10), Leg(hours=1)
    given = {"name": "A", "con": 10, "dex": 10, "speed_feet": 30, "load": "light", "endurance_feat": False}
    given |= {"mount": None, "fly_feet": None, "swim_feet": None, "armour": "none", "swim_modifier": 0}
    assert who == Traveller(**given, needs_air=True)
    ground = {
        "mode": "walk",
        "terrain": "plains",
        "road": "highway",
        "through": "land",
        "current_mph": 0,
        "cargo_lb": 0,
    }
    assert leg == Leg(hours=1, **ground, towed=False, drifting=False, soaring=False, rowers=None, on_snow=None)
