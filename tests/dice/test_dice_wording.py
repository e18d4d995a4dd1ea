"""Chances in words, and exact numbers of any length as text."""

from fractions import Fraction as F

import pytest

from haventms.dice import opposed, percent, ratio, read_ratio, short_ratio


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0, "0 %"),
        (F(0), "0 %"),
        (1, "100 %"),
        (F(1), "100 %"),
        (F(1, 2), "50.0 %"),
        (F(5377, 11664), "46.1 %"),
        (F(19, 27), "70.4 %"),
        (F(1, 10**30), "< 0.01 %"),
        (F(9999, 10**8), "< 0.01 %"),
        (F(1, 10_000), "0.01 %"),
        (F(149, 10**6), "0.01 %"),
        (F(15, 10**5), "0.02 %"),
        (F(4999, 10**7), "0.05 %"),
        (F(1, 2000), "0.1 %"),
        (F(1, 1000), "0.1 %"),
        (F(1499, 10**6), "0.1 %"),
        (F(15, 10**4), "0.2 %"),
        (F(999, 1000), "99.9 %"),
        (F(99949, 10**5), "99.9 %"),
        (F(1999, 2000), "99.95 %"),
        (F(9999, 10**4), "99.99 %"),
        (F(99991, 10**5), "> 99.99 %"),
        (1 - F(1, 10**30), "> 99.99 %"),
    ],
)
def test_only_certainty_reads_as_certainty(p, said):
    assert percent(p) == said


def test_twenty_good_dice_against_one_bad_die_are_never_called_certain():
    assert percent(opposed(20, 2, 1, 10, sides=10).win) == "> 99.99 %"
    assert percent(opposed(1, 10, 20, 2, sides=10).win) == "< 0.01 %"


@pytest.mark.parametrize(
    ("value", "long", "short"),
    [(3, "3/1", "3"), (F(5, 2), "5/2", "5/2"), (F(-7, 5), "-7/5", "-7/5"), (F(-4), "-4/1", "-4"), (0, "0/1", "0")],
)
def test_ratios_are_written_and_read(value, long, short):
    assert (ratio(value), short_ratio(value)) == (long, short)
    assert read_ratio("value", long) == read_ratio("value", short) == value


@pytest.mark.parametrize("digits", [3999, 4000, 4001, 4300, 4301, 7999, 8000, 8001, 12_345])
def test_numbers_longer_than_python_writes_at_once(digits):
    one_and_zeros = 10 ** (digits - 1)
    assert short_ratio(one_and_zeros) == "1" + "0" * (digits - 1)
    assert short_ratio(one_and_zeros - 1) == ("9" * (digits - 1) or "0")
    assert read_ratio("value", "-1" + "0" * (digits - 1)) == -one_and_zeros
    assert read_ratio("value", f"1/{'7' * digits}") == F(1, 7 * (10**digits - 1) // 9)


def test_the_widest_matchup_can_be_written():
    win = opposed(1000, 334, 1000, 445, 997).win
    assert read_ratio("win", ratio(win)) == win


@pytest.mark.parametrize("text", ["", "one", "1/0", "1.5", "1/-2", "+3", " 3", "3/", "١", 3, None, "9" * 100_001])
def test_anything_else_is_no_ratio(text):
    with pytest.raises(ValueError, match=r"^every chance must be written as a whole number or a ratio"):
        read_ratio("every chance", text)


@pytest.mark.parametrize("p", [-F(1, 100), F(101, 100), 0.5, True, "1/2", None, float("nan")])
def test_percent_wants_an_exact_chance(p):
    with pytest.raises(ValueError, match="p must be an exact chance from 0 to 1"):
        percent(p)
