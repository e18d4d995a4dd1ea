"""Exact odds of one body on a journey: each place it may be in with an integer weight, moved and rested together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from .bodies import Amount, Body, Book, Due, Place, Tally
from .checks import sides
from .marching import GONE, Tired, after_failure
from .pace import Mode

Key = tuple[Tired, Book, Tally | None]


class Heap(dict[Key, tuple[int, Tally]]):
    """Weights by what tells places apart; where several come together, the most of what is counted."""

    def put(self, key: Key, weight: int, tally: Tally) -> None:
        """Add a weight."""
        if key in self:
            before, other = self[key]
            weight, tally = before + weight, tally.most(other)
        self[key] = (weight, tally)


@dataclass(frozen=True, eq=False)
class Cloud:
    """Places with their weights over `total`, of which they may be a part only."""

    heap: Heap
    total: int

    @classmethod
    def start(cls, body: Body) -> "Cloud":
        """A body that is ready to go."""
        heap, place = Heap(), body.start()
        heap.put(body.key(place), 1, place.tally)
        return cls(heap, 1)

    def __iter__(self) -> Iterator[tuple[Place, int]]:
        for (tired, book, _), (weight, tally) in self.heap.items():
            yield Place(tired, book, tally), weight

    @cached_property
    def mass(self) -> Fraction:
        """The chance of this part."""
        return Fraction(sum(weight for weight, _ in self.heap.values()), self.total)

    @cached_property
    def alive(self) -> "Cloud":
        """The part that lives."""
        return Cloud(Heap({key: each for key, each in self.heap.items() if key[0] != GONE}), self.total)

    @cached_property
    def dead(self) -> "Cloud":
        """The part that does not."""
        return Cloud(Heap({key: each for key, each in self.heap.items() if key[0] == GONE}), self.total)

    def up_to(self, stage: int) -> Fraction:
        """The chance of being no worse off than this stage."""
        return Fraction(sum(weight for key, (weight, _) in self.heap.items() if key[0].stage <= stage), self.total)


@dataclass(frozen=True)
class Course:
    """A cloud after a movement: who is alive or was dead before (`rest`), and who fell at which minute of it."""

    rest: Heap
    falls: dict[Amount, Heap]
    total: int

    @property
    def last(self) -> Amount | None:
        """The minute by which all have surely fallen, None where some may live on."""
        if any(key[0] != GONE for key in self.rest):
            return None
        return max(self.falls, default=0)

    def fallen(self, offset: Amount) -> Cloud:
        """The part that falls at this minute of the movement."""
        return _lowest([self.falls.get(offset, Heap())], self.total)

    def without(self, earlier_than: Amount) -> Cloud:
        """All but the part that falls before this minute."""
        return _lowest(
            [self.rest, *(heap for offset, heap in self.falls.items() if offset >= earlier_than)], self.total
        )

    @property
    def end(self) -> Cloud:
        """The whole cloud after the movement."""
        return _lowest([self.rest, *self.falls.values()], self.total)


def _lowest(heaps: Iterable[Heap], total: int) -> Cloud:
    """The cloud of several heaps together, in lowest terms."""
    whole = Heap()
    for heap in heaps:
        for key, (weight, tally) in heap.items():
            whole.put(key, weight, tally)
    common = gcd(total, *[weight for weight, _ in whole.values()])
    if common > 1:
        whole = Heap({key: (weight // common, tally) for key, (weight, tally) in whole.items()})
    return Cloud(whole, total // common)


@dataclass(frozen=True, slots=True)
class _Share:
    """A part of a cloud after its rolls: its place, its weight over so many rolls, when it fell (None: it lives)."""

    place: Place
    weight: int
    rolls: int
    fell: Amount | None = None


def move(body: Body, cloud: Cloud, mode: Mode | None, minutes: Amount, now: Amount, closing: bool) -> Course:
    """A movement of so many minutes from `now` on, of a passenger where `mode` is None.

    `closing`: a rest or the arrival follows, which makes the checks of begun periods fall due.
    """
    shares: list[_Share] = []
    # Whoever has the same book and the same minutes left makes the same checks.
    groups: dict[tuple[Book, Tally | None, Amount], tuple[Place, dict[Tired, int]]] = {}
    for place, weight in cloud:
        if place.tired == GONE:
            shares.append(_Share(place, weight, 0))
            continue
        left: Amount = 0
        if mode is not None:
            place = body.resume(place, now)
            left = body.left(place.tired.con, mode, place.book)
        key = (*body.key(place)[1:], left)
        known, group = groups.get(key, (place, {}))
        group[place.tired] = group.get(place.tired, 0) + weight
        groups[key] = (place._replace(tally=place.tally.most(known.tally)), group)
    for (*_, left), (place, group) in groups.items():
        dues: list[Due] = []
        before = place.tally.checks
        if mode is not None:
            dues, place = body.move(left, place, mode, minutes, now)
        if closing:
            last, place = body.settle(place, minutes)
            dues += last
        shares += _roll(body, group, place, before, dues)
    most = max((share.rolls for share in shares), default=0)
    scale = [sides() ** (most - rolls) for rolls in range(most + 1)]
    course = Course(Heap(), {}, cloud.total * scale[0])
    for share in shares:
        into = course.rest if share.fell is None else course.falls.setdefault(share.fell, Heap())
        into.put(body.key(share.place), share.weight * scale[share.rolls], share.place.tally)
    return course


def _roll(body: Body, group: dict[Tired, int], place: Place, before: int, dues: list[Due]) -> list[_Share]:
    """One group through its checks; rolls that nobody can make or miss leave the weights as they are."""
    faces, rolls = sides(), 0
    shares = []
    for number, (offset, difficulty) in enumerate(dues, before + 1):
        if not group:
            break
        made = {tired: body.faces(tired, difficulty) for tired in group}
        sure = all(each in (0, faces) for each in made.values())
        of = 1 if sure else faces
        rolls += not sure
        after: dict[Tired, int] = {}
        for tired, weight in group.items():
            kept = made[tired] * of // faces
            if kept:
                after[tired] = after.get(tired, 0) + weight * kept
            if kept < of:
                worse = after_failure(tired)
                after[worse] = after.get(worse, 0) + weight * (of - kept)
        if fallen := after.pop(GONE, 0):
            # Of the dead only the count of their checks is kept.
            gone = Place(GONE, Book(place.book.first), Tally(number))
            shares.append(_Share(gone, fallen, rolls, offset))
        group = after
    return shares + [_Share(place._replace(tired=tired), weight, rolls) for tired, weight in group.items()]


def rest(body: Body, cloud: Cloud, hours: Fraction, ends: Amount) -> Cloud:
    """A rest of all who live."""
    return _each(body, cloud, (place if place.tired == GONE else body.rest(place, hours, ends) for place, _ in cloud))


def seen(body: Body, cloud: Cloud, now: Amount) -> Cloud:
    """The cloud as it would go on now, with what a rest so far has done."""
    return _each(body, cloud, (body.resume(place, now) for place, _ in cloud))


def _each(body: Body, cloud: Cloud, places: Iterable[Place]) -> Cloud:
    heap = Heap()
    for place, (_, weight) in zip(places, cloud, strict=True):
        heap.put(body.key(place), weight, place.tally)
    return Cloud(heap, cloud.total)
