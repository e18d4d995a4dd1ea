"""A body's odds through the checks of one movement, by land, in the air and in the water."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import floor
from typing import NamedTuple

from .bodies import Body
from .books import Amount, lean
from .checks import sides, ways
from .marching import GONE, GROUNDED, LEFT, Through, Tired, TooMuch, spend

_MOST_ROLLS = 6_000  # Swim checks of which chance may decide each: their odds have some 8,000 digits
_ROLL = 6  # steps, and one for each weight
_LONG = 400  # rolls: their weights take twice as long to reckon with


class Out(NamedTuple):
    """Some who go no further: the minute, how they end, their weight over faces ** `rolls`, their Con checks so far."""

    offset: Amount
    tired: Tired
    weight: int
    rolls: int
    checks: int


@dataclass(slots=True)
class Group:
    """All who make the same Con checks in a movement: their weights by how tired they are, over faces ** `rolls`.

    `minutes`: how long the movement lasts; `ends`: its leg ends with it; `wet`: the part of a minute that was swum
    before. `swum` counts the Swim checks, `outs` are those who die, land or slip below the surface. A flyer lands when
    it becomes exhausted on the wing, and does not set out before it has rested; who is exhausted at the very end of a
    leg has come there.
    """

    body: Body
    through: Through
    minutes: Amount
    ends: bool
    wet: Amount
    weights: dict[Tired, int]
    rolls: int = 0
    checks: int = 0
    swum: int = 0
    outs: list[Out] = field(default_factory=list)
    _at: Amount = 0
    _lost: dict[Tired, int] = field(default_factory=dict)
    _counted: int = 0
    _over: int = 0

    def __post_init__(self) -> None:
        if self.through == "air":
            for tired in [each for each in self.weights if each.held == GROUNDED]:
                self.outs.append(Out(0, tired._replace(held=LEFT), self.weights.pop(tired), 0, 0))

    @property
    def living(self) -> int:
        """The weight of those who go on."""
        return sum(self.weights.values())

    @property
    def lost(self) -> dict[Tired, int]:
        """The weights of those in `outs` by how they end, over as many rolls as `weights`; never changed later."""
        if self._counted < len(self.outs) or self._over < self.rolls:
            lost = {tired: weight * ways(self.rolls - self._over) for tired, weight in self._lost.items()}
            for each in self.outs[self._counted :]:
                lost[each.tired] = lost.get(each.tired, 0) + each.weight * ways(self.rolls - each.rolls)
            self._lost, self._counted, self._over = lost, len(self.outs), self.rolls
        return self._lost

    def until(self, offset: Amount) -> None:
        """The Swim checks of each whole minute in the water up to this one (O-END-8)."""
        if self.through == "water":
            for minute in whole_minutes(self.wet, self._at, offset):
                made = [self.body.keeps_up(tired) for tired in self.weights]
                if all(each == sides() for each in made):
                    break
                if self.rolls >= _MOST_ROLLS:
                    raise TooMuch("plan", "must have fewer checks: their odds grow too long to be exact")
                self._roll(lean(minute - self.wet), made, self.body.under)
                self.swum += 1
        self._at = offset

    def check(self, offset: Amount, difficulty: int) -> None:
        """All make a Con check of this DC."""
        self.until(offset)
        self.checks += 1
        worse = self._after_failure if self.through == "air" else self.body.after_failure
        self._roll(offset, self.body.made(self.weights, difficulty), worse)

    def _after_failure(self, tired: Tired) -> Tired:
        """Where a failed check on the wing leads."""
        worse = self.body.after_failure(tired)
        if worse.held == GROUNDED and not (self.ends and self._at == self.minutes):
            return worse._replace(held=LEFT)
        return worse

    def _roll(self, offset: Amount, made: list[int], worse: Callable[[Tired], Tired]) -> None:
        """Rolls that nobody can make or miss leave the weights as they are."""
        spend(_ROLL + len(self.weights) * (_LONG + self.rolls) // _LONG)
        faces = sides()
        sure = all(each in (0, faces) for each in made)
        of = 1 if sure else faces
        self.rolls += not sure
        after: dict[Tired, int] = {}
        for (tired, weight), enough in zip(self.weights.items(), made, strict=True):
            kept = enough // faces if sure else enough
            if kept:
                after[tired] = after.get(tired, 0) + weight * kept
            if kept < of:
                fate = worse(tired)
                after[fate] = after.get(fate, 0) + weight * (of - kept)
        # By land nobody but the dead goes no further.
        for tired in (GONE,) if self.through == "land" else [each for each in after if each.out]:
            if tired in after:
                self.outs.append(Out(offset, tired, after.pop(tired), self.rolls, self.checks))
        self.weights = after


def whole_minutes(wet: Amount, after: Amount, upto: Amount) -> range:
    """The whole minutes in the water that end in a part of a movement, counted on from `wet` at its start."""
    return range(floor(after + wet) + 1, floor(upto + wet) + 1)
