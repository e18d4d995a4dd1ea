"""One run of a journey by a seed, told as a log: every roll, its DC, its result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import merge
from itertools import chain
from math import floor
from random import Random

from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR, plain
from .bodies import Body, Dues
from .books import Amount, Place, lean
from .checks import sides
from .clouds import moves
from .elements import whole_minutes
from .endurance import span
from .marching import DEAD, GONE, GROUNDED, LEFT, STAGES, Tired
from .timetable import Stage


@dataclass(frozen=True, slots=True)
class Run:
    """What happened: the lines, how it ended for each in words, where all stand, and whether they have arrived."""

    lines: tuple[str, ...]
    ended: dict[str, str]
    tired: tuple[Tired, ...]
    arrived: bool
    hour: Fraction


def tell(
    bodies: Sequence[Body],
    names: Sequence[str],
    labels: Sequence[str],
    stages: Sequence[Stage],
    start: Amount,
    stop: bool,
    seed: int,
    quiet: bool = False,
) -> Run:
    """One run with the random numbers of a seed; `labels` are who rolls, a mount for its rider; `quiet`: no lines."""
    run = _Run(bodies, labels, start, stop, Random(seed), quiet)
    arrived = False
    for number, stage in enumerate(stages, 1):
        if stage.rests:
            run.rest(stage)
        elif not run.leg(stage, number):
            break
        arrived = arrived or stage.arrives
    hour = Fraction(run.now) / MINUTES_PER_HOUR
    ended = {name: run.told(who, arrived) for who, name in enumerate(names)}
    return Run(tuple(run.lines), ended, tuple(place.tired for place in run.places), arrived, hour)


class _Run:
    def __init__(
        self, bodies: Sequence[Body], labels: Sequence[str], start: Amount, stop: bool, random: Random, quiet: bool
    ) -> None:
        self.bodies, self.labels, self.stop, self.random = bodies, labels, stop, random
        self.places: list[Place] = [body.start() for body in bodies]
        self.now = start
        self.quiet = quiet
        self.lines: list[str] = []

    @property
    def living(self) -> list[int]:
        """Who lives and goes on."""
        return [who for who, place in enumerate(self.places) if not place.tired.out]

    def say(self, text: str, after: Amount = 0) -> None:
        """A line, with the time so many minutes from now."""
        if self.quiet:
            return
        hours, minute = divmod(floor(self.now + after), MINUTES_PER_HOUR)
        day, hour = divmod(hours, HOURS_PER_DAY)
        self.lines.append(f"Day {day + 1}, {hour}:{minute:02}: {text}")

    def told(self, who: int, arrived: bool) -> str:
        """How it ended for one."""
        tired = self.places[who].tired
        if tired == GONE:
            return "dead"
        how = "left behind" if tired.held == LEFT else "arrived" if arrived else "stopped"
        return f"{how} {STAGES[tired.stage]}, Con {tired.con}"

    def rest(self, stage: Stage) -> None:
        """A rest of all who live; what it does is told when they move on."""
        self.say(f"Rest of {span(stage.amount * MINUTES_PER_HOUR)}.")
        self.now = lean(self.now + stage.amount * MINUTES_PER_HOUR)
        for who in self.living:
            self.places[who] = self.bodies[who].rest(self.places[who], stage.amount, self.now)

    def leg(self, stage: Stage, number: int) -> bool:
        """One leg; whether the journey goes on after it."""
        miles_done: Amount = 0
        minutes_done: Amount = 0
        while True:
            grounded = self._ground(stage)
            if grounded and self.stop:
                self.say("All stop here.")
                return False
            living = self.living
            if not living:
                return False
            speed = min(stage.gaits[who].miles_per_hour for who in living)
            minutes = stage.minutes(speed, miles_done, minutes_done)
            self.say(f"Part {number}: {span(minutes)} at {plain(speed)} miles an hour.")
            self._set_out(stage, living)
            moved = {who: self._move(stage, who, minutes, True) for who in living}
            cut = self._roll(stage, moved, minutes, speed)
            self.now = lean(self.now + cut)
            if self.stop and len(self.living) < len(living) and not (stage.arrives and cut == minutes):
                self.say("All stop here.")
                return False
            if cut == minutes:
                break
            miles_done = lean(miles_done + speed * cut / MINUTES_PER_HOUR)
            minutes_done = lean(minutes_done + cut)
        return bool(self.living)

    def _set_out(self, stage: Stage, living: list[int]) -> None:
        for who in living:
            if not moves(stage.gaits[who].effort, stage.gaits[who].through):
                continue
            before = self.places[who].tired
            self.places[who] = self.bodies[who].resume(self.places[who], self.now)
            tired = self.places[who].tired
            if tired != before:
                self.say(f"{self.labels[who]} is {STAGES[tired.stage]} with Con {tired.con} after the rest.")

    def _ground(self, stage: Stage) -> bool:
        """Whether some who should fly cannot before they have rested: they stay where they are."""
        found = False
        for who in self.living:
            place = self.bodies[who].resume(self.places[who], self.now)
            if stage.gaits[who].through == "air" and place.tired.held == GROUNDED:
                self.places[who] = place._replace(tired=place.tired._replace(held=LEFT))
                self.say(f"{self.labels[who]} is exhausted and cannot fly before it has rested: it stays behind.")
                found = True
        return found

    def _move(self, stage: Stage, who: int, minutes: Amount, ends: bool) -> tuple[Dues, Place]:
        """The checks of one, and its place after them if it makes all."""
        gait = stage.gaits[who]
        closing = ends and stage.closing
        return self.bodies[who].go(self.places[who], gait.effort, minutes, self.now, closing, gait.through)

    def _roll(self, stage: Stage, moved: dict[int, tuple[Dues, Place]], minutes: Amount, speed: Fraction) -> Amount:
        """All checks in the order of time, up to a death that changes what follows: the minutes until then."""
        tired = {who: self.places[who].tired for who in moved}
        cut = minutes
        for offset, con_check, who, difficulty in self._events(stage, moved, minutes, tired):
            if offset > cut or all(each.out for each in tired.values()):
                break
            if tired[who].out:
                continue
            if con_check:
                tired[who] = self._check(who, tired[who], difficulty, offset)
                if stage.gaits[who].through == "air" and tired[who].held == GROUNDED and offset < minutes:
                    tired[who] = tired[who]._replace(held=LEFT)
                    self.say(f"{self.labels[who]} must land and stays behind.", offset)
            else:
                tired[who] = self._swim(who, tired[who], offset)
            if tired[who].out:
                left = [stage.gaits[other].miles_per_hour for other, each in tired.items() if not each.out]
                if self.stop or (left and min(left) != speed):
                    cut = offset
        for who, (_, place) in moved.items():
            if cut < minutes:
                _, place = self._move(stage, who, cut, False)
            self.places[who] = place._replace(tired=tired[who])
        return cut

    def _events(
        self, stage: Stage, moved: dict[int, tuple[Dues, Place]], minutes: Amount, tired: dict[int, Tired]
    ) -> Iterator["_Event"]:
        """All checks in the order of time, `tired` being how everybody is when the next one is asked for.

        Between two Con checks nobody's chances to stay up change, so minutes in which all do are not looked at.
        """
        wet = {who: self.places[who].book.wet for who in moved if stage.gaits[who].through == "water"}
        at: Amount = 0
        con_checks = merge(*(_con_checks(who, dues) for who, (dues, _) in moved.items()))
        for check in chain(con_checks, [None]):
            upto = check[0] if check else minutes
            swims = [(who, whole_minutes(part, at, upto), part) for who, part in wet.items()]
            yield from merge(*(self._swim_checks(*each, tired) for each in swims))
            at = upto
            if check:
                yield check

    def _swim_checks(self, who: int, whole: range, wet: Amount, tired: dict[int, Tired]) -> Iterator["_Event"]:
        """Those of one while it is in the water: none where it surely stays up."""
        if whole and not tired[who].out and self.bodies[who].keeps_up(tired[who]) < sides():
            for minute in whole:
                if tired[who].out:
                    break
                yield lean(minute - wet), False, who, 0

    def _check(self, who: int, tired: Tired, difficulty: int, offset: Amount) -> Tired:
        face = self.random.randint(1, sides())
        (faces,) = self.bodies[who].made([tired], difficulty)
        made = face > sides() - faces  # the highest faces are those that make it
        after = tired if made else self.bodies[who].after_failure(tired)
        if not self.quiet:
            self._say_roll(who, face, self.bodies[who].roller.bonus(tired), difficulty, made, after, offset)
        return after

    def _swim(self, who: int, tired: Tired, offset: Amount) -> Tired:
        """The Swim check of a minute."""
        body = self.bodies[who]
        enough = body.keeps_up(tired)
        face = self.random.randint(1, sides())
        after = tired if face > sides() - enough else body.under(tired)
        how = "stays up" if after == tired else "slips below the surface" + (" and drowns" if after == GONE else "")
        self.say(
            f"{self.labels[who]} rolls {face} {body.gifts.swim_modifier:+} to stay above the surface: {how}.", offset
        )
        return after

    def _say_roll(
        self, who: int, face: int, bonus: int, difficulty: int, made: bool, after: Tired, offset: Amount
    ) -> None:
        result = f"{'made' if made else 'failed'}, {STAGES[after.stage]}"
        if after.stage < DEAD and after.con < self.bodies[who].roller.con:
            result += f" with Con {after.con}"
        roll = f"{self.labels[who]} rolls {face} {bonus:+} is {face + bonus} against DC {difficulty}"
        self.say(f"{roll}: {result}.", offset)


_Event = tuple[Amount, bool, int, int]
"""A check: its minute, whether it is of Con (Swim comes first), who makes it, its DC."""


def _con_checks(who: int, dues: Dues) -> Iterator[_Event]:
    for offset, difficulty in dues:
        yield offset, True, who, difficulty
