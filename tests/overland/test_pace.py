"""Paces: the printed tables retyped, other speeds, armour and load, rounds, stretches."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Rulings, clauses, overland
from haventms.overland.pace import MODES, Mode
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction

# Table 3, typed a second time from the source: rows by mode, columns 15, 20, 30, 40 feet.
SPEEDS = (15, 20, 30, 40)
ROUND = {"walk": (15, 20, 30, 40), "hustle": (30, 40, 60, 80), "run": (45, 60, 90, 120), "dash": (60, 80, 120, 160)}
MINUTE = {
    "walk": (150, 200, 300, 400),
    "hustle": (300, 400, 600, 800),
    "run": (450, 600, 900, 1200),
    "dash": (600, 800, 1200, 1600),
    "sprint": (750, 1000, 1500, 2000),
}
HOUR = {"walk": (F(3, 2), 2, 3, 4), "hustle": (3, 4, 6, 8), "run": (5, 7, 10, 13), "dash": (7, 9, 13, 18)}


@pytest.mark.parametrize(("span", "printed"), [("round", ROUND), ("minute", MINUTE), ("hour", HOUR)])
def test_table_3_is_the_printed_one(span, printed):
    """Every cell of Table 3 is what the source prints."""
    rows = table("overland", "distance")
    typed = {f"{span} {mode}": dict(zip(map(str, SPEEDS), row, strict=True)) for mode, row in printed.items()}
    read = {name: {c: v for c, v in row.cells.items() if c != "unit"} for name, row in rows.rows.items()}
    assert {name: cells for name, cells in read.items() if name.startswith(span)} == typed
    unit = "miles" if span == "hour" else "feet"
    assert {rows[name]["unit"] for name in typed} == {unit}
    assert len(rows) == 13


def test_the_small_tables_are_the_printed_ones():
    """Factors, armour, paces of the prose, scales, stretches: each cell as the source has it."""
    assert {row.name: dict(row.cells) for row in table("overland", "modes")} == {
        "walk": {"factor": 1, "local": "free"},
        "hustle": {"factor": 2, "local": "free"},
        "run": {"factor": 3, "local": "by endurance"},
        "dash": {"factor": 4, "local": "by endurance"},
        "sprint": {"factor": 5, "local": "by endurance"},
    }
    everything = ("walk", "hustle", "run", "dash", "sprint")
    assert {row.name: row["modes"] for row in table("overland", "armour")} == {
        "none": everything,
        "light": everything,
        "medium": everything[:4],
        "heavy": everything[:3],
    }
    assert [
        (row["mode"], row["worn"], row["miles_per_hour"], row["speed_feet"]) for row in table("overland", "prose_paces")
    ] == [
        ("walk", "unencumbered", 3, 30),
        ("hustle", "unencumbered", 6, 30),
        ("run", "full plate", 9, 30),
        ("dash", "unencumbered", 12, 30),
        ("dash", "chainmail", 8, 30),
        ("sprint", "unencumbered", 15, 30),
        ("sprint", "leather", 11, 30),
    ]
    assert [(row["scale"], row["rounds"], row["measured"]) for row in table("overland", "scales")] == [
        ("tactical", 1, "feet or squares a round"),
        ("local", 10, "feet a minute"),
        ("overland", 600, "miles an hour or a day"),
    ]
    assert {row.name: row["minutes"] for row in table("overland", "stretch")} == {"run": 10, "dash": 5}
    assert {row.name: row["feet"] for row in table("overland", "mile")} == {"5000": 5000, "5280": 5280}
    assert {row.name: row["miles_per_foot"] for row in table("overland", "other_speeds")} == {
        "walk": F(1, 10),
        "hustle": F(1, 5),
    }
    assert {row.name: row["barred"] for row in table("overland", "sprint_loads")} == {
        "medium": ("medium", "heavy"),
        "light": ("light", "medium", "heavy"),
    }


def test_modes_are_listed_once():
    """The order of the modes is that of their type."""
    assert get_args(Mode) == MODES == tuple(table("overland", "modes").rows)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("column", range(4))
def test_pace_agrees_with_table_3(mode, column):
    """At the printed speeds a pace is what Table 3 prints."""
    found = overland.pace(SPEEDS[column], mode)
    assert found.feet_per_minute == MINUTE[mode][column]
    assert found.feet_per_round == MINUTE[mode][column] // 10
    assert found.squares_per_round == found.feet_per_round // 5
    if mode == "sprint":
        assert found.miles_per_hour is None
    else:
        assert found.feet_per_round == ROUND[mode][column]
        assert found.miles_per_hour == HOUR[mode][column]
    assert found.local_free == (mode in ("walk", "hustle"))
    assert "R-OVERLAND-MPH" not in found.rulings_used
    assert round_trips(found)


@pytest.mark.parametrize(
    ("speed", "mode", "nearest", "exact"),
    [
        (25, "walk", F(5, 2), F(5, 2)),
        (25, "hustle", 5, 5),
        (25, "run", 9, F(45000, 5280)),
        (25, "dash", 11, F(60000, 5280)),
        (50, "run", 17, F(90000, 5280)),
        (60, "dash", 27, F(144000, 5280)),
        (5, "run", 2, F(9000, 5280)),
        (F(15, 2), "walk", F(3, 4), F(3, 4)),
        (7.5, "dash", 3, F(18000, 5280)),
    ],
)
def test_other_speeds(speed, mode, nearest, exact):
    """Speeds outside Table 3: a tenth, a fifth, and true miles to the nearest or exact; the ruling arises for these."""
    found = overland.pace(speed, mode)
    assert found.miles_per_hour == nearest
    assert overland.pace(speed, mode, rulings=Rulings(overland_mph="exact")).miles_per_hour == exact
    assert found.rulings_used == (("R-OVERLAND-MPH",) if mode in ("run", "dash") else ())


def test_halves_of_a_mile_go_up():
    """3.3 feet of speed dash 1 1/2 miles an hour, which the nearest mile makes 2; a little less is 1."""
    assert overland.pace(F(33, 10), "dash", rulings=Rulings(overland_mph="exact")).miles_per_hour == F(3, 2)
    assert overland.pace(F(33, 10), "dash").miles_per_hour == 2
    assert overland.pace(F(329, 100), "dash").miles_per_hour == 1


@pytest.mark.parametrize(
    ("mode", "table_has", "prose_has"),
    [("walk", 3, 3), ("hustle", 6, 6), ("run", 10, 9), ("dash", 13, 12), ("sprint", None, 15)],
)
def test_prose_paces_hold_at_thirty_feet_only(mode, table_has, prose_has):
    """The prose's figures replace Table 3 at 30 feet where they are chosen, and nowhere else."""
    prose = Rulings(overland_prose_mph="prose")
    assert overland.pace(30, mode).miles_per_hour == table_has
    assert overland.pace(30, mode, prose).miles_per_hour == prose_has
    for other in (20, 29, 31, 40):
        assert overland.pace(other, mode, prose).miles_per_hour == overland.pace(other, mode).miles_per_hour
        assert "R-OVERLAND-PROSE-MPH" not in overland.pace(other, mode, prose).rulings_used
    asked = ("R-OVERLAND-PROSE-MPH",) if mode in ("run", "dash", "sprint") else ()
    assert overland.pace(30, mode).rulings_used == overland.pace(30, mode, prose).rulings_used == asked


