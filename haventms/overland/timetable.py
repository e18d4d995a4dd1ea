"""A party under way: its timetable, which hangs on who lives, with exact odds in every branch.

Travellers are independent of each other once the timetable is given, and the timetable hangs only on who sets the
pace. So the odds branch where a death may change the pace, and within a branch each traveller has odds of its own;
the chance of a branch is the product of what they hold. A flyer that must land and a swimmer that slips below the
surface drop out as the dead do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod

from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR
from .bodies import Body, extra_owed
from .books import Amount, lean
from .clouds import Cloud, Course, move, part_of, rest, seen
from .marching import Tired, TooMuch, spend
from .travel import Gait

_MOST_PLACES = 25_000  # moved, all in all: some seconds of work
_STAGE, _PLACE = 50, 25  # steps for each of the party, and each place it may be in: to move or rest, to be looked at
_SWIM_CHECKS = 2  # are as much work as a place
_MINUTE = 60  # places: a swimmer that sets the pace may drop out in each minute, with a branch for each
_MOST_MINUTES = 366 * HOURS_PER_DAY * MINUTES_PER_HOUR
_MOST_BITS = 14_000  # of all denominators together: some 4,000 digits

Clouds = tuple[Cloud, ...]
Way = tuple[Clouds, Amount, Amount]  # the party's odds, the minute, the miles of this leg


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the plan, ready to be travelled: hours of rest, or a leg with the gait of each of the party.

    A leg has so many miles (`by_miles`) or hours. `closing`: a rest or the arrival follows. `arrives`: the journey
    ends here.
    """

    amount: Fraction
    gaits: tuple[Gait, ...] = ()
    by_miles: bool = False
    closing: bool = False
    arrives: bool = False

    @property
    def rests(self) -> bool:
        """Whether it is a rest."""
        return not self.gaits

    def minutes(self, speed: Fraction, miles_done: Amount, minutes_done: Amount) -> Amount:
        """Minutes that the rest of a leg takes at so many miles an hour."""
        if self.by_miles:
            return lean((self.amount - miles_done) / speed * MINUTES_PER_HOUR)
        return lean(self.amount * MINUTES_PER_HOUR - minutes_done)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way the journey may go so far: everybody's odds in it, the clock, and the parts as (from, to, miles)."""

    clouds: Clouds
    now: Amount
    parts: tuple[tuple[Amount, Amount, Amount], ...] = ()


@dataclass
class Standing:
    """Where one traveller stands after a part: chances of each state, and the most of what is counted."""

    chances: dict[Tired, Amount] = field(default_factory=dict)
    checks: int = 0
    extra_minutes: int = 0
    missing: Amount = 0

    def add(self, cloud: Cloud, share: Amount) -> None:
        """Add what a cloud holds, times a share."""
        weights: dict[Tired, int] = {}
        for (tired, book, tally), weight in cloud:
            weights[tired] = weights.get(tired, 0) + weight
            self.checks = max(self.checks, tally.checks)
            self.extra_minutes = max(self.extra_minutes, extra_owed(tally))
            self.missing = max(self.missing, book.missing)
        for tired, weight in weights.items():
            self.chances[tired] = self.chances.get(tired, 0) + part_of(weight, cloud.total) * share


@dataclass(frozen=True, slots=True)
class After:
    """The odds after a part: everybody's as seen in each branch, and where those stand who have stopped."""

    views: tuple[Clouds, ...]
    stopped: tuple[Standing, ...]

    def nobody_worse(self, stage: int) -> Fraction:
        """The chance that nobody is worse off than this stage."""
        return Fraction(sum(prod(view.up_to(stage) for view in views) for views in self.views))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody's standing."""
        standings = tuple(map(_copied, self.stopped))
        for views in self.views:
            masses = [view.mass for view in views]
            for who, view in enumerate(views):
                standings[who].add(view, prod((mass for other, mass in enumerate(masses) if other != who)))
        return standings


@dataclass
class Arrival:
    """Who arrives: chances by traveller, of all together, and of anybody by the minute."""

    each: list[Fraction]
    everybody: Fraction = Fraction()
    minutes: dict[Amount, Fraction] = field(default_factory=dict)


