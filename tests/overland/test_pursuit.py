"""Pursuit: odds against enumeration and icepool, ties, seeded runs against the exact chances."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.ledger import Ledger
from haventms.overland import Runner
from haventms.overland.pursuit import _away, _by_rounds, _long_chase, _run

from .shared import complaint, round_trips

F = Fraction
FACES = range(1, 21)


def score(modifier):
    """A score with this modifier."""
    return 10 + 2 * modifier


def counted(bonus, others, tie, die="plain"):
    """The chance of the chased by counting every throw of the d20s, ties by the words of the ruling."""
    escapes = again = total = 0
    for face, *faces in product(FACES, repeat=1 + len(others)):
        total += 1
        ends = {1: -1, 20: 1} if die == "automatic" else {}
        mine = (ends.get(face, 0), face + bonus)
        lost = tied = False
        for theirs, other in zip(faces, others, strict=True):
            rank = (ends.get(theirs, 0), theirs + other)
            if rank > mine or (rank == mine and (tie == "pursuer" or (tie == "modifier" and other > bonus))):
                lost = True
            elif rank == mine and not (tie == "modifier" and bonus > other):
                tied = True
        escapes += not lost and not tied
        again += not lost and tied
    return F(escapes, total - again)


def party(*modifiers, ability="dex"):
    """Runners named by their place, with these modifiers."""
    return [Runner(name=f"hound {place}", **{ability: score(m)}) for place, m in enumerate(modifiers)]


@pytest.mark.parametrize(
    ("speed", "chasers", "escape"),
    [(30, [20], 1), (30, [25, 29], 1), (30, [31], 0), (30, [20, 40], 0), (F(61, 2), [30], 1), (30, [30.5], 0)],
)
def test_unequal_speeds_need_no_roll(speed, chasers, escape):
    """The fastest chaser decides, and nothing is rolled."""
    found = overland.chase(
        [Runner(name="fox", speed_feet=speed, dex=1)],
        [Runner(name=str(each), speed_feet=each, dex=30) for each in chasers],
    )
    assert (found.escape, found.caught) == (escape, {"fox": 1 - escape})
    assert (found.rolls, found.log, found.escaped, found.rulings_used) == ((), (), None, ())
    assert round_trips(found)


@pytest.mark.parametrize("tie", ["modifier", "pursuer", "reroll"])
@pytest.mark.parametrize("die", ["plain", "automatic"])
@pytest.mark.parametrize(
    ("bonus", "others"),
    [
        (0, [0]),
        (2, [0]),
        (0, [3]),
        (-3, [5]),
        (17, [0]),
        (18, [0]),
        (19, [0]),
        (20, [0]),
        (0, [21]),
        (1, [0, 1]),
        (0, [0, 0]),
    ],
)
def test_equal_speeds_by_counting(tie, die, bonus, others):
    """Opposed Dexterity checks, each tie as ruled, against counting all throws."""
    rulings = Rulings(overland_tie=tie, overland_die=die)
    found = overland.chase([Runner(name="fox", dex=score(bonus) if bonus > -5 else 1)], party(*others), rulings=rulings)
    assert found.escape == counted(bonus, others, tie, die)
    assert found.escape + found.caught["fox"] == 1
    assert found.away.p(1) == found.escape
    # Under `automatic` a 1 and a 20 tie only with their like, so that the modifiers must be nearer to each other.
    nearest = 20 if die == "plain" else 18
    assert ("R-OVERLAND-TIE" in found.rulings_used) == any(abs(bonus - other) < nearest for other in others)
    assert "R-OVERLAND-DIE" in found.rulings_used
    assert round_trips(found)


@pytest.mark.parametrize("die", ["plain", "automatic"])
@pytest.mark.parametrize(("bonus", "others"), [(2, [0]), (0, [0]), (-2, [3]), (4, [0, 4]), (0, [1, 2])])
def test_long_chases_by_counting(die, bonus, others):
    """Constitution of all parties, strictly highest; speeds and the ruling on ties do not matter."""
    fox = Runner(name="fox", con=score(bonus), speed_feet=5, dex=1)
    for tie in ("modifier", "reroll"):
        rulings = Rulings(overland_tie=tie, overland_die=die)
        found = overland.chase([fox], party(*others, ability="con"), "day", rulings=rulings)
        assert found.escape == counted(bonus, others, "pursuer", die)
        assert found.rulings_used == ("R-OVERLAND-DIE",)


@pytest.mark.parametrize(("bonus", "others"), [(2, [0]), (0, [0, 0, 0]), (5, [-1, 0, 3, 4])])
def test_long_chases_against_icepool(bonus, others):
    """The same odds from an independent library."""
    best = icepool.highest([icepool.d20 + other for other in others])
    expected = ((icepool.d20 + bonus) > best).probability(True)
    found = overland.chase([Runner(name="fox", con=score(bonus))], party(*others, ability="con"), "day")
    assert found.escape == expected


def test_the_worked_long_chase():
    """+2 against one chaser at 0 gets away with 229/400."""
    found = overland.chase([Runner(name="fox", con=14)], [Runner(name="hound")], scale="day")
    assert (found.escape, found.caught) == (F(229, 400), {"fox": F(171, 400)})
    assert str(found) == "fox escapes with a chance of 229/400 (57.3 %)."


def test_several_chased():
    """Each of the chased has its own odds; slower chasers do not roll, and a chaser's check is listed once."""
    chased = [Runner(name="fox", speed_feet=40), Runner(name="hare", speed_feet=30), Runner(name="mole", speed_feet=10)]
    found = overland.chase([*chased, Runner(name="doe")], [Runner(name="hound"), Runner(name="cur", speed_feet=20)])
    assert found.caught == {"fox": 0, "hare": F(1, 2), "mole": 1, "doe": F(1, 2)}
    assert found.escape == 0
    assert [(roll.name, roll.chased, roll.ability, roll.modifier) for roll in found.rolls] == [
        ("hare", True, "Dexterity", 0),
        ("hound", False, "Dexterity", 0),
        ("doe", True, "Dexterity", 0),
    ]
    assert [line.clause for line in found.ledger] == ["O-PUR-1", "O-PUR-2", "O-PUR-1", "O-PUR-2", "O-PUR-2"]
    assert str(found) == (
        "All of them escape with a chance of 0 %. Caught: fox 0 %, hare 1/2 (50.0 %), mole 100 %, doe 1/2 (50.0 %)."
    )


