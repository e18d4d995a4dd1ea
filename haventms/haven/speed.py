"""How far a character gets in one move: base speed, and what the ground leaves of it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import down_to
from ..rulings import Rulings
from ..tables import Row, table
from ..units import Exact, Whole, plain
from .factors import Climbing, Factors, Feet, Liquid, TerrainFactor

Score = Annotated[Whole, Field(ge=0, le=1000)]
"""A score or a bonus that is never negative."""

Bonus = Annotated[Whole, Field(ge=-1000, le=1000)]
"""A bonus, or a penalty where it is negative."""

BaseFeet = Annotated[Whole, Field(ge=5, le=20_000)]
"""A base speed in feet: never below five."""


class BaseSpeed(Result):
    """What `base_speed` answers with: `feet` a move action."""

    feet: int

    @property
    def headline(self) -> str:
        return f"Base speed is {plain(self.feet)} feet a move action."


class TerrainSpeed(Result):
    """What `terrain_speed` answers with.

    `feet` a move action without a check, 0 when moving is not `possible`; `fraction` of base speed, before rounding;
    `turn_feet` with both actions of a turn.
    """

    base_feet: int
    feet: int
    turn_feet: int
    fraction: Exact
    possible: bool

    @property
    def headline(self) -> str:
        if not self.possible:
            return "No movement is possible here."
        share = "the whole" if self.fraction == 1 else plain(self.fraction)
        return f"{plain(self.feet)} feet a move action: {share} of a base speed of {plain(self.base_feet)} feet."


class Standing(Result):
    """What `standing_up` answers with: `feet` of movement that are left afterwards."""

    feet: int

    @property
    def headline(self) -> str:
        return f"Standing up leaves {plain(self.feet)} feet of movement."


def _speed(name: str) -> Row:
    return table("haven", "speed")[name]


def kept_base(base_feet: int, ledger: Ledger) -> int:
    """A base speed that is no multiple of five, as it is or rounded down at once: R-HAVEN-FLAT."""
    step = _speed("step")
    if base_feet % step["feet"] == 0:
        return base_feet
    if ledger.ask("haven_flat") == "kept":
        ledger.add("H-SPD-2", "This base speed is no multiple of five; it is kept until it is moved", base_feet)
        return base_feet
    base_feet = max(down_to(base_feet, step["feet"]), int(_speed("least")["feet"]))
    ledger.add("H-SPD-2", "This base speed is no multiple of five; it is rounded down first", base_feet, step.cite)
    return base_feet


def share(base_feet: int, fraction: Fraction) -> int:
    """H-SPD-2: a fraction of base speed in whole five-foot steps, at least one."""
    return max(down_to(base_feet * fraction, _speed("step")["feet"]), int(_speed("least")["feet"]))


def fast_current(factor: TerrainFactor, ledger: Ledger) -> bool:
    """Whether this is swimming in a current that needs a roll every turn (R-HAVEN-EASY)."""
    if not isinstance(factor, Liquid) or factor.depth != "swimming" or not factor.current_feet:
        return False
    return ledger.ask("haven_easy") == "every" or not factor.easy


def sheer(factor: TerrainFactor) -> bool:
    """Whether this is a surface without holds, climbed by the Climb Movement Mode (R-HAVEN-SHEER)."""
    return isinstance(factor, Climbing) and factor.holds == "none" and factor.climb_mode


def row_of(factor: TerrainFactor, ledger: Ledger) -> Row:
    """The row of the table of terrain factors that holds for one, as the reader answers what the source leaves open."""
    rows = table("haven", "terrain")
    if fast_current(factor, ledger):
        return rows[f"liquid current {ledger.ask('haven_current')}"]
    return rows[f"climbing {ledger.ask('haven_sheer')}"] if sheer(factor) else factor.row


def own_fraction(factor: TerrainFactor, ledger: Ledger) -> Fraction | None:
    """The share of base speed that one factor by itself leaves, negated and lessened as it is; None where it bars."""
    if factor.negated:
        ledger.add("H-SPD-4", f"An ability negates {factor.row['name']}", Fraction(1))
        return Fraction(1)
    if sheer(factor):
        ledger.add("H-CLI-3", "The Climb Movement Mode makes climbing without holds possible")
    row = row_of(factor, ledger)
    found: Fraction | None = row["fraction"]
    text = f"{row['name'].capitalize()} leaves this share of base speed"
    ledger.add(row.clause, text if found is not None else f"{row['name'].capitalize()} bars all movement",
               Fraction(0) if found is None else found, row.cite)  # fmt: skip
    if found is None or found == 1 or not factor.lessened:
        return found
    steps = _speed("lessening")["fractions"]
    lessened: Fraction = steps[min(steps.index(found) + factor.lessened, len(steps) - 1)]
    ledger.add("H-SPD-4", f"An ability lessens it by {factor.lessened} step(s)", lessened, _speed("lessening").cite)
    return lessened


def _product(base_feet: int, fractions: list[Fraction], ledger: Ledger) -> tuple[int, Fraction]:
    """All fractions one after the other: the feet they leave, rounded by R-HAVEN-ROUND, and their exact product."""
    product = Fraction(1)
    for fraction in fractions:
        product *= fraction
    if len(fractions) < 2 or ledger.ask("haven_round") == "once":
        return share(base_feet, product), product
    feet = base_feet
    for fraction in sorted(fractions):
        feet = share(feet, fraction)
        ledger.add("H-SPD-2", f"Times {plain(fraction)}, rounded down to a multiple of five", feet)
    return feet, product


def _combined(base_feet: int, found: Sequence[tuple[str, Fraction]], ledger: Ledger) -> tuple[int, Fraction]:
    """Several factors at once (H-SPD-5); `found` holds the kinds that slow and their fractions."""
    fractions = [fraction for _, fraction in found]
    if len(found) < 2:
        return _product(base_feet, fractions, ledger)
    if ledger.ask("haven_stack") == "worst":
        worst = min(fractions)
        ledger.add("H-SPD-5", "Of several factors only the worst counts", worst)
        return share(base_feet, worst), worst
    trail = [fraction for kind, fraction in found if kind == "no_trail"]
    if not trail or ledger.ask("haven_trail") == "multiplied":
        feet, product = _product(base_feet, fractions, ledger)
        ledger.add("H-SPD-5", "The shares of all factors are multiplied", product)
        return feet, product
    others, product = _product(base_feet, [fraction for kind, fraction in found if kind != "no_trail"], ledger)
    ledger.add("H-SPD-5", "The shares of the other factors are multiplied", product)
    smaller = min(trail[0], product)
    ledger.add("H-DIF-6", "Leaving no trail, the smaller of its own share and that of the rest counts", smaller)
    return min(share(base_feet, trail[0]), others), smaller


@implements("H-SPD-1")
@checked
def base_speed(
    swiftness: Score, mode_bonus: Score = 0, flat_bonus: Bonus = 0, rulings: Rulings | None = None
) -> BaseSpeed:
    """H-SPD-1: base speed from the Swiftness score, the Movement-Mode Swiftness bonus and flat bonuses.

    The flat bonus is in feet, and so is the answer, `.feet`; it is at least five. A bonus that is no multiple of five
    follows R-HAVEN-FLAT.
    """
    ledger = Ledger(rulings)
    base, point, mode = _speed("base"), _speed("point of Swiftness"), _speed("point of Movement-Mode bonus")
    feet = int(base["feet"])
    ledger.add("H-SPD-1", "Everybody starts from this many feet", feet, base.cite)
    feet += point["feet"] * swiftness
    ledger.add("H-SPD-1", f"Swiftness {swiftness} adds {point['feet']} feet a point", feet, point.cite)
    if mode_bonus:
        feet += mode["feet"] * mode_bonus
        ledger.note("R-HAVEN-BONUS-NAME")
        ledger.add(
            "H-SPD-1", f"A Movement-Mode bonus of {mode_bonus} adds {mode['feet']} feet a point", feet, mode.cite
        )
    if flat_bonus:
        feet += flat_bonus
        ledger.add("H-SPD-1", f"Flat bonuses of {flat_bonus} feet are added", feet)
    least = _speed("least")
    if feet < least["feet"]:
        feet = int(least["feet"])
        ledger.add("H-SPD-2", "A base speed is never below five feet", feet, least.cite)
    feet = kept_base(feet, ledger)
    return BaseSpeed(feet=feet, **ledger.close())


@implements(
    "H-SPD-2", "H-SPD-4", "H-SPD-5", "H-CLI-1", "H-CLI-2", "H-CLI-3", "H-CRO-1", "H-CRO-2", "H-DIF-1", "H-DIF-3",
    "H-DIF-4", "H-ICE-1", "H-LIQ-1", "H-LIQ-2", "H-LIQ-3"
)  # fmt: skip
@checked
def terrain_speed(base_feet: BaseFeet, factors: Factors, rulings: Rulings | None = None) -> TerrainSpeed:
    """H-SPD-2, H-SPD-4, H-SPD-5 and the speed of every terrain clause: what the ground leaves of a base speed.

    `base_feet` is a base speed in feet, `factors` the terrain factors (models or plain dicts with a "kind"), each kind
    at most once. `.feet` is what one move action covers without a check, in five-foot steps, 0 when moving is not
    `.possible`; `.fraction` is the exact share of base speed before rounding.
    """
    ledger = Ledger(rulings)
    base = kept_base(base_feet, ledger)
    found = [(factor.kind, own_fraction(factor, ledger)) for factor in factors]
    possible = all(fraction is not None for _, fraction in found)
    feet, fraction = 0, Fraction(0)
    if possible:
        slowing = [(kind, fraction) for kind, fraction in found if fraction is not None and fraction < 1]
        feet, fraction = _combined(base, slowing, ledger)
        text = f"{plain(fraction)} of {plain(base)} feet in five-foot steps, rounded down, at least one step"
        ledger.add("H-SPD-2", text, feet, _speed("step").cite)
    moves = _speed("moves in a turn")
    turn_feet = moves["count"] * feet
    ledger.add(
        "H-ACT-4", "A turn's move action and its standard action can both be spent on this", turn_feet, moves.cite
    )
    return TerrainSpeed(
        base_feet=base_feet, feet=feet, turn_feet=turn_feet, fraction=fraction, possible=possible, **ledger.close()
    )


@implements("H-SPD-3")
@checked
def standing_up(feet: Feet, rulings: Rulings | None = None) -> Standing:
    """H-SPD-3: what standing up from prone leaves of the feet of movement that one has.

    Feet in, feet out (`.feet`). With less than the five feet that it costs, a `RuleError`.
    """
    ledger = Ledger(rulings)
    cost = _speed("standing up")
    if feet < cost["feet"]:
        raise RuleError(
            "H-SPD-3", f"Standing up costs {cost['feet']} feet of movement, and only {plain(feet)} feet are left"
        )
    left = feet - int(cost["feet"])
    ledger.add("H-SPD-3", f"Standing up costs {cost['feet']} feet of movement", left, cost.cite)
    return Standing(feet=left, **ledger.close())
