"""Exact numbers come in, and go out, without a loss."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from haventms.rounding import by_token, down_to, nearest, started_steps, whole_steps
from haventms.units import Exact, Whole, plain, read_exact, write_exact


class Sample(BaseModel):
    exact: Exact = Fraction(0)
    whole: Whole = 0


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        (3, Fraction(3)),
        (Fraction(1, 3), Fraction(1, 3)),
        (-1.4, Fraction(-7, 5)),
        (0.1, Fraction(1, 10)),
        (1e-7, Fraction(1, 10**7)),
        ("3/4", Fraction(3, 4)),
        ("-7/5", Fraction(-7, 5)),
    ],
)
def test_a_number_is_read_exactly(given_value, expected):
    """Decimals count by their digits, not by their binary value."""
    assert Sample(exact=given_value).exact == expected


@pytest.mark.parametrize("wrong", [True, False, float("nan"), float("inf"), -float("inf"), "3", "1/0", "x", None, [1]])
def test_what_is_no_number_is_refused(wrong):
    """Truth values, NaN, infinity and texts are no numbers."""
    with pytest.raises(ValidationError, match="exact"):
        Sample(exact=wrong)


def test_more_digits_than_python_reads_are_refused_in_plain_words():
    """Which says what it does not read, not how it could be told to."""
    with pytest.raises(ValidationError, match="must be a number of fewer digits"):
        Sample(exact="9" * 5000 + "/1")


@pytest.mark.parametrize("wrong", [True, 3.0, "3", Fraction(3), None])
def test_a_whole_number_is_an_int(wrong):
    """Nothing that merely equals one."""
    with pytest.raises(ValidationError, match="whole"):
        Sample(whole=wrong)


@given(st.fractions())
def test_json_gives_back_the_same_number(value):
    """Written as "num/den" and read again."""
    text = Sample(exact=value).model_dump_json()
    assert write_exact(value) in text
    assert Sample.model_validate_json(text).exact == value


def test_what_is_dumped_is_read_again():
    """Also in Python, where pydantic would write a whole Fraction without its denominator."""
    dumped = Sample(exact=Fraction(60)).model_dump()
    assert dumped == {"exact": "60/1", "whole": 0}
    assert Sample.model_validate(dumped) == Sample(exact=60)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (35, "35"),
        (Fraction(105, 4), "26 1/4"),
        (Fraction(1, 2), "1/2"),
        (Fraction(-1, 2), "-1/2"),
        (Fraction(-5, 2), "-2 1/2"),
        (1500, "1,500"),
        (0, "0"),
    ],
)
def test_numbers_are_written_as_people_do(value, text):
    """Whole and part, thousands apart."""
    assert plain(value) == text


def test_read_exact_takes_a_fraction_as_it_is():
    """No copy, no loss."""
    value = Fraction(2, 7)
    assert read_exact(value) is value


@given(st.fractions(min_value=0, max_value=1000), st.integers(1, 50))
def test_steps_enclose_the_value(value, step):
    """Whole steps do not reach beyond it, started ones do not fall short."""
    assert whole_steps(value, step) * step <= value <= started_steps(value, step) * step
    assert started_steps(value, step) - whole_steps(value, step) in (0, 1)
    assert down_to(value, step) == whole_steps(value, step) * step


@pytest.mark.parametrize(
    ("value", "way", "expected"),
    [
        (Fraction(7, 2), "down", 3),
        (Fraction(7, 2), "up", 4),
        (Fraction(7, 2), "exact", Fraction(7, 2)),
        (Fraction(4), "up", 4),
        (Fraction(4), "down", 4),
    ],
)
def test_halves_by_token(value, way, expected):
    """The tokens of R-HAVEN-HALF."""
    assert by_token(value, way) == expected


@pytest.mark.parametrize(("value", "expected"), [(Fraction(5, 2), 3), (Fraction(249, 100), 2), (3, 3)])
def test_nearest_puts_halves_up(value, expected):
    """Two and a half is three."""
    assert nearest(value) == expected
