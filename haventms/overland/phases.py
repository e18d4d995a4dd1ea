"""One marcher through marches and rests: every moment at which checks fall due, and the exact odds after it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from ..dice import Odds, percent
from ..units import MINUTES_PER_HOUR, Exact
from .bodies import Body, Dues, extra_owed
from .books import Amount, Book, Effort, lean
from .checks import ways
from .clouds import Cloud, move, moves, rest, seen
from .elements import Group
from .marching import DEAD, EXHAUSTED, LEFT, STAGES, Through, Tired, TooMuch, spend

_MOMENT = 30  # steps, beside those of its checks
_MOST_CHECKS = 400  # of which chance may decide each: their odds have some 500 digits


Weighed = tuple[Mapping[Tired, int], int]
"""Weights by how tired they are, and by how much each of them is to be multiplied."""


class _Waiting:
    """Has a slot beside the fields of `Condition` for what they are built from."""

    __slots__ = ("_waiting",)
    _waiting: tuple[list[Weighed], int, int]


@dataclass(frozen=True, slots=True)
class Condition(_Waiting):
    """The odds of a state: `fresh`, `fatigued`, `exhausted` (alive) and `dead` sum to 1.

    `hurt` is the part of the exhausted who are short of Con; `con` are the odds of the Con that is left.
    `left_behind` is the part of the living who go no further: flyers that had to land, swimmers below the surface.
    """

    fresh: Exact
    fatigued: Exact
    exhausted: Exact
    dead: Exact
    hurt: Exact
    con: Odds
    left_behind: Exact = Fraction()

    @classmethod
    def of(cls, weights: list[Weighed], total: int, con: int) -> "Condition":
        """The odds of weights over a total, of a body with this Con; fractions are built when they are asked for."""
        self = object.__new__(cls)
        object.__setattr__(self, "_waiting", (weights, total, con))
        return self

    def __getattr__(self, name: str) -> Any:
        # Asked only for a field that is not there yet.
        if name not in self.__dataclass_fields__:
            raise AttributeError(f"a condition has no {name!r}")
        stages = [0] * (DEAD + 1)
        cons: dict[int, int] = {}
        hurt = left = 0
        parts, total, con = self._waiting
        for weights, scale in parts:
            for tired, each in weights.items():
                weight = each * scale
                stages[tired.stage] += weight
                cons[tired.con] = cons.get(tired.con, 0) + weight
                hurt += weight if tired.stage == EXHAUSTED and tired.con < con else 0
                left += weight if tired.held == LEFT else 0
        chances = [Fraction(weight, total) for weight in (*stages, hurt, left)]
        found = [*chances[:-1], Odds.from_weights(cons, total), chances[-1]]
        for field_name, value in zip(self.__dataclass_fields__, found, strict=True):
            object.__setattr__(self, field_name, value)
        return getattr(self, name)

    @property
    def in_words(self) -> str:
        """The states that are possible, with their chances in percent."""
        shown = zip(STAGES, (self.fresh, self.fatigued, self.exhausted, self.dead), strict=True)
        words = ", ".join(f"{name} {percent(chance)}" for name, chance in shown if chance)
        return words + (f" (left behind {percent(self.left_behind)})" if self.left_behind else "")


@dataclass(frozen=True, slots=True)
class Moment:
    """When checks fall due: hours since the start, and the odds after them.

    `difficulties` holds the chance of each DC to be due then: several DCs where they hang on what a rest has done.
    """

    hour: Exact
    difficulties: dict[int, Exact]
    after: Condition


@dataclass(frozen=True, slots=True)
class Phase:
    """A march or a rest: from and to which hour since the start, how far, the odds before and after, every check.

    `miles` is None for a sprint, which has no miles an hour. `extra_rest_minutes` owed and `missing_hours` of rest
    are the most there may be after it.
    """

    kind: Literal["march", "rest"]
    from_hour: Exact
    to_hour: Exact
    miles: Exact | None
    before: Condition
    after: Condition
    moments: tuple[Moment, ...]
    extra_rest_minutes: int
    missing_hours: Exact


class Gait(NamedTuple):
    miles_per_hour: Fraction | None
    effort: Effort | None
    through: Through = "land"


class _Column(NamedTuple):
    """All who make the same checks in a march: their weights by how tired they are, and these checks."""

    weights: dict[Tired, int]
    dues: Dues


class Walk:
    """Takes the odds of one body through marches and rests."""

    def __init__(self, body: Body, cloud: Cloud, start: Amount) -> None:
        self.body, self.cloud, self.start, self.now = body, cloud, start, start
        self.phases: list[Phase] = []
        self._moments = 0

    @property
    def checks(self) -> int:
        """The most checks that were made."""
        return max(place.tally.checks for place, _ in self.cloud)

    def rest(self, hours: Fraction) -> None:
        """A rest: what it does is seen as it would be if the marcher went on then."""
        before, began = self._condition(self.cloud), self.now
        self.now = lean(self.now + hours * MINUTES_PER_HOUR)
        self.cloud = rest(self.body, self.cloud, hours, self.now)
        self._add("rest", began, None, before, [])

    def march(self, gait: Gait, hours: Fraction, closing: bool) -> None:
        """A march and what is seen after each of its checks."""
        before, began = self._condition(seen(self.body, self.cloud, self.now)), self.now
        minutes = lean(hours * MINUTES_PER_HOUR)
        moments = list(self._march(gait, minutes, closing))
        self.cloud = move(self.body, self.cloud, gait.effort, minutes, self.now, closing, gait.through).end
        self.now = lean(self.now + minutes)
        miles = None if gait.miles_per_hour is None else gait.miles_per_hour * hours
        self._add("march", began, miles, before, moments)

    def _march(self, gait: Gait, minutes: Amount, closing: bool) -> Iterator[Moment]:
        columns, out = self._columns(gait, minutes, closing), self._weights(self.cloud.out)
        every = merge(*[_checks(number, dues) for number, (_, dues) in enumerate(columns)])
        for offset, checks in groupby(every, key=itemgetter(0)):
            if not any(group.weights for group, _ in columns):
                break
            due = [(number, difficulty) for _, number, difficulty in checks]
            chances: dict[int, Fraction] = {}
            for number, (group, _) in enumerate(columns):
                group.until(offset)
                for difficulty in [difficulty for each, difficulty in due if each == number]:
                    living, whole = group.living, self.cloud.total * ways(group.rolls)
                    if living:
                        chance = Fraction(living, whole)
                        chances[difficulty] = chances[difficulty] + chance if difficulty in chances else chance
                    group.check(offset, difficulty)
            if not chances:
                continue
            self._moments += 1
            spend(_MOMENT + sum(len(group.weights) for group, _ in columns))
            if self._moments > _MOST_CHECKS:
                raise TooMuch("plan", f"must have at most {_MOST_CHECKS:,} checks of which any may still be made")
            hour = self._since(lean(self.now + offset))
            yield Moment(hour, dict(sorted(chances.items())), self._together([group for group, _ in columns], out))

    def _columns(self, gait: Gait, minutes: Amount, closing: bool) -> list[tuple[Group, Dues]]:
        """The odds now, sorted by which checks fall due in so many minutes."""
        found: dict[tuple[Book, Amount], _Column] = {}
        for place, weight in self.cloud.going:
            left: Amount = 0
            if moves(gait.effort, gait.through):
                place = self.body.resume(place, self.now)
            if gait.effort is not None:
                left = self.body.left(place.tired.con, gait.effort, place.book)
            if (key := (place.book, left)) not in found:
                dues, _ = self.body.gone(place, left, gait.effort, minutes, self.now, closing, gait.through)
                found[key] = _Column({}, dues)
            weights = found[key].weights
            weights[place.tired] = weights.get(place.tired, 0) + weight
        return [
            (Group(self.body, gait.through, minutes, True, book.wet, weights), dues)
            for (book, _), (weights, dues) in found.items()
        ]

    def _together(self, groups: list[Group], out: dict[Tired, int]) -> Condition:
        """The odds of all groups and of those who were out before."""
        most = max([group.rolls for group in groups])
        parts: list[Weighed] = [(out, ways(most))]
        for group in groups:
            parts += [(weights, ways(most - group.rolls)) for weights in (group.weights, group.lost)]
        return Condition.of(parts, self.cloud.total * ways(most), self.body.roller.con)

    def _add(
        self,
        kind: Literal["march", "rest"],
        began: Amount,
        miles: Fraction | None,
        before: Condition,
        moments: list[Moment],
    ) -> None:
        now = seen(self.body, self.cloud, self.now)
        going = [place for place, _ in now.going]
        self.phases.append(
            Phase(
                kind=kind,
                from_hour=self._since(began),
                to_hour=self._since(self.now),
                miles=miles,
                before=before,
                after=self._condition(now),
                moments=tuple(moments),
                extra_rest_minutes=max((extra_owed(place.tally) for place in going), default=0),
                missing_hours=Fraction(max((place.book.missing for place in going), default=0)),
            )
        )

    def _since(self, minute: Amount) -> Fraction:
        return Fraction(minute - self.start, MINUTES_PER_HOUR)

    def _condition(self, cloud: Cloud) -> Condition:
        return Condition.of([(self._weights(cloud), 1)], cloud.total, self.body.roller.con)

    def _weights(self, cloud: Cloud) -> dict[Tired, int]:
        weights: dict[Tired, int] = {}
        for place, weight in cloud:
            weights[place.tired] = weights.get(place.tired, 0) + weight
        return weights


def _checks(number: int, dues: Dues) -> Iterator[tuple[Amount, int, int]]:
    for offset, difficulty in dues:
        yield offset, number, difficulty
