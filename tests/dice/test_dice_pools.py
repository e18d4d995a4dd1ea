"""Pools: successes counted over every roll, opposed pools against enumeration and icepool."""

import pickle
import random
from fractions import Fraction as F
from functools import cache
from math import comb

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice.counting import every_roll, share, steady, successes
from haventms.dice import both_stages, opposed, opposed_fixed, pool, strictly_more, tally

DICE, TARGET, SIDES, SHIFT = st.integers(0, 12), st.integers(-2, 14), st.integers(1, 12), st.integers(-3, 3)


@cache
def peer(dice, needed, sides):
    """The same pool in icepool."""
    return dice @ (icepool.d(sides) >= needed)


def test_three_dice_needing_4_against_two_needing_5_win_5_in_8():
    assert opposed(3, 4, 2, 5).win == F(5, 8)


def test_at_long_range_the_same_dice_win_35_in_81():
    assert opposed(3, 4, 2, 5, shift=-1).win == F(35, 81)


def test_the_thrown_attack_of_the_source_hits_19_in_27_and_damages_5377_in_11664():
    hit, damage = opposed(4, 3, 3, 4), opposed(4, 4, 3, 5)
    assert hit.win == F(19, 27)
    assert both_stages(hit, damage) == F(5377, 11664)


def test_the_thrown_attack_at_long_range_damages_971_in_4374():
    assert both_stages(opposed(4, 3, 3, 4, shift=-1), opposed(4, 4, 3, 5, shift=-1)) == F(971, 4374)
    assert both_stages(opposed(4, 3, 3, 4, shift=-1), opposed(4, 4, 3, 5)) == F(283, 864)


def test_a_strength_of_2_against_three_dice_needing_4_wins_half():
    assert opposed_fixed(2, 3, 4).win == F(1, 2)


def test_all_7776_rolls_of_three_dice_against_two():
    for target in range(1, 8):
        for other_target in range(1, 8):
            counted = share(
                every_roll(5, 6), lambda r, t=target, o=other_target: successes(r[:3], t) - successes(r[3:], o)
            )
            result = opposed(3, target, 2, other_target)
            assert result.win == sum(p for lead, p in counted.items() if lead > 0)
            assert result.tie == counted.get(0, 0)
            assert result.lose == sum(p for lead, p in counted.items() if lead < 0)


@pytest.mark.parametrize("sides", [1, 2, 3, 4, 10])
@pytest.mark.parametrize("shift", [-2, 0, 1])
def test_small_pools_are_counted_over_every_roll(sides, shift):
    for dice in range(5):
        for target in range(-1, sides + 4):
            counted = share(every_roll(dice, sides), lambda r, t=target: successes(r, t, shift))
            assert pool(dice, target, sides, shift).outcomes == counted


def test_no_dice_have_no_success_and_tie_with_no_dice():
    assert pool(0, 4).outcomes == {0: 1}
    assert (opposed(0, 1, 0, 1).win, opposed(0, 1, 0, 1).tie) == (0, 1)


def test_targets_beyond_the_faces_are_certain_either_way():
    assert pool(3, 7).outcomes == {0: 1}
    assert pool(3, 6).p(3) == F(1, 216)
    assert pool(3, 1).outcomes == {3: 1}
    assert pool(3, 2, shift=1).outcomes == {3: 1}
    assert pool(3, 6, shift=-1).outcomes == {0: 1}


def test_a_shift_of_the_other_side_moves_only_the_other_side():
    assert opposed(3, 4, 2, 5, other_shift=1) == opposed(3, 4, 2, 4)
    assert opposed(3, 4, 2, 5, shift=1) == opposed(3, 3, 2, 5)


def test_a_thousand_random_matchups_agree_with_icepool():
    seeded = random.Random(20240501)
    for _ in range(1000):
        sides = seeded.choice([4, 6, 8, 10, 12, 20])
        dice, other_dice = seeded.randint(0, 15), seeded.randint(0, 15)
        target, other_target = seeded.randint(1, sides + 1), seeded.randint(1, sides + 1)
        shift, other_shift = seeded.randint(-1, 1), seeded.randint(-1, 1)
        lead = peer(dice, target - shift, sides) - peer(other_dice, other_target - other_shift, sides)
        result = opposed(dice, target, other_dice, other_target, sides, shift, other_shift)
        assert (result.win, result.tie, result.lose) == tuple(F(lead.probability(sign, 0)) for sign in (">", "==", "<"))


