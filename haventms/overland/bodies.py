"""One body on a journey, a traveller's or a mount's: when its checks fall due, what a rest makes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..errors import RuleError
from ..rulings import Rulings, ruling_id
from ..tables import table
from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR
from .checks import winning_faces
from .endurance import allowance_left, base_difficulty, rhythm_minutes
from .marching import FRESH, Roller, Tired, full_periods, number_of
from .pace import MODES, Load, Mode
from .rest import (
    asks_steps,
    extra_minutes,
    needed_hours,
    points_back,
    restart_difficulty,
    stage_after,
    strain_counts,
    strained_day,
    sufficient_hours,
)

Amount = int | Fraction
_NONE: tuple[Amount, ...] = (0,) * len(MODES)
_MOST_COUNTED = 100_000  # minutes of one pace; every allowance is spent long before


class Due(NamedTuple):
    """A check: minutes from the start of the movement in which it falls due, and its DC."""

    offset: Amount
    difficulty: int


class Pause(NamedTuple):
    """A rest that no movement has ended yet: its hours, and the minute of the journey's clock when it ended."""

    hours: Fraction
    ended: Amount


class Book(NamedTuple):
    """What the rules ask about a body's movement and rest, all but how tired it is.

    Minutes of each pace `used` since the count began; `open` are begun periods past an allowance, by their rhythm.
    `first` is the DC of the first check of this march, `made` counts its checks and `past` its minutes past the
    allowance; `then` is the DC that one check more would have, None before the first since a full rest. `maxed`: has
    moved the maximum. `bare`: no allowance before a full rest. `missing` hours of short rests. `strained`: the
    clock's minute of the last move faster than a walk or beyond the maximum.
    """

    first: int
    used: tuple[Amount, ...] = _NONE
    open: tuple[tuple[int, Amount], ...] = ()
    made: int = 0
    past: Amount = 0
    then: int | None = None
    maxed: bool = False
    bare: bool = False
    missing: Amount = 0
    strained: Amount | None = None
    pause: Pause | None = None


class Tally(NamedTuple):
    """What is counted besides: all `checks`, minutes of each pace `over` the maximum, the minute when it `began`."""

    checks: int = 0
    over: tuple[Amount, ...] = _NONE
    began: Amount | None = None

    def most(self, other: "Tally") -> "Tally":
        """Where several pasts lead to the same book: the most of each, and the earliest beginning."""
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


