"""Maps of squares: cheapest and safest paths, what is reached, the checks of a path, against slow counts by hand."""

import re
from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from haventms import Rulings, haven
from haventms.haven import ground
from haventms.haven.crossing import Crossing, Passage
from haventms.haven.ground import Reach
from haventms.haven.routes import Costs, arrival, reached, route

KEY = {
    "i": [haven.Ice()],
    "c": [haven.Crowd(size="small")],
    "D": [haven.Crowd(size="dense")],
    "v": [haven.Underbrush(vines=1)],
    "w": [haven.Liquid(depth="hips")],
    "#": [haven.Climbing(holds="none")],
    "d": [haven.Darkness()],
    "m": [haven.UnstableFooting(grade="minor")],
    "J": [haven.UnstableFooting(grade="major")],
}
SHARE = {".": 1, "i": Fraction(1, 2), "c": Fraction(3, 4), "D": Fraction(1, 4), "v": Fraction(1, 2), "w": Fraction(1, 2),
         "#": None, "d": 1, "m": 1, "J": Fraction(1, 4)}  # fmt: skip
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def cross(rows, start, goal, base=30, **more):
    return haven.cross(base, rows, KEY, start, goal, **more)


def feet_of(diagonal, earlier, way):
    """The feet of a step on the map, by what the ruling says in words."""
    if not diagonal or way == "five":
        return 5
    if way == "ten":
        return 10
    if way == "exact":
        return 5 * sqrt(2)
    return 10 if earlier % 2 else 5


def around(rows, column, row):
    for right, down in STEPS:
        if 0 <= column + right < len(rows[0]) and 0 <= row + down < len(rows):
            yield column + right, row + down, bool(right and down)


def cheapest(rows, start, goal, base=30, way="five_ten_five", dangerous=""):
    """The least (dangerous squares, cost) of a path, by improving every square until nothing gets better."""
    begin, end = (start[0] - 1, start[1] - 1), (goal[0] - 1, goal[1] - 1)
    best = {(*begin, 0): (0, 0)}
    changed = SHARE[rows[begin[1]][begin[0]]] is not None
    while changed:
        changed = False
        for (column, row, odd), (danger, cost) in [*best.items()]:
            for to_column, to_row, diagonal in around(rows, column, row):
                letter = rows[to_row][to_column]
                if SHARE[letter] is None:
                    continue
                five = min(Fraction(5) / SHARE[letter], Fraction(base))
                total = danger + (letter in dangerous), cost + five * feet_of(diagonal, odd, way) / 5
                state = (to_column, to_row, (odd + diagonal) % 2)
                if state not in best or total < best[state]:
                    best[state], changed = total, True
    found = [value for (column, row, _), value in best.items() if (column, row) == end]
    return min(found, default=None)


def reached_by(rows, start, base, actions):
    """The squares that so many actions reach, each step within one action where it can be."""
    begin = (start[0] - 1, start[1] - 1, 0, 0, Fraction(0))
    seen, waiting, fewest = {begin}, [begin], {}
    while waiting:
        column, row, odd, action, left = waiting.pop()
        fewest[column, row] = min(fewest.get((column, row), action), action)
        for to_column, to_row, diagonal in around(rows, column, row):
            share = SHARE[rows[to_row][to_column]]
            if share is None or SHARE[rows[begin[1]][begin[0]]] is None:
                continue
            cost = min(Fraction(5) / share, Fraction(base)) * feet_of(diagonal, odd, "five_ten_five") / 5
            taken, rest = action, left
            if cost > rest:
                taken, rest = taken + 1, Fraction(base)
                if cost > base:  # H-SPD-2: ten feet are two steps of five, one in each of two actions
                    taken, cost = taken + 1, cost / 2
            state = (to_column, to_row, (odd + diagonal) % 2, taken, rest - cost)
            if taken <= actions and state not in seen:
                seen.add(state)
                waiting.append(state)
    return fewest


maps = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.text("....icDvw#dmJ", min_size=columns, max_size=columns), min_size=1, max_size=4
    )
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(maps, st.sampled_from([5, 10, 30, 33, 35]), st.sampled_from(["five_ten_five", "five", "ten", "exact"]))
def test_the_cheapest_path_costs_what_a_slow_search_finds(rows, base, way):
    """Corner to corner, under each reading of diagonals."""
    goal = (len(rows[0]), len(rows))
    found = cross(rows, (1, 1), goal, base, rulings=Rulings(haven_diagonal=way))
    expected = cheapest(rows, (1, 1), goal, base, way)
    assert found.possible == (expected is not None)
    if expected is not None:
        assert float(found.cost_feet) == pytest.approx(float(expected[1]), abs=0.011)
        assert way == "exact" or found.cost_feet == expected[1]
        assert found.cost_feet == (found.steps[-1].total if found.steps else 0)