def test_pace_says_itself():
    """The headline has all scales, a sprint's none of the overland one."""
    assert str(overland.pace(15, "walk")) == (
        "At a speed of 15 feet a walk covers 15 feet a round, 150 feet a minute, 1 1/2 miles an hour."
    )
    assert (
        str(overland.pace(15, "sprint")) == "At a speed of 15 feet a sprint covers 75 feet a round, 750 feet a minute."
    )
    assert "O-DIS-1: Table 3 lists a speed of 15 feet" in overland.pace(15, "walk").explain()


@given(st.fractions(min_value=F(1, 10), max_value=10_000), st.sampled_from(MODES))
def test_faster_never_covers_less(speed, mode):
    """More speed never covers less on any scale, and a mode covers its multiple of a walk."""
    slow, fast = overland.pace(speed, mode), overland.pace(min(speed + 5, F(10_000)), mode)
    assert slow.feet_per_minute <= fast.feet_per_minute
    assert slow.squares_per_round <= fast.squares_per_round
    assert slow.feet_per_round == speed * (MODES.index(mode) + 1)
    if mode != "sprint":
        rulings = Rulings(overland_mph="exact")
        exact = overland.pace(speed, mode, rulings).miles_per_hour
        assert exact is not None
        assert exact > 0


@pytest.mark.parametrize(
    ("speed", "sentence"),
    [
        (0, "greater than 0"),
        (-30, "greater than 0"),
        (10_001, "less than or equal to 10000"),
        (True, "must be a number, not true or false"),
        (float("nan"), "must be a finite number"),
        (float("inf"), "must be a finite number"),
        ("30", "must be a number"),
    ],
)
def test_bad_speeds_are_named(speed, sentence):
    """A bad speed is a sentence that names the parameter, by keyword and by position."""
    for call in (lambda: overland.pace(speed, "walk"), lambda: overland.pace(speed_feet=speed, mode="walk")):
        with pytest.raises(ValidationError) as caught:
            call()
        name, text = complaint(caught.value)
        assert name == "speed_feet"
        assert sentence in text


def test_unknown_modes_are_named():
    """Only the five modes exist here."""
    with pytest.raises(ValidationError) as caught:
        overland.pace(30, "trot")
    assert complaint(caught.value) == ("mode", "Input should be 'walk', 'hustle', 'run', 'dash' or 'sprint'")


