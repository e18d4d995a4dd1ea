"""Forced marches: enumeration of all rolls, icepool, an independent count, each ruling, thresholds, refusals."""

from collections import Counter
from copy import copy
from fractions import Fraction
from itertools import product
from pickle import dumps, loads

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.dice import Odds
from haventms.overland import MarchCheck
from haventms.overland.marching import GONE, Tired, after_failure, ladder
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction
march = overland.march

MODIFIERS = {1: -5} | {score: step - 4 for step in range(15) for score in (2 * step + 2, 2 * step + 3)} | {0: -5}
ALLOWANCE = {("walk", 15): 450, ("hustle", 15): 180, ("run", 15): 30, ("dash", 15): 15, ("sprint", 15): 3}


def reference(con, difficulties, feat=False, lower=True, feat_all=False, automatic=False):
    """The chances of (failures that count, Con left) after each check, from the sentences of the source."""
    states = {(0, con): F(1)}
    after = []
    for difficulty in difficulties:
        following = Counter()
        for (failed, left), chance in states.items():
            if left == 0:
                following[failed, 0] += chance
                continue
            bonus = MODIFIERS[left if lower else con] + (4 if feat and (failed == 0 or feat_all) else 0)
            made = 0
            for face in range(1, 21):
                success = face + bonus >= difficulty
                if automatic and face in (1, 20):
                    success = face == 20
                made += success
            following[failed, left] += chance * F(made, 20)
            worse = (min(failed + 1, 2), left if failed < 2 else left - 1)
            following[worse] += chance * F(20 - made, 20)
        states = {state: chance for state, chance in following.items() if chance}
        after.append(states)
    return after


def agrees(check, states):
    """Whether a check says the same as the reference."""
    alive = {state: chance for state, chance in states.items() if state[1]}
    cons = Counter()
    for (_, left), chance in states.items():
        cons[left] += chance
    return (
        check.fresh == sum(chance for (failed, _), chance in alive.items() if failed == 0)
        and check.fatigued == sum(chance for (failed, _), chance in alive.items() if failed == 1)
        and check.exhausted == sum(chance for (failed, _), chance in alive.items() if failed == 2)
        and check.dead == cons[0]
        and check.con == Odds(dict(cons))
        and check.fresh + check.fatigued + check.exhausted + check.dead == 1
    )


def test_all_rolls_of_four_checks():
    """Each of the 20^4 sequences of rolls, played out one by one: Con 2, whose fourth failure is death."""
    ends = Counter()
    for faces in product(range(1, 21), repeat=4):
        failed, con = 0, 2
        for number, face in enumerate(faces):
            if con and face + (-5 if con == 1 else -4) < 10 + number:
                failed += 1
                con -= failed > 2
        ends[failed, con] += 1
    last = march(2, F(42, 60), "run").checks[3]
    every = 20**4
    assert last.fresh == F(ends[0, 2], every)
    assert last.fatigued == F(ends[1, 2], every)
    assert last.exhausted == F(ends[2, 2] + ends[3, 1], every)
    assert last.dead == F(ends[4, 0], every) == last.con.p(0)
    assert last.con.p(1) == F(ends[3, 1], every)


def test_icepool_finds_the_same():
    """Eight checks of Con 6 computed by icepool."""

    def roll(state, face, difficulty):
        failed, con = state
        if con == 0 or face + MODIFIERS[con] >= difficulty:
            return state
        return (failed + 1, con - (failed >= 2))

    state = icepool.Die([(0, 6)])
    checks = march(6, 11).checks
    assert [check.difficulty for check in checks] == [*range(10, 18)]
    for check in checks:
        state = icepool.map(roll, state, icepool.d20, check.difficulty)
        assert check.con == Odds({con: F(n, state.denominator()) for con, n in state.marginals[1].items()})
        assert check.fresh == F(state.quantity((0, 6)), state.denominator())


