"""Wind: whether it shifts, what moving against it takes, and which way is against it."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from ..checked import checked
from ..dice import Odds
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import by_token
from ..rulings import Rulings
from ..tables import number
from ..units import Exact, Whole, plain
from .checks import hazard
from .factors import Feet, wind_category
from .speed import Bonus

Heading = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""One of the eight directions on a map of squares."""

_HEADINGS: tuple[Heading, ...] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

Count = Annotated[Whole, Field(ge=1, le=1000)]
"""How many, at least one."""


class WindShift(Result):
    """What `wind_shift` answers with.

    `chance` of a shift at one d%; `rolls` that are made, and the chance that the wind has `shifted` at least once.
    """

    chance: Exact
    rolls: int
    shifted: Exact

    @property
    def headline(self) -> str:
        return f"The wind shifts with a chance of {plain(self.chance)} at each of {self.rolls} d% roll(s)."


class Upwind(Result):
    """What `upwind` answers with: the roll's `difficulty`, the `penalty` on it, and its chance of `success`."""

    category: str
    difficulty: Exact
    penalty: int
    success: Exact

    @property
    def headline(self) -> str:
        if not self.difficulty:
            return f"In a {self.category} wind, moving upwind needs no roll."
        penalty = f" at {self.penalty}" if self.penalty else ""
        goal = f"{plain(self.difficulty)}{penalty}"
        return f"In a {self.category} wind, moving upwind takes a Swiftness roll against {goal}."


class AgainstWind(Result):
    """What `moves_upwind` answers with: whether a step goes `upwind`."""

    heading: str
    wind_from: str
    upwind: bool

    @property
    def headline(self) -> str:
        return f"A step {self.heading} with the wind from {self.wind_from} is {'' if self.upwind else 'not '}upwind."


def wind_penalty(feet: int, ledger: Ledger) -> int:
    """H-WIN-2 to H-WIN-5: what a wind takes off all rolls; 0 or negative."""
    row = wind_category(feet)
    penalty = int(row["penalty"])
    ledger.add(row.clause, f"A wind of {plain(feet)} feet a turn is {row.name}: on all rolls", penalty, row.cite)
    return penalty


def upwind_difficulty(feet: int, ledger: Ledger) -> Fraction:
    """H-WIN-3: half the feet that the wind moves, by R-HAVEN-HALF; 0 where a wind asks for no roll."""
    category, row = wind_category(feet), hazard("upwind")
    if not category["upwind_roll"]:
        return Fraction(0)
    half = number(row, "share") * feet
    goal = half if half.denominator == 1 else by_token(half, ledger.ask("haven_half"))
    ledger.add("H-WIN-3", f"Moving upwind takes a Swiftness roll against half of {plain(feet)} feet", goal, row.cite)
    return goal


@implements("H-WIN-1")
@checked
def wind_shift(turns_in_cycle: Count = 1, cycles: Count = 1, rulings: Rulings | None = None) -> WindShift:
    """H-WIN-1: the chance that the wind shifts.

    `turns_in_cycle` is how many characters take a turn in a cycle; by R-HAVEN-SHIFT a d% is rolled once each turn or
    once each cycle. `.chance` is that of one roll, `.shifted` that of at least one shift in so many cycles.
    """
    ledger = Ledger(rulings)
    row = hazard("wind shift")
    chance = number(row, "chance")
    ledger.add("H-WIN-1", "A d% of fifty or less shifts the wind", chance, row.cite)
    often = ledger.ask("haven_shift")
    rolls = cycles * turns_in_cycle if often == "turn" else cycles
    ledger.add("H-WIN-1", f"Rolled once each {often}", rolls)
    shifted = 1 - (1 - chance) ** rolls
    ledger.add("H-WIN-1", "The chance of at least one shift", shifted)
    return WindShift(chance=chance, rolls=rolls, shifted=shifted, **ledger.close())


@implements("H-WIN-2", "H-WIN-3", "H-WIN-4", "H-WIN-5")
@checked
def upwind(swiftness_bonus: Bonus, wind_feet: Feet, rulings: Rulings | None = None) -> Upwind:
    """H-WIN-2 to H-WIN-5: what moving against the wind takes.

    `swiftness_bonus` is the total bonus on the Swiftness roll, `wind_feet` what the wind moves in a turn. A gentle wind
    asks for nothing: difficulty 0, penalty 0, success 1. The penalty is on all rolls while the wind blows.
    """
    ledger = Ledger(rulings)
    category = wind_category(wind_feet).name
    penalty = wind_penalty(wind_feet, ledger)
    difficulty = upwind_difficulty(wind_feet, ledger)
    success = Fraction(1)
    if difficulty:
        margin = Odds.from_die(ledger.ask("haven_die")).shift(swiftness_bonus + penalty - difficulty)
        meet = ledger.ask("haven_meet") == "meet"
        success = margin.at_least(0) if meet else 1 - margin.at_most(0)
        ledger.add("H-WIN-3", "The chance of the roll; without it, no upwind move this turn", success)
    return Upwind(category=category, difficulty=difficulty, penalty=penalty, success=success, **ledger.close())


@checked
def moves_upwind(heading: Heading, wind_from: Heading, rulings: Rulings | None = None) -> AgainstWind:
    """H-WIN-3: whether a step in this direction goes against a wind that comes from that one (R-HAVEN-WINDROLL)."""
    ledger = Ledger(rulings)
    apart = abs(_HEADINGS.index(heading) - _HEADINGS.index(wind_from))
    apart = min(apart, len(_HEADINGS) - apart)
    against = apart == 0
    if apart == 1:
        against = ledger.ask("haven_windroll") == "three_squares"
    ledger.add("H-WIN-3", f"A step {heading}, the wind from {wind_from}", "upwind" if against else "not upwind")
    return AgainstWind(heading=heading, wind_from=wind_from, upwind=against, **ledger.close())
