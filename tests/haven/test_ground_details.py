"""What a map writes down about its paths, and what only some maps show: H-SPD-2, H-ACT-9 and the checks on the way."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, haven
from haventms.haven.crossing import PathCheck
from haventms.tables import table

EXACT = Rulings(haven_diagonal="exact")
KEY = {
    "i": [haven.Ice()],
    "v": [haven.Underbrush(vines=1)],
    "#": [haven.Climbing(holds="none")],
    "~": [haven.Liquid(depth="swimming", current_feet=10)],
    "w": [haven.Wind(feet_per_turn=30)],
}


def cross(rows, goal, base=30, start=(1, 1), **more):
    return haven.cross(base, rows, KEY, start, goal, **more)


def lines(result, clause):
    """What the lines with this clause show."""
    return [line.shown for line in result.ledger if line.clause == clause]


def slope(squares, letter="."):
    """A map whose only open squares lie on its diagonal."""
    return ["#" * at + letter + "#" * (squares - at - 1) for at in range(squares)]


# What is written down


def test_a_path_writes_down_its_feet_its_cost_and_its_actions():
    """Ten feet on the map, five of them vines: 15 feet of movement, one action; a step costs 5, or 10 through vines."""
    found = cross([".v."], (3, 1))
    steps = ["30", "5", "15", "10"]  # for either ground what half or all of base speed is, then a step
    assert lines(found, "H-SPD-2")[:-1] == [*steps, "10", "15"]
    assert lines(found, "H-ACT-9")[0] == "1"
    (feet,) = [line for line in found.ledger if line.table == table("haven", "diagonals")["five_ten_five"].cite]
    assert (feet.clause, feet.shown) == ("H-SPD-2", "10")


def test_the_map_asks_for_feet_a_step_and_not_for_feet_a_turn():
    """H-ACT-4 is about a turn's two actions: nothing of a path without a check; what bars a square is said."""
    found = cross([".i#", "..."], (3, 2))
    assert lines(found, "H-ACT-4") == []
    assert lines(found, "H-CLI-3") == ["0"]
    assert lines(found, "H-ICE-1") == ["1/2"]
    assert found.ledger[-1].clause == "H-ACT-9"


def test_each_letter_is_explained_in_the_order_of_the_map():
    """H-SPD-2, H-DIF-2, H-CLI-3: how its ground slows, and what a step onto it costs where there is one."""
    base = 1235
    expected = []
    for letter, factors, step in ((".", [], 5), ("v", KEY["v"], 10), ("#", KEY["#"], None)):
        own = [line for line in haven.terrain_speed(base, factors).ledger if line.clause != "H-ACT-4"]
        expected += [(line.clause, line.text, line.shown) for line in own]
        if step:
            name = "underbrush of vines" if factors else "open ground"
            told = f"A straight step onto {letter!r} ({name}) costs feet of movement"
            expected.append(("H-SPD-2", told, str(step)))
    found = haven.reach(base, [".v#"], KEY, (1, 1))
    assert [(line.clause, line.text, line.shown) for line in found.ledger[:-2]] == expected
    assert [line.clause for line in found.ledger[-2:]] == ["H-ACT-9", "H-ACT-4"]


def test_what_a_letter_asks_for_is_asked_by_the_map():
    """R-HAVEN-STACK: two factors on one square raise the question how they add up."""
    key = {"b": [haven.Underbrush(), haven.Crowd()]}
    assert haven.reach(1240, [".b"], key, (1, 1)).rulings_used == haven.terrain_speed(1240, key["b"]).rulings_used
    assert "R-HAVEN-STACK" in haven.reach(1250, [".b"], key, (1, 1)).rulings_used


def test_checks_that_are_alike_are_explained_once():
    """H-DIF-2: two squares of one vine are two checks of one kind, a square of two vines is another."""
    key = {"v": KEY["v"], "V": [haven.Underbrush(vines=2)]}
    found = haven.cross(30, [".vvV"], key, (1, 1), (4, 1))
    assert len(found.checks) == 3
    assert [line.shown for line in found.ledger if "Attack roll" in line.text] == ["10", "20"]
    passage = found.chances(attack_bonus=5)
    assert lines(passage, "H-DIF-2") == ["4/5", "3/10"]
    assert lines(passage, "H-DIF-0") == ["24/125"]  # 4/5 x 4/5 x 3/10


