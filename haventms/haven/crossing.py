"""A path over a map of five-foot squares: the cheapest or the safest, its cost step by step, the checks it costs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from ..checked import checked
from ..kept import kept
from ..ledger import Ledger, Result
from ..rulings import Rulings
from ..units import Exact, plain
from .checks import TerrainCheck
from .factors import Factor, Factors, NoTrail
from .ground import By, Key, MapBase, MovesPerTurn, Pace, Place, Rows, refuse, step_feet, survey
from .speed import Bonus
from .terrain import Attempt, attempt
from .ways import Faced, Footstep, Taken, shown, way_over
from .wind import Heading

LONGEST = 12_000
"""Bits of the denominator of a chance: what is longer is of no use to a reader."""


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


@kept(512)
def _attempt(
    base: int, factors: tuple[Factor, ...], moves: tuple[int, ...], before: int, rulings: Rulings
) -> tuple[Attempt, Iterable[str]]:
    made = attempt(base, factors, sum(moves), moves, before, rulings=rulings)
    return made, made.rulings_used


def _checks(base: int, faced: Sequence[Faced], ledger: Ledger) -> Iterator[PathCheck]:
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


def _where(check: TerrainCheck, steps: Sequence[Taken]) -> Footstep:
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
    by: By = "cost",
    pace: Pace = "within",
    moves_per_turn: MovesPerTurn = None,
    wind_from: Heading = "n",
    rulings: Rulings | None = None,
) -> Crossing:
    """H-SPD-2, H-ACT-9: the cheapest or the safest path over a map of five-foot squares, its cost, the checks it costs.

    `ground` holds the rows, a letter a square; `key` says which factors a letter stands for, `everywhere` which lie on
    the whole map besides. A step costs its feet divided by the share of base speed that the ground entered leaves, at
    most one action for five feet. `by` "cost" takes the least cost, then the fewest squares that cost a check, "safety"
    the other way round. `pace` "within" keeps every move to the limits of ice, unstable ground and leaving no trail,
    "beyond" does not; either way what a turn of `moves_per_turn` moves goes beyond them is paid for in checks.
    `wind_from` is where a wind comes from. Corners may be cut: no clause says anything else.
    """
    ledger = Ledger(rulings)
    plan = survey(base_feet, ground, key, everywhere, pace, moves_per_turn, ledger)
    first, last = plan.inside("start", start), plan.inside("goal", goal)
    against = plan.upwind(wind_from, ledger)
    if min(plan.columns, len(ground)) > 1:
        ledger.ask("haven_diagonal")
    way = way_over(plan, against, first, last, by)
    steps = tuple([each.step for each in way.taken]) if way else ()
    slanted = sum([each.diagonal for each in steps])
    root = step_feet() * slanted if plan.diagonals["root_two"] else 0
    whole = sum([each.feet for each in steps if not (root and each.diagonal)], Fraction(0))
    feet, total = shown(whole, Fraction(root)), steps[-1].total if steps else Fraction(0)
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
