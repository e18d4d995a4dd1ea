"""What crossing terrain costs in checks: H-CRO-3, H-DIF-2, H-DIF-6, H-ICE-2, H-LIQ-4, H-UNS-*, H-WIN-3."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings, haven
from haventms.rulings import ruling_id

ICE = haven.Ice()
DENSE = haven.Crowd(size="dense")
MINOR, MARBLES, JAGGED = (haven.UnstableFooting(grade=grade) for grade in ("minor", "moderate", "major"))
RAPIDS = haven.Liquid(depth="swimming", current_feet=20)


def goals(result, clause=""):
    """The difficulty of each check, or of those of one clause."""
    return [check.difficulty for check in result.checks if clause in ("", check.clause)]


def places(result):
    """How far into the movement each check is made."""
    return [check.at_feet for check in result.checks]


def chosen(**choices):
    return Rulings.model_validate({f"haven_{name}": token for name, token in choices.items()})


# Ice


@pytest.mark.parametrize(("feet", "difficulties"), [(0, []), (10, []), (15, []), (20, [20]), (35, [35]), (70, [70])])
def test_ice_asks_for_a_roll_beyond_half_of_base_speed(feet, difficulties):
    """35 x 1/2 = 17 1/2, rounded down to 15; the goal is the total of feet tried."""
    result = haven.attempt(35, [ICE], feet)
    assert goals(result) == difficulties
    assert result.allowed_feet == 15
    for check in result.checks:
        assert (check.roll, check.no_swiftness, check.clause, check.penalty) == ("Defense", False, "H-ICE-2", 0)


@pytest.mark.parametrize(
    ("moves", "turn", "action"),
    [([15, 15], [30], []), ([20, 10], [30], [20]), ([20, 20], [40], [20, 20]), ([15], [], []), (2, [30], [])],
)
def test_two_moves_on_ice_in_one_turn(moves, turn, action):
    feet = 30 if moves == 2 else sum(moves)
    assert goals(haven.attempt(35, [ICE], feet, moves)) == turn
    result = haven.attempt(35, [ICE], feet, moves, rulings=chosen(iceturn="action"))
    assert goals(result) == action
    assert ("R-HAVEN-ICETURN" in result.rulings_used) == (len(result.moves) > 1)


def test_where_one_falls_prone():
    """The second of two moves, from 20 to 30 feet, is the one that goes beyond."""
    ground, moves = [haven.Ice(lessened=1)], [20, 10]
    assert haven.attempt(35, ground, 30, moves).checks[0].prone_at_feet == 30
    assert haven.attempt(35, ground, 30, moves, rulings=chosen(fallwhere="start")).checks[0].prone_at_feet == 20
    assert haven.attempt(35, [ICE], 20, rulings=chosen(fallwhere="start")).checks[0].prone_at_feet == 0


@pytest.mark.parametrize(("lessened", "limit"), [(0, 20), (1, 30), (2, 40), (3, 40)])
def test_lessened_ice_allows_more_without_a_roll(lessened, limit):
    ground = [haven.Ice(lessened=lessened)]
    assert haven.attempt(40, ground, limit).checks == ()
    assert goals(haven.attempt(40, ground, limit + 5)) == [limit + 5]


def test_negated_ground_costs_no_check():
    ground = [haven.Ice(negated=True), haven.UnstableFooting(grade="major", negated=True)]
    assert haven.attempt(35, ground, 70).checks == ()


# The limits that checks may exceed are base speed times their own fraction, whatever else applies


@pytest.mark.parametrize(
    ("factor", "limit"), [(ICE, 40), (MARBLES, 40), (JAGGED, 20)], ids=["ice", "moderate", "major"]
)
def test_a_limit_of_checks_stays_its_own_share_beside_other_factors(factor, limit):
    """80 feet in a small crowd: 60 are the limit of speed, the checks start beyond a half or a quarter of 80."""
    ground = [factor, haven.Crowd()]
    assert haven.attempt(80, ground, limit).checks == ()
    assert len(haven.attempt(80, ground, limit + 5).checks) == 1
    assert haven.attempt(80, ground, limit).allowed_feet == limit * Fraction(3, 4) // 5 * 5
    assert haven.attempt(80, ground, 60).feet == 60
    with pytest.raises(RuleError, match="65 feet are too far: a small crowd allows 60 feet a move") as caught:
        haven.attempt(80, ground, 65)
    assert caught.value.clause == "H-CRO-1"


# Limits of speed


@pytest.mark.parametrize(
    ("ground", "most", "clause"),
    [
        ([haven.Crowd()], 25, "H-CRO-1"),
        ([haven.Crowd(size="large")], 15, "H-CRO-2"),
        ([haven.Climbing(holds="awkward")], 5, "H-CLI-2"),
        ([haven.Liquid(depth="hips")], 15, "H-LIQ-2"),
        ([haven.Liquid(), haven.Crowd(size="large")], 10, "H-CRO-2"),
        ([haven.Underbrush(), ICE], 15, "H-DIF-1"),
    ],
)
def test_limits_of_speed_are_not_exceeded(ground, most, clause):
    assert haven.attempt(35, ground, most).moves == (most,)
    for moves in (None, [most + 5], 1):
        with pytest.raises(RuleError) as caught:
            haven.attempt(35, ground, most + 5, moves)
        assert caught.value.clause == clause
        assert f"{most} feet a move" in str(caught.value)
    assert haven.attempt(35, ground, 2 * most, [most, most]).moves == (most, most)


@pytest.mark.parametrize(
    ("ground", "clause"),
    [(haven.Climbing(holds="none"), "H-CLI-3"), (haven.WadingSolid(depth="neck"), "H-DIF-5")],
    ids=["wall", "neck"],
)
def test_where_no_movement_is_possible(ground, clause):
    for moves in (None, [5], 1):
        with pytest.raises(RuleError, match="Moving is not possible") as caught:
            haven.attempt(35, [ground, haven.Crowd()], 5, moves)
        assert caught.value.clause == clause
    still = haven.attempt(35, [ground], 0)
    assert (still.allowed_feet, still.moves, still.checks) == (0, (), ())


def test_a_move_covers_at_most_base_speed():
    assert haven.attempt(30, [], 65).moves == (30, 30, 5)
    with pytest.raises(RuleError, match="35 feet is too far: base speed allows 30 feet a move") as caught:
        haven.attempt(30, [], 65, [35, 30])
    assert caught.value.clause == "H-ACT-9"


@pytest.mark.parametrize(
    ("feet", "moves", "taken"),
    [(30, 2, (15, 15)), (35, 2, (20, 15)), (40, 3, (15, 15, 10)), (10, 3, (5, 5)), (0, 2, ()), (0, [], ())],
)
def test_a_number_of_moves_is_filled_evenly(feet, moves, taken):
    assert haven.attempt(35, [], feet, moves).moves == taken


# Densely packed crowds


@pytest.mark.parametrize(
    ("moves", "per_move", "per_five"),
    [
        ([5], [], []),
        ([10], [5], [5]),
        ([15], [5], [5, 10]),
        ([20], [5], [5, 10, 15]),
        ([20, 5], [5], [5, 10, 15]),
        ([20, 15], [5, 25], [5, 10, 15, 25, 30]),
    ],
)
def test_shoving_through_a_dense_crowd(moves, per_move, per_five):
    feet = sum(moves)
    result = haven.attempt(80, [DENSE], feet, moves)
    assert places(result) == per_move
    assert places(haven.attempt(80, [DENSE], feet, moves, rulings=chosen(shove="per_five"))) == per_five
    for check in result.checks:
        assert (check.roll, check.no_swiftness, check.difficulty) == ("Attack", True, None)
        assert (check.clause, check.against, check.stops_at_feet) == ("H-CRO-3", "shoved", check.at_feet)
    assert ("R-HAVEN-SHOVEFAIL" in result.rulings_used) == bool(result.checks)


def test_smaller_crowds_are_not_shoved():
    assert haven.attempt(80, [haven.Crowd(size="large")], 40).checks == ()


# Vines


@pytest.mark.parametrize(("vines", "difficulties"), [(0, []), (1, [10]), (2, [20]), (3, [30])])
def test_vines_are_broken_before_going_on(vines, difficulties):
    result = haven.attempt(35, [haven.Underbrush(vines=vines)], 10)
    assert goals(result, "H-DIF-2") == difficulties
    assert all((check.roll, check.no_swiftness) == ("Attack", False) for check in result.checks)
    assert haven.attempt(35, [haven.Underbrush(vines=vines)], 0).checks == ()


# Leaving no trail


@pytest.mark.parametrize(
    ("before", "feet", "at"),
    [
        (0, 25, []),
        (0, 30, []),
        (0, 35, [35]),
        (0, 65, [35]),
        (0, 70, [35, 70]),
        (5, 25, []),
        (10, 25, [25]),
        (30, 5, [5]),
        (35, 30, []),
        (35, 35, [35]),
        (69, 5, [1]),
    ],
)
def test_hiding_the_trail_at_each_full_base_speed(before, feet, at):
    result = haven.attempt(35, [haven.NoTrail()], feet, moved_before=before)
    assert places(result) == at
    for check in result.checks:
        assert (check.roll, check.no_swiftness, check.difficulty) == ("Defense", True, None)
        assert (check.clause, check.against) == ("H-DIF-6", "tracker")


@pytest.mark.parametrize(
    ("feet", "floor", "ceil"), [(5, 0, 0), (10, 0, -4), (15, -4, -4), (20, -4, -8), (25, -8, -8), (30, -8, -12)]
)
def test_hiding_the_trail_faster_than_a_quarter(feet, floor, ceil):
    """A quarter of 35 is 5: -4 for each ten feet above that."""
    ground = [haven.NoTrail()]
    assert haven.attempt(35, ground, feet, moved_before=34).checks[0].penalty == floor
    assert haven.attempt(35, ground, feet, moved_before=34, rulings=chosen(per="ceil")).checks[0].penalty == ceil


def test_the_trail_of_a_base_speed_between_two_steps():
    """28 feet are full once 28 have been moved; rounded first, once 25 have."""
    ground = [haven.NoTrail()]
    assert places(haven.attempt(28, ground, 25)) == []
    assert places(haven.attempt(28, ground, 30)) == [28]
    assert places(haven.attempt(28, ground, 25, rulings=chosen(flat="rounded_first"))) == [25]


# Currents


@pytest.mark.parametrize(
    ("liquid", "rulings", "rolls"),
    [
        (RAPIDS, Rulings(), 1),
        (haven.Liquid(depth="swimming"), Rulings(), 0),
        (haven.Liquid(depth="swimming", current_feet=20, easy=True), Rulings(), 0),
        (haven.Liquid(depth="swimming", current_feet=20, easy=True), chosen(easy="every"), 1),
        (haven.Liquid(depth="swimming", easy=True), chosen(easy="every"), 0),
        (haven.Liquid(depth="hips", current_feet=20), chosen(easy="every"), 0),
        (haven.Liquid(depth="swimming", current_feet=20, negated=True), Rulings(), 0),
    ],
)
@pytest.mark.parametrize("feet", [0, 10])
def test_a_stronger_current_asks_every_turn(liquid, rulings, rolls, feet):
    result = haven.attempt(35, [liquid], feet, rulings=rulings)
    assert len(result.checks) == rolls
    for check in result.checks:
        assert (check.roll, check.no_swiftness, check.difficulty) == ("Defense", False, None)
        assert (check.clause, check.other_modifier, check.against) == ("H-LIQ-4", 20, "current")


# Unstable footing


@pytest.mark.parametrize(
    ("feet", "reached", "whole", "one"),
    [
        (25, [], [], []),
        (30, [], [], []),
        (35, [15], [15], [15]),
        (40, [15, 20], [20, 20], [20]),
        (50, [15, 20, 25, 30], [30] * 4, [30]),
    ],
)
def test_minor_ground_asks_for_every_five_feet_beyond_base_speed(feet, reached, whole, one):
    assert goals(haven.attempt(30, [MINOR], feet)) == reached
    assert goals(haven.attempt(30, [MINOR], feet, rulings=chosen(multiroll="whole"))) == whole
    assert goals(haven.attempt(30, [MINOR], feet, rulings=chosen(multiroll="one"))) == one
    for check in haven.attempt(30, [MINOR], feet).checks:
        assert (check.roll, check.no_swiftness, check.clause) == ("Defense", True, "H-UNS-1")
        assert (check.momentum, check.harm, check.prone_at_feet) == (0, None, feet)


def test_literally_both_rolls_of_40_feet_over_sand_are_against_20():
    assert goals(haven.attempt(30, [MINOR], 40, rulings=Rulings.literal())) == [20, 20]


@pytest.mark.parametrize(
    ("feet", "started", "whole"),
    [
        (15, [], []),
        (20, [15], []),
        (25, [20], []),
        (30, [25], [25]),
        (35, [25, 30], [25]),
        (45, [25, 40], [25, 40]),
        (50, [25, 40, 45], [25, 40]),
    ],
)
def test_moderate_ground_asks_for_every_half_beyond_the_half(feet, started, whole):
    """Half of 35 is 15: rolls at 30, 45 and so on, a part of an increment at its own end."""
    result = haven.attempt(35, [MARBLES], feet)
    assert goals(result) == started
    assert goals(haven.attempt(35, [MARBLES], feet, rulings=chosen(started="whole"))) == whole
    assert ("R-HAVEN-STARTED" in result.rulings_used) == (feet > 15 and feet % 15 != 0)
    for check in result.checks:
        assert (check.no_swiftness, check.clause, check.momentum, check.harm) == (True, "H-UNS-6", 0, None)


@pytest.mark.parametrize(
    ("feet", "started", "whole"),
    [
        (10, [], []),
        (15, [15], []),
        (20, [20], [20]),
        (25, [20, 25], [20]),
        (30, [20, 30], [20, 30]),
        (40, [20, 30, 40], [20, 30, 40]),
    ],
)
def test_major_ground_asks_for_every_quarter_beyond_the_quarter(feet, started, whole):
    """A quarter of 40 is 10."""
    result = haven.attempt(40, [JAGGED], feet)
    assert goals(result) == started
    assert goals(haven.attempt(40, [JAGGED], feet, rulings=chosen(started="whole"))) == whole
    for check in result.checks:
        assert (check.no_swiftness, check.clause, check.momentum) == (True, "H-UNS-7", -2)


@pytest.mark.parametrize(
    ("grade", "feet", "allowed", "base"),
    [
        ("moderate", 20, [15], [10]),
        ("moderate", 40, [25, 35], [10, 20]),
        ("major", 10, [15], [10]),
        ("major", 35, [15, 20, 25, 30, 35, 40], [10, 10, 10, 10, 10, 15]),
        ("minor", 40, [15, 20], [15, 20]),
    ],
)
def test_from_where_the_feet_of_the_goal_count(grade, feet, allowed, base):
    """At a base speed of 30, half is 15 and a quarter 5 (7 1/2 rounded down)."""
    ground = [haven.UnstableFooting(grade=grade)]
    assert goals(haven.attempt(30, ground, feet)) == allowed
    result = haven.attempt(30, ground, feet, rulings=chosen(unsdg="base"))
    assert goals(result) == base
    assert ("R-HAVEN-UNSDG" in result.rulings_used) == (grade != "minor")


def test_literal_increments_with_the_goal_of_the_whole_distance():
    """25 feet are one full half beyond 15 and ten more: one roll at 30 of 40 feet, against 10 + 25."""
    ground = [MARBLES]
    assert goals(haven.attempt(30, ground, 40, rulings=chosen(started="whole"))) == [25]
    assert goals(haven.attempt(30, ground, 40, rulings=chosen(started="whole", multiroll="whole"))) == [35]


@pytest.mark.parametrize(("incline", "feet", "square"), [(0, 15, 15), (1, 16, 16), (6, 21, 51), (9, 24, 96)])
def test_inclination_adds_its_feet_to_the_goal(incline, feet, square):
    ground = [haven.UnstableFooting(incline_feet=incline)]
    result = haven.attempt(30, ground, 35)
    assert goals(result) == [feet]
    assert goals(haven.attempt(30, ground, 35, rulings=chosen(incline="square"))) == [square]
    assert ("R-HAVEN-INCLINE" in result.rulings_used) == (incline > 0)


@pytest.mark.parametrize(("incline", "secondary", "harmful"), [(9, 0, 0), (10, 2, 0), (20, 2, 0), (21, 2, 2)])
@pytest.mark.parametrize("grade", ["minor", "major"])
def test_ten_feet_of_inclination_ask_for_a_secondary_roll(grade, incline, secondary, harmful):
    base, feet = (30, 40) if grade == "minor" else (40, 30)
    ground = [haven.UnstableFooting(grade=grade, incline_feet=incline)]
    result = haven.attempt(base, ground, feet)
    primary = [check for check in result.checks if check.clause != "H-UNS-3"]
    second = [check for check in result.checks if check.clause == "H-UNS-3"]
    assert len(second) == secondary
    assert sum(check.harm is not None for check in second) == harmful
    for first, check in zip(primary, second, strict=False):
        assert check.difficulty == first.difficulty
        assert (check.roll, check.no_swiftness, check.momentum, check.after_failure) == ("Defense", False, -2, False)
        assert result.checks.index(check) == result.checks.index(first) + 1
    only_failed = haven.attempt(base, ground, feet, rulings=chosen(secondary="failed"))
    assert [check.after_failure for check in only_failed.checks if check.clause == "H-UNS-3"] == [True] * secondary
    assert ("R-HAVEN-SECONDARY" in result.rulings_used) == bool(secondary)


# Wind


@pytest.mark.parametrize(
    ("wind", "difficulty", "penalty", "clause"),
    [
        (10, None, 0, ""),
        (11, 5, 0, "H-WIN-3"),
        (20, 10, 0, "H-WIN-3"),
        (21, 10, -4, "H-WIN-4"),
        (40, 20, -4, "H-WIN-4"),
        (41, 20, -6, "H-WIN-5"),
    ],
)
def test_wind_asks_to_move_against_it_and_weighs_on_every_roll(wind, difficulty, penalty, clause):
    result = haven.attempt(35, [ICE, haven.Wind(feet_per_turn=wind)], 20)
    against = [check for check in result.checks if check.roll == "Swiftness"]
    assert [check.difficulty for check in against] == ([] if difficulty is None else [difficulty])
    assert all((check.clause, check.no_swiftness) == (clause, False) for check in against)
    assert {check.penalty for check in result.checks} == {penalty}
    assert result.checks[-1].clause == "H-ICE-2"


def test_who_does_not_go_upwind_only_has_the_penalty():
    aside = haven.attempt(35, [ICE, haven.Wind(feet_per_turn=30, upwind=False)], 20)
    assert [(check.clause, check.penalty) for check in aside.checks] == [("H-ICE-2", -4)]
    assert haven.attempt(35, [haven.Wind(feet_per_turn=30)], 0).checks == ()
    calm = haven.attempt(35, [ICE, haven.Wind(feet_per_turn=30, negated=True)], 20)
    assert [(check.clause, check.penalty) for check in calm.checks] == [("H-ICE-2", 0)]


@pytest.mark.parametrize(("half", "difficulty"), [("down", 12), ("up", 13), ("exact", Fraction(25, 2))])
def test_half_the_feet_of_the_wind(half, difficulty):
    assert goals(haven.attempt(35, [haven.Wind(feet_per_turn=25)], 5, rulings=chosen(half=half))) == [difficulty]


# All together


def test_checks_stand_in_the_order_in_which_they_are_made():
    ground = [MINOR, ICE, DENSE, haven.Underbrush(vines=1), haven.Wind(feet_per_turn=30), haven.NoTrail()]
    result = haven.attempt(160, ground, 20, moved_before=155)
    assert [check.clause for check in result.checks] == ["H-DIF-2", "H-WIN-4", "H-CRO-3", "H-DIF-6"]
    assert places(result) == sorted(places(result))


@settings(max_examples=50)
@given(
    st.integers(1, 30).map(lambda steps: 5 * steps),
    st.sampled_from([MINOR, MARBLES, JAGGED, ICE]),
    st.integers(0, 60).map(lambda steps: 5 * steps),
)
def test_going_farther_never_costs_fewer_or_easier_checks(base, factor, feet):
    near, far = haven.attempt(base, [factor], feet), haven.attempt(base, [factor], feet + 5)
    assert len(near.checks) <= len(far.checks)
    assert max(goals(near), default=0) <= max(goals(far), default=0)
    assert bool(near.checks) == (feet > near.allowed_feet)


@pytest.mark.parametrize(
    ("arguments", "name", "words"),
    [
        ({"feet": -5}, "feet", "greater than or equal to 0"),
        ({"feet": 7}, "feet", "multiple of 5"),
        ({"feet": 10_005}, "feet", "less than or equal to 10000"),
        ({"feet": "20"}, "feet", "integer"),
        ({"feet": True}, "feet", "integer"),
        ({"feet": float("nan")}, "feet", "integer"),
        ({"feet": 20, "moves": [10, 5]}, "moves", "must add up to feet, 20"),
        ({"feet": 0, "moves": [5]}, "moves", "must add up to feet, 0"),
        ({"feet": 20, "moves": [0, 20]}, "moves", "greater than or equal to 5"),
        ({"feet": 20, "moves": 0}, "moves", "greater than or equal to 1"),
        ({"feet": 20, "moved_before": -1}, "moved_before", "greater than or equal to 0"),
        ({"feet": 20, "factors": [ICE, ICE]}, "factors", "ice is given twice"),
        ({"feet": 20, "rulings": "worst"}, "rulings", "Rulings"),
    ],
)
def test_bad_input_is_named(arguments, name, words):
    with pytest.raises(ValidationError, match=words) as caught:
        haven.attempt(**{"base_feet": 35, "factors": [ICE], **arguments})
    assert str(caught.value.errors()[0]["loc"][0]) == name


def test_headlines_count_the_checks():
    assert str(haven.attempt(35, [ICE], 15)) == "15 feet cost no check."
    assert str(haven.attempt(35, [ICE], 20)) == "20 feet cost one check."
    assert str(haven.attempt(30, [MINOR], 40)) == "40 feet cost 2 checks."


def test_an_attempt_survives_json():
    for result in (
        haven.attempt(35, [haven.UnstableFooting(grade="major", incline_feet=25), ICE], 20),
        haven.attempt(35, [RAPIDS], 10),
        haven.attempt(35, [haven.Wind(feet_per_turn=25)], 10, rulings=chosen(half="exact")),
    ):
        assert type(result).model_validate_json(result.model_dump_json()) == result


# What plays no part

CHOICES = {
    name: list(get_args(field.annotation)) or ["d20", "3d6"]
    for name, field in Rulings.model_fields.items()
    if name.startswith("haven_")
}
READINGS = st.fixed_dictionaries({name: st.sampled_from(tokens) for name, tokens in CHOICES.items()})
GROUNDS = [
    haven.Climbing(holds="awkward"),
    haven.Crowd(size="large"),
    DENSE,
    haven.Underbrush(vines=2),
    haven.WadingSolid(depth="waist"),
    haven.NoTrail(),
    ICE,
    haven.Ice(negated=True),
    haven.Ice(lessened=1),
    RAPIDS,
    haven.Liquid(depth="swimming", current_feet=15, easy=True),
    haven.Liquid(depth="hips"),
    MINOR,
    haven.UnstableFooting(grade="minor", incline_feet=10),
    MARBLES,
    haven.UnstableFooting(grade="major", incline_feet=15),
    haven.Wind(feet_per_turn=35),
    haven.Wind(feet_per_turn=55, upwind=False),
]


def settled(readings, others, used):
    """The readings of what was asked, the others of everything else."""
    asked = {name: readings[name] for name in CHOICES if ruling_id(name) in used}
    return Rulings.model_validate({**others, **asked})


@given(
    st.lists(st.sampled_from(GROUNDS), max_size=3, unique_by=lambda factor: factor.kind),
    st.integers(5, 60),
    st.lists(st.integers(1, 14).map(lambda steps: 5 * steps), min_size=1, max_size=2),
    READINGS,
    READINGS,
)
@settings(deadline=None, max_examples=300)
def test_a_ruling_that_is_not_named_plays_no_part(factors, base, moves, readings, others):
    """Changing every ruling but those that a result names leaves the result as it is, step by step."""
    rulings = Rulings.model_validate(readings)
    speed = haven.terrain_speed(base, factors, rulings=rulings)
    assert haven.terrain_speed(base, factors, rulings=settled(readings, others, speed.rulings_used)) == speed
    try:
        made = haven.attempt(base, factors, sum(moves), moves, rulings=rulings)
    except RuleError:
        return
    assert haven.attempt(base, factors, sum(moves), moves, rulings=settled(readings, others, made.rulings_used)) == made
