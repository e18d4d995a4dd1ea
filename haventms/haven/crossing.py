"""A path over a map of five-foot squares: the cheapest or the safest, its cost step by step, the checks it costs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import isqrt
from typing import Literal, NamedTuple

from ..checked import checked
from ..kept import kept
from ..ledger import Ledger, Result
from ..rounding import down_to
from ..rulings import Rulings
from ..units import Exact, plain
from .checks import TerrainCheck
from .factors import Factor, Factors, NoTrail, Underbrush, Wind
from .ground import GroundMap, Key, Kind, MapBase, MovesPerTurn, Pace, Place, Rows, refuse, step_feet, survey
from .routes import HEADINGS, arrival, route
from .speed import Bonus
from .terrain import Attempt, attempt
from .wind import Heading

LONGEST = 12_000
"""Bits of the denominator of a chance: what is longer is of no use to a reader."""

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
class PathCheck:
    """A check on the way: its turn, and the square at which it is made."""

    turn: int
    column: int
    row: int
    check: TerrainCheck


class Passage(Result):
    """What `Crossing.chances` answers with: the chance of getting through `unharmed`, and that of `each` check."""

    unharmed: Exact
    each: tuple[Exact, ...]

    @property
    def headline(self) -> str:
        return f"The chance to get through unharmed is {plain(self.unharmed)}."


class Crossing(Result):
    """What `cross` answers with: the path, its cost, its checks.

    `possible`: whether there is a path. `cost_feet` of movement, `feet` on the map, `check_squares` that cost a check;
    `actions` of moving that it takes.
    """

    start: tuple[int, int]
    goal: tuple[int, int]
    possible: bool
    steps: tuple[Footstep, ...]
    feet: Exact
    cost_feet: Exact
    actions: int
    turns: int
    check_squares: int
    checks: tuple[PathCheck, ...]

    @property
    def headline(self) -> str:
        place = f"column {self.goal[0]}, row {self.goal[1]}"
        if not self.possible:
            return f"No path leads to {place}."
        actions = f"{self.actions} action{'' if self.actions == 1 else 's'}"
        checks = f"{len(self.checks) or 'no'} check{'' if len(self.checks) == 1 else 's'}"
        cost = f"{len(self.steps)} steps for {plain(self.cost_feet)} feet of movement"
        return f"The path to {place} takes {cost}: {actions}, {checks}."

    def chances(
        self,
        attack_bonus: int = 0,
        defense_bonus: int = 0,
        swiftness_bonus: int = 0,
        other_bonus: int = 0,
        from_swiftness: int = 0,
    ) -> Passage:
        """The exact chance of making every check of this path; parameters as for `Attempt.chances`."""
        return crossing_chances(self, attack_bonus, defense_bonus, swiftness_bonus, other_bonus, from_swiftness)


@dataclass(frozen=True, slots=True)
class _Taken:
    """A step with the ground it enters, the actions that it takes (mostly one) and where it heads."""

    step: Footstep
    kind: Kind
    actions: range
    heading: str


def _shown(whole: Fraction, root: Fraction) -> Fraction:
    """`whole` and `root` times the square root of two, cut after the hundredth where there is such a part."""
    if not root:
        return whole
    hundredths = 100
    squared = 2 * (root * hundredths) ** 2
    return whole + Fraction(isqrt(squared.numerator // squared.denominator), hundredths)


@dataclass(frozen=True, slots=True)
class _Faced:
    """A factor that is crossed in a turn, with the wind in its back: the steps onto it, the feet of each action."""

    turn: int
    factors: tuple[Factor, ...]
    steps: tuple[_Taken, ...]
    moves: tuple[int, ...]


class _Way(NamedTuple):
    """A path as it depends on the map and its diagonals alone."""

    taken: tuple[_Taken, ...]
    faced: tuple[_Faced, ...]


@lru_cache(maxsize=16)
def _way(
    plan: GroundMap, against: tuple[str, ...], first: tuple[int, int], last: tuple[int, int], safety: bool
) -> _Way | None:
    """The cheapest or the safest path; None where there is none. Kept, since most rulings do not change it."""
    if first != last and plan.kind_at(first).cost is None:
        return None
    costs = plan.costs(against, safety)
    squares = route(costs, costs.at(*first), costs.at(*last))
    taken = tuple(_walk(plan, [costs.place(square) for square in squares], against))
    return _Way(taken, tuple(_faced(plan, taken, against))) if squares else None


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
        return _Cost(_shown(nothing, feet), cost, _shown(nothing, cost), part, slanted=True)
    return _Cost(feet, cost, cost, part, slanted=False)


def _walk(plan: GroundMap, places: Sequence[tuple[int, int]], against: tuple[str, ...]) -> Iterator[_Taken]:
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
        feet, cost, shown, part, slanted = known[kind.letter, way]
        whole, root = (whole, root + cost) if slanted else (whole + cost, root)
        spent = arrival(spent, part, budget)
        last = -(-spent // budget)
        step = Footstep(
            column=place[0],
            row=place[1],
            ground=kind.letter,
            diagonal=diagonal,
            feet=feet,
            cost=shown,
            total=_shown(whole, root),
            action=last,
            turn=_turn(plan, last),
            checks=kind.checked or (kind.wind is not None and heading in against),
        )
        yield _Taken(step, kind, range(last - -(-part // budget) + 1, last + 1), heading)


def _turn(plan: GroundMap, action: int) -> int:
    """The turn in which an action is taken."""
    return (action - 1) // plan.moves + 1


def _faced(plan: GroundMap, taken: Sequence[_Taken], against: tuple[str, ...]) -> Iterator[_Faced]:
    """Turn by turn the factors of the ground with the steps onto it; each square of underbrush stands for itself."""
    by_turn: dict[int, list[_Taken]] = {}
    for each in taken:
        for turn in sorted({_turn(plan, action) for action in each.actions}):
            by_turn.setdefault(turn, []).append(each)
    for turn, moved in by_turn.items():
        found: dict[Factor, list[_Taken]] = {}
        for each in moved:
            for factor in each.kind.factors:
                if isinstance(factor, Underbrush):
                    if turn == each.step.turn:
                        yield _Faced(turn, _calm(factor, each.kind), (each,), (step_feet(),))
                elif not isinstance(factor, Wind) or (each.kind.wind is not None and each.heading in against):
                    found.setdefault(factor, []).append(each)
        for factor, steps in found.items():
            yield _Faced(turn, _calm(factor, steps[0].kind), tuple(steps), _moves(plan, turn, factor, steps))


def _calm(factor: Factor, kind: Kind) -> tuple[Factor, ...]:
    """A factor, and the wind that blows over it from anywhere but ahead: that makes its checks harder."""
    wind = next((each for each in kind.factors if isinstance(each, Wind) and each is not factor), None)
    return (factor, wind.model_copy(update={"upwind": False})) if wind else (factor,)


def _moves(plan: GroundMap, turn: int, factor: Factor, steps: Sequence[_Taken]) -> tuple[int, ...]:
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


@kept(512)
def _attempt(
    base: int, factors: tuple[Factor, ...], moves: tuple[int, ...], before: int, rulings: Rulings
) -> tuple[Attempt, Iterable[str]]:
    made = attempt(base, factors, sum(moves), moves, before, rulings=rulings)
    return made, made.rulings_used


def _checks(base: int, faced: Sequence[_Faced], ledger: Ledger) -> Iterator[PathCheck]:
    """The checks of a path: those of each turn for each ground that is crossed in it."""
    told = set()
    hidden = 0
    for each in faced:
        before = 0
        if isinstance(each.factors[0], NoTrail):
            before, hidden = hidden % base, hidden + sum(each.moves)
        case = (each.factors, each.moves, before)
        made = _attempt(base, *case, rulings=ledger.rulings)
        if made.checks and case not in told:
            told.add(case)
            ledger.take(made)
        for check in made.checks:
            at = _where(check, each.steps)
            yield PathCheck(each.turn, at.column, at.row, check)


def _where(check: TerrainCheck, steps: Sequence[_Taken]) -> Footstep:
    """The step at which a check is made: the one that moves so far on this ground."""
    moved = accumulate(each.step.feet for each in steps)
    return next((each.step for each, feet in zip(steps, moved, strict=True) if feet >= check.at_feet), steps[-1].step)


@checked
def cross(
    base_feet: MapBase,
    ground: Rows,
    key: Key,
    start: Place,
    goal: Place,
    everywhere: Factors = (),
    by: Literal["cost", "safety"] = "cost",
    pace: Pace = "within",
    moves_per_turn: MovesPerTurn = None,
    wind_from: Heading = "n",
    rulings: Rulings | None = None,
) -> Crossing:
    """H-SPD-2, H-ACT-9: the cheapest or the safest path over a map of five-foot squares, its cost, the checks it costs.

    `ground` holds the rows, a letter a square; `key` says which factors a letter stands for, `everywhere` which lie on
    the whole map besides. A step costs its feet divided by the share of base speed that the ground entered leaves, at
    most one action for five feet. `by` "safety" takes the fewest squares that cost a check, then the least cost. `pace`
    "within" keeps every move to the limits of ice, unstable ground and leaving no trail, "beyond" does not; either way
    what a turn of `moves_per_turn` moves goes beyond them is paid for in checks. `wind_from` is where a wind comes
    from. Corners may be cut: no clause says anything else.
    """
    ledger = Ledger(rulings)
    plan = survey(base_feet, ground, key, everywhere, pace, moves_per_turn, ledger)
    first, last = plan.inside("start", start), plan.inside("goal", goal)
    against = plan.upwind(wind_from, ledger)
    if min(plan.columns, len(ground)) > 1:
        ledger.ask("haven_diagonal")
    way = _way(plan, against, first, last, by == "safety")
    steps = tuple([each.step for each in way.taken]) if way else ()
    slanted = sum([each.diagonal for each in steps])
    root = step_feet() * slanted if plan.diagonals["root_two"] else 0
    whole = sum([each.feet for each in steps if not (root and each.diagonal)], Fraction(0))
    feet, total = _shown(whole, Fraction(root)), steps[-1].total if steps else Fraction(0)
    actions = steps[-1].action if steps else 0
    ledger.add("H-SPD-2", f"{len(steps)} steps, {slanted} of them diagonal: feet on the map", feet, plan.diagonals.cite)
    ledger.add("H-SPD-2", "What its steps cost in feet of movement, added up", total)
    ledger.add("H-ACT-9", f"One action covers {plain(plan.base)} feet of movement: actions", actions)
    checks = tuple(_checks(plan.base, way.faced, ledger)) if way else ()
    closed = ledger.close()
    return Crossing.trusted(
        ledger=closed["ledger"],
        rulings_used=closed["rulings_used"],
        start=first,
        goal=last,
        possible=way is not None,
        steps=steps,
        feet=feet,
        cost_feet=total,
        actions=actions,
        turns=steps[-1].turn if steps else 0,
        check_squares=sum([each.checks for each in steps]),
        checks=checks,
    )


@checked
def crossing_chances(
    crossing: Crossing,
    attack_bonus: Bonus = 0,
    defense_bonus: Bonus = 0,
    swiftness_bonus: Bonus = 0,
    other_bonus: Bonus = 0,
    from_swiftness: Bonus = 0,
) -> Passage:
    """The exact chance of making every check of a path: see `Crossing.chances`."""
    ledger = Ledger()
    bonuses = {"Attack": attack_bonus, "Defense": defense_bonus, "Swiftness": swiftness_bonus}
    known: dict[TerrainCheck, Fraction] = {}
    won = of = 1
    each = []
    for check in [made.check for made in crossing.checks]:
        success = known.get(check)
        if success is None:
            bonus = bonuses[check.roll] - (from_swiftness if check.no_swiftness else 0)
            success = known[check] = _success(check, bonus, other_bonus if check.against == "shoved" else 0)
            ledger.add(check.clause, f"{check.reason}: the chance with nothing failed before", success)
        each.append(success)
        if check.against != "tracker" and not check.after_failure:
            won, of = won * success.numerator, of * success.denominator
    unharmed = Fraction(won, of)
    if unharmed.denominator.bit_length() > LONGEST:
        raise refuse("checks", "must be fewer: the chance of so many in a row is not computed exactly")
    ledger.add("H-DIF-0", "The chance to make all of them", unharmed)
    return Passage.trusted(**ledger.close(), unharmed=unharmed, each=tuple(each))


@lru_cache(maxsize=512)
def _success(check: TerrainCheck, bonus: int, other_bonus: int) -> Fraction:
    return check.odds(bonus, other_bonus).success
