"""Single rolls: a die and a bonus against a difficulty, or against another roll."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from haventms.dice.bounds import FARTHEST, Value, die_text, exact, flag
from haventms.dice.odds import Odds


@dataclass(frozen=True, slots=True)
class Check:
    """``.success``, the exact chance, and ``.margin``, the odds of the roll's total less what it had to reach."""

    success: Fraction
    margin: Odds


class _Faces(NamedTuple):
    """For one die: its lowest total, the ways to reach at least each total from there on, and all ways."""

    lowest: int
    reach: tuple[int, ...]
    total: int


def check(die: str, bonus: Value, difficulty: Value, exceed: bool = False) -> Check:
    """One roll of ``die`` (``"d20"``, ``"3d6"``) plus ``bonus`` against ``difficulty``.

    It succeeds by reaching the difficulty, or only by exceeding it. Bonus and difficulty are ints or
    Fractions from -10000 to 10000; else ``ValueError``.
    """
    lead = exact("bonus", bonus) - exact("difficulty", difficulty)
    return _judged(Odds.from_die(die).shift(lead), flag("exceed", exceed))


def contest(
    die: str, bonus: Value, other_bonus: Value, tie_succeeds: bool = False, other_die: str | None = None
) -> Check:
    """One roll against another: ``die`` plus ``bonus`` against ``other_die`` (the same if None) plus its bonus.

    An equal total fails, or with ``tie_succeeds`` succeeds: where ties go to the defence, the defending side asks
    with ``tie_succeeds=True`` and the attacking side without, and the two chances sum to one.
    """
    lead = exact("bonus", bonus) - exact("other_bonus", other_bonus)
    own = Odds.from_die(die)
    other = own if other_die is None else Odds.from_die(other_die)
    return _judged(_difference(own, other).shift(lead), not flag("tie_succeeds", tie_succeeds))


def success_weight(die: str, needed: Value) -> int:
    """The ways, of the die's denominator, to roll ``needed`` or more."""
    start = ceil(exact("needed", needed, 2 * FARTHEST))
    return reach_table(die, start, start)[0]


def reach_table(die: str, lowest: int, highest: int) -> list[int]:
    """The ways to roll at least ``lowest``, at least the next whole number, ... at least ``highest``."""
    faces = _faces(die_text(die))
    start, end, count = lowest - faces.lowest, highest + 1 - faces.lowest, len(faces.reach)
    certain = [faces.total] * (min(end, 0) - min(start, 0))
    return [*certain, *faces.reach[max(start, 0) : max(end, 0)], *[0] * (max(end, count) - max(start, count))]


def _judged(margin: Odds, exceed: bool) -> Check:
    return Check(1 - margin.at_most(0) if exceed else margin.at_least(0), margin)


@lru_cache(maxsize=32)
def _difference(own: Odds, other: Odds) -> Odds:
    return own.minus(other)


@lru_cache(maxsize=64)
def _faces(die: str) -> _Faces:
    odds = Odds.from_die(die)
    ways = [*odds.weights.values()]
    reach = tuple([*accumulate(reversed(ways))][::-1])
    return _Faces(ceil(odds.values[0]), reach, odds.denominator)