def test_the_known_values():
    """Con 15 hustling, as the issue states them; Bartas's first leg with every check made."""
    bartas = march(15, 8, "hustle")
    checks = bartas.checks
    assert [check.minute for check in checks] == [240, 300, 360, 420, 480]
    assert [check.difficulty for check in checks] == [10, 11, 12, 13, 14]
    assert [check.fresh for check in checks[:3]] == [F(13, 20), F(39, 100), F(429, 2000)]
    assert [check.fatigued for check in checks[:3]] == [F(7, 20), F(47, 100), F(217, 500)]
    assert checks[2].con.outcomes == {14: F(63, 1000), 15: F(937, 1000)}
    assert bartas.pass_all == F(3861, 80000)
    assert bartas.allowance_minutes == 180
    assert str(bartas) == (
        "Con 15, load light: hustle for 8 hours takes 5 checks, DC 10 to 14; "
        "afterwards fresh 4.8 %, fatigued 20.5 %, exhausted 74.7 %."
    )
    assert round_trips(bartas)


def test_bartas_second_and_third_leg():
    """Without an allowance: eight checks from DC 12, and nine from DC 14."""
    assert [check.difficulty for check in march(15, 8, "hustle", missing_rest_hours=2).checks] == [*range(12, 20)]
    third = march(15, 9, "hustle", missing_rest_hours=4)
    assert [check.difficulty for check in third.checks] == [*range(14, 23)]
    assert third.checks[3].minute == 240
    fresh_allowance = Rulings(overland_shortrest="new_allowance")
    anew = march(15, 9, "hustle", missing_rest_hours=4, rulings=fresh_allowance)
    assert [(check.minute, check.difficulty) for check in anew.checks][3] == (420, 17)
    assert anew.rulings_used[0] == "R-OVERLAND-SHORTREST"


@pytest.mark.parametrize(("mode", "rhythm"), [("walk", 60), ("hustle", 60), ("run", 10), ("dash", 5), ("sprint", 5)])
def test_checks_at_and_beside_each_threshold(mode, rhythm):
    """No check at the allowance, one a minute later and at the full period, two a minute after that."""
    free = ALLOWANCE[mode, 15]

    def times(minutes, partial="started"):
        found = march(15, F(minutes, 60), mode, rulings=Rulings(overland_partial=partial))
        asked = minutes > free and (minutes - free) % rhythm
        assert ("R-OVERLAND-PARTIAL" in found.rulings_used) == bool(asked)
        return [check.minute for check in found.checks]

    assert times(free - 1) == times(free) == []
    assert times(free + 1) == [free + 1]
    assert times(free + rhythm - 1) == [free + rhythm - 1]
    assert times(free + rhythm) == [free + rhythm]
    assert times(free + rhythm + 1) == [free + rhythm, free + rhythm + 1]
    assert times(free + 1, "full") == []
    assert times(free + rhythm + 1, "full") == [free + rhythm]


def test_parts_of_a_minute():
    """A check falls due at a fraction of a minute too."""
    (check,) = march(16, F(1441, 180)).checks
    assert check.minute == F(1441, 3)
    assert round_trips(march(16, F(1441, 180)))


@pytest.mark.parametrize(
    ("load", "free", "first"), [("none", 480, 10), ("light", 480, 10), ("medium", 240, 12), ("heavy", 120, 14)]
)
def test_loads(load, free, first):
    """The load shortens the allowance and raises the first DC."""
    found = march(16, 9, load=load)
    assert found.checks[0].minute == free + 60
    assert found.checks[0].difficulty == first
    assert found.checks[-1].difficulty == first + (540 - free) // 60 - 1


def test_the_hours_under_load_may_be_rounded():
    """R-OVERLAND-ROUND: Con 15 with a medium load walks 225 minutes, or 180 in whole hours."""
    assert march(15, 4, load="medium").checks[0].minute == 240
    rounded = march(15, 4, load="medium", rulings=Rulings(overland_round="hours"))
    assert rounded.allowance_minutes == 180
    assert rounded.rulings_used[0] == "R-OVERLAND-ROUND"
    assert "R-OVERLAND-ROUND" not in march(15, 4, load="medium", missing_rest_hours=1).rulings_used


def test_per_hour_counts_hours_begun():
    """A dash checks each 5 minutes; by the hour the twelfth check still has DC 10 and the thirteenth DC 11."""
    found = march(15, F(80, 60), "dash", rulings=Rulings(overland_rhythm="per_hour"))
    assert [check.difficulty for check in found.checks] == [10] * 12 + [11]
    assert "R-OVERLAND-RHYTHM" in found.rulings_used
    walk = [march(15, 12, rulings=Rulings(overland_rhythm=token)) for token in ("per_check", "per_hour")]
    assert walk[0].checks == walk[1].checks
    assert "R-OVERLAND-RHYTHM" not in walk[1].rulings_used
    assert "R-OVERLAND-RHYTHM" not in march(15, F(40, 60), "run").rulings_used


