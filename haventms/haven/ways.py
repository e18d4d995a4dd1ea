"""A path over a map as the map and its diagonals make it: its steps, and turn by turn the ground that they cross."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from ..rounding import down_to
from ..units import Exact
from .factors import Factor, Underbrush, Wind
from .ground import By, GroundMap, Kind, step_feet
from .routes import HEADINGS, arrival, route

NAMES = {step: name for name, step in HEADINGS.items()}


@dataclass(frozen=True, slots=True)
class Footstep:
    """One step of a path: where it leads, the ground there by its letter, and what it costs.

    `feet` on the map, `cost` in feet of movement (five feet of ice are ten), `total` the cost so far; all exact but
    under the `exact` reading of R-HAVEN-DIAGONAL, where they are cut after the hundredth. `action` and `turn` are the
    ones in which it ends. `checks`: such a square, or such a heading against the wind, costs a check.
    """

    column: int
    row: int
    ground: str
    diagonal: bool
    feet: Exact
    cost: Exact
    total: Exact
    action: int
    turn: int
    checks: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A step with the ground it enters, the actions that it takes (mostly one) and where it heads."""

    step: Footstep
    kind: Kind
    actions: range
    heading: str


def shown(whole: Fraction, root: Fraction) -> Fraction:
    """`whole` and `root` times the square root of two, cut after the hundredth where there is such a part."""
    if not root:
        return whole
    hundredths = 100
    squared = 2 * (root * hundredths) ** 2
    return whole + Fraction(isqrt(squared.numerator // squared.denominator), hundredths)


@dataclass(frozen=True, slots=True)
class Faced:
    """A factor that is crossed in a turn, with the wind in its back: the steps onto it, the feet of each action."""

    turn: int
    factors: tuple[Factor, ...]
    steps: tuple[Taken, ...]
    moves: tuple[int, ...]


class Way(NamedTuple):
    """A path as it depends on the map and its diagonals alone."""

    taken: tuple[Taken, ...]
    faced: tuple[Faced, ...]


@lru_cache(maxsize=16)
def way_over(
    plan: GroundMap, against: tuple[str, ...], first: tuple[int, int], last: tuple[int, int], by: By
) -> Way | None:
    """The cheapest or the safest path; None where there is none. Kept, since most rulings do not change it."""
    if first != last and plan.kind_at(first).cost is None:
        return None
    costs = plan.costs(against, by)
    squares = route(costs, costs.at(*first), costs.at(*last))
    taken = tuple(_walk(plan, [costs.place(square) for square in squares], against))
    return Way(taken, tuple(_faced(plan, taken, against))) if squares else None


class _Cost(NamedTuple):
    """A step onto some ground: its feet as they are shown, its exact and its shown cost, its parts of a foot.

    `slanted`: the exact cost is times the square root of two.
    """

    feet: Fraction
    cost: Fraction
    shown: Fraction
    part: int
    slanted: bool


def _cost(plan: GroundMap, kind: Kind, way: str) -> _Cost:
    straight, nothing = kind.cost or Fraction(0), Fraction(0)
    feet = Fraction(step_feet() if way == "straight" else plan.diagonals[way])
    cost, part = straight * feet / step_feet(), plan.parts(straight, way)
    if way != "straight" and plan.diagonals["root_two"]:
        return _Cost(shown(nothing, feet), cost, shown(nothing, cost), part, slanted=True)
    return _Cost(feet, cost, cost, part, slanted=False)


def _walk(plan: GroundMap, places: Sequence[tuple[int, int]], against: tuple[str, ...]) -> Iterator[Taken]:
    """The steps of a path, with their costs and the actions that they take."""
    budget, spent, diagonals = plan.base * plan.unit, 0, 0
    whole = root = Fraction(0)
    known: dict[tuple[str, str], _Cost] = {}
    for before, place in pairwise(places):
        heading = NAMES[place[0] - before[0], place[1] - before[1]]
        diagonal, kind = len(heading) > 1, plan.kind_at(place)
        way = ("second" if diagonals % 2 else "first") if diagonal else "straight"
        diagonals += diagonal
        if (kind.letter, way) not in known:
            known[kind.letter, way] = _cost(plan, kind, way)
        feet, cost, told, part, slanted = known[kind.letter, way]
        whole, root = (whole, root + cost) if slanted else (whole + cost, root)
        spent = arrival(spent, part, budget)
        last = -(-spent // budget)
        step = Footstep(
            column=place[0],
            row=place[1],
            ground=kind.letter,
            diagonal=diagonal,
            feet=feet,
            cost=told,
            total=shown(whole, root),
            action=last,
            turn=_turn(plan, last),
            checks=kind.checked or (kind.wind is not None and heading in against),
        )
        yield Taken(step, kind, range(last - -(-part // budget) + 1, last + 1), heading)


def _turn(plan: GroundMap, action: int) -> int:
    """The turn in which an action is taken."""
    return (action - 1) // plan.moves + 1


def _faced(plan: GroundMap, taken: Sequence[Taken], against: tuple[str, ...]) -> Iterator[Faced]:
    """Turn by turn the factors of the ground with the steps onto it; each square of underbrush stands for itself."""
    by_turn: dict[int, list[Taken]] = {}
    for each in taken:
        for turn in sorted({_turn(plan, action) for action in each.actions}):
            by_turn.setdefault(turn, []).append(each)
    for turn, moved in by_turn.items():
        found: dict[Factor, list[Taken]] = {}
        for each in moved:
            for factor in each.kind.factors:
                if isinstance(factor, Underbrush):
                    if turn == each.step.turn:
                        yield Faced(turn, _calm(factor, each.kind), (each,), (step_feet(),))
                elif not isinstance(factor, Wind) or (each.kind.wind is not None and each.heading in against):
                    found.setdefault(factor, []).append(each)
        for factor, steps in found.items():
            yield Faced(turn, _calm(factor, steps[0].kind), tuple(steps), _moves(plan, turn, factor, steps))


def _calm(factor: Factor, kind: Kind) -> tuple[Factor, ...]:
    """A factor, and the wind that blows over it from anywhere but ahead: that makes its checks harder."""
    wind = next((each for each in kind.factors if isinstance(each, Wind) and each is not factor), None)
    return (factor, wind.model_copy(update={"upwind": False})) if wind else (factor,)


def _moves(plan: GroundMap, turn: int, factor: Factor, steps: Sequence[Taken]) -> tuple[int, ...]:
    """The feet that each action of a turn moves over this ground, in whole steps."""
    least = step_feet()
    if isinstance(factor, Wind):
        return (least,)
    feet: dict[int, Fraction] = {}
    for each in steps:
        for action in each.actions:
            if _turn(plan, action) == turn:
                feet[action] = feet.get(action, Fraction(0)) + each.step.feet / len(each.actions)
    return tuple(max(down_to(moved, least), least) for moved in feet.values())