@settings(max_examples=40, deadline=None)
@given(maps)
def test_the_safest_path_has_the_fewest_dangerous_squares_then_the_least_cost(rows):
    """Ice, vines, sand and jagged ground cost a check in a turn of two moves at 40 feet, a dense crowd as well."""
    goal = (len(rows[0]), len(rows))
    found = cross(rows, (1, 1), goal, 40, by="safety")
    expected = cheapest(rows, (1, 1), goal, 40, dangerous="ivmJD")
    assert found.possible == (expected is not None)
    if expected is not None:
        assert (found.check_squares, found.cost_feet) == expected


@settings(max_examples=40, deadline=None)
@given(maps, st.sampled_from([5, 20, 35]))
def test_what_is_reached_agrees_with_a_slow_search(rows, base):
    """With one action, and with both of a turn; the start is no square that an action reaches."""
    found = haven.reach(base, rows, KEY, (1, 1))
    fewest = reached_by(rows, (1, 1), base, 2)
    assert {*found.one} == {(column + 1, row + 1) for (column, row), action in fewest.items() if action == 1}
    assert {*found.two} == {(column + 1, row + 1) for (column, row), action in fewest.items() if action == 2}


@settings(max_examples=40, deadline=None)
@given(maps, st.sampled_from(["cost", "safety"]))
@example(["DDcwD", "DDiDD", "DDDDD"], "cost")  # two paths cost the same; one of them crosses ice
def test_mirroring_and_turning_the_map_changes_nothing(rows, by):
    """Cost and dangerous squares stay, whichever way one looks at it."""
    columns, height = len(rows[0]), len(rows)
    here = cross(rows, (1, 1), (columns, height), by=by)
    mirrored = cross([row[::-1] for row in rows], (columns, 1), (1, height), by=by)
    turned = cross(["".join(row) for row in zip(*rows[::-1], strict=True)], (height, 1), (1, columns), by=by)
    for other in (mirrored, turned):
        assert (other.possible, other.cost_feet, other.check_squares) == (
            here.possible,
            here.cost_feet,
            here.check_squares,
        )


@settings(max_examples=30, deadline=None)
@given(maps, st.data())
def test_a_path_is_what_its_steps_are(rows, data):
    """Each step is to a neighbour, its cost follows from its ground, the costs add up; cutting it anywhere is free."""
    found = cross(rows, (1, 1), (len(rows[0]), len(rows)))
    places = [(1, 1), *((step.column, step.row) for step in found.steps)]
    if not found.steps:
        return
    assert places[-1] == found.goal
    feet = haven.path_feet([(column, row) for column, row in places]).feet
    assert found.feet == feet == sum(step.feet for step in found.steps)
    for (before, after), step in zip(pairwise(places), found.steps, strict=True):
        assert max(abs(before[0] - after[0]), abs(before[1] - after[1])) == 1
        assert step.cost == min(Fraction(5) / SHARE[step.ground], 30) * step.feet / 5
    cut = data.draw(st.integers(0, len(found.steps)))
    halves = [sum(step.cost for step in part) for part in (found.steps[:cut], found.steps[cut:])]
    assert sum(halves) == found.cost_feet


@pytest.mark.parametrize("letter", ".icDvwmJ")
@pytest.mark.parametrize("base", [5, 10, 30, 33, 35, 60])
def test_on_even_ground_an_action_covers_the_speed_of_the_rules(letter, base):
    """A lane of one kind: as many squares a move action as terrain_speed has five-foot steps, twice that a turn."""
    speed = haven.terrain_speed(base, KEY.get(letter, []))
    found = haven.reach(base, [letter * 40], KEY, (1, 1))
    assert len(found.one) == speed.feet // 5
    assert len(found.one + found.two) == speed.turn_feet // 5


def test_more_terrain_is_never_faster():
    """Painting a square of a lane raises the cost or leaves it."""
    plain = cross(["....."], (1, 1), (5, 1)).cost_feet
    for letter in KEY:
        painted = cross([f"..{letter}.."], (1, 1), (5, 1))
        assert not painted.possible or painted.cost_feet >= plain