def test_rulings_are_named_where_they_arise():
    """Con damage asks from the check after it on; the feat asks once somebody may be fatigued; no check, no die."""
    assert march(15, 3, "hustle").rulings_used == ()
    assert march(15, 6, "hustle").rulings_used == ("R-OVERLAND-DIE",)
    assert march(15, 7, "hustle").rulings_used == ("R-OVERLAND-DIE", "R-OVERLAND-CONMOD")
    assert march(15, 4, "hustle", endurance_feat=True).rulings_used == ("R-OVERLAND-DIE",)
    assert march(15, 5, "hustle", endurance_feat=True).rulings_used == ("R-OVERLAND-DIE", "R-OVERLAND-ENDURANCE")
    assert march(30, 16, "hustle").rulings_used == ("R-OVERLAND-DIE",), "at +10 the first two checks never fail"
    assert march(30, 17, "hustle").rulings_used == ("R-OVERLAND-DIE", "R-OVERLAND-CONMOD")
    assert march(15, F(1, 20), "sprint", missing_rest_hours=1).rulings_used[:2] == (
        "R-OVERLAND-SHORTREST",
        "R-OVERLAND-SPRINTLOAD",
    )


@settings(max_examples=40, deadline=None)
@given(
    con=st.integers(1, 20),
    checks=st.integers(1, 14),
    load=st.sampled_from(["light", "medium", "heavy"]),
    feat=st.booleans(),
    missing=st.integers(1, 6),
    die=st.sampled_from(["plain", "automatic"]),
    conmod=st.sampled_from(["lower", "unchanged"]),
    endurance=st.sampled_from(["until_fatigued", "all"]),
)
def test_every_march_is_the_reference(con, checks, load, feat, missing, die, conmod, endurance):
    """Any march against the count from the sentences, in every reading of die, Con damage and feat."""
    rulings = Rulings(overland_die=die, overland_conmod=conmod, overland_endurance=endurance)
    found = march(con, checks, "walk", load, feat, missing, rulings)
    first = {"light": 10, "medium": 12, "heavy": 14}[load] + missing
    difficulties = [*range(first, first + checks)]
    assert [check.difficulty for check in found.checks] == difficulties
    expected = reference(con, difficulties, feat, conmod == "lower", endurance == "all", die == "automatic")
    assert all(agrees(check, states) for check, states in zip(found.checks, expected, strict=True))
    assert found.pass_all == found.checks[-1].fresh
    assert round_trips(found)


@settings(max_examples=30, deadline=None)
@given(con=st.integers(1, 19), minutes=st.integers(1, 300), mode=st.sampled_from(["walk", "hustle"]))
def test_more_con_is_never_worse(con, minutes, mode):
    """A point of Con more never lowers the chance to stay fresh or to live, after any march."""
    ends = [(march(each, F(minutes, 10), mode).checks or (None,))[-1] for each in (con, con + 1)]
    fresh, dead = zip(*[(end.fresh, end.dead) if end else (F(1), F(0)) for end in ends], strict=True)
    assert fresh[0] <= fresh[1]
    assert dead[0] >= dead[1]


def test_walk_is_kinder_than_hustle_and_hustle_than_run():
    """For the same hours the slower pace leaves one fresh with at least the same chance."""
    for con in (6, 11, 15, 18):
        walk, hustle, run = (march(con, 2, mode).pass_all for mode in ("walk", "hustle", "run"))
        assert walk >= hustle >= run


def test_thirty_days():
    """720 hours are computed: nobody lives, and every check is listed; an hour more is refused."""
    whole = march(15, 720)
    assert len(whole.checks) == 713
    assert whole.checks[-1].dead == 1
    assert whole.checks[-1].con == Odds.constant(0)
    assert whole.checks[-1].difficulty == 722
    assert whole.checks[40] != whole.checks[41]
    with pytest.raises(ValidationError) as error:
        march(15, 721)
    assert complaint(error.value)[0] == "hours"


