"""One stage of an attack: two pools of dice, or a fixed number of degrees against a pool."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, PlainSerializer

from ..dice import Odds, opposed_fixed, percent, pool, ratio, read_ratio
from ..dice.pools import Side, side_of
from ..ledger import Line, Result, made
from ..register import implements
from ..rounding import nearest
from ..units import read_exact

KEPT_DICE = 64  # stages of larger pools are long tables, so they are not kept
_SHOWN_BITS = 200


def _read_long(value: Any) -> Fraction:
    # Chances of large pools have more digits than Python reads at once.
    return Fraction(read_ratio("it", value)) if isinstance(value, str) else read_exact(value)


Chance = Annotated[Fraction, BeforeValidator(_read_long), PlainSerializer(ratio, return_type=str)]
"""An exact number of any length: "num/den" wherever a model is dumped."""


class Roll(NamedTuple):
    """A pool against a stat: a die counts if its value plus `shift` is `target` or more."""

    dice: int
    stat: str
    target: int
    shift: int = 0


class StageOdds(Result):
    """Both sides' degrees, and the chance that the acting side has strictly more."""

    own: Odds
    other: Odds
    won: Chance

    @property
    def headline(self) -> str:
        return f"Won in {percent(self.won)} of cases."


class Exchange(Result):
    """Both stages of an attack, to hit and to damage, and the chance to win both."""

    to_hit: StageOdds
    to_damage: StageOdds
    won: Chance

    @property
    def headline(self) -> str:
        return f"Both stages are won in {percent(self.won)} of cases."


class Form(NamedTuple):
    """How an attack of some kind is made: its clause, the line of the ledger that says it, and where that stands."""

    clause: str
    text: str
    cite: str


def shown(chance: Fraction) -> Fraction | str:
    """A chance for the ledger: exact while people can read it, else in per cent."""
    return percent(chance) if is_long(chance) else chance


def is_long(value: Fraction) -> bool:
    """Whether an exact number is too long to be read."""
    return value.denominator.bit_length() > _SHOWN_BITS


def decimal(value: Fraction) -> str:
    """A number to one decimal, halves up: "2.3"."""
    tenths = nearest(value * 10)
    return f"{tenths // 10:,}.{tenths % 10}"


class Pooled(NamedTuple):
    """A rolled pool: its degrees, what compares it with another, and the line that tells of it."""

    degrees: Odds
    side: Side
    line: Line


class Counted(NamedTuple):
    """A stage as it is kept: both sides' degrees, the chance to win it, and the lines that tell of it."""

    own: Odds
    other: Odds
    won: Fraction
    lines: tuple[Line, Line, Line]


Both = tuple[Counted, Counted, Fraction, tuple[Line, ...]]

Dice = tuple[int, str, int, int]
"""A `Roll` as a plain tuple, which an attack makes four of and which are quicker to make."""


def stage(own: Roll | int, other: Roll, sides: int) -> StageOdds:
    """D-POO-1, D-POO-2: a die at or above the stat is a degree; only strictly more degrees than the other's win.

    `own` may be a number of degrees that is not rolled: the Strength of D-SHO-1.
    """
    return _result(count_stage(own, other, sides))


def exchange(form: Form, to_hit: tuple[Roll, Roll], to_damage: tuple[Roll | int, Roll], sides: int) -> Exchange:
    """D-ATK-1: the attacker has to win the stage to hit, and then the stage to damage; a lost one deals nothing."""
    first, second, won, lines = count_both(form, to_hit, to_damage, sides)
    return Exchange.trusted(ledger=lines, rulings_used=(), to_hit=_result(first), to_damage=_result(second), won=won)


def _result(counted: Counted) -> StageOdds:
    own, other, won, lines = counted
    return StageOdds.trusted(ledger=lines, rulings_used=(), own=own, other=other, won=won)


@implements("D-ATK-1")
def count_both(form: Form, to_hit: tuple[Dice, Dice], to_damage: tuple[Dice | int, Dice], sides: int) -> Both:
    """D-ATK-1: what `exchange` answers, for a result that builds on it: stages, chance to win both, all lines."""
    first, second = count_stage(*to_hit, sides), count_stage(*to_damage, sides)
    hit, damage = first.won, second.won
    won = Fraction(hit.numerator * damage.numerator, hit.denominator * damage.denominator)
    both = made("D-ATK-1", "Both stages are won", shown(won))
    return first, second, won, (_made_as(form), *first.lines, *second.lines, both)


@lru_cache(maxsize=32)
def _made_as(form: Form) -> Line:
    return made(form.clause, form.text, "", form.cite)


@implements("D-POO-1", "D-POO-2")
def count_stage(own: Dice | int, other: Dice, sides: int) -> Counted:
    """D-POO-1, D-POO-2: what `stage` answers, for a result that builds on it.

    Stages of pools of up to 64 dice are kept once they are counted, so that a change on one side of an attack counts
    only its own stage again.
    """
    large = (own if isinstance(own, int) else own[0]) > KEPT_DICE or other[0] > KEPT_DICE
    return _count(own, other, sides) if large else _kept(own, other, sides)


def _count(own: Dice | int, other: Dice, sides: int) -> Counted:
    if isinstance(own, int):
        degrees, line = Odds.constant(own), _strength(own)
        against = _rolled("Defender", other, sides)
        dice, _, target, shift = other
        won = opposed_fixed(own, dice, target, sides, shift).win
    else:
        degrees, acting, line = _rolled("Attacker", own, sides)
        against = _rolled("Defender", other, sides)
        won = Fraction(acting.ahead_of(against.side), acting.total * against.side.total)
    ahead = made("D-POO-2", "The attacker has strictly more degrees; a tie fails", shown(won))
    return Counted(degrees, against.degrees, won, (line, against.line, ahead))


_kept = lru_cache(maxsize=4096)(_count)


def _strength(degrees: int) -> Line:
    return made("D-SHO-1", "The weapon's Strength is a number of degrees, not a roll", degrees)


def _rolled(who: str, roll: Dice, sides: int) -> Pooled:
    return (_pool if roll[0] > KEPT_DICE else _kept_pool)(who, roll, sides)


def _pool(who: str, roll: Dice, sides: int) -> Pooled:
    dice, stat, target, shift = roll
    degrees = pool(dice, target, sides, shift)
    die, need = "die" if dice == 1 else "dice", target - shift
    text = f"{who}: {dice} {die} (d{sides}), {stat.title()} {target}, each {need} or more a degree; on average"
    return Pooled(degrees, side_of(dice, target, sides, shift), made("D-POO-1", text, degrees.mean))


_kept_pool = lru_cache(maxsize=2048)(_pool)
