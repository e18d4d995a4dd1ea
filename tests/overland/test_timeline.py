"""The timeline of a march: against counting, against the march and the journey, every ruling and error of its own.

Checked with E-OVERLAND-1@2, E-OVERLAND-2@2, E-OVERLAND-3@2, E-OVERLAND-7@2 and E-OVERLAND-8@2.
"""

import copy
import pickle
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from haventms import RuleError, Rulings, overland
from haventms.dice import Odds
from haventms.overland import Leg, Mount, Rest, Traveller
from haventms.overland.marching import LEFT, Tired
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction
BARTAS = Traveller(name="Bartas", con=15)
LEGS = [Leg(hours=8, mode="hustle"), Rest(hours=6), Leg(hours=8, mode="hustle"), Rest(hours=6)]


def timeline(*plan, who=BARTAS, **more):
    return overland.timeline(list(plan), who, **more)


def counted(con, difficulties):
    """{failures: chance} by going through every pattern of made and failed checks, the Con as it is then."""
    found = {}
    for pattern in product([True, False], repeat=len(difficulties)):
        failures, weights = 0, []
        for made, difficulty in zip(pattern, difficulties, strict=True):
            modifier = (con - max(failures - 2, 0) - 10) // 2
            faces = sum(face + modifier >= difficulty for face in range(1, 21))
            weights.append(F(faces if made else 20 - faces, 20))
            failures += not made
        if p := prod(weights):
            found[failures] = found.get(failures, 0) + p
    return found


def test_two_legs_of_bartas_by_counting():
    """Thirteen checks, DC 10 to 14 and 12 to 19: every pattern of made and failed ones."""
    found = timeline(*LEGS)
    expected = counted(15, [*range(10, 15), *range(12, 20)])
    after = found.phases[2].after
    assert (after.fresh, after.fatigued) == (expected[0], expected[1])
    assert after.exhausted == 1 - expected[0] - expected[1]
    assert after.hurt == after.exhausted - expected[2]
    assert after.con.outcomes == {15: sum(expected[n] for n in range(3)), **{
        15 - lost: expected[lost + 2] for lost in range(1, 12)}}  # fmt: skip
    assert [float(moment.hour) for moment in found.phases[2].moments] == [15, 16, 17, 18, 19, 20, 21, 22]
    assert [each.difficulties for each in found.phases[2].moments] == [{dc: 1} for dc in range(12, 20)]
    assert [phase.kind for phase in found.phases] == ["march", "rest", "march", "rest"]
    assert [phase.miles for phase in found.phases] == [48, None, 48, None]
    assert [phase.missing_hours for phase in found.phases] == [0, 2, 2, 4]
    assert found.phases[1].before == found.phases[0].after
    assert found.checks == 13
    assert round_trips(found)


def test_who_cannot_fail_stays_fresh_until_the_dc_is_too_high():
    """Con 40 adds 15: from DC 10 on, after the twenty free hours, the die cannot miss until DC 17."""
    found = timeline(Leg(hours=32, mode="walk"), who=Traveller(name="giant", con=40))
    (phase,) = found.phases
    assert [min(each.difficulties) for each in phase.moments] == list(range(10, 22))
    for moment in phase.moments:
        missed = [max(dc - 16, 0) for dc in range(10, min(moment.difficulties) + 1)]
        assert moment.after.fresh == prod(F(20 - each, 20) for each in missed)
    assert {each.after.fresh == 1 for each in phase.moments} == {True, False}


def test_odds_that_wait_are_like_those_that_are_built():
    """A condition's fractions are built when they are asked for; every way of asking gives the same."""
    built = overland.Condition(F(3, 4), F(1, 4), F(0), F(0), F(0), Odds.constant(15), F(1, 4))

    def waiting():
        return overland.Condition.of([({Tired(0, 15): 1}, 3), ({Tired(1, 15, LEFT): 1}, 1)], 4, 15)

    assert waiting() == built
    assert hash(waiting()) == hash(built)
    assert repr(waiting()) == repr(built)
    assert waiting().hurt == 0
    assert pickle.loads(pickle.dumps(waiting())) == built
    assert copy.deepcopy(waiting()) == built
    assert asdict(waiting()) == asdict(built)
    assert replace(waiting(), hurt=F(1, 8)) == replace(built, hurt=F(1, 8))
    assert TypeAdapter(overland.Condition).dump_json(waiting()) == TypeAdapter(overland.Condition).dump_json(built)
    with pytest.raises(AttributeError, match="no 'colour'"):
        _ = waiting().colour
    with pytest.raises(AttributeError):
        waiting().fresh = F(1)


