"""Bad input: one plain sentence that names the parameter and what is allowed, never a trace."""

from enum import IntEnum
from fractions import Fraction as F

import pytest

from haventms.dice import (
    Odds,
    atlas,
    check,
    contest,
    failure_counts,
    opposed,
    opposed_fixed,
    pool,
    run_chain,
    shortfall,
    success_counts,
    success_weight,
    tally,
)

NO_NUMBER = [True, 3.0, float("nan"), float("inf"), "3", None, [3], {}, 2j, F(5, 2)]
FAR = "from -10000 to 10000"
DIE = "die must be written like d20 or 3d6, with 1 to 100 dice of 1 to 1000 sides and at most 2000 faces in all"


def refused(sentence, call, *given, **named):
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole sentence is compared
        call(*given, **named)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("bad", [*NO_NUMBER, -1, 1001, 10**9])
def test_numbers_of_dice(bad):
    refused("dice must be a whole number from 0 to 1000", pool, bad, 4)
    refused("dice must be a whole number from 0 to 1000", opposed, bad, 4, 2, 5)
    refused("other_dice must be a whole number from 0 to 1000", opposed, 3, 4, bad, 5)
    refused("other_dice must be a whole number from 0 to 1000", opposed_fixed, 3, bad, 5)
    refused("degrees must be a whole number from 0 to 1000", opposed_fixed, bad, 3, 5)
    refused("dice must be a whole number from 0 to 1000", tally, bad, 3, 6)


@pytest.mark.parametrize("bad", [*NO_NUMBER, 0, 1001])
def test_sides(bad):
    refused("sides must be a whole number from 1 to 1000", pool, 3, 4, bad)
    refused("sides must be a whole number from 1 to 1000", opposed, 3, 4, 2, 5, sides=bad)
    refused("sides must be a whole number from 1 to 1000", atlas, 3, [4], bad)
    refused("sides must be a whole number from 1 to 1000", tally, 3, 0, bad)


@pytest.mark.parametrize("bad", [*NO_NUMBER, -10_001, 10_001])
def test_targets_and_shifts(bad):
    refused(f"target must be a whole number {FAR}", pool, 3, bad)
    refused(f"target must be a whole number {FAR}", opposed, 3, bad, 2, 5)
    refused(f"other_target must be a whole number {FAR}", opposed, 3, 4, 2, bad)
    refused(f"shift must be a whole number {FAR}", pool, 3, 4, shift=bad)
    refused(f"shift must be a whole number {FAR}", opposed, 3, 4, 2, 5, shift=bad)
    refused(f"other_shift must be a whole number {FAR}", opposed, 3, 4, 2, 5, other_shift=bad)
    refused(f"other_shift must be a whole number {FAR}", opposed_fixed, 3, 2, 5, other_shift=bad)


def test_a_known_pool_does_not_let_its_lookalikes_pass():
    assert pool(1, 1).outcomes == {1: 1}
    refused("dice must be a whole number from 0 to 1000", pool, True, 1)
    refused("target must be a whole number from -10000 to 10000", pool, 1, 1.0)


def test_whole_numbers_with_a_name_are_whole_numbers():
    class Die(IntEnum):
        SIX = 6

    assert pool(3, 4, Die.SIX) == pool(3, 4, 6)


@pytest.mark.parametrize("bad", [-1, 7])
def test_faces_that_hit(bad):
    refused("hit_faces must be a whole number from 0 to 6", tally, 3, bad, 6)


@pytest.mark.parametrize("bad", [*NO_NUMBER, 0, 51])
def test_dice_of_an_atlas(bad):
    refused("max_dice must be a whole number from 1 to 50", atlas, bad, [4], 6)


@pytest.mark.parametrize("bad", [[], range(2, 28)])
def test_how_many_targets_an_atlas_has(bad):
    refused("targets must be a list of 1 to 25 whole numbers for 20 dice", atlas, 20, bad, 6)


@pytest.mark.parametrize("bad", [4, "4", None])
def test_targets_of_an_atlas_are_a_list(bad):
    refused(f"targets must be a list of whole numbers {FAR}", atlas, 20, bad, 6)


@pytest.mark.parametrize("bad", [4.0, True, "4", 10_001, -10_001])
def test_every_target_of_an_atlas(bad):
    refused(f"every number in targets must be a whole number {FAR}", atlas, 20, [4, bad], 6)


@pytest.mark.parametrize(
    "bad",
    [20, None, True, ["d20"], "", "20", "d0", "0d6", "d1001", "101d2", "3d1000", "d20 ", "D20", "d%", "-1d6", "d٦"],
)
def test_dice_written_wrongly(bad):
    refused(DIE, Odds.from_die, bad)
    refused(DIE, check, bad, 0, 10)
    refused(DIE, contest, bad, 0, 0)
    refused(DIE, success_weight, bad, 10)
    refused(DIE, success_counts, bad, [0], [10])
    refused(DIE, failure_counts, bad, 0, [10])
    refused(DIE, shortfall, bad, 0, [10])


def test_dice_at_the_caps_are_allowed():
    assert [Odds.from_die(die).denominator for die in ("d1000", "2d1000", "100d20", "100d1")] == [
        1000,
        1000**2,
        20**100,
        1,
    ]
    assert contest("100d20", 0, 0).margin.mean == 0


@pytest.mark.parametrize("bad", [True, 3.0, float("nan"), "3", None, -10_001, 10_001, F(20_001, 2)])
def test_bonuses_and_difficulties(bad):
    said = "must be a whole number or a Fraction from -10000 to 10000"
    refused(f"bonus {said}", check, "d20", bad, 10)
    refused(f"difficulty {said}", check, "d20", 0, bad)
    refused(f"bonus {said}", contest, "d20", bad, 10)
    refused(f"other_bonus {said}", contest, "d20", 0, bad)