def test_a_step_is_always_possible_with_one_action():
    """At a base speed of 10 a square in a dense crowd costs the whole action, not twenty feet."""
    found = cross([".DD"], (1, 1), (3, 1), base=10)
    assert [step.cost for step in found.steps] == [10, 10]
    assert found.actions == 2


def test_a_long_diagonal_may_take_two_actions():
    """At 35 feet the second diagonal through a dense crowd costs 40: half of them in each of two actions."""
    found = cross(["...", ".D.", "..D"], (1, 1), (3, 3), base=35)
    slow = cross(["D##", "#D#", "##D"], (1, 1), (3, 3), base=35)
    assert found.actions <= slow.actions
    assert [step.cost for step in slow.steps] == [20, 40]
    assert [step.action for step in slow.steps] == [1, 3]


@pytest.mark.parametrize(
    ("letter", "factor", "base"),
    [("u", haven.Underbrush(), 15), ("c", haven.Crowd(), 10), ("D", haven.Crowd(size="dense"), 35)],
)
def test_after_a_long_diagonal_no_action_goes_beyond_what_the_ground_leaves(letter, factor, base):
    """H-SPD-2: the share is five feet a move, so a diagonal of ten takes two moves and a further square a third one."""
    rows = ["c####", "#c###", "##c##", "##c##"]
    found = haven.cross(
        base,
        [row.replace("c", letter) for row in rows],
        {letter: [factor], "#": [haven.WadingSolid(depth="neck")]},
        (1, 1),
        (3, 4),
    )
    assert [step.feet for step in found.steps] == [5, 10, 5]
    assert [step.action for step in found.steps] == [1, 3, 4]


def test_several_factors_are_combined_by_their_rulings():
    """55 feet, a large crowd in knee-deep water: 20 feet an action multiplied once, 25 worst only, 15 rounded each."""
    key = {"x": [haven.Crowd(size="large"), haven.Liquid(depth="knees")]}
    for rulings, feet in ((None, 20), (Rulings(haven_stack="worst"), 25), (Rulings(haven_round="each"), 15)):
        found = haven.reach(55, ["x" * 40], key, (1, 1), rulings=rulings)
        assert len(found.one) == feet // 5


def test_what_lies_everywhere_is_combined_with_what_is_painted():
    """Darkness slows nothing; a small crowd on ice leaves three eighths."""
    everywhere = [haven.Darkness(), haven.Crowd(size="small")]
    found = haven.cross(30, ["..i"], {"i": [haven.Ice()]}, (1, 1), (3, 1), everywhere)
    assert [step.cost for step in found.steps] == [Fraction(20, 3), Fraction(40, 3)]


def test_going_beyond_the_limits_is_faster_and_costs_checks():
    """30 feet of ice at 30 feet: within, two turns of one move without a roll; beyond, one action at DG 30."""
    within = cross([".iiiiii"], (1, 1), (7, 1), moves_per_turn=1)
    beyond = cross([".iiiiii"], (1, 1), (7, 1), moves_per_turn=1, pace="beyond")
    assert (within.cost_feet, within.turns, within.checks) == (60, 2, ())
    assert (beyond.cost_feet, beyond.turns) == (30, 1)
    assert [(made.turn, made.check.difficulty) for made in beyond.checks] == [(1, 30)]
    assert (beyond.checks[0].column, beyond.checks[0].row) == (4, 1)  # 15 feet of ice are allowed
    assert beyond.chances(defense_bonus=15).unharmed == Fraction(6, 20)


def test_two_actions_on_ice_are_one_turn():
    """Each within the limit, both together beyond it: a roll; where each action counts, none."""
    both = cross([".iiiiii"], (1, 1), (7, 1))
    each = cross([".iiiiii"], (1, 1), (7, 1), rulings=Rulings(haven_iceturn="action"))
    assert [made.check.difficulty for made in both.checks] == [30]
    assert each.checks == ()
    assert (both.check_squares, each.check_squares) == (6, 0)


def test_every_square_of_vines_is_broken_by_itself():
    """Two squares, two Attack rolls; the chance is the product."""
    found = cross([".vv."], (1, 1), (4, 1))
    assert [(made.column, made.check.roll, made.check.difficulty) for made in found.checks] == [
        (2, "Attack", 10),
        (3, "Attack", 10),
    ]
    passage = found.chances(attack_bonus=5)
    assert passage.each == (Fraction(16, 20),) * 2
    assert passage.unharmed == Fraction(16, 20) ** 2


