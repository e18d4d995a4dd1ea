"""How far the numbers and texts go that the rules are called with: the last that is taken, the first that is refused."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import RuleError, haven
from haventms.haven.checks import check_odds
from haventms.haven.crossing import crossing_chances
from haventms.haven.terrain import attempt_chances

LADDER = [haven.Climbing()]
SLIP = haven.attempt(30, [haven.Ice()], 20).checks[0]


def turn(**given):
    return haven.Turn(**{"base_feet": 30, **given})


TAKEN = {
    "swiftness": (lambda n: haven.base_speed(n), 0, 1000),
    "mode_bonus": (lambda n: haven.base_speed(1, n), 0, 1000),
    "flat_bonus": (lambda n: haven.base_speed(1, 1, n), -1000, 1000),
    "base_feet": (lambda n: haven.terrain_speed(n, LADDER), 5, 20_000),
    "feet": (lambda n: haven.fall_damage(n, 0), 0, 10_000),
    "roll_total": (lambda n: haven.fall_damage(10, n), -100_000, 100_000),
    "spikes": (lambda n: haven.landing(10, 0, n), 0, 1000),
    "defense_bonus": (lambda n: haven.fall_odds(10, n), -1000, 1000),
    "failures": (lambda n: SLIP.odds(0, failures=n), 0, 100),
    "total": (lambda n: SLIP.outcome(n), -100_000, 100_000),
    "people_within_ten_feet": (lambda n: haven.crowd_defense_bonus(n), 0, 1000),
    "vines": (lambda n: haven.vine_difficulty(n), 1, 1000),
    "rolls": (lambda n: haven.slide(10, 0, 5, rolls=n), 1, 100),
    "turns_in_cycle": (lambda n: haven.wind_shift(n), 1, 1000),
    "cycles": (lambda n: haven.wind_shift(1, n), 1, 1000),
    "moves": (lambda n: haven.attempt(30, [], 10, n), 1, 100),
    "moves_per_turn": (lambda n: haven.cross(30, [".."], {}, (1, 1), (2, 1), moves_per_turn=n), 1, 10),
    "start": (lambda n: haven.reach(5, ["." * 40], {}, (n, 1)), 1, 40),
    "goal": (lambda n: haven.cross(5, ["."] * 40, {}, (1, 1), (1, n)), 1, 40),
    "n": (lambda n: turn().grant("move", n), 1, 100),
    "standard": (lambda n: turn(standard=n), 0, 100),
    "move": (lambda n: turn(move=n), 0, 100),
    "attack": (lambda n: turn(attack=n), 0, 100),
    "incline_feet": (lambda n: haven.UnstableFooting(incline_feet=n), 0, 10_000),
    "current_feet": (lambda n: haven.Liquid(current_feet=n), 0, 10_000),
    "normal_range_feet": (lambda n: haven.Fog(normal_range_feet=n), 0, 10_000),
}
"""By parameter: a call with it, the lowest number that it takes and the highest."""


@pytest.mark.parametrize("name", TAKEN)
def test_a_number_goes_from_the_lowest_to_the_highest(name):
    """Both are taken, and what is one beyond either is refused by the parameter's name."""
    call, lowest, highest = TAKEN[name]
    call(lowest)
    call(highest)
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(ValidationError) as refused:
            call(beyond)
        assert name in {str(part) for error in refused.value.errors() for part in error["loc"]}


@pytest.mark.parametrize("base", [5, 2000])
def test_the_base_speeds_of_a_map(base):
    """From five feet to two thousand; a map of anything else is refused."""
    assert haven.reach(base, [".."], {}, (1, 1)).one == ((2, 1),)
    for beyond in (4, 2001):
        with pytest.raises(ValidationError, match="base_feet"):
            haven.reach(beyond, [".."], {}, (1, 1))
        with pytest.raises(ValidationError) as refused:  # together with whatever else is wrong
            haven.reach(beyond, [".."], {}, (0, 1))
        assert {error["loc"][0] for error in refused.value.errors()} == {"base_feet", "start"}