def same_as_a_march(found, march):
    """Every check of a single march, at its minute, with its DC and odds."""
    (phase,) = found.phases
    alive = [check for number, check in enumerate(march.checks) if number == 0 or march.checks[number - 1].dead < 1]
    assert len(phase.moments) == len(alive)
    for moment, check in zip(phase.moments, alive, strict=True):
        assert moment.hour * 60 == check.minute
        assert {*moment.difficulties} == {check.difficulty}
        after = moment.after
        assert (after.fresh, after.fatigued, after.exhausted, after.dead, after.con) == (
            check.fresh, check.fatigued, check.exhausted, check.dead, check.con
        )  # fmt: skip
    return True


@pytest.mark.parametrize("con", [1, 6, 15, 18])
@pytest.mark.parametrize(("mode", "hours"), [("walk", 17), ("hustle", F(15, 2)), ("run", F(5, 2)), ("sprint", F(1, 3))])
@pytest.mark.parametrize("load", ["light", "heavy"])
def test_one_march_is_the_march(con, mode, hours, load):
    """With the feat and without, missing hours or none."""
    for feat, missing in ((False, 0), (True, 2)):
        who = Traveller(name="a", con=con, load=load, endurance_feat=feat)
        if mode == "sprint" and (con < 12 or load == "heavy"):
            with pytest.raises(RuleError):
                timeline(Leg(hours=hours, mode=mode), who=who, missing_rest_hours=missing)
            continue
        march = overland.march(con, hours, mode, load, feat, missing)
        found = timeline(Leg(hours=hours, mode=mode), who=who, missing_rest_hours=missing)
        assert same_as_a_march(found, march)


@pytest.mark.parametrize(
    "rulings",
    [
        {"overland_die": "automatic"},
        {"overland_partial": "full"},
        {"overland_rhythm": "per_hour"},
        {"overland_conmod": "unchanged"},
        {"overland_endurance": "all"},
        {"overland_shortrest": "new_allowance"},
    ],
)
def test_one_march_is_the_march_under_each_ruling(rulings):
    """Half a period is left at the end."""
    chosen = Rulings(**rulings)
    who = Traveller(name="a", con=7, endurance_feat=True)
    found = timeline(Leg(hours=F(13, 12), mode="run"), who=who, missing_rest_hours=1, rulings=chosen)
    assert same_as_a_march(found, overland.march(7, F(13, 12), "run", "light", True, 1, rulings=chosen))


PARTS = st.one_of(
    st.builds(Leg, hours=st.integers(1, 20).map(lambda n: F(n, 2)), mode=st.sampled_from(["walk", "hustle", "run"])),
    st.builds(Leg, miles=st.integers(1, 40), mode=st.sampled_from(["walk", "hustle"]), terrain=st.just("hills")),
    st.builds(Rest, hours=st.integers(1, 26)),
)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(PARTS, min_size=1, max_size=4).filter(lambda plan: any(part.kind == "leg" for part in plan)),
    st.integers(2, 18),
    st.sampled_from(["no_allowance", "new_allowance"]),
)
def test_the_ends_are_those_of_the_journey(plan, con, shortrest):
    """What one traveller of a journey is like after each part."""
    rulings = Rulings(overland_shortrest=shortrest)
    who = Traveller(name="a", con=con)
    found, journey = overland.timeline(plan, who, rulings=rulings), overland.journey(plan, [who], rulings=rulings)
    for phase, part in zip(found.phases, journey.parts, strict=True):
        state = part.by_traveller["a"]
        assert phase.after.con == state.con
        assert [phase.after.fresh, phase.after.fatigued, phase.after.exhausted, phase.after.dead] == [
            state.fresh, state.fatigued, state.exhausted, state.dead
        ]  # fmt: skip
        assert (phase.extra_rest_minutes, phase.missing_hours) == (state.extra_rest_minutes, state.missing_hours)
        assert (phase.from_hour + 6, phase.to_hour + 6) == (part.from_hour, part.to_hour)
        assert (phase.miles or 0) == part.miles
        last = phase.moments[-1].after if phase.moments else phase.before
        assert phase.kind == "rest" or last.con == phase.after.con
    assert found.checks == journey.parts[-1].by_traveller["a"].checks