@dataclass(frozen=True, eq=False)
class Body:
    """Whose checks they are: its Con and feat (`roller`), its load. `note` is told each ruling that is asked."""

    roller: Roller
    load: Load
    note: Callable[[str], None]
    _lefts: dict[tuple[int, Mode, tuple[Amount, ...]], Amount] = field(default_factory=dict)
    _faces: dict[tuple[Tired, int], int] = field(default_factory=dict)
    _resumed: dict[tuple[Place, Amount], Place] = field(default_factory=dict)
    _gone: dict[tuple[Place, Mode | None, Amount, Amount, bool], tuple[list[Due], Place]] = field(default_factory=dict)

    @property
    def rulings(self) -> Rulings:
        """The reader's choices."""
        return self.roller.rulings

    def ask(self, name: str) -> str:
        """The choice of a ruling whose question arises now."""
        self.note(ruling_id(name))
        token: str = getattr(self.rulings, name)
        return token

    def start(self) -> Place:
        """Fresh, with full Con and nothing moved."""
        return Place(Tired(FRESH, self.roller.con), Book(base_difficulty(self.load)), Tally())

    def key(self, place: Place) -> tuple[Tired, Book, Tally | None]:
        """What tells places apart: the tally too where a reading of the rules goes by it."""
        exact = self.rulings.overland_extrarest == "eight_plus" or self.rulings.overland_day == "clock"
        return place.tired, place.book, place.tally._replace(checks=0) if exact else None

    # Moving

    def left(self, con: int, mode: Mode, book: Book) -> Amount:
        """Minutes that this pace is still free of checks, with so much Con left."""
        if book.bare:
            return 0
        if con < self.roller.con:
            con = con if self.ask("overland_conmod") == "lower" else self.roller.con
        key = (con, mode, book.used)
        if key not in self._lefts:
            self._lefts[key] = self._count_left(*key)
        return self._lefts[key]

    def _count_left(self, con: int, mode: Mode, used: tuple[Amount, ...]) -> Amount:
        capped = [Fraction(min(minutes, _MOST_COUNTED)) for minutes in used]
        moved = {pace: minutes for pace, minutes in zip(MODES, capped, strict=True) if minutes}
        try:
            found = allowance_left(con, mode, moved, self.load, rulings=self.rulings)
        except RuleError:
            return 0  # lost Con has closed this pace: no minute of it is free
        for ruling in found.rulings_used:
            self.note(ruling)
        return lean(found.minutes)

    def move(self, left: Amount, place: Place, mode: Mode, minutes: Amount, now: Amount) -> tuple[list[Due], Place]:
        """The checks of so many minutes at one pace from `now` on, and the place afterwards; nothing is paused.

        `left` is what `left` answers for this body.
        """
        tired, book, tally = place
        at, rhythm = MODES.index(mode), rhythm_minutes(mode)
        free = min(left, minutes)
        past = minutes - free
        waiting = dict(book.open).get(rhythm, 0)
        count = full_periods(waiting + past, rhythm)
        beyond = [number * rhythm - waiting for number in range(1, count + 1)]
        made = book.made + count
        dues = [
            Due(lean(free + each), self._difficulty(book, made, book.past + each))
            for made, each in enumerate(beyond, book.made)
        ]
        then = self._next(book, made, book.past + beyond[-1] + rhythm) if beyond else book.then
        rest = lean(waiting + past - count * rhythm)
        others = [each for each in book.open if each[0] != rhythm]
        strains = past > 0 or mode != MODES[0]
        after = book._replace(
            used=_NONE if book.bare else _added(book.used, at, minutes),
            open=tuple(sorted([*others, (rhythm, rest)] if rest else others)),
            made=made,
            past=lean(book.past + past),
            then=then,
            maxed=book.maxed or minutes >= left,
            strained=lean(now + minutes) if strains else book.strained,
        )
        began = now if tally.began is None else tally.began
        return dues, Place(tired, after, Tally(tally.checks + count, _added(tally.over, at, past), began))

    def _difficulty(self, book: Book, made: int, past: Amount) -> int:
        """The DC of a check after `made` others, with so many minutes past the allowance at its end."""
        if made != _hours_begun(past) - 1:
            self.note(ruling_id("overland_rhythm"))
        return self._next(book, made, past)

    def _next(self, book: Book, made: int, past: Amount) -> int:
        """The DC that such a check has, or would have."""
        steps = _hours_begun(past) - 1 if self.rulings.overland_rhythm == "per_hour" else made
        return book.first + number_of("each check after the first") * steps

    def settle(self, place: Place, offset: Amount) -> tuple[list[Due], Place]:
        """The checks of periods that a rest or the arrival breaks off."""
        tired, book, tally = place
        dues = []
        for rhythm, _ in book.open:
            if self.ask("overland_partial") == "started":
                dues.append(Due(offset, self._difficulty(book, book.made, book.past)))
                made = book.made + 1
                book = book._replace(made=made, then=self._next(book, made, book.past + rhythm))
        return dues, Place(tired, book._replace(open=()), tally._replace(checks=tally.checks + len(dues)))

    def go(
        self, place: Place, mode: Mode | None, minutes: Amount, now: Amount, closing: bool
    ) -> tuple[list[Due], Place]:
        """A movement as a whole, of a passenger where `mode` is None; `closing`: a rest or the arrival follows."""
        key = (place, mode, minutes, now, closing)
        if key not in self._gone:
            dues: list[Due] = []
            if mode is not None:
                dues, place = self.move(self.left(place.tired.con, mode, place.book), place, mode, minutes, now)
            if closing:
                last, place = self.settle(place, minutes)
                dues = dues + last
            self._gone[key] = dues, place
        return self._gone[key]

    # Checks

    def faces(self, tired: Tired, difficulty: int) -> int:
        """How many faces of the die make a check of this DC in this state."""
        key = (tired, difficulty)
        if key not in self._faces:
            for name in self.roller.asks(tired):
                self.note(ruling_id(name))
            self._faces[key] = winning_faces(self.roller.bonus(tired), difficulty, self.rulings.overland_die)
        return self._faces[key]

    # Resting

    def rest(self, place: Place, hours: Fraction, ends: Amount) -> Place:
        """The place after a rest, whose effect `resume` finds: rests without movement between are one."""
        book = place.book
        earlier = book.pause.hours if book.pause else Fraction()
        strained = book.strained
        if strained is not None and strained <= ends - HOURS_PER_DAY * MINUTES_PER_HOUR:
            strained = None  # no rest that ends later asks about it
        return place._replace(book=book._replace(pause=Pause(earlier + hours, ends), strained=strained))

    def resume(self, place: Place, now: Amount) -> Place:
        """What a rest has made of the body, if it moves on now."""
        if place.book.pause is None:
            return place
        key = (place, now)
        if key not in self._resumed:
            self._resumed[key] = self._resume(place, place.book.pause, now)
        return self._resumed[key]

    def _resume(self, place: Place, pause: Pause, now: Amount) -> Place:
        tired, book, tally = place
        hours, stage = pause.hours, tired.stage
        enough = self._enough(tally, hours)
        if asks_steps(stage, hours):
            self.note(ruling_id("overland_rested"))
        back = self._points(self.roller.con - tired.con, pause, book.strained)
        tired = Tired(stage_after(stage, hours, self.rulings.overland_rested), tired.con + back)
        if hours >= max(Fraction(needed_hours(stage)), enough) or self._day_over(tally, now):
            cleared = Book(base_difficulty(self.load), strained=book.strained)
            return Place(tired, cleared, Tally(tally.checks))
        if not book.maxed:
            return Place(tired, book._replace(pause=None), tally)
        missing = book.missing + max(enough - hours, Fraction())
        first = restart_difficulty(base_difficulty(self.load), Fraction(missing))
        if book.then is not None and book.then < first and self.ask("overland_break") == "lower":
            first = book.then
        anew = self.ask("overland_shortrest") == "new_allowance"
        book = book._replace(first=first, used=_NONE, made=0, past=0, missing=lean(missing), pause=None)
        return Place(tired, book._replace(maxed=not anew, bare=not anew), tally)

    def _enough(self, tally: Tally, hours: Fraction) -> Fraction:
        extra = extra_owed(tally)
        if extra and hours < sufficient_hours(extra, "eight_plus"):
            self.note(ruling_id("overland_extrarest"))
        return sufficient_hours(extra, self.rulings.overland_extrarest)

    def _points(self, lost: int, pause: Pause, strained: Amount | None) -> int:
        """Points of Con that the rest gives back (O-RES-4)."""
        points = min(lost, points_back(pause.hours))
        ends = Fraction(pause.ended) / MINUTES_PER_HOUR
        last = None if strained is None else Fraction(strained) / MINUTES_PER_HOUR
        if points and last is not None and strain_counts(pause.hours, ends, last):
            return 0 if strained_day(ends, last, self.ask("overland_dayof")) else points
        return points

    def _day_over(self, tally: Tally, now: Amount) -> bool:
        """Whether the count clears since 24 hours are over (R-OVERLAND-DAY)."""
        day = table("overland", "day")["period"]["hours"] * MINUTES_PER_HOUR
        return tally.began is not None and now - tally.began >= day and self.ask("overland_day") == "clock"


def extra_owed(tally: Tally) -> int:
    """Minutes of extra rest owed (O-RES-1)."""
    return _extra(tally.over)


@lru_cache(maxsize=1000)
def _extra(over: tuple[Amount, ...]) -> int:
    return sum(extra_minutes(mode, past) for mode, past in zip(MODES, over, strict=True) if past)


def _hours_begun(minutes: Amount) -> int:
    return -(-minutes // MINUTES_PER_HOUR)


def _added(amounts: tuple[Amount, ...], place: int, more: Amount) -> tuple[Amount, ...]:
    return (*amounts[:place], lean(amounts[place] + more), *amounts[place + 1 :])
