"""Rounding, always exact and always named."""

from fractions import Fraction
from math import ceil, floor


def down_to(value: int | Fraction, step: int) -> int:
    """The largest multiple of `step` that is not above `value`."""
    return floor(Fraction(value) / step) * step


def whole_steps(value: int | Fraction, step: int | Fraction) -> int:
    """How many whole steps fit into `value`."""
    return floor(Fraction(value) / step)


def started_steps(value: int | Fraction, step: int | Fraction) -> int:
    """How many steps are begun within `value`."""
    return ceil(Fraction(value) / step)


def nearest(value: int | Fraction) -> int:
    """The nearest whole number; halves go up."""
    return floor(Fraction(value) + Fraction(1, 2))


def by_token(value: int | Fraction, way: str) -> Fraction:
    """`value` rounded `down` or `up` to a whole number, or left `exact`: the tokens of R-HAVEN-HALF."""
    if way == "exact":
        return Fraction(value)
    return Fraction(ceil(value) if way == "up" else floor(value))