def test_rolls_of_an_attack():
    """H-ATK-1: from one to a thousand, in an attack of a turn and in a list of them."""
    for rolls in (1, 1000):
        assert haven.attack_penalties([("physical", rolls)])
        assert turn().attack("physical", rolls=rolls).physical == 1
    for rolls in (0, 1001):
        with pytest.raises(ValidationError, match="rolls"):
            turn().attack("physical", rolls=rolls)
        with pytest.raises(ValidationError):
            haven.attack_penalties([("physical", rolls)])


def test_distances_of_a_move():
    """H-SPD-2: more than none, at most 20,000 feet; that they are whole steps is another matter."""
    far = haven.Turn(base_feet=20_000)
    assert far.move(20_000).moved == 20_000
    for feet in (0, -5, 20_001, 20_005):
        with pytest.raises(ValidationError, match="feet"):
            far.move(feet)
    for feet in (1, Fraction(1, 2)):
        with pytest.raises(RuleError) as refused:
            far.move(feet)
        assert refused.value.clause in {"H-SPD-2", "H-ACT-8"}
    assert (haven.Turn(base_feet=0).limit, haven.Turn().limit) == (0, None)
    for base in (-1, 20_001):
        with pytest.raises(ValidationError, match="base_feet"):
            haven.Turn(base_feet=base)


def test_moves_are_steps_of_five_feet():
    """H-SPD-2: all feet and those of each move, five at least, of up to a hundred moves."""
    assert haven.attempt(30, [], 10, [5, 5]).moves == (5, 5)
    assert len(haven.attempt(30, [], 500, [5] * 100).moves) == 100
    for feet, moves in ((12, None), (6, None), (6, [6]), (10, [10, 0]), (10, [4, 6]), (505, [5] * 101)):
        with pytest.raises(ValidationError):
            haven.attempt(30, [], feet, moves)


def test_names_and_words_have_two_hundred_letters():
    """An ability has a name; who allows something may be left out."""
    for name in ("R", "R" * 200):
        assert turn().activate(name).activated == (name,)
    for name in ("", "R" * 201):
        with pytest.raises(ValidationError, match="ability"):
            turn().activate(name)
    assert turn().grant("move", by="W" * 200).log[-1].ability == "W" * 200
    with pytest.raises(ValidationError, match="by"):
        turn().grant("move", by="W" * 201)


def test_a_map_has_forty_rows_of_forty_letters():
    """And a letter is one, with up to a hundred of them in the key."""
    assert haven.cross(5, ["." * 40] * 40, {}, (1, 1), (40, 40)).steps
    assert haven.reach(5, ["."], {}, (1, 1)).one == ()
    key = {chr(ord("A") + n): [] for n in range(100)}
    assert haven.reach(5, [".A"], key, (1, 1)).one == ((2, 1),)
    for rows in ([], [""], ["." * 41], ["."] * 41):
        with pytest.raises(ValidationError, match="ground"):
            haven.reach(5, rows, {}, (1, 1))
    for wrong in ({**key, "!": []}, {"": []}, {"ab": []}):
        with pytest.raises(ValidationError, match="key"):
            haven.reach(5, ["."], wrong, (1, 1))


def test_a_path_on_a_grid_has_ten_thousand_squares():
    """R-HAVEN-DIAGONAL: one is a path without a step, none is no path."""
    assert haven.path_feet([(0, 0)]).feet == 0
    assert haven.path_feet([(column, 0) for column in range(10_000)]).feet == 9_999 * 5
    for squares in ([], [(column, 0) for column in range(10_001)]):
        with pytest.raises(ValidationError, match="path"):
            haven.path_feet(squares)


def test_twenty_factors_are_looked_at():
    """Of which each is given once: twenty of a kind are one too many, twenty-one are too many to look at."""
    with pytest.raises(ValidationError, match="at most 20 items"):
        haven.terrain_speed(30, [haven.Ice()] * 21)
    with pytest.raises(ValidationError) as refused:
        haven.terrain_speed(30, [haven.Ice()] * 20)
    assert "at most" not in str(refused.value)
    with pytest.raises(ValidationError, match="expected tags"):
        haven.terrain_speed(30, [{"kind": "lava"}])


# What is left out