def test_automatic_success_keeps_a_chance_for_ever():
    """With a 20 that always succeeds nobody is surely dead, so the number of checks is bounded, in a sentence."""
    lucky = Rulings(overland_die="automatic")
    assert 0 < march(15, 60, rulings=lucky).checks[-1].dead < 1
    assert len(march(15, F(15015, 60), "dash", rulings=lucky).checks) == 3000
    with pytest.raises(ValidationError) as error:
        march(15, 251, "dash", rulings=lucky)
    assert complaint(error.value) == ("hours", "hours must be at most 250 where every check can succeed: 3,000 checks")
    assert len(march(15, 251, "dash").checks) == 3009


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((0, 8), "con"),
        ((2.5, 8), "con"),
        ((101, 8), "con"),
        ((True, 8), "con"),
        ((15, -1), "hours"),
        ((15, float("nan")), "hours"),
        ((15, float("inf")), "hours"),
        ((15, True), "hours"),
        ((15, 8, "stroll"), "mode"),
        ((15, 8, "walk", "huge"), "load"),
        ((15, 8, "walk", "light", False, -1), "missing_rest_hours"),
        ((15, 8, "walk", "light", False, 1.5), "missing_rest_hours"),
    ],
)
def test_bad_input_is_named(arguments, field):
    """A complaint names the parameter, also when it was given by position."""
    with pytest.raises(ValidationError) as error:
        march(*arguments)
    assert complaint(error.value)[0] == field


@pytest.mark.parametrize(
    ("con", "mode", "load", "clause"),
    [(11, "sprint", "light", "O-END-5"), (1, "dash", "light", "O-END-4"), (15, "sprint", "heavy", "O-MOD-4")],
)
@pytest.mark.parametrize("missing", [0, 2])
def test_impossible_paces(con, mode, load, clause, missing):
    """A pace that Con or load rule out is refused by its clause, with and without an allowance."""
    with pytest.raises(RuleError) as error:
        march(con, 1, mode, load, missing_rest_hours=missing)
    assert error.value.clause == clause


def test_no_hours_are_no_march():
    """A march of no time takes no check."""
    none = march(15, 0)
    assert none.checks == ()
    assert none.pass_all == 1
    assert str(none) == "Con 15, load light: walk for 0 minutes without a check."


def test_a_single_check_in_words():
    """One check is told without a plural."""
    assert " takes 1 check, DC 10; afterwards fresh 65.0 %, fatigued 35.0 %." in str(march(15, 4, "hustle"))


def test_tables_of_the_march():
    """The numbers of the march, typed a second time."""
    assert {row.name: row["value"] for row in table("overland", "march")} == {
        "each check after the first": 1,
        "each missing hour": 1,
        "Con lost by a later failure": 1,
        "Endurance feat": 4,
    }
    tired = [(row.name, row["failures"], row["strength"], row["dexterity"]) for row in table("overland", "tired")]
    assert tired == [("fatigued", 1, -2, -2), ("exhausted", 2, -6, -6)]


def test_where_failures_lead():
    """Fatigued, exhausted, then down to death."""
    assert [each[:2] for each in ladder(2)] == [(0, 2), (1, 2), (2, 2), (2, 1), (3, 0)]
    assert after_failure(Tired(2, 1)) == GONE


def test_a_check_is_a_value():
    """Checks compare by what they say, hash, copy, travel through pickle, and cannot be changed."""
    check = march(15, 4, "hustle").checks[0]
    again = MarchCheck(F(240), 10, (26, 14, 0, 0), 40, Odds.constant(15))
    assert check == again
    assert hash(check) == hash(again)
    assert check != march(15, 5, "hustle").checks[0].con
    assert copy(check) == loads(dumps(check)) == check
    assert repr(check) == "MarchCheck(4 hours, DC 10: fresh 65.0 %, fatigued 35.0 %)"
    with pytest.raises(AttributeError):
        check.minute = 3


@pytest.mark.parametrize(
    "change",
    [
        {"minute": "soon"},
        {"difficulty": "10"},
        {"fresh": "1/2"},
        {"fresh": "-1/1", "dead": "33/20"},
        {"con": 3},
        {"mood": 1},
    ],
)
def test_a_mangled_check_is_refused(change):
    """What was not written by a check is no check."""
    found = march(15, 4, "hustle")
    mangled = found.model_dump(mode="json")
    mangled["checks"][0] |= change
    with pytest.raises(ValidationError):
        overland.March.model_validate(mangled)
    with pytest.raises(ValidationError):
        overland.March.model_validate(mangled | {"checks": [1]})
