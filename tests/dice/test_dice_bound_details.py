"""How far dice, lists and texts go, and what is taken where nothing is said."""

from fractions import Fraction

import pytest
from pydantic import BaseModel

from haventms.dice import (
    Odds,
    atlas,
    check,
    contest,
    failure_counts,
    opposed,
    opposed_fixed,
    pool,
    ratio,
    read_ratio,
    shortfall,
    success_counts,
    tally,
)
from haventms.dice.pools import new_side, side_of


def test_what_is_not_said_of_a_roll():
    """Six faces, nothing added, nothing failed before, no die that always fails, and a tie succeeds against a goal."""
    assert pool(2, 4) == pool(2, 4, 6, 0)
    assert new_side(2, 4) == side_of(2, 4) == side_of(2, 4, 6, 0) == new_side(2, 4, 6, 0)
    assert opposed(2, 4, 3, 5) == opposed(2, 4, 3, 5, 6, 0, 0)
    assert opposed_fixed(1, 3, 5) == opposed_fixed(1, 3, 5, 6, 0)
    assert check("d20", 0, 20) == check("d20", 0, 20, exceed=False)
    assert contest("d20", 0, 0) == contest("d20", 0, 0, tie_succeeds=False)
    goals = [5, 10, 15]
    assert success_counts("d6", [0], [1, 7]) == success_counts("d6", [0], [1, 7], fewest=0) == [[6], [0]]
    for series in (failure_counts, shortfall):
        assert series("d20", 0, goals) == series("d20", 0, goals, penalty=0, failures=0, exceed=False)
        assert series("d20", 0, goals, penalty=2) == series("d20", 0, goals, penalty=2, failures=0, exceed=False)
    assert Odds.from_die("d6").shift(-3).not_below() == Odds.from_die("d6").shift(-3).not_below(0)


def test_weights_that_fill_eight_bytes_and_those_that_do_not():
    """6 to the power of 24 has 63 binary digits, of 25 it has 65; 2 to the power of 63 has 64, of 64 it has 65."""
    for dice, sides in ((24, 6), (25, 6), (40, 3), (41, 3), (62, 2), (63, 2), (64, 2), (65, 2), (64, 1), (65, 1)):
        assert tally(dice, sides, sides) == (*[0] * dice, sides**dice)
        assert tally(dice, 0, sides) == (sides**dice, *[0] * dice)
        assert sum(tally(dice, 1, sides)) == sides**dice


@pytest.mark.parametrize("dice", [1.0, 65.0])
def test_numbers_that_are_all_of_another_kind_are_refused_too(dice):
    """Be it two of them, three or four; and also where the same whole numbers were asked for before."""
    whole = int(dice)
    pool(whole, 3, 6, 0), pool(whole, 1, 1, 1)
    for wrong in ((dice, 3.0), (dice, 3.0, 6.0), (dice, 3.0, 6.0, 0.0), (dice, 3), (whole, 3.0), (whole, True, 1, 1)):
        with pytest.raises(ValueError, match="must be a whole number"):
            pool(*wrong)


def test_the_edges_of_a_pool():
    """A thousand dice of a thousand sides, one die of one side, targets and shifts up to ten thousand either way."""
    assert pool(1000, 1, 1000).p(1000) == pool(1, 1, 1).p(1) == pool(0, 1).p(0) == 1
    for far in (-10_000, 10_000):
        assert pool(1, far).p(0 if far > 0 else 1) == 1
        assert pool(1, 3, 6, far).p(1 if far > 0 else 0) == 1


def test_a_sum_has_at_most_a_megabyte_of_weights():
    """Of 112 dice of a hundred sides: 11,089 sums in 94 bytes each; of 113 there are 11,188, more than 1,048,576 bytes."""
    assert Odds.from_die("d100").times(112).p(112) == Fraction(1, 100**112)
    with pytest.raises(ValueError, match="from 0 to 112 for odds as wide"):
        Odds.from_die("d100").times(113)


def test_nothing_is_shared_by_nothing():
    """A ratio has no zero below."""
    with pytest.raises(ValueError, match="share must be written as"):
        read_ratio("share", "1/0")


def test_the_largest_dice_and_the_longest_lists():
    """100 dice, 1,000 sides, 2,000 faces in all; 200 rolls that are counted, 40 that are added up, 500 pools a side."""
    for die in ("d1000", "2d1000", "100d20"):
        Odds.from_die(die)
    for die in ("d1001", "101d6", "3d667", "87d23"):
        with pytest.raises(ValueError, match="at most 2000 faces in all"):
            Odds.from_die(die)
    assert len(failure_counts("d2", 0, [1] * 200)) == 200
    assert shortfall("d2", 0, [1] * 40).p(0) == 1
    for series, most in ((failure_counts, 200), (shortfall, 40)):
        with pytest.raises(ValueError, match=f"1 to {most} whole numbers"):
            series("d2", 0, [1] * (most + 1))
    assert len(atlas(1, range(1, 501), 6)) == 500 * 500
    with pytest.raises(ValueError, match="1 to 500 whole numbers for 1 dice"):
        atlas(1, range(1, 502), 6)
    with pytest.raises(ValueError, match="from 1 to 50"):
        atlas(51, [4], 6)
    assert Odds.constant(1).times(1000).p(1000) == 1
    with pytest.raises(ValueError, match="from 0 to 1000"):
        Odds.constant(1).times(1001)


def test_certainties_are_chances():
    """None of it and all of it, as fractions and as whole numbers."""
    mixed = Odds.mix([(Fraction(0), Odds.constant(1)), (Fraction(1), Odds.constant(2)), (0, Odds.constant(3))])
    assert mixed == Odds.constant(2)


def test_numbers_around_the_length_of_a_piece():
    """Four thousand digits and one more, with zeros inside."""
    for digits in (4000, 4001, 4002, 8001, 8002):
        number = 10 ** (digits - 1) + 7
        assert read_ratio("it", ratio(number)) == number


def test_odds_in_a_model():
    """They stay odds where a model is taken apart here; in JSON they are a table of texts, as its schema says."""

    class Blow(BaseModel):
        damage: Odds

    blow = Blow(damage=Odds.from_die("d2"))
    assert blow.model_dump() == {"damage": Odds.from_die("d2")}
    assert blow.model_dump(mode="json") == {"damage": {"1": "1/2", "2": "1/2"}}
    for mode in ("validation", "serialization"):
        schema = Blow.model_json_schema(mode=mode)["properties"]["damage"]
        assert (schema["type"], schema["additionalProperties"]) == ("object", {"type": "string"})
