"""Movement in squares: Table 1 retyped, thresholds of a move, the single step, paths and their diagonals."""

from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.overland import Step
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction
THREE = ("difficult", "obstacle", "visibility")
SUBSETS = [subset for size in range(4) for subset in combinations(THREE, size)]


def test_table_1_is_the_printed_one():
    """Every cell of Table 1 and of the costs of a square."""
    assert {
        row.name: (row["condition"], row["multiplier"], row["skill_check"]) for row in table("overland", "hampered")
    } == {
        "difficult": ("difficult terrain", 2, False),
        "obstacle": ("obstacle", 2, True),
        "visibility": ("poor visibility", 2, False),
        "impassable": ("impassable", None, False),
    }
    assert {row.name: (row["first"], row["second"], row["root_two"]) for row in table("overland", "squares")} == {
        "straight": (5, 5, False),
        "five_ten_five": (5, 10, False),
        "five": (5, 5, False),
        "ten": (10, 10, False),
        "exact": (5, 5, True),
    }


@pytest.mark.parametrize("conditions", SUBSETS)
def test_conditions_multiply(conditions):
    """No condition counts once, each doubles."""
    found = overland.hampered(conditions)
    assert found.multiplier == 2 ** len(conditions)
    assert found.skill_check == ("obstacle" in conditions)
    assert ("O-TAC-2" in [line.clause for line in found.ledger]) == (len(conditions) > 1)
    assert round_trips(found)


def test_hampered_says_itself():
    """With and without a condition."""
    assert str(overland.hampered(["difficult"])) == "Each square counts as 2."
    assert str(overland.hampered([])) == "Nothing hampers movement: each square counts once."


@pytest.mark.parametrize("conditions", SUBSETS)
def test_impassable_squares_are_refused(conditions):
    """No square that is impassable is entered, neither by a move nor by the single step nor on a path."""
    walled = [*conditions, "impassable"]
    for call in (
        lambda: overland.hampered(walled),
        lambda: overland.squares(5, walled),
        lambda: overland.path_cost([Step(), Step(conditions=walled)]),
    ):
        with pytest.raises(RuleError) as caught:
            call()
        assert (caught.value.clause, caught.value.sentence) == ("O-TAC-3", "An impassable square cannot be entered")


@pytest.mark.parametrize(
    ("speed", "conditions", "squares"),
    [
        (30, (), 6),
        (30, THREE[:1], 3),
        (30, ("difficult", "visibility"), 1),
        (40, ("difficult", "visibility"), 2),
        (F(399, 10), ("difficult", "visibility"), 1),
        (19.9, ("difficult", "visibility"), 0),
        (20, ("difficult", "visibility"), 1),
        (15, THREE, 0),
        (39, THREE, 0),
        (40, THREE, 1),
        (41, THREE, 1),
        (5, (), 1),
        (4, (), 0),
    ],
)
def test_squares_of_a_move(speed, conditions, squares):
    """Whole squares only; below one the single step is left."""
    found = overland.squares(speed, conditions)
    assert (found.squares, found.single_step) == (squares, squares == 0)
    assert ("O-TAC-4" in [line.clause for line in found.ledger]) == found.single_step
    assert found.square_feet == 5 * found.multiplier
    assert found.ground_feet == F(repr(speed) if isinstance(speed, float) else speed) / found.multiplier
    assert round_trips(found)


def test_the_worked_values_of_hampered_moves():
    """Speed 30 under x4 is worth 7.5 feet; speed 15 under x8 would need 40."""
    assert overland.squares(30, ["difficult", "visibility"]).ground_feet == F(15, 2)
    assert overland.squares(15, THREE).square_feet == 40


def test_squares_say_themselves():
    """One square, several, none."""
    assert str(overland.squares(30)) == "6 squares in one move."
    assert str(overland.squares(5)) == "1 square in one move."
    assert str(overland.squares(15, THREE)) == "Not one square in a move: only a single step as a full-round action."


def test_forbidden_movement_has_no_single_step():
    """Who may not move at all gets no step out of the rule for hampered movement."""
    with pytest.raises(RuleError) as caught:
        overland.squares(15, THREE, movement_forbidden=True)
    assert caught.value.clause == "O-TAC-4"