@pytest.mark.parametrize("load", ["light", "none", "medium", "heavy"])
@pytest.mark.parametrize(
    ("armour", "fastest"), [("none", "sprint"), ("light", "sprint"), ("medium", "dash"), ("heavy", "run")]
)
@pytest.mark.parametrize("ruling", ["medium", "light"])
def test_modes_by_armour_and_load(armour, fastest, load, ruling):
    """Armour and load leave open what the clauses say, and each refusal names its clause."""
    found = overland.modes(armour, load, Rulings(overland_sprintload=ruling))
    barred = load in ("medium", "heavy") or (load == "light" and ruling == "light")
    expected = list(MODES[: MODES.index(fastest) + 1])
    if fastest == "sprint" and barred:
        expected.remove("sprint")
    assert list(found.allowed) == expected
    assert [use.mode for use in found.uses] == list(MODES)
    sprint = found.uses[-1]
    assert sprint.clause == ("O-MOD-4" if fastest == "sprint" else "O-MOD-2")
    assert all(use.clause == "O-MOD-2" for use in found.uses[:-1])
    assert ("R-OVERLAND-SPRINTLOAD" in found.rulings_used) == (fastest == "sprint" and load == "light")
    assert round_trips(found)


def test_modes_say_why():
    """Each mode has a sentence, and the defaults are no armour and a light load."""
    found = overland.modes()
    assert str(found) == "Open: walk, hustle, run, dash, sprint."
    assert found.uses[-1].sentence == "A sprint is open to a character with a light load."
    assert overland.modes("none", "none").uses[-1].sentence == "A sprint is open to a character with no load."
    barred = overland.modes("light", "heavy").uses[-1]
    assert barred.sentence == "Only the unencumbered sprint: a heavy load bars it."
    assert overland.modes("heavy").uses[3].sentence == "A dash is closed to a character in heavy armour."
    assert overland.modes("none").uses[0].sentence == "A walk is open to a character in no armour."
    with pytest.raises(ValidationError) as caught:
        overland.modes("plate")
    assert complaint(caught.value)[0] == "armour"


@pytest.mark.parametrize(
    ("moves", "standard", "other", "mode"),
    [
        (1, False, False, "walk"),
        (2, False, False, "hustle"),
        (1, True, False, "hustle"),
        (1, False, True, "hustle"),
        (2, True, True, "hustle"),
    ],
)
def test_what_makes_a_hustle(moves, standard, other, mode):
    """One move alone is a walk, anything with it a hustle."""
    found = overland.round_mode(moves, standard_action=standard, other_move_action=other)
    assert found.mode == mode
    assert str(found) == f"This round is a {mode}."
    assert round_trips(found)


@pytest.mark.parametrize("moves", [0, 3, True])
def test_moves_of_a_round_are_one_or_two(moves):
    """No move is no movement, three do not fit."""
    with pytest.raises(ValidationError) as caught:
        overland.round_mode(moves)
    assert complaint(caught.value)[0] == "moves"


@pytest.mark.parametrize("speed", [15, 20, 30, 40, 55])
def test_stretches(speed):
    """A stretch is ten minutes of run or five of dash over the mile that is chosen."""
    for mode, factor, minutes in (("run", 3, 10), ("dash", 4, 5)):
        found = overland.stretch(speed, mode)
        assert (found.miles, found.minutes) == (F(speed * factor * 10 * minutes, 5000), minutes)
        statute = overland.stretch(speed, mode, Rulings(overland_5000="5280"))
        assert statute.miles == F(speed * factor * 10 * minutes, 5280)
        assert found.rulings_used == ("R-OVERLAND-5000",)
        assert round_trips(found)
    assert str(overland.stretch(20, "dash")) == "4/5 miles in one stretch of 5 minutes."


def test_stretches_are_for_running_paces():
    """The note speaks of run and dash only."""
    with pytest.raises(ValidationError) as caught:
        overland.stretch(30, "walk")
    assert complaint(caught.value) == ("mode", "Input should be 'run' or 'dash'")


def test_errata_of_table_3_hold():
    """The figures that the errata name are those of the table and of true miles.

    Checked with E-OVERLAND-5@2, E-OVERLAND-6@2, E-OVERLAND-12@2 and E-OVERLAND-13@2.
    """
    exact = {(s, m): F(s * f * 600, 5280) for s in SPEEDS for m, f in (("run", 3), ("dash", 4))}
    assert round(float(exact[40, "run"]), 2) == round(float(exact[30, "dash"]), 2) == 13.64
    assert round(float(exact[20, "run"]), 2) == round(float(exact[15, "dash"]), 2) == 6.82
    assert round(30 * 5 * 600 / 5280, 2) == 17.05
    assert round(20 * 5 * 600 / 5280, 2) == 11.36
    for id in ("E-OVERLAND-5", "E-OVERLAND-6", "E-OVERLAND-12", "E-OVERLAND-13"):
        assert clauses()[id].computed_by == "haventms.overland.pace.pace"
