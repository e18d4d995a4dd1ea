"""Exact numbers, how they come in, how they are written, and the units of length and time."""

import re
from fractions import Fraction
from math import isfinite
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, Strict

FEET_PER_MILE = 5280
MINUTES_PER_HOUR = 60
HOURS_PER_DAY = 24

_RATIO = re.compile(r"-?\d+/[1-9]\d*")


def read_exact(value: Any) -> Fraction:
    """A whole number, a Fraction, a decimal read by its digits (-1.4 is -7/5) or the text "num/den".

    Anything else, truth values, NaN and infinity included, is a ValueError in one sentence.
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, int):
        if isinstance(value, bool):
            raise ValueError("must be a number, not true or false")
        return Fraction(value)
    if isinstance(value, float):
        if not isfinite(value):
            raise ValueError("must be a finite number")
        return Fraction(repr(value))
    if isinstance(value, Fraction) or (isinstance(value, str) and _RATIO.fullmatch(value)):
        try:
            return Fraction(value)
        except ValueError:  # Python reads no whole number of more than some thousand digits
            raise ValueError("must be a number of fewer digits") from None
    raise ValueError("must be a number")


def write_exact(value: Fraction) -> str:
    """The text "num/den", also for whole numbers: "3/1"."""
    return f"{value.numerator}/{value.denominator}"


def plain(value: int | Fraction) -> str:
    """A number as people write it: 35, 26 1/4, 1/2, 1,500."""
    if value.denominator == 1:
        return f"{value.numerator:,}"
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "-" if value < 0 else ""
    part = f"{rest}/{value.denominator}"
    return f"{sign}{whole:,} {part}" if whole else f"{sign}{part}"


Whole = Annotated[int, Strict()]
"""A whole number: an int, no truth value, no 3.0, no text."""

Exact = Annotated[
    Fraction,
    BeforeValidator(read_exact),
    PlainSerializer(write_exact, return_type=str),
]
"""An exact number: int, Fraction or a decimal read by its digits; "num/den" wherever a model is dumped."""