@pytest.mark.parametrize("conditions", [*SUBSETS, ("impassable",)])
@pytest.mark.parametrize("ignored", SUBSETS)
def test_running_through_hampered_squares(conditions, ignored):
    """Any condition forbids it, whatever the character ignores."""
    found = overland.may_run(conditions, ignored)
    assert found.allowed == (not conditions)
    assert str(found) == f"A run or charge {'may' if not conditions else 'may not'} pass through this square."
    spared = bool({*conditions} & {*ignored})
    assert ("spared" in found.ledger[0].text) == spared
    assert round_trips(found)


@pytest.mark.parametrize(
    ("conditions", "sentence"),
    [
        (["mud"], "Input should be 'difficult', 'obstacle', 'visibility' or 'impassable'"),
        (["difficult", "difficult"], "each condition counts once, name it once"),
        ("difficult", "valid tuple"),
    ],
)
def test_bad_conditions_are_named(conditions, sentence):
    """An unknown or repeated condition is a sentence that names the parameter."""
    with pytest.raises(ValidationError) as caught:
        overland.hampered(conditions)
    name, text = complaint(caught.value)
    assert name == "conditions"
    assert sentence in text


DIAGONAL = Step(diagonal=True)
STRAIGHT = Step()


@pytest.mark.parametrize(
    ("steps", "five_ten_five", "five", "ten"),
    [
        ([STRAIGHT] * 4, 20, 20, 20),
        ([DIAGONAL], 5, 5, 10),
        ([DIAGONAL] * 2, 15, 10, 20),
        ([DIAGONAL] * 3, 20, 15, 30),
        ([DIAGONAL, STRAIGHT, DIAGONAL], 20, 15, 25),
        ([DIAGONAL, Step(diagonal=True, conditions=("difficult",))], 25, 15, 30),
        ([Step(diagonal=True, conditions=("difficult",)), DIAGONAL], 20, 15, 30),
        ([Step(conditions=THREE)], 40, 40, 40),
    ],
)
def test_cost_of_paths(steps, five_ten_five, five, ten):
    """A path costs what its squares cost, diagonals as ruled, conditions multiply their own square."""
    for token, feet in (("five_ten_five", five_ten_five), ("five", five), ("ten", ten)):
        found = overland.path_cost(steps, Rulings(overland_diagonal=token))
        assert (found.feet, found.whole_feet, found.root_two_feet) == (feet, feet, 0)
        assert found.within(feet)
        assert not found.within(feet - F(1, 1000))
        asked = any(step.diagonal for step in steps)
        assert found.rulings_used == (("R-OVERLAND-DIAGONAL",) if asked else ())
        assert round_trips(found)


@given(st.lists(st.builds(Step, diagonal=st.booleans(), conditions=st.sampled_from(SUBSETS)), min_size=1, max_size=40))
def test_exact_diagonals_against_square_roots(steps):
    """The exact length agrees with floating point to the hundredth, and lies between all fives and all tens."""
    exact = overland.path_cost(steps, Rulings(overland_diagonal="exact"))
    by_hand = sum(5 * 2 ** len(step.conditions) * (sqrt(2) if step.diagonal else 1) for step in steps)
    assert float(exact.feet) <= by_hand + 1e-6 <= float(exact.feet) + 0.0101
    assert exact.within(F(by_hand) + F(1, 1000))
    assert not exact.within(F(by_hand) - F(1, 1000))
    five, ten = (overland.path_cost(steps, Rulings(overland_diagonal=token)).feet for token in ("five", "ten"))
    assert five <= exact.feet <= ten
    assert five <= overland.path_cost(steps).feet <= ten


def test_paths_say_themselves():
    """Square roots are called about."""
    assert str(overland.path_cost([DIAGONAL, STRAIGHT])) == "2 squares, 1 of them diagonal, cost 10 feet."
    about = overland.path_cost([DIAGONAL], Rulings(overland_diagonal="exact"))
    assert str(about) == "1 square, 1 of them diagonal, cost about 7 7/100 feet."
    assert not about.within(-1)


def test_paths_have_squares():
    """A path of no squares is refused."""
    with pytest.raises(ValidationError) as caught:
        overland.path_cost([])
    assert complaint(caught.value)[0] == "steps"