def test_vines_are_broken_once_though_the_step_takes_two_turns():
    """At five feet the second diagonal takes the last action of a turn and the first of the next."""
    found = cross(["v##", "#v#", "##v"], (1, 1), (3, 3), 5)
    assert [(step.action, step.turn) for step in found.steps] == [(1, 1), (3, 2)]
    assert [(made.turn, made.column) for made in found.checks] == [(1, 2), (2, 3)]


def test_shoving_is_rolled_for_each_move_of_more_than_five_feet():
    """40 feet of base speed are ten feet of dense crowd an action: a shove each; at 35 feet five, and none."""
    rows = [".DDDD"]
    quick, slow = cross(rows, (1, 1), (5, 1), 40), cross(rows, (1, 1), (5, 1), 35)
    assert [(made.turn, made.check.against) for made in quick.checks] == [(1, "shoved"), (1, "shoved")]
    assert slow.checks == ()
    # Both roll a d20; ties go to the shoved person: 190 of 400.
    assert quick.chances().unharmed == Fraction(190, 400) ** 2
    assert quick.chances(from_swiftness=3, attack_bonus=3).unharmed == quick.chances().unharmed
    assert quick.chances(other_bonus=30).unharmed == 0


def test_a_current_is_rolled_against_in_every_turn_spent_in_it():
    """Three quarters of 20 feet an action: six squares a turn, seven take a second turn."""
    key = {"~": [haven.Liquid(depth="swimming", current_feet=10)]}
    found = haven.cross(20, ["." + "~" * 7], key, (1, 1), (8, 1))
    assert [(made.turn, made.check.against) for made in found.checks] == [(1, "current"), (2, "current")]
    won = Fraction(sum(face + 12 >= other + 10 for face in range(1, 21) for other in range(1, 21)), 400)
    assert found.chances(defense_bonus=12).unharmed == won**2


def test_a_wind_asks_for_a_roll_in_each_turn_that_goes_against_it():
    """From the north: going north is upwind, going east is not; -4 is on every roll in it."""
    wind = [haven.Wind(feet_per_turn=30)]
    lane = ["."] * 8
    north = haven.cross(20, lane, {}, (1, 8), (1, 1), wind)
    assert [(made.turn, made.row, made.check.difficulty, made.check.penalty) for made in north.checks] == [
        (1, 7, 15, -4)
    ]
    assert haven.cross(20, lane, {}, (1, 1), (1, 8), wind).checks == ()
    assert haven.cross(20, lane, {}, (1, 1), (1, 8), wind, wind_from="s").check_squares == 7
    assert haven.cross(20, lane, {}, (1, 8), (1, 1), [haven.Wind(feet_per_turn=10)]).checks == ()
    vines = haven.cross(20, ["..v"], {"v": [haven.Underbrush(vines=1)]}, (1, 1), (3, 1), wind)
    assert [(made.check.roll, made.check.penalty) for made in vines.checks] == [("Attack", -4)]


def test_a_safe_path_goes_across_the_wind():
    """Every step that heads upwind counts; where three headings do, more of them."""
    wind = [haven.Wind(feet_per_turn=30)]
    rows = ["....."] * 3
    straight = haven.cross(30, rows, {}, (1, 3), (1, 1), wind, by="safety")
    assert straight.check_squares == 0  # a diagonal out and one back are not straight against it
    three = haven.cross(
        30, rows, {}, (1, 3), (1, 1), wind, by="safety", rulings=Rulings(haven_windroll="three_squares")
    )
    assert three.check_squares == 2
    assert "R-HAVEN-WINDROLL" in three.rulings_used


def test_a_windy_square_with_vines_counts_once():
    """It costs a check anyway."""
    wind = [haven.Wind(feet_per_turn=30)]
    key = {"v": [haven.Underbrush(vines=1)]}
    found = haven.cross(30, [".", "v", "."], key, (1, 3), (1, 1), wind, by="safety")
    assert found.check_squares == 2


def test_leaving_no_trail_is_no_harm():
    """A quarter of base speed; after each full base speed a roll for trackers, which does not count as harm."""
    trail = [haven.NoTrail()]
    found = haven.cross(20, ["." * 10], {}, (1, 1), (10, 1), trail)
    assert found.cost_feet == 9 * 20
    assert found.check_squares == 0
    assert [made.turn for made in found.checks] == [2, 4]  # ten feet a turn: after 20 and after 40 feet
    assert found.chances(defense_bonus=-100).unharmed == 1


