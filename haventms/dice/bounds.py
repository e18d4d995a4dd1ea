"""Checks of what comes in: whole numbers within bounds, exact values, dice written as text.

Every refusal is a ``ValueError`` with one plain sentence that names the parameter and what is allowed.
Booleans are refused although Python counts them as integers: ``dice=True`` is a slip, not one die.
"""

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

Value: TypeAlias = int | Fraction

MOST_DICE = 1000
MOST_SIDES = 1000
FARTHEST = 10_000  # how far targets, shifts, bonuses and difficulties may lie from zero
MOST_SUMMED_DICE = 100  # dice of one "NdS", whose sum is a single roll
MOST_SUMMED_FACES = 2000  # N times S, so that the table of sums stays small

_DIE = re.compile(r"([1-9][0-9]{0,3})?d([1-9][0-9]{0,3})")
_DIE_SENTENCE = (
    f"die must be written like d20 or 3d6, with 1 to {MOST_SUMMED_DICE} dice of 1 to {MOST_SIDES} sides "
    f"and at most {MOST_SUMMED_FACES} faces in all"
)


def whole(name: str, value: object, lowest: int, highest: int) -> int:
    """Answer ``value`` if it is a whole number from ``lowest`` to ``highest``, else raise ``ValueError``."""
    if type(value) is int and lowest <= value <= highest:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
        return int(value)  # such as a named constant
    raise ValueError(f"{name} must be a whole number from {lowest} to {highest}")


def exact(name: str, value: object, farthest: int = FARTHEST) -> Value:
    """Answer an int or Fraction no farther than ``farthest`` from zero, whole fractions as int."""
    if type(value) is int and -farthest <= value <= farthest:
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool) and -farthest <= value <= farthest:
        return plain(value)
    raise ValueError(f"{name} must be a whole number or a Fraction from -{farthest} to {farthest}")


def wholes(name: str, values: object, farthest: int = FARTHEST) -> list[int]:
    """Answer a list of whole numbers no farther than ``farthest`` from zero."""
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise ValueError(f"{name} must be a list of whole numbers from -{farthest} to {farthest}")
    listed = list(values)
    if set(map(type, listed)) == {int} and -farthest <= min(listed) and max(listed) <= farthest:
        return listed  # the usual case without a call for each
    return [whole(f"every number in {name}", value, -farthest, farthest) for value in listed]


def outcome(name: str, value: object) -> Value:
    """Answer a number as an exact value; floats are read by their decimal text (-1.4 is -7/5)."""
    if type(value) is int:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return plain(Fraction(repr(value)))
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return plain(value)
    raise ValueError(f"{name} must be a finite number: an int, a Fraction or a decimal")


def plain(value: Value) -> Value:
    """Write a value in its one form: int where it is whole, Fraction elsewhere."""
    return int(value) if value.denominator == 1 else value


def chance(name: str, value: object) -> Fraction:
    """Answer a probability from 0 to 1 as a Fraction; only int and Fraction are exact enough."""
    if type(value) is Fraction and 0 <= value.numerator <= value.denominator:
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool) and 0 <= value <= 1:
        return Fraction(value)
    raise ValueError(f"{name} must be an exact chance from 0 to 1, an int or a Fraction")


def flag(name: str, value: object) -> bool:
    """Answer True or False; nothing else passes for one."""
    if isinstance(value, bool):
        return value
    raise ValueError(f"{name} must be True or False")


def die_text(die: object) -> str:
    """Answer a die's text; what it says is read by ``die_shape``."""
    if isinstance(die, str):
        return die
    raise ValueError(_DIE_SENTENCE)


def die_shape(die: str) -> tuple[int, int]:
    """Read ``"d20"`` or ``"3d6"`` as (number of dice, sides of each)."""
    match = _DIE.fullmatch(die)
    if match:
        number, sides = int(match[1] or 1), int(match[2])
        if number <= MOST_SUMMED_DICE and sides <= MOST_SIDES and number * sides <= MOST_SUMMED_FACES:
            return number, sides
    raise ValueError(_DIE_SENTENCE)