def test_after_twelve_hours_the_dcs_hang_on_the_state():
    """Who was fatigued has three hours without a check; who was exhausted checks from the first hour, DC 10."""
    found = timeline(Leg(hours=5, mode="hustle"), Rest(hours=12), Leg(hours=4, mode="hustle"))
    exhausted = F(7 * 8, 400)
    moments = found.phases[2].moments
    assert [moment.hour - 17 for moment in moments] == [1, 2, 3, 4]
    assert moments[0].difficulties == {10: exhausted}
    assert moments[3].difficulties == {10: 1 - exhausted, 13: exhausted}
    assert found.phases[2].before == found.phases[1].after


def test_the_dead_make_no_check():
    """Con 1 runs: dead at the third failure at the latest one of each; when all are dead, nothing more is told."""
    found = timeline(Leg(hours=24, mode="run"), Rest(hours=8), Leg(hours=24), who=Traveller(name="a", con=1))
    assert found.after.dead == 1
    march, rest, after = found.phases
    assert march.moments[-1].after.dead == 1
    assert march.moments[-2].after.dead < 1
    assert (rest.moments, after.moments) == ((), ())
    assert (rest.extra_rest_minutes, rest.missing_hours) == (0, 0)
    third = march.moments[3]
    assert third.difficulties == {13: 1 - march.moments[2].after.dead}


def test_two_rhythms_may_fall_due_together():
    """A begun hour of walking and begun ten minutes of running both end at the rest: two checks, one after the other."""
    who = Traveller(name="a", con=10)
    found = timeline(Leg(hours=F(11, 2)), Leg(hours=F(1, 4), mode="run"), Rest(hours=8), who=who)
    moment = found.phases[1].moments[-1]
    assert moment.hour == F(23, 4)
    assert moment.difficulties == {10: 1, 11: 1}
    assert moment.after.fresh == F(11, 20) * F(10, 20)
    assert found.checks == 2


def test_a_sprint_has_checks_but_no_miles():
    """By hours it can be marched; by miles it cannot."""
    found = timeline(Leg(hours=F(1, 10), mode="sprint"))
    assert found.phases[0].miles is None
    assert found.checks == 1
    with pytest.raises(RuleError) as caught:
        timeline(Leg(miles=1, mode="sprint"))
    assert caught.value.clause == "O-MOD-4"


def test_riders_rowers_and_passengers():
    """The mount's Con counts; rowing is a hustle; who is towed makes no check, but a begun hour is settled."""
    horse = Traveller(name="a", con=3, mount=Mount(kind="light horse", con=15, load_lb=170))
    assert timeline(Leg(hours=8, mode="hustle"), who=horse).con == 15
    rowed = timeline(Leg(hours=4, vehicle="rowboat"))
    assert [moment.difficulties for moment in rowed.phases[0].moments] == [{10: 1}]
    towed = timeline(Leg(hours=F(7, 2), mode="hustle"), Leg(hours=1, vehicle="keelboat", towed=True))
    assert [len(phase.moments) for phase in towed.phases] == [0, 1]
    assert towed.phases[1].moments[0].hour == F(9, 2)


def test_what_it_says():
    """A march without a check, with one, with rests; the ledger cites what happened."""
    quiet = timeline(Leg(hours=3, mode="hustle"), Rest(hours=8))
    assert str(quiet) == "Con 15, load light: 3 hours of marching, 8 hours of rest without a check."
    assert [line.clause for line in quiet.ledger if line.clause.startswith(("O-FOR", "O-RES"))] == [
        "O-FOR-6",
        "O-RES-3",
    ]
    one = timeline(Leg(hours=4, mode="hustle"))
    assert str(one) == (
        "Con 15, load light: 4 hours of marching: 1 check, DC 10; afterwards fresh 65.0 %, fatigued 35.0 %."
    )
    clauses = [line.clause for line in timeline(*LEGS, Leg(hours=1, mode="hustle")).ledger]
    assert {"O-FOR-1", "O-FOR-2", "O-FOR-3", "O-FOR-4", "O-FOR-5", "O-RES-1", "O-RES-2", "O-END-0"} <= {*clauses}
    assert clauses.count("O-END-0") == 1


