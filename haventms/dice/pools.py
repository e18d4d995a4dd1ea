"""Pools of dice: how many succeed, and which of two pools has strictly more successes.

A pool is known by the faces of its die that succeed, so its tally C(n, k) h^k (s - h)^(n - k) consists of integers
over s^n, with h and s first divided by what they share. Strictly more is one dot product of a
tally with the running sums of the other, strictly below.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd
from operator import mul
from struct import Struct
from typing import NamedTuple

from haventms.dice.bounds import FARTHEST, MOST_DICE, MOST_SIDES, whole
from haventms.dice.odds import Odds

_SMALL = 64  # dice; tallies of larger pools are long, so fewer of them are kept
_EIGHT_BYTES = [Struct(f"<{dice + 1}Q").unpack for dice in range(_SMALL + 1)]


@dataclass(frozen=True, slots=True)
class Opposed:
    """One side against the other: integer weights of winning and tying over ``denominator``."""

    win_weight: int
    tie_weight: int
    denominator: int

    @property
    def win(self) -> Fraction:
        """The chance of strictly more successes than the other side."""
        return Fraction(self.win_weight, self.denominator)

    @property
    def tie(self) -> Fraction:
        """The chance of exactly as many."""
        return Fraction(self.tie_weight, self.denominator)

    @property
    def lose(self) -> Fraction:
        """The chance of strictly fewer."""
        return Fraction(self.denominator - self.win_weight - self.tie_weight, self.denominator)


class Side(NamedTuple):
    """A pool as the kernels need it: its tally, the weight strictly below 0, 1, ... (one more entry than the tally
    has: below everything lies the total), and the total weight."""

    tally: tuple[int, ...]
    below: tuple[int, ...]
    total: int

    def ahead_of(self, other: "Side") -> int:
        """The weight, over both totals' product, of strictly more successes than the other side."""
        won: int = sum(map(mul, self.tally, other.below))
        reach = len(other.below)
        if reach < len(self.tally):  # counts far beyond what the other side can have
            won += (self.total - self.below[reach]) * other.total
        return won

    def level_with(self, other: "Side") -> int:
        """The weight, over both totals' product, of exactly as many successes."""
        level: int = sum(map(mul, self.tally, other.tally))
        return level


def tally(dice: int, hit_faces: int, sides: int) -> tuple[int, ...]:
    """Ways, of ``sides ** dice``, to have 0, 1, ... ``dice`` dice show one of ``hit_faces`` faces.

    ``dice`` 0 to 1000, ``sides`` 1 to 1000, ``hit_faces`` 0 to ``sides``; else ``ValueError``.
    """
    whole("dice", dice, 0, MOST_DICE)
    whole("sides", sides, 1, MOST_SIDES)
    whole("hit_faces", hit_faces, 0, sides)
    return _tally(dice, hit_faces, sides)


def _tally(dice: int, hits: int, sides: int) -> tuple[int, ...]:
    misses = sides - hits
    if dice <= _SMALL and (sides**dice).bit_length() <= 64:
        # Every weight fits eight bytes: one power of one big integer expands the whole row.
        expanded: int = (misses + (hits << 64)) ** dice
        return _EIGHT_BYTES[dice](expanded.to_bytes(8 * dice + 8, "little"))
    if not misses:
        return (*[0] * dice, hits**dice)
    weight = misses**dice
    ways = [weight]
    for k in range(dice):
        weight = weight * ((dice - k) * hits) // ((k + 1) * misses)
        ways.append(weight)
    return tuple(ways)


def strictly_more(own: Sequence[int], other: Sequence[int]) -> int:
    """The weight, over the product of both totals, of a higher count in the first tally than in the second."""
    won: int = sum(map(mul, own, accumulate(other, initial=0)))
    beyond = own[len(other) + 1 :]
    return won + sum(beyond) * sum(other) if beyond else won


def new_side(dice: int, target: int, sides: int = 6, shift: int = 0, prefix: str = "") -> Side:
    """The pool for the kernels, computed; ``prefix`` names the side in refusals (``"other_"``)."""
    if not (
        type(dice) is type(target) is type(sides) is type(shift) is int
        and 0 <= dice <= MOST_DICE
        and 1 <= sides <= MOST_SIDES
        and -FARTHEST <= target <= FARTHEST
        and -FARTHEST <= shift <= FARTHEST
    ):
        whole(f"{prefix}dice", dice, 0, MOST_DICE)
        whole(f"{prefix}target", target, -FARTHEST, FARTHEST)
        whole("sides", sides, 1, MOST_SIDES)
        whole(f"{prefix}shift", shift, -FARTHEST, FARTHEST)
    hits = min(max(sides - (target - shift) + 1, 0), sides)
    shared = gcd(hits, sides)
    ways = _tally(dice, hits // shared, sides // shared)
    below = tuple(accumulate(ways, initial=0))
    return Side(ways, below, below[-1])


# ``typed`` keeps True and 3.0 from passing for the 1 and 3 that are already known.
_small_side = lru_cache(maxsize=2048, typed=True)(new_side)
_large_side = lru_cache(maxsize=16, typed=True)(new_side)


def side_of(dice: int, target: int, sides: int = 6, shift: int = 0, prefix: str = "") -> Side:
    """The same, kept once computed."""
    try:
        return (_small_side if dice <= _SMALL else _large_side)(dice, target, sides, shift, prefix)
    except TypeError:  # text compares with no number, a list cannot be looked up: let the sentence say it
        return new_side(dice, target, sides, shift, prefix)


def pool(dice: int, target: int, sides: int = 6, shift: int = 0) -> Odds:
    """The number of successes of a pool: dice whose value plus ``shift`` is at least ``target``.

    ``dice`` 0 to 1000 (none: no success), ``sides`` 1 to 1000; a target above every face never succeeds, one that
    every face reaches always does. ``target`` and ``shift`` from -10000 to 10000; else ``ValueError``.
    """
    side = side_of(dice, target, sides, shift)
    if side.tally[0] and side.tally[-1]:
        return Odds.trusted(tuple(range(dice + 1)), side.tally, side.total)
    return Odds.from_weights(dict(enumerate(side.tally)), side.total)  # certain: all of them or none


def opposed(
    dice: int,
    target: int,
    other_dice: int,
    other_target: int,
    sides: int = 6,
    shift: int = 0,
    other_shift: int = 0,
) -> Opposed:
    """Strictly more successes than the other pool: ``.win``, as many: ``.tie``, fewer: ``.lose``, exactly."""
    own = side_of(dice, target, sides, shift)
    other = side_of(other_dice, other_target, sides, other_shift, "other_")
    return Opposed(own.ahead_of(other), own.level_with(other), own.total * other.total)


def opposed_fixed(degrees: int, other_dice: int, other_target: int, sides: int = 6, other_shift: int = 0) -> Opposed:
    """A number of successes that is not rolled (0 to 1000) against a pool."""
    whole("degrees", degrees, 0, MOST_DICE)
    other = side_of(other_dice, other_target, sides, other_shift, "other_")
    if degrees > other_dice:
        return Opposed(other.total, 0, other.total)
    return Opposed(other.below[degrees], other.tally[degrees], other.total)


def both_stages(first: Opposed, second: Opposed) -> Fraction:
    """The chance to win two independent stages, one after the other."""
    return Fraction(first.win_weight * second.win_weight, first.denominator * second.denominator)
