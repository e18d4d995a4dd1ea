"""What the rules ask about a body on a journey: its movement and rest so far, its checks to come."""

from fractions import Fraction
from typing import Literal, NamedTuple

from .marching import Tired
from .pace import MODES, Mode

Amount = int | Fraction
Effort = Mode | Literal["swim"]
"""What a movement tires like: a pace, or swimming at base speed, whose time is its own (O-END-8, O-END-9)."""
EFFORTS: tuple[Effort, ...] = (*MODES, "swim")
NONE: tuple[Amount, ...] = (0,) * len(EFFORTS)


class Due(NamedTuple):
    """A check: minutes from the start of the movement in which it falls due, and its DC."""

    offset: Amount
    difficulty: int


class Pause(NamedTuple):
    """A rest that no movement has ended yet: its hours, and the minute of the journey's clock when it ended."""

    hours: Amount
    ended: Amount


class Book(NamedTuple):
    """What the rules ask about a body's movement and rest, all but how tired it is.

    Minutes of each pace `used` since the count began; `open` are begun periods past an allowance, by their rhythm.
    `first` is the DC of the first check of this march, `made` counts its checks and `past` its minutes past the
    allowance; `then` is the DC that one check more would have, None before the first since a full rest. `maxed`: has
    moved the maximum. `bare`: no allowance before a full rest. `missing` hours of short rests. `strained`: the
    clock's minute of the last move faster than a walk or beyond the maximum. `wet`: the part of a minute that one
    has been in the water beyond whole ones, which the Swim checks of each minute go by.
    """

    first: int
    used: tuple[Amount, ...] = NONE
    open: tuple[tuple[int, Amount], ...] = ()
    made: int = 0
    past: Amount = 0
    then: int | None = None
    maxed: bool = False
    bare: bool = False
    missing: Amount = 0
    strained: Amount | None = None
    pause: Pause | None = None
    wet: Amount = 0


class Tally(NamedTuple):
    """What is counted besides: all `checks`, minutes of each pace `over` the maximum, the minute when it `began`."""

    checks: int = 0
    over: tuple[Amount, ...] = NONE
    began: Amount | None = None

    def most(self, other: "Tally") -> "Tally":
        """Where several pasts lead to the same book: the most of each, and the earliest beginning."""
        if self[1:] == other[1:]:
            return self if self.checks > other.checks else other
        began = [each for each in (self.began, other.began) if each is not None]
        over = max(self.over, other.over, key=sum)
        return Tally(max(self.checks, other.checks), over, min(began, default=None))


class Place(NamedTuple):
    """Everything about a body at one moment."""

    tired: Tired
    book: Book
    tally: Tally


def lean(amount: Amount) -> Amount:
    """A whole number as an int, which is quicker than a fraction."""
    return int(amount) if amount.denominator == 1 else amount


def as_pace(mode: Effort) -> Mode:
    """The pace that something counts as where the rules know paces only: swimming is a normal way to move (O-END-1)."""
    return MODES[0] if mode == "swim" else mode
