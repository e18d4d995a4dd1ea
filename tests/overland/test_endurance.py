"""Endurance: every Con score against an independent count, loads, refusals, mixed paces, the day."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.overland.checks import modifier, sides, winning_faces
from haventms.overland.endurance import base_difficulty, rhythm_minutes, span
from haventms.overland.pace import MODES
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction
LOADS = ("none", "light", "medium", "heavy")

# The d20 system's modifiers, typed from its own list: 1, then pairs from 2-3 to 28-29.
MODIFIERS = {1: -5} | {score: step - 4 for step in range(14) for score in (2 * step + 2, 2 * step + 3)}


def unloaded(con, mode):
    """Minutes by the sentences of the source; None where it says that the pace is impossible."""
    mod = MODIFIERS[con]
    if mode == "walk":
        return con * 60 // 2
    if mode == "hustle":
        return 60 + (60 * mod if mod > 0 else 10 * mod)
    if mode == "run":
        return 10 + (10 * mod if mod > 0 else 2 * mod)
    if mode == "dash":
        return None if con == 1 else 5 + (5 * mod if mod > 0 else mod)
    return 1 + mod if mod > 0 else None


@pytest.mark.parametrize("con", range(1, 30))
@pytest.mark.parametrize("mode", MODES)
def test_endurance_of_each_score(con, mode):
    """Each Con score at each pace and load, in both readings of the rounding."""
    whole = unloaded(con, mode)
    for load, divisor, difficulty in (("none", 1, 10), ("light", 1, 10), ("medium", 2, 12), ("heavy", 4, 14)):
        if whole is None or (mode == "sprint" and divisor > 1):
            with pytest.raises(RuleError):
                overland.endurance(con, mode, load)
            continue
        for token in ("minutes", "hours"):
            found = overland.endurance(con, mode, load, Rulings(overland_round=token))
            minutes = whole // divisor
            if token == "hours" and divisor > 1 and mode in ("walk", "hustle"):
                minutes = minutes // 60 * 60
            assert found.minutes == minutes
            assert found.difficulty == difficulty == base_difficulty(load)
            asked = divisor > 1 and mode in ("walk", "hustle")
            assert ("R-OVERLAND-ROUND" in found.rulings_used) == asked


@pytest.mark.parametrize(
    ("con", "mode", "load", "minutes"),
    [
        (18, "run", "light", 50),
        (18, "dash", "light", 25),
        (18, "sprint", "light", 5),
        (6, "run", "light", 6),
        (6, "dash", "light", 3),
        (16, "walk", "light", 480),
        (16, "walk", "medium", 240),
        (16, "walk", "heavy", 120),
        (15, "hustle", "light", 180),
        (8, "hustle", "light", 50),
        (8, "run", "light", 8),
        (8, "dash", "light", 4),
        (1, "walk", "light", 30),
        (1, "run", "light", 0),
        (20, "run", "light", 60),
        (100, "walk", "none", 3000),
    ],
)
def test_worked_values_of_endurance(con, mode, load, minutes):
    """The values that the source and the issue print."""
    assert overland.endurance(con, mode, load).minutes == minutes


@pytest.mark.parametrize(
    ("con", "mode", "load", "clause", "sentence"),
    [
        (1, "dash", "light", "O-END-4", "A creature of Con 1 cannot dash"),
        (6, "sprint", "light", "O-END-5", "Without a Con bonus nobody can sprint: Con 6 has none"),
        (11, "sprint", "none", "O-END-5", "Without a Con bonus nobody can sprint: Con 11 has none"),
        (18, "sprint", "medium", "O-MOD-4", "Only the unencumbered sprint: a medium load bars it"),
        (18, "sprint", "heavy", "O-MOD-4", "Only the unencumbered sprint: a heavy load bars it"),
    ],
)
def test_impossible_paces(con, mode, load, clause, sentence):
    """A pace that Con or load rule out is refused by its clause."""
    with pytest.raises(RuleError) as caught:
        overland.endurance(con, mode, load)
    assert (caught.value.clause, caught.value.sentence) == (clause, sentence)


def test_thresholds_of_the_impossible_paces():
    """Con 2 dashes, Con 12 sprints; a light load bars the sprint only where it is ruled so."""
    assert overland.endurance(2, "dash").minutes == 1
    assert overland.endurance(12, "sprint").minutes == 2
    strict = Rulings(overland_sprintload="light")
    with pytest.raises(RuleError) as caught:
        overland.endurance(12, "sprint", "light", strict)
    assert caught.value.clause == "O-MOD-4"
    assert overland.endurance(12, "sprint", "none", strict).minutes == 2
    assert overland.endurance(12, "sprint").rulings_used == ("R-OVERLAND-SPRINTLOAD",)


@pytest.mark.parametrize("con", [0, 101, -3, 2.5, 10.0, True, "10", None])
def test_bad_con_is_named(con):
    """Con is a whole number from 1 to 100."""
    for call in (lambda: overland.endurance(con, "walk"), lambda: overland.endurance(con=con, mode="walk")):
        with pytest.raises(ValidationError) as caught:
            call()
        assert complaint(caught.value)[0] == "con"


@given(st.integers(1, 99), st.sampled_from(MODES), st.sampled_from(LOADS))
def test_more_con_and_less_load_never_hurt(con, mode, load):
    """Endurance grows with Con and shrinks with load; what is possible stays possible."""
    try:
        less = overland.endurance(con, mode, load)
    except RuleError:
        return
    assert less.minutes <= overland.endurance(con + 1, mode, load).minutes
    assert less.minutes <= overland.endurance(con, mode, "none").minutes
    assert round_trips(less)


def test_endurance_says_itself():
    """Hours and minutes in words, the DC and the rhythm after them."""
    assert str(overland.endurance(15, "walk", "heavy")) == (
        "Con 15, load heavy: walk for 1 hour 52 minutes without a check, then DC 14 each hour."
    )
    assert str(overland.endurance(18, "run")) == (
        "Con 18, load light: run for 50 minutes without a check, then DC 10 each 10 minutes."
    )
    assert (span(0), span(1), span(60), span(121), span(F(1, 2))) == (
        "0 minutes",
        "1 minute",
        "1 hour",
        "2 hours 1 minute",
        "1/2 minutes",
    )


def test_the_tables_of_endurance_are_the_sources():
    """Every cell of the tables behind endurance, typed a second time."""
    columns = ("minutes", "per_con", "per_bonus", "per_penalty", "least_con", "least_modifier")
    rows = {row.name: (row.clause, *(row[column] for column in columns)) for row in table("overland", "endurance")}
    assert rows == {
        "walk": ("O-END-1", 0, 30, 0, 0, 1, None),
        "hustle": ("O-END-2", 60, 0, 60, 10, 1, None),
        "run": ("O-END-3", 10, 0, 10, 2, 1, None),
        "dash": ("O-END-4", 5, 0, 5, 1, 2, None),
        "sprint": ("O-END-5", 1, 0, 1, 0, 1, 1),
        "swim score": ("O-END-9", 0, 30, 0, 0, 1, None),
        "swim bonus": ("O-END-9", 0, 0, 30, 0, 1, None),
    }
    assert {row.name: (row["fraction"], row["difficulty"]) for row in table("overland", "loads")} == {
        "none": (1, 10),
        "light": (1, 10),
        "medium": (F(1, 2), 12),
        "heavy": (F(1, 4), 14),
    }
    assert {row.name: row["minutes"] for row in table("overland", "rhythm")} == {
        "walk": 60,
        "hustle": 60,
        "run": 10,
        "dash": 5,
        "sprint": 5,
    }
    assert [rhythm_minutes(mode) for mode in MODES] == [60, 60, 10, 5, 5]
    assert {row.name: row["value"] for row in table("overland", "terms")} == {
        "average score": 10,
        "points of score for one of modifier": 2,
        "sides of the die": 20,
    }
    assert table("overland", "day")["period"]["hours"] == 24


def test_modifiers_are_those_of_the_system():
    """Half of what a score is above or below ten, rounded down."""
    assert {score: modifier(score) for score in MODIFIERS} == MODIFIERS


@pytest.mark.parametrize("bonus", range(-25, 30, 3))
@pytest.mark.parametrize("difficulty", [10, 12, 15, 25])
def test_winning_faces_by_counting(bonus, difficulty):
    """The faces that make a check, counted one by one in both readings of the die."""
    faces = [face for face in range(1, 21) if face + bonus >= difficulty]
    assert winning_faces(bonus, difficulty, "plain") == len(faces)
    with_ends = {*faces, 20} - {1}
    assert winning_faces(bonus, difficulty, "automatic") == len(with_ends)
    assert sides() == 20


def test_mixed_paces_of_a_day():
    """Own allowances by default; shares of the day where that is ruled, never below nothing."""
    shares = Rulings(overland_mix="fractions")
    moved = {"hustle": 90, "run": 10}
    assert overland.allowance_left(15, "walk", moved).minutes == 450
    assert overland.allowance_left(15, "walk", moved, rulings=shares).minutes == 450 * (1 - F(1, 2) - F(1, 3))
    assert overland.allowance_left(15, "hustle", moved).minutes == 90
    assert overland.allowance_left(15, "hustle", {"hustle": 200, "walk": 1}).minutes == 0
    assert overland.allowance_left(15, "dash", {"hustle": 100, "walk": 450}, rulings=shares).minutes == 0
    assert overland.allowance_left(1, "walk", {"run": 1}, rulings=shares).minutes == 0, "Con 1 has no minutes to run"
    with pytest.raises(RuleError) as caught:
        overland.allowance_left(10, "walk", {"sprint": 1}, rulings=shares)
    assert caught.value.clause == "O-END-5"


def test_when_the_question_of_mixing_arises():
    """One pace alone raises no question; minutes of nothing do not count."""
    for moved in ({}, {"hustle": 30}, {"hustle": 30, "walk": 0}):
        found = overland.allowance_left(15, "hustle", moved)
        assert found.rulings_used == ()
        assert found.minutes == 180 - moved.get("hustle", 0)
    assert overland.allowance_left(15, "hustle", {"walk": F(1, 2)}).rulings_used == ("R-OVERLAND-MIX",)


@pytest.mark.parametrize(
    ("hours", "ruling", "left"),
    [
        (None, "clock", 0),
        (F(239, 10), "clock", 0),
        (24, "clock", 180),
        (28, "clock", 180),
        (23, "full_rest", 0),
        (24, "full_rest", 0),
        (28, "full_rest", 0),
    ],
)
def test_when_the_day_is_over(hours, ruling, left):
    """By the clock 24 hours clear the count, otherwise nothing but a full rest does."""
    found = overland.allowance_left(15, "hustle", {"hustle": 180}, "light", hours, Rulings(overland_day=ruling))
    assert found.minutes == left
    assert ("R-OVERLAND-DAY" in found.rulings_used) == (hours is not None and hours >= 24)
    assert "R-OVERLAND-DAY" not in overland.allowance_left(15, "hustle", {}, "light", hours).rulings_used
    assert round_trips(found)


def test_allowance_left_says_itself():
    """The headline has the time in words."""
    found = overland.allowance_left(15, "walk", {"walk": 100})
    assert str(found) == "5 hours 50 minutes are left to walk without a check."


def test_bad_minutes_moved_are_named():
    """Negative minutes and unknown paces are refused."""
    for moved in ({"walk": -1}, {"crawl": 1}, {"walk": float("nan")}):
        with pytest.raises(ValidationError) as caught:
            overland.allowance_left(15, "walk", moved)
        assert complaint(caught.value)[0] == "moved"