def counted_away(bonuses, others, tie, die):
    """{how many get away: chance} by counting every throw: each chaser rolls once, then each tie by itself again."""
    alone = [counted(bonus, others, tie, die) for bonus in bonuses]
    against = {
        (mine, bonus, theirs, other): outcome(mine, bonus, other, theirs, tie, die)
        for mine, bonus, theirs, other in product(FACES, bonuses, FACES, others)
    }
    throws = Counter()
    for theirs in product(FACES, repeat=len(others)):
        for mine in product(FACES, repeat=len(bonuses)):
            throws[
                tuple(
                    max(against[face, bonus, their, other] for their, other in zip(theirs, others, strict=True))
                    for face, bonus in zip(mine, bonuses, strict=True)
                )
            ] += 1
    found = Counter()
    for fates, times in throws.items():
        chances = [
            {"a won": F(1), "b tied": again, "c lost": F(0)}[fate] for fate, again in zip(fates, alone, strict=True)
        ]
        for gone in product([0, 1], repeat=len(chances)):
            found[sum(gone)] += times * prod(p if away else 1 - p for away, p in zip(gone, chances, strict=True))
    return {number: p / throws.total() for number, p in found.items() if p}


def outcome(face, bonus, other, their, tie, die):
    """One check of the chased against one of a chaser, ties by the words of the ruling; the worst sorts last."""
    ends = {1: -1, 20: 1} if die == "automatic" else {}
    mine, rival = (ends.get(face, 0), face + bonus), (ends.get(their, 0), their + other)
    if mine != rival:
        return "a won" if mine > rival else "c lost"
    if tie == "modifier" and bonus != other:
        return "a won" if bonus > other else "c lost"
    return "c lost" if tie == "pursuer" else "b tied"


