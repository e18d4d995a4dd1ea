"""What single hazards ask for and do: shoving, vines, trails, slipping on ice, being swept away, sliding."""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from ..checked import checked
from ..dice import Odds
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import started_steps, whole_steps
from ..rulings import Rulings
from ..tables import number, table
from ..units import Exact, Whole, plain
from .checks import Failures, Harm, Total, hazard
from .factors import Feet
from .speed import BaseFeet, Bonus, kept_base, share

People = Annotated[Whole, Field(ge=0, le=1000)]
"""How many people."""

Vines = Annotated[Whole, Field(ge=1, le=1000)]
"""How many vines, at least one."""

Rolls = Annotated[Whole, Field(ge=1, le=100)]
"""How many rolls, at least one."""


class CrowdBonus(Result):
    """What `crowd_defense_bonus` answers with: the shoved person's `bonus`."""

    bonus: int

    @property
    def headline(self) -> str:
        return f"The shoved person defends with a Cooperative bonus of {self.bonus}."


class Vine(Result):
    """What `vine_difficulty` answers with: the `difficulty` of breaking through."""

    difficulty: int

    @property
    def headline(self) -> str:
        return f"Breaking through takes an Attack roll against {self.difficulty}."


class Trail(Result):
    """What `trail_penalty` answers with: the `penalty` (0 or negative), `above_feet` a quarter of base speed."""

    penalty: int
    above_feet: int

    @property
    def headline(self) -> str:
        return f"{self.above_feet} feet above the pace that leaves no trail: {self.penalty} on the Defense roll."


class Slip(Result):
    """What a roll on ice or in a current leads to: `success`, and `points` of damage."""

    success: bool
    points: Exact


class IceSlip(Slip):
    """What `ice_damage` answers with."""

    prone: bool

    @property
    def headline(self) -> str:
        return f"Prone, {plain(self.points)} point(s) of damage." if self.prone else "One keeps one's feet."


class Swept(Slip):
    """What `current_damage` answers with; `drowning`: dragged under, drowning begins."""

    swept_away: bool
    drowning: bool

    @property
    def headline(self) -> str:
        if not self.swept_away:
            return "One holds against the current."
        return f"Swept away{', dragged under' if self.drowning else ''}, {plain(self.points)} point(s) of damage."


class Slide(Result):
    """What `slide` answers with: the chance of `sliding` to the bottom, and the odds of the `damage` there."""

    sliding: Exact
    damage: Odds
    penalties: tuple[int, ...]

    @property
    def headline(self) -> str:
        return f"The slide goes to the bottom with a chance of {plain(self.sliding)}."


class SlideEnd(Result):
    """What `slide_damage` answers with: `points` of damage at the bottom."""

    points: Exact

    @property
    def headline(self) -> str:
        return f"{plain(self.points)} point(s) of damage at the bottom."


def trail_pace(base_feet: int, fraction: Fraction, feet: int, ledger: Ledger) -> tuple[int, int]:
    """H-DIF-7: how many feet above the pace that leaves no trail, and the penalty for that."""
    pace = share(base_feet, fraction)
    above = max(feet - pace, 0)
    row = hazard("trail, faster")
    per = row["per_feet"]
    tens = whole_steps(above, per)
    if above % per:
        tens = started_steps(above, per) if ledger.ask("haven_per") == "ceil" else tens
    penalty = int(row["penalty"]) * tens
    text = f"{feet} feet in the cycle are {above} above {pace}: {row['penalty']} for each ten feet"
    ledger.add("H-DIF-7", text, penalty, row.cite)
    return above, penalty


def harm_of(name: str, rounding: str) -> Harm:
    """The damage of failing badly: a row of the table of hazards, its half rounded by a token of R-HAVEN-HALF."""
    row = hazard(name)
    cells = {column: row[column] for column in ("by", "share", "least")}
    return Harm.model_validate({"clause": row.clause, "rounding": rounding, **cells})


def _slipped(clause: str, name: str, total: int, goal: int, ledger: Ledger) -> tuple[bool, Fraction, bool]:
    """Whether the roll holds, the damage where it does not, and whether it failed badly."""
    holds = total > goal or (total == goal and ledger.ask("haven_meet") == "meet")
    ledger.add(clause, f"A Defense roll of {total} against {goal}", "success" if holds else "failure")
    missed, row = Fraction(goal - total), hazard(name)
    badly = not holds and missed >= row["by"]
    points = Fraction(0)
    if badly:
        halves = (missed * row["share"]).denominator != 1
        points = Fraction(harm_of(name, ledger.ask("haven_half") if halves else "exact").points(missed))
        ledger.add(row.clause, f"Failed by {missed}, at least {row['by']}: half of it as damage", points, row.cite)
    return holds, points, badly


@implements("H-CRO-4")
@checked
def crowd_defense_bonus(people_within_ten_feet: People, rulings: Rulings | None = None) -> CrowdBonus:
    """H-CRO-4: the shoved person's bonus on the Defense roll: one for each person within ten feet of them.

    The mover is not counted. It is a Cooperative bonus; those around count as allies.
    """
    ledger = Ledger(rulings)
    text = f"One for each of {people_within_ten_feet} people within {hazard('people around')['feet']} feet, as allies"
    ledger.add("H-CRO-4", text, people_within_ten_feet, hazard("people around").cite)
    return CrowdBonus(bonus=people_within_ten_feet, **ledger.close())


