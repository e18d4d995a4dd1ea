"""What an attack needs before any die is rolled: range, reach, Enter Mind, enough Brawn."""

from fractions import Fraction
from functools import cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from ..errors import RuleError
from ..ledger import Ledger, Line, made
from ..register import implements
from ..tables import Row, number, table
from ..units import Exact, Whole, plain
from .terms import Feet, counted

MOST_DICE = 1000


class Weapon(BaseModel):
    """A weapon: its damage, and where it has them its Strength, the Brawn it takes, its ranges in feet, its reach.

    A range that is None is not known, and nothing is held against it: without an effective range no distance is long;
    `max_feet` ends a weapon without a long range, and any other under R-DOMAINS-MAX `separate`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    damage: Annotated[Exact, Field(ge=0, le=1_000_000)]
    strength: Annotated[Whole, Field(ge=0, le=MOST_DICE)] | None = None
    base_brawn: Annotated[Whole, Field(ge=1, le=MOST_DICE)] | None = None
    effective_feet: Feet | None = None
    long_feet: Feet | None = None
    max_feet: Feet | None = None
    reach_tiles: Annotated[Whole, Field(ge=1, le=20)] = 1

    @field_validator("damage")
    @classmethod
    def _short(cls, value: Fraction) -> Fraction:
        if value.denominator > MOST_DICE:
            raise ValueError(f"must be a whole number or a fraction down to 1/{MOST_DICE}")
        return value

    @field_validator("long_feet", "max_feet")
    @classmethod
    def _no_shorter(cls, value: Fraction | None, info: ValidationInfo) -> Fraction | None:
        for name in ("effective_feet", "long_feet"):
            shorter = info.data.get(name)
            if value is not None and shorter is not None and value < shorter:
                raise ValueError(f"must be at least {name}, {plain(shorter)}")
        return value


@cache
def penalty(row: str) -> int:
    """What a row of the table of distances adds to every die's value."""
    return int(number(table("domains", "distances")[row], "value"))


@cache
def _unchecked(name: str) -> tuple[Line]:
    return (made("D-RNG-1", f"{name} is a ranged one; without a distance no range is checked"),)


@implements("D-RNG-1", "D-RNG-2", "D-RNG-3")
def in_range(kind: Row, weapon: Weapon, feet: Fraction | None, ledger: Ledger) -> bool:
    """D-RNG-1 to D-RNG-3: whether a ranged attack is at long range; beyond the maximum it is refused."""
    if feet is None:
        ledger.put(_unchecked(kind["name"]))
        return False
    ledger.add("D-RNG-1", f"{kind['name']} is a ranged one, here over {counted(feet)}")
    effective, long = weapon.effective_feet, weapon.long_feet
    if effective is not None and feet < effective:
        return False  # and so within the other ranges, which are no shorter
    most = weapon.max_feet if long is None else long
    if most is not None and feet > most:
        if long is not None and ledger.ask("domains_max") == "separate":
            most = weapon.max_feet
            ledger.add("D-RNG-3", f"Beyond long range of {counted(long)}; the maximum is the weapon's own")
        if most is not None and feet > most:
            raise RuleError("D-RNG-3", f"{counted(feet)} are beyond the weapon's maximum range of {plain(most)}")
    if effective is None:
        return False
    if feet == effective:
        edge = ledger.ask("domains_edge") == "penalty"
        ledger.add("D-RNG-2", "Exactly at effective range", "long range" if edge else "effective range")
        return edge
    return True


@implements("D-MEL-1")
def in_reach(weapon: Weapon, feet: Fraction | None, ledger: Ledger) -> None:
    """D-MEL-1: melee goes one tile far, with some weapons farther; beyond it is refused."""
    if feet is None:
        ledger.add("D-MEL-1", "Melee; without a distance no reach is checked")
        return
    ledger.note("R-DOMAINS-TILE")
    reach = weapon.reach_tiles * number(table("domains", "distances")["tile"], "value")
    if feet > reach:
        tiles = counted(weapon.reach_tiles, "tile", "tiles")
        raise RuleError("D-MEL-1", f"{counted(feet)} are beyond the weapon's reach of {tiles}, {counted(reach)}")
    ledger.add("D-MEL-1", f"Melee over {counted(feet)}, within its reach", reach)


@implements("D-PSI-1")
def mind_entered(kind: Row, enter_mind: bool, ledger: Ledger) -> None:
    """D-PSI-1: a ranged psionic attack takes the power Enter Mind first; melee by R-DOMAINS-ENTERMIND."""
    if enter_mind:
        ledger.add("D-PSI-1", "Enter Mind was used before", "allowed")
    elif kind["ranged"] or ledger.ask("domains_entermind") == "always":
        raise RuleError("D-PSI-1", f"{kind['name']} is possible only after the power Enter Mind")
    else:
        ledger.add("D-PSI-1", "Enter Mind is asked for at range, not in melee", "allowed")


@implements("D-SHO-2")
def brawn_shift(weapon: Weapon, brawn: int | None, ledger: Ledger) -> int:
    """D-SHO-2: what a shooter too weak for the weapon's base Brawn adds to its dice; lower Brawn is better."""
    base = weapon.base_brawn
    if base is None:
        return 0
    if brawn is None:
        raise RuleError(
            "D-SHO-2", f"This weapon takes a Brawn of {base} or less, and the attacker's Brawn is not given"
        )
    if brawn <= base:
        ledger.add("D-SHO-2", f"Brawn {brawn} meets the weapon's base Brawn of {base}", "allowed")
        return 0
    if ledger.ask("domains_minbrawn") == "refuse":
        raise RuleError("D-SHO-2", f"Brawn {brawn} is too weak: this weapon takes {base} or less")
    shift = penalty("Brawn too weak")
    ledger.add("D-SHO-2", f"Brawn {brawn} is too weak for base Brawn {base}: added to each die to hit", shift)
    return shift