@pytest.mark.parametrize("tie", ["modifier", "pursuer", "reroll"])
@pytest.mark.parametrize("die", ["plain", "automatic"])
@pytest.mark.parametrize(("bonuses", "others"), [([0, 0], [0]), ([2, -1], [1]), ([5, 5], [-3])])
def test_several_chased_share_the_chasers_check(bonuses, others, tie, die):
    """All of them and none of them get away more often than if each were chased alone."""
    rulings = Rulings(overland_tie=tie, overland_die=die)
    chased = [Runner(name=str(place), dex=score(bonus)) for place, bonus in enumerate(bonuses)]
    found = overland.chase([*chased, Runner(name="swift", speed_feet=35)], party(*others), rulings=rulings)
    expected = counted_away(bonuses, others, tie, die)
    assert found.away.outcomes == {1 + number: p for number, p in expected.items()}
    assert found.escape == expected[2]
    apart = [1 - found.caught[str(place)] for place in range(2)]
    assert found.escape > apart[0] * apart[1]
    assert found.away.mean == 1 + sum(apart)


def test_several_chased_by_several_over_a_day():
    """Two chased, two chasers: all 160,000 throws counted."""
    chased = [Runner(name="fox", con=12), Runner(name="hare", con=8)]
    found = overland.chase(chased, party(0, 1, ability="con"), "day")
    assert found.away.outcomes == counted_away([1, -1], [0, 1], "pursuer", "plain")
    assert round_trips(found)


def test_several_chased_where_speed_decides():
    """No roll, a certain number of escapes."""
    found = overland.chase([Runner(name="a", speed_feet=40), Runner(name="b", speed_feet=50)], [Runner(name="c")])
    assert (found.escape, found.away.outcomes, found.rolls) == (1, {2: 1}, ())
    assert [line.clause for line in found.ledger] == ["O-PUR-1"] * 3


def test_sides_may_share_a_name():
    """A name is unique within its side only."""
    found = overland.chase([Runner(name="wolf")], [Runner(name="wolf", dex=12)])
    assert [(roll.name, roll.chased, roll.modifier) for roll in found.rolls] == [("wolf", True, 0), ("wolf", False, 1)]


@settings(deadline=None)
@given(
    st.integers(1, 40),
    st.integers(1, 39),
    st.sampled_from(["rounds", "day"]),
    st.sampled_from(["modifier", "pursuer", "reroll"]),
)
def test_better_chasers_are_never_easier(mine, theirs, scale, tie):
    """A better score of the chaser never helps the chased, one of the chased never hurts it."""

    def chance(chased, chaser):
        fox = Runner(name="fox", dex=chased, con=chased)
        return overland.chase(
            [fox], [Runner(name="h", dex=chaser, con=chaser)], scale, rulings=Rulings(overland_tie=tie)
        ).escape

    assert chance(mine, theirs + 1) <= chance(mine, theirs) <= chance(mine + 1, theirs)


@pytest.mark.parametrize("scale", ["rounds", "day"])
@pytest.mark.parametrize("tie", ["modifier", "pursuer", "reroll"])
def test_runs_agree_with_the_odds(scale, tie):
    """200,000 runs of one seed come within four standard deviations of the exact chance."""
    rulings = Rulings(overland_tie=tie)
    fox, hounds = Runner(name="fox", dex=14, con=14), tuple(party(0, 2))
    prepare = _long_chase if scale == "day" else _by_rounds
    race = prepare(fox, hounds, Ledger(rulings))
    random, times = Random(20), 200_000 if tie == "reroll" else 5_000
    won = sum(bool(_run([race], random, [])) for _ in range(times))
    deviation = (float(race.chance * (1 - race.chance)) * times) ** 0.5
    assert abs(won - float(race.chance) * times) < 4 * deviation


