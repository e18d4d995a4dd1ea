"""Edges of the dice: values far apart, dice of one face, numbers that are named, and how far a list of rolls goes."""

from collections import Counter
from enum import IntEnum
from fractions import Fraction
from itertools import product

import pytest

from haventms.dice import Odds, check, percent, shortfall
from haventms.dice.chains import run_chain
from haventms.dice.checks import reach_table
from haventms.dice.wording import read_ratio


class Named(IntEnum):
    """Constants with names: whole numbers, but not of the very type."""

    FARTHEST = 10_000
    NEAREST = -10_000


@pytest.mark.parametrize("times", [2, 4, 5, 6, 7])
def test_values_far_apart_are_added_as_often_as_asked(times):
    """A die worth nothing, one or a billion, several times over: every roll is counted."""
    values = (0, 1, 10**9)
    counts = Counter(map(sum, product(values, repeat=times)))
    expected = {total: Fraction(count, 3**times) for total, count in counts.items()}
    assert Odds.from_weights(dict.fromkeys(values, 1), 3).times(times).outcomes == expected


@pytest.mark.parametrize(
    ("die", "lowest", "highest", "ways"),
    [
        ("d6", -1, 9, [6, 6, 6, 5, 4, 3, 2, 1, 0, 0, 0]),
        ("d6", -2, 0, [6, 6, 6]),
        ("d6", 7, 9, [0, 0, 0]),
        ("d20", 2, 4, [19, 18, 17]),
        ("3d6", 1, 5, [216, 216, 216, 215, 212]),
        ("3d6", 17, 20, [4, 1, 0, 0]),
    ],
)
def test_the_ways_to_reach_each_of_several_goals(die, lowest, highest, ways):
    """One entry for each goal, below the lowest total every way, above the highest none."""
    assert reach_table(die, lowest, highest) == ways


def test_a_die_of_one_face_is_a_die():
    """Its one face succeeds or it fails; a die without a face is none."""
    assert run_chain([1, 0], [1, 1], [[1, 1], [0, 1]], 1) == [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="faces must be"):
        run_chain([1, 0], [1, 1], [[0, 0]], 0)


def test_a_failure_may_lead_back():
    """From either of two states half of the faces lead to the other, which is a quarter each way after two rolls."""
    assert run_chain([1, 0], [1, 0], [[1, 1], [1, 0]], 2) == [[1, 1], [1 + 2, 1]]
    assert run_chain([0, 1], [1, 0], [[1, 1]], 2) == [[1, 1]]


@pytest.mark.parametrize("farthest", [Named.FARTHEST, Named.NEAREST, Fraction(10_000), Fraction(-10_000)])
def test_the_farthest_numbers_are_allowed_in_any_form(farthest):
    """Ten thousand either way, also as a named constant or as a fraction; a roll of 1 to 20 against itself is made."""
    assert check("d20", farthest, farthest).success == 1


@pytest.mark.parametrize("number", [Named.FARTHEST, Named.NEAREST])
def test_named_numbers_in_a_list_go_as_far(number):
    """Against 10,000 with a bonus of 9,980 only the 20 succeeds; against -10,000 everything does."""
    missed = shortfall("d20", 9_980, [number])
    assert missed.p(0) == (Fraction(1, 20) if number > 0 else 1)
    with pytest.raises(ValueError, match="every number in difficulties"):
        shortfall("d20", 0, [number * 2])


def test_how_much_fourteen_rolls_may_miss_by():
    """With 14 rolls a weight has eight bytes, so 128 KiB hold 16,384 of them, one for each point missed by."""
    goals = [1261] * 8 + [1260] * 5  # a roll of 1 misses each by one less: 16,375 in all
    goals[0] += 9
    most = shortfall("d20", 0, [*goals, 1])
    assert max(most.outcomes) == 16_384
    with pytest.raises(ValueError, match="at most 16384 in all for 14 rolls"):
        shortfall("d20", 0, [*goals, 2])


def test_the_longest_number_that_is_read():
    """A hundred thousand digits, and not one more."""
    assert read_ratio("it", "0" * 99_999 + "7") == 7
    with pytest.raises(ValueError, match="it must be written"):
        read_ratio("it", "0" * 100_000 + "7")


def test_where_a_chance_changes_its_form():
    """One decimal, halves up; two where that would be nothing or everything; and what is closer still is no number."""
    said = {
        9_999: "< 0.01 %",
        10_000: "0.01 %",
        49_999: "0.05 %",
        50_000: "0.1 %",
        99_920_000: "99.9 %",
        99_949_999: "99.9 %",
        99_950_000: "99.95 %",
        99_960_000: "99.96 %",
        99_990_000: "99.99 %",
        99_990_001: "> 99.99 %",
    }
    assert {n: percent(Fraction(n, 10**8)) for n in said} == said