def test_what_is_reached_is_counted():
    """H-ACT-9, H-ACT-4: at ten feet two squares of a lane of five with one action, two more with the other."""
    found = haven.reach(10, ["....."], {}, (1, 1))
    assert lines(found, "H-ACT-9") == ["2"]
    assert lines(found, "H-ACT-4") == ["2"]
    fewer = haven.reach(10, ["...."], {}, (1, 1))
    assert (lines(fewer, "H-ACT-9"), lines(fewer, "H-ACT-4")) == (["2"], ["1"])


def test_nothing_moved_takes_no_turn():
    """Whoever is there already needs neither an action nor a turn."""
    found = cross(["..."], (1, 1))
    assert (found.actions, found.turns, found.feet) == (0, 0, 0)


@pytest.mark.parametrize(
    ("given", "name", "words"),
    [
        ({"start": (3, 1)}, "start", "must lie on the map"),
        ({"everywhere": [haven.UnstableFooting()]}, "everywhere", "the factor unstable footing is given twice"),
    ],
)
def test_a_refusal_names_the_parameter(given, name, words):
    """The start beside the map; a factor everywhere that a letter of the map is too."""
    given = {"start": (1, 1), **given}
    with pytest.raises(ValidationError, match=rf"{name}\n  .*{words}"):
        haven.reach(30, [".s"], {"s": [haven.UnstableFooting()]}, **given)


# Square roots


def test_a_diagonal_is_cut_at_the_hundredth_only_when_it_is_shown():
    """R-HAVEN-DIAGONAL: one is 7.07 feet, on ice 14.14; ten of them are 70.71 feet, not 70.70."""
    found = cross(slope(11, "i"), (11, 11), pace="beyond", rulings=EXACT)
    assert {(step.feet, step.cost) for step in found.steps} == {(Fraction(707, 100), Fraction(707, 100))}
    assert (found.feet, found.cost_feet) == (Fraction(7071, 100),) * 2
    (step,) = cross(slope(2, "i"), (2, 2), rulings=EXACT).steps
    assert (step.feet, step.cost) == (Fraction(707, 100), Fraction(1414, 100))


def test_what_a_diagonal_exceeds_seven_feet_by_counts():
    """R-HAVEN-DIAGONAL: five diagonals are more than 35 feet, so one action of 35 reaches four of them."""
    assert haven.reach(35, slope(6), KEY, (1, 1), rulings=EXACT).one == ((2, 2), (3, 3), (4, 4), (5, 5))


def test_moves_are_whole_steps_of_what_was_moved():
    """H-SPD-2, H-ICE-2: two diagonals of ice are 14.14 feet, two whole steps: no more than half of 20 feet."""
    found = cross(slope(3, "i"), (3, 3), 20, pace="beyond", rulings=EXACT)
    assert (found.cost_feet, found.checks) == (Fraction(1414, 100), ())


def test_what_is_reached_late_is_reached():
    """H-ACT-4: six steps of five feet around what cannot be entered are both actions at 15 feet."""
    found = haven.reach(15, ["...", "#D.", "..."], {**KEY, "D": [haven.Crowd(size="dense")]}, (1, 1))
    assert (1, 3) in found.two


# The safest path, and the cheapest


def test_the_cheapest_path_is_not_led_around_checks():
    """Nine steps over eight squares of ice cost 45 feet; around them, with two diagonals, 50. Of equals the safer."""
    rows = ["." * 10, "." + "i" * 8 + "."]
    found = cross(rows, (10, 2), start=(1, 2), pace="beyond")
    assert (found.cost_feet, found.check_squares) == (45, 8)
    found = cross(rows, (10, 2), start=(1, 2), pace="beyond", rulings=Rulings(haven_diagonal="five"))
    assert (found.cost_feet, found.check_squares) == (45, 0)


@pytest.mark.parametrize(("reading", "squares"), [("turn", 1), ("action", 0)])
def test_whether_ice_costs_a_check_is_the_reader_s(reading, squares):
    """R-HAVEN-ICETURN: two moves of half of base speed are more than it in the turn, and not in either action."""
    found = cross([".i"], (2, 1), 1245, rulings=Rulings(haven_iceturn=reading))
    assert found.check_squares == squares


def test_a_long_way_around_is_safer():
    """One square of vines costs a check; around it there are forty squares and two diagonals."""
    around = [".v.", *[".#."] * 20, "..."]
    found = cross(around, (3, 1), by="safety")
    assert (found.check_squares, found.cost_feet) == (0, 2 * 20 * 5 + 5 + 10)
    assert cross(around, (3, 1)).check_squares == 1