@pytest.mark.parametrize("bad", [1, 0, None, "yes"])
def test_switches(bad):
    refused("exceed must be True or False", check, "d20", 0, 10, bad)
    refused("tie_succeeds must be True or False", contest, "d20", 0, 10, bad)
    refused("exceed must be True or False", failure_counts, "d20", 0, [10], exceed=bad)
    refused("exceed must be True or False", shortfall, "d20", 0, [10], exceed=bad)


def test_series_of_rolls():
    for call, most in ((failure_counts, 200), (shortfall, 40)):
        refused(f"bonus must be a whole number {FAR}", call, "d20", 0.5, [10])
        refused("penalty must be a whole number from 0 to 100", call, "d20", 0, [10], -1)
        refused("failures must be a whole number from 0 to 100", call, "d20", 0, [10], 2, True)
        refused(f"difficulties must be a list of whole numbers {FAR}", call, "d20", 0, 10)
        refused(f"every number in difficulties must be a whole number {FAR}", call, "d20", 0, [10, 10.5])
        refused(f"difficulties must be a list of 1 to {most} whole numbers", call, "d20", 0, [])
        refused(f"difficulties must be a list of 1 to {most} whole numbers", call, "d20", 0, [10] * (most + 1))
    refused("difficulties must be missed by at most 5957 in all for 40 rolls", shortfall, "d20", 0, [10_000] * 40)


def test_success_counts():
    far = "from -100000 to 100000"
    refused(f"modifiers must be a list of whole numbers {far}", success_counts, "d20", 3, [10])
    refused(f"every number in modifiers must be a whole number {far}", success_counts, "d20", [0.5], [10])
    refused(f"every number in difficulties must be a whole number {far}", success_counts, "d20", [0], ["10"])
    refused("fewest must be a whole number from 0 to 20", success_counts, "d20", [0], [10], 21)
    refused("most must be a whole number from 5 to 20", success_counts, "d20", [0], [10], 5, 4)


def test_success_weights_lie_in_reach():
    said = "needed must be a whole number or a Fraction from -20000 to 20000"
    refused(said, success_weight, "d20", 20_001)
    refused(said, success_weight, "d20", 0.5)


@pytest.mark.parametrize("bad", [0, -1, True, 20.0, "20"])
def test_faces_of_a_chain(bad):
    refused("faces must be a whole number of at least 1", run_chain, [1], [0], [[1]], bad)


@pytest.mark.parametrize(
    ("start", "on_failure"), [([], []), ([1, 0], [1]), ([1, 0], [1, 2]), ([-1, 2], [1, 1]), ([1.0, 0], [1, 1])]
)
def test_states_of_a_chain(start, on_failure):
    said = "start and on_failure must name the same states, with weights of at least 0"
    refused(said, run_chain, start, on_failure, [[1, 1]], 20)


@pytest.mark.parametrize("step", [[1], [1, 21], [-1, 1], [0.5, 1], [1, 1, 1], [True, 1]])
def test_steps_of_a_chain(step):
    said = "every step must have a number of successes from 0 to faces for each state"
    refused(said, run_chain, [1, 0], [1, 1], [step], 20)


@pytest.mark.parametrize("bad", [True, "3", None, float("nan"), float("inf")])
def test_values_of_odds(bad):
    die = Odds.from_die("d6")
    said = "must be a finite number: an int, a Fraction or a decimal"
    refused(f"x {said}", die.p, bad)
    refused(f"x {said}", die.at_least, bad)
    refused(f"x {said}", die.at_most, bad)
    refused(f"by {said}", die.shift, bad)
    refused(f"by {said}", die.scale, bad)
    refused(f"lowest {said}", die.not_below, bad)
    refused(f"value {said}", Odds.constant, bad)
    refused(f"every changed value {said}", die.map, lambda value: bad)
    refused(f"every value {said}", Odds.from_weights, {bad: 1}, 1)


def test_weights_of_odds():
    whole = "weights must be whole numbers of at least 0"
    exact = "weights must add up to exactly the denominator, a whole number of at least 1"
    for bad in ({}, {1: 0.5}, {1: True}, {1: F(1)}, {1: 2, 2: -1}):
        refused(whole, Odds.from_weights, bad, 1)
    for weights, denominator in (({1: 1}, 2), ({1: 1}, 0), ({1: 0}, 0), ({1: 1}, 1.0), ({1: 1}, True)):
        refused(exact, Odds.from_weights, weights, denominator)


def test_operations_want_odds_and_tables():
    die = Odds.from_die("d6")
    refused("weights must be a table of values and their weights", Odds.from_weights, [1], 1)
    for call in (die.plus, die.minus, die.beats):
        refused("other must be Odds", call, 3)
    refused("others must be Odds", die.highest, die, 3)
    refused("every part must be Odds", Odds.mix, [(1, 3)])


def test_chances_of_odds():
    refused("outcomes must be a table of values and their chances", Odds, [1])
    refused("the chance of 1 must be an exact chance from 0 to 1, an int or a Fraction", Odds, {1: 0.5})
    refused("every chance must be an exact chance from 0 to 1, an int or a Fraction", Odds.mix, [(2, Odds.constant(1))])
    refused("chances must add up to exactly 1", Odds.mix, [(F(1, 2), Odds.constant(1))])
    refused("chances must add up to exactly 1", Odds.mix, [])


@pytest.mark.parametrize("bad", [*NO_NUMBER, -1, 1001])
def test_how_often_odds_are_summed(bad):
    refused("number must be a whole number from 0 to 1000", Odds.from_die("d6").times, bad)