def test_con_comes_back_over_night():
    """A point for 8 hours, where midnight lies between the strain and the rest's end."""
    found = timeline(Leg(hours=4), Rest(hours=8), who=Traveller(name="a", con=2), start_hour=19)
    assert [line.value for line in found.ledger if line.clause == "O-RES-4"] == ["0.341"]
    assert found.after.con.outcomes == {2: 1}
    same_day = timeline(Leg(hours=4), Rest(hours=8), who=Traveller(name="a", con=2), start_hour=6)
    assert same_day.after.con == same_day.phases[0].after.con


@pytest.mark.parametrize(
    ("arguments", "parameter"),
    [
        ({"plan": []}, "plan"),
        ({"plan": [Rest(hours=8)]}, "plan"),
        ({"plan": [Leg(hours=4, vehicle="rowboat", rowers=["nobody"])]}, "plan"),
        ({"traveller": {"name": "a", "con": 0}}, "traveller"),
        ({"start_hour": 24}, "start_hour"),
        ({"missing_rest_hours": -1}, "missing_rest_hours"),
        ({"missing_rest_hours": 721}, "missing_rest_hours"),
    ],
)
def test_bad_input_is_named(arguments, parameter):
    """The parameter, in a sentence."""
    with pytest.raises(ValidationError) as caught:
        overland.timeline(**{"plan": [Leg(hours=8)], "traveller": BARTAS, **arguments})
    assert complaint(caught.value)[0] == parameter


def test_at_most_400_checks_that_may_be_made():
    """Where a 20 always succeeds, nobody is ever surely dead; else all are dead long before."""
    rulings = Rulings(overland_die="automatic")
    assert timeline(Leg(hours=407), rulings=rulings).checks == 400
    with pytest.raises(ValidationError, match="at most 400 checks of which any may still be made"):
        timeline(Leg(hours=408), rulings=rulings)
    assert timeline(Leg(hours=720, mode="run")).after.dead == 1


def test_the_tale_of_bartas():
    """Every told check, typed from the source a second time."""
    told = [
        (1, 1, 10, "made"),
        (1, 5, 14, "made"),
        (2, 1, 12, "made"),
        (3, 1, 14, "made"),
        (3, 2, None, "failed"),
        (3, 3, None, "made"),
        (3, 4, 16, "failed"),
        (3, 5, None, "failed"),
    ]
    rows = list(table("overland", "bartas"))
    assert [tuple(row[name] for name in ("leg", "check", "difficulty", "result")) for row in rows] == told
    assert [row["then"] for row in rows] == [
        "not fatigued",
        "48 miles done",
        "all checks of this leg are made, 48 miles more",
        "not fatigued",
        "fatigued",
        "fatigued still",
        "exhausted, 2 miles to go",
        "another point of Con lost, arrived",
    ]
    assert [row["erratum"] for row in rows] == [
        "E-OVERLAND-7",
        "E-OVERLAND-7",
        None,
        "E-OVERLAND-8",
        None,
        None,
        "E-OVERLAND-1, E-OVERLAND-3",
        "E-OVERLAND-2",
    ]


def test_the_ledger_tells_how_the_dc_rises_and_what_the_feat_does():
    """Con 15 hustles for 8 hours: five checks, DC 10 to 14; a single one does not rise, and no feat helps nobody."""
    marcher = Traveller(name="Bartas", con=15, endurance_feat=True)
    lines = {line.clause: line.value for line in overland.timeline((Leg(hours=8, mode="hustle"),), marcher).ledger}
    assert (lines["O-FOR-8"], lines["O-FOR-7"]) == ("14", "+4")
    plain = Traveller(name="Bartas", con=15)
    single = {line.clause for line in overland.timeline((Leg(hours=4, mode="hustle"),), plain).ledger}
    assert not single & {"O-FOR-7", "O-FOR-8"}
