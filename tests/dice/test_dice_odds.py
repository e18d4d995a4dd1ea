"""Odds: what they hold, what they answer, how they combine."""

import copy
import pickle
from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice.counting import steady
from haventms.dice import Odds

HALF = F(1, 2)
QUARTERS = st.integers(-40, 40).map(lambda n: F(n, 4))


@st.composite
def some_odds(draw: st.DrawFn) -> Odds:
    weights = dict(draw(st.lists(st.tuples(QUARTERS, st.integers(1, 9)), min_size=1, max_size=6)))
    return Odds.from_weights(weights, sum(weights.values()))


def test_outcomes_ascend_and_hold_no_zeros():
    odds = Odds.from_weights({3: 1, 1: 2, 2: 0, F(5, 2): 1}, 4)
    assert list(odds.outcomes.items()) == [(1, F(1, 2)), (F(5, 2), F(1, 4)), (3, F(1, 4))]
    assert odds.values == (1, F(5, 2), 3)
    assert odds.weights == {1: 2, F(5, 2): 1, 3: 1}
    assert odds.denominator == 4


def test_whole_fractions_become_ints_and_floats_are_read_by_their_decimal_text():
    odds = Odds({F(4, 2): HALF, -1.4: F(1, 2)})
    assert list(odds.outcomes) == [F(-7, 5), 2]
    assert [type(value) for value in odds.values] == [F, int]


def test_values_that_are_one_number_in_two_forms_are_merged():
    assert Odds.from_weights({0.1: 1, F(1, 10): 1}, 2).outcomes == {F(1, 10): 1}


def test_outcomes_are_built_once_and_cannot_be_spoilt():
    odds = Odds.from_die("d4")
    odds.outcomes[1] = F(9)
    assert odds.outcomes == {face: F(1, 4) for face in (1, 2, 3, 4)}


def test_p_at_least_and_at_most_below_at_and_above_an_outcome():
    odds = Odds.from_die("d6")
    assert [odds.p(x) for x in (0, 1, 2.5, 6, 7)] == [0, F(1, 6), 0, F(1, 6), 0]
    assert [odds.at_least(x) for x in (0, 1, 2, F(5, 2), 6, 6.5)] == [1, 1, F(5, 6), F(4, 6), F(1, 6), 0]
    assert [odds.at_most(x) for x in (0, 1, F(3, 2), 6, 7)] == [0, F(1, 6), F(1, 6), 1, 1]


def test_mean_and_variance_of_a_die_are_those_of_the_textbook():
    assert (Odds.from_die("d6").mean, Odds.from_die("d6").variance) == (F(7, 2), F(35, 12))
    assert (Odds.from_die("3d6").mean, Odds.from_die("3d6").variance) == (F(21, 2), F(35, 4))
    assert Odds({HALF: 1}).mean == HALF


def test_floats_are_for_drawing_and_keep_whole_values_whole():
    assert Odds({1: F(1, 4), F(5, 2): F(3, 4)}).floats() == {1: 0.25, 2.5: 0.75}
    assert [type(value) for value in Odds({1: F(1, 4), F(5, 2): F(3, 4)}).floats()] == [int, float]


def test_floats_of_huge_denominators_do_not_overflow():
    odds = Odds.from_weights({0: 1, 1: 10**900 - 1}, 10**900)
    assert odds.floats() == {0: 0.0, 1: 1.0}


@pytest.mark.parametrize("die", ["d1", "d20", "2d10", "3d6", "4d3", "5d2", "d100"])
def test_the_total_of_dice_is_counted_over_every_roll(die):
    number, sides = (int(part or 1) for part in die.split("d"))
    totals = [sum(roll) for roll in product(range(1, sides + 1), repeat=number)]
    assert Odds.from_die(die).outcomes == {t: F(totals.count(t), len(totals)) for t in set(totals)}


def test_a_die_is_computed_once():
    assert Odds.from_die("3d6") is Odds.from_die("3d6")