@implements("H-DIF-2")
@checked
def vine_difficulty(vines: Vines, rulings: Rulings | None = None) -> Vine:
    """H-DIF-2: the difficulty goal of the Attack roll that breaks through so many vines."""
    ledger = Ledger(rulings)
    row = hazard("vine")
    difficulty = row["difficulty"] + row["more"] * (vines - 1)
    text = f"{row['difficulty']} for one vine and {row['more']} for each of {vines - 1} further"
    ledger.add("H-DIF-2", text, difficulty, row.cite)
    return Vine(difficulty=difficulty, **ledger.close())


@implements("H-DIF-7")
@checked
def trail_penalty(base_feet: BaseFeet, feet: Feet, rulings: Rulings | None = None) -> Trail:
    """H-DIF-7: what moving so many feet in a cycle without a trail takes off the Defense roll that hides it.

    `.penalty` is 0 or negative: by the feet above a quarter of base speed, rounded as all speeds are.
    """
    ledger = Ledger(rulings)
    fraction = number(table("haven", "terrain")["no_trail"], "fraction")
    above, penalty = trail_pace(kept_base(base_feet, ledger), fraction, feet, ledger)
    return Trail(penalty=penalty, above_feet=above, **ledger.close())


@implements("H-ICE-3")
@checked
def ice_damage(feet: Feet, roll_total: Total, rulings: Rulings | None = None) -> IceSlip:
    """H-ICE-2, H-ICE-3: what a Defense roll with this total leads to after trying so many feet on ice.

    For more feet than half of base speed; failing means prone, failing by ten or more damage, `.points`.
    """
    ledger = Ledger(rulings)
    holds, points, _ = _slipped("H-ICE-2", "ice, failed badly", roll_total, feet, ledger)
    return IceSlip(success=holds, prone=not holds, points=points, **ledger.close())


@implements("H-LIQ-5")
@checked
def current_damage(current_total: Total, roll_total: Total, rulings: Rulings | None = None) -> Swept:
    """H-LIQ-4, H-LIQ-5: what a Defense roll with this total leads to against a current's Swiftness roll.

    Failing means swept away; failing by ten or more damage, `.points`, and being dragged under.
    """
    ledger = Ledger(rulings)
    holds, points, badly = _slipped("H-LIQ-4", "current, failed badly", roll_total, current_total, ledger)
    if badly:
        ledger.add("H-LIQ-5", "Dragged under the surface", "drowning begins")
    return Swept(success=holds, swept_away=not holds, points=points, drowning=badly, **ledger.close())


@implements("H-UNS-4")
@checked
def slide(
    difficulty: Total,
    defense_bonus: Bonus,
    slid_feet: Feet,
    rolls: Rolls = 1,
    failures: Failures = 0,
    rulings: Rulings | None = None,
) -> Slide:
    """H-UNS-3, H-UNS-4, H-UNS-5: the chance of sliding to the bottom although one rolls so many times, once a cycle.

    `difficulty` is that of the first roll, `failures` how many failed rolls are carried over, `slid_feet` how far it
    goes down. `.damage` is what happens at the bottom, none for those who stop before.
    """
    ledger = Ledger(rulings)
    die = Odds.from_die(ledger.ask("haven_die"))
    meet = ledger.ask("haven_meet") == "meet"
    penalties = [int(hazard("momentum")["penalty"]) * failed for failed in range(failures, failures + rolls)]
    sliding = last = Fraction(1)
    for turn, penalty in enumerate(penalties, 1):
        margin = die.shift(defense_bonus + penalty - difficulty)
        last = sliding
        sliding *= 1 - margin.at_least(0) if meet else margin.at_most(0)
        ledger.add("H-UNS-4", f"Roll {turn} at {penalty}: the chance of sliding on", sliding, hazard("momentum").cite)
    hurts = slid_feet > hazard("slide")["feet"]
    text = f"{slid_feet} feet are {'' if hurts else 'not '}more than {hazard('slide')['feet']}"
    ledger.add("H-UNS-5", text, "damage at the bottom" if hurts else "no damage", hazard("slide").cite)
    hit = margin.map(lambda by: max(-by, 0) if hurts else 0)
    damage = Odds.mix([(last, hit), (1 - last, Odds.constant(0))])
    return Slide(sliding=sliding, damage=damage, penalties=tuple(penalties), **ledger.close())


@implements("H-UNS-5")
@checked
def slide_damage(difficulty: Total, last_total: Total, slid_feet: Feet, rulings: Rulings | None = None) -> SlideEnd:
    """H-UNS-5: the damage at the bottom of a slide of so many feet, after a last Defense roll with this total."""
    ledger = Ledger(rulings)
    row = hazard("slide")
    points = Fraction(0)
    if slid_feet > row["feet"]:
        points = Fraction(max(difficulty - last_total, 0))
    text = f"Slid {slid_feet} feet; beyond {row['feet']}, {difficulty} less the last roll of {last_total} is damage"
    ledger.add("H-UNS-5", text, points, row.cite)
    return SlideEnd(points=points, **ledger.close())