def test_unstable_ground_counts_the_feet_of_a_cycle():
    """Sand at 30 feet: a turn of two moves is 60 feet, six rolls at DG 15, 20 ... 40."""
    found = cross(["." + "m" * 12], (1, 1), (13, 1))
    assert [made.check.difficulty for made in found.checks] == [15, 20, 25, 30, 35, 40]
    chance = Fraction(1)
    for goal in (15, 20, 25, 30, 35, 40):
        chance *= Fraction(min(max(21 - (goal - 20), 0), 20), 20)
    assert found.chances(defense_bonus=20).unharmed == chance


def test_secondary_rolls_after_a_failure_only_are_left_out_of_the_chance():
    """They are made by those who have failed already."""
    key = {"s": [haven.UnstableFooting(grade="minor", incline_feet=10)]}
    rulings = Rulings(haven_secondary="failed")
    lane = haven.cross(30, ["." + "s" * 7], key, (1, 1), (8, 1), moves_per_turn=2, rulings=rulings)
    goal = 10 + 5 + 10
    assert [made.check.difficulty for made in lane.checks] == [goal, goal]
    assert lane.chances(defense_bonus=15).unharmed == Fraction(11, 20)


def test_darkness_and_fog_cost_nothing():
    """They hide, but do not slow."""
    assert cross([".dd."], (1, 1), (4, 1)).cost_feet == 15


def test_a_negated_factor_is_none():
    """An ability cancels it, for the cost and for the checks."""
    key = {"v": [haven.Underbrush(vines=3, negated=True)], "i": [haven.Ice(negated=True)]}
    found = haven.cross(30, [".viiiiiiiiii"], key, (1, 1), (12, 1), pace="beyond")
    assert (found.cost_feet, found.checks, found.check_squares) == (55, (), 0)


def test_no_path_is_said():
    """A wall all across, or a start that nobody can leave."""
    for rows in ([".#."], ["#.."]):
        found = cross(rows, (1, 1), (3, 1))
        assert not found.possible
        assert found.steps == ()
        assert found.headline == "No path leads to column 3, row 1."
        assert found.chances().unharmed == 1
    assert haven.reach(30, ["#.."], KEY, (1, 1)).headline == (
        "One action reaches 0 squares, both actions of a turn reach 0."
    )


def test_the_goal_may_be_the_start():
    """No step, no cost."""
    found = cross(["..."], (2, 1), (2, 1))
    assert found.possible
    assert found.headline == "The path to column 2, row 1 takes 0 steps for 0 feet of movement: 0 actions, no checks."


def test_square_roots_are_cut_only_where_they_are_shown():
    """Two diagonals are 14.14 feet; three and a straight step stay below 26.3."""
    exact = Rulings(haven_diagonal="exact")
    assert cross(["...", "...", "..."], (1, 1), (3, 3), rulings=exact).cost_feet == Fraction(1414, 100)
    ice = haven.cross(
        40, ["i...", "#i..", "##i.", "###i"], KEY, (1, 1), (4, 4), rulings=exact, pace="beyond", by="safety"
    )
    assert ice.feet <= ice.cost_feet


def test_a_map_asks_about_diagonals_only_where_there_are_any():
    """A lane has none."""
    assert "R-HAVEN-DIAGONAL" not in cross(["...."], (1, 1), (4, 1)).rulings_used
    assert "R-HAVEN-DIAGONAL" in cross(["....", "...."], (1, 1), (4, 1)).rulings_used
    assert "R-HAVEN-DIAGONAL" in haven.reach(30, ["..", ".."], KEY, (1, 1)).rulings_used
    assert "R-HAVEN-DIAGONAL" not in haven.reach(30, [".."], KEY, (1, 1)).rulings_used


