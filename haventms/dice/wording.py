"""Chances in words: percentages that never claim certainty, and exact ratios of any length.

Python refuses to write integers of more than 4,300 digits at once. Two pools of a thousand dice have longer
denominators, so long numbers are written and read here in pieces.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from haventms.dice.bounds import Value, chance, plain

_PIECE = 4000  # digits, below Python's limit on one conversion
_BASE = 10**_PIECE
_LONGEST = 100_000  # digits of a number that is read; more is no result of these rules
_RATIO = re.compile(r"(-?)([0-9]+)(?:/([0-9]+))?")
_TENTHS, _HALF_TENTHS, _HUNDREDTHS = 1_000, 2_000, 10_000  # of a per cent in the whole


def percent(p: Fraction | int) -> str:
    """Write a chance for people: ``"46.1 %"``; only exact 0 and 1 read as ``"0 %"`` and ``"100 %"``.

    One decimal, halves rounded up; two where one would round to nothing or to everything; beyond that
    ``"< 0.01 %"`` and ``"> 99.99 %"``. Decided from the integers, never from a float.
    """
    p = chance("p", p)
    return share(p.numerator, p.denominator)


def share(n: int, of: int) -> str:
    """Write ``n`` of ``of`` (from 0 to all) like ``percent``, with no fraction reduced: odds of many dice are long."""
    if n in (0, of):
        return "100 %" if n else "0 %"
    if _HUNDREDTHS * n < of:
        return "< 0.01 %"
    if _HUNDREDTHS * (of - n) < of:
        return "> 99.99 %"
    if of <= _HALF_TENTHS * n < (_HALF_TENTHS - 1) * of:
        tenths = _rounded(_TENTHS * n, of)
        return f"{tenths // 10}.{tenths % 10} %"
    hundredths = _rounded(_HUNDREDTHS * n, of)
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def _rounded(n: int, of: int) -> int:
    return (2 * n + of) // (2 * of)


def ratio(value: Value) -> str:
    """Write an exact number as ``"num/den"``, whole ones as ``"3/1"``."""
    return f"{_digits(value.numerator)}/{_digits(value.denominator)}"


def short_ratio(value: Value) -> str:
    """Write an exact number as ``"15"`` or ``"5/2"``."""
    return _digits(value.numerator) if value.denominator == 1 else ratio(value)


def read_ratio(name: str, text: object) -> Value:
    """Read what ``ratio`` or ``short_ratio`` wrote; anything else is a ``ValueError``."""
    match = _RATIO.fullmatch(text) if isinstance(text, str) and len(text) <= _LONGEST else None
    bottom = _number(match[3] or "1") if match else 0
    if match is None or bottom == 0:
        raise ValueError(f"{name} must be written as a whole number or a ratio, like 15 or 5/2")
    top = _number(match[2])
    return plain(Fraction(-top if match[1] else top, bottom))


def read_table(table: Mapping[Any, Any]) -> dict[Any, Any]:
    """Read the texts in a table of values and chances; what is no text is left as it is."""
    return {
        read_ratio("every value", value) if isinstance(value, str) else value: (
            read_ratio("every chance", p) if isinstance(p, str) else p
        )
        for value, p in table.items()
    }


def _digits(number: int) -> str:
    if number < 0:
        return "-" + _digits(-number)
    pieces: list[str] = []
    while number >= _BASE:
        number, low = divmod(number, _BASE)
        pieces.append(f"{low:0{_PIECE}}")
    return str(number) + "".join(reversed(pieces))


def _number(digits: str) -> int:
    first = len(digits) % _PIECE
    number = int(digits[:first] or "0")
    for start in range(first, len(digits), _PIECE):
        number = number * _BASE + int(digits[start : start + _PIECE])
    return number