@pytest.mark.parametrize(("wind_from", "cost"), [("e", 15), ("w", 10)])
def test_the_wind_may_come_from_the_side(wind_from, cost):
    """H-WIN-4: against a wind from the east two diagonals are safer than two steps; from the west it does not matter."""
    rows = ["www", "www"]
    found = cross(rows, (3, 1), by="safety", wind_from=wind_from)
    assert (found.check_squares, found.cost_feet) == (0, cost)
    assert cross(rows, (3, 1), wind_from=wind_from).check_squares == (2 if wind_from == "e" else 0)


def test_only_where_it_blows_the_wind_asks():
    """H-WIN-4: north over calm squares is no danger, though it blows elsewhere on the map."""
    found = cross(["...w"] * 3, (1, 1), start=(1, 3), by="safety")
    assert (found.check_squares, found.cost_feet) == (0, 10)


@pytest.mark.parametrize(
    ("wind", "squares"),
    [
        (haven.Wind(feet_per_turn=30), 2),
        (haven.Wind(feet_per_turn=30, negated=True), 0),
        (haven.Wind(feet_per_turn=30, upwind=False), 0),
        (haven.Wind(feet_per_turn=10), 0),
    ],
)
def test_which_winds_make_a_step_dangerous(wind, squares):
    """H-WIN-2 to H-WIN-4: one more than gentle that is gone against, unless an ability negates it."""
    assert haven.cross(30, ["."] * 3, {}, (1, 3), (1, 1), [wind]).check_squares == squares


# Leaving no trail


def test_the_trail_is_hidden_at_each_full_base_speed_of_the_path():
    """H-DIF-6: at 30 feet ten a turn: full after turns three and six, at the last of their feet."""
    found = haven.cross(30, ["." * 14], {}, (1, 1), (14, 1), [haven.NoTrail()])
    assert [(made.turn, made.column, made.check.at_feet) for made in found.checks] == [(3, 7, 10), (6, 13, 10)]


def test_hiding_the_trail_several_times_a_turn_is_no_danger():
    """H-DIF-6: eight actions a turn at 20 feet are forty feet, two rolls against trackers, and no square is marked."""
    found = haven.cross(20, ["." * 9], {}, (1, 1), (9, 1), [haven.NoTrail()], moves_per_turn=8)
    assert [made.check.against for made in found.checks] == ["tracker", "tracker"]
    assert found.check_squares == 0


# Chances


def test_each_roll_has_its_own_bonus():
    """A wind is a Swiftness roll, vines an Attack roll: what derives from Swiftness is not left out of either."""
    wind = haven.cross(30, ["."] * 3, {}, (1, 3), (1, 1), [haven.Wind(feet_per_turn=30)])
    # against half of 30 feet, at -4
    assert wind.chances(swiftness_bonus=9).unharmed == Fraction(11, 20)
    assert wind.chances(attack_bonus=9, defense_bonus=9, swiftness_bonus=9, from_swiftness=9).unharmed == Fraction(
        11, 20
    )
    vines = cross([".v"], (2, 1))
    assert vines.chances(attack_bonus=5, from_swiftness=5).unharmed == Fraction(16, 20)


def test_a_current_has_no_bonus_but_its_own():
    """H-LIQ-4: its ten feet against +10 are even dice; the bonus of those who are shoved is not the current's."""
    found = cross([".~"], (2, 1))
    even = Fraction(210, 400)
    assert found.chances(defense_bonus=10).unharmed == even
    assert found.chances(defense_bonus=10, other_bonus=7).unharmed == even


@pytest.mark.parametrize(("halves", "computed"), [(2, True), (3, False)])
def test_the_longest_chance_that_is_computed(halves, computed):
    """12,000 binary digits of the denominator: 2,776 chances of 1/20 make 11,998 of them, each half one more."""
    (slip,) = haven.attempt(30, KEY["i"], 20).checks
    rare, half = (PathCheck(1, 2, 1, slip.model_copy(update={"difficulty": goal})) for goal in (20, 11))
    found = cross([".i"], (2, 1)).model_copy(update={"checks": (rare,) * 2776 + (half,) * halves})
    if computed:
        assert found.chances().unharmed == Fraction(1, 20**2776 * 2**halves)
    else:
        with pytest.raises(ValidationError, match="checks\n  must be fewer"):
            found.chances()