@steady
@given(some_odds(), some_odds())
def test_every_operation_sums_to_one(a, b):
    results = [
        a.plus(b),
        a.minus(b),
        a.times(3),
        a.shift(F(1, 2)),
        a.scale(-2),
        a.not_below(0),
        a.highest(b),
        a.map(lambda value: value // 2),
        Odds.mix([(F(1, 3), a), (F(2, 3), b)]),
    ]
    assert [sum(odds.outcomes.values()) for odds in results] == [1] * len(results)
    assert all(sum(odds.weights.values()) == odds.denominator for odds in results)
    assert all(list(odds.values) == sorted(odds.values) for odds in results)


@steady
@given(some_odds(), some_odds())
def test_operations_agree_with_pairs_counted_one_by_one(a, b):
    pairs = [(v, w, p * q) for v, p in a.outcomes.items() for w, q in b.outcomes.items()]

    def counted(answer):
        found = {}
        for v, w, p in pairs:
            found[answer(v, w)] = found.get(answer(v, w), 0) + p
        return found

    assert a.plus(b).outcomes == counted(lambda v, w: v + w)
    assert a.minus(b).outcomes == counted(lambda v, w: v - w)
    assert a.highest(b).outcomes == counted(max)
    assert a.beats(b) == sum(p for v, w, p in pairs if v > w)
    assert a.beats(b) + b.beats(a) + sum(p for v, w, p in pairs if v == w) == 1
    assert a.scale(F(1, 2)).outcomes == {v / F(2): p for v, p in a.outcomes.items()}
    assert a.shift(-3).outcomes == {v - 3: p for v, p in a.outcomes.items()}
    assert a.not_below(1).p(1) == sum(p for v, p in a.outcomes.items() if v <= 1)


@steady
@given(some_odds(), st.integers(0, 6))
def test_the_sum_of_several_is_plus_again_and_again(odds, number):
    summed = Odds.constant(0)
    for _ in range(number):
        summed = summed.plus(odds)
    assert odds.times(number) == summed


@steady
@given(some_odds(), some_odds())
def test_the_mean_of_a_sum_is_the_sum_of_means(a, b):
    assert a.plus(b).mean == a.mean + b.mean
    assert a.plus(b).variance == a.variance + b.variance
    assert a.times(5).mean == 5 * a.mean


def test_wide_odds_are_summed_the_same_in_packed_and_in_plain_form():
    a, b = Odds.from_die("d100").scale(F(1, 2)), Odds.from_die("2d20")
    summed = {}
    for (v, p), (w, q) in product(a.outcomes.items(), b.outcomes.items()):
        summed[v + w] = summed.get(v + w, 0) + p * q
    assert a.plus(b).outcomes == summed


def test_wide_odds_with_gaps_are_summed_without_filling_the_gaps():
    far = Odds.from_weights({n * n * 1_000_003: 1 for n in range(20)}, 20)
    assert far.plus(far).p(2 * 361 * 1_000_003) == F(1, 400)
    assert far.plus(far).mean == 2 * far.mean


def test_few_values_far_apart_are_summed_by_doubling():
    odds = Odds({0: HALF, 7: F(1, 4), 10**9: F(1, 4)})
    seven = odds.times(7)
    assert seven.p(7 * 10**9) == F(1, 4**7)
    assert seven.p(10**9 + 7) == 7 * 6 * F(1, 16) * F(1, 32)
    assert seven.mean == 7 * odds.mean


def test_damage_of_many_attacks_is_binomial():
    hundred = Odds({0: F(3, 4), 6: F(1, 4)}).times(100)
    assert hundred.p(0) == F(3, 4) ** 100
    assert hundred.mean == 150
    assert hundred.values[-1] == 600


def test_sums_that_would_grow_past_all_bounds_are_refused_and_the_bound_named_holds():
    die = Odds.from_die("d100")
    with pytest.raises(ValueError, match="number must be a whole number from 0 to ") as refusal:
        die.times(1000)
    most = int(str(refusal.value).split(" to ")[1].split()[0])
    assert die.times(most).mean == most * die.mean
    with pytest.raises(ValueError, match=f"from 0 to {most} for odds as wide"):
        die.times(most + 1)


def test_a_mixture_weighs_each_part():
    mixed = Odds.mix([(F(1, 4), Odds.from_die("d4")), (F(3, 4), Odds.constant(F(5, 2)))])
    assert mixed.outcomes == {1: F(1, 16), 2: F(1, 16), F(5, 2): F(3, 4), 3: F(1, 16), 4: F(1, 16)}


def test_the_highest_of_three_dice_is_counted_over_every_roll():
    die = Odds.from_die("d6")
    rolls = [max(roll) for roll in product(range(1, 7), repeat=3)]
    assert die.highest(die, die).outcomes == {v: F(rolls.count(v), 216) for v in range(1, 7)}
    assert die.highest() is die


def test_equal_odds_over_different_denominators_are_equal_and_hash_alike():
    a, b = Odds.from_weights({0: 2, 1: 2}, 4), Odds({1: HALF, 0: HALF})
    assert a == b
    assert hash(a) == hash(b)
    assert a != Odds({0: HALF, 2: HALF})
    assert a != Odds({0: F(1, 3), 1: F(2, 3)})
    assert a != "odds"
    assert len({a, b}) == 1


def test_odds_cannot_be_changed():
    odds = Odds.from_die("d6")
    with pytest.raises(AttributeError, match="cannot be changed"):
        odds.values = (1,)
    with pytest.raises(AttributeError, match="cannot be changed"):
        del odds._weights


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_odds_survive_pickling(protocol):
    odds = Odds({F(5, 2): HALF, 3: HALF})
    again = pickle.loads(pickle.dumps(odds, protocol))
    assert again == odds
    assert again.outcomes == odds.outcomes


def test_odds_survive_copying():
    odds = Odds.from_die("d6")
    assert copy.copy(odds) == copy.deepcopy(odds) == odds


def test_a_shift_by_nothing_and_a_sum_of_one_are_the_same_object():
    odds = Odds.from_die("d6")
    assert odds.shift(0) is odds
    assert odds.times(1) is odds
    assert odds.times(0) == Odds.constant(0)


def test_half_a_step_makes_halves_whole_again():
    odds = Odds({F(1, 2): HALF, 1: HALF}).shift(F(1, 2))
    assert odds.values == (1, F(3, 2))
    assert type(odds.values[0]) is int


def test_odds_are_shown_short():
    assert repr(Odds({0: F(1, 8), F(5, 2): F(7, 8)})) == "Odds({0: 1/8, 5/2: 7/8})"
    assert repr(Odds.constant(3)) == "Odds({3: 1})"
    assert repr(Odds.from_die("d20")).endswith("12: 1/20, and 8 more})")
