"""Crossing terrain: what a wished distance costs in checks, and the chances of getting through."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_core import PydanticCustomError

from ..checked import checked
from ..dice import Odds, shortfall
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import table
from ..units import Exact, Whole, plain
from .checks import TerrainCheck
from .factors import Crowd, Factor, Factors, Feet, Ice, Liquid, NoTrail, Underbrush, UnstableFooting, Wind
from .footing import footing_checks, ice_checks
from .speed import BaseFeet, Bonus, TerrainSpeed, kept_base, row_of, terrain_speed
from .walk import Walk, current_checks, shove_checks, trail_checks, upwind_checks, vine_checks
from .wind import wind_penalty

Steps = Annotated[Feet, Field(multiple_of=5)]
"""Feet of movement, in whole five-foot steps."""

Move = Annotated[Steps, Field(ge=5)]
"""The feet of one move: at least one five-foot step."""

Moves = Annotated[Whole, Field(ge=1, le=100)] | Annotated[Sequence[Move], Field(max_length=100)] | None
"""The feet of each move, or over how many moves the feet are spread; None: as few moves as can be."""


class Chances(Result):
    """What `Attempt.chances` answers with.

    The chance of getting through `unharmed` (every check made, those against trackers left out) and of never falling
    `prone`; the odds of the points of `damage` from everything but a slide, which `haven.slide` answers.
    """

    unharmed: Exact
    standing: Exact
    damage: Odds

    @property
    def headline(self) -> str:
        return f"The chance to get through unharmed is {plain(self.unharmed)}."


class Attempt(Result):
    """What `attempt` answers with: the `checks` in the order in which they are made.

    `allowed_feet` is what one move action covers without a check, `moves` the feet of each move.
    """

    base_feet: int
    feet: int
    moves: tuple[int, ...]
    moved_before: int
    allowed_feet: int
    checks: tuple[TerrainCheck, ...]

    @property
    def headline(self) -> str:
        count = len(self.checks)
        costs = "no check" if not count else "one check" if count == 1 else f"{count} checks"
        return f"{self.feet} feet cost {costs}."

    def chances(
        self,
        attack_bonus: int = 0,
        defense_bonus: int = 0,
        swiftness_bonus: int = 0,
        other_bonus: int = 0,
        from_swiftness: int = 0,
    ) -> Chances:
        """The exact chances of all checks together, for the total bonuses on each kind of roll.

        `from_swiftness` is the part of them that derives from Swiftness: it is left out where it may not be used.
        `other_bonus` is that of those who are shoved.
        """
        return attempt_chances(self, attack_bonus, defense_bonus, swiftness_bonus, other_bonus, from_swiftness)


@implements(
    "H-CRO-3", "H-DIF-6", "H-ICE-2", "H-LIQ-4", "H-UNS-1", "H-UNS-2", "H-UNS-3", "H-UNS-6", "H-UNS-7"
)  # fmt: skip
@checked
def attempt(
    base_feet: BaseFeet,
    factors: Factors,
    feet: Steps,
    moves: Moves = None,
    moved_before: Feet = 0,
    rulings: Rulings | None = None,
) -> Attempt:
    """H-CRO-3, H-DIF-6, H-ICE-2, H-LIQ-4, H-UNS-1 to H-UNS-7: every check that moving so far in a cycle costs.

    `feet` is everything moved this cycle, in multiples of five. `moves` gives the feet of each move, or over how many
    moves they are spread evenly; without it, the feet must be within one move where a factor limits speed, and fill as
    many moves at base speed as they need elsewhere. `moved_before` counts the feet moved without a trail in earlier
    cycles. Feet beyond the limits of speed, and any movement where none is possible, are a `RuleError`; ice, unstable
    footing and leaving no trail are limits that may be exceeded, each base speed times its own fraction.
    """
    ledger = Ledger(rulings)
    speed = terrain_speed(base_feet, factors, rulings=rulings)
    ledger.take(speed)
    taken = _moves(base_feet, factors, feet, moves, speed, ledger)
    penalty = 0
    for factor in factors:
        if isinstance(factor, Wind) and not factor.negated:
            penalty = wind_penalty(factor.feet_per_turn, ledger)
    walk = Walk(kept_base(base_feet, Ledger(rulings)), taken, moved_before, penalty, ledger)
    for factor in factors:
        if not factor.negated:
            _face(walk, factor)
    return Attempt(
        base_feet=base_feet,
        feet=feet,
        moves=taken,
        moved_before=moved_before,
        allowed_feet=speed.feet,
        checks=tuple(sorted(walk.checks, key=lambda check: check.at_feet)),
        **ledger.close(),
    )


def _face(walk: Walk, factor: Factor) -> None:
    """Add the checks that this factor costs."""
    if isinstance(factor, Wind):
        upwind_checks(walk, factor)
    elif isinstance(factor, Liquid):
        current_checks(walk, factor)
    elif isinstance(factor, Underbrush):
        vine_checks(walk, factor)
    elif isinstance(factor, Crowd):
        shove_checks(walk, factor)
    elif isinstance(factor, NoTrail):
        trail_checks(walk, factor)
    elif isinstance(factor, Ice):
        ice_checks(walk, factor)
    elif isinstance(factor, UnstableFooting):
        footing_checks(walk, factor)


def _moves(
    base_feet: int,
    factors: Sequence[Factor],
    feet: int,
    moves: int | Sequence[int] | None,
    speed: TerrainSpeed,
    ledger: Ledger,
) -> tuple[int, ...]:
    """The feet of each move, none beyond the limits of speed."""
    if not feet and not isinstance(moves, Sequence):
        return ()
    hard = [factor for factor in factors if factor.row["limit"] == "speed"]
    if len(hard) < len(factors):
        speed = terrain_speed(base_feet, hard, rulings=ledger.rulings)
    clause, ground = "H-ACT-9", "base speed"
    if speed.fraction < 1:
        slowest = min(hard, key=lambda factor: terrain_speed(base_feet, (factor,), rulings=ledger.rulings).fraction)
        row = row_of(slowest, Ledger(ledger.rulings))
        clause, ground = row.clause, row["name"]
    if feet and not speed.possible:
        raise RuleError(clause, f"Moving is not possible: {ground} bars it")
    most = speed.feet
    if moves is None:
        if feet > most and speed.fraction < 1:
            raise RuleError(clause, f"{plain(feet)} feet are too far: {ground} allows {plain(most)} feet a move")
        full, rest = divmod(feet, most)
        taken = [most] * full + [rest] * bool(rest)
    elif isinstance(moves, int):
        step = int(table("haven", "speed")["step"]["feet"])
        each, over = divmod(feet // step, moves)
        taken = [step * (each + (move < over)) for move in range(min(moves, feet // step))]
    else:
        taken = [*moves]
    if sum(taken) != feet:
        problem = PydanticCustomError("moves", "must add up to feet, {feet}", {"feet": feet})
        raise ValidationError.from_exception_data("attempt", [{"type": problem, "loc": ("moves",), "input": moves}])
    if max(taken, default=0) > most:
        sentence = f"A move of {plain(max(taken))} feet is too far: {ground} allows {plain(most)} feet a move"
        raise RuleError(clause, sentence)
    ledger.add(clause, f"The limits of speed allow {plain(most)} feet a move; the moves are", _listed(taken))
    return tuple(taken)


def _listed(moves: Sequence[int]) -> str:
    return " and ".join(f"{plain(move)} feet" for move in moves)


@checked
def attempt_chances(
    attempt: Attempt,
    attack_bonus: Bonus = 0,
    defense_bonus: Bonus = 0,
    swiftness_bonus: Bonus = 0,
    other_bonus: Bonus = 0,
    from_swiftness: Bonus = 0,
) -> Chances:
    """The exact chances of all checks of an attempt together: see `Attempt.chances`."""
    ledger = Ledger()
    bonuses = {"Attack": attack_bonus, "Defense": defense_bonus, "Swiftness": swiftness_bonus}
    unharmed = standing = Fraction(1)
    damage = Odds.constant(0)
    rolling: list[TerrainCheck] = []
    for check in attempt.checks:
        bonus = bonuses[check.roll] - (from_swiftness if check.no_swiftness else 0)
        other = other_bonus if check.against == "shoved" else 0
        success = check.odds(bonus, other).success
        ledger.add(check.clause, f"{check.reason}: the chance with nothing failed before", success)
        if check.against != "tracker" and not check.after_failure:
            unharmed *= success
        if check.prone_at_feet is not None:
            standing *= success
        if check.harm is not None and check.momentum and check.prone_at_feet is not None:
            rolling.append(check)
        elif check.harm is not None and not check.momentum:
            damage = damage.plus(check.damage(bonus, other))
    if rolling:
        damage = damage.plus(_missed(rolling, defense_bonus - from_swiftness))
    return Chances(unharmed=unharmed, standing=standing, damage=damage, **ledger.close())


def _missed(rolls: Sequence[TerrainCheck], bonus: int) -> Odds:
    """The damage of several rolls where each failure makes the next one harder (H-UNS-7)."""
    first = rolls[0]
    goals = [int(check.difficulty or 0) for check in rolls]
    try:
        return shortfall(
            first.die, bonus + first.penalty, goals, penalty=-first.momentum, exceed=not first.tie_succeeds
        )
    except ValueError:
        sentence = "feet must be fewer: the damage of so many or so hard rolls in a row is not computed"
        raise ValueError(sentence) from None
