"""What a chase writes down and tells, and where its numbers end: O-PUR-*."""

import re
from fractions import Fraction
from inspect import signature

import pytest
from pydantic import ValidationError

from haventms import overland
from haventms.overland import Runner

from .shared import complaint

F = Fraction
FOX, HOUND = Runner(name="fox"), Runner(name="hound")


def told(result):
    """The clause, the sentence and the value of each line."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


@pytest.mark.parametrize(("speed", "than", "fate"), [(40, "faster", "escapes"), (20, "slower", "caught")])
def test_speed_alone_line_by_line(speed, than, fate):
    """O-PUR-1: the faster one decides, and one who is chased alone has one line."""
    found = overland.chase([Runner(name="fox", speed_feet=speed)], [HOUND])
    assert told(found) == [("O-PUR-1", f"fox at {speed} feet is {than} than hound at 30: no roll", fate)]


def test_equals_line_by_line():
    """O-PUR-2: equals win as often as they lose, a tie being rolled again."""
    text = "As fast as hound (+0): fox with +0 rolls opposed Dexterity checks, chance to escape"
    assert told(overland.chase([FOX], [HOUND])) == [("O-PUR-2", text, "1/2")]


def test_a_day_line_by_line():
    """O-PUR-3: of 400 throws of two equals 190 are higher for the chased, and of 8,000 of two of them both in 2,470.

    Both beat the hound where each shows more than its face: the squares of 0 to 19, added up.
    """
    found = overland.chase([FOX, Runner(name="hare")], [HOUND], "day")
    text = "{} with +0 needs a higher Constitution check than hound (+0), chance to get away"
    assert told(found) == [
        ("O-PUR-3", text.format("fox"), "19/40"),
        ("O-PUR-3", text.format("hare"), "19/40"),
        ("O-PUR-3", "All of them get away, each chaser's check standing against all of them", "247/800"),
    ]
    assert told(overland.chase([FOX], [HOUND], "day")) == [("O-PUR-3", text.format("fox"), "19/40")]


def test_which_clause_lets_all_of_them_get_away():
    """O-PUR-1, O-PUR-2: that of speed where nobody rolls, else that of the opposed checks."""
    swift = Runner(name="swift", speed_feet=40)
    assert told(overland.chase([swift, Runner(name="doe", speed_feet=35)], [HOUND]))[-1][::2] == ("O-PUR-1", "1")
    assert told(overland.chase([swift, FOX], [HOUND]))[-1][::2] == ("O-PUR-2", "1/2")


def test_long_chances_are_told_in_percent():
    """The fifth powers of 1 to 16 over 20 to the sixth: 52,309 of a million, which is no short fraction any more."""
    chance = F(sum(face**5 for face in range(1, 17)), 20**6)
    assert chance == F(52_309, 1_000_000)
    found = overland.chase([Runner(name="fox", con=4)], [Runner(name=str(each)) for each in range(5)], "day")
    assert (found.escape, str(found)) == (chance, "fox escapes with a chance of 5.2 %.")
    short = overland.chase([Runner(name="fox", con=4)], [Runner(name=str(each)) for each in range(4)], "day")
    assert re.fullmatch(r"fox escapes with a chance of [\d,]+/[\d,]+ \(\d\.\d %\)\.", str(short))


def test_what_is_told_is_what_happens():
    """O-PUR-3: in each run the fox gets away just where its total is the higher one, also with a 1 on either die."""
    ones = 0
    for seed in range(60):
        run = overland.chase([FOX], [HOUND], "day", seed=seed)
        mine, theirs = (int(line.rsplit(" ", 1)[1].removesuffix(".")) for line in run.log[:2])
        assert run.escaped == (("fox",) if mine > theirs else ())
        ones += (mine == 1) != (theirs == 1)
    assert ones > 1


def test_a_chase_goes_by_rounds_unless_it_is_said():
    """O-PUR-1, O-PUR-3: and what is left out is what could be said."""
    usual = signature(overland.chase).parameters["scale"].default
    assert overland.chase([FOX], [HOUND]) == overland.chase([FOX], [HOUND], usual)
    assert overland.chase([FOX], [HOUND], "rounds") == overland.chase([FOX], [HOUND])
    assert overland.chase([FOX], [HOUND], "day") != overland.chase([FOX], [HOUND])


@pytest.mark.parametrize("score", [1, 100])
def test_scores_of_a_runner(score):
    """Dexterity and Constitution go from 1 to 100."""
    runner = Runner(name="fox", dex=score, con=score)
    assert overland.chase([runner], [HOUND]).rolls[0].modifier == (score - 10) // 2
    for name in ("dex", "con"):
        with pytest.raises(ValidationError) as error:
            Runner(name="fox", **{name: 0 if score == 1 else 101})
        assert complaint(error.value)[0] == name


def test_an_ordinary_runner():
    """Thirty feet, and tens that change nothing on a die."""
    assert (FOX.speed_feet, FOX.dex, FOX.con) == (30, 10, 10)


def test_how_many_may_run():
    """One to twenty a side."""
    sides = [[Runner(name=str(place)) for place in range(count)] for count in (1, 20, 21)]
    for many in sides[:2]:
        assert 0 < overland.chase(many, [HOUND]).escape < 1
        assert 0 < overland.chase([FOX], many).escape < 1
    for chased, chasers, field in ((sides[2], [HOUND], "chased"), ([FOX], sides[2], "chasers"), ([FOX], [], "chasers")):
        with pytest.raises(ValidationError) as error:
            overland.chase(chased, chasers)
        assert complaint(error.value)[0] == field