def test_every_input_of_a_factor_says_what_it_is():
    """Whoever fills in a form or reads the reference is told."""
    for factor in (haven.Climbing, haven.Fog, haven.Liquid, haven.Underbrush, haven.UnstableFooting, haven.Wind):
        for name, field in factor.model_fields.items():
            if name not in ("kind", "holds", "depth", "grade"):
                assert field.description, f"{factor.__name__}.{name}"


def test_what_is_not_said_of_a_factor_is_not_so():
    """No vines, no current, no inclination, no wind, sight of sixty feet; a wind that is gone against."""
    assert haven.Fog().normal_range_feet == Fraction(60)
    assert type(haven.Fog().normal_range_feet) is Fraction
    calm = haven.Wind()
    assert (calm.feet_per_turn, calm.upwind, calm.negated, calm.lessened) == (0, True, False, 0)
    assert (haven.Underbrush().vines, haven.UnstableFooting().incline_feet) == (0, 0)
    still = haven.Liquid()
    assert (still.current_feet, still.easy, haven.Climbing().climb_mode) == (0, False, False)


def test_what_is_not_said_of_a_call_is_the_least():
    """One action, one roll, one turn, no bonus, nothing failed before; the cheapest way, within all limits, north."""
    assert turn().grant("move") == turn().grant("move", 1)
    assert turn(move=3).deny("move") == turn(move=3).deny("move", 1)
    assert turn().sacrifice() == turn().sacrifice(1)
    assert turn().activate("Rite") == turn().activate("Rite", cost="standard")
    assert turn().move(10) == turn().move(10, automatic=False)
    assert turn().attack("physical").log[-1].penalties == (0,)
    assert turn().automatic("physical").log[-1].penalties == (0,)
    assert turn().defend("physical").log[-1].penalties == (0,)
    assert haven.wind_shift() == haven.wind_shift(1, 1)
    assert haven.slide(10, 0, 5) == haven.slide(10, 0, 5, rolls=1, failures=0)
    assert haven.base_speed(1) == haven.base_speed(1, 0, 0)
    assert haven.fall_damage(10, 5) == haven.fall_damage(10, 5, 0)
    assert haven.fall_odds(10, 5) == haven.fall_odds(10, 5, 0)
    assert haven.landing(10, 5) == haven.landing(10, 5, 0)
    shoved = haven.attempt(40, [haven.Crowd(size="dense")], 10)
    for check in (SLIP, *shoved.checks):
        assert check.odds(5) == check_odds(check, 5) == check.odds(5, 0, 0) == check_odds(check, 5, 0, 0)
        assert check.damage(5) == check.damage(5, 0, 0)
    none = dict.fromkeys(("attack_bonus", "defense_bonus", "swiftness_bonus", "other_bonus", "from_swiftness"), 0)
    path = haven.cross(30, [".vwcs"], MIXED, (1, 1), (5, 1), pace="beyond")
    for made in (shoved, haven.attempt(30, [haven.Ice()], 20), haven.attempt(30, MIXED["s"], 40)):
        assert made.chances() == attempt_chances(made) == made.chances(**none)
    windy = haven.cross(30, ["."] * 3, {}, (1, 3), (1, 1), [haven.Wind(feet_per_turn=30)])
    for made in (path, windy):
        assert made.chances() == crossing_chances(made) == made.chances(**none)
    said = {"by": "cost", "pace": "within", "wind_from": "n"}
    rows = ["iwi"] * 4
    assert haven.cross(30, rows, MIXED, (2, 4), (2, 1)) == haven.cross(30, rows, MIXED, (2, 4), (2, 1), **said)
    assert haven.reach(30, rows, MIXED, (1, 1)) == haven.reach(30, rows, MIXED, (1, 1), pace="within")


MIXED = {
    "v": [haven.Underbrush(vines=1)],
    "w": [haven.Wind(feet_per_turn=30)],
    "c": [haven.Crowd(size="dense")],
    "s": [haven.UnstableFooting()],
    "i": [haven.Ice()],
}


def test_a_name_is_there_each_time_it_is_asked_for(monkeypatch):
    """The package loads it the first time, and keeps it."""
    reach = haven.reach
    monkeypatch.delattr(haven, "reach", raising=False)
    assert [haven.reach, haven.reach] == [reach, reach]
    assert callable(reach)