class Timetable:
    """Takes a party through all stages; `afters` and `arrival` hold the odds, `branches` the ways it may have gone."""

    def __init__(self, bodies: Sequence[Body], stages: Sequence[Stage], start: Amount, stop: bool) -> None:
        self.bodies = bodies
        self.stop = stop
        self._start = start
        self.branches = [Branch(tuple(Cloud.start(body) for body in bodies), start)]
        self.stopped = tuple(Standing() for _ in bodies)
        self.afters: list[After] = []
        self.arrival = Arrival([Fraction() for _ in bodies])
        self._moved = 0
        for stage in stages:
            spend(sum(_STAGE + _PLACE * len(cloud.heap) for branch in self.branches for cloud in branch.clouds))
            self.branches = [after for branch in self.branches for after in self._travel(branch, stage)]
            self._count(2 * (len(self.branches) - 1) * len(bodies))  # each of which rests and is looked at
            self.afters.append(self._look())
            if stage.arrives:
                self._arrive()

    def _travel(self, branch: Branch, stage: Stage) -> Iterator[Branch]:
        if stage.rests:
            now = lean(branch.now + stage.amount * MINUTES_PER_HOUR)
            pairs = zip(self.bodies, branch.clouds, strict=True)
            rested = [rest(body, cloud, stage.amount, now) for body, cloud in pairs]
            ways: Iterator[Way] = iter([(tuple(rested), now, 0)])
        elif self.stop:
            ways = self._until_death(branch, stage)
        else:
            ways = self._leave_behind(stage, branch.clouds, branch.now, 0)
        for clouds, now, miles in ways:
            if now - self._start > _MOST_MINUTES:
                raise TooMuch("plan", "must not last longer than 366 days")
            if sum(cloud.total.bit_length() for cloud in clouds) > _MOST_BITS:
                raise TooMuch("plan", "must have fewer checks: their odds grow too long to be exact")
            yield Branch(clouds, now, (*branch.parts, (branch.now, now, miles)))

    def _move(self, stage: Stage, who: int, cloud: Cloud, minutes: Amount, now: Amount, ends: bool) -> Course:
        gait = stage.gaits[who]
        course = move(self.bodies[who], cloud, gait.effort, minutes, now, ends and stage.closing, gait.through, ends)
        self._count(len(cloud.heap) + course.swum // _SWIM_CHECKS)
        return course

    def _count(self, places: int) -> None:
        self._moved += places
        if self._moved > _MOST_PLACES:
            raise TooMuch("travellers", "must be fewer, or equally fast: their deaths change the pace in too many ways")

    def _with(
        self, stage: Stage, clouds: Clouds, minutes: Amount, now: Amount, ends: bool, setter: int, its: Cloud
    ) -> Clouds:
        """The party after some minutes of a leg, the one who sets the pace being as given."""
        return tuple(
            its if who == setter else self._move(stage, who, cloud, minutes, now, ends).end
            for who, cloud in enumerate(clouds)
        )

    # Leaving the dead behind

    def _leave_behind(self, stage: Stage, clouds: Clouds, now: Amount, miles_done: Amount) -> Iterator[Way]:
        """A leg, or what is left of it: the slowest living sets the pace until it dies.

        A leg by hours lasts as long whoever dies, so its odds do not branch; its miles are those of the slowest who
        may still live.
        """
        for held, setter, speed in self._paces(stage, clouds):
            minutes = stage.minutes(speed, miles_done, 0)
            miles = lean(miles_done + speed * minutes / MINUTES_PER_HOUR)
            if setter is None:
                courses = [self._move(stage, who, cloud, minutes, now, True) for who, cloud in enumerate(held)]
                lasts = [course.last for course in courses]
                if stage.by_miles:
                    minutes = _minutes_of_miles(stage, lasts, minutes, speed)
                else:
                    miles = _miles_of_hours(stage, lasts, minutes)
                yield tuple(course.end for course in courses), lean(now + minutes), miles
                return
            course = self._move(stage, setter, held[setter], minutes, now, True)
            living = course.without(minutes)
            if living.heap:
                yield self._with(stage, held, minutes, now, True, setter, living), lean(now + minutes), miles
            for offset in sorted(offset for offset in course.falls if offset < minutes):
                if stage.gaits[setter].through == "water":
                    self._count(_MINUTE)
                there = self._with(stage, held, offset, now, False, setter, course.fallen(offset))
                done = lean(miles_done + speed * offset / MINUTES_PER_HOUR)
                yield from self._leave_behind(stage, there, lean(now + offset), done)

    def _paces(self, stage: Stage, clouds: Clouds) -> Iterator[tuple[Clouds, int | None, Fraction]]:
        """The odds, split by who sets the pace.

        The setter is None where no death changes how long the leg takes: it has hours, or all who may live are
        equally fast.
        """
        speeds = [gait.miles_per_hour for gait in stage.gaits]
        living = [who for who, cloud in enumerate(clouds) if cloud.going.heap]
        slowest = min(living or range(len(clouds)), key=speeds.__getitem__)
        if not stage.by_miles or len({speeds[who] for who in living}) < 2:
            yield clouds, None, speeds[slowest]
        else:
            cloud = clouds[slowest]
            yield _replaced(clouds, slowest, cloud.going), slowest, speeds[slowest]
            if cloud.out.heap:
                yield from self._paces(stage, _replaced(clouds, slowest, cloud.out))

    # Stopping at the first death

    def _until_death(self, branch: Branch, stage: Stage) -> Iterator[Way]:
        """A leg of all together: whatever is left when somebody dies stays where it is."""
        speed = min(gait.miles_per_hour for gait in stage.gaits)
        minutes = stage.minutes(speed, 0, 0)
        courses = [self._move(stage, who, cloud, minutes, branch.now, True) for who, cloud in enumerate(branch.clouds)]
        for offset in sorted({offset for course in courses for offset in course.falls}):
            if offset < minutes or not stage.arrives:
                ends = offset == minutes
                there = [
                    self._move(stage, who, cloud, offset, branch.now, ends) for who, cloud in enumerate(branch.clouds)
                ]
                self._halt([course.without(offset) for course in there], branch.now + offset)
        # Who dies at the very arrival has not kept the others from it.
        clouds = [course.without(minutes) if stage.arrives else course.without(minutes + 1) for course in courses]
        yield tuple(clouds), lean(branch.now + minutes), lean(speed * minutes / MINUTES_PER_HOUR)

    def _halt(self, clouds: list[Cloud], now: Amount) -> None:
        """Add to what has stopped: all cases in which one of these has died, the others being as they are."""
        spend(_STAGE * len(clouds))
        masses, living = [cloud.mass for cloud in clouds], [cloud.going.mass for cloud in clouds]
        for who, cloud in enumerate(clouds):
            others = [*range(who), *range(who + 1, len(clouds))]
            every = prod(masses[other] for other in others)
            all_live = prod(living[other] for other in others)
            self.stopped[who].add(seen(self.bodies[who], cloud.out, now), every)
            if every != all_live:
                self.stopped[who].add(seen(self.bodies[who], cloud.going, now), every - all_live)

    # What is seen

    @property
    def shown(self) -> Branch:
        """The branch whose timetable is shown: nobody who sets the pace dies, or the likeliest if that cannot be."""
        first = self.branches[0]
        return first if all(cloud.going.heap for cloud in first.clouds) else max(self.branches, key=_mass)

    def _look(self) -> After:
        views = [
            tuple(seen(body, cloud, branch.now) for body, cloud in zip(self.bodies, branch.clouds, strict=True))
            for branch in self.branches
        ]
        return After(tuple(views), tuple(map(_copied, self.stopped)) if self.stop else self.stopped)

    def _arrive(self) -> None:
        arrival = self.arrival
        for branch in self.branches:
            masses = [cloud.mass for cloud in branch.clouds]
            living = [cloud.going.mass for cloud in branch.clouds]
            for who, chance in enumerate(living):
                others = (mass for other, mass in enumerate(masses) if other != who)
                arrival.each[who] += prod(others, start=chance)
            arrival.everybody += prod(living)
            anybody = _mass(branch) - prod(cloud.out.mass for cloud in branch.clouds)
            if anybody:
                arrival.minutes[branch.now] = arrival.minutes.get(branch.now, Fraction()) + anybody


def _miles_of_hours(stage: Stage, lasts: Sequence[Amount | None], minutes: Amount) -> Amount:
    """The miles of a leg by hours, whose pace changes at the check at which its setter is surely dead.

    `lasts`: the minute by which each is surely dead. Where nobody can live any more all goes on as planned.
    """
    speeds = [gait.miles_per_hour for gait in stage.gaits]
    at: Amount = 0
    miles = Fraction()
    while at < minutes:
        living = [who for who, last in enumerate(lasts) if last is None or last > at]
        slowest = min(living or range(len(speeds)), key=speeds.__getitem__)
        last = lasts[slowest] if living else None
        until = minutes if last is None else last
        miles += speeds[slowest] * Fraction(until - at) / MINUTES_PER_HOUR
        at = until
    return lean(miles)


def _minutes_of_miles(stage: Stage, lasts: Sequence[Amount | None], minutes: Amount, speed: Fraction) -> Amount:
    """The minutes of a leg by miles that takes so many at the one speed of all who may live.

    Once nobody can live any more all goes on as planned, at the pace of the slowest, as `_miles_of_hours` has it.
    """
    dead = max(minutes if last is None else last for last in lasts)
    planned = min(gait.miles_per_hour for gait in stage.gaits)
    return lean(dead + Fraction(minutes - dead) * speed / planned)


def _copied(standing: Standing) -> Standing:
    return replace(standing, chances=dict(standing.chances))


def _replaced(clouds: Clouds, who: int, cloud: Cloud) -> Clouds:
    return (*clouds[:who], cloud, *clouds[who + 1 :])


def _mass(branch: Branch) -> Amount:
    """The chance of a branch."""
    return prod(cloud.mass for cloud in branch.clouds)