def test_a_seed_tells_one_run():
    """The log names every roll; the same seed tells the same run; no seed, no log."""
    fox, hound = Runner(name="fox", dex=14), Runner(name="hound")
    told = overland.chase([fox], [hound], seed=1)
    random = Random(1)
    mine, theirs = random.randint(1, 20), random.randint(1, 20)
    assert told.log[:2] == (
        f"fox rolls Dexterity: {mine} +2 is {mine + 2}.",
        f"hound rolls Dexterity: {theirs} +0 is {theirs}.",
    )
    assert told.log[-1] == ("fox gets away." if told.escaped else "fox is caught.")
    assert told == overland.chase([fox], [hound], seed=1)
    assert overland.chase([fox], [hound]).log == ()
    assert round_trips(told)


def test_told_ties_are_rolled_again():
    """Somewhere among the first seeds two equals tie and roll again, and nobody who lost rolls on."""
    logs = [overland.chase([Runner(name="fox")], [Runner(name="hound")], seed=seed).log for seed in range(60)]
    tied = [log for log in logs if "A tie: fox and its chasers roll again." in log]
    assert tied
    for log in logs:
        assert len(log) == 3 * (log.count("A tie: fox and its chasers roll again.") + 1)


def test_told_chases_without_a_roll():
    """Where speed decides, the log has the outcome only."""
    chased = [Runner(name="fox", speed_feet=40), Runner(name="mole", speed_feet=10)]
    told = overland.chase(chased, [Runner(name="hound")], seed=5)
    assert (told.log, told.escaped) == (("fox gets away.", "mole is caught."), ("fox",))


def test_in_a_long_chase_everyone_rolls_once():
    """The chasers' checks stand against all of the chased."""
    told = overland.chase([Runner(name="fox"), Runner(name="hare")], party(0, 0), "day", seed=9)
    rolls = [line.split(" rolls ")[0] for line in told.log if "rolls" in line]
    assert rolls == ["fox", "hound 0", "hound 1", "hare"]


@pytest.mark.parametrize("tie", ["modifier", "pursuer", "reroll"])
def test_runs_of_several_agree_with_the_odds(tie):
    """How many get away in 20,000 runs comes within four standard deviations of the exact odds."""
    ledger = Ledger(Rulings(overland_tie=tie))
    hounds = tuple(party(1))
    races = [_by_rounds(Runner(name=name, dex=dex), hounds, ledger) for name, dex in (("fox", 14), ("hare", 12))]
    odds, random, times = _away(races), Random(3), 20_000
    counts = [0, 0, 0]
    for _ in range(times):
        counts[len(_run(races, random, []))] += 1
    for number, count in enumerate(counts):
        p = float(odds.p(number))
        assert abs(count - p * times) < 4 * (p * (1 - p) * times) ** 0.5


@pytest.mark.parametrize(
    ("chased", "chasers", "parameter"),
    [
        ([], [Runner(name="a")], "chased"),
        ([Runner(name="a")], [], "chasers"),
        ([Runner(name="a"), Runner(name="a", dex=12)], [Runner(name="b")], "chased"),
        ([{"name": "a", "dex": 0}], [Runner(name="b")], "chased"),
        ([{"name": ""}], [Runner(name="b")], "chased"),
        ([Runner(name=str(place)) for place in range(21)], [Runner(name="b")], "chased"),
    ],
)
def test_bad_sides_are_named(chased, chasers, parameter):
    """An empty side, namesakes, bad scores and too many runners are sentences that name the side."""
    with pytest.raises(ValidationError) as caught:
        overland.chase(chased, chasers)
    assert complaint(caught.value)[0] == parameter


def test_a_full_field_does_not_freeze():
    """Twenty against twenty are answered exactly."""
    field = [Runner(name=str(place), dex=2 * place + 1, con=2 * place + 1) for place in range(20)]
    for scale in ("rounds", "day"):
        found = overland.chase(field, field, scale)
        assert all(0 < chance <= 1 for chance in found.caught.values())
        assert found.away.mean == sum(1 - chance for chance in found.caught.values())
