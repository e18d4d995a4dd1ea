"""Falling: the roll on landing and what it costs to fail it."""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from ..checked import checked
from ..dice import Odds, percent
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import started_steps, whole_steps
from ..rulings import Rulings
from ..units import Exact, Whole, plain
from .checks import Total, hazard
from .factors import Distance
from .speed import Bonus

Spikes = Annotated[Whole, Field(ge=0, le=1000)]
"""The Attack bonus of what one falls onto."""


class Fall(Result):
    """What `fall_damage` answers with: `points` of damage."""

    points: Exact
    success: bool

    @property
    def headline(self) -> str:
        return f"The landing {'succeeds' if self.success else 'fails'}: {plain(self.points)} point(s) of damage."


class Landing(Result):
    """What `landing` answers with: the chance of `success`, and the odds of the points of `damage`."""

    success: Exact
    damage: Odds

    @property
    def headline(self) -> str:
        average = plain(Fraction(self.damage.mean))
        return (
            f"The landing succeeds with a chance of {percent(self.success)}: {average} point(s) of damage on average."
        )


def _further(feet: Fraction, ledger: Ledger) -> int:
    """H-FAL-2: the points for every ten feet fallen, partial tens by R-HAVEN-PER."""
    row = hazard("fall")
    per = row["per_feet"]
    tens = whole_steps(feet, per)
    if feet % per:
        tens = started_steps(feet, per) if ledger.ask("haven_per") == "ceil" else tens
    points = int(row["damage"]) * tens
    ledger.add("H-FAL-2", f"{row['damage']} points for each ten feet fallen", points, row.cite)
    return points


@implements("H-FAL-1", "H-FAL-2", "H-FAL-3")
@checked
def fall_damage(feet: Distance, roll_total: Total, spikes: Spikes = 0, rulings: Rulings | None = None) -> Fall:
    """H-FAL-1 to H-FAL-3: the damage of a fall of so many feet after a landing roll with this total.

    `roll_total` is the no-Swiftness Defense roll with every bonus in, `spikes` the total Attack bonus of what stands
    below (8 for a standard spike). `.points` of damage, exactly.
    """
    ledger = Ledger(rulings)
    missed = feet - roll_total
    success = missed < 0 or (missed == 0 and ledger.ask("haven_meet") == "meet")
    landed = "success" if success else "failure"
    ledger.add("H-FAL-1", f"A Defense roll of {roll_total} on landing, against the {plain(feet)} feet", landed)
    points = Fraction(0)
    if not success:
        ledger.add("H-FAL-2", "Failed: the difference as damage", missed)
        points = missed + _further(feet, ledger)
        if spikes:
            points += spikes
            ledger.add("H-FAL-3", f"Weapons or spikes below add their Attack bonus of {spikes}", points)
    elif feet and ledger.ask("haven_fall") == "always":
        points = Fraction(_further(feet, ledger))
    ledger.add("H-FAL-2", "Damage in all", points)
    return Fall(points=points, success=success, **ledger.close())


@checked
def fall_odds(feet: Distance, defense_bonus: Bonus, spikes: Spikes = 0, rulings: Rulings | None = None) -> Odds:
    """H-FAL-1 to H-FAL-3: the odds of the damage of a fall, for a total no-Swiftness bonus on the Defense roll.

    `spikes` is the total Attack bonus of what stands below, 8 for a standard spike.
    """
    ledger = Ledger(rulings)
    further = _further(feet, ledger)
    landed = further if ledger.ask("haven_fall") == "always" else 0
    ties = ledger.ask("haven_meet") == "meet"
    margin = Odds.from_die(ledger.ask("haven_die")).shift(defense_bonus - feet)
    return margin.map(lambda by: landed if by > 0 or (by == 0 and ties) else further + spikes - by)


@checked
def landing(feet: Distance, defense_bonus: Bonus, spikes: Spikes = 0, rulings: Rulings | None = None) -> Landing:
    """H-FAL-1 to H-FAL-3: the exact chances of a fall before its roll is made, for a total no-Swiftness bonus on it.

    `spikes` is the total Attack bonus of what stands below. `.success` of the landing, `.damage` in points.
    """
    ledger = Ledger(rulings)
    margin = Odds.from_die(ledger.ask("haven_die")).shift(defense_bonus - feet)
    ties = not margin.p(0) or ledger.ask("haven_meet") == "meet"
    success = margin.at_least(0) if ties else 1 - margin.at_most(0)
    text = f"A Defense roll at a bonus of {defense_bonus} on landing, against the {plain(feet)} feet: the chance of it"
    ledger.add("H-FAL-1", text, success)
    _further(feet, ledger)
    if spikes:
        ledger.add("H-FAL-3", "On a failure weapons or spikes below add their Attack bonus", spikes)
    if feet:
        ledger.ask("haven_fall")
    damage = fall_odds(feet, defense_bonus, spikes, rulings=rulings)
    ledger.add("H-FAL-2", "Damage on average, that of a success counted as well", Fraction(damage.mean))
    return Landing(success=success, damage=damage, **ledger.close())