def test_headlines_count_in_words_that_fit():
    """One action, one check."""
    assert cross([".v"], (1, 1), (2, 1)).headline == (
        "The path to column 2, row 1 takes 1 steps for 10 feet of movement: 1 action, 1 check."
    )
    assert haven.reach(5, [".."], KEY, (1, 1)).headline == (
        "One action reaches 1 square, both actions of a turn reach 1."
    )
    assert cross([".v"], (1, 1), (2, 1)).chances().headline == "The chance to get through unharmed is 11/20."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ground": ["..", "..."]}, "ground\n  must have rows of one length: row 2 has 3 squares, the first one 2"),
        ({"ground": ["..", ".x"]}, "ground\n  must use . and the letters of its key only, and not 'x'"),
        ({"goal": (3, 1)}, "goal\n  must lie on the map, which has 2 columns and 2 rows"),
        ({"start": (1, 3)}, "start\n  must lie on the map"),
        ({"everywhere": [haven.Ice()], "ground": ["i.", ".."]}, "everywhere\n  must not hold what the map holds too: the factor ice is given twice"),
        ({"ground": ["." * 41]}, "ground.0"),
        ({"ground": ["."] * 41}, "ground"),
        ({"ground": []}, "ground"),
        ({"start": (0, 1)}, "start.0"),
        ({"key": {"ab": []}}, "key"),
        ({"by": "luck"}, "by"),
        ({"pace": "slow"}, "pace"),
        ({"base_feet": 0}, "base_feet"),
        ({"moves_per_turn": 0}, "moves_per_turn"),
    ],
)  # fmt: skip
def test_bad_arguments_are_named(changes, sentence):
    """The parameter, and what is allowed."""
    given = {"base_feet": 30, "ground": ["..", ".."], "key": KEY, "start": (1, 1), "goal": (2, 2), **changes}
    with pytest.raises(ValueError, match=re.escape(sentence)):
        haven.cross(**given)


def test_a_chance_of_too_many_checks_is_refused_in_a_sentence():
    """Thirty-nine rolls of a hundred dice each."""
    found = cross(["." + "v" * 39], (1, 1), (40, 1), 10, rulings=Rulings(haven_die="100d20"))
    with pytest.raises(ValueError, match="must be fewer"):
        found.chances(attack_bonus=-900)


def test_results_come_back_from_json():
    """Path, checks and squares."""
    found = cross([".vi", "mJ."], (1, 1), (3, 2), 30)
    assert Crossing.model_validate_json(found.model_dump_json()) == found
    assert found.checks
    passage = found.chances(attack_bonus=3)
    assert Passage.model_validate_json(passage.model_dump_json()) == passage
    spread = haven.reach(30, [".vi", "mJ."], KEY, (1, 1))
    assert Reach.model_validate_json(spread.model_dump_json()) == spread


def test_the_mechanism_knows_no_rule():
    """A map of costs alone: a route, none, what is reached; a step that costs more than an action takes several."""
    costs = Costs(3, (1, 1, 9), (2, 2, 9), (2, 2, 9), False)
    assert [costs.place(square) for square in route(costs, costs.at(1, 1), costs.at(3, 1))] == [(1, 1), (2, 1), (3, 1)]
    assert route(costs, costs.at(1, 1), costs.at(3, 2)) == ()
    assert reached(costs, costs.at(1, 1), 4, 3) == {costs.at(1, 1): 0, costs.at(2, 1): 1}
    assert reached(costs, costs.at(1, 1), 4, 4)[costs.at(3, 1)] == 4
    assert [arrival(0, 3, 4), arrival(3, 1, 4), arrival(3, 2, 4), arrival(1, 9, 4)] == [3, 4, 6, 15]


KINDS_OF_GROUND = {
    ".": [],
    "i": [haven.Ice()],
    "D": [haven.Crowd(size="dense")],
    "v": [haven.Underbrush(vines=1), haven.Wind(feet_per_turn=35)],
    "#": [haven.Climbing(holds="none")],
    "~": [haven.Liquid(depth="swimming", current_feet=20, easy=True)],
    "n": [haven.NoTrail(), haven.WadingSolid(depth="waist")],
    "m": [haven.UnstableFooting(grade="minor")],
    "J": [haven.UnstableFooting(grade="major", incline_feet=15)],
}
READINGS = [
    {name: token}
    for name, field in Rulings.model_fields.items()
    if name.startswith("haven_")
    for token in get_args(field.annotation) or ("3d6", "d20")
]


@pytest.mark.parametrize("change", READINGS, ids=str)
def test_one_reading_never_gets_the_ground_of_another(change):
    """What is kept from other readings of the same map is what this one finds by itself."""
    rulings = Rulings.model_validate(change)
    for (letter, factors), pace in product(KINDS_OF_GROUND.items(), ("within", "beyond")):
        case = (letter, (haven.Darkness(), *factors), 25, pace, 2)
        (kind, speed), _ = ground._kind.__wrapped__(*case, rulings=rulings)
        for asked in ({}, change):
            ground._kind(*case, rulings=Rulings.model_validate(asked))
        assert ground._kind(*case, rulings=rulings) == (kind, speed)
