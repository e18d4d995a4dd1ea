"""One body on a journey, a traveller's or a mount's: when its checks fall due, what a rest makes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil

from ..errors import RuleError
from ..ledger import Ledger
from ..rulings import ruling_id
from ..tables import table
from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR
from .books import EFFORTS, NONE, Amount, Book, Due, Effort, Pause, Place, Tally, as_pace, lean
from .endurance import allowance_minutes, base_difficulty, left_of_day, rhythm_minutes
from .marching import (
    EXHAUSTED,
    FREE,
    FRESH,
    GROUNDED,
    Through,
    Tired,
    full_periods,
    number_of,
)
from .pace import MODES
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
from .rolling import Rolling
from .special import swim_minutes


@dataclass(frozen=True, eq=False)
class Body(Rolling):
    """A body that moves and rests: each movement and each rest is worked out once."""

    _lefts: dict[tuple[int, Effort, tuple[Amount, ...]], Amount] = field(default_factory=dict)
    _paused: dict[tuple[Book, Fraction, Amount], Book] = field(default_factory=dict)
    _strained: dict[tuple[Pause, Amount], bool] = field(default_factory=dict)
    _rested: dict[tuple[int, int, Book, Tally, Amount], tuple[int, int, Book, Tally]] = field(default_factory=dict)
    _gone: dict[tuple[Place, Effort | None, Amount, Amount, bool, Through], tuple["Dues", Place]] = field(
        default_factory=dict
    )

    def start(self) -> Place:
        """Fresh, with full Con and nothing moved."""
        return Place(Tired(FRESH, self.roller.con), Book(base_difficulty(self.load)), Tally())

    def key(self, place: Place) -> tuple[Tired, Book, Tally | None]:
        """What tells places apart: the tally too where a reading of the rules goes by it."""
        return place.tired, place.book, place.tally._replace(checks=0) if self._by_tally else None

    @cached_property
    def _by_tally(self) -> bool:
        return self.rulings.overland_extrarest == "eight_plus" or self.rulings.overland_day == "clock"

    # Moving

    def left(self, con: int, mode: Effort, book: Book) -> Amount:
        """Minutes that this pace is still free of checks, with so much Con left."""
        if book.bare:
            return 0
        if con < self.roller.con:
            con = con if self.ask("overland_conmod") == "lower" else self.roller.con
        key = (con, mode, book.used)
        if key not in self._lefts:
            self._lefts[key] = self._count_left(*key)
        return self._lefts[key]

    def _count_left(self, con: int, mode: Effort, used: tuple[Amount, ...]) -> Amount:
        moved = {pace: Fraction(minutes) for pace, minutes in zip(EFFORTS, used, strict=True) if minutes}
        ledger = Ledger(self.rulings)
        try:
            allowance = self.allowance(con, mode, ledger)
            left = left_of_day(mode, allowance, moved, lambda pace: self.allowance(con, pace, None), ledger)
        except RuleError:
            return 0  # lost Con has closed this pace: no minute of it is free
        for ruling in ledger.close()["rulings_used"]:
            self.note(ruling)
        return lean(left)

    def allowance(self, con: int, mode: Effort, ledger: Ledger | None) -> int:
        """Minutes of this effort that are free of checks before any movement, told in `ledger`."""
        told = ledger or Ledger(self.rulings)
        if mode == "swim":
            return swim_minutes(con, self.load, self.gifts.swims, told)
        return allowance_minutes(con, mode, self.load, told)

    def move(self, left: Amount, place: Place, mode: Effort, minutes: Amount, now: Amount) -> tuple["Dues", Place]:
        """The checks of so many minutes at one pace from `now` on, and the place afterwards; nothing is paused.

        `left` is what `left` answers for this body.
        """
        tired, book, tally = place
        at, rhythm = EFFORTS.index(mode), rhythm_minutes(as_pace(mode))
        free = min(left, minutes)
        past = minutes - free
        waiting = dict(book.open).get(rhythm, 0)
        count = full_periods(waiting + past, rhythm)
        made = book.made + count
        dues = Dues(self, book, free, waiting, rhythm, count)
        then = self._next(book, made, book.past + (count + 1) * rhythm - waiting) if count else book.then
        rest = lean(waiting + past - count * rhythm)
        others = [each for each in book.open if each[0] != rhythm]
        strains = past > 0 or as_pace(mode) != MODES[0]
        after = book._replace(
            used=_added(book.used, at, minutes),
            open=tuple(sorted([*others, (rhythm, rest)] if rest else others)),
            made=made,
            past=lean(book.past + past),
            then=then,
            maxed=book.maxed or minutes >= left,
            strained=lean(now + minutes) if strains else book.strained,
        )
        began = now if tally.began is None else tally.began
        return dues, Place(tired, after, Tally(tally.checks + count, _added(tally.over, at, past), began))

    def difficulty(self, book: Book, made: int, past: Amount) -> int:
        """The DC of the check after `made` others of this march, with so many minutes past the allowance at its end."""
        if made != _hours_begun(past) - 1:
            self.note(ruling_id("overland_rhythm"))
        return self._next(book, made, past)

    def _next(self, book: Book, made: int, past: Amount) -> int:
        """The DC that a check after `made` others would have."""
        steps = _hours_begun(past) - 1 if self.rulings.overland_rhythm == "per_hour" else made
        return book.first + number_of("each check after the first") * steps

    def settle(self, place: Place, offset: Amount) -> tuple[list[Due], Place]:
        """The checks of periods that a rest or the arrival breaks off."""
        tired, book, tally = place
        dues = []
        for rhythm, _ in book.open:
            if self.ask("overland_partial") == "started":
                dues.append(Due(offset, self.difficulty(book, book.made, book.past)))
                made = book.made + 1
                book = book._replace(made=made, then=self._next(book, made, book.past + rhythm))
        return dues, Place(tired, book._replace(open=()), tally._replace(checks=tally.checks + len(dues)))

    def go(
        self,
        place: Place,
        mode: Effort | None,
        minutes: Amount,
        now: Amount,
        closing: bool,
        through: Through,
    ) -> tuple["Dues", Place]:
        """A movement as a whole, without effort where `mode` is None; `closing`: a rest or the arrival follows."""
        key = (place, mode, minutes, now, closing, through)
        if key not in self._gone:
            left = 0 if mode is None else self.left(place.tired.con, mode, place.book)
            self._gone[key] = self.gone(place, left, mode, minutes, now, closing, through)
        return self._gone[key]

    def gone(
        self,
        place: Place,
        left: Amount,
        mode: Effort | None,
        minutes: Amount,
        now: Amount,
        closing: bool,
        through: Through,
    ) -> tuple["Dues", Place]:
        """The checks of a movement and the place after it, where `left` is known."""
        dues = Dues(self, place.book)
        if mode is not None:
            dues, place = self.move(left, place, mode, minutes, now)
        if closing and place.book.open:
            last, place = self.settle(place, minutes)
            dues = replace(dues, last=last)
        wet = lean((place.book.wet + minutes) % 1) if through == "water" else 0
        return dues, place if wet == place.book.wet else place._replace(book=place.book._replace(wet=wet))

    # Resting

    def rest(self, place: Place, hours: Fraction, ends: Amount) -> Place:
        """The place after a rest, whose effect `resume` finds: rests without movement between are one."""
        key = (place.book, hours, ends)
        if key not in self._paused:
            self._paused[key] = self._pause(*key)
        return Place(place.tired, self._paused[key], place.tally)

    def _pause(self, book: Book, hours: Fraction, ends: Amount) -> Book:
        earlier = book.pause.hours if book.pause else 0
        strained = book.strained
        if strained is not None and strained <= ends - HOURS_PER_DAY * MINUTES_PER_HOUR:
            strained = None  # no rest that ends later asks about it
        return book._replace(pause=Pause(lean(earlier + hours), ends), strained=strained, wet=0)

    def resume(self, place: Place, now: Amount) -> Place:
        """What a rest has made of the body, if it moves on now."""
        pause = place.book.pause
        if pause is None:
            return place
        tired, book, tally = place
        lost = self.roller.con - tired.con
        key = (tired.stage, tired.held, book, tally, now)
        if key in self._rested:
            back = self._points(lost, pause, book.strained)
        else:
            enough = self._enough(tally, pause.hours)
            if asks_steps(tired.stage, pause.hours):
                self.note(ruling_id("overland_rested"))
            back = self._points(lost, pause, book.strained)
            self._rested[key] = self._after_rest(tired, book, tally, pause.hours, enough, now)
        stage, held, book, tally = self._rested[key]
        return Place(Tired(stage, tired.con + back, held), book, tally)

    def _after_rest(
        self, tired: Tired, book: Book, tally: Tally, hours: Amount, enough: Fraction, now: Amount
    ) -> tuple[int, int, Book, Tally]:
        """What a rest makes of everything but Con."""
        stage = stage_after(tired.stage, hours, self.rulings.overland_rested)
        held = self._held(tired, stage, hours)
        if (hours >= needed_hours(tired.stage) and hours >= enough) or self._day_over(tally, now):
            return stage, held, Book(base_difficulty(self.load), strained=book.strained), Tally(tally.checks)
        if not book.maxed:
            return stage, held, book._replace(pause=None), tally
        missing = book.missing + max(enough - hours, Fraction())
        first = restart_difficulty(base_difficulty(self.load), Fraction(missing))
        if book.then is not None and book.then < first and self.ask("overland_break") == "lower":
            first = book.then
        anew = self.ask("overland_shortrest") == "new_allowance"
        then = None if book.then is None else first  # a check has been made, and this is the DC of the next one
        book = book._replace(first=first, used=NONE, made=0, past=0, then=then, missing=lean(missing), pause=None)
        return stage, held, book._replace(maxed=not anew, bare=not anew), tally

    def _held(self, tired: Tired, after: int, hours: Amount) -> int:
        """Whether an exhausted flyer may fly again after a rest (R-OVERLAND-FLYREST)."""
        if tired.held != GROUNDED or after < EXHAUSTED:
            return FREE
        enough = hours >= table("overland", "special_modes")["eight"]["value"]
        return FREE if enough and self.ask("overland_flyrest") == "eight" else GROUNDED

    def _enough(self, tally: Tally, hours: Amount) -> Fraction:
        extra = extra_owed(tally)
        if extra and hours < sufficient_hours(extra, "eight_plus"):
            self.note(ruling_id("overland_extrarest"))
        return sufficient_hours(extra, self.rulings.overland_extrarest)

    def _points(self, lost: int, pause: Pause, strained: Amount | None) -> int:
        """Points of Con that the rest gives back (O-RES-4)."""
        points = min(lost, points_back(pause.hours))
        return 0 if points and strained is not None and self._knew_strain(pause, strained) else points

    def _knew_strain(self, pause: Pause, strained: Amount) -> bool:
        """Whether the day of a rest knew the strain before it, which gives no points then (R-OVERLAND-DAYOF)."""
        key = (pause, strained)
        if key not in self._strained:
            ends, last = Fraction(pause.ended, MINUTES_PER_HOUR), Fraction(strained, MINUTES_PER_HOUR)
            counts = strain_counts(pause.hours, ends, last)
            self._strained[key] = counts and strained_day(ends, last, self.ask("overland_dayof"))
        return self._strained[key]

    def _day_over(self, tally: Tally, now: Amount) -> bool:
        """Whether the count clears since 24 hours are over (R-OVERLAND-DAY)."""
        day = table("overland", "day")["period"]["hours"] * MINUTES_PER_HOUR
        return tally.began is not None and now - tally.began >= day and self.ask("overland_day") == "clock"


@dataclass(frozen=True, slots=True)
class Dues:
    """The checks of a movement in the order of time, each worked out when it is asked for: few live to make the last.

    `count` checks come after each `rhythm` minutes beyond the `free` ones, of which `waiting` are over already; the
    `last` are those of periods that the end of the movement breaks off.
    """

    body: Body
    book: Book
    free: Amount = 0
    waiting: Amount = 0
    rhythm: int = 0
    count: int = 0
    last: Sequence[Due] = ()

    def __iter__(self) -> Iterator[Due]:
        beyond = self.rhythm - self.waiting
        # The first of them, from which whole periods lead on: the minute, and the minutes begun past the allowance.
        offset, past = lean(self.free + beyond), ceil(self.book.past + beyond)
        for number in range(self.count):
            more = number * self.rhythm
            yield Due(offset + more, self.body.difficulty(self.book, self.book.made + number, past + more))
        yield from self.last


def extra_owed(tally: Tally) -> int:
    """Minutes of extra rest owed (O-RES-1)."""
    return _extra(tally.over)


@lru_cache(maxsize=1000)
def _extra(over: tuple[Amount, ...]) -> int:
    return sum(extra_minutes(as_pace(mode), past) for mode, past in zip(EFFORTS, over, strict=True) if past)


def _hours_begun(minutes: Amount) -> int:
    return -(-minutes // MINUTES_PER_HOUR)


def _added(amounts: tuple[Amount, ...], place: int, more: Amount) -> tuple[Amount, ...]:
    return (*amounts[:place], lean(amounts[place] + more), *amounts[place + 1 :])