@steady
@given(DICE, TARGET, DICE, TARGET, SIDES, SHIFT, SHIFT)
def test_win_tie_and_lose_sum_to_exactly_one_and_mirror(dice, target, other_dice, other_target, sides, shift, other):
    result = opposed(dice, target, other_dice, other_target, sides, shift, other)
    mirrored = opposed(other_dice, other_target, dice, target, sides, other, shift)
    assert result.win + result.tie + result.lose == 1
    assert (result.win, result.tie, result.lose) == (mirrored.lose, mirrored.tie, mirrored.win)


@steady
@given(DICE, TARGET, DICE, TARGET, SIDES)
def test_one_more_die_a_lower_target_or_a_shift_never_hurts(dice, target, other_dice, other_target, sides):
    win = opposed(dice, target, other_dice, other_target, sides).win
    assert opposed(dice + 1, target, other_dice, other_target, sides).win >= win
    assert opposed(dice, target - 1, other_dice, other_target, sides).win >= win
    assert opposed(dice, target, other_dice, other_target, sides, shift=1).win >= win
    assert opposed(dice, target, other_dice + 1, other_target, sides).win <= win


@steady
@given(DICE, TARGET, SIDES, SHIFT)
def test_a_pool_sums_to_one_and_averages_dice_times_chance(dice, target, sides, shift):
    odds = pool(dice, target, sides, shift)
    chance = F(sum(1 for face in range(1, sides + 1) if face + shift >= target), sides)
    assert sum(odds.outcomes.values()) == 1
    assert odds.mean == dice * chance
    assert odds.variance == dice * chance * (1 - chance)


@steady
@given(st.integers(0, 15), DICE, TARGET, SIDES)
def test_fixed_degrees_are_compared_with_the_other_pool(degrees, dice, target, sides):
    odds = pool(dice, target, sides)
    result = opposed_fixed(degrees, dice, target, sides)
    assert result.win == 1 - odds.at_least(degrees)
    assert result.tie == odds.p(degrees)
    assert result.win + result.tie + result.lose == 1


@pytest.mark.parametrize(
    ("dice", "sides"), [(0, 6), (1, 1), (5, 6), (24, 6), (25, 6), (64, 2), (63, 2), (21, 9), (70, 1)]
)
def test_tallies_are_binomial_below_at_and_above_eight_bytes(dice, sides):
    for hits in range(sides + 1):
        assert tally(dice, hits, sides) == tuple(
            comb(dice, k) * hits**k * (sides - hits) ** (dice - k) for k in range(dice + 1)
        )


def test_strictly_more_is_the_kernel_of_opposed():
    for dice in range(6):
        for other_dice in range(6):
            ways = strictly_more(tally(dice, 3, 6), tally(other_dice, 2, 6))
            assert F(ways, 6 ** (dice + other_dice)) == opposed(dice, 4, other_dice, 5).win


def test_pools_at_the_caps_finish_and_stay_exact():
    result = opposed(1000, 334, 1000, 445, 1000)
    assert result.win + result.tie + result.lose == 1
    odds = pool(1000, 334, 1000)
    assert odds.mean == F(1000 * 667, 1000)
    assert odds.p(1000) == F(667, 1000) ** 1000
    assert odds.at_least(0) == 1


def test_two_hundred_dice_agree_with_icepool():
    lead = 200 @ (icepool.d6 >= 4) - 200 @ (icepool.d6 >= 5)
    assert opposed(200, 4, 200, 5).win == lead.probability(">", 0)


def test_results_are_plain_values():
    result = opposed(3, 4, 2, 5)
    assert result == opposed(3, 4, 2, 5)
    assert pickle.loads(pickle.dumps(result)) == result
    assert hash(result) == hash(opposed(3, 4, 2, 5))
