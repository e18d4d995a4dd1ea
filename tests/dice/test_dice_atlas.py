"""The atlas: every pool against every pool, cell by cell."""

from fractions import Fraction as F
from itertools import product

import pytest

from dice.counting import every_roll, share, successes
from haventms.dice import atlas, opposed


def test_a_small_atlas_is_counted_over_every_roll():
    for (dice, target, other_dice, other_target), win in atlas(2, range(1, 6), 4).items():
        counted = share(
            every_roll(dice + other_dice, 4),
            lambda r, d=dice, t=target, o=other_target: successes(r[:d], t) > successes(r[d:], o),
        )
        assert win == counted.get(True, 0)


def test_every_cell_of_a_larger_atlas_is_the_opposed_pool():
    table = atlas(7, [2, 5, 6, 10, 11], 10)
    assert len(table) == (7 * 5) ** 2
    assert all(win == opposed(*matchup, sides=10).win for matchup, win in table.items())


def test_keys_run_through_dice_and_targets_of_both_sides():
    pools = list(product((1, 2), (5, 3)))
    assert list(atlas(2, [5, 3, 5], 6)) == [(*own, *other) for own in pools for other in pools]


def test_weights_are_the_cells_in_the_order_of_the_keys():
    table = atlas(3, [3, 4], 6)
    flat = [weight for row in table.weights() for weight in row]
    assert flat == [table.weight(matchup)[0] for matchup in table]
    assert table[3, 4, 2, 3] == F(*table.weight((3, 4, 2, 3)))


def test_what_was_not_asked_for_is_missing():
    table = atlas(2, [4], 6)
    assert (2, 4, 2, 4) in table
    assert (3, 4, 2, 4) not in table
    with pytest.raises(KeyError):
        table[1, 5, 1, 4]


def test_the_largest_atlas_is_exact():
    table = atlas(50, range(2, 12), 1000)
    assert table[50, 11, 50, 2] == opposed(50, 11, 50, 2, sides=1000).win
