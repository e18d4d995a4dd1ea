"""Falls, darkness and fog, single hazards, wind and steps on a map, at, below and above every threshold."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil, floor, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Rulings, haven
from haventms.tables import table

D20 = range(1, 21)


def chosen(**choices):
    return Rulings.model_validate({f"haven_{name}": token for name, token in choices.items()})


def spread(values):
    """{value: chance} of equally likely values."""
    counted = Counter(values)
    return {value: Fraction(count, counted.total()) for value, count in sorted(counted.items())}


def test_every_cell_of_the_table_of_hazards():
    assert {row.name: (row.clause, dict(row.cells)) for row in table("haven", "hazards")} == {
        "shove": ("H-CRO-3", {"feet": 5}),
        "people around": ("H-CRO-4", {"feet": 10}),
        "hearing": ("H-DAR-2", {"difficulty": 10, "more": 4, "per_feet": 10}),
        "attack by hearing": ("H-DAR-3", {"feet": 10, "penalty": -1}),
        "vine": ("H-DIF-2", {"difficulty": 10, "more": 10}),
        "to the neck": ("H-DIF-5", {"penalty": -4}),
        "trail, faster": ("H-DIF-7", {"penalty": -4, "per_feet": 10}),
        "fall": ("H-FAL-2", {"damage": 2, "per_feet": 10}),
        "standard spike": ("H-FAL-3", {"damage": 8}),
        "fog": ("H-FOG-1", {"share": Fraction(1, 2), "least": 5}),
        "attack beyond fog": ("H-FOG-2", {"penalty": -1}),
        "ice, failed badly": ("H-ICE-3", {"by": 10, "share": Fraction(1, 2), "least": 0}),
        "current, failed badly": ("H-LIQ-5", {"by": 10, "share": Fraction(1, 2), "least": 1}),
        "unstable": ("H-UNS-1", {"difficulty": 10, "feet": 5}),
        "inclined": ("H-UNS-3", {"feet": 10}),
        "momentum": ("H-UNS-4", {"penalty": -2}),
        "slide": ("H-UNS-5", {"feet": 20}),
        "major, failed": ("H-UNS-7", {"penalty": -2}),
        "wind shift": ("H-WIN-1", {"chance": Fraction(1, 2)}),
        "upwind": ("H-WIN-3", {"share": Fraction(1, 2)}),
    }


def test_every_cell_of_the_table_of_winds():
    columns = ("from_feet", "to_feet", "penalty", "upwind_roll")
    assert {row.name: (row.clause, *(row[column] for column in columns)) for row in table("haven", "wind")} == {
        "gentle": ("H-WIN-2", 0, 10, 0, False),
        "moderate": ("H-WIN-3", 11, 20, 0, True),
        "moderately strong": ("H-WIN-4", 21, 40, -4, True),
        "strong": ("H-WIN-5", 41, None, -6, True),
    }


# Falling


@pytest.mark.parametrize(
    ("feet", "total", "spikes", "points"),
    [
        (30, 18, 0, 18),
        (30, 18, 8, 26),
        (30, 30, 8, 0),
        (30, 29, 0, 7),
        (30, 31, 0, 0),
        (9, 0, 0, 9),
        (10, 0, 0, 12),
        (19, 18, 0, 3),
        (20, 18, 0, 6),
        (0, 0, 0, 0),
        (0, -3, 0, 3),
    ],
)
def test_fall_damage_is_the_difference_and_two_for_each_ten_feet(feet, total, spikes, points):
    fall = haven.fall_damage(feet, total, spikes)
    assert fall.points == points
    assert fall.success == (total >= feet)
    assert ("R-HAVEN-MEET" in fall.rulings_used) == (total == feet)
    assert ("R-HAVEN-FALL" in fall.rulings_used) == (fall.success and feet > 0)
    assert ("R-HAVEN-PER" in fall.rulings_used) == (not fall.success and feet % 10 != 0)


@pytest.mark.parametrize(
    ("feet", "total", "rulings", "points"),
    [
        (25, 20, chosen(per="ceil"), 11),
        (20, 18, chosen(per="ceil"), 6),
        (30, 30, chosen(fall="always"), 6),
        (35, 40, chosen(fall="always"), 6),
        (35, 40, chosen(fall="always", per="ceil"), 8),
        (5, 40, chosen(fall="always", per="ceil"), 2),
        (5, 40, chosen(fall="always"), 0),
        (30, 18, chosen(fall="always"), 18),
        (20, 20, chosen(meet="exceed"), 4),
        (20, 21, chosen(meet="exceed"), 0),
    ],
)
def test_fall_damage_under_other_rulings(feet, total, rulings, points):
    assert haven.fall_damage(feet, total, rulings=rulings).points == points


@pytest.mark.parametrize(("feet", "bonus", "spikes"), [(30, 10, 0), (30, 10, 8), (15, 14, 0), (0, 0, 0), (100, -2, 8)])
@pytest.mark.parametrize("rulings", [Rulings(), chosen(fall="always"), chosen(meet="exceed")])
def test_the_odds_of_a_fall(feet, bonus, spikes, rulings):
    """Every face by the clause: the difference, two for each whole ten feet, the spikes."""
    points = []
    for total in (face + bonus for face in D20):
        fails = total < feet or (total == feet and rulings.haven_meet == "exceed")
        tens = 2 * (feet // 10)
        points.append(feet - total + tens + spikes if fails else tens * (rulings.haven_fall == "always"))
    assert haven.fall_odds(feet, bonus, spikes, rulings=rulings).outcomes == spread(points)


def test_the_odds_of_a_fall_with_three_dice():
    totals = [sum(throw) + 8 for throw in product(range(1, 7), repeat=3)]
    wanted = spread(max(20 - total, 0) + (4 if total < 20 else 0) for total in totals)
    assert haven.fall_odds(20, 8, rulings=chosen(die="3d6")).outcomes == wanted


def test_a_fall_between_whole_feet_stays_exact():
    assert haven.fall_damage(12.5, 10).points == Fraction(9, 2)
    assert str(haven.fall_damage(12.5, 10)) == "The landing fails: 4 1/2 point(s) of damage."
    assert str(haven.fall_damage(10, 10)) == "The landing succeeds: 0 point(s) of damage."


# Darkness and fog


@pytest.mark.parametrize(
    ("feet", "whole", "begun", "plus"),
    [(0, 10, 10, 10), (9, 10, 14, 19), (10, 14, 14, 24), (11, 14, 18, 25), (25, 18, 22, 43)],
)
def test_locating_by_sound(feet, whole, begun, plus):
    assert haven.sound_difficulty(feet).difficulty == whole
    assert haven.sound_difficulty(feet, rulings=chosen(sound="ceil")).difficulty == begun
    assert haven.sound_difficulty(feet, rulings=chosen(sound="plus_feet")).difficulty == plus
    assert haven.sound_difficulty(feet).rulings_used == ("R-HAVEN-SOUND",)


@pytest.mark.parametrize(("feet", "bonus"), [(0, 0), (9, 3), (10, 3), (25, 5), (25, 18), (100, 3)])
def test_the_chance_to_locate_by_sound(feet, bonus):
    """All faces counted, at a tie both ways; an attack on what was located loses a point a foot beyond ten."""
    goal, penalty = 10 + 4 * (feet // 10), -max(feet - 10, 0)
    for meet, wins in (("meet", lambda total: total >= goal), ("exceed", lambda total: total > goal)):
        found = haven.listening(feet, bonus, rulings=chosen(meet=meet))
        assert found.success == Fraction(sum(wins(face + bonus) for face in D20), 20)
        assert (found.difficulty, found.attack_penalty) == (goal, penalty)
        assert found.check.outcome(goal).success is (meet == "meet")
    assert found.rulings_used == ("R-HAVEN-SOUND", "R-HAVEN-DIE", "R-HAVEN-MEET")
    assert {line.clause for line in found.ledger} == {"H-DAR-2", "H-DAR-3"}


@pytest.mark.parametrize(("feet", "penalty"), [(0, 0), (9, 0), (10, 0), (11, -1), (25, -15)])
def test_attacking_what_is_only_heard(feet, penalty):
    assert haven.blind_attack_penalty(feet).penalty == penalty


@pytest.mark.parametrize(
    ("feet", "normal", "penalty"),
    [(29, 60, 0), (30, 60, 0), (31, 60, -1), (45, 60, -15), (5, 8, 0), (6, 8, -1), (5, 0, 0), (6, 10, -1), (6, 12, 0)],
)
def test_attacking_in_fog(feet, normal, penalty):
    """Clear sight is half of the normal range, five feet at least."""
    assert haven.fog_attack_penalty(feet, normal).penalty == penalty


@pytest.mark.parametrize(("half", "clear"), [("down", 22), ("up", 23), ("exact", Fraction(45, 2))])
def test_half_the_range_in_fog(half, clear):
    rulings = chosen(half=half)
    fog = haven.fog_attack_penalty(30, 45, rulings=rulings)
    assert fog.penalty == clear - 30
    assert fog.rulings_used == ("R-HAVEN-HALF",)
    assert haven.conditions([haven.Fog(normal_range_feet=45)], rulings=rulings).clear_feet == clear
    assert haven.fog_attack_penalty(30, 44, rulings=rulings).rulings_used == ()


def test_what_the_ground_does_beside_speed_and_checks():
    everything = [
        haven.Darkness(),
        haven.Fog(),
        haven.WadingSolid(depth="neck"),
        haven.Wind(feet_per_turn=41),
        haven.Ice(),
    ]
    all_of_it = haven.conditions(everything)
    assert (all_of_it.roll_penalty, all_of_it.defense_penalty, all_of_it.clear_feet) == (-6, -4, 30)
    assert (all_of_it.visible, all_of_it.stealth, all_of_it.movement_abilities) == (False, True, False)
    assert str(all_of_it).startswith("-6 on all rolls; -4 on defensive rolls; no target can be seen")
    nothing = haven.conditions([factor.model_copy(update={"negated": True}) for factor in everything])
    assert (nothing.roll_penalty, nothing.defense_penalty, nothing.clear_feet) == (0, 0, None)
    assert (nothing.visible, nothing.stealth, nothing.movement_abilities) == (True, False, True)
    assert str(nothing) == "Nothing beyond speed and checks."
    waist = haven.conditions([haven.WadingSolid(depth="waist")])
    assert (waist.defense_penalty, waist.movement_abilities) == (0, True)


# Single hazards


@pytest.mark.parametrize("people", [0, 1, 7])
def test_people_around_the_shoved_person(people):
    assert haven.crowd_defense_bonus(people).bonus == people


@pytest.mark.parametrize(("vines", "difficulty"), [(1, 10), (2, 20), (3, 30), (10, 100)])
def test_vines(vines, difficulty):
    assert haven.vine_difficulty(vines).difficulty == difficulty


@pytest.mark.parametrize(
    ("base", "feet", "floor_penalty", "ceil_penalty"),
    [
        (35, 5, 0, 0),
        (35, 14, 0, -4),
        (35, 15, -4, -4),
        (35, 25, -8, -8),
        (40, 10, 0, 0),
        (40, 25, -4, -8),
        (10, 0, 0, 0),
    ],
)
def test_the_penalty_for_hurrying_without_a_trail(base, feet, floor_penalty, ceil_penalty):
    assert haven.trail_penalty(base, feet).penalty == floor_penalty
    assert haven.trail_penalty(base, feet, rulings=chosen(per="ceil")).penalty == ceil_penalty


@pytest.mark.parametrize(
    ("total", "prone", "points"),
    [(21, False, 0), (20, False, 0), (19, True, 0), (11, True, 0), (10, True, 5), (9, True, 5), (0, True, 10)],
)
def test_slipping_on_20_feet_of_ice(total, prone, points):
    slip = haven.ice_damage(20, total)
    assert (slip.prone, slip.success, slip.points) == (prone, not prone, points)


def test_a_tied_roll_on_ice_and_in_a_current():
    assert haven.ice_damage(20, 20, rulings=chosen(meet="exceed")).prone
    assert haven.current_damage(20, 20, rulings=chosen(meet="exceed")).swept_away
    assert haven.ice_damage(20, 20).rulings_used == ("R-HAVEN-MEET",)


@pytest.mark.parametrize(("half", "points"), [("down", 5), ("up", 6), ("exact", Fraction(11, 2))])
def test_half_the_difference(half, points):
    rulings = chosen(half=half)
    assert haven.ice_damage(25, 14, rulings=rulings).points == points
    assert haven.current_damage(25, 14, rulings=rulings).points == points
    assert haven.ice_damage(25, 15, rulings=rulings).rulings_used == ()


@pytest.mark.parametrize(
    ("total", "swept", "points", "drowning"),
    [(26, False, 0, False), (25, False, 0, False), (24, True, 0, False), (16, True, 0, False), (15, True, 5, True)],
)
def test_a_current_that_rolled_25(total, swept, points, drowning):
    result = haven.current_damage(25, total)
    assert (result.swept_away, result.points, result.drowning) == (swept, points, drowning)


@pytest.mark.parametrize("meet", ["meet", "exceed"])
@pytest.mark.parametrize(("feet", "rolls", "failures"), [(20, 1, 0), (21, 1, 0), (25, 3, 0), (25, 2, 2)])
def test_sliding_on_with_growing_momentum(feet, rolls, failures, meet):
    """Every throw: sliding goes on while each roll, at -2 more each time, fails."""
    least = 20 if meet == "meet" else 21
    sliding, damage = 0, []
    for throw in product(D20, repeat=rolls):
        totals = [face + 5 - 2 * (failures + n) for n, face in enumerate(throw)]
        slides = all(total < least for total in totals)
        sliding += slides
        damage.append(20 - totals[-1] if slides and feet > 20 else 0)
    result = haven.slide(20, 5, feet, rolls, failures, rulings=chosen(meet=meet))
    assert result.sliding == Fraction(sliding, 20**rolls)
    assert result.damage.outcomes == spread(damage)
    assert result.penalties == tuple(-2 * (failures + n) for n in range(rolls))


@pytest.mark.parametrize(
    ("slid", "last", "points"), [(20, 20, 0), (21, 20, 15), (25, 34, 1), (25, 35, 0), (25, 36, 0), (0, 0, 0)]
)
def test_the_end_of_a_slide(slid, last, points):
    assert haven.slide_damage(35, last, slid).points == points


# Wind


@pytest.mark.parametrize(
    ("wind", "difficulty", "penalty", "needed"),
    [
        (0, 0, 0, -99),
        (10, 0, 0, -99),
        (11, 5, 0, 5),
        (20, 10, 0, 10),
        (21, 10, -4, 14),
        (30, 15, -4, 19),
        (40, 20, -4, 24),
        (41, 20, -6, 26),
        (60, 30, -6, 36),
    ],
)
@pytest.mark.parametrize("bonus", [0, 5, 12])
def test_moving_upwind(wind, difficulty, penalty, needed, bonus):
    result = haven.upwind(bonus, wind)
    assert (result.difficulty, result.penalty) == (difficulty, penalty)
    assert result.success == Fraction(sum(face + bonus >= needed for face in D20), 20)


@pytest.mark.parametrize(("half", "difficulty"), [("down", 12), ("up", 13), ("exact", Fraction(25, 2))])
def test_half_the_feet_of_an_odd_wind(half, difficulty):
    result = haven.upwind(6, 25, rulings=chosen(half=half))
    assert result.difficulty == difficulty
    assert result.success == Fraction(sum(face + 6 - 4 >= difficulty for face in D20), 20)
    assert "R-HAVEN-HALF" in result.rulings_used
    assert "R-HAVEN-HALF" not in haven.upwind(6, 26).rulings_used


def test_upwind_with_another_die_and_exceeding():
    assert haven.upwind(0, 20, rulings=chosen(meet="exceed")).success == Fraction(10, 20)
    totals = [sum(throw) for throw in product(range(1, 7), repeat=3)]
    wanted = Fraction(sum(total >= 10 for total in totals), 216)
    assert haven.upwind(0, 20, rulings=chosen(die="3d6")).success == wanted


@pytest.mark.parametrize(("turns", "cycles"), [(1, 1), (4, 1), (4, 3)])
def test_the_wind_shifts_half_of_the_time(turns, cycles):
    by_turn = haven.wind_shift(turns, cycles)
    by_cycle = haven.wind_shift(turns, cycles, rulings=chosen(shift="cycle"))
    assert by_turn.chance == by_cycle.chance == Fraction(sum(roll <= 50 for roll in range(1, 101)), 100)
    assert (by_turn.rolls, by_cycle.rolls) == (turns * cycles, cycles)
    assert by_turn.shifted == 1 - Fraction(1, 2 ** (turns * cycles))


@pytest.mark.parametrize(
    ("heading", "wind_from", "straight", "three"),
    [
        ("n", "n", True, True),
        ("ne", "n", False, True),
        ("nw", "n", False, True),
        ("e", "n", False, False),
        ("s", "n", False, False),
        ("n", "nw", False, True),
        ("w", "nw", False, True),
        ("sw", "nw", False, False),
    ],
)
def test_which_steps_are_upwind(heading, wind_from, straight, three):
    result = haven.moves_upwind(heading, wind_from)
    assert result.upwind == straight
    assert haven.moves_upwind(heading, wind_from, rulings=chosen(windroll="three_squares")).upwind == three
    assert ("R-HAVEN-WINDROLL" in result.rulings_used) == (three and not straight)


# Steps on a map

squares = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
steps = st.lists(st.sampled_from([(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]), max_size=12)


def walked(start, taken):
    path = [start]
    for x, y in taken:
        path.append((path[-1][0] + x, path[-1][1] + y))
    return path


@pytest.mark.parametrize(
    ("diagonals", "five_ten_five", "five", "ten"),
    [(0, 10, 10, 10), (1, 15, 15, 20), (2, 25, 20, 30), (3, 30, 25, 40), (4, 40, 30, 50)],
)
def test_diagonals_beside_two_straight_steps(diagonals, five_ten_five, five, ten):
    path = walked((0, 0), [(1, 0)] + [(1, 1)] * diagonals + [(0, 1)])
    assert haven.path_feet(path).feet == five_ten_five
    assert haven.path_feet(path, rulings=chosen(diagonal="five")).feet == five
    assert haven.path_feet(path, rulings=chosen(diagonal="ten")).feet == ten
    assert ("R-HAVEN-DIAGONAL" in haven.path_feet(path).rulings_used) == (diagonals > 0)


@given(squares, steps)
def test_exact_diagonals(start, taken):
    path = haven.path_feet(walked(start, taken), rulings=chosen(diagonal="exact"))
    length = sum(5 * sqrt(abs(x) + abs(y)) for x, y in taken)
    assert abs(path.feet - length) <= 0.011
    assert path.within(ceil(length + 1e-9)) or path.within(ceil(length + 1e-9) + 1)
    assert not path.within(floor(length - 1e-9))


@given(squares, steps, st.sampled_from(["five_ten_five", "five", "ten", "exact"]))
def test_mirroring_turning_and_moving_a_path_changes_nothing(start, taken, diagonal):
    path, rulings = walked(start, taken), chosen(diagonal=diagonal)
    feet = haven.path_feet(path, rulings=rulings).feet
    for other in ([(-x, y) for x, y in path], [(y, x) for x, y in path], [(x + 3, y - 8) for x, y in path], path[::-1]):
        assert haven.path_feet(other, rulings=rulings).feet == feet


def test_a_path_goes_from_neighbour_to_neighbour():
    for path in ([(0, 0), (2, 0)], [(0, 0), (0, 0)]):
        with pytest.raises(ValidationError, match=r"path\n.*one of its eight neighbours"):
            haven.path_feet(path)


# What all have in common

RESULTS = [
    haven.fall_damage(30, 18),
    haven.sound_difficulty(25),
    haven.listening(25, 5),
    haven.blind_attack_penalty(25),
    haven.fog_attack_penalty(30, 45, rulings=chosen(half="exact")),
    haven.conditions([haven.Fog(), haven.Darkness()]),
    haven.crowd_defense_bonus(3),
    haven.vine_difficulty(3),
    haven.trail_penalty(35, 25),
    haven.ice_damage(20, 10),
    haven.current_damage(25, 15),
    haven.slide(20, 5, 25, 2),
    haven.slide_damage(35, 20, 25),
    haven.wind_shift(4),
    haven.upwind(5, 25, rulings=chosen(half="exact")),
    haven.moves_upwind("ne", "n"),
    haven.path_feet([(0, 0), (1, 1)], rulings=chosen(diagonal="exact")),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_survive_json_and_say_why(result):
    assert type(result).model_validate_json(result.model_dump_json()) == result
    assert result.ledger
    assert str(result).endswith(".")


@pytest.mark.parametrize(
    ("result", "headline"),
    [
        (haven.blind_attack_penalty(5), "The attack has no penalty."),
        (haven.blind_attack_penalty(25), "The attack is made at -15."),
        (haven.ice_damage(20, 20), "One keeps one's feet."),
        (haven.ice_damage(20, 10), "Prone, 5 point(s) of damage."),
        (haven.current_damage(20, 20), "One holds against the current."),
        (haven.current_damage(20, 19), "Swept away, 0 point(s) of damage."),
        (haven.current_damage(25, 15), "Swept away, dragged under, 5 point(s) of damage."),
        (haven.upwind(0, 5), "In a gentle wind, moving upwind needs no roll."),
        (haven.upwind(0, 15), "In a moderate wind, moving upwind takes a Swiftness roll against 7."),
        (haven.upwind(0, 30), "In a moderately strong wind, moving upwind takes a Swiftness roll against 15 at -4."),
        (haven.moves_upwind("s", "n"), "A step s with the wind from n is not upwind."),
        (haven.path_feet([(0, 0), (1, 1)]), "1 step(s), 1 of them diagonal, are 5 feet."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_headlines(result, headline):
    assert str(result) == headline


@pytest.mark.parametrize(
    ("function", "arguments", "name"),
    [
        (haven.fall_damage, (-1, 18), "feet"),
        (haven.fall_damage, ("30", 18), "feet"),
        (haven.fall_damage, (float("nan"), 18), "feet"),
        (haven.fall_damage, (30, 18.5), "roll_total"),
        (haven.fall_damage, (30, 18, -8), "spikes"),
        (haven.fall_odds, (30, True), "defense_bonus"),
        (haven.fall_odds, (-5, 3), "feet"),
        (haven.sound_difficulty, (-5,), "feet"),
        (haven.listening, (-5, 0), "feet"),
        (haven.listening, (5, True), "defense_bonus"),
        (haven.sound_difficulty, (True,), "feet"),
        (haven.blind_attack_penalty, (float("inf"),), "feet"),
        (haven.fog_attack_penalty, (30, -1), "normal_range_feet"),
        (haven.conditions, ([haven.Fog(), haven.Fog()],), "factors"),
        (haven.crowd_defense_bonus, (-1,), "people_within_ten_feet"),
        (haven.vine_difficulty, (0,), "vines"),
        (haven.trail_penalty, (35, -5), "feet"),
        (haven.ice_damage, (-5, 3), "feet"),
        (haven.current_damage, (25, None), "roll_total"),
        (haven.slide, (20, 5, 25, 0), "rolls"),
        (haven.slide_damage, (35, 20, -1), "slid_feet"),
        (haven.wind_shift, (0,), "turns_in_cycle"),
        (haven.upwind, (0, -1), "wind_feet"),
        (haven.upwind, ("5", 10), "swiftness_bonus"),
        (haven.moves_upwind, ("north", "n"), "heading"),
        (haven.path_feet, ([],), "path"),
    ],
)
def test_bad_input_is_named_by_position_too(function, arguments, name):
    with pytest.raises(ValidationError) as caught:
        function(*arguments)
    assert caught.value.errors()[0]["loc"][0] == name
