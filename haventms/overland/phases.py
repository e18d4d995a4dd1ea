"""One marcher through marches and rests: every moment at which checks fall due, and the exact odds after it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from ..dice import Odds, percent
from ..units import MINUTES_PER_HOUR, Exact
from .bodies import Amount, Body, Book, Due, Place, extra_owed, lean
from .checks import sides
from .clouds import Cloud, move, rest, seen
from .marching import DEAD, EXHAUSTED, GONE, STAGES, Tired, after_failure, refusal
from .pace import Mode

_MOST_CHECKS = 400  # of which chance may decide each: their odds have some 500 digits


@dataclass(frozen=True, slots=True)
class Condition:
    """The odds of a state: `fresh`, `fatigued`, `exhausted` (alive) and `dead` sum to 1.

    `hurt` is the part of the exhausted who are short of Con; `con` are the odds of the Con that is left.
    """

    fresh: Exact
    fatigued: Exact
    exhausted: Exact
    dead: Exact
    hurt: Exact
    con: Odds

    @property
    def in_words(self) -> str:
        """The states that are possible, with their chances in percent."""
        shown = zip(STAGES, (self.fresh, self.fatigued, self.exhausted, self.dead), strict=True)
        return ", ".join(f"{name} {percent(chance)}" for name, chance in shown if chance)


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
    effort: Mode | None


@dataclass
class _Column:
    """All who make the same checks in a march: their weights by how tired they are, over faces ** `rolls`."""

    dues: dict[Amount, list[int]]
    weights: dict[Tired, int] = field(default_factory=dict)
    rolls: int = 0

    @property
    def living(self) -> int:
        return sum(weight for tired, weight in self.weights.items() if tired != GONE)

    def roll(self, body: Body, difficulty: int) -> None:
        """All who live make a check of this DC."""
        after: dict[Tired, int] = {}
        faces = sides()
        for tired, weight in self.weights.items():
            made = faces if tired == GONE else body.faces(tired, difficulty)  # the dead stay what they are
            if made:
                after[tired] = after.get(tired, 0) + weight * made
            if made < faces:
                worse = after_failure(tired)
                after[worse] = after.get(worse, 0) + weight * (faces - made)
        self.weights = after
        self.rolls += 1


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
        moments = list(self._march(gait.effort, minutes, closing))
        self.cloud = move(self.body, self.cloud, gait.effort, minutes, self.now, closing).end
        self.now = lean(self.now + minutes)
        miles = None if gait.miles_per_hour is None else gait.miles_per_hour * hours
        self._add("march", began, miles, before, moments)

    def _march(self, effort: Mode | None, minutes: Amount, closing: bool) -> Iterator[Moment]:
        columns = self._columns(effort, minutes, closing)
        for offset in sorted({offset for column in columns for offset in column.dues}):
            if not any(column.living for column in columns):
                return
            self._moments += 1
            if self._moments > _MOST_CHECKS:
                sentence = f"plan must have at most {_MOST_CHECKS:,} checks of which any may still be made"
                raise refusal("timeline", "plan", sentence, None)
            chances: dict[int, Fraction] = {}
            for column in columns:
                for difficulty in column.dues.get(offset, ()):
                    chance = Fraction(column.living, self.cloud.total * sides() ** column.rolls)
                    if chance:
                        chances[difficulty] = chances.get(difficulty, Fraction()) + chance
                    column.roll(self.body, difficulty)
            if chances:
                hour = self._since(lean(self.now + offset))
                yield Moment(hour, dict(sorted(chances.items())), self._together(columns))

    def _columns(self, effort: Mode | None, minutes: Amount, closing: bool) -> list[_Column]:
        """The odds now, sorted by which checks fall due in so many minutes."""
        found: dict[tuple[Book, Amount], _Column] = {}
        for place, weight in self.cloud:
            left: Amount = 0
            if place.tired != GONE and effort is not None:
                place = self.body.resume(place, self.now)
                left = self.body.left(place.tired.con, effort, place.book)
            key = (place.book, left)
            if key not in found:
                found[key] = _Column({})
                for offset, difficulty in self._dues(place, effort, left, minutes, closing):
                    found[key].dues.setdefault(offset, []).append(difficulty)
            weights = found[key].weights
            weights[place.tired] = weights.get(place.tired, 0) + weight
        return list(found.values())

    def _dues(self, place: Place, effort: Mode | None, left: Amount, minutes: Amount, closing: bool) -> list[Due]:
        if place.tired == GONE:
            return []
        dues: list[Due] = []
        if effort is not None:
            dues, place = self.body.move(left, place, effort, minutes, self.now)
        return dues + (self.body.settle(place, minutes)[0] if closing else [])

    def _together(self, columns: list[_Column]) -> Condition:
        most = max(column.rolls for column in columns)
        weights: dict[Tired, int] = {}
        for column in columns:
            scale = sides() ** (most - column.rolls)
            for tired, weight in column.weights.items():
                weights[tired] = weights.get(tired, 0) + weight * scale
        return self._odds(weights, self.cloud.total * sides() ** most)

    def _add(
        self,
        kind: Literal["march", "rest"],
        began: Amount,
        miles: Fraction | None,
        before: Condition,
        moments: list[Moment],
    ) -> None:
        now = seen(self.body, self.cloud, self.now)
        alive = [place for place, _ in now.alive]
        self.phases.append(
            Phase(
                kind=kind,
                from_hour=self._since(began),
                to_hour=self._since(self.now),
                miles=miles,
                before=before,
                after=self._condition(now),
                moments=tuple(moments),
                extra_rest_minutes=max((extra_owed(place.tally) for place in alive), default=0),
                missing_hours=Fraction(max((place.book.missing for place in alive), default=0)),
            )
        )

    def _since(self, minute: Amount) -> Fraction:
        return Fraction(minute - self.start) / MINUTES_PER_HOUR

    def _condition(self, cloud: Cloud) -> Condition:
        weights: dict[Tired, int] = {}
        for place, weight in cloud:
            weights[place.tired] = weights.get(place.tired, 0) + weight
        return self._odds(weights, cloud.total)

    def _odds(self, weights: dict[Tired, int], total: int) -> Condition:
        stages = [0] * (DEAD + 1)
        cons: dict[int, int] = {}
        hurt = 0
        for tired, weight in weights.items():
            stages[tired.stage] += weight
            cons[tired.con] = cons.get(tired.con, 0) + weight
            hurt += weight if tired.stage == EXHAUSTED and tired.con < self.body.roller.con else 0
        fresh, fatigued, exhausted, dead = (Fraction(weight, total) for weight in stages)
        con = Odds.from_weights(cons, total)
        return Condition(fresh, fatigued, exhausted, dead, Fraction(hurt, total), con)
