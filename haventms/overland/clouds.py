"""Exact odds of one body on a journey: each place it may be in with an integer weight, moved and rested together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd

from .bodies import Body
from .books import Amount, Book, Due, Effort, Place, Tally
from .checks import ways
from .elements import Group
from .marching import Through, Tired, spend

Key = tuple[Tired, Book, Tally | None]
Clouded = list[tuple[Place, int]]


class Heap(dict[Key, tuple[int, Tally]]):
    """Weights by what tells places apart; where several come together, the most of what is counted."""

    def put(self, key: Key, weight: int, tally: Tally) -> None:
        """Add a weight."""
        if found := self.get(key):
            weight, tally = found[0] + weight, tally.most(found[1])
        self[key] = (weight, tally)


@dataclass(frozen=True, eq=False)
class Cloud:
    """Places with their weights over `total`, of which they may be a part only."""

    heap: Heap
    total: int
    _resumed: dict[Amount, Clouded] = field(default_factory=dict)

    @classmethod
    def start(cls, body: Body) -> "Cloud":
        """A body that is ready to go."""
        heap, place = Heap(), body.start()
        heap.put(body.key(place), 1, place.tally)
        return cls(heap, 1)

    def __iter__(self) -> Iterator[tuple[Place, int]]:
        for (tired, book, _), (weight, tally) in self.heap.items():
            yield Place(tired, book, tally), weight

    def resumed(self, body: Body, now: Amount) -> Clouded:
        """All with their weights as they would go on now, after what a rest so far has done; worked out once."""
        if now not in self._resumed:
            self._resumed[now] = [(body.resume(place, now), weight) for place, weight in self]
        return self._resumed[now]

    @cached_property
    def mass(self) -> Amount:
        """The chance of this part."""
        return part_of(sum(weight for weight, _ in self.heap.values()), self.total)

    @cached_property
    def going(self) -> "Cloud":
        """The part that lives and goes on."""
        return Cloud(Heap({key: each for key, each in self.heap.items() if not key[0].out}), self.total)

    @cached_property
    def out(self) -> "Cloud":
        """The part that does not."""
        return Cloud(Heap({key: each for key, each in self.heap.items() if key[0].out}), self.total)

    def up_to(self, stage: int) -> Amount:
        """The chance of being no worse off than this stage."""
        return part_of(sum(weight for key, (weight, _) in self.heap.items() if key[0].stage <= stage), self.total)


def part_of(weight: int, total: int) -> Amount:
    """A weight as a chance; certainty and none, which most are, as whole numbers: they are quicker to reckon with."""
    return Fraction(weight, total) if 0 < weight < total else int(weight > 0)


@dataclass(frozen=True)
class Course:
    """A cloud after a movement: who goes on or was out before (`rest`), and who fell out at which minute of it.

    `swum` counts the Swim checks on the way.
    """

    rest: Heap
    falls: dict[Amount, Heap]
    total: int
    swum: int

    @property
    def last(self) -> Amount | None:
        """The minute by which all have surely fallen, None where some may go on."""
        if any(not key[0].out for key in self.rest):
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
    first, *others = heaps
    whole = Heap(first) if others else first
    for heap in others:
        for key, (weight, tally) in heap.items():
            whole.put(key, weight, tally)
    common = gcd(total, *[weight for weight, _ in whole.values()])
    if common > 1:
        whole = Heap({key: (weight // common, tally) for key, (weight, tally) in whole.items()})
    return Cloud(whole, total // common)


@dataclass(frozen=True, slots=True)
class _Share:
    """A part of a cloud after its rolls: its place, its weight over so many rolls, when it fell (None: it goes on)."""

    place: Place
    weight: int
    rolls: int
    fell: Amount | None = None


def move(
    body: Body,
    cloud: Cloud,
    mode: Effort | None,
    minutes: Amount,
    now: Amount,
    closing: bool,
    through: Through,
    ends: bool = True,
) -> Course:
    """A movement of so many minutes from `now` on, without effort where `mode` is None.

    `closing`: a rest or the arrival follows, which makes the checks of begun periods fall due; `ends`: its leg ends.
    """
    spend(20 + 25 * len(cloud.heap))
    shares: list[_Share] = []
    # Whoever has the same book and the same minutes left makes the same checks.
    groups: dict[tuple[Book, Tally | None, Amount], tuple[Place, dict[Tired, int]]] = {}
    for place, weight in cloud.resumed(body, now) if moves(mode, through) else cloud:
        if place.tired.out:
            shares.append(_Share(place, weight, 0))
            continue
        left: Amount = 0
        if mode is not None:
            left = body.left(place.tired.con, mode, place.book)
        key = (*body.key(place)[1:], left)
        known, weights = groups.get(key, (place, {}))
        weights[place.tired] = weights.get(place.tired, 0) + weight
        groups[key] = (place._replace(tally=place.tally.most(known.tally)), weights)
    swum = 0
    for (*_, left), (place, weights) in groups.items():
        dues, after = body.gone(place, left, mode, minutes, now, closing, through)
        group = Group(body, through, minutes, ends, place.book.wet, weights)
        shares += _rolled(group, dues, place, after)
        swum += group.swum
    spend(3 * len(shares))
    most = max((share.rolls for share in shares), default=0)
    course = Course(Heap(), {}, cloud.total * ways(most), swum)
    for share in shares:
        into = course.rest if share.fell is None else course.falls.setdefault(share.fell, Heap())
        into.put(body.key(share.place), share.weight * ways(most - share.rolls), share.place.tally)
    return course


def moves(mode: Effort | None, through: Through) -> bool:
    """Whether a leg is a movement of one's own: passengers rest on, but who soars or drifts in the water does not."""
    return mode is not None or through != "land"


def _rolled(group: Group, dues: Iterable[Due], before: Place, after: Place) -> list[_Share]:
    """One group through its checks."""
    for offset, difficulty in dues:
        if not group.weights:
            break
        group.check(offset, difficulty)
    group.until(group.minutes)
    shares = [_Share(after._replace(tired=tired), weight, group.rolls) for tired, weight in group.weights.items()]
    book = Book(before.book.first)
    for offset, tired, weight, rolls, checks in group.outs:
        # Of those who are out only the count of their checks is kept.
        gone = Place(tired, book, Tally(before.tally.checks + checks))
        shares.append(_Share(gone, weight, rolls, offset))
    return shares


def rest(body: Body, cloud: Cloud, hours: Fraction, ends: Amount) -> Cloud:
    """A rest of all who live."""
    places = ((place if place.tired.out else body.rest(place, hours, ends), weight) for place, weight in cloud)
    return _cloud(body, places, cloud.total)


def seen(body: Body, cloud: Cloud, now: Amount) -> Cloud:
    """The cloud as it would go on now, with what a rest so far has done."""
    if not any(book.pause for _, book, _ in cloud.heap):
        return cloud
    return _cloud(body, cloud.resumed(body, now), cloud.total)


def _cloud(body: Body, places: Iterable[tuple[Place, int]], total: int) -> Cloud:
    heap = Heap()
    for place, weight in places:
        heap.put(body.key(place), weight, place.tally)
    return Cloud(heap, total)
